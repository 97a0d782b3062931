import ATTDissector
import BTSnoop
import Bytes
import Cryptography

/// How much of a data PDU can be read.
package enum DataAccess {
  /// It was sent in the clear.
  case plain
  /// It was sent encrypted, and the record has it decrypted, followed by a number of octets of the MIC.
  case decrypted(mic: Int)
  /// It was sent encrypted, and a key opens it: `opened` holds the payload.
  ///
  /// It may turn out to be a retransmission. `lost`: the PDUs lost before it.
  case opened(isRepeated: Bool, lost: UInt64)
  /// It was sent encrypted, and nothing has decrypted it.
  case unreadable
}

/// Decides how much of each data PDU can be read, and follows where encryption starts and stops.
///
/// Recorders disagree about how they mark a decrypted PDU: nRF Sniffers set two flags, others the
/// flags of link type 256 in their own ways, or none at all. So on an encrypted link each PDU is
/// judged by its content, for which ciphertext leaves next to no chance, and a flag only adds to it.
extension GATTSession {
  /// The only place that decides. Call it once for each PDU with a good CRC, in their order.
  ///
  /// - payload: as far as captured.
  func access(
    _ header: DataChannelPDUHeader, payload: RawSpan, on connection: Connection,
    link: LinkLayerLink, side: Side, in packet: AirPacket, isRepeated: Bool
  ) -> DataAccess {
    // Empty PDUs are never encrypted.
    guard header.length > 0 else { return .plain }
    if packet.radio.isDecrypted {
      link.encryption = .on
      link.isDecrypted = true
      if !isRepeated { link.security.skip(side) }
      return .decrypted(mic: micOctets(of: header, payload: payload, on: link))
    }
    let isControl = header.content == .control && payload.byteCount > 0
    let opcode = isControl ? ControlOpcode(rawValue: payload.uint8(at: 0)) : nil
    switch link.encryption {
    case .off:
      guard packet.radio.wasEncrypted,
        verdict(header, payload: payload, on: connection, link: link, side: side, in: packet)
          == .cipher
      else { return .plain }
    case .requested:
      // The response, and what follows it, may not have been heard.
      guard
        verdict(header, payload: payload, on: connection, link: link, side: side, in: packet)
          == .cipher
      else {
        return .plain
      }
    case .answered:
      // Until LL_START_ENC_REQ, which may not have been heard, nothing else is sent in the clear.
      switch opcode {
      case .startEncReq?, .encReq?, .encRsp?, .rejectInd?, .rejectExtInd?, .terminateInd?,
        .unknownRsp?:
        if isWhole(header, payload: payload) { return .plain }
      default: break
      }
    case .on:
      // The central's response to a pause is in the clear, and nothing encrypted is as short.
      if opcode == .pauseEncRsp, header.length == 1, !link.isDecrypted { return .plain }
    }
    link.encryption = .on
    if let opened = open(header, payload: payload, isRepeated: isRepeated, on: link, side: side) {
      return opened
    }
    switch verdict(header, payload: payload, on: connection, link: link, side: side, in: packet) {
    case .plain: link.isDecrypted = true
    case .cipher: link.isDecrypted = false
    // Whoever decrypts says so of what it could not open.
    case .unknown: if packet.radio.micOK == false { return .unreadable }
    }
    guard link.isDecrypted else { return .unreadable }
    if !isRepeated { link.security.skip(side) }
    return .decrypted(mic: micOctets(of: header, payload: payload, on: link))
  }

  private enum Verdict {
    case plain, cipher
    /// Such content may be either.
    case unknown
  }

