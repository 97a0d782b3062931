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
          let seconds = CivilDay.seconds(of: fields.storage.bytes.clamped(place))
        else { continue }
        return (.ofDevice, Double(seconds))
      }
    }
    return fields.number(minutesAgo).map { (.beforeSent, sent - $0 * 60) }
  }
}
