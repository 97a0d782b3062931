import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Requests that remain unanswered, and the end of everything else in progress.
extension GATTSession {
  func unanswered(in asked: borrowing ATTContext, at record: CaptureRecord, ending: RequestEnding) {
    let connection = asked.connection
    let client = asked.client
    guard let pending = asked.bearer.transactions[client].pending else { return }
    defer { openNext(in: asked) }
    if let damaged = asked.bearer.transactions[client].damagedAnswer {
      answeredWithBadCRC(damaged, pending: pending, asked: asked)
      return
    }
    closeRequest(in: asked)
    let ending = refined(ending, asked: asked, pending: pending, at: record)
    // On the air, only for so long as the connection was heard.
    let last = connection.hearing.isOfHost ? record.time : connection.traffic.lastRecord
    let isTimeout =
      ending != .hidden && ending != .linkLost && hearsAnswers(to: pending, in: asked)
      && !isExcerpt(connection)
      && last.nanoseconds(since: pending.time) >= Self.transactionTimeout
    let bearer = asked.bearer
    bearer.transactions[client].late =
      (isTimeout ? .timeout : ending.lateness).map { LateRequest(request: pending, lateness: $0) }
    if ending != .hidden, ending != .otherDirection { connection.counts.unanswered += 1 }
    let context = ATTContext(
      connection, asked.bearer, client: client, isCut: pending.isTruncated)
    // A request for a range of handles is not about a single attribute.
    let handle = pending.opcode.hasLeadingHandle ? pending.handle : nil
    let attribute = handle.flatMap { context.database.named($0) }
    let isWrite = pending.opcode == .writeRequest
    let request = RequestWords(
      pending, attribute: attribute,
      value: isWrite ? context.bearer.transactions[client].pendingValue : nil)
    let direction = client.direction
    switch pending.opcode {
    case _ where isTimeout:
      timedOut(request, pending: pending, in: context, at: record)
      return
    case .executeWriteRequest where pending.flags != 0:
      reportQueue(in: context, at: record, ending: ending)
    case .readRequest, .readBlobRequest, .writeRequest:
      var reported = ValueEvent(
        isWrite ? .write : .read, direction,
        isTruncated: pending.isTruncated)
      if isWrite { reported.missing = pending.missing }
      reported.pending = pending
      reported.isAnswered = false
      reported.isProblem = ending.isProblem
      reported.isUnheard = ending.isOfSniffer
      let held = context.bearer.transactions[client].pendingValue
      value(
        reported, handle: pending.handle, bytes: isWrite ? held.rawBytes : RawSpan(),
        in: context, at: record, remark: .unanswered(ending))
    case .readByTypeRequest where !pending.isDiscovery,
      .readMultipleRequest, .readMultipleVariableRequest:
      var reported = ValueEvent(.read, direction, isTruncated: pending.isTruncated)
      reported.pending = pending
      reported.isAnswered = false
      reported.isProblem = ending.isProblem
      reported.isUnheard = ending.isOfSniffer
      value(
        reported, handle: nil, bytes: RawSpan(), in: context, at: record,
        remark: .unansweredRequest(request, ending))
    default:
      var event = Event(.note, record, context, direction)
      event.handle = handle
      event.attribute = attribute
      event.requestFrame = pending.frame
      event.requestTime = pending.time
      event.isProblem = ending.isProblem
      emit(event, fact: TransactionFact.unanswered(request, ending))
    }
    guard ending.isProblem else { return }
    reporter.find(
      .unanswered(
        request, ending,
        after: record.time.nanoseconds(since: pending.time), frame: pending.frame),
      on: connection, at: record)
  }

  /// Reports all requests of a client that are open.
  func giveUpRequests(
    in context: borrowing ATTContext, at record: CaptureRecord, ending: RequestEnding
  ) {
    while context.bearer.transactions[context.client].pending != nil {
      unanswered(in: context, at: record, ending: ending)
    }
  }

