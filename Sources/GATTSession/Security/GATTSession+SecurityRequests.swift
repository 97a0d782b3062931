import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A peripheral's wish for security, until its central encrypts, pairs or refuses.
struct PendingSecurityRequest {
  /// The record of the request; of the first one, where the peripheral asks again.
  let frame: UInt64
  let time: CaptureTime
  /// The recording host is the peripheral.
  let isHost: Bool
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64
  /// On the air: what was missed by then.
  let hearing: LinkHearing?
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
extension GATTSession {
  /// How soon after it a peripheral that ends the connection does not do so for want of an answer: 1 s, in
  /// nanoseconds.
  private static let hastyEnd: Int64 = 1_000_000_000

  func asksForSecurity(on connection: Connection, at record: CaptureRecord) {
    guard connection.transport == .le, connection.beginsInCapture, record.direction != .unknown,
      connection.clues.securityRequest == nil, !connection.isEncrypted,
      !connection.startsEncryption,
      connection.pairing.outcome != .underWay
    else { return }
    connection.clues.securityRequest = PendingSecurityRequest(
      frame: record.frame, time: record.time, isHost: record.direction == .sent,
      gaps: clock.gaps(of: record), hearing: connection.link?.hearing(.peripheral))
  }

  /// The central sends a PDU of the Security Manager.
  func answersSecurityRequest(on connection: Connection, at record: CaptureRecord) {
    guard let request = connection.clues.securityRequest,
      request.isHost == (record.direction == .received)
    else { return }
    connection.forgetSecurityRequest()
  }

  /// The server refuses the central something for want of security.
  func refusesForSecurity(
    _ code: UInt8, byHost: Bool, on connection: Connection, at record: CaptureRecord
  ) {
    guard let request = connection.clues.securityRequest, request.isHost == byHost,
      request.refusal == nil
    else { return }
    connection.clues.securityRequest?.refusal = (code, record.frame)
  }

  /// The connection ends, or the capture.
  func settleSecurityRequest(on connection: Connection, at record: CaptureRecord) {
    guard let request = connection.clues.securityRequest else { return }
    connection.forgetSecurityRequest()
    let duration = record.time.nanoseconds(since: request.time)
    let asker: Connection.Terminator = request.isHost ? .local : .remote
    let isEndedByAsker = connection.endedBy == asker
    let isRefused = request.refusal != nil && connection.endReason != nil
    guard
      duration >= Self.transactionTimeout
        || duration >= Self.hastyEnd && (isEndedByAsker || isRefused),
      request.gaps == clock.gaps(of: record), !isExcerpt(connection),
      hearsCentral(since: request, on: connection)
    else { return }
    let unanswered = UnansweredSecurityRequest(
      frame: request.frame, time: request.time,
      asker: ATTParty(isHost: request.isHost, of: connection),
      central: ATTParty(isHost: !request.isHost, of: connection), duration: duration,
      refusal: request.refusal, isEndedByAsker: isEndedByAsker)
    connection.clues.unansweredSecurityRequest = unanswered
    reporter.find(
      .reported(unanswered, .securityRequestUnanswered, frame: request.frame), on: connection,
      at: record,
      moment: (request.frame, request.time))
  }
}

extension GATTSession {
  /// Whether the capture has what the central sent since a request: on the air it may have been missed, or be
  /// encrypted; a log may have one direction only.
  private func hearsCentral(
    since request: PendingSecurityRequest, on connection: Connection
  ) -> Bool {
    guard let link = connection.link else {
      return connection.dataPackets[request.isHost ? .peer : .host] > 0
    }
    guard let then = request.hearing, connection.inferredEnd == nil, connection.endReason != nil
    else { return false }
    return !link.hides && link.hearing(.peripheral).client.isWhole(since: then.client)
  }
}

extension Connection {
  /// It is answered, or what it asks for happens.
  func forgetSecurityRequest() {
    if clues.securityRequest != nil { clues.securityRequest = nil }
  }
}
