import ATTDissector
import BTSnoop
import Bytes
import Cryptography
import GATTSession

/// Link-layer packets.
extension PacketDescription {
  package func heard(_ packet: AirPacket) {
    var info = LinkLayerInfo(crcOK: packet.crcOK)
    info.view.isCoded = packet.radio.phy == .coded
    link = info
  }

  package func isochronous(
    _ isBroadcast: Bool?, of connection: Connection?, in packet: AirPacket
  ) {
    if let connection { found(connection) }
    switch isBroadcast {
    case true?:
      link?.view.isochronous = .broadcast
      summary.append("BIS PDU")
    case false?:
      link?.view.isochronous = .connected
      summary.append("CIS PDU")
    case nil:
      link?.view.isochronous = .unknown
      summary.append("Isochronous PDU")
    }
    switch packet.radio.sender {
    case .host?: from = .central
    case .peer?: from = .peripheral
    case nil: break
    }
  }

  package func ended(
    _ packet: AirPacket, bytes: RawSpan, pdu: Range<Int>, crcStart: UInt32?, opened: RawSpan
  ) {
    if isOpened, options.writesPlain {
      writePlain(bytes, pdu: pdu, crcStart: crcStart, opened: opened)
    } else if isDecrypted, options.mendsCRC {
      writeMended(bytes, pdu: pdu, crcStart: crcStart)
    }
    link?.crcOK = packet.crcOK
    if packet.crcOK == false { summary.append(", bad CRC") }
  }

  // MARK: Advertising

  package func advertising(
    _ header: AdvertisingPDUHeader?, payload: RawSpan, type: RadioInfo.AuxiliaryType?,
    in packet: AirPacket
  ) {
    if let header {
      let isAuxiliary = packet.isAuxiliary ?? false
      let name =
        header.kind == .extended
        ? Self.name(ofExtended: type)
        : AdvertisingPDUName.name(of: header.kind.rawValue, isAuxiliary: isAuxiliary)
      link?.view.isAdvertising = true
      link?.view.isAuxiliary = isAuxiliary
      link?.view.name = name
      summary.append(name ?? "Advertising PDU")
      appendAddresses(payload, header: header)
    } else {
      summary.append("Advertising PDU, cut")
    }
    guard let rssi = packet.radio.rssi else { return }
    summary.append(", ")
    summary.append(decimal: Int(rssi))
    summary.append(" dBm")
  }

  private static func name(ofExtended type: RadioInfo.AuxiliaryType?) -> StaticString {
    switch type {
    case nil: AdvertisingPDUName.extended
    case .advertising?: AdvertisingPDUName.auxiliary
    case .chain?: AdvertisingPDUName.chain
    case .periodic?: AdvertisingPDUName.periodic
    case .scanResponse?: ScanResponse.extended.name
    }
  }

  /// The addresses after the PDU's name.
  private func appendAddresses(_ payload: RawSpan, header: AdvertisingPDUHeader) {
    var cursor = ByteCursor(payload)
    if header.kind.isExtended {
      guard let content = try? ExtendedAdvertising(&cursor, header) else { return }
      if let advertiser = content.advertiser {
        summary.append(" ")
        advertiser.write(to: &summary)
      }
      return
    }
    guard AdvertisingPDUName.name(of: header.kind.rawValue, isAuxiliary: false) != nil,
      let first = try? cursor.uint48LittleEndian()
    else { return }
    summary.append(" ")
    BluetoothAddress(first, kind: header.senderKind).write(to: &summary)
    switch header.kind {
    case .scanRequest, .connectRequest, .advDirectInd:
      guard let second = try? cursor.uint48LittleEndian() else { return }
      summary.append(" -> ")
      BluetoothAddress(second, kind: header.targetKind).write(to: &summary)
    default: return
    }
    guard header.kind == .connectRequest, let accessAddress = try? cursor.uint32LittleEndian()
    else { return }
    summary.append(", access address ")
    summary.append(upperHex: UInt64(accessAddress), digits: 8)
  }

  // MARK: Data

  package func data(of connection: Connection, from role: LinkRole) {
    found(connection)
    from = role
  }

  package func accessed(_ access: DataAccess, seal: PacketSeal?, isRepeated: Bool) {
    link?.isRetransmission = isRepeated
    switch access {
    case .plain: break
    case .decrypted(let mic):
      isDecrypted = true
      link?.view.decryption = .byRecorder(mic: mic)
    case .opened:
      isOpened = true
      self.seal = seal
      link?.view.decryption = .byKey
    case .unreadable:
      link?.isEncrypted = true
      link?.view.isEncrypted = true
    }
  }

