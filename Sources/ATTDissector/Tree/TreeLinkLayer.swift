import Bytes

/// What the session knows about a link-layer packet beyond its bytes.
package struct LinkLayerView: Sendable {
  /// Sent on the Coded PHY.
  package var isCoded = false
  /// An advertising PDU, with any access address (periodic advertising has its own).
  package var isAdvertising = false
  /// Sent on a channel other than 37, 38 and 39.
  package var isAuxiliary = false
  /// The session's name of the PDU, where its type alone is ambiguous.
  package var name: StaticString?
  /// The payload was encrypted and is not readable.
  package var isEncrypted = false
  /// The payload was encrypted, and by whom it was decrypted.
  package var decryption: Decryption?
  /// Neither advertising nor the data of a connection.
  package var isochronous: Isochronous?
  /// The channel of a K-frame that ends in the packet.
  package var channel: L2CAPChannelView?

  package enum Isochronous: Sendable {
    case connected, broadcast
    /// The PDU does not say which.
    case unknown
  }

  package enum Decryption: Sendable {
    case byKey
    /// - mic: the octets of the MIC that it left at the end.
    case byRecorder(mic: Int)
  }

  package init() {}
}

/// Link-layer packets.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.
extension DissectionTree {
  /// A packet from its access address to its CRC.
  /// - plain: the same packet where it was decrypted with a key, in the clear; else empty.
  package static func linkLayer(
    _ bytes: RawSpan, plain: RawSpan, view: LinkLayerView, into sink: inout TreeWriter
  ) {
    var cursor = ByteCursor(bytes)
    let packet: LinkLayerPacket
    do { packet = try LinkLayerPacket(&cursor, isCoded: view.isCoded) } catch {
      sink.open("Link layer")
      TreeReader.truncated("Access address", error: error, from: &cursor, to: &sink)
      sink.close()
      return
    }
    let pdu = bytes.clamped(packet.pduOffset)
    let length = TreeLinkLayer.pduLength(of: pdu, view: view)
    sink.open("Link layer") {
      $0.append("access address ")
      $0.append(hexNumber: UInt64(packet.accessAddress), bytes: 4)
    }
    if let indicator = packet.codingIndicator {
      let name: StaticString = indicator == 0 ? "S=8" : indicator == 1 ? "S=2" : "reserved"
      sink.field("Coding indicator", decimal: Int(indicator), meaning: name)
    }
    let there = pdu.clamped(0, count: length)
    if let kind = view.isochronous {
      TreeIsochronous.read(there, kind: kind, into: &sink)
    } else if view.isAdvertising {
      TreeLinkLayer.advertising(there, view: view, into: &sink)
    } else {
      TreeLinkLayer.data(there, plain: plain.clamped(packet.pduOffset), view: view, to: &sink)
    }
    if pdu.byteCount < length {
      sink.truncated(needed: length, available: pdu.byteCount)
    }
    let rest = pdu.clamped(length)
    if rest.byteCount >= LinkLayerPacket.crcSize {
      sink.field("CRC", hexNumber: crc(of: rest), bytes: LinkLayerPacket.crcSize)
    } else if rest.byteCount > 0 {
      sink.field("CRC", hex: rest)
    }
    if rest.byteCount > LinkLayerPacket.crcSize {
      sink.field("Bytes after the packet", hex: rest.clamped(LinkLayerPacket.crcSize))
    }
    sink.close()
  }

  /// The CRC as a number whose most significant bit is on the air first (Core, Vol 6, Part B, 3.1.1): the bits of each
  /// octet stand in the other order there.
  private static func crc(of bytes: RawSpan) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<LinkLayerPacket.crcSize {
      var octet = bytes.uint8(at: index)
      for _ in 0..<8 {
        number = number << 1 | UInt64(octet & 1)
        octet >>= 1
      }
    }
    return number
  }
}

