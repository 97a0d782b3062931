import BTSnoop

/// The writes to the attribute that most of a connection's writes are for. Very many are an update
/// of firmware, after which devices reboot without a word.
struct LargeWrite {
  private var handle: UInt16 = 0
  private var writes = 0
  /// The writes to it less those to others: the attribute changes where others prevail.
  private var lead = 0
  private var last = CaptureTime(seconds: 0, nanoseconds: 0)

  /// The fewest writes of an update.
  private static let fewest = 1000
  /// The longest time from the last write until a device reboots, with the supervision timeout that
  /// follows: 60 s, in nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  mutating func note(_ handle: UInt16, at time: CaptureTime) {
    if handle == self.handle {
      writes += 1
      lead += 1
      last = time
    } else if lead > 0 {
      lead -= 1
    } else {
      self.handle = handle
      (writes, lead, last) = (1, 1, time)
    }
  }

  /// How many writes an update took that ended just before a time; `nil` if there was none.
  func count(before time: CaptureTime) -> Int? {
    writes >= Self.fewest && time.nanoseconds(since: last) <= Self.patience ? writes : nil
  }
}
