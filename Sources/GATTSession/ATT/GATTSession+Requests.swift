import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Requests and responses, matched per connection and client.
extension GATTSession {
  func request(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    let connection = context.connection
    let bearer = context.bearer
    let client = context.client
    if bearer.transactions[client].pending != nil {
      // A client waits for its response: this one never came, or is not in the capture.
      unanswered(context, record, ending: connection.link == nil ? .nextRequest : .unheard)
    }
    connection.requests += 1
    let value = bytes.clamped(pdu.valueOffset)
    let isHeld =
      value.byteCount <= SessionLimits.lastValueOctets || mayHold(value.byteCount, record)
    bearer.transactions[client].pending = PendingRequest(
      opcode: pdu.opcode, frame: record.frame, time: record.time, handle: pdu.handle,
      endHandle: pdu.endHandle, type: pdu.type, offset: pdu.valueOffset16, mtu: pdu.mtu,
      flags: pdu.flags,
      isTruncated: context.isCut || !isHeld)
    bearer.transactions[client].keep(
      isHeld ? value : value.clamped(0, SessionLimits.lastValueOctets))
    transactions.count(context)
    noteWait(connection, record)
    if pdu.opcode.isDiscovery(pdu.type) {
      tally(connection, client, record) { $0.requests += 1 }
      if pdu.type?.short == 0x2803, let first = pdu.handle, let last = pdu.endHandle {
        context.database.askedForCharacteristics(first, last)
      }
    }
  }

  /// Closes the open request: it no longer awaits a response.
  func closeRequest(_ context: ATTContext) {
    let (connection, client) = (context.connection, context.client)
    guard let pending = context.bearer.transactions[client].pending else { return }
    context.bearer.transactions[client].pending = nil
    // A discovery that waited for this response may now end sooner.
    if pending.isDiscovery {
      discoveries.mayEnd(from: connection.discoveries[client].lastTime)
    }
  }

  func response(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    let connection = context.connection
    let client = context.client
    if pdu.opcode == .errorResponse {
      refused(pdu, bytes, context, record)
      return
    }
    guard let pending = context.bearer.transactions[client].pending,
      pending.opcode == pdu.opcode.request, !isOfLate(pdu, pdu.opcode.request, context)
    else {
      if let late = context.bearer.takeLate(client, pdu.opcode.request) {
        answeredLate(pdu, late, bytes, context, record)
      } else {
        answerToNothing(pdu, bytes, context, record)
      }
      return
    }
    context.bearer.transactions[client].late = nil
    closeRequest(context)
    connection.answers += 1
    if let link = connection.link {
      link.answered[client] = pending
      forgetDamagedAnswer(context)
    }
    switch pdu.opcode {
    case .exchangeMTUResponse: mtuExchanged(pdu, pending, context, record)
    case .findInformationResponse, .findByTypeValueResponse, .readByGroupTypeResponse:
      discovered(pdu, pending, bytes, context, record)
    case .readByTypeResponse:
      if pending.isDiscovery {
        discovered(pdu, pending, bytes, context, record)
      } else {
        readByType(pdu, pending, bytes, context, record)
      }
    case .readResponse, .readBlobResponse: read(pdu, pending, bytes, context, record)
    case .readMultipleResponse, .readMultipleVariableResponse:
      readMultiple(pdu, pending, bytes, context, record)
    case .writeResponse: written(pending, context, record)
    case .prepareWriteResponse: prepared(pdu, pending, bytes, context, record)
    case .executeWriteResponse: executed(pending, context, record)
    default: break
    }
  }

  func mtuExchanged(
    _ pdu: ATTPDU, _ pending: PendingRequest, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    let bearer = context.bearer
    // An enhanced bearer's MTU is that of its L2CAP channel, whatever is requested on it.
    if !bearer.isEnhanced {
      bearer.clientMTU = pending.mtu
      bearer.serverMTU = pdu.mtu
      // The smaller of both; never below LE's minimum.
      bearer.mtu = max(Bearer.defaultMTU, min(pending.mtu, pdu.mtu))
      bearer.isMTUKnown = true
    }
    var event = Event(.mtu, record, context, record.direction)
    event.answers(frame: pending.frame, pending.time)
    emit(
      event, TransactionFact.mtu(bearer.mtu, client: pending.mtu, server: pdu.mtu))
  }

