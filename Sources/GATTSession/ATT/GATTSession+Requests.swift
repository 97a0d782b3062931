import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Requests and responses, matched per connection and client.
extension GATTSession {
  func request(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    let connection = context.connection
    let bearer = context.bearer
    let client = context.client
    let isEarly = bearer.transactions[client].pending != nil && makeRoom(in: context, at: record)
    bearer.transactions[client].unread = nil
    connection.counts.requests += 1
    askedAgain(pdu.handle, client: client, on: connection)
    let value = bytes.clamped(pdu.valueOffset)
    let isHeld =
      value.byteCount <= SessionLimits.lastValueOctets || mayHold(value.byteCount, at: record)
    let kept = isHeld ? value : value.clamped(0, count: SessionLimits.lastValueOctets)
    let request = PendingRequest(
      opcode: pdu.opcode, frame: record.frame, time: record.time, handle: pdu.handle,
      endHandle: pdu.endHandle, type: pdu.type, offset: pdu.valueOffset16, mtu: pdu.mtu,
      flags: pdu.flags,
      isTruncated: context.isCut || !isHeld,
      missing: context.missing &+ value.byteCount &- kept.byteCount, drops: clock.counts.drops,
      heard: connection.hearing.mark)
    if isEarly {
      bearer.transactions[client].early.append(
        EarlyRequest(request: request, value: kept.copy()))
    } else {
      bearer.transactions[client].pending = request
      bearer.transactions[client].keep(kept)
    }
    if pdu.opcode == .exchangeMTURequest { noteMTU(asked: pdu.mtu, in: context, at: record) }
    if pdu.opcode == .executeWriteRequest, pdu.flags == 0, client == .host {
      connection.noteCancel()
    }
    budget.countTransactions(context)
    noteWait(on: connection, at: record)
    if pdu.opcode.isDiscovery(pdu.type) {
      tally(on: connection, client: client, at: record) { $0.requests += 1 }
      if pdu.type?.short == 0x2803, let first = pdu.handle, let last = pdu.endHandle {
        context.database.askedForCharacteristics(first, last: last)
      }
    }
  }

  /// How long a client waits that does not wait for its response: up to 1 s, in nanoseconds. Later
  /// it has given up.
  static let hurry: Int64 = 1_000_000_000

  /// On the air it is the same event, or the next one, which comes too early for the answer to that of the
  /// event before.
  private func hurry(on connection: Connection) -> Int64 {
    guard connection.hearing.isOnAir else { return Self.hurry }
    return min(Self.hurry, connection.interval * 3 / 2)
  }

  /// Whether the capture would have an answer to a request, if there were one: of a host all is heard, unless
  /// its log has one direction only. On the air, sequence numbers show what was missed, and the interval of
  /// the connection which events.
  func hearsAnswers(to request: PendingRequest, in context: borrowing ATTContext) -> Bool {
    guard request.drops == clock.counts.drops else { return false }
    let server = context.client.other
    return context.connection.hearing.hasAnswers(
      of: server, since: request.heard, interval: context.connection.interval)
      && !lacks(server, on: context.connection)
  }

  /// Whether a response cannot be that to another request: on the air, the answer to this one and the next
  /// request may both be missing.
  private func isSure(_ request: PendingRequest, in context: borrowing ATTContext) -> Bool {
    request.heard.map { context.connection.hearing.isWholeOfOne(since: $0) } ?? true
  }

  /// A client sends a request while another is open. It must not, so the response to the open one
  /// never came or is not in the capture; some hosts do it nevertheless.
  /// - Returns: whether the open ones may still be answered.
  private func makeRoom(in context: borrowing ATTContext, at record: CaptureRecord) -> Bool {
    let bearer = context.bearer
    let client = context.client
    guard let last = bearer.transactions[client].lastRequest, last.otherAnswer == nil,
      hearsAnswers(to: last, in: context),
      record.time.nanoseconds(since: last.time) < hurry(on: context.connection),
      budget.transactions.fits(EarlyRequest.overhead + SessionLimits.lastValueOctets)
    else {
      giveUpRequests(
        in: context, at: record,
        ending: context.connection.hearing.isOfHost ? .nextRequest : .unheard)
      return false
    }
    if bearer.transactions[client].early.count >= SessionLimits.earlyRequests {
      unanswered(in: context, at: record, ending: .nextRequest)
    }
    return true
  }

