import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Requests for connection parameters, and their outcome.
extension GATTSession {
  /// The central accepts or rejects a request.
  /// - accepted: `nil` where the answer does not say.
  func answeredParameters(
    _ identifier: UInt8, accepted: Bool?, on connection: Connection, at record: CaptureRecord
  ) {
    // Each side numbers its own commands.
    guard let request = connection.parameterRequest, request.identifier == identifier,
      request.direction != record.direction
    else { return }
    connection.parameterRequest = nil
    askedForParameters(
      request.parameters, accepted: accepted, request: (request.frame, request.time),
      on: connection, at: record,
      direction: request.direction, isSignal: true)
  }

  /// This host answers what its controller has asked it about.
  func answeredController(
    accepted: Bool, on connection: Connection?, at record: CaptureRecord
  ) {
    guard let connection, let request = connection.controllerRequest else { return }
    connection.controllerRequest = nil
    askedForParameters(
      request.parameters, accepted: accepted, request: (request.frame, request.time),
      on: connection, at: record,
      direction: request.direction)
  }

  /// The controller goes on: the answer of this host is not in the capture.
  func controllerGoesOn(on connection: Connection, at record: CaptureRecord) {
    guard let request = connection.controllerRequest else { return }
    connection.controllerRequest = nil
    tell(request, isProblem: false, on: connection, at: record)
  }

  /// Reports a request that was never answered.
  func giveUpParameterRequest(on connection: Connection, at record: CaptureRecord) {
    guard let request = connection.parameterRequest else { return }
    connection.parameterRequest = nil
    giveUp(request, on: connection, at: record)
  }

  /// Reports a request that the controller passed to this host and that was never answered.
  func giveUpControllerRequest(on connection: Connection, at record: CaptureRecord) {
    guard let request = connection.controllerRequest else { return }
    connection.controllerRequest = nil
    connection.clues.unansweredController = (request.frame, request.time)
    giveUp(request, on: connection, at: record)
  }

  private func giveUp(
    _ request: PendingParameterRequest, on connection: Connection, at record: CaptureRecord
  ) {
    let hasTimedOut = hasTimedOut(request, on: connection, at: record)
    tell(request, isProblem: hasTimedOut, on: connection, at: record)
    if hasTimedOut { findUnanswered(request, on: connection, at: record) }
  }

  /// Reports a request without its answer.
  private func tell(
    _ request: PendingParameterRequest, isProblem: Bool, on connection: Connection,
    at record: CaptureRecord
  ) {
    var event = Event(.note, record, connection, request.direction)
    (event.requestFrame, event.requestTime) = (request.frame, request.time)
    event.isProblem = isProblem
    emit(
      event,
      fact: event.isProblem
        ? LinkFact.parametersUnanswered(request.parameters)
        : .parameterRequest(request.parameters, accepted: nil))
  }

  private func findUnanswered(
    _ request: PendingParameterRequest, on connection: Connection, at record: CaptureRecord
  ) {
    reporter.find(
      .parametersUnanswered(
        request.parameters, by: ATTParty(isHost: request.direction == .received, of: connection),
        frame: request.frame),
      on: connection, at: record, moment: (request.frame, request.time))
  }

  /// Whether the side that is asked has left a request without an answer for 30 s: as long as a peripheral waits
  /// (Vol 3, Part C, 9.3.9.2). On the air the answer may have been missed; a capture may have one direction only;
  /// a link that is lost carries none.
  private func hasTimedOut(
    _ request: PendingParameterRequest, on connection: Connection, at record: CaptureRecord
  ) -> Bool {
    let asked: Side = request.direction == .received ? .host : .peer
    return connection.link == nil && connection.dataPackets[asked] > 0
      && connection.endReason != .connectionTimeout && request.gaps == clock.gaps(of: record)
      && isOver(request.time, on: connection, at: record)
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
      connection.granted = GrantedParameters(
        parameters: parameters, isHost: direction == .sent, frame: request?.frame ?? record.frame,
        accepted: accepted == true && isSignal ? (record.frame, record.time) : nil,
        gaps: clock.gaps(of: record),
        hearing: connection.link?.hearing(.peripheral))
    }
    emit(event, fact: LinkFact.parameterRequest(parameters, accepted: accepted))
  }
}
