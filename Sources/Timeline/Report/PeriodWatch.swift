import BTSnoop
import Bytes
import GATTSession

/// Watches notifications that come at a steady pace, to find missing ones.
struct PeriodWatch {
  struct Gap {
    /// Nanoseconds.
    let length: Int64
    let expected: Int64
  }

  private struct Key: Hashable {
    let connection: Int
    let handle: UInt16

    func hash(into hasher: inout Hasher) {
      hasher.combine(connection << 16 | Int(handle))
    }
  }

  private struct Pace {
    var last: CaptureTime
    /// The latest intervals; the oldest is at `next` once there are so many.
    var intervals = [8 of Int64](repeating: 0)
    var next = 0
    var count = 0

    mutating func add(_ interval: Int64) {
      intervals[next] = interval
      next = (next + 1) % PeriodWatch.length
      count = min(count + 1, PeriodWatch.length)
    }

    /// A notification comes.
    mutating func gap(before time: CaptureTime, on connection: Connection) -> Gap? {
      let interval = min(max(time.nanoseconds(since: last), 0), PeriodWatch.longest)
      last = time
      // Nearly all come sooner, whatever the pace is.
      if interval >= PeriodWatch.shortest + PeriodWatch.least {
        // Shorter than the connection interval it is a burst, not a pace.
        let linkInterval =
          connection.interval * Int64(connection.state.subrate)
        let pace = expected(longerThan: max(linkInterval, PeriodWatch.shortest))
        if let pace, interval > pace + pace / 2, interval - pace >= PeriodWatch.least {
          count = 0
          next = 0
          return Gap(length: interval, expected: pace)
        }
      }
      add(interval)
      return nil
    }

    /// The pace, if the last intervals had a steady one.
    /// - shortest: what is no pace, but a burst.
    func expected(longerThan shortest: Int64) -> Int64? {
      guard count == PeriodWatch.length else { return nil }
      let sorted = intervals.indices.map { intervals[$0] }.sorted()
      let median = (sorted[3] + sorted[4]) / 2
      let isSteady =
        median > shortest && sorted[0] > median - median / 4 && sorted[7] < median + median / 4
      return isSteady ? median : nil
    }
  }

  /// The number of intervals that establish a pace.
  private static let length = 8
  /// The shortest pace: 20 ms, in nanoseconds.
  private static let shortest: Int64 = 20_000_000
  /// How late a notification must be: less is within the pace of the link, 100 ms in nanoseconds.
  private static let least: Int64 = 100_000_000
  /// Intervals are clamped here, so that sums of a few never overflow: 73 years, in nanoseconds.
  private static let longest = Int64.max / 4
  /// The most characteristics that are watched at a time.
  private static let cap = 1024

  private var paces: [Key: Pace] = [:]

  /// The gap before a notification, if earlier ones had a steady pace and it is late by more than
  /// half of that.
  mutating func gap(of event: borrowing Event) -> Gap? {
    guard event.kind == .notification, let connection = event.connection,
      let handle = event.attribute?.handle
    else { return nil }
    let key = Key(connection: connection.ordinal, handle: handle)
    if let index = paces.index(forKey: key) {
      return paces.values[index].gap(before: event.time, on: connection)
    }
    if paces.count < Self.cap { paces[key] = Pace(last: event.time) }
    return nil
  }
}