  /// Closes the open request: it no longer awaits a response.
  func closeRequest(in context: borrowing ATTContext) {
    let (connection, client) = (context.connection, context.client)
    guard let pending = context.bearer.transactions[client].pending else { return }
    context.bearer.transactions[client].pending = nil
    // A discovery that waited for this response may now end sooner.
    if pending.isDiscovery {
      discoveries.mayEnd(from: connection.discoveries[client].lastTime)
    }
  }

  /// The request that was sent after a closed one is open now.
  func openNext(in context: borrowing ATTContext) {
    let (bearer, client) = (context.bearer, context.client)
    guard !bearer.transactions[client].early.isEmpty, bearer.transactions[client].pending == nil
    else { return }
    let next = bearer.transactions[client].early.removeFirst()
    bearer.transactions[client].pending = next.request
    bearer.transactions[client].pendingValue = next.value
    budget.countTransactions(context)
  }

  /// Finds the request that a response answers: those before it remain unanswered.
  private func find(
    _ opcode: ATTOpcode?, pdu: ATTPDU, in context: borrowing ATTContext, at record: CaptureRecord
  ) -> PendingRequest? {
    let (bearer, client) = (context.bearer, context.client)
    if isOfLate(pdu, opcode: opcode, in: context) { return nil }
    let handle = pdu.opcode == .errorResponse ? pdu.handle : nil
    guard let place = bearer.transactions[client].place(answering: opcode, handle: handle) else {
      return nil
    }
    for _ in 0..<place { unanswered(in: context, at: record, ending: .nextRequest) }
    if !bearer.transactions[client].early.isEmpty { didNotWait(in: context, at: record) }
    return bearer.transactions[client].pending
  }

  /// A response shows that the requests after its own were sent before it.
  private func didNotWait(in context: borrowing ATTContext, at record: CaptureRecord) {
    let (bearer, client) = (context.bearer, context.client)
    for index in bearer.transactions[client].early.indices
    where !bearer.transactions[client].early[index].isFound {
      bearer.transactions[client].early[index].isFound = true
      let request = bearer.transactions[client].early[index].request
      reporter.find(
        .requestTooEarly(ATTParty(clientOf: context), frame: request.frame), on: context.connection,
        at: record,
        moment: (request.frame, request.time))
    }
  }

