import ATTDissector
import BTSnoop
import Bytes

/// The LE signalling channel: one command in each PDU (Vol 3, Part A, 4).
extension L2CAPFollower {
  func signals(
    _ payload: RawSpan, on connection: Connection, at record: CaptureRecord, isCut: Bool
  ) {
    var cursor = ByteCursor(payload)
    do {
      let signal = try L2CAPSignal(&cursor)
      let data = payload.clamped(signal.dataOffset, count: signal.length)
      current.observer?.signal(signal, data: data)
      note(signal, on: connection, at: record)
      try self.signal(signal, data: data, on: connection, at: record)
      if data.byteCount < signal.length {
        malformed.report(
          .signal,
          error: ByteError(
            needed: signal.length, available: data.byteCount, offset: signal.dataOffset),
          bytes: payload, at: record, on: connection, isCut: isCut)
      }
    } catch {
      malformed.report(
        .signal, error: error, bytes: payload, at: record, on: connection, isCut: isCut)
    }
  }

  /// Notes what a command asks or answers, and reports an answer to nothing, unless it is one about channels:
  /// those are reported in any case.
  private func note(
    _ signal: L2CAPSignal, on connection: Connection, at record: CaptureRecord
  ) {
    let sender = record.direction.sender
    // Any command may be rejected, also an answer.
    if signal.code != .commandReject { connection.asks(signal.identifier, side: sender) }
    guard signal.code.isAnswer else { return }
    let isAsked =
      connection.isAnswered(signal.identifier, side: sender.other)
      || connection.l2cap.channels?.waits(signal.identifier, askedBy: sender.other) == true
    switch signal.code {
    case .commandReject, .connectionParameterUpdateResponse:
      if !isAsked, hasAll(of: sender.other, on: connection, at: record) {
        withoutRequest(signal, on: connection, at: record)
      }
    default: break
    }
  }

  /// Whether a command of a side must be in the capture. On the air it may have been missed; a capture may lack
  /// the start of the connection, a part or one direction.
  private func hasAll(
    of side: Side, on connection: Connection, at record: CaptureRecord
  ) -> Bool {
    connection.hearing.isOfHost && connection.beginsInCapture && record.direction != .unknown
      && connection.traffic.packets[side] > 0 && clock.gaps(of: record) == 0
      && clock.losses(of: connection) == 0
  }

  func signal(
    _ signal: L2CAPSignal, data: RawSpan, on connection: Connection, at record: CaptureRecord
  ) throws(ByteError) {
    var cursor = ByteCursor(data)
    switch signal.code {
    case .connectionParameterUpdateRequest:
      linkStates.learnRole(
        .peripheral, ofSenderOf: "Connection Parameter Update Request", on: connection, at: record)
      var rest = cursor
      let parameters = try? ConnectionParameters(&rest)
      linkStates.asks(for: parameters, identifier: signal.identifier, on: connection, at: record)
      _ = try ConnectionParameters(&cursor)
    case .connectionParameterUpdateResponse:
      linkStates.learnRole(
        .central, ofSenderOf: "Connection Parameter Update Response", on: connection, at: record)
      var rest = cursor
      linkStates.answeredParameters(
        signal.identifier, accepted: (try? rest.uint16LittleEndian()).map { $0 == 0 },
        on: connection,
        at: record)
      try cursor.skip(2)
    case .commandReject:
      linkStates.answeredParameters(signal.identifier, accepted: false, on: connection, at: record)
      rejected(
        signal.identifier, reason: CommandRejectReason(rawValue: try cursor.uint16LittleEndian()),
        on: connection, at: record)
    case .leCreditBasedConnectionRequest, .creditBasedConnectionRequest:
      let request = try CreditBasedConnectionRequest(&cursor, code: signal.code)
      hold(.connect(request), signal: signal, on: connection, at: record)
      if cursor.remaining > 0 { tooMany(cursor.takeRest(), on: connection, at: record) }
    case .leCreditBasedConnectionResponse, .creditBasedConnectionResponse:
      let response = try CreditBasedConnectionResponse(&cursor, code: signal.code)
      channelsAnswered(response, signal: signal, on: connection, at: record)
    case .disconnectionRequest:
      let disconnection = try ChannelDisconnection(&cursor)
      hold(.disconnect(disconnection), signal: signal, on: connection, at: record)
      connection.l2cap.table.beginClosing(disconnection, askedBy: record.direction.sender)
    case .disconnectionResponse:
      channelClosed(try ChannelDisconnection(&cursor), signal: signal, on: connection, at: record)
    case .creditBasedReconfigureRequest:
      hold(
        .reconfigure(try CreditBasedReconfigureRequest(&cursor)), signal: signal, on: connection,
        at: record)
      if cursor.remaining > 0 { tooMany(cursor.takeRest(), on: connection, at: record) }
    case .creditBasedReconfigureResponse:
      let result = ReconfigureResult(rawValue: try cursor.uint16LittleEndian())
      channelsReconfigured(result, signal: signal, on: connection, at: record)
    case .flowControlCredit:
      credited(try FlowControlCredit(&cursor), on: connection, at: record)
    default: break
    }
  }

  /// Keeps a request until it is answered.
  func hold(
    _ content: PendingSignal.Content, signal: L2CAPSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    let table = connection.l2cap.table
    let waiting = PendingSignal(
      identifier: signal.identifier, side: record.direction.sender, frame: record.frame,
      time: record.time,
      content: content)
    if let givenUp = table.hold(waiting) {
      unanswered(givenUp, on: connection, at: record, ending: .nextRequest)
    }
  }

  /// A command lists more channels than allowed, or half a channel.
  private func tooMany(_ rest: RawSpan, on connection: Connection, at record: CaptureRecord) {
    malformed.report(.signalRest, error: nil, bytes: rest, at: record, on: connection)
  }
}
