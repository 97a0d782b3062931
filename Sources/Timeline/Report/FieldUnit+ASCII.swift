import Bytes
import GATTValues

extension ByteWriter {
  /// A number with at most so many decimals, zeros at the end left out.
  mutating func append(number value: Double, decimals: Int, trimmed: Bool) {
    let start = count
    append(number: value, decimals: decimals)
    guard trimmed, decimals > 0, value.isFinite, value.magnitude < 1e15 else { return }
    var end = count
    while end > start, bytes.uint8(at: end - 1) == 0x30 { end -= 1 }
    if end > start, bytes.uint8(at: end - 1) == 0x2E { end -= 1 }
    truncate(to: end)
  }
}

extension FieldUnit {
  /// The unit in the letters that the report is made of.
  var ascii: StaticString {
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