  func response(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    defer { openNext(in: context) }
    let connection = context.connection
    let client = context.client
    if pdu.opcode == .errorResponse {
      refused(pdu, in: context, at: record)
      return
    }
    guard let pending = find(pdu.opcode.request, pdu: pdu, in: context, at: record) else {
      if let late = context.bearer.takeLate(client, opcode: pdu.opcode.request) {
        answeredLate(pdu, late: late, bytes: bytes, in: context, at: record)
      } else {
        answerToNothing(pdu, bytes: bytes, in: context, at: record)
      }
      return
    }
    context.bearer.transactions[client].late = nil
    let isSure = isSure(pending, in: context)
    if !isSure, pdu.isList, !pdu.fits(pending, bytes: bytes) {
      answerToNothing(pdu, bytes: bytes, in: context, at: record)
      return
    }
    closeRequest(in: context)
    noteAnswered(pending, in: context, at: record)
    connection.counts.answers += 1
    if isSure { answered(pending, isError: false, in: context, at: record) }
    if let link = connection.link {
      link.answered[client] = pending
      forgetDamagedAnswer(in: context)
    }
    if pdu.isList { findOutside(pdu, of: pending, bytes: bytes, in: context, at: record) }
    if isSure { findRepeated(pdu, of: pending, bytes: bytes, in: context, at: record) }
    switch pdu.opcode {
    case .exchangeMTUResponse: mtuExchanged(pdu, pending: pending, in: context, at: record)
    case .findInformationResponse, .findByTypeValueResponse, .readByGroupTypeResponse:
      discovered(pdu, pending: pending, bytes: bytes, in: context, at: record)
    case .readByTypeResponse:
      if pending.isDiscovery {
        discovered(pdu, pending: pending, bytes: bytes, in: context, at: record)
      } else {
        readByType(
          pdu, pending: pending, bytes: bytes, in: context, at: record, isSure: isSure,
          remark: isSure ? nil : .perhapsOfAnother)
      }
    // Which attributes several values are of is only known from the request.
    case .readResponse where !isSure, .readBlobResponse where !isSure,
      .readMultipleResponse where !isSure, .readMultipleVariableResponse where !isSure:
      var reported = ValueEvent(.read, record.direction, isTruncated: context.isCut)
      reported.pending = pending
      reported.isSure = false
      let handle = pending.opcode.hasLeadingHandle ? pending.handle : nil
      value(
        reported, handle: handle, bytes: bytes.clamped(1), in: context, at: record,
        remark: .perhapsOfAnother)
    case .readResponse where readsDeclaration(pending, bytes: bytes, in: context, at: record): break
    case .readResponse, .readBlobResponse: read(pending, bytes: bytes, in: context, at: record)
    case .readMultipleResponse, .readMultipleVariableResponse:
      readMultiple(pdu, pending: pending, bytes: bytes, in: context, at: record)
    case .writeResponse: written(pending, isSure: isSure, in: context, at: record)
    case .prepareWriteResponse:
      prepared(pdu, pending: pending, bytes: bytes, in: context, at: record)
    case .executeWriteResponse: executed(pending, in: context, at: record)
    default: break
    }
  }

  private func answered(
    _ request: PendingRequest, isError: Bool, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    guard wantsEvents else { return }
    waited(request, in: context, at: record)
    reporter.answered(
      AnsweredRequest(
        connection: context.connection, opcode: request.opcode, handle: request.handle,
        database: context.database, requestFrame: request.frame, requestTime: request.time,
        frame: record.frame, time: record.time, isError: isError,
        channel: context.channel))
  }

  func mtuExchanged(
    _ pdu: ATTPDU, pending: PendingRequest, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let bearer = context.bearer
    noteMTU(answered: pdu.mtu, in: context, at: record)
    // Elsewhere the MTU is that of the L2CAP channel, whatever is requested on it.
    if bearer.exchangesMTU {
      bearer.clientMTU = pending.mtu
      bearer.serverMTU = pdu.mtu
      // The smaller of both; never below LE's minimum.
      bearer.mtu = max(Bearer.defaultMTU, min(pending.mtu, pdu.mtu))
      bearer.isMTUKnown = true
    }
    var event = Event(.mtu, record, context, record.direction)
    event.answers(frame: pending.frame, at: pending.time)
    emit(
      event, fact: TransactionFact.mtu(bearer.mtu, client: pending.mtu, server: pdu.mtu))
  }

  /// A response whose request is not in the capture, or of another type.
  private func answerToNothing(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    // Something was missed, or the sniffer takes one side for the other.
    context.connection.noteAnswerToNothing(of: context.client)
    noteOtherAnswer(pdu.opcode, in: context)
    context.connection.hearing.noteLoss()
    if isUnasked(pdu, bytes: bytes, in: context, at: record) { return }
    switch pdu.opcode {
    // The other responses to reads have lengths between their values, or handles: what is one value in
    // them depends on the request.
    case .readResponse, .readBlobResponse, .readMultipleResponse:
      value(
        ValueEvent(.read, record.direction, of: context),
        handle: nil, bytes: bytes.clamped(1), in: context, at: record, remark: .requestNotInCapture)
    default:
      reporter.emit(
        Event(.note, record, context, record.direction),
        fact: TransactionFact.withoutRequest(pdu.opcode), value: bytes.clamped(1))
    }
  }

