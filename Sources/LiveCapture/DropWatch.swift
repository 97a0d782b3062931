import BTSnoop

/// Assigns the kernel's count of lost packets to the records after the loss.
///
/// A full receive buffer drops new packets; those in it are older than the loss. So a loss seen now
/// is reported with the first record received after now, or after the buffer was seen empty.
struct DropWatch {
  /// Packets lost so far.
  private(set) var total: UInt64 = 0
  /// Packets lost before the next record to deliver.
  private(set) var reported: UInt64 = 0
  private var last: UInt32 = 0
  private var seen: CaptureTime?

  /// - counter: the kernel's: 32 bits that wrap around.
  /// - isEmpty: whether the buffer is empty now.
  mutating func look(_ counter: UInt32, now: CaptureTime, isEmpty: Bool) {
    let new = counter &- last
    last = counter
    if new > 0 {
      total += UInt64(new)
      seen = now
    }
    if isEmpty { tell() }
  }

  /// - time: when the next record to deliver was received.
  @inline(__always)
  mutating func pass(_ time: CaptureTime) {
    if let seen, time > seen { tell() }
  }

  /// For a new socket, which counts from 0.
  mutating func restart() {
    last = 0
    tell()
  }

  private mutating func tell() {
    reported = total
    seen = nil
  }
}