  /// Whether a connection is all that is left of a log: packets that somebody has chosen, such as those that
  /// Wireshark displayed. What is missing says nothing then, nor does time: it may have ended and begun again.
  func isExcerpt(_ connection: Connection) -> Bool {
    connection.hearing.isOfHost && !connection.beginsInCapture && !clock.counts.hasControl
  }

  /// Whether a capture has nothing that one side sent on a connection, though it will have sent something.
  package func lacks(_ side: Side, on connection: Connection) -> Bool {
    connection.lacksAnswered(side) || isExcerpt(connection) && connection.traffic.packets[side] == 0
  }

  /// What more is known of why a request has no response.
  private func refined(
    _ ending: RequestEnding, asked: borrowing ATTContext, pending: PendingRequest,
    at record: CaptureRecord
  ) -> RequestEnding {
    let connection = asked.connection
    if isHidden(pending, client: asked.client, on: connection) { return .hidden }
    if lacks(asked.client.other, on: connection) { return .otherDirection }
    switch ending {
    case .nextRequest where isExcerpt(connection): return .otherDirection
    case .nextRequest where pending.otherAnswer != nil: return .otherAnswer
    case .unheard:
      let isBegun =
        pending.isPartlyAnswered
        || beginsAnswer(to: pending, on: connection, side: asked.client.other)
      if asked.bearer === connection.bearer, isBegun { return .partlyHeard }
      return hearsAnswers(to: pending, in: asked) ? .nextRequest : ending
    case .lost where connection.hearing.isOnAir: return .linkLost
    case .disconnect:
      let isOwn =
        connection.end.isByEither
        || connection.endedBy == (asked.client == .host ? .local : .remote)
      let end = connection.disconnectRequest?.time ?? record.time
      if isOwn, end.nanoseconds(since: pending.time) < Self.hurry { return .cutOff }
      // This host owes no answer any more when it has asked for the end.
      if let request = connection.disconnectRequest, request.frame < pending.frame,
        connection.endedBy == .local || connection.end.isByEither
      {
        return .cutOff
      }
      return mayHaveMissedAnswer(to: pending, asked: asked) ? .unheard : ending
    default: return ending
    }
  }

  /// Whether on the air something of the server is missing since the request.
  private func mayHaveMissedAnswer(
    to pending: PendingRequest, asked: borrowing ATTContext
  ) -> Bool {
    guard let then = pending.heard else { return false }
    return !asked.connection.hearing.isWhole(asked.client.other, since: then)
  }

  /// Whether the PDU that is being reassembled is the response to a request.
  private func beginsAnswer(
    to pending: PendingRequest, on connection: Connection, side: Side
  ) -> Bool {
    guard connection.l2cap.reassembly[side].startFrame > pending.frame,
      let begun = connection.l2cap.reassembly[side].begun,
      begun.channel == L2CAPChannel.attribute.rawValue
    else { return false }
    return ATTOpcode(rawValue: begun.code).request == pending.opcode
  }

  /// A PDU is given up whose rest was not heard: it may be the response to the open request.
  func noteBegunAnswer(on connection: Connection, side: Side) {
    guard connection.hearing.isOnAir,
      let pending = connection.bearer.transactions[side.other].pending,
      beginsAnswer(to: pending, on: connection, side: side)
    else { return }
    connection.bearer.transactions[side.other].pending?.isPartlyAnswered = true
  }

  /// Whether a PDU that cannot be read may answer a request: one of the server, sent after it.
  private func isHidden(
    _ pending: PendingRequest, client: Side, on connection: Connection
  ) -> Bool {
    connection.hearing.hidesSome(of: client.other, after: pending.frame)
  }

  /// How long a transaction may take: 30 s, in nanoseconds (Vol 3, Part F, 3.3.3).
  static let transactionTimeout: Int64 = 30_000_000_000