  /// The only open request gets a response of another kind: a client that goes on has not failed to wait.
  private func noteOtherAnswer(_ opcode: ATTOpcode, in context: borrowing ATTContext) {
    let (bearer, client) = (context.bearer, context.client)
    guard context.connection.hearing.isOfHost, bearer.transactions[client].early.isEmpty,
      let pending = bearer.transactions[client].pending, hearsAnswers(to: pending, in: context)
    else { return }
    bearer.transactions[client].pending?.otherAnswer = opcode
  }

  // MARK: Errors

  private func refused(
    _ pdu: ATTPDU, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    let connection = context.connection
    let client = context.client
    let requestOpcode = pdu.requestOpcode ?? ATTOpcode(rawValue: 0)
    let answered = find(requestOpcode, pdu: pdu, in: context, at: record)
    let isAnswer = answered != nil
    let open = answered ?? context.bearer.transactions[client].pending
    let late =
      isAnswer ? nil : context.bearer.takeLate(client, opcode: requestOpcode, handle: pdu.handle)
    let unread =
      isAnswer || late != nil ? nil : context.bearer.takeUnread(client, opcode: requestOpcode)
    let pending = late?.request ?? unread ?? open
    if !isAnswer, late == nil, unread == nil {
      noteOtherAnswer(pdu.opcode, in: context)
      if isUnasked(pdu, bytes: RawSpan(), in: context, at: record) { return }
    }
    if let unread {
      connection.counts.requests += 1
      connection.counts.answers += 1
      self.answered(unread, isError: true, in: context, at: record)
    }
    if isAnswer {
      closeRequest(in: context)
      if let answered { noteAnswered(answered, in: context, at: record) }
      context.bearer.transactions[client].late = nil
      connection.counts.answers += 1
      if let answered { self.answered(answered, isError: true, in: context, at: record) }
      if connection.hearing.isOnAir { forgetDamagedAnswer(in: context) }
    }
    // The normal end of a procedure that goes through the handles.
    if pdu.errorCode == 0x0A, requestOpcode.asksForRange {
      // The error names the start of the range, or nothing.
      if isAnswer, let pending, pdu.handle == pending.handle || pdu.handle == 0 {
        namedAll(of: pending, upTo: nil, in: context)
        foundAll(of: pending, upTo: nil, in: context)
      }
      if let pending, !pending.isDiscovery, isAnswer {
        // A read by type that finds nothing is worth reporting.
        nothingFound(pending, in: context, at: record)
      }
      return
    }
    // This is how a client that continues a read learns that the value was complete: not a fault.
    let endsLongRead =
      requestOpcode == .readBlobRequest && (pdu.errorCode == 0x0B || pdu.errorCode == 0x07)
      && context.bearer.transactions[client].longReads.contains { $0.handle == pending?.handle }
    if requestOpcode == .readBlobRequest, let handle = pending?.handle {
      endLongRead(of: handle, in: context, at: record, isRefused: pdu.errorCode == 0x07)
    }
    if !endsLongRead { connection.counts.errors += 1 }
    let asked = isAnswer || late != nil ? pending.flatMap { subject(of: $0, in: context) } : nil
    var handle = asked ?? pdu.handle ?? pending?.handle
    let why =
      isAnswer
      ? pending.flatMap { self.remark(on: pdu.errorCode, request: $0, handle: asked, in: context) }
      : nil
    // After a refused part, the values queued earlier stay; a refused execution clears the queue.
    var queued: JoinedValue?
    var otherParts = 0
    if requestOpcode == .executeWriteRequest {
      let queue = connection.writeQueues[client].values
      connection.writeQueues[client].values.removeAll()
      // Not where it was to be cancelled.
      if isAnswer, pending?.flags != 0 {
        if handle == 0, let only = queue.first?.handle, queue.allSatisfy({ $0.handle == only }) {
          handle = only
        }
        queued = queue.first { $0.handle == handle }
        otherParts = queue.reduce(-(queued?.requests ?? 0)) { $0 + $1.requests }
      }
    }
    // An error at the start of a range is about the request.
    let isOfRange =
      requestOpcode.asksForRange && (unread != nil || handle == pending?.handle)
    if isAnswer, !isOfRange, let handle {
      context.database.disprove(handle, by: pdu.errorCode, to: requestOpcode)
    }
    let attribute =
      isOfRange ? nil : handle.flatMap { context.database.named($0, refusing: requestOpcode) }
    flushDiscovery(on: connection, client: client, at: record)
    var event = Event(.attError, record, context, record.direction)
    event.handle = handle
    event.attribute = attribute
    event.isProblem = !endsLongRead
    if isAnswer || late != nil || unread != nil, let pending {
      event.answers(frame: pending.frame, at: pending.time)
    }
    var request = RequestWords(opcode: requestOpcode, handle: handle, attribute: attribute)
    if isAnswer || late != nil, let pending {
      let isWrite = isAnswer && requestOpcode == .writeRequest
      request = RequestWords(
        pending, attribute: attribute,
        value: isWrite ? context.bearer.transactions[client].pendingValue : queued?.bytes)
      if requestOpcode == .executeWriteRequest { request.handle = handle }
    }
    let other = pdu.handle.flatMap { asked == nil || $0 == asked || $0 == 0 ? nil : $0 }
    let remark: ValueRemark? =
      if let late {
        .answeredLate(late.lateness)
      } else if !isAnswer, unread == nil {
        .requestNotInCapture
      } else {
        queued.map { ValueRemark.queued($0, nil) } ?? other.map { ValueRemark.namesOther($0) }
      }
    emit(event, fact: TransactionFact.refused(request, code: pdu.errorCode, remark: remark))
    if otherParts > 0 {
      emit(
        Event(.note, record, context, record.direction),
        fact: TransactionFact.queueUndefined(parts: otherParts))
    }
    if pdu.errorCode == 0x12 { outOfSync(in: context, at: record) }
    guard !endsLongRead else { return }
    let server = ATTParty(serverOf: context)
    if Self.asksForPairing(pdu.errorCode) {
      awaitCure(request, by: server, code: pdu.errorCode, on: connection, at: record)
    } else {
      reporter.find(
        .refused(request, by: server, code: pdu.errorCode, why, frame: record.frame),
        on: connection, at: record)
    }
  }