  package func data(_ header: DataChannelPDUHeader?, payload: RawSpan, isReadable: Bool) {
    guard let header else {
      summary.append("Data PDU, cut")
      return
    }
    if header.isEmpty {
      summary.append("Empty PDU")
    } else if !isReadable {
      summary.append(link?.isEncrypted == true ? "Encrypted, " : "Data PDU, ")
      summary.append(header.length, "byte")
    } else if header.content == .control, payload.byteCount > 0 {
      ControlSummary.write(payload, to: &summary)
    } else {
      summary.append("Data PDU")
    }
  }

  package func repeated(
    _ header: DataChannelPDUHeader, payload: RawSpan, from side: Side, on connection: Connection
  ) {
    if header.content == .control || header.length == 0 {
      data(header, payload: payload, isReadable: true)
    } else if header.content == .continuation {
      summary.append("L2CAP fragment, continued")
    } else if payload.byteCount > L2CAPHeader.size,
      payload.byteCount >= L2CAPHeader.size + Int(payload.uint16LittleEndian(at: 0))
    {
      let pdu = payload.clamped(L2CAPHeader.size, count: Int(payload.uint16LittleEndian(at: 0)))
      repeatedPDU(pdu, cid: payload.uint16LittleEndian(at: 2), from: side, on: connection)
    } else {
      summary.append("L2CAP fragment")
    }
    summary.append(", retransmission")
  }

  /// An L2CAP PDU that one packet holds.
  private func repeatedPDU(
    _ pdu: RawSpan, cid: UInt16, from side: Side, on connection: Connection
  ) {
    switch L2CAPChannel(rawValue: cid) {
    case .attribute: repeatedATT(pdu, from: side, on: connection)
    case .securityManager: if pdu.byteCount > 0 { security(pdu) }
    case .leSignaling:
      var cursor = ByteCursor(pdu)
      guard let signal = try? L2CAPSignal(&cursor) else {
        summary.append("L2CAP signal")
        return
      }
      self.signal(signal, data: pdu.clamped(signal.dataOffset, count: signal.length))
    default: summary.append("L2CAP PDU")
    }
  }

  // MARK: Decrypted packets

  /// Fills `plain` with a packet that a key has opened.
  private func writePlain(
    _ bytes: RawSpan, pdu: Range<Int>, crcStart: UInt32?, opened: RawSpan
  ) {
    let sealed = bytes.clamped(pdu)
    let crc = bytes.clamped(pdu.upperBound, count: LinkLayerPacket.crcSize)
    let header = pdu.count - opened.byteCount - LinkCipher.macSize
    guard (2...3).contains(header), sealed.byteCount == pdu.count else { return }
    plain.append(bytes.clamped(0, count: pdu.lowerBound + 1))
    plain.append(byte: UInt8(truncatingIfNeeded: opened.byteCount))
    plain.append(sealed.clamped(2, count: header - 2))
    plain.append(opened)
    // Where it is not known, it follows from the packet's own CRC.
    var start = crcStart
    if start == nil, crc.byteCount == LinkLayerPacket.crcSize {
      let value = UInt32(crc.uint16LittleEndian(at: 0)) | UInt32(crc.uint8(at: 2)) << 16
      start = LinkLayerCRC.start(of: sealed, crc: value)
    }
    plain.append(crc: Self.crc(ofRest: plain, from: pdu.lowerBound, start: start ?? 0))
  }

  private static func crc(
    ofRest plain: borrowing ByteWriter, from offset: Int, start: UInt32
  ) -> UInt32 {
    LinkLayerCRC.value(of: plain.bytes.clamped(offset), start: start)
  }

  /// Fills `plain` with a packet that the recorder has decrypted, and a CRC of what it is now.
  private func writeMended(_ bytes: RawSpan, pdu: Range<Int>, crcStart: UInt32?) {
    let whole = bytes.clamped(pdu)
    guard whole.byteCount == pdu.count,
      bytes.clamped(pdu.upperBound).byteCount == LinkLayerPacket.crcSize
    else { return }
    plain.append(bytes.clamped(0, count: pdu.upperBound))
    // Without CRCInit none can be right, and zeros say so.
    plain.append(crc: crcStart.map { LinkLayerCRC.value(of: whole, start: $0) } ?? 0)
  }
}

extension ByteWriter {
  /// A CRC as it follows a PDU.
  fileprivate mutating func append(crc: UInt32) {
    for shift in [0, 8, 16] as [UInt32] {
      append(byte: UInt8(truncatingIfNeeded: crc >> shift))
    }
  }
}