  /// What the content shows.
  private func verdict(
    _ header: DataChannelPDUHeader, payload: RawSpan, on connection: Connection,
    link: LinkLayerLink, side: Side, in packet: AirPacket
  ) -> Verdict {
    // Too short for a MIC. A recorder whose key did not fit may have removed that all the same.
    guard header.length > DataChannelPDUHeader.micSize else {
      guard packet.radio.micOK == false else { return .plain }
      return isWhole(header, payload: payload) || beginsWholePDU(header, payload: payload)
        ? .plain : .cipher
    }
    switch header.content {
    case .control: return isWhole(header, payload: payload) ? .unknown : .cipher
    case .start: return beginsPDU(header, payload: payload) ? .plain : .cipher
    case .continuation:
      return connection.reassembly[side].isOpen && link.isDecrypted ? .plain : .unknown
    case .reserved: return .unknown
    }
  }

  /// Whether it is an LL Control PDU of its opcode's length: so is one in 256 of encrypted ones.
  private func isWhole(_ header: DataChannelPDUHeader, payload: RawSpan) -> Bool {
    guard header.content == .control, payload.byteCount > 0 else { return false }
    return ControlOpcodeName.length(payload.uint8(at: 0)) == header.length - 1
  }

  /// Whether it is the start of an L2CAP PDU, and begins with its header.
  private func beginsWholePDU(_ header: DataChannelPDUHeader, payload: RawSpan) -> Bool {
    header.content == .start && beginsPDU(header, payload: payload)
  }

  /// Whether it begins with the header of an L2CAP PDU.
  private func beginsPDU(_ header: DataChannelPDUHeader, payload: RawSpan) -> Bool {
    guard payload.byteCount >= L2CAPHeader.size else { return false }
    let whole = L2CAPHeader.size + Int(payload.uint16LittleEndian(at: 0))
    let channel = payload.uint16LittleEndian(at: 2)
    let isFixed = L2CAPChannel.fixedLE.contains(channel)
    if whole == header.length || whole + DataChannelPDUHeader.micSize == header.length {
      return isFixed || L2CAPChannel.dynamic.contains(channel)
    }
    return whole > header.length && isFixed && whole <= 0x0FFF
  }

  /// Octets of the MIC that a decrypted PDU still ends with.
  private func micOctets(
    of header: DataChannelPDUHeader, payload: RawSpan, on link: LinkLayerLink
  ) -> Int {
    if header.content == .start, payload.byteCount >= L2CAPHeader.size {
      // A PDU that is complete in one packet shows whether the MIC was removed.
      let whole = L2CAPHeader.size + Int(payload.uint16LittleEndian(at: 0))
      if whole + DataChannelPDUHeader.micSize == payload.byteCount { link.keepsMIC = true }
      if whole == payload.byteCount { link.keepsMIC = false }
    }
    return link.keepsMIC ? min(DataChannelPDUHeader.micSize, payload.byteCount) : 0
  }

  /// Counts what an encrypted link shows and hides, and reports that it is encrypted once the
  /// peripheral uses the key: by then both have it. Where only the central is heard, its second
  /// encrypted PDU shows the same.
  func noteEncrypted(
    _ access: DataAccess, on connection: Connection, link: LinkLayerLink, side: Side,
    packet: AirPacket
  ) {
    let record = packet.record
    switch access {
    case .plain: return
    case .decrypted:
      clock.counts.decrypted += 1
      link.decryptedBefore += 1
    case .opened: clock.counts.opened += 1
    case .unreadable:
      link.unreadable[side] += 1
      link.lastUnreadable[side] = record.frame
      // Where nothing shows who sent it, it may as well be the other side's.
      if packet.radio.sender == nil, !link.timing.showsTurns {
        link.lastUnreadable[side.other] = record.frame
      }
      // It may have been exchanged since.
      if connection.bearer.clientMTU == nil { connection.bearer.isMTUKnown = false }
    }
    link.encryptedPackets[side] += 1
    guard !link.isEncryptionReported, side == .peripheral || link.encryptedPackets[.central] > 1
    else { return }
    link.isEncryptionReported = true
    encryptionChanged(
      EncryptionChange(status: .success, isEnabled: true), code: .encryptionChange, on: connection,
      at: record)
  }
}

extension DataChannelPDUHeader {
  /// Octets of the MIC, which every encrypted PDU with a payload ends with.
  package static var micSize: Int { LinkCipher.macSize }
}
