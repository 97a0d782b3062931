import BTSnoop
import Bytes

/// Unix seconds as a date and time of day, proleptic Gregorian, UTC.
package struct CalendarTime: Equatable, Sendable {
  package var year: Int64
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  package init(unixSeconds: Int64) {
    var days = unixSeconds / 86_400
    var rest = unixSeconds % 86_400
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    hour = Int(rest / 3600)
    minute = Int(rest / 60 % 60)
    second = Int(rest % 60)
    let date = CivilDay(number: days)
    (year, month, day) = (date.year, Int(date.month), Int(date.day))
  }
}

/// Writes times as RFC 3339; the part up to the second is cached, since most records share it.
package struct TimestampWriter: ~Copyable {
  private var second: Int64?
  private var isWritable = false
  private var text = ByteWriter(capacity: 64)

  package init() {}

  /// Writes `2026-03-01T09:00:00.123456Z`.
  /// - Returns: `false`, with nothing written, outside the years 0000 to 9999.
  package mutating func write(_ time: CaptureTime, decimals: Int, to out: inout ByteWriter) -> Bool
  {
    if second != time.seconds {
      second = time.seconds
      text.removeAll()
      isWritable = Self.writeDate(time.seconds, separator: "T", to: &text)
    }
    guard isWritable else { return false }
    out.append(text.bytes)
    out.append(".")
    out.append(nanoseconds: UInt64(time.nanoseconds), decimals: decimals)
    out.append("Z")
    return true
  }

  /// `2026-03-01T09:00:00`.
  static func writeDate(
    _ seconds: Int64, separator: StaticString, to out: inout ByteWriter
  ) -> Bool {
    // Years 0000 to 9999.
    guard (-62_167_219_200)...253_402_300_799 ~= seconds else { return false }
    let calendar = CalendarTime(unixSeconds: seconds)
    out.append(decimal: UInt64(calendar.year), digits: 4)
    out.append("-")
    out.append(decimal: UInt64(calendar.month), digits: 2)
    out.append("-")
    out.append(decimal: UInt64(calendar.day), digits: 2)
    out.append(separator)
    writeTimeOfDay(calendar, to: &out)
    return true
  }

  static func writeTimeOfDay(_ calendar: CalendarTime, to out: inout ByteWriter) {
    out.append(decimal: UInt64(calendar.hour), digits: 2)
    out.append(":")
    out.append(decimal: UInt64(calendar.minute), digits: 2)
    out.append(":")
    out.append(decimal: UInt64(calendar.second), digits: 2)
  }
}
