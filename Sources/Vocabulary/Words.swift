import ATTDissector

/// The lists of words fixed by tables of the specification.
enum Words {
  static var properties: [String] { CharacteristicProperties.words.map(\.1.description) }
  static var hciStatuses: [String] { all { HCIStatusName.name($0) } }
  static var pairingFailures: [String] { all { SMPName.failure($0) } }
  static var attErrors: [String] { all { ATTErrorName.name($0) } + ["time_out"] }

  private static func all(_ name: (UInt8) -> StaticString?) -> [String] {
    (0...UInt8.max).compactMap { name($0)?.description }
  }
}
