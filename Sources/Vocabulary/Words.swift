import ATTDissector

/// The lists of words fixed by tables of the specification.
enum Words {
  static var properties: [String] { CharacteristicProperties.words.map(\.1.description) }
  static var hciStatuses: [String] { all { HCIStatusName.name(of: $0) } }
  static var pairingFailures: [String] { all { SMPName.failure($0) } }
  static var attErrors: [String] { all { ATTErrorName.name(of: $0) } + ["\(ATTErrorName.timeout)"] }
  static var addressTypes: [String] {
    BluetoothAddress.Kind.named.compactMap { $0.name?.description }
  }
  /// Words for the types of addresses on the air.
  static var airAddressTypes: [String] {
    [BluetoothAddress.Kind.public, .random].compactMap { $0.name?.description }
  }
  /// LE 1M and LE Coded.
  static var scannedPHYs: [String] {
    [1, 3].compactMap { LEPHYUpdateComplete.name(of: $0)?.description }
  }
  static var keypresses: [String] {
    all { SMPName.keypress($0) } + [SMPName.reservedKeypress.description]
  }

  private static func all(_ name: (UInt8) -> StaticString?) -> [String] {
    (0...UInt8.max).compactMap { name($0)?.description }
  }
}
