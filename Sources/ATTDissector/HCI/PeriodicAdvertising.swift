import Bytes

/// LE Periodic Advertising Sync Established v1 and v2, and LE Periodic Advertising Sync Transfer
/// Received v1 and v2, which reports the same kind of sync.
///
/// Units: interval 1.25 ms. Source: Bluetooth Core Specification, Vol 4, Part E, 7.7.65.14 and
/// 7.7.65.24.
package struct PeriodicSyncEstablished: Sendable {
  package var status: HCIStatus
  /// The connection on which it was transferred; `nil` for a sync that the controller established
  /// itself.
  package var connectionHandle: UInt16?
  /// The value that the transferring host gave it.
  package var serviceData: UInt16?
  package var syncHandle: UInt16
  package var set: UInt8
  package var advertiser: BluetoothAddress
  package var phy: UInt8
  package var interval: UInt16
  /// Subevents of periodic advertising with responses; v2 only.
  package var subevents: UInt8?

  package init(_ cursor: inout ByteCursor, subevent: LESubevent) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    switch subevent {
    case .periodicSyncTransferReceived, .periodicSyncTransferReceivedV2:
      connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
      serviceData = try cursor.uint16LittleEndian()
    default: break
    }
    syncHandle = try cursor.uint16LittleEndian() & 0x0FFF
    set = try cursor.uint8()
    let kind = BluetoothAddress.Kind(rawValue: try cursor.uint8())
    advertiser = BluetoothAddress(try cursor.uint48LittleEndian(), kind: kind)
    phy = try cursor.uint8()
    interval = try cursor.uint16LittleEndian()
    try cursor.skip(1)
    switch subevent {
    case .periodicSyncEstablishedV2, .periodicSyncTransferReceivedV2:
      subevents = try cursor.uint8()
    default: break
    }
  }
}

/// LE Periodic Advertising Report v1 and v2.
///
/// Units: dBm; 127 means not available. Source: 7.7.65.15.
package struct PeriodicReport: Sendable {
  package var syncHandle: UInt16
  package var txPower: Int8
  package var rssi: Int8
  /// The subevent; v2 only.
  package var subevent: UInt8?
  /// `nil`: the packet was not received.
  package var status: AdvertisingReport.DataStatus?
  /// The range of the data in the event.
  package var data: Range<Int>

  package init(_ cursor: inout ByteCursor, subevent kind: LESubevent) throws(ByteError) {
    syncHandle = try cursor.uint16LittleEndian() & 0x0FFF
    txPower = try cursor.int8()
    rssi = try cursor.int8()
    try cursor.skip(1)
    if kind == .periodicReportV2 {
      try cursor.skip(2)
      subevent = try cursor.uint8()
    }
    status =
      switch try cursor.uint8() {
      case 0: .complete
      case 1: .incomplete
      case 0xFF: nil
      default: .truncated
      }
    let length = Int(try cursor.uint8())
    data = cursor.offset..<cursor.offset + length
    try cursor.skip(length)
  }
}

/// LE BIGInfo Advertising Report: the isochronous streams announced by a periodic advertising
/// train.
///
/// Units: interval 1.25 ms, SDU interval microseconds, SDU octets. Source: 7.7.65.34.
package struct BIGInfoReport: Equatable, Sendable {
  package var syncHandle: UInt16
  package var streams: UInt8
  package var interval: UInt16
  package var maxPDU: UInt16
  package var sduInterval: UInt32
  package var maxSDU: UInt16
  package var phy: UInt8
  package var isEncrypted: Bool

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    syncHandle = try cursor.uint16LittleEndian() & 0x0FFF
    streams = try cursor.uint8()
    try cursor.skip(1)
    interval = try cursor.uint16LittleEndian()
    try cursor.skip(3)
    maxPDU = try cursor.uint16LittleEndian()
    sduInterval = try cursor.uint24LittleEndian()
    maxSDU = try cursor.uint16LittleEndian()
    phy = try cursor.uint8()
    try cursor.skip(1)
    isEncrypted = try cursor.uint8() != 0
  }
}
