import Bytes
import CSystem
import Glibc

/// A file descriptor; closed with its last owner unless borrowed.
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

  /// Opens for reading. A folder is refused, as by `read`.
  package static func open(reading path: String) throws(SystemError) -> Descriptor {
    let raw = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(raw: raw, owned: true)
    var status = stat()
    if unsafe fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
    return descriptor
  }

  /// Checks that a file could be opened for reading, without opening it: opening and closing a
  /// named pipe would drop its writer.
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

  /// Opens for adding to what a file has; makes it if there is none.
  package static func append(_ path: String) throws(SystemError) -> Descriptor {
    let raw = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard raw >= 0 else { throw SystemError(code: errno) }
    return Descriptor(raw: raw, owned: true)
  }

  /// A file without a name for temporary data; it disappears when the program ends.
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

  /// The read position; `nil` for what cannot seek, such as a pipe.
  package var offset: Int64? {
    let offset = lseek(raw, 0, SEEK_CUR)
    return offset < 0 ? nil : Int64(offset)
  }

  package func rewind() throws(SystemError) { try seek(to: 0) }

  package func seek(to offset: Int64) throws(SystemError) {
    guard lseek(raw, off_t(offset), SEEK_SET) >= 0 else { throw SystemError(code: errno) }
  }

  /// Writes all of the bytes, in as many writes as that takes.
  package func write(_ bytes: RawSpan) throws(SystemError) {
    var written: Int64 = 0
    try write(bytes, counting: &written)
  }

  /// Writes all of the bytes; after an error, `written` holds the number of bytes written before it.
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

  /// Waits until a non-blocking descriptor has more to read.
  package func waitForInput() { wait(for: POLLIN) }

  private func wait(for event: Int32) {
    var wait = pollfd(fd: raw, events: Int16(event), revents: 0)
    _ = unsafe poll(&wait, 1, -1)
  }

  package var isTerminal: Bool { isatty(raw) == 1 }

  /// Whether a read would return bytes or the end at once.
  package var hasInput: Bool {
    var wait = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&wait, 1, 0) > 0
  }

  /// The file's current status; `nil` where the system does not say.
  package var status: FileStatus? {
    var status = stat()
    return unsafe fstat(raw, &status) == 0 ? FileStatus(status) : nil
  }
}