  /// The attribute that a request is about, if it is a single one. Some servers name none in their errors, or
  /// another one.
  private func subject(of request: PendingRequest, in context: borrowing ATTContext) -> UInt16? {
    request.opcode.hasLeadingHandle && isSure(request, in: context) ? request.handle : nil
  }

  private func nothingFound(
    _ pending: PendingRequest?, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    guard let pending, let type = pending.type else { return }
    var event = Event(.note, record, context, record.direction)
    event.answers(frame: pending.frame, at: pending.time)
    emit(event, fact: TransactionFact.noAttribute(type))
  }
}

extension ATTPDU {
  /// Whether each element has the handle of its attribute.
  fileprivate var isList: Bool {
    switch opcode {
    case .findInformationResponse, .findByTypeValueResponse, .readByTypeResponse,
      .readByGroupTypeResponse:
      true
    default: false
    }
  }

  /// Whether a list begins with what a request asked for.
  fileprivate func fits(_ request: PendingRequest, bytes: RawSpan) -> Bool {
    guard let first = request.handle, bytes.byteCount >= 4 else { return true }
    let place = opcode == .findByTypeValueResponse ? 1 : 2
    let handle = bytes.uint16LittleEndian(at: place)
    return first <= handle && handle <= request.endHandle ?? .max
  }
}

extension Bearer {
  /// The malformed request that an error answers.
  fileprivate func takeUnread(_ client: Side, opcode: ATTOpcode) -> PendingRequest? {
    guard let unread = transactions[client].unread?.request, unread.opcode == opcode else {
      return nil
    }
    transactions[client].unread = nil
    return unread
  }
}