/// The layouts of advertising and data PDUs.
enum TreeLinkLayer {
  /// Size of a PDU in octets including its header, according to the header.
  static func pduLength(of pdu: RawSpan, view: LinkLayerView) -> Int {
    guard pdu.byteCount >= 2 else { return 2 }
    let hasThird = !view.isAdvertising && view.isochronous == nil && pdu.uint8(at: 0) & 0x20 != 0
    return 2 + (hasThird ? 1 : 0) + Int(pdu.uint8(at: 1))
  }

  // MARK: Advertising

  static func advertising(
    _ pdu: RawSpan, view: LinkLayerView, into sink: inout TreeWriter
  ) {
    var cursor = ByteCursor(pdu)
    let header: AdvertisingPDUHeader
    do { header = try AdvertisingPDUHeader(&cursor) } catch {
      TreeReader.truncated("Header", error: error, from: &cursor, to: &sink)
      return
    }
    let type = header.kind.rawValue
    let row = AdvertisingPDURows.row(type, isAuxiliary: view.isAuxiliary)
    sink.open("Advertising PDU", name: view.name ?? row?.name, code: UInt64(type), bytes: 1)
    let used = AdvertisingPDURows.headerBits(type, isAuxiliary: view.isAuxiliary)
    bit(
      "ChSel", isSet: header.selectsChannelsByAlgorithm2, isUsed: used.selection, off: "0",
      on: "1 (algorithm #2)", to: &sink)
    bit(
      "TxAdd", isSet: header.isSenderRandom, isUsed: used.sender, off: "0 (public)",
      on: "1 (random)", to: &sink)
    bit(
      "RxAdd", isSet: header.isTargetRandom, isUsed: used.target, off: "0 (public)",
      on: "1 (random)", to: &sink)
    sink.field("Length", decimal: Int(header.length))
    let payload = cursor.takeRest()
    if header.kind.isExtended {
      extended(payload, to: &sink)
    } else {
      TreeReader.readAll(row?.parameters ?? [("Payload", .rest)], bytes: payload, to: &sink)
    }
    sink.close()
  }

  /// A bit of the header; one that has no meaning in the PDU only where it is set.
  private static func bit(
    _ name: StaticString, isSet: Bool, isUsed: Bool, off: StaticString, on: StaticString,
    to sink: inout TreeWriter
  ) {
    if isUsed {
      sink.field(name, value: isSet ? on : off)
    } else if isSet {
      sink.field(name, value: "1 (reserved)")
    }
  }

  private static func extended(
    _ payload: RawSpan, to sink: inout TreeWriter
  ) {
    guard payload.byteCount > 0 else {
      sink.truncated("Extended header", needed: 1, available: 0)
      return
    }
    let first = payload.uint8(at: 0)
    let length = Int(first & 0x3F)
    let mode: StaticString =
      switch first >> 6 {
      case 0: "neither connectable nor scannable"
      case 1: "connectable"
      case 2: "scannable"
      default: "reserved"
      }
    sink.field("AdvMode", decimal: Int(first >> 6), meaning: mode)
    sink.field("Extended header length", decimal: length)
    let header = payload.clamped(1, count: length)
    if header.byteCount > 0 { extendedHeader(header, to: &sink) }
    if header.byteCount < length {
      sink.truncated(needed: length, available: header.byteCount)
      return
    }
    TreeReader.readAll(
      [("AdvData", .restAdvertisingData)], bytes: payload.clamped(1 + length), to: &sink)
  }

