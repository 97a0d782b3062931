import BTSnoop

/// The writes to the attribute that most of a connection's writes are for. Very many are an update
/// of firmware, after which devices reboot without a word.
struct LargeWrite {
  private struct Writes {
    var handle: UInt16
    var count = 1
    var last: CaptureTime
  }

  private var most: Writes?
  /// The writes to it less those to others: the attribute changes where others prevail.
  private var lead = 0
  /// The last others, one after the other to one attribute: an update may follow many other writes.
  private var others: Writes?

  /// The fewest writes of an update.
  private static let fewest = 1000
  /// The longest time from the last write until a device reboots, with the supervision timeout that
  /// follows: 60 s, in nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  mutating func note(_ handle: UInt16, at time: CaptureTime) {
    if most?.handle == handle {
      most?.count += 1
      most?.last = time
      lead += 1
      return
    }
    if others?.handle == handle {
      others?.count += 1
      others?.last = time
    } else {
      others = Writes(handle: handle, last: time)
    }
    if lead > 0 {
      lead -= 1
    } else {
      (most, others, lead) = (others, nil, 1)
    }
  }

  /// How many writes an update took that ended just before a time; `nil` if there was none.
  func count(before time: CaptureTime) -> Int? {
    [most, others].compactMap { $0 }
      .filter { $0.count >= Self.fewest && time.nanoseconds(since: $0.last) <= Self.patience }
      .max { $0.last < $1.last }?.count
  }
}
