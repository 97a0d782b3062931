import Bytes
import CSystem
import Glibc

/// Writes to an output without waiting for its reader.
///
/// The descriptor may be shared with other programs, so its flags are left alone. Instead the
/// system is asked whether a write would block, or the underlying file is opened again.
package final class ReadyOutput {
  private enum Kind {
    /// A file, which needs no reader.
    case file
    case pipe, socket
    /// A terminal, opened again if possible.
    case terminal(Descriptor?)
    /// It does not block by itself.
    case ready
  }

  package let descriptor: Descriptor
  private let kind: Kind

  package init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    var status = stat()
    _ = unsafe fstat(descriptor.raw, &status)
    switch status.st_mode & S_IFMT {
    case S_IFIFO: kind = .pipe
    case S_IFSOCK: kind = .socket
    case S_IFCHR where descriptor.isTerminal:
      let raw = unsafe open(
        "/proc/self/fd/\(descriptor.raw)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      kind = .terminal(raw < 0 ? nil : Descriptor(raw: raw, owned: true))
    default: kind = .file
    }
  }

  /// - descriptor: this program's alone, and opened so that it does not block.
  package init(nonBlocking descriptor: Descriptor) {
    self.descriptor = descriptor
    kind = .ready
  }

  /// A pipe that is ready for output takes this much (pipe(7)).
  private static let pipePiece = Int(PIPE_BUF)
  /// A terminal that is ready for output has room for about this much.
  private static let terminalPiece = 64

  /// Writes the bytes from `start` on.
  /// - Returns: the number of bytes written; fewer than all if writing more would block.
  package func write(_ all: RawSpan, from start: Int = 0) throws(SystemError) -> Int {
    let bytes = all.clamped(start)
    switch kind {
    case .file:
      try descriptor.write(bytes)
      return bytes.byteCount
    case .pipe: return try writePieces(bytes, piece: Self.pipePiece)
    case .socket:
      return try unsafe repeated(bytes) { unsafe send(descriptor.raw, $0, $1, Self.noWait) }
    case .terminal(let own?):
      return try unsafe repeated(bytes) { unsafe Glibc.write(own.raw, $0, $1) }
    case .terminal(nil): return try writePieces(bytes, piece: Self.terminalPiece)
    case .ready:
      return try unsafe repeated(bytes) { unsafe Glibc.write(descriptor.raw, $0, $1) }
    }
  }

  private static let noWait = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)

  private func writePieces(_ bytes: RawSpan, piece: Int) throws(SystemError) -> Int {
    var done = 0
    while done < bytes.byteCount, hasRoom {
      try descriptor.write(bytes.clamped(done, count: piece))
      done += min(piece, bytes.byteCount - done)
    }
    return done
  }

  private func repeated(
    _ bytes: RawSpan, _ body: (UnsafeRawPointer?, Int) -> Int
  ) throws(SystemError) -> Int {
    var done = 0
    while done < bytes.byteCount {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe body(buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        if code == EAGAIN { break }
        throw SystemError(code: code)
      }
      done += count
    }
    return done
  }

  private var hasRoom: Bool {
    var wait = pollfd(fd: descriptor.raw, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&wait, 1, 0) > 0
  }
}
