import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Transactions that exceed their timeout, and responses that come too late.
extension GATTSession {
  /// Something was sent that must be answered in time.
  func noteWait(on connection: Connection, at record: CaptureRecord) {
    if connection.waits.oldest == nil { connection.waits.oldest = record.time }
  }

  /// Ends the transactions that have timed out.
  func endOldTransactions(_ connection: Connection, at record: CaptureRecord) {
    connection.waits.oldest = nil
    // On the air a response may have been missed.
    guard connection.hearing.isOfHost else { return }
    for bearer in connection.bearers {
      for client in Side.allCases {
        let context = ATTContext(connection, bearer, client: client)
        while let asked = bearer.transactions[client].pending?.time {
          guard isOver(asked, on: connection, at: record) else {
            connection.waits(since: asked)
            break
          }
          unanswered(in: context, at: record, ending: .nextRequest)
        }
        if let sent = bearer.transactions[client].unconfirmedSince {
          if isOver(sent, on: connection, at: record) {
            timeOutIndication(in: context, at: record)
          } else {
            connection.waits(since: sent)
          }
        }
      }
    }
  }

  func isOver(
    _ start: CaptureTime, on connection: Connection, at record: CaptureRecord
  ) -> Bool {
    !isExcerpt(connection) && record.time.nanoseconds(since: start) >= Self.transactionTimeout
  }

  /// Whether a response names the attribute of the request that was given up, rather than that of
  /// the open one: both are of the same type. Without a handle it is matched with the open one,
  /// since a client only continues when it has its response.
  func isOfLate(_ pdu: ATTPDU, opcode: ATTOpcode?, in context: borrowing ATTContext) -> Bool {
    let (bearer, client) = (context.bearer, context.client)
    guard let handle = pdu.handle, handle != 0,
      let late = bearer.transactions[client].late?.request,
      let open = bearer.transactions[client].pending, late.opcode == opcode, open.opcode == opcode,
      late.opcode.hasLeadingHandle
    else { return false }
    return handle == late.handle && handle != open.handle
  }

  /// A response to a request that was reported as unanswered: its content is still valid.
  func answeredLate(
    _ pdu: ATTPDU, late: LateRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let request = late.request
    switch pdu.opcode {
    case .exchangeMTUResponse: mtuExchanged(pdu, pending: request, in: context, at: record)
    case .findInformationResponse, .findByTypeValueResponse, .readByGroupTypeResponse:
      discovered(pdu, pending: request, bytes: bytes, in: context, at: record)
    case .readByTypeResponse where request.isDiscovery:
      discovered(pdu, pending: request, bytes: bytes, in: context, at: record)
    case .readByTypeResponse:
      readByType(
        pdu, pending: request, bytes: bytes, in: context, at: record,
        remark: .answeredLate(late.lateness))
    case .readMultipleResponse, .readMultipleVariableResponse:
      // Which attributes it asked for was not kept.
      var reported = ValueEvent(.read, record.direction, isTruncated: context.isCut)
      reported.pending = request
      value(
        reported, handle: nil, bytes: bytes.clamped(1), in: context, at: record,
        remark: .answeredLate(late.lateness))
    case .readResponse, .readBlobResponse:
      var reported = ValueEvent(.read, record.direction, of: context)
      reported.pending = request
      value(
        reported, handle: request.handle, bytes: bytes.clamped(1), in: context, at: record,
        remark: .answeredLate(late.lateness))
    default:
      var event = Event(.note, record, context, record.direction)
      event.handle = request.opcode.hasLeadingHandle ? request.handle : nil
      event.attribute = event.handle.flatMap { context.database.named($0) }
      event.answers(frame: request.frame, at: request.time)
      emit(event, fact: TransactionFact.answeredLate(pdu.opcode, late.lateness))
    }
  }
}

extension Connection {
  fileprivate func waits(since time: CaptureTime) {
    guard let oldest = waits.oldest else {
      waits.oldest = time
      return
    }
    if time < oldest { waits.oldest = time }
  }
}

extension Bearer {
  /// The request that a late response may belong to.
  /// - handle: of an error; it must match the request's.
  func takeLate(_ client: Side, opcode: ATTOpcode?, handle: UInt16? = nil) -> LateRequest? {
    guard let late = transactions[client].late, late.request.opcode == opcode,
      handle == nil || handle == 0 || late.request.handle == nil || handle == late.request.handle
    else { return nil }
    transactions[client].late = nil
    return late
  }
}
