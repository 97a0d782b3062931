import ATTDissector

extension BluetoothUUID {
  /// F000xxxx-0451-4000-B000-000000000000.
  private static let sensorTagBase: UInt128 = 0xF000_0000_0451_4000_B000_0000_0000_0000

  /// A UUID on the vendor's base.
  package init(sensorTag number: UInt16) {
    self.init(value: Self.sensorTagBase | UInt128(number) << 96)
  }

  /// The number in a UUID on the vendor's base, `nil` for any other UUID.
  package var sensorTagNumber: UInt16? {
    let mask: UInt128 = 0xFFFF << 96
    return value & ~mask == Self.sensorTagBase ? UInt16(truncatingIfNeeded: value >> 96) : nil
  }
}
