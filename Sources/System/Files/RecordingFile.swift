import Bytes
import Glibc

/// What records are written to: a file, or what takes bytes and keeps none, as a pipe.
package final class RecordingFile {
  package let descriptor: Descriptor
  /// Whether it is a file, which can be cut.
  package let isRegular: Bool
  /// Bytes that were taken.
  package private(set) var size: Int64 = 0

  package init(_ descriptor: Descriptor, isRegular: Bool) {
    self.descriptor = descriptor
    self.isRegular = isRegular
  }

  /// Writes as many of the bytes as are taken without waiting for a reader.
  /// - Returns: how many; fewer than all with an error, or if there is no room in a pipe.
  package func write(_ bytes: RawSpan) -> (taken: Int, failure: SystemError?) {
    var taken = 0
    var failure: SystemError?
    unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      while taken < buffer.count {
        let count = unsafe Glibc.write(descriptor.raw, base + taken, buffer.count - taken)
        if count > 0 {
          taken += count
          continue
        }
        // A device that takes nothing and tells nothing would be asked for ever.
        let code = count == 0 ? EIO : errno
        if code == EINTR { continue }
        if code != EAGAIN { failure = SystemError(code: code) }
        break
      }
    }
    size += Int64(taken)
    return (taken, failure)
  }

  /// Takes back what was written behind `size`.
  package func cut(to size: Int64) {
    guard isRegular, ftruncate(descriptor.raw, off_t(size)) == 0 else { return }
    self.size = size
  }

  /// Has the system write what it holds, so that it tells what it could not.
  package func synchronize() throws(SystemError) {
    guard isRegular, fsync(descriptor.raw) != 0 else { return }
    let code = errno
    // Some file systems do not have it.
    if code != EINVAL, code != ENOSYS { throw SystemError(code: code) }
  }

  /// Waits for a reader, not longer than so many milliseconds.
  package func waitForRoom(_ milliseconds: Int32) {
    var wait = pollfd(fd: descriptor.raw, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&wait, 1, milliseconds)
  }
}

extension RecordingFile {
  /// Standard output, in which nothing is ever cut. A pipe is opened anew: not to wait for its
  /// reader is a thing of this program alone.
  /// - Returns: `nil` for a terminal.
  package static func standardOutput() -> RecordingFile? {
    let standard = Descriptor.standardOutput
    guard !standard.isTerminal else { return nil }
    var status = stat()
    guard unsafe fstat(standard.raw, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      return RecordingFile(standard, isRegular: false)
    }
    let raw = unsafe open("/proc/self/fd/\(standard.raw)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    return RecordingFile(
      raw < 0 ? standard : Descriptor(raw: raw, owned: true), isRegular: false)
  }
}
