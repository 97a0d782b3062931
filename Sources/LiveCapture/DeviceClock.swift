import BTSnoop

/// From the ticks of a device to the wall clock.
///
/// The ticks count from any moment, fall when the device begins anew, wrap around at 32 bits or
/// before (Zephyr derives them from a counter of cycles, of which 32 bits last from a minute to days),
/// and may run fast (it divides by a rounded number). Two facts hold all the same, and what says
/// otherwise is anchored anew: no record is of later than its reading, and none is much older than
/// the last moment at which the line was empty.
struct DeviceClock {
  /// Nanoseconds of a tick: 1/10 ms (BlueZ, doc/btsnoop-protocol.rst).
  private static let tick: Int64 = 100_000
  /// Nanoseconds that a device may hold a record back; Zephyr's logging thread sleeps a second.
  static let patience: Int64 = 2_000_000_000

  /// What `offset` counts from.
  private var anchor: CaptureTime?
  /// Ticks since the anchor.
  private var offset: Int64 = 0
  private var last: UInt32 = 0

  /// - now: when the record was read.
  /// - emptied: a moment before that at which the line was empty.
  mutating func time(_ ticks: UInt32, now: CaptureTime, emptied: CaptureTime) -> CaptureTime {
    // Records may come a little out of their order: a log is written when there is time for it.
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

  /// Another device, or the same after a while.
  mutating func reset() { anchor = nil }
}
