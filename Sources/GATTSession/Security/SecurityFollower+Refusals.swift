import BTSnoop
import Bytes

/// Refusals that ask a client to pair, or to encrypt with a better key.
extension SecurityFollower {
  func awaitCure(
    _ request: RequestWords, by server: ATTParty, code: UInt8, on connection: Connection,
    at record: CaptureRecord
  ) {
    connection.security.refuse(code, byHost: server.isHost, frame: record.frame)
    let pairing = connection.pairing
    let refusal = UncuredRefusal(
      request: request, server: server, code: code, frame: record.frame, time: record.time,
      security: connection.encryption.isOn
        ? .already(pairing.outcome == .succeeded ? pairing.method : nil) : nil)
    if !connection.security.refusals.add(refusal) {
      reporter.find(refusal.finding, on: connection, at: record)
    }
  }

  /// A client asks for an attribute.
  func askedAgain(_ handle: UInt16?, client: Side, on connection: Connection) {
    if connection.security.refusals.isEmpty { return }
    noteCured(connection.security.refusals.ask(handle, client: client))
  }

  /// A value comes.
  func cameAllTheSame(_ handle: UInt16?, client: Side, on connection: Connection) {
    if connection.security.refusals.isEmpty { return }
    noteCured(connection.security.refusals.come(handle, client: client))
  }

  /// The connection ends, or the capture.
  func findUncured(on connection: Connection, at record: CaptureRecord) {
    if connection.security.refusals.isEmpty { return }
    let (cured, left) = connection.security.refusals.end(at: clock.moment(of: record))
    noteCured(cured)
    for refusal in left {
      reporter.find(
        refusal.finding, on: connection, at: record, moment: (refusal.frame, refusal.time))
    }
  }

  func noteCured(_ frames: [UInt64]) { for frame in frames { reporter.noteCured(frame) } }
}
