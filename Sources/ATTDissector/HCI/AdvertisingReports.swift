import Bytes

/// The type of the advertising PDU in a report, legacy or extended.
package struct AdvertisingType: Hashable, Sendable {
  /// The Event_Type bits of an extended report: 0 connectable, 1 scannable, 2 directed, 3 scan
  /// response, 4 legacy PDU; bits 5 and 6 are the data status.
  package var bits: UInt16

  package init(extended bits: UInt16) { self.bits = bits }

  /// The Event_Type of a legacy report (7.7.65.2), in the bits of an extended one.
  package init(legacy type: UInt8) {
    switch type {
    case 0: bits = 0x13
    case 1: bits = 0x15
    case 2: bits = 0x12
    case 3: bits = 0x10
    case 4: bits = 0x1A
    default: bits = 0x8010 | UInt16(type) << 8
    }
  }

  /// The Event_Type that a controller reports: some, such as those of iPhones, keep more in its upper half.
  package init(reported type: UInt8) {
    self.init(legacy: type & 0x0F <= 4 ? type & 0x0F : type)
  }

  package var isConnectable: Bool { bits & 0x01 != 0 }
  package var isDirected: Bool { bits & 0x04 != 0 }
  package var isScanResponse: Bool { bits & 0x08 != 0 }
  package var isLegacy: Bool { bits & 0x10 != 0 }
  /// Periodic advertising, in captures of the link layer.
  package var isPeriodic: Bool { bits & 0x4000 != 0 }

  /// An ADV_EXT_IND without an auxiliary packet, in captures of the link layer.
  package var isAlone: Bool { bits & 0x2000 != 0 }

  package static let alone = AdvertisingType(extended: 0x2000)
  package static let periodic = AdvertisingType(extended: 0x4000)

  /// The PDU's name: legacy PDUs by type, extended ones by their properties.
  package var name: StaticString {
    if bits & 0x8000 != 0 { return "reserved" }
    if isPeriodic { return AdvertisingPDUName.periodic }
    if isLegacy {
      return switch bits & 0x0F {
      case 0x03: AdvertisingPDUName.connectable
      case 0x05: AdvertisingPDUName.directed
      case 0x02: AdvertisingPDUName.scannable
      case 0x00: AdvertisingPDUName.nonconnectable
      default: scanResponse?.name ?? "reserved"
      }
    }
    if isAlone { return AdvertisingPDUName.extended }
    return scanResponse?.name ?? AdvertisingPDUName.auxiliary
  }

  /// Which kind of scan response it is; `nil`: what the device sends by itself.
  package var scanResponse: ScanResponse? {
    guard isScanResponse, bits & 0xC000 == 0 else { return nil }
    return isLegacy ? .legacy : isAlone ? nil : .extended
  }
}

/// What answers a scan request.
package enum ScanResponse: CaseIterable, Sendable {
  case legacy, extended

  package var name: StaticString {
    switch self {
    case .legacy: AdvertisingPDUName.scanResponse
    case .extended: AdvertisingPDUName.auxiliaryScanResponse
    }
  }
}

extension ByteCursor {
  /// An RSSI in dBm, at most 20 (7.7.65.2); 127, not available, for what a controller reports above that.
  fileprivate mutating func signalStrength() throws(ByteError) -> Int8 {
    let value = try int8()
    return value > 20 ? 127 : value
  }
}

/// One report of an LE Advertising Report, LE Directed Advertising Report or LE Extended
/// Advertising Report event.
///
/// Units: RSSI and TX power in dBm; 127 means not available. Source: Bluetooth Core Specification,
/// Vol 4, Part E, 7.7.65.2, 7.7.65.11 and 7.7.65.13.
package struct AdvertisingReport: Sendable {
  package enum DataStatus: Sendable { case complete, incomplete, truncated }

  package var type: AdvertisingType
  package var status = DataStatus.complete
  /// `nil` where the advertiser is anonymous.
  package var address: BluetoothAddress?
  package var rssi: Int8 = 127
  package var txPower: Int8 = 127
  package var primaryPHY: UInt8 = 1
  package var secondaryPHY: UInt8 = 0
  /// The advertising set; `nil` for none.
  package var set: UInt8?
  /// The range of the data in the event.
  package var data: Range<Int>

  /// Reads the next report of a legacy event.
  package init(legacy cursor: inout ByteCursor) throws(ByteError) {
    type = AdvertisingType(reported: try cursor.uint8())
    let kind = BluetoothAddress.Kind(rawValue: try cursor.uint8())
    address = BluetoothAddress(try cursor.uint48LittleEndian(), kind: kind)
    let length = Int(try cursor.uint8())
    data = cursor.offset..<cursor.offset + length
    try cursor.skip(length)
    rssi = try cursor.signalStrength()
  }

  /// Reads the next report of a directed event: no data.
  package init(directed cursor: inout ByteCursor) throws(ByteError) {
    type = AdvertisingType(reported: try cursor.uint8())
    let kind = BluetoothAddress.Kind(rawValue: try cursor.uint8())
    address = BluetoothAddress(try cursor.uint48LittleEndian(), kind: kind)
    try cursor.skip(7)
    rssi = try cursor.signalStrength()
    data = cursor.offset..<cursor.offset
  }

  /// Reads the next report of an extended event.
  package init(extended cursor: inout ByteCursor) throws(ByteError) {
    let bits = try cursor.uint16LittleEndian()
    type = AdvertisingType(extended: bits & 0x1F)
    status =
      switch bits >> 5 & 3 {
      case 0: .complete
      case 1: .incomplete
      default: .truncated
      }
    let kind = BluetoothAddress.Kind(rawValue: try cursor.uint8())
    let value = try cursor.uint48LittleEndian()
    address = kind == .anonymous ? nil : BluetoothAddress(value, kind: kind)
    primaryPHY = try cursor.uint8()
    secondaryPHY = try cursor.uint8()
    let sid = try cursor.uint8()
    set = sid == 0xFF ? nil : sid
    txPower = try cursor.int8()
    rssi = try cursor.signalStrength()
    try cursor.skip(2 + 1 + 6)
    let length = Int(try cursor.uint8())
    data = cursor.offset..<cursor.offset + length
    try cursor.skip(length)
  }
}
