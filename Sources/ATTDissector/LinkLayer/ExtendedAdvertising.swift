import Bytes

/// The common extended advertising payload: ADV_EXT_IND and the AUX_ PDUs.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.3.4.
package struct ExtendedAdvertising: Sendable {
  /// Bits of the extended header's flags.
  enum Flag {
    static let advertiser: UInt8 = 0x01
    static let target: UInt8 = 0x02
    static let constantToneExtension: UInt8 = 0x04
    static let dataInformation: UInt8 = 0x08
    static let auxiliaryPointer: UInt8 = 0x10
    static let syncInformation: UInt8 = 0x20
    static let transmitPower: UInt8 = 0x40
  }

  /// AdvMode: 0 neither connectable nor scannable, 1 connectable, 2 scannable.
  package var mode: UInt8
  package var advertiser: BluetoothAddress?
  package var target: BluetoothAddress?
  package var cteInformation: UInt8?
  package var dataInformation: AdvertisingDataInformation?
  package var auxiliaryPointer: AuxiliaryPointer?
  package var syncInformation: SyncInformation?
  /// dBm.
  package var transmitPower: Int8?
  /// The range of the controller's own data in the payload.
  package var controllerData: Range<Int>
  /// The range of AdvData in the payload.
  package var data: Range<Int>

  /// - cursor: at the start of the payload.
  package init(
    _ cursor: inout ByteCursor, _ header: AdvertisingPDUHeader
  ) throws(ByteError) {
    let first = try cursor.uint8()
    mode = first >> 6
    let length = Int(first & 0x3F)
    let start = cursor.offset
    guard cursor.remaining >= length else { throw cursor.tooShort(length) }
    let end = start + length
    if length > 0 {
      let flags = try cursor.uint8()
      if flags & Flag.advertiser != 0 {
        advertiser = BluetoothAddress(try cursor.uint48LittleEndian(), kind: header.senderKind)
      }
      if flags & Flag.target != 0 {
        target = BluetoothAddress(try cursor.uint48LittleEndian(), kind: header.targetKind)
      }
      if flags & Flag.constantToneExtension != 0 { cteInformation = try cursor.uint8() }
      if flags & Flag.dataInformation != 0 {
        dataInformation = AdvertisingDataInformation(rawValue: try cursor.uint16LittleEndian())
      }
      if flags & Flag.auxiliaryPointer != 0 { auxiliaryPointer = try AuxiliaryPointer(&cursor) }
      if flags & Flag.syncInformation != 0 { syncInformation = try SyncInformation(&cursor) }
      if flags & Flag.transmitPower != 0 { transmitPower = try cursor.int8() }
    }
    // With a header length too short for its flags, the data would start inside the header.
    let after = max(end, cursor.offset)
    controllerData = cursor.offset..<after
    data = after..<cursor.bytes.byteCount
  }
}

/// The advertising set of a PDU, and the version of its data.
package struct AdvertisingDataInformation: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The advertising set.
  package var set: UInt8 { UInt8(rawValue >> 12) }
  /// Changes when the data changes.
  package var dataID: UInt16 { rawValue & 0x0FFF }
}

/// The channel and time of the auxiliary packet.
package struct AuxiliaryPointer: Equatable, Sendable {
  /// Link-layer channel index.
  package var channel: UInt8
  /// Microseconds from the start of this packet to the start of the auxiliary packet.
  package var offset: UInt32
  /// 0 LE 1M, 1 LE 2M, 2 LE Coded.
  package var phy: UInt8
  /// Whether the advertiser's clock is within 50 ppm, not 500.
  package var isAccurate: Bool

  init(_ cursor: inout ByteCursor) throws(ByteError) {
    let bits = try cursor.uint24LittleEndian()
    channel = UInt8(bits & 0x3F)
    offset = (bits >> 8 & 0x1FFF) * (bits & 0x80 != 0 ? 300 : 30)
    phy = UInt8(bits >> 21)
    isAccurate = bits & 0x40 != 0
  }
}

/// How to synchronize to a periodic advertising train.
package struct SyncInformation: Equatable, Sendable {
  /// Units of 1.25 ms.
  package var interval: UInt16
  package var channelMap: UInt64
  package var accessAddress: UInt32
  package var crcStart: UInt32
  package var eventCounter: UInt16

  init(_ cursor: inout ByteCursor) throws(ByteError) {
    try cursor.skip(2)
    interval = try cursor.uint16LittleEndian()
    let low = try cursor.uint32LittleEndian()
    let high = try cursor.uint8()
    channelMap = UInt64(low) | UInt64(high & 0x1F) << 32
    accessAddress = try cursor.uint32LittleEndian()
    crcStart = try cursor.uint24LittleEndian()
    eventCounter = try cursor.uint16LittleEndian()
  }
}

extension AdvertisingReport {
  /// A report made from what a sniffer heard, not from an event.
  package init(type: AdvertisingType, data: Range<Int>) {
    self.type = type
    self.data = data
  }
}
