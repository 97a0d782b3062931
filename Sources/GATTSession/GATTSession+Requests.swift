import ATTDissector
import BTSnoop
import ByteReader
import GATTValues

/// Requests, answers and their matching, per connection and client.
extension GATTSession {
  func request(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    let connection = context.connection
    let client = context.client
    if connection.transactions[client].pending != nil {
      // A client waits for its answer: this one never came, or is not in the capture.
      unanswered(connection, client, record, ending: .nextRequest)
    }
    if let read = connection.transactions[client].longRead,
      !(pdu.opcode == .readBlobRequest && pdu.handle == read.handle
        && Int(pdu.valueOffset16) == read.bytes.count)
    {
      endLongRead(context, record)
    }
    connection.requests += 1
    connection.transactions[client].pending = PendingRequest(
      opcode: pdu.opcode, frame: record.frame, time: record.time, handle: pdu.handle,
      type: pdu.type, offset: pdu.valueOffset16, mtu: pdu.mtu, flags: pdu.flags,
      isTruncated: context.isCut)
    connection.transactions[client].pendingValue.replace(with: bytes.clamped(pdu.valueOffset))
    if isDiscovery(pdu.opcode, pdu.type) {
      tally(connection, client, record) { $0.requests += 1 }
    }
  }

  func isDiscovery(_ opcode: ATTOpcode, _ type: BluetoothUUID?) -> Bool {
    switch opcode {
    case .findInformationRequest, .findByTypeValueRequest, .readByGroupTypeRequest: true
    case .readByTypeRequest: type?.short.map { (0x2800...0x2803).contains($0) } ?? false
    default: false
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
    guard let pending = connection.transactions[client].pending,
      pending.opcode == pdu.opcode.request
    else {
      answerToNothing(pdu, bytes, context, record)
      return
    }
    connection.transactions[client].pending = nil
    connection.answers += 1
    switch pdu.opcode {
    case .exchangeMTUResponse: mtuExchanged(pdu, pending, context, record)
    case .findInformationResponse, .findByTypeValueResponse, .readByGroupTypeResponse:
      discovered(pdu, pending, bytes, context, record)
    case .readByTypeResponse:
      if isDiscovery(pending.opcode, pending.type) {
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

  private func mtuExchanged(
    _ pdu: ATTPDU, _ pending: PendingRequest, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    let connection = context.connection
    connection.clientMTU = pending.mtu
    connection.serverMTU = pdu.mtu
    // The smaller of both; never below the least that LE allows.
    connection.mtu = max(23, min(pending.mtu, pdu.mtu))
    connection.isMTUKnown = true
    var event = begin(.mtu, record, connection)
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    answer(&event, pending)
    fields.own.add("mtu", connection.mtu, .octets)
    fields.own.add("client_mtu", pending.mtu, .octets)
    fields.own.add("server_mtu", pdu.mtu, .octets)
    fields.decoded.text.append(decimal: UInt64(connection.mtu))
    if pending.mtu != pdu.mtu {
      fields.decoded.text.append(" (")
      fields.decoded.text.append(decimal: UInt64(pending.mtu))
      fields.decoded.text.append(" asked, ")
      fields.decoded.text.append(decimal: UInt64(pdu.mtu))
      fields.decoded.text.append(" given)")
    }
    emit(event)
  }

  /// Puts the request into its answer's event.
  func answer(_ event: inout Event, _ pending: PendingRequest) {
    event.requestFrame = pending.frame
    event.requestTime = pending.time
    event.responseTime = event.time.nanoseconds(since: pending.time)
  }

  /// An answer whose request is not in the capture, or was another one.
  private func answerToNothing(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    switch pdu.opcode {
    case .readResponse, .readBlobResponse, .readByTypeResponse, .readMultipleResponse,
      .readMultipleVariableResponse:
      value(
        ValueEvent(.read, record.direction, isTruncated: context.isCut),
        nil, bytes.clamped(1), context, record
      ) { $0.addNote("the request is not in the capture") }
    default:
      var event = begin(.note, record, context.connection)
      event.direction = record.direction
      event.from = sender(record.direction, context.connection)
      event.hasValue = true
      fields.own.add("opcode", pdu.opcode.rawValue)
      fields.decoded.text.append(pdu.opcode.name ?? "response")
      fields.decoded.text.append(" without its request")
      emit(event, value: bytes.clamped(1))
    }
  }

  // MARK: Errors

  private func refused(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    let connection = context.connection
    let client = context.client
    let requestOpcode = pdu.requestOpcode ?? ATTOpcode(rawValue: 0)
    let pending = connection.transactions[client].pending
    let isAnswer = pending?.opcode == requestOpcode
    if isAnswer {
      connection.transactions[client].pending = nil
      connection.answers += 1
    }
    if pdu.errorCode == 0x0A, endsProcedure(requestOpcode) {
      if !(pending.map { isDiscovery($0.opcode, $0.type) } ?? true), isAnswer {
        // A read by type that finds nothing is an answer worth telling.
        nothingFound(pending, context, record)
      }
      return
    }
    if requestOpcode == .readBlobRequest { endLongRead(context, record) }
    if requestOpcode == .prepareWriteRequest || requestOpcode == .executeWriteRequest {
      connection.transactions[client].queue.removeAll()
    }
    connection.errors += 1
    let handle = pdu.handle ?? pending?.handle
    let attribute = handle.flatMap { context.database.attribute($0) }
    var event = begin(.attError, record, connection)
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    event.handle = handle
    event.attribute = attribute
    event.isProblem = true
    if isAnswer, let pending { answer(&event, pending) }
    fields.own.add("opcode", requestOpcode.rawValue)
    fields.own.add("error_code", pdu.errorCode)
    if let name = ATTErrorName.name(pdu.errorCode) { fields.own.add("error", word: name) }
    if isAnswer, requestOpcode == .writeRequest {
      let refusedValue = connection.transactions[client].pendingValue
      fields.own.add("request_value", hex: refusedValue.rawBytes)
    }
    fields.decoded.text.append(attError: pdu.errorCode, of: attribute)
    emit(event)
    find(
      connection, record,
      key: "\(connection.ordinal) \(requestOpcode.rawValue) \(handle ?? 0) \(pdu.errorCode)"
    ) { text in
      describe(requestOpcode, handle, attribute, &text)
      text.append(" refused: ")
      text.append(attError: pdu.errorCode, of: attribute)
      text.append(", frame ")
      text.append(decimal: record.frame)
    }
  }

  /// Whether Attribute Not Found only ends what the request asks for.
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
    var event = begin(.note, record, context.connection)
    event.direction = record.direction
    event.from = sender(record.direction, context.connection)
    answer(&event, pending)
    fields.decoded.text.append("no attribute of type ")
    type.write(to: &fields.decoded.text)
    emit(event)
  }

  // MARK: Without an answer

  /// Why a request stays without its answer.
  enum Ending: Sendable {
    case nextRequest, disconnect, lost, captureEnds

    var remark: StaticString {
      switch self {
      case .nextRequest: "no answer before the next request"
      case .disconnect: "no answer before the disconnection"
      case .lost: "no answer: the connection's end is not in the capture"
      case .captureEnds: "no answer: the capture ends"
      }
    }
  }

  func unanswered(
    _ connection: Connection, _ client: Int, _ record: CaptureRecord, ending: Ending
  ) {
    guard let pending = connection.transactions[client].pending else { return }
    connection.transactions[client].pending = nil
    connection.unanswered += 1
    let context = ATTContext(
      connection: connection, client: client,
      database: client == 0 ? connection.remote : connection.local, isCut: pending.isTruncated)
    let attribute = pending.handle.flatMap { context.database.attribute($0) }
    let direction: PacketDirection = client == 0 ? .sent : .received
    switch pending.opcode {
    case .readRequest, .readBlobRequest, .writeRequest:
      var told = ValueEvent(
        pending.opcode == .writeRequest ? .write : .read, direction,
        isTruncated: pending.isTruncated)
      told.pending = pending
      told.isAnswered = false
      told.isProblem = ending != .captureEnds
      let held = connection.transactions[client].pendingValue
      value(
        told, pending.handle, pending.opcode == .writeRequest ? held.rawBytes : RawSpan(),
        context, record
      ) { $0.addNote(ending.remark) }
    default:
      var event = begin(.note, record, connection)
      event.direction = direction
      event.handle = pending.opcode.hasLeadingHandle ? pending.handle : nil
      event.attribute = attribute
      event.requestFrame = pending.frame
      event.requestTime = pending.time
      event.isProblem = ending != .captureEnds
      fields.own.add("opcode", pending.opcode.rawValue)
      fields.decoded.text.append(pending.opcode.name ?? "request")
      fields.decoded.text.append(": ")
      fields.decoded.text.append(ending.remark)
      emit(event)
    }
    guard ending != .captureEnds else { return }
    find(connection, record, key: "\(connection.ordinal) open \(pending.frame)") { text in
      if ending == .disconnect { text.append("disconnected with a request unanswered: ") }
      describe(pending.opcode, pending.handle, attribute, &text)
      text.append(", ")
      text.append(ending == .disconnect ? "for " : "no answer in ")
      text.append(duration: record.time.nanoseconds(since: pending.time))
      text.append(", frame ")
      text.append(decimal: pending.frame)
    }
  }

  /// Brings everything that is under way on a connection to its end.
  func settle(_ connection: Connection, _ record: CaptureRecord, ending: Ending) {
    for client in 0...1 {
      endWait(connection, client, record)
      unanswered(connection, client, record, ending: ending)
      if !connection.transactions[client].queue.isEmpty {
        connection.transactions[client].queue.removeAll()
        note("a queued write was never executed", record: record)
      }
    }
    if connection.pairing.outcome == .underWay {
      connection.pairing.outcome = .failed
      var event = begin(.security, record, connection)
      event.requestFrame = connection.pairing.requestFrame
      event.requestTime = connection.pairing.requestTime
      event.isProblem = ending == .disconnect
      fields.own.add("step", word: "pairing_incomplete")
      fields.decoded.text.append("pairing not finished")
      emit(event)
      if ending == .disconnect {
        find(connection, record) { text in
          text.append("disconnected while pairing, frame ")
          text.append(decimal: connection.pairing.requestFrame)
        }
      }
    }
    for subscription in connection.subscriptions { tellSilent(subscription, connection, record) }
    connection.subscriptions.removeAll()
    for side in 0...1 where connection.reassembly[side].isOpen {
      let held = connection.reassembly[side].reset()
      let event = begin(.note, record, connection)
      fields.decoded.text.append("an L2CAP PDU was never completed, ")
      fields.decoded.text.append(decimal: held)
      fields.decoded.text.append(" bytes of it were there (frame ")
      fields.decoded.text.append(decimal: connection.reassembly[side].startFrame)
      fields.decoded.text.append(")")
      emit(event)
    }
    flushDiscoveries(record)
  }
}
