import Bytes
import Glibc

/// A file descriptor; closed with its last owner unless it was borrowed.
package final class Descriptor: Sendable {
  package let raw: Int32
  private let owned: Bool

  package init(raw: Int32, owned: Bool) {
    self.raw = raw
    self.owned = owned
  }

  deinit { if owned { close(raw) } }

  package static let standardInput = Descriptor(raw: 0, owned: false)
  package static let standardOutput = Descriptor(raw: 1, owned: false)
  package static let standardError = Descriptor(raw: 2, owned: false)

  /// Opens for reading. A folder is refused, as `read` would.
  package static func open(reading path: String) throws(SystemError) -> Descriptor {
    let raw = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(raw: raw, owned: true)
    var status = stat()
    if unsafe fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
    return descriptor
  }

  /// Whether a file could be opened for reading. It is not: whoever opens a named pipe and closes it
  /// takes its writer away.
  package static func check(reading path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
      throw SystemError(code: errno)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
  }

  /// Creates or empties a file for writing.
  package static func create(_ path: String) throws(SystemError) -> Descriptor {
    let raw = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard raw >= 0 else { throw SystemError(code: errno) }
    return Descriptor(raw: raw, owned: true)
  }

  /// A file without a name, for what must be held back; it is gone when the program ends.
  package static func temporary() throws(SystemError) -> Descriptor {
    let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let direct = unsafe Glibc.open(folder, OpenFlag.nameless | O_RDWR | O_CLOEXEC, 0o600)
    if direct >= 0 { return Descriptor(raw: direct, owned: true) }
    var template = Array("\(folder)/bleinspect.XXXXXX".utf8CString)
    let raw = unsafe template.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return -1 }
      let raw = unsafe mkstemp(base)
      if raw >= 0 {
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        unsafe unlink(base)
      }
      return raw
    }
    guard raw >= 0 else { throw SystemError(code: errno) }
    return Descriptor(raw: raw, owned: true)
  }

  /// Where the next byte is read; `nil` for what cannot be sought, as a pipe.
  package var offset: Int64? {
    let offset = lseek(raw, 0, SEEK_CUR)
    return offset < 0 ? nil : Int64(offset)
  }

  package func rewind() throws(SystemError) { try seek(to: 0) }

  package func seek(to offset: Int64) throws(SystemError) {
    guard lseek(raw, off_t(offset), SEEK_SET) >= 0 else { throw SystemError(code: errno) }
  }

  /// Writes all of the bytes, whatever the kernel takes at a time.
  package func write(_ bytes: RawSpan) throws(SystemError) {
    var written: Int64 = 0
    try write(bytes, counting: &written)
  }

  /// The same; an error leaves in `written` how many of the bytes were taken before it.
  package func write(_ bytes: RawSpan, counting written: inout Int64) throws(SystemError) {
    var done = 0
    while done < bytes.byteCount {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(raw, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        guard code == EAGAIN else { throw SystemError(code: code) }
        wait(for: POLLOUT)
        continue
      }
      done += count
      written += Int64(count)
    }
  }

  /// Waits until a descriptor that does not wait by itself has more to read.
  package func waitForInput() { wait(for: POLLIN) }

  private func wait(for event: Int32) {
    var wait = pollfd(fd: raw, events: Int16(event), revents: 0)
    _ = unsafe poll(&wait, 1, -1)
  }

  package var isTerminal: Bool { isatty(raw) == 1 }

  /// Whether reading gives bytes or the end at once.
  package var hasInput: Bool {
    var wait = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&wait, 1, 0) > 0
  }

  /// What the file is now; `nil` where the system does not say.
  package var status: FileStatus? {
    var status = stat()
    return unsafe fstat(raw, &status) == 0 ? FileStatus(status) : nil
  }
}
