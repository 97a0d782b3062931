import ATTDissector
import BTSnoop
import Bytes

/// The addresses in an advertising PDU of the link layer.
enum AddressesOnAir {
  static func each(
    in bytes: RawSpan, of record: CaptureRecord, _ body: (BluetoothAddress) -> Void
  ) {
    var cursor = ByteCursor(bytes)
    guard
      let packet = try? LinkLayerPacket(&cursor, isCoded: record.radio?.phy == .coded),
      packet.accessAddress == LinkLayerPacket.advertisingAccessAddress,
      let header = try? AdvertisingPDUHeader(&cursor)
    else { return }
    if header.kind.isExtended {
      guard let advertising = try? ExtendedAdvertising(&cursor, header) else { return }
      if let advertiser = advertising.advertiser { body(advertiser) }
      if let target = advertising.target { body(target) }
    } else if header.kind == .connectRequest {
      guard let request = try? ConnectIndication(&cursor, header) else { return }
      body(request.initiator)
      body(request.advertiser)
    } else if let advertising = try? LegacyAdvertising(&cursor, header) {
      body(advertising.sender)
      if let target = advertising.target { body(target) }
    }
  }
}
