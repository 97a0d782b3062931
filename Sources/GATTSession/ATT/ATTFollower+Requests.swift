import ATTDissector
import BTSnoop
import Bytes

/// Requests and responses, matched per connection and client.
extension ATTFollower {
  func request(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    let (connection, client) = (context.connection, context.client)
    if context.transactions.open != nil {
      let mayQueue = budget.transactions.fits(
        ATTTransactions.queuedOverhead + SessionLimits.lastValueOctets)
      let unanswered = context.transactions.makeWay(
        over: link(in: context, at: record), mayQueue: mayQueue)
      report(unanswered, in: context, at: record)
    }
    connection.counts.requests += 1
    security.askedAgain(pdu.handle, client: client, on: connection)
    let value = bytes.clamped(pdu.valueOffset)
    let isHeld =
      value.byteCount <= SessionLimits.lastValueOctets || mayHold(value.byteCount, at: record)
    let kept = isHeld ? value : value.clamped(0, count: SessionLimits.lastValueOctets)
    let request = ATTRequest(
      opcode: pdu.opcode, frame: record.frame, time: record.time, handle: pdu.handle,
      endHandle: pdu.endHandle, type: pdu.type, offset: pdu.valueOffset16, mtu: pdu.mtu,
      flags: pdu.flags,
      isTruncated: context.isCut || !isHeld,
      missing: context.missing &+ value.byteCount &- kept.byteCount, drops: clock.counts.drops,
      heard: connection.hearing.mark)
    context.transactions.send(request, value: kept)
    if pdu.opcode == .exchangeMTURequest {
      noteMTU(pdu.mtu, isAnswer: false, in: context, at: record)
    }
    if pdu.opcode == .executeWriteRequest, pdu.flags == 0, client == .host {
      connection.noteCancel()
    }
    budget.countTransactions(context)
    noteWait(on: connection, at: record)
    if request.isDiscovery {
      discovery.tally(on: connection, client: client, at: record) { $0.requests += 1 }
      if pdu.type?.short == 0x2803, let first = pdu.handle, let last = pdu.endHandle {
        context.database.askedForCharacteristics(first, last: last)
      }
    }
  }

  /// A request is no longer open: a discovery that waited for its response may now end sooner.
  func closed(_ request: ATTRequest, in context: borrowing ATTContext) {
    guard request.isDiscovery else { return }
    discovery.open.mayEnd(from: context.connection.discoveries[context.client].lastTime)
  }

  private func openNext(in context: borrowing ATTContext) {
    guard context.transactions.hasQueue else { return }
    context.transactions.openNext()
    budget.countTransactions(context)
  }

  /// What a response or an error answers; reports what else it shows.
  private func answers(
    _ answer: ATTAnswer, over link: ATTLink, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) -> ATTTransactions.Answers {
    let reception = context.transactions.receive(answer, over: link)
    report(reception.passedOver, in: context, at: record)
    for request in reception.tooEarly {
      reporter.find(
        .requestTooEarly(ATTParty(clientOf: context), frame: request.frame), on: context.connection,
        at: record, moment: (request.frame, request.time))
    }
    return reception.answers
  }

  func response(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    let connection = context.connection
    defer { openNext(in: context) }
    let link = link(in: context, at: record)
    if pdu.opcode == .errorResponse {
      refused(pdu, over: link, in: context, at: record)
      return
    }
    let answer = ATTAnswer(
      request: pdu.opcode.request, handle: pdu.handle, firstListed: pdu.firstListed(in: bytes))
    switch answers(answer, over: link, in: context, at: record) {
    case .open(let request, let isSure):
      closed(request, in: context)
      connection.counts.answers += 1
      if isSure { answered(request, isError: false, in: context, at: record) }
      forgetDamagedAnswer(in: context)
      if pdu.isList { findOutside(pdu, of: request, bytes: bytes, in: context, at: record) }
      if isSure { findRepeated(pdu, of: request, bytes: bytes, in: context, at: record) }
      response(pdu, to: request, isSure: isSure, bytes: bytes, in: context, at: record)
    case .late(let request, let lateness):
      response(pdu, to: request, late: lateness, bytes: bytes, in: context, at: record)
    case .malformed, .nothing: answerToNothing(pdu, bytes: bytes, in: context, at: record)
    }
  }

