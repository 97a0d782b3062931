import ATTDissector
import BTSnoop
import Bytes

/// Who sends a data PDU, where the sniffer does not say or is wrong: what is known besides the times.
extension AirFollower {
  func timed(
    _ header: DataChannelPDUHeader, payload: RawSpan, on connection: Connection,
    link: LinkLayerLink, in packet: AirPacket
  ) -> TurnTiming.Packet {
    var timed = TurnTiming.Packet(
      stamp: packet.record.time,
      duration: packet.radio.phy.duration(
        pdu: header.size + header.length, codingIndicator: packet.codingIndicator),
      channel: packet.radio.channel, sender: packet.radio.sender,
      bits: SequenceBits.Pair(
        number: header.sequenceNumber, acknowledges: header.acknowledges),
      isIntact: packet.crcOK != false && payload.byteCount == header.length,
      interval: connection.interval,
      answerDelay: RadioPHY.interFrameSpace
        + packet.radio.phy.duration(pdu: header.size, codingIndicator: packet.codingIndicator),
      told: connection.state.intervals.last?.nanoseconds ?? 0, subrate: Int64(link.timing.subrate),
      isEmpty: header.length == 0)
    guard packet.crcOK != false, payload.byteCount > 0 else { return timed }
    timed.contentSender = link.encryption.sender(
      of: header, payload: payload, told: packet.radio.sender)
    guard packet.radio.sender == nil, timed.contentSender == nil, !link.encryption.isOpaque
    else { return timed }
    timed.contentSender = onlySender(of: header, payload: payload)
    timed.likelySender = likelySender(of: header, payload: payload, on: connection, link: link)
    return timed
  }

  /// The only possible sender of the packet's content.
  private func onlySender(of header: DataChannelPDUHeader, payload: RawSpan) -> Side? {
    switch header.content {
    case .control:
      let opcode = ControlOpcode(rawValue: payload.uint8(at: 0))
      guard ControlOpcodeName.length(opcode.rawValue) == payload.byteCount - 1 else { return nil }
      return opcode.onlySender.map { $0 == .central ? .central : .peripheral }
    case .start:
      guard payload.channel == L2CAPChannel.securityManager.rawValue else { return nil }
      let code = SMPCode(rawValue: payload.uint8(at: L2CAPHeader.size))
      return code.onlySender.map { $0 == .central ? .central : .peripheral }
    case .continuation, .reserved: return nil
    }
  }

  /// The sender that the content suggests, after what was heard before.
  private func likelySender(
    of header: DataChannelPDUHeader, payload: RawSpan, on connection: Connection,
    link: LinkLayerLink
  ) -> Side? {
    switch header.content {
    case .continuation:
      let open = Side.allCases.filter { connection.l2cap.reassembly[$0].isOpen }
      return open.count == 1 ? open.first : nil
    case .start:
      switch payload.channel {
      case L2CAPChannel.securityManager.rawValue?:
        // Its values are random, so that equal ones are a retransmission.
        let hash = payload.contentHash(of: header.content)
        return link.flows.repeater(header.sequenceNumber, content: hash)
          ?? connection.security.secrets?.likelySide(
            of: SMPCode(rawValue: payload.uint8(at: L2CAPHeader.size)),
            method: connection.pairing.method)
      case L2CAPChannel.attribute.rawValue?:
        return likelySender(
          of: ATTOpcode(rawValue: payload.uint8(at: L2CAPHeader.size)), on: connection, link: link)
      default: return nil
      }
    case .control, .reserved: return nil
    }
  }

  private func likelySender(
    of opcode: ATTOpcode, on connection: Connection, link: LinkLayerLink
  ) -> Side? {
    guard !link.timing.turns.isExact else { return nil }
    let bearer = connection.bearer
    let isAsked = PerSide(
      host: bearer.transactions.host.open != nil, peer: bearer.transactions.peer.open != nil)
    let asker: Side = isAsked[.peripheral] && !isAsked[.central] ? .peripheral : .central
    // The side that was asked sends the response.
    if opcode.role == .response, isAsked[.central] != isAsked[.peripheral] { return asker.other }
    // Where the time stamps say nothing, the requester is the central, as in most cases.
    guard !link.timing.turns.showsTurns else { return nil }
    switch opcode.role {
    case .request, .command, .confirmation: return .central
    case .response: return asker.other
    case .notification, .indication: return .peripheral
    case .unknown: return nil
    }
  }
}

extension RawSpan {
  /// Distinguishes contents of data PDUs.
  func contentHash(of content: DataChannelPDUHeader.Content) -> UInt64 {
    var hash = FNV1a()
    hash.value ^= UInt64(content.rawValue)
    hash.add(self)
    return hash.value
  }

  /// The L2CAP channel of a PDU of which at least one octet follows the header.
  fileprivate var channel: UInt16? {
    byteCount > L2CAPHeader.size ? uint16LittleEndian(at: 2) : nil
  }
}
