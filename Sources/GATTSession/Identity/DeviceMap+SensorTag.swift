import ATTDissector

/// The SensorTags of Texas Instruments.
///
/// Handles: public listings (gatttool) of a CC2650 SensorTag, which agree with TI's attribute table
/// for its firmware 1.01 of March 2015, and of a CC2541 SensorTag. Other firmware of the latter has
/// other handles. Lengths: TI's user guides.
extension DeviceMap {
  /// The map of the devices that advertise a name, or have it as their Device Name.
  static func named(_ name: String) -> DeviceMap? {
    switch name {
    case "CC2650 SensorTag", "SensorTag 2.0": cc2650
    case "SensorTag", "TI BLE Sensor Tag": cc2541
    default: nil
    }
  }

  private static let cc2650 = DeviceMap(
    "CC2650 SensorTag",
    [
      Service(
        0x01...0x07, 0x1800,
        [
          .init(0x03, 0x2A00, .read),
          .init(0x05, 0x2A01, .read, 2),
          .init(0x07, 0x2A04, .read, 8),
        ]),
      Service(
        0x08...0x0B, 0x1801,
        [
          .init(0x0A, 0x2A05, .indicate, 4)
        ]),
      Service(
        0x0C...0x1E, 0x180A,
        [
          .init(0x0E, 0x2A23, .read, 8),
          .init(0x10, 0x2A24, .read),
          .init(0x12, 0x2A25, .read),
          .init(0x14, 0x2A26, .read),
          .init(0x16, 0x2A27, .read),
          .init(0x18, 0x2A28, .read),
          .init(0x1A, 0x2A29, .read),
          .init(0x1C, 0x2A2A, .read),
          .init(0x1E, 0x2A50, .read, 7),
        ]),
      Service(
        0x1F...0x26, .ti(0xAA00),
        [
          .init(0x21, .ti(0xAA01), [.read, .notify], 4),
          .init(0x24, .ti(0xAA02), [.read, .write], 1),
          .init(0x26, .ti(0xAA03), [.read, .write], 1),
        ]),
      Service(
        0x27...0x2E, .ti(0xAA20),
        [
          .init(0x29, .ti(0xAA21), [.read, .notify], 4),
          .init(0x2C, .ti(0xAA22), [.read, .write], 1),
          .init(0x2E, .ti(0xAA23), [.read, .write], 1),
        ]),
      Service(
        0x2F...0x36, .ti(0xAA40),
        [
          .init(0x31, .ti(0xAA41), [.read, .notify], 6),
          .init(0x34, .ti(0xAA42), [.read, .write], 1),
          .init(0x36, .ti(0xAA44), [.read, .write], 1),
        ]),
      Service(
        0x37...0x3E, .ti(0xAA80),
        [
          .init(0x39, .ti(0xAA81), [.read, .notify], 18),
          .init(0x3C, .ti(0xAA82), [.read, .write], 2),
          .init(0x3E, .ti(0xAA83), [.read, .write], 1),
        ]),
      Service(
        0x3F...0x46, .ti(0xAA70),
        [
          .init(0x41, .ti(0xAA71), [.read, .notify], 2),
          .init(0x44, .ti(0xAA72), [.read, .write], 1),
          .init(0x46, .ti(0xAA73), [.read, .write], 1),
        ]),
      Service(
        0x47...0x4B, 0xFFE0,
        [
          .init(0x49, 0xFFE1, .notify, 1)
        ]),
      Service(
        0x4C...0x50, .ti(0xAA64),
        [
          .init(0x4E, .ti(0xAA65), [.read, .write], 1),
          .init(0x50, .ti(0xAA66), [.read, .write], 1),
        ]),
      Service(
        0x51...0x58, .ti(0xAC00),
        [
          .init(0x53, .ti(0xAC01), [.read, .write, .notify]),
          .init(0x56, .ti(0xAC02), [.read, .write]),
          .init(0x58, .ti(0xAC03), [.read, .write]),
        ]),
      Service(
        0x59...0x60, .ti(0xCCC0),
        [
          .init(0x5B, .ti(0xCCC1), [.read, .notify]),
          .init(0x5E, .ti(0xCCC2), .write),
          .init(0x60, .ti(0xCCC3), .write),
        ]),
      Service(
        0x61...0x68, .ti(0xFFC0),
        [
          .init(0x63, .ti(0xFFC1), [.write, .writeWithoutResponse, .notify]),
          .init(0x67, .ti(0xFFC2), [.write, .writeWithoutResponse, .notify]),
        ]),
    ])

