import BTSnoop

/// From the kernel's count of lost packets to the records that stand behind the loss.
///
/// A receive buffer that is full loses what comes; what it holds is older than the loss. So a loss
/// that is seen now is told with the first record that came after now, or after the buffer was seen
/// empty.
struct DropWatch {
  /// Packets lost so far.
  private(set) var total: UInt64 = 0
  /// Packets that were lost before the record that is handed over next.
  private(set) var told: UInt64 = 0
  private var last: UInt32 = 0
  private var seen: CaptureTime?

  /// - counter: as the kernel has it: 32 bits that wrap around.
  /// - isEmpty: whether the buffer holds nothing now.
  mutating func look(_ counter: UInt32, now: CaptureTime, isEmpty: Bool) {
    let new = counter &- last
    last = counter
    if new > 0 {
      total += UInt64(new)
      seen = now
    }
    if isEmpty { tell() }
  }

  /// - time: when the record came that is handed over next.
  @inline(__always)
  mutating func pass(_ time: CaptureTime) {
    if let seen, time > seen { tell() }
  }

  /// Another socket, which counts from 0.
  mutating func restart() {
    last = 0
    tell()
  }

  private mutating func tell() {
    told = total
    seen = nil
  }
}
