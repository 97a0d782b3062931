import ATTDissector
import BTSnoop
import Bytes

/// A response, or an error, that answers no request of a capture that lacks none.
package struct UnaskedAnswer {
  let by: ATTParty
  let opcode: ATTOpcode
  /// The opcode that an Error Response names.
  var request: ATTOpcode?
  var handle: UInt16?
  var error: UInt8?
  /// The request of this kind that had its answer already.
  var answered: ATTRequest?
  /// An attribute in a response that its request did not ask for, and what it asked for.
  var outside: (handle: UInt16, asked: ClosedRange<UInt16>, requestFrame: UInt64)?

  /// `Error Response to Read By Type Request (0001): Attribute Not Found (0A)`
  private func writeName(to text: inout ByteWriter) {
    text.append(opcode.name ?? "response")
    if let request {
      text.append(" to ")
      text.append(request.name ?? "an unknown request")
    }
    if let handle, handle != 0 {
      text.append(" (")
      text.append(upperHex: UInt64(handle), digits: 4)
      text.append(")")
    }
    guard let error else { return }
    text.append(", ")
    text.append(attError: error, of: nil)
  }

  private func writeWhy(to text: inout ByteWriter) {
    guard let answered else {
      text.append("nobody had asked for it")
      return
    }
    text.append("the request of frame ")
    text.append(decimal: answered.frame)
    text.append(" had its answer in frame ")
    text.append(decimal: answered.answerFrame ?? 0)
  }

  /// For the timeline.
  func write(_ text: inout ByteWriter) {
    writeName(to: &text)
    text.append(": ")
    writeWhy(to: &text)
  }

  /// For a finding.
  func writeFinding(to text: inout ByteWriter) {
    text.append(by.words)
    text.append(" sent what nobody had asked for: ")
    writeName(to: &text)
    if let outside {
      text.append(" with ")
      text.append(upperHex: UInt64(outside.handle), digits: 4)
      text.append(", and the request of frame ")
      text.append(decimal: outside.requestFrame)
      text.append(" was for ")
      text.append(upperHex: UInt64(outside.asked.lowerBound), digits: 4)
      text.append("-")
      text.append(upperHex: UInt64(outside.asked.upperBound), digits: 4)
    }
    guard answered != nil else { return }
    text.append("; ")
    writeWhy(to: &text)
  }
}

extension ATTFollower {
  /// Whether the capture has all requests of a client: what answers none was not asked for. The air
  /// may lack some, and so may a log that begins later, that lost packets, or that has one
  /// direction only.
  private func hasAllRequests(in context: borrowing ATTContext) -> Bool {
    let connection = context.connection
    return connection.hearing.isOfHost && connection.classic == nil && connection.beginsInCapture
      && !connection.hasLosses && clock.losses(of: connection) == 0 && connection.isOpen
      && context.bearer === connection.bearer && hasDataOf(context.client, on: connection)
      && clock.counts.malformed == 0 && clock.counts.incomplete == 0
      // It may be the answer to one that was given up.
      && connection.counts.unanswered == 0
  }

  /// Whether the log has data of a side: on this connection or, of the recording host, on any.
  private func hasDataOf(_ side: Side, on connection: Connection) -> Bool {
    connection.traffic.packets[side] > 0
      || (side == .host ? clock.counts.hasSentData : clock.counts.hasReceivedData)
  }

  /// A list of attributes has one that is not in the range which was asked for.
  func findOutside(
    _ pdu: ATTPDU, of pending: ATTRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    guard let first = pending.handle, case let last = pending.endHandle ?? .max, first <= last,
      let handle = pdu.firstHandle(notIn: first...last, bytes: bytes), !context.isCut,
      !context.transactions.hasQueue, hasAllRequests(in: context)
    else { return }
    let unasked = UnaskedAnswer(
      by: ATTParty(serverOf: context), opcode: pdu.opcode,
      outside: (handle, first...last, pending.frame))
    reporter.find(.unasked(unasked, frame: record.frame), on: context.connection, at: record)
  }

  /// A response, or an error, that answers no open request.
  /// - bytes: of a response.
  /// - Returns: whether it is known that no request asked for it; then that is said.
  func isUnasked(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) -> Bool {
    guard hasAllRequests(in: context) else { return false }
    let isError = pdu.opcode == .errorResponse
    let request = isError ? pdu.requestOpcode : pdu.opcode.request
    let last = context.transactions.answered
    let answered = last.flatMap { last in
      last.opcode == request
        && (!isError || !last.opcode.hasLeadingHandle || last.handle == nil
          || last.handle == pdu.handle)
        ? last : nil
    }
    let unasked = UnaskedAnswer(
      by: ATTParty(serverOf: context), opcode: pdu.opcode, request: isError ? request : nil,
      handle: isError ? pdu.handle : nil, error: isError ? pdu.errorCode : nil,
      answered: answered)
    var event = Event(.note, record, context, record.direction)
    event.isProblem = true
    reporter.emit(
      event, fact: TransactionFact.unasked(unasked), value: isError ? RawSpan() : bytes.clamped(1))
    reporter.find(.unasked(unasked, frame: record.frame), on: context.connection, at: record)
    return true
  }
}

extension ATTPDU {
  /// The first handle of a list that is not in a range.
  fileprivate func firstHandle(notIn range: ClosedRange<UInt16>, bytes: RawSpan) -> UInt16? {
    var outside: UInt16?
    func look(_ handle: UInt16) {
      if outside == nil, !range.contains(handle) { outside = handle }
    }
    switch opcode {
    case .readByTypeResponse, .readByGroupTypeResponse:
      _ = forEachEntry(in: bytes) { look($0.handle) }
    case .findByTypeValueResponse: _ = forEachGroup(in: bytes) { handle, _ in look(handle) }
    case .findInformationResponse: _ = forEachInformation(in: bytes) { handle, _ in look(handle) }
    default: break
    }
    return outside
  }
}
