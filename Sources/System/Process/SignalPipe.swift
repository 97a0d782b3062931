import Bytes
import CSystem
import Glibc

/// A pipe into which the handler of a signal writes, so that `poll` can wait for the signal.
struct SignalPipe {
  /// Readable once a signal has arrived.
  let reader: Descriptor
  /// Where a handler writes a byte; a full pipe does not block it.
  let writer: Descriptor

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reader = Descriptor(raw: ends[0], owned: true)
    writer = Descriptor(raw: ends[1], owned: true)
  }

  /// Empties it.
  /// - Returns: the last byte; `nil` if there was none.
  func take() -> UInt8? {
    guard reader.hasInput else { return nil }
    var read = ReadBuffer(capacity: 64)
    var last: UInt8?
    while let count = try? read.fill(from: reader), count > 0 {
      last = read.bytes.uint8(at: count - 1)
      read.consume(count)
    }
    return last
  }

  /// Whether a signal is ignored, which a parent process may have wanted.
  static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
