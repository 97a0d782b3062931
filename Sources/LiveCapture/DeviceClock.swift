import BTSnoop

/// Converts the ticks of a device to the wall clock.
///
/// The ticks start at any value, fall when the device restarts, wrap around at 32 bits or earlier
/// (Zephyr derives them from a cycle counter, whose 32 bits last from a minute to days), and may
/// run fast (it divides by a rounded number). Two facts always hold: no record is newer than the
/// moment it is read, and none is much older than the last moment at which the line was empty. A
/// time that violates them sets a new anchor.
struct DeviceClock {
  /// Nanoseconds of a tick: 1/10 ms (BlueZ, doc/btsnoop-protocol.rst).
  private static let tick: Int64 = 100_000
  /// Nanoseconds that a device may delay a record; Zephyr's logging thread sleeps a second.
  static let patience: Int64 = 2_000_000_000

  /// The start of `offset`.
  private var anchor: CaptureTime?
  /// Ticks since the anchor.
  private var offset: Int64 = 0
  private var last: UInt32 = 0

  /// - now: when the record was read.
  /// - emptied: an earlier moment at which the line was empty.
  mutating func time(_ ticks: UInt32, now: CaptureTime, emptied: CaptureTime) -> CaptureTime {
    // Records may be slightly out of order: a log is written when there is time for it.
    let step = Int32(bitPattern: ticks &- last)
    last = ticks
    guard let anchor else {
      self.anchor = now
      offset = 0
      return now
    }
    offset += Int64(step)
    let time = CaptureTime(
      seconds: anchor.seconds,
      excessNanoseconds: Int64(anchor.nanoseconds) + offset * Self.tick)
    if time <= now, time.nanoseconds(since: emptied) >= -Self.patience { return time }
    self.anchor = now
    offset = 0
    return now
  }

  /// For another device, or the same one after a break.
  mutating func reset() { anchor = nil }
}
