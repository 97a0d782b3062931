/// The unit of a field; the list is fixed, since scripts read it.
package enum FieldUnit: String, Sendable {
  case none = ""
  case beatsPerMinute = "bpm"
  case celsius = "°C"
  case fahrenheit = "°F"
  case percent = "%"
  case hectopascal = "hPa"
  case gravity = "g"
  case degreesPerSecond = "°/s"
  case microtesla = "µT"
  case lux = "lx"
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "µs"
  case decibelMilliwatts = "dBm"
  case kilojoules = "kJ"
  case octets = "B"
  case meters = "m"
  case metersPerSecond = "m/s"
  case perMinute = "1/min"

  /// The unit in ASCII, as the report needs it.
  package var ascii: StaticString {
    switch self {
    case .celsius: "C"
    case .degreesPerSecond: "dps"
    case .microtesla: "uT"
    case .microseconds: "us"
    case .lux: "lux"
    case .beatsPerMinute: "bpm"
    case .percent: "%"
    case .hectopascal: "hPa"
    case .gravity: "g"
    case .seconds: "s"
    case .milliseconds: "ms"
    case .decibelMilliwatts: "dBm"
    case .kilojoules: "kJ"
    default: ""
    }
  }
}
