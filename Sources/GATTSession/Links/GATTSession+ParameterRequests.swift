import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Requests for connection parameters, and their outcome.
extension GATTSession {
  /// The central accepts or rejects a request.
  /// - accepted: `nil` where the answer does not say.
  func answeredParameters(
    _ identifier: UInt8, accepted: Bool?, _ connection: Connection, _ record: CaptureRecord
  ) {
    // Each side numbers its own commands.
    guard let request = connection.parameterRequest, request.identifier == identifier,
      request.direction != record.direction
    else { return }
    connection.parameterRequest = nil
    askedForParameters(
      request.parameters, accepted: accepted, (request.frame, request.time), connection, record,
      request.direction)
  }

  /// This host answers what its controller has asked it about.
  func answeredController(
    accepted: Bool, _ connection: Connection?, _ record: CaptureRecord
  ) {
    guard let connection, let request = connection.controllerRequest else { return }
    connection.controllerRequest = nil
    askedForParameters(
      request.parameters, accepted: accepted, (request.frame, request.time), connection, record,
      request.direction)
  }

  /// The controller goes on: the answer of this host is not in the capture.
  func controllerGoesOn(_ connection: Connection, _ record: CaptureRecord) {
    guard let request = connection.controllerRequest else { return }
    connection.controllerRequest = nil
    tell(request, isProblem: false, connection, record)
  }

  /// Reports a request that was never answered.
  func giveUpParameterRequest(_ connection: Connection, _ record: CaptureRecord) {
    guard let request = connection.parameterRequest else { return }
    connection.parameterRequest = nil
    giveUp(request, connection, record)
  }

  /// Reports a request that the controller passed to this host and that was never answered.
  func giveUpControllerRequest(_ connection: Connection, _ record: CaptureRecord) {
    guard let request = connection.controllerRequest else { return }
    connection.controllerRequest = nil
    giveUp(request, connection, record)
  }

  private func giveUp(
    _ request: PendingParameterRequest, _ connection: Connection, _ record: CaptureRecord
  ) {
    let hasTimedOut = hasTimedOut(request, connection, record)
    tell(request, isProblem: hasTimedOut, connection, record)
    if hasTimedOut { findUnanswered(request, connection, record) }
  }

  /// Reports a request without its answer.
  private func tell(
    _ request: PendingParameterRequest, isProblem: Bool, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    var event = Event(.note, record, connection, request.direction)
    event.subject = .parameterRequest
    (event.requestFrame, event.requestTime) = (request.frame, request.time)
    event.isProblem = isProblem
    emit(
      event,
      event.isProblem
        ? LinkFact.parametersUnanswered(request.parameters)
        : .parameterRequest(request.parameters, accepted: nil))
  }

  private func findUnanswered(
    _ request: PendingParameterRequest, _ connection: Connection, _ record: CaptureRecord
  ) {
    reporter.find(
      .parametersUnanswered(
        request.parameters, by: ATTParty(isHost: request.direction == .received, of: connection),
        frame: request.frame),
      connection, record, at: (request.frame, request.time))
  }

  /// Whether the side that is asked has left a request without an answer for 30 s: as long as a peripheral waits
  /// (Vol 3, Part C, 9.3.9.2). On the air the answer may have been missed; a capture may have one direction only;
  /// a link that is lost carries none.
  private func hasTimedOut(
    _ request: PendingParameterRequest, _ connection: Connection, _ record: CaptureRecord
  ) -> Bool {
    let asked = request.direction == .received ? 0 : 1
    return connection.link == nil && connection.dataPackets[asked] > 0
      && connection.endReason != .connectionTimeout && request.gaps == clock.gaps(record)
      && isOver(request.time, connection, record)
  }

  /// A peripheral's request, with its response if there is one.
  func askedForParameters(
    _ parameters: ConnectionParameters, accepted: Bool?,
    _ request: (frame: UInt64, time: CaptureTime)?, _ connection: Connection,
    _ record: CaptureRecord, _ direction: PacketDirection
  ) {
    var event = Event(.note, record, connection, direction)
    event.subject = .parameterRequest
    if let request { event.answers(frame: request.frame, request.time) }
    if accepted != false {
      connection.granted = (parameters, direction == .sent, request?.frame ?? record.frame)
    }
    emit(event, LinkFact.parameterRequest(parameters, accepted: accepted))
  }
}