  /// A response whose request is not in the capture, or of another type.
  private func answerToNothing(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    switch pdu.opcode {
    case .readResponse, .readBlobResponse, .readByTypeResponse, .readMultipleResponse,
      .readMultipleVariableResponse:
      value(
        ValueEvent(.read, record.direction, isTruncated: context.isCut),
        nil, bytes.clamped(1), context, record, remark: .requestNotInCapture)
    default:
      var event = Event(.note, record, context, record.direction)
      event.hasValue = true
      reporter.emit(
        event, TransactionFact.withoutRequest(pdu.opcode), value: bytes.clamped(1))
    }
  }

  // MARK: Errors

  private func refused(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    let connection = context.connection
    let client = context.client
    let requestOpcode = pdu.requestOpcode ?? ATTOpcode(rawValue: 0)
    let open = context.bearer.transactions[client].pending
    let isAnswer = open?.opcode == requestOpcode && !isOfLate(pdu, requestOpcode, context)
    let late = isAnswer ? nil : context.bearer.takeLate(client, requestOpcode, pdu.handle)
    let pending = late?.request ?? open
    if isAnswer {
      closeRequest(context)
      context.bearer.transactions[client].late = nil
      connection.answers += 1
      if connection.link != nil { forgetDamagedAnswer(context) }
    }
    if pdu.errorCode == 0x0A, endsProcedure(requestOpcode) {
      if isAnswer, let pending { foundAll(of: pending, upTo: nil, context) }
      if let pending, !pending.isDiscovery, isAnswer {
        // A read by type that finds nothing is worth reporting.
        nothingFound(pending, context, record)
      }
      return
    }
    // This is how a client that continues a read learns that the value was complete: not a fault.
    let endsLongRead =
      requestOpcode == .readBlobRequest && (pdu.errorCode == 0x0B || pdu.errorCode == 0x07)
      && context.bearer.transactions[client].longReads.contains { $0.handle == pending?.handle }
    if requestOpcode == .readBlobRequest, let handle = pending?.handle {
      endLongRead(of: handle, context, record)
    }
    // After a refused part, the values queued earlier stay; a refused execution clears the queue.
    if requestOpcode == .executeWriteRequest { connection.writeQueues[client].values.removeAll() }
    if !endsLongRead { connection.errors += 1 }
    let handle = pdu.handle ?? pending?.handle
    let attribute = handle.flatMap { context.database.named($0) }
    flushDiscovery(connection, client, record)
    var event = Event(.attError, record, context, record.direction)
    event.handle = handle
    event.attribute = attribute
    event.isProblem = !endsLongRead
    if isAnswer || late != nil, let pending {
      event.answers(frame: pending.frame, pending.time)
    }
    let refusedWrite = isAnswer && requestOpcode == .writeRequest
    emit(
      event,
      TransactionFact.refused(
        requestOpcode, code: pdu.errorCode, type: attribute?.uuid,
        value: refusedWrite ? context.bearer.transactions[client].pendingValue : nil,
        remark: late.map { .answeredLate($0.lateness) } ?? (isAnswer ? nil : .requestNotInCapture)))
    if pdu.errorCode == 0x12 { outOfSync(context, record) }
    guard !endsLongRead else { return }
    reporter.find(
      .refused(
        RequestWords(opcode: requestOpcode, handle: handle, attribute: attribute),
        code: pdu.errorCode, frame: record.frame),
      connection, record)
  }

  /// Whether Attribute Not Found is the normal end of the procedure.
  private func endsProcedure(_ opcode: ATTOpcode) -> Bool {
    switch opcode {
    case .findInformationRequest, .findByTypeValueRequest, .readByTypeRequest,
      .readByGroupTypeRequest:
      true
    default: false
    }
  }

  private func nothingFound(
    _ pending: PendingRequest?, _ context: ATTContext, _ record: CaptureRecord
  ) {
    guard let pending, let type = pending.type else { return }
    var event = Event(.note, record, context, record.direction)
    event.answers(frame: pending.frame, pending.time)
    emit(event, TransactionFact.noAttribute(type))
  }
}
