import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A peripheral's wish for security, until its central encrypts, pairs or refuses.
struct PendingSecurityRequest {
  /// That of the request; of the first one, where the peripheral asks again.
  let moment: Moment
  /// The recording host is the peripheral.
  let isHost: Bool
  /// On the air: what was missed by then.
  let heard: HearingMark?
  /// A request for an attribute that was refused since then for want of security.
  var refusal: (code: UInt8, frame: UInt64)?
}

/// A Security Request that the central left without any of its answers.
package struct UnansweredSecurityRequest: Fact, Sendable {
  package let frame: UInt64
  package let time: CaptureTime
  /// The peripheral, and the central.
  let asker: ATTParty
  let central: ATTParty
  /// Nanoseconds from it to the end of the connection, or of the capture.
  let duration: Int64
  let refusal: (code: UInt8, frame: UInt64)?
  /// The peripheral has ended the connection.
  let isEndedByAsker: Bool

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) { write(&out.text) }

  private func write(_ text: inout ByteWriter) {
    text.append("Security Request of ")
    text.append(asker.words)
    text.append(": ")
    text.append(central.words)
    text.append(" neither encrypted the link, nor paired, nor refused, in ")
    text.append(duration: duration)
    if let refusal {
      text.append("; meanwhile what it asked for was refused: ")
      text.append(attError: refusal.code, of: nil)
      text.append(" (frame ")
      text.append(decimal: refusal.frame)
      text.append(")")
    }
    if isEndedByAsker {
      text.append("; then ")
      text.append(asker.words)
      text.append(" ended the connection")
    }
  }
}

/// Security Requests, and what becomes of them.
///
/// A central encrypts with the key that it has, pairs, or refuses with Pairing Failed (Core Specification, Vol 3, Part
/// H, 2.4.6); both sides give up after 30 s (3.4).
extension SecurityFollower {
  /// How soon after it a peripheral that ends the connection does not do so for want of an answer: 1 s, in
  /// nanoseconds.
  private static let hastyEnd: Int64 = 1_000_000_000

  /// The connection ends, or the capture.
  func settleSecurityRequest(on connection: Connection, at record: CaptureRecord) {
    guard let request = connection.security.takeRequest() else { return }
    let duration = record.time.nanoseconds(since: request.moment.time)
    let asker: Connection.Terminator = request.isHost ? .local : .remote
    let isEndedByAsker = connection.endedBy == asker
    let isRefused = request.refusal != nil && connection.endReason != nil
    guard
      duration >= ATTTransactions.timeout
        || duration >= Self.hastyEnd && (isEndedByAsker || isRefused),
      request.moment.gaps == clock.gaps(of: record), !clock.isExcerpt(connection),
      hearsCentral(since: request, on: connection)
    else { return }
    let unanswered = UnansweredSecurityRequest(
      frame: request.moment.frame, time: request.moment.time,
      asker: ATTParty(isHost: request.isHost, of: connection),
      central: ATTParty(isHost: !request.isHost, of: connection), duration: duration,
      refusal: request.refusal, isEndedByAsker: isEndedByAsker)
    connection.security.unansweredRequest = unanswered
    reporter.find(
      .reported(unanswered, .securityRequestUnanswered, frame: unanswered.frame), on: connection,
      at: record, moment: (unanswered.frame, unanswered.time))
  }
}

extension SecurityFollower {
  /// Whether the capture has what the central sent since a request: on the air it may have been missed, or be
  /// encrypted; a log may have one direction only.
  private func hearsCentral(
    since request: PendingSecurityRequest, on connection: Connection
  ) -> Bool {
    let hearing = connection.hearing
    guard hearing.isOnAir else {
      return connection.traffic.packets[request.isHost ? .peer : .host] > 0
    }
    return connection.inferredEnd == nil && connection.endReason != nil && !hearing.hides
      && hearing.isWhole(.central, since: request.heard)
  }
}