  private static func extendedHeader(
    _ header: RawSpan, to sink: inout TreeWriter
  ) {
    typealias Flag = ExtendedAdvertising.Flag
    let flags = header.uint8(at: 0)
    var layout: WireLayout = [("Extended header flags", .flags(1, .extendedHeader))]
    if flags & Flag.advertiser != 0 { layout.append(("AdvA", .address)) }
    if flags & Flag.target != 0 { layout.append(("TargetA", .address)) }
    if flags & Flag.constantToneExtension != 0 { layout.append(("CTEInfo", .cteInformation)) }
    var cursor = ByteCursor(header)
    guard TreeReader.read(layout, from: &cursor, into: &sink) else { return }
    do {
      if flags & Flag.dataInformation != 0 {
        let information = AdvertisingDataInformation(rawValue: try cursor.uint16LittleEndian())
        sink.field("ADI") {
          $0.append("SID ")
          $0.append(decimal: Int(information.set))
          $0.append(", DID ")
          $0.append(decimal: Int(information.dataID))
        }
      }
      if flags & Flag.auxiliaryPointer != 0 {
        let pointer = try AuxiliaryPointer(&cursor)
        sink.field("AuxPtr") {
          $0.append("channel ")
          $0.append(decimal: Int(pointer.channel))
          $0.append(", ")
          $0.append(decimal: Int(pointer.offset))
          $0.append(" µs, clock ")
          $0.append(pointer.isAccurate ? "0-50 ppm, " : "51-500 ppm, ")
          // Those of HCI count from 1, and have one more.
          let phy = pointer.phy < 3 ? WireEnumeration.phy.name(of: UInt64(pointer.phy) + 1) : nil
          $0.append(named: phy, value: UInt64(pointer.phy), bytes: 1)
        }
      }
    } catch {
      TreeReader.truncated("Extended header", error: error, from: &cursor, to: &sink)
      return
    }
    var rest: WireLayout = []
    if flags & Flag.syncInformation != 0 {
      rest += AdvertisingPDURows.syncInformation
    }
    if flags & Flag.transmitPower != 0 { rest.append(("TxPower", .signed(1, " dBm"))) }
    rest.append(("ACAD", .rest))
    _ = TreeReader.read(rest, from: &cursor, into: &sink)
  }

  // MARK: Data

  /// - plain: the PDU as it would be if it had not been encrypted.
  static func data(
    _ pdu: RawSpan, plain: RawSpan, view: LinkLayerView, to sink: inout TreeWriter
  ) {
    var cursor = ByteCursor(pdu)
    let header: DataChannelPDUHeader
    do { header = try DataChannelPDUHeader(&cursor) } catch {
      TreeReader.truncated("Header", error: error, from: &cursor, to: &sink)
      return
    }
    sink.open("Data PDU")
    let content: StaticString =
      switch header.content {
      case .reserved: "reserved"
      case .continuation: header.length == 0 ? "empty" : "continuation of an L2CAP PDU"
      case .start: "start of an L2CAP PDU"
      case .control: "LL Control PDU"
      }
    sink.field("LLID", decimal: Int(header.content.rawValue), meaning: content)
    sink.field("NESN", value: header.acknowledges ? "1" : "0")
    sink.field("SN", value: header.sequenceNumber ? "1" : "0")
    sink.field("MD", value: header.moreData ? "1" : "0")
    if let information = header.cteInformation {
      TreeReader.readAll([("CTEInfo", .cteInformation)], bytes: [information].rawBytes, to: &sink)
    }
    sink.field("Length", decimal: Int(header.length))
    let headerSize = cursor.offset
    let there = cursor.takeRest()
    var payload = there
    switch view.decryption {
    case .byKey where plain.byteCount > headerSize:
      sink.field("Decrypted", value: "with a key")
      payload = plain.clamped(headerSize, count: Int(plain.uint8(at: 1)))
    case .byRecorder(let mic):
      sink.field("Decrypted", value: "by the recorder")
      payload = there.clamped(0, count: there.byteCount - mic)
    case .byKey, nil: break
    }
    if view.isEncrypted, payload.byteCount > 0 {
      sink.field("Encrypted", hex: payload)
    } else if payload.byteCount > 0 {
      switch header.content {
      case .control: TreeControl.read(payload, into: &sink)
      case .start: TreeL2CAP.readWithHeader(payload, view: view.channel, isLE: true, to: &sink)
      case .continuation: sink.field("Fragment", hex: payload)
      case .reserved: sink.field("Payload", hex: payload)
      }
    }
    if view.decryption != nil, there.byteCount > payload.byteCount {
      sink.field("MIC", hex: there.clamped(payload.byteCount))
    }
    sink.close()
  }
}