  /// A request whose response did not come in time: no further ATT PDU may follow on the bearer.
  private func timedOut(
    _ request: RequestWords, pending: PendingRequest, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let connection = context.connection
    let client = context.client
    var event = Event(.attError, record, context, client.direction)
    event.handle = pending.opcode.hasLeadingHandle ? pending.handle : nil
    event.attribute = request.attribute
    event.requestFrame = pending.frame
    event.requestTime = pending.time
    event.isProblem = true
    emit(event, fact: TransactionFact.timedOut(request))
    let server = context.serverIsLocal ? ATTParty(hostOf: connection) : nil
    let part = connection.clues.lostParts[client.other]
    let lost = part.flatMap { $0.time >= pending.time ? $0.frame : nil }
    reporter.find(
      .timedOut(request, of: server, lost: lost, frame: pending.frame), on: connection, at: record)
  }

  /// Settles an ended connection after its last data: at the first record that is not part of it.
  func settleLate(_ waiting: EndedWithOpenRequest, at record: CaptureRecord, bytes: RawSpan) {
    let connection = waiting.connection
    let isItsData =
      record.kind == .acl && record.adapter == connection.adapter && bytes.byteCount >= 2
      && bytes.uint16LittleEndian(at: 0) & 0x0FFF == connection.handle
      && (record.direction != .sent || connection.endReason == nil)
      && record.time.nanoseconds(since: waiting.record.time) <= Self.lastDataLimit
    if !isItsData { settleUnsettled() }
  }

  func settleUnsettled() {
    guard let waiting = links.unsettled else { return }
    links.unsettled = nil
    // The previous record is its last data, or else its end.
    settle(waiting.connection, at: clock.last ?? waiting.record, ending: .disconnect)
  }

  /// Ends everything in progress on a connection.
  func settle(_ connection: Connection, at record: CaptureRecord, ending: RequestEnding) {
    for bearer in connection.bearers { settle(bearer, on: connection, at: record, ending: ending) }
    for client in Side.allCases {
      if !connection.writeQueues[client].values.isEmpty {
        let parts = connection.writeQueues[client].parts
        connection.writeQueues[client].values.removeAll()
        emit(
          Event(.note, record, connection, client.direction),
          fact: TransactionFact.queueNotExecuted(parts: parts))
      }
      budget.countTransactions(ATTContext(connection, nil, client: client))
    }
    findUncured(on: connection, at: record)
    settleSecurityRequest(on: connection, at: record)
    settleEncryption(on: connection, at: record)
    if ending == .captureEnds { connection.start.isExcerpt = isExcerpt(connection) }
    settlePairing(on: connection, at: record, ending: ending)
    settleWaits(on: connection, at: record)
    for subscription in connection.subscriptions { ended(subscription, on: connection, at: record) }
    budget.subscriptions.giveBack(connection.subscriptions.count)
    connection.subscriptions.removeAll()
    giveUpMessages(on: connection, at: record)
    settleParameterRequests(on: connection, at: record)
    findForgotten(connection, at: record)
    settleChannels(connection, at: record, ending: ending)
    for side in Side.allCases { giveUpReassembly(on: connection, side: side, at: record) }
    flushDiscoveries(at: record, of: connection)
    settleInterval(connection, at: record)
    tellAnnounced(on: connection, at: record)
    if let encryption = connection.link?.encryption, encryption.hides {
      emit(
        Event(.note, record, connection),
        fact: LinkFact.unreadable(
          central: encryption.unreadable.host, peripheral: encryption.unreadable.peer,
          encryption.reason))
    }
  }

  /// Ends everything in progress on one bearer.
  func settle(
    _ bearer: Bearer, on connection: Connection, at record: CaptureRecord, ending: RequestEnding
  ) {
    for client in Side.allCases {
      let context = ATTContext(connection, bearer, client: client)
      endNeglected(in: context, at: record)
      endWait(in: context, at: record)
      giveUpRequests(in: context, at: record, ending: ending)
      // A connection is remembered after its end, the values it sent are not.
      bearer.transactions[client].pendingValue = []
      budget.countTransactions(context)
    }
  }
}

/// A connection that ended with a request open, and the record of its end.
final class EndedWithOpenRequest {
  let connection: Connection
  let record: CaptureRecord

  init(_ connection: Connection, _ record: CaptureRecord) {
    self.connection = connection
    self.record = record
  }
}
