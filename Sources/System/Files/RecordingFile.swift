import Bytes
import CSystem
import Glibc

/// Where records are written: a file, or a stream such as a pipe.
package final class RecordingFile {
  package let descriptor: Descriptor
  /// Whether it is a regular file, which can be truncated.
  package let isRegular: Bool
  /// Bytes written.
  package private(set) var size: Int64 = 0

  package init(_ descriptor: Descriptor, isRegular: Bool) {
    self.descriptor = descriptor
    self.isRegular = isRegular
  }

  /// Writes as many of the bytes as possible without waiting for a reader.
  /// - Returns: the number of bytes written; fewer than all on an error, or if a pipe is full.
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
        // A device that accepts nothing and reports no error would be retried forever.
        let code = count == 0 ? EIO : errno
        if code == EINTR { continue }
        if code != EAGAIN { failure = SystemError(code: code) }
        break
      }
    }
    size += Int64(taken)
    return (taken, failure)
  }

  /// Removes what was written after `size`.
  package func cut(to size: Int64) {
    guard isRegular, ftruncate(descriptor.raw, off_t(size)) == 0 else { return }
    self.size = size
  }

  /// Has the system write its buffers, so that it reports errors.
  package func synchronize() throws(SystemError) {
    guard isRegular, fsync(descriptor.raw) != 0 else { return }
    let code = errno
    // Some file systems do not support it.
    if code != EINVAL, code != ENOSYS { throw SystemError(code: code) }
  }

  /// Waits for a reader, at most `milliseconds`.
  package func waitForRoom(_ milliseconds: Int32) {
    var wait = pollfd(fd: descriptor.raw, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&wait, 1, milliseconds)
  }
}

extension RecordingFile {
  /// Standard output, which is never truncated. A pipe is opened again, so that non-blocking mode
  /// does not affect other programs.
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