  private static let cc2541 = DeviceMap(
    "CC2541 SensorTag",
    [
      Service(
        0x01...0x0B, 0x1800,
        [
          .init(0x03, 0x2A00, .read),
          .init(0x05, 0x2A01, .read, 2),
          .init(0x07, 0x2A02, [.read, .write]),
          .init(0x09, 0x2A03, .write),
          .init(0x0B, 0x2A04, .read, 8),
        ]),
      Service(
        0x0C...0x0F, 0x1801,
        [
          .init(0x0E, 0x2A05, .indicate, 4)
        ]),
      Service(
        0x10...0x22, 0x180A,
        [
          .init(0x12, 0x2A23, .read, 8),
          .init(0x14, 0x2A24, .read),
          .init(0x16, 0x2A25, .read),
          .init(0x18, 0x2A26, .read),
          .init(0x1A, 0x2A27, .read),
          .init(0x1C, 0x2A28, .read),
          .init(0x1E, 0x2A29, .read),
          .init(0x20, 0x2A2A, .read),
          .init(0x22, 0x2A50, .read, 7),
        ]),
      Service(
        0x23...0x2A, .ti(0xAA00),
        [
          .init(0x25, .ti(0xAA01), [.read, .notify], 4),
          .init(0x29, .ti(0xAA02), [.read, .write], 1),
        ]),
      Service(
        0x2B...0x35, .ti(0xAA10),
        [
          .init(0x2D, .ti(0xAA11), [.read, .notify], 3),
          .init(0x31, .ti(0xAA12), [.read, .write], 1),
          .init(0x34, .ti(0xAA13), [.read, .write], 1),
        ]),
      Service(
        0x36...0x3D, .ti(0xAA20),
        [
          .init(0x38, .ti(0xAA21), [.read, .notify], 4),
          .init(0x3C, .ti(0xAA22), [.read, .write], 1),
        ]),
      Service(
        0x3E...0x48, .ti(0xAA30),
        [
          .init(0x40, .ti(0xAA31), [.read, .notify], 6),
          .init(0x44, .ti(0xAA32), [.read, .write], 1),
          .init(0x47, .ti(0xAA33), [.read, .write], 1),
        ]),
      Service(
        0x49...0x54, .ti(0xAA40),
        [
          .init(0x4B, .ti(0xAA41), [.read, .notify], 4),
          .init(0x4F, .ti(0xAA42), [.read, .write], 1),
          .init(0x52, .ti(0xAA43), .read, 16),
        ]),
      Service(
        0x55...0x5C, .ti(0xAA50),
        [
          .init(0x57, .ti(0xAA51), [.read, .notify], 6),
          .init(0x5B, .ti(0xAA52), [.read, .write], 1),
        ]),
      Service(
        0x5D...0x61, 0xFFE0,
        [
          .init(0x5F, 0xFFE1, .notify, 1)
        ]),
      Service(
        0x62...0x68, .ti(0xAA60),
        [
          .init(0x64, .ti(0xAA61), .read),
          .init(0x67, .ti(0xAA62), [.read, .write]),
        ]),
      Service(
        0x69...0x73, .ti(0xCCC0),
        [
          .init(0x6B, .ti(0xCCC1), [.read, .notify]),
          .init(0x6F, .ti(0xCCC2), .write),
          .init(0x72, .ti(0xCCC3), .write),
        ]),
      Service(
        0x74...0x7B, .ti(0xFFC0),
        [
          .init(0x76, .ti(0xFFC1), [.write, .writeWithoutResponse, .notify]),
          .init(0x7A, .ti(0xFFC2), [.write, .writeWithoutResponse, .notify]),
        ]),
    ])
}

extension BluetoothUUID {
  /// TI's own UUIDs: F000AA01-0451-4000-B000-000000000000.
  fileprivate static func ti(_ short: UInt16) -> BluetoothUUID {
    BluetoothUUID(value: 0xF000_0000_0451_4000_B000_0000_0000_0000 | UInt128(short) << 96)
  }
}