  /// - isSure: it cannot be the response to another request.
  /// - late: the request was reported as unanswered; the content is still valid.
  private func response(
    _ pdu: ATTPDU, to pending: ATTRequest, isSure: Bool = true, late: Lateness? = nil,
    bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    let remark: ValueRemark? =
      late.map { .answeredLate($0) } ?? (isSure ? nil : .perhapsOfAnother)
    switch pdu.opcode {
    case .exchangeMTUResponse: mtuExchanged(pdu, pending: pending, in: context, at: record)
    case .findInformationResponse, .findByTypeValueResponse, .readByGroupTypeResponse:
      discovery.discovered(pdu, pending: pending, bytes: bytes, in: context, at: record)
    case .readByTypeResponse where pending.isDiscovery:
      discovery.discovered(pdu, pending: pending, bytes: bytes, in: context, at: record)
    case .readByTypeResponse:
      readByType(
        pdu, pending: pending, bytes: bytes, in: context, at: record, isSure: isSure,
        remark: remark)
    // Which attributes several values are of is only known from the request, and is not kept.
    case .readResponse where remark != nil, .readBlobResponse where remark != nil,
      .readMultipleResponse where remark != nil, .readMultipleVariableResponse where remark != nil:
      let isOfOne = pending.opcode.hasLeadingHandle
      var reported = ValueEvent(.read, record.direction, isTruncated: context.isCut)
      reported.pending = pending
      reported.isSure = isSure
      if isOfOne, isSure { reported.missing = context.missing }
      value(
        reported, handle: isOfOne ? pending.handle : nil, bytes: bytes.clamped(1), in: context,
        at: record, remark: remark)
    case .readResponse
    where discovery.readsDeclaration(pending, bytes: bytes, in: context, at: record): break
    case .readResponse, .readBlobResponse: read(pending, bytes: bytes, in: context, at: record)
    case .readMultipleResponse, .readMultipleVariableResponse:
      readMultiple(pdu, pending: pending, bytes: bytes, in: context, at: record)
    case _ where late != nil:
      guard let late else { return }
      var event = Event(.note, record, context, record.direction)
      event.handle = pending.opcode.hasLeadingHandle ? pending.handle : nil
      event.attribute = event.handle.flatMap { context.database.named($0) }
      event.answers(frame: pending.frame, at: pending.time)
      reporter.emit(event, fact: TransactionFact.answeredLate(pdu.opcode, late))
    case .writeResponse: written(pending, isSure: isSure, in: context, at: record)
    case .prepareWriteResponse:
      prepared(pdu, pending: pending, bytes: bytes, in: context, at: record)
    case .executeWriteResponse: executed(pending, in: context, at: record)
    default: break
    }
  }

  private func answered(
    _ request: ATTRequest, isError: Bool, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    guard reporter.wantsEvents else { return }
    linkStates.waited(request, in: context, at: record)
    reporter.answered(
      AnsweredRequest(
        connection: context.connection, opcode: request.opcode, handle: request.handle,
        database: context.database, requestFrame: request.frame, requestTime: request.time,
        frame: record.frame, time: record.time, isError: isError,
        channel: context.channel))
  }

  func mtuExchanged(
    _ pdu: ATTPDU, pending: ATTRequest, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let bearer = context.bearer
    noteMTU(pdu.mtu, isAnswer: true, in: context, at: record)
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
    reporter.emit(
      event, fact: TransactionFact.mtu(bearer.mtu, client: pending.mtu, server: pdu.mtu))
  }

