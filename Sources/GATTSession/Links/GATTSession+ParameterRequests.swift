import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A peripheral's request for connection parameters, and its outcome.
extension GATTSession {
  /// The central accepts or rejects a request.
  func answeredParameters(
    _ identifier: UInt8, accepted: Bool, _ connection: Connection, _ record: CaptureRecord
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

  /// Reports a request that was never answered.
  func giveUpParameterRequest(_ connection: Connection, _ record: CaptureRecord) {
    guard let request = connection.parameterRequest else { return }
    connection.parameterRequest = nil
    askedForParameters(
      request.parameters, accepted: nil, (request.frame, request.time), connection, record,
      request.direction)
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
    emit(event, LinkFact.parameterRequest(parameters, accepted: accepted))
  }
}
