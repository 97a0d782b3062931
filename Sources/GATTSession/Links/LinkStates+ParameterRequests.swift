import ATTDissector
import BTSnoop
import Bytes

/// Requests for connection parameters, and their outcome.
extension LinkStates {
  /// The peripheral asks on the signalling channel.
  /// - parameters: `nil` where the capture has only a part of them.
  func asks(
    for parameters: ConnectionParameters?, identifier: UInt8, on connection: Connection,
    at record: CaptureRecord
  ) {
    let request = parameters.map {
      PendingParameterRequest(
        $0, identifier: identifier, gaps: clock.gaps(of: record), record)
    }
    giveUp(connection.state.ask(request), on: connection, at: record)
  }

  /// The controller asks this host.
  func controllerAsks(
    for parameters: ConnectionParameters, on connection: Connection, at record: CaptureRecord
  ) {
    let request = PendingParameterRequest(parameters, gaps: clock.gaps(of: record), record)
    giveUp(connection.state.askHost(request), on: connection, at: record)
  }

  /// The central accepts or rejects a request.
  /// - accepted: `nil` where the answer does not say.
  func answeredParameters(
    _ identifier: UInt8, accepted: Bool?, on connection: Connection, at record: CaptureRecord
  ) {
    guard let request = connection.state.answer(identifier, from: record.direction) else { return }
    answered(request, accepted: accepted, isSignal: true, on: connection, at: record)
  }

  /// This host answers what its controller has asked it about.
  func answeredController(
    accepted: Bool, on connection: Connection?, at record: CaptureRecord
  ) {
    guard let connection, let request = connection.state.answerController() else { return }
    answered(request, accepted: accepted, isSignal: false, on: connection, at: record)
  }

  private func answered(
    _ request: PendingParameterRequest, accepted: Bool?, isSignal: Bool, on connection: Connection,
    at record: CaptureRecord
  ) {
    askedForParameters(
      request.parameters, accepted: accepted, request: (request.frame, request.time),
      on: connection, at: record, direction: request.direction, isSignal: isSignal)
  }

  /// The controller goes on: the answer of this host is not in the capture.
  func controllerGoesOn(on connection: Connection, at record: CaptureRecord) {
    guard let request = connection.state.answerController() else { return }
    tell(request, isProblem: false, on: connection, at: record)
  }

  /// The connection ends, or the capture.
  func settleParameterRequests(on connection: Connection, at record: CaptureRecord) {
    giveUp(connection.state.giveUpRequest(), on: connection, at: record)
    giveUp(connection.state.giveUpControllerRequest(), on: connection, at: record)
  }

  /// Reports a request that was never answered. On the air the answer may have been missed; a capture may have one
  /// direction only; a link that is lost carries none.
  private func giveUp(
    _ request: PendingParameterRequest?, on connection: Connection, at record: CaptureRecord
  ) {
    guard let request else { return }
    let asked: Side = request.direction == .received ? .host : .peer
    let hasTimedOut =
      connection.hearing.isOfHost && connection.traffic.packets[asked] > 0
      && connection.endReason != .connectionTimeout && !clock.isExcerpt(connection)
      && request.hasTimedOut(at: clock.moment(of: record))
    tell(request, isProblem: hasTimedOut, on: connection, at: record)
    guard hasTimedOut else { return }
    reporter.find(
      .parametersUnanswered(
        request.parameters, by: ATTParty(isHost: asked == .host, of: connection),
        frame: request.frame),
      on: connection, at: record, moment: (request.frame, request.time))
  }

  /// Reports a request without its answer.
  private func tell(
    _ request: PendingParameterRequest, isProblem: Bool, on connection: Connection,
    at record: CaptureRecord
  ) {
    var event = Event(.note, record, connection, request.direction)
    (event.requestFrame, event.requestTime) = (request.frame, request.time)
    event.isProblem = isProblem
    reporter.emit(
      event,
      fact: isProblem
        ? LinkFact.parametersUnanswered(request.parameters)
        : .parameterRequest(request.parameters, accepted: nil))
  }

  /// A peripheral's request, with its response if there is one.
  /// - isSignal: it asked on the L2CAP signalling channel.
  func askedForParameters(
    _ parameters: ConnectionParameters, accepted: Bool?,
    request: (frame: UInt64, time: CaptureTime)?, on connection: Connection,
    at record: CaptureRecord, direction: PacketDirection, isSignal: Bool = false
  ) {
    var event = Event(.note, record, connection, direction)
    if let request { event.answers(frame: request.frame, at: request.time) }
    if accepted != false {
      connection.state.grant(
        GrantedParameters(
          parameters: parameters, isHost: direction == .sent, frame: request?.frame ?? record.frame,
          accepted: accepted == true && isSignal ? (record.frame, record.time) : nil,
          gaps: clock.gaps(of: record), heard: connection.hearing.mark))
    }
    reporter.emit(event, fact: LinkFact.parameterRequest(parameters, accepted: accepted))
  }
}
