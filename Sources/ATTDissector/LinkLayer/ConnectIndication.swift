import Bytes

/// CONNECT_IND or AUX_CONNECT_REQ: initiator, advertiser and connection parameters.
///
/// Units: interval and windows of 1.25 ms, timeout of 10 ms. Source: Bluetooth Core Specification
/// 6.0, Vol 6, Part B, 2.3.3.1.
package struct ConnectIndication: Equatable, Sendable {
  package var initiator: BluetoothAddress
  package var advertiser: BluetoothAddress
  package var accessAddress: UInt32
  package var crcStart: UInt32
  package var windowSize: UInt8
  package var windowOffset: UInt16
  package var interval: UInt16
  package var latency: UInt16
  package var timeout: UInt16
  /// Bit n: data channel n is used.
  package var channelMap: UInt64
  package var hop: UInt8
  package var sleepClockAccuracy: UInt8
  /// ChSel: the initiator supports channel selection algorithm #2.
  package var selectsChannelsByAlgorithm2: Bool

  /// - cursor: at the start of the payload.
  package init(
    _ cursor: inout ByteCursor, _ header: AdvertisingPDUHeader
  ) throws(ByteError) {
    selectsChannelsByAlgorithm2 = header.selectsChannelsByAlgorithm2
    initiator = BluetoothAddress(try cursor.uint48LittleEndian(), kind: header.senderKind)
    advertiser = BluetoothAddress(try cursor.uint48LittleEndian(), kind: header.targetKind)
    accessAddress = try cursor.uint32LittleEndian()
    crcStart = try cursor.uint24LittleEndian()
    windowSize = try cursor.uint8()
    windowOffset = try cursor.uint16LittleEndian()
    interval = try cursor.uint16LittleEndian()
    latency = try cursor.uint16LittleEndian()
    timeout = try cursor.uint16LittleEndian()
    channelMap = UInt64(try cursor.uint32LittleEndian())
    channelMap |= UInt64(try cursor.uint8()) << 32
    let last = try cursor.uint8()
    hop = last & 0x1F
    sleepClockAccuracy = last >> 5
  }
}