  /// A response whose request is not in the capture, or of another type.
  private func answerToNothing(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    // Something was missed, or the sniffer takes one side for the other.
    context.connection.noteAnswerToNothing(of: context.client)
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

  // MARK: Errors

  private func refused(
    _ pdu: ATTPDU, over link: ATTLink, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    let (connection, client) = (context.connection, context.client)
    let requestOpcode = pdu.requestOpcode ?? ATTOpcode(rawValue: 0)
    let answers = answers(
      ATTAnswer(request: requestOpcode, isError: true, handle: pdu.handle), over: link,
      in: context, at: record)
    var pending = context.transactions.open
    var (isAnswer, isMalformed) = (false, false)
    var late: Lateness?
    switch answers {
    case .open(let request, _):
      (pending, isAnswer) = (request, true)
      closed(request, in: context)
      connection.counts.answers += 1
      answered(request, isError: true, in: context, at: record)
      forgetDamagedAnswer(in: context)
    case .late(let request, let lateness): (pending, late) = (request, lateness)
    case .malformed(let request):
      (pending, isMalformed) = (request, true)
      connection.counts.requests += 1
      connection.counts.answers += 1
      answered(request, isError: true, in: context, at: record)
    case .nothing:
      if isUnasked(pdu, bytes: RawSpan(), in: context, at: record) { return }
    }
    // The normal end of a procedure that goes through the handles.
    if pdu.errorCode == 0x0A, requestOpcode.asksForRange {
      // The error names the start of the range, or nothing.
      if isAnswer, let pending, pdu.handle == pending.handle || pdu.handle == 0 {
        discovery.namedAll(of: pending, upTo: nil, in: context)
        discovery.foundAll(of: pending, upTo: nil, in: context)
      }
      // A read by type that finds nothing is worth reporting.
      if isAnswer, let pending, !pending.isDiscovery, let type = pending.type {
        var event = Event(.note, record, context, record.direction)
        event.answers(frame: pending.frame, at: pending.time)
        reporter.emit(event, fact: TransactionFact.noAttribute(type))
      }
      return
    }
    // This is how a client that continues a read learns that the value was complete: not a fault.
    let endsLongRead =
      requestOpcode == .readBlobRequest && (pdu.errorCode == 0x0B || pdu.errorCode == 0x07)
      && context.transactions.longReads.contains { $0.handle == pending?.handle }
    if requestOpcode == .readBlobRequest, let handle = pending?.handle {
      endLongRead(of: handle, in: context, at: record, isRefused: pdu.errorCode == 0x07)
    }
    if !endsLongRead { connection.counts.errors += 1 }
    let asked =
      isAnswer || late != nil ? pending.flatMap { subject(of: $0, over: link) } : nil
    var handle = asked ?? pdu.handle ?? pending?.handle
    let why =
      isAnswer
      ? pending.flatMap { self.remark(on: pdu.errorCode, request: $0, handle: asked, in: context) }
      : nil
    var queued: JoinedValue?
    var otherParts = 0
    if requestOpcode == .executeWriteRequest {
      let queue = connection.writeQueues[client].empty()
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
    let isOfRange = requestOpcode.asksForRange && (isMalformed || handle == pending?.handle)
    if isAnswer, !isOfRange, let handle {
      context.database.disprove(handle, by: pdu.errorCode, to: requestOpcode)
    }
    let attribute =
      isOfRange ? nil : handle.flatMap { context.database.named($0, refusing: requestOpcode) }
    discovery.flush(on: connection, client: client, at: record)
    var event = Event(.attError, record, context, record.direction)
    event.handle = handle
    event.attribute = attribute
    event.isProblem = !endsLongRead
    if isAnswer || late != nil || isMalformed, let pending {
      event.answers(frame: pending.frame, at: pending.time)
    }
    var request = RequestWords(opcode: requestOpcode, handle: handle, attribute: attribute)
    if isAnswer || late != nil, let pending {
      let isWrite = isAnswer && requestOpcode == .writeRequest
      request = RequestWords(
        pending, attribute: attribute, value: isWrite ? context.transactions.value : queued?.bytes)
      if requestOpcode == .executeWriteRequest { request.handle = handle }
    }
    let other = pdu.handle.flatMap { asked == nil || $0 == asked || $0 == 0 ? nil : $0 }
    let remark: ValueRemark? =
      if let late {
        .answeredLate(late)
      } else if !isAnswer, !isMalformed {
        .requestNotInCapture
      } else {
        queued.map { ValueRemark.queued($0, nil) } ?? other.map { ValueRemark.namesOther($0) }
      }
    reporter.emit(
      event, fact: TransactionFact.refused(request, code: pdu.errorCode, remark: remark))
    if otherParts > 0 {
      reporter.emit(
        Event(.note, record, context, record.direction),
        fact: TransactionFact.queueUndefined(parts: otherParts))
    }
    if pdu.errorCode == 0x12 { outOfSync(in: context, at: record) }
    guard !endsLongRead else { return }
    let server = ATTParty(serverOf: context)
    if GATTSession.asksForPairing(pdu.errorCode) {
      security.awaitCure(request, by: server, code: pdu.errorCode, on: connection, at: record)
    } else {
      reporter.find(
        .refused(request, by: server, code: pdu.errorCode, why, frame: record.frame),
        on: connection, at: record)
    }
  }

  /// The attribute that a request is about, if it is a single one. Some servers name none in their errors, or
  /// another one.
  private func subject(of request: ATTRequest, over link: ATTLink) -> UInt16? {
    request.opcode.hasLeadingHandle && link.isSure(of: request) ? request.handle : nil
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

  /// The first attribute of a list.
  fileprivate func firstListed(in bytes: RawSpan) -> UInt16? {
    guard isList, bytes.byteCount >= 4 else { return nil }
    return bytes.uint16LittleEndian(at: opcode == .findByTypeValueResponse ? 1 : 2)
  }
}
