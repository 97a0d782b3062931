import Bytes
import GATTValues
import Timeline
import Vocabulary

/// The clock by which a value says when it was measured, where that is not when it was sent.
enum PageOwnTime {
  case ofDevice, beforeSent

  var words: StaticString {
    switch self {
    case .ofDevice: "by the clock of the device"
    case .beforeSent: "counted back from when they were sent"
    }
  }

  /// Keys of dates, the surest first.
  private static let dates = ["measured_at", "time_stamp", "timestamp"].map {
    Key(named: $0, unit: .none)
  }
  private static let minutesAgo = Key(
    named: "minutes_ago", unit: FieldUnit(declaring: "min", ascii: "min"))

  /// - sent: seconds since 1970.
  /// - Returns: seconds since 1970; `nil`: the value says nothing of it.
  static func of(
    _ fields: borrowing FieldBuffer, sent: Double
  ) -> (clock: PageOwnTime, seconds: Double)? {
    for key in dates {
      for index in fields.fields.indices
      where fields.fields[index].key == key && fields.fields[index].shape == .single {
        guard case .text(let place) = fields.fields[index].value,
          let seconds = date(fields.storage.bytes.clamped(place))
        else { continue }
        return (.ofDevice, seconds)
      }
    }
    return fields.number(minutesAgo).map { (.beforeSent, sent - $0 * 60) }
  }

  /// `2024-03-01T00:09:58` as seconds since 1970; fractions are left out.
  static func date(_ text: RawSpan) -> Double? {
    func number(_ start: Int, _ count: Int) -> Int? {
      var value = 0
      for place in start..<start + count {
        guard place < text.byteCount else { return nil }
        let digit = Int(text.uint8(at: place)) - 0x30
        guard (0...9).contains(digit) else { return nil }
        value = value * 10 + digit
      }
      return value
    }
    guard text.byteCount >= 19, let year = number(0, 4), let month = number(5, 2),
      let day = number(8, 2), let hour = number(11, 2), let minute = number(14, 2),
      let second = number(17, 2), (1...12).contains(month), hour < 24, minute < 60, second < 60
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length = month == 2 ? isLeap ? 29 : 28 : [4, 6, 9, 11].contains(month) ? 30 : 31
    guard (1...length).contains(day) else { return nil }
    // Days of the Gregorian calendar since 1970, with years that begin in March.
    let years = month > 2 ? year : year - 1
    let days =
      365 * years + years / 4 - years / 100 + years / 400 + (153 * ((month + 9) % 12) + 2) / 5
      + day - 719_469
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }
}
