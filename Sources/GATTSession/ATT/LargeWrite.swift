import BTSnoop

/// The writes to the attribute that most of a connection's writes are for. Very many are an update
/// of firmware, after which devices reboot without a word.
final class LargeWrite {
  private struct Writes {
    var handle: UInt16
    var count = 1
    /// How many of them differ from the one before: what only keeps a connection alive does not.
    var changes = 1
    let first: CaptureTime
    var last: CaptureTime
    /// A hash of its value.
    var value: Int

    init(_ handle: UInt16, at time: CaptureTime, _ value: Int) {
      self.handle = handle
      first = time
      last = time
      self.value = value
    }

    mutating func add(_ value: Int, at time: CaptureTime) {
      count += 1
      last = time
      if value != self.value { changes += 1 }
      self.value = value
    }
  }

  private var most: Writes?
  /// The writes to it less those to others: the attribute changes where others prevail.
  private var lead = 0
  /// The last others, one after the other to one attribute: an update may follow many other writes.
  private var others: Writes?

  /// The fewest writes of an update that differ from the one before.
  private static let fewest = 1000
  /// The slowest pace of an update, all pauses included: four writes a second, in nanoseconds.
  private static let slowest: Int64 = 250_000_000
  /// The longest time from the last write until a device reboots, with the supervision timeout that
  /// follows: 60 s, in nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  /// - value: a hash of it.
  func note(_ handle: UInt16, value: Int, at time: CaptureTime) {
    if most?.handle == handle {
      most?.add(value, at: time)
      lead += 1
      return
    }
    if others?.handle == handle {
      others?.add(value, at: time)
    } else {
      others = Writes(handle, at: time, value)
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
      .filter {
        $0.changes >= Self.fewest && time.nanoseconds(since: $0.last) <= Self.patience
          && $0.last.nanoseconds(since: $0.first) / Int64($0.count) <= Self.slowest
      }
      .max { $0.last < $1.last }?.count
  }
}
