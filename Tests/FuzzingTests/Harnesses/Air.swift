import ATTDissector
import Bytes

extension Harness {
  /// What goes over the air: link-layer packets, and the AD structures in them.
  static let air = Harness("air", maximumLength: 512) { input in
    var entries = EntryList(input)
    let choice = entries.byte()
    let bytes = entries.rest
    let span = bytes.rawBytes
    var tree = TreeWriter()
    if choice & 1 == 1 {
      DissectionTree.advertisingData(span, into: &tree)
      try readStructures(span)
    } else {
      var view = LinkLayerView()
      view.isCoded = choice & 2 != 0
      view.isAdvertising = choice & 4 != 0
      view.isAuxiliary = choice & 8 != 0
      view.isEncrypted = choice & 16 != 0
      if choice & 32 != 0 {
        view.isochronous = choice & 4 != 0 ? .broadcast : choice & 8 != 0 ? .unknown : .connected
      }
      if choice & 64 != 0 { view.decryption = choice & 1 == 0 ? .byKey : .byRecorder(mic: 4) }
      DissectionTree.linkLayer(
        span, plain: choice & 128 != 0 ? span : RawSpan(), view: view, into: &tree)
      try readPDU(span, isCoded: view.isCoded)
    }
    try tree.check("air \(choice)", octets: bytes.count)
  }

  private static func readStructures(_ span: RawSpan) throws {
    var structures = ADStructures()
    var end = 0
    while let structure = structures.next(in: span) {
      try require(structure.data.lowerBound > end, "AD structures overlap")
      end = structure.data.upperBound
      try require(end <= span.byteCount, "an AD structure behind the data")
      let data = span.clamped(structure.data)
      for size in [0, 2, 4, 16] {
        var uuids = 0
        ADStructures.uuids(in: data, size: size) { _ in uuids += 1 }
        try require(uuids <= data.byteCount / 2, "\(uuids) UUIDs in \(data.byteCount) bytes")
      }
    }
  }

  private static func readPDU(_ span: RawSpan, isCoded: Bool) throws {
    var cursor = ByteCursor(span)
    guard let packet = try? LinkLayerPacket(&cursor, isCoded: isCoded) else { return }
    let pdu = span.clamped(packet.pduOffset)
    _ = LinkLayerCRC.isValid(pdu, crc: span, start: packet.accessAddress)
    cursor = ByteCursor(pdu)
    _ = try? DataChannelPDUHeader(&cursor)
    cursor = ByteCursor(pdu)
    guard let header = try? AdvertisingPDUHeader(&cursor) else { return }
    let payload = cursor.takeRest()
    cursor = ByteCursor(payload)
    if let advertising = try? LegacyAdvertising(&cursor, header) {
      try require(advertising.data.upperBound <= payload.byteCount, "AdvData behind the PDU")
    }
    cursor = ByteCursor(payload)
    if let advertising = try? ExtendedAdvertising(&cursor, header) {
      try require(advertising.data.upperBound <= payload.byteCount, "AdvData behind the PDU")
    }
    cursor = ByteCursor(payload)
    _ = try? ConnectIndication(&cursor, header)
    cursor = ByteCursor(payload)
    _ = try? ConnectionUpdateInd(&cursor)
    cursor = ByteCursor(payload)
    _ = try? RejectInd(&cursor, isExtended: true)
  }
}
