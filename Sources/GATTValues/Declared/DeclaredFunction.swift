/// An algorithm that a declaration calls.
enum DeclaredFunction: Int32, CaseIterable {
  /// 1.1 to the power of the number less 64, and 0 for 0 (GATT Specification Supplement).
  case power = 1
  /// Which of TI's SensorTags the peer is: 1 with the CC2541, 2 with the CC2650; 0: not known.
  case sensorTagGeneration
  /// Its firmware revision, in hundredths.
  case sensorTagFirmware
  /// The range of the CC2541's (1) or the CC2650's (2) accelerometer, in g, and where it is from.
  case sensorTagRange
  /// What the CC2650's IO Data mean; absent: not known.
  case sensorTagIOMode
  /// The TMP006's object temperature, of voltage and die temperature as they are sent; without
  /// arguments its calibration factor S0.
  case thermopile
  /// The SHT21's temperature (0) or relative humidity (1), of the number that is sent.
  case humidity
  /// The T5400's temperature, of the raw one, or pressure, of both; without arguments whether the
  /// calibration was read.
  case barometer
  /// Octets of an Eddystone-URL frame, as a URL.
  case eddystoneURL
  /// CBOR, in diagnostic notation (RFC 8949, 8).
  case cbor
  /// A Report Map of HID, with keys of its own.
  case hidReportMap
  /// A report of HID, by the Report Map and the Report Reference, with keys of its own.
  case hidReport
  /// Whether the rest of the value is text.
  case isText
  /// A Find My key: 22 octets and the two bits that the sender's address replaces in the first one, after the rest
  /// of the key, which is that address.
  case findMyKey
  /// An IPv4 address with dots.
  case ipv4

  init?(named name: String) {
    switch name {
    case "power_1_1": self = .power
    case "sensortag_generation": self = .sensorTagGeneration
    case "sensortag_firmware": self = .sensorTagFirmware
    case "sensortag_range": self = .sensorTagRange
    case "sensortag_io_mode": self = .sensorTagIOMode
    case "tmp006": self = .thermopile
    case "sht21": self = .humidity
    case "t5400": self = .barometer
    case "eddystone_url": self = .eddystoneURL
    case "cbor": self = .cbor
    case "hid_report_map": self = .hidReportMap
    case "hid_report": self = .hidReport
    case "is_text": self = .isText
    case "find_my_key": self = .findMyKey
    case "ipv4": self = .ipv4
    default: return nil
    }
  }

  /// What it is applied to.
  enum Operand { case number, octets, arguments }

  var operand: Operand {
    switch self {
    case .power: .number
    case .eddystoneURL, .cbor, .findMyKey, .ipv4: .octets
    default: .arguments
    }
  }

  /// Whether it shows what it finds by keys of its own.
  var hasOwnKeys: Bool { self == .hidReportMap || self == .hidReport }

  /// How many arguments it takes.
  var argumentCounts: Set<Int> {
    switch self {
    case .sensorTagRange: [1]
    case .thermopile: [0, 2]
    case .humidity: [2]
    case .barometer: [0, 1, 2]
    default: [0]
    }
  }

  /// Whether it says where the number is from.
  var hasSource: Bool { self == .sensorTagRange }

  /// Whether it gives a measure, and no whole number.
  func givesMeasure(_ arguments: Int) -> Bool {
    switch self {
    case .thermopile, .humidity: true
    case .barometer: arguments > 0
    default: false
    }
  }
}

/// A function with the expressions of its arguments.
struct CallCode: Equatable, Sendable {
  var function: Int32 = 0
  var first: Int32 = 0
  var second: Int32 = 0

  var count: Int { first == 0 ? 0 : second == 0 ? 1 : 2 }
}
