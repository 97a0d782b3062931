import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Packets with a bad CRC, as far as they explain why something remains unanswered.
extension GATTSession {
  /// A packet of the connection with a bad CRC: its content is not used, but it may explain why
  /// something is not answered.
  func damaged(
    _ header: DataChannelPDUHeader, payload: RawSpan, on connection: Connection,
    link: LinkLayerLink, side: Side, packet: AirPacket
  ) {
    link.flows.takeDamaged(from: side, number: header.sequenceNumber)
    observer?.stopped(.damaged)
    let client = side.other
    guard wantsEvents, link.encryption.state != .on, header.content == .start,
      payload.byteCount > L2CAPHeader.size
    else { return }
    let cid = payload.uint16LittleEndian(at: 2)
    let enhanced = connection.l2cap.channels?.channel(at: client, cid: cid)?.bearer
    let bearer = enhanced ?? connection.bearer
    let offset = L2CAPHeader.size + (enhanced == nil ? 0 : SDUReassembler.lengthSize)
    guard payload.byteCount > offset, bearer.transactions[client].damagedAnswer == nil,
      let pending = bearer.transactions[client].pending
    else { return }
    let opcode = ATTOpcode(rawValue: payload.uint8(at: offset))
    let isChannel = enhanced != nil || cid == L2CAPChannel.attribute.rawValue
    let isAnswer = opcode == .errorResponse || opcode.request == pending.opcode
    // Either of the two may be damaged; a known opcode that is not a response is not taken for one.
    guard isAnswer || (isChannel && opcode.role == .unknown) else { return }
    bearer.transactions[client].damagedAnswer = DamagedAnswer(
      ticket: reservePlace(in: ATTContext(connection, bearer, client: client), at: packet.record),
      record: packet.record)
  }

  /// The response was received again, intact.
  func forgetDamagedAnswer(in context: borrowing ATTContext) {
    guard let damaged = context.bearer.transactions[context.client].damagedAnswer else { return }
    context.bearer.transactions[context.client].damagedAnswer = nil
    reporter.order.cancel(damaged.ticket)
  }

  /// Reports a request whose response was only received with a bad CRC.
  func answeredWithBadCRC(
    _ damaged: DamagedAnswer, pending: PendingRequest, asked: borrowing ATTContext
  ) {
    let connection = asked.connection
    let client = asked.client
    closeRequest(in: asked)
    asked.bearer.transactions[client].damagedAnswer = nil
    connection.counts.unanswered += 1
    connection.counts.damagedAnswers += 1
    let context = ATTContext(
      connection, asked.bearer, client: client, isCut: pending.isTruncated)
    let attribute = pending.handle.flatMap { context.database.named($0) }
    let direction: PacketDirection = client.direction
    switch pending.opcode {
    case .readRequest, .readBlobRequest, .writeRequest:
      let isWrite = pending.opcode == .writeRequest
      var shown = ValueEvent(
        isWrite ? .write : .read, direction, isTruncated: pending.isTruncated)
      if isWrite { shown.missing = pending.missing }
      shown.pending = pending
      shown.isAnswered = false
      shown.isProblem = true
      shown.ticket = damaged.ticket
      let held = context.bearer.transactions[client].pendingValue
      value(
        shown, handle: pending.handle, bytes: isWrite ? held.rawBytes : RawSpan(), in: context,
        at: damaged.record,
        remark: .unanswered(.damaged))
    default:
      var event = Event(.note, damaged.record, context, direction)
      event.handle = pending.opcode.hasLeadingHandle ? pending.handle : nil
      event.attribute = attribute
      event.requestFrame = pending.frame
      event.requestTime = pending.time
      event.isProblem = true
      reporter.emit(
        event,
        fact: TransactionFact.unanswered(RequestWords(pending, attribute: attribute), .damaged),
        ticket: damaged.ticket)
    }
    reporter.find(
      .damagedAnswer(
        RequestWords(pending, attribute: attribute),
        frame: damaged.record.frame),
      on: connection, at: damaged.record)
  }
}
