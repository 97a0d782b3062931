import ATTDissector
import BTSnoop
import Bytes

/// Packets with a bad CRC, as far as they explain why something remains unanswered.
extension AirFollower {
  /// A packet of the connection with a bad CRC: its content is not used, but it may explain why
  /// something is not answered.
  func damaged(
    _ header: DataChannelPDUHeader, payload: RawSpan, on connection: Connection,
    link: LinkLayerLink, side: Side, packet: AirPacket
  ) {
    link.flows.takeDamaged(from: side, number: header.sequenceNumber)
    current.observer?.stopped(.damaged)
    let client = side.other
    guard reporter.wantsEvents, link.encryption.state != .on, header.content == .start,
      payload.byteCount > L2CAPHeader.size
    else { return }
    let cid = payload.uint16LittleEndian(at: 2)
    let enhanced = connection.l2cap.channels?.channel(at: client, cid: cid)?.bearer
    let bearer = enhanced ?? connection.bearer
    let offset = L2CAPHeader.size + (enhanced == nil ? 0 : SDUReassembler.lengthSize)
    guard payload.byteCount > offset else { return }
    let opcode = ATTOpcode(rawValue: payload.uint8(at: offset))
    let isOnBearer = enhanced != nil || cid == L2CAPChannel.attribute.rawValue
    guard bearer.transactions[client].mayAnswer(opcode, isOnBearer: isOnBearer) else { return }
    let answer = DamagedAnswer(
      ticket: att.reservePlace(
        in: ATTContext(connection, bearer, client: client), at: packet.record),
      record: packet.record)
    bearer.transactions[client].hold(answer)
  }
}
