import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A peripheral's wish for connection parameters, and what becomes of it.
extension GATTSession {
  /// The central accepts a wish, or refuses it.
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

  /// Tells a wish that was never answered.
  func giveUpParameterRequest(_ connection: Connection, _ record: CaptureRecord) {
    guard let request = connection.parameterRequest else { return }
    connection.parameterRequest = nil
    askedForParameters(
      request.parameters, accepted: nil, (request.frame, request.time), connection, record,
      request.direction)
  }

  /// A peripheral's wish, with its answer where there is one.
  func askedForParameters(
    _ parameters: ConnectionParameters, accepted: Bool?,
    _ request: (frame: UInt64, time: CaptureTime)?, _ connection: Connection,
    _ record: CaptureRecord, _ direction: PacketDirection
  ) {
    var event = begin(.note, record, connection)
    event.subject = .parameterRequest
    event.direction = direction
    event.from = sender(direction, connection)
    if let request {
      event.requestFrame = request.frame
      event.requestTime = request.time
      event.responseTime = record.time.nanoseconds(since: request.time)
    }
    let low = Double(parameters.intervalMin) * 1.25
    let high = Double(parameters.intervalMax) * 1.25
    fields.own.add("interval_min_ms", low, .milliseconds)
    fields.own.add("interval_max_ms", high, .milliseconds)
    fields.own.add("peripheral_latency", parameters.latency)
    fields.own.add("supervision_timeout_ms", Int(parameters.timeout) * 10, .milliseconds)
    if let accepted { fields.own.add("accepted", accepted) }
    fields.decoded.text.append(low, to: high)
    fields.decoded.text.append(" ms, latency ")
    fields.decoded.text.append(decimal: UInt64(parameters.latency))
    fields.decoded.text.append(", ")
    fields.decoded.text.append(milliseconds: Int(parameters.timeout) * 10)
    if let accepted { fields.decoded.text.append(accepted ? ": accepted" : ": refused") }
    emit(event)
  }
}
