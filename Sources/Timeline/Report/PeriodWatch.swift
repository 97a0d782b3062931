import BTSnoop
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
    let attribute: ObjectIdentifier
  }

  private struct Pace {
    var last: CaptureTime
    var intervals: [Int64] = []
  }

  /// The number of intervals that establish a pace.
  private static let length = 8
  /// How late a notification must be: less is within the pace of the link, 100 ms in nanoseconds.
  private static let least: Int64 = 100_000_000
  /// Intervals are clamped here, so that sums of a few never overflow: 73 years, in nanoseconds.
  private static let longest = Int64.max / 4
  /// The most characteristics that are watched at a time.
  private static let cap = 1024

  private var paces: [Key: Pace] = [:]

  /// The gap before a notification, if earlier ones had a steady pace and it is late by more than
  /// half of that.
  mutating func gap(_ event: borrowing Event) -> Gap? {
    guard event.kind == .notification, let connection = event.connection,
      let attribute = event.attribute
    else { return nil }
    let key = Key(connection: connection.ordinal, attribute: ObjectIdentifier(attribute))
    guard var pace = paces[key] else {
      if paces.count < Self.cap { paces[key] = Pace(last: event.time) }
      return nil
    }
    let interval = min(max(event.time.nanoseconds(since: pace.last), 0), Self.longest)
    pace.last = event.time
    var found: Gap?
    if pace.intervals.count == Self.length {
      let sorted = pace.intervals.sorted()
      let median = (sorted[3] + sorted[4]) / 2
      // Shorter than the connection interval it is a burst, not a pace.
      let linkInterval = Int64(connection.intervals.last ?? 0) * 1_250_000
      let isSteady =
        median > max(linkInterval, 20_000_000) && sorted[0] > median - median / 4
        && sorted[7] < median + median / 4
      if isSteady, interval > median + median / 2, interval - median >= Self.least {
        found = Gap(length: interval, expected: median)
        pace.intervals.removeAll(keepingCapacity: true)
        paces[key] = pace
        return found
      }
      pace.intervals.removeFirst()
    }
    pace.intervals.append(interval)
    paces[key] = pace
    return found
  }
}
