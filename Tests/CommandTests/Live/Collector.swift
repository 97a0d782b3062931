import Bytes
import Foundation
import System

/// Reads all that comes from a descriptor, and notes when.
final class Collector: Sendable {
  struct Piece {
    /// As of `MonotonicTime`.
    let time: Int64
    let bytes: [UInt8]
  }

  private struct State {
    var pieces: [Piece] = []
    var hasEnded = false
  }

  private let state = Locked(State())

  init(_ descriptor: Descriptor) {
    Thread.detachNewThread { [self] in
      var buffer = ReadBuffer()
      while let count = try? buffer.fill(from: descriptor), count > 0 {
        let piece = Piece(time: MonotonicTime.now(), bytes: buffer.bytes.copy())
        buffer.consume(count)
        state.withLock { $0.pieces.append(piece) }
      }
      state.withLock { $0.hasEnded = true }
    }
  }

  var pieces: [Piece] { state.withLock { $0.pieces } }
  var bytes: [UInt8] { pieces.flatMap(\.bytes) }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Waits until something is so, for some seconds at most.
  /// - Returns: whether it is.
  func wait(_ seconds: Double = 20, until isSo: (String) -> Bool) -> Bool {
    let end = MonotonicTime.now() + Int64(seconds * 1e9)
    while MonotonicTime.now() < end {
      if isSo(text) { return true }
      usleep(10_000)
    }
    return isSo(text)
  }

  /// Waits until the other side has closed it.
  func waitForEnd(_ seconds: Double = 20) -> Bool {
    let end = MonotonicTime.now() + Int64(seconds * 1e9)
    while MonotonicTime.now() < end {
      if state.withLock({ $0.hasEnded }) { return true }
      usleep(2000)
    }
    return false
  }
}
