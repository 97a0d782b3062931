import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A refusal that asks for encryption: a finding, unless encryption follows and the client asks again.
struct UncuredRefusal {
  let request: RequestWords
  let server: ATTParty
  let code: UInt8
  let frame: UInt64
  let time: CaptureTime
  /// It was encrypted already.
  let security: RefusalRemark?
  /// When the connection was encrypted after it.
  var encrypted: (frame: UInt64, time: CaptureTime, gaps: UInt64)?

  var finding: FindingFact {
    .refused(
      request, by: server, code: code, encrypted.map { .later(frame: $0.frame) } ?? security,
      frame: frame)
  }
}

/// Refusals that ask a client to pair, or to encrypt with a better key. Where it does, they were the
/// normal way to begin.
extension GATTSession {
  /// Insufficient Authentication, Encryption Key Size, or Encryption.
  package static func asksForPairing(_ code: UInt8) -> Bool {
    code == 0x05 || code == 0x0C || code == 0x0F
  }

  func awaitCure(
    _ request: RequestWords, by server: ATTParty, code: UInt8, on connection: Connection,
    at record: CaptureRecord
  ) {
    let isPaired = connection.pairing.outcome == .succeeded
    let refusal = UncuredRefusal(
      request: request, server: server, code: code, frame: record.frame, time: record.time,
      security: connection.isEncrypted ? .already(isPaired ? connection.pairing.method : nil) : nil)
    guard connection.uncured.count < SessionLimits.uncuredRefusals else {
      reporter.find(refusal.finding, on: connection, at: record)
      return
    }
    connection.uncured.append(refusal)
  }

  /// The connection is encrypted now, or with another key. That heals what need not be asked for again: a search, and
  /// on the air or in an excerpt what may have been missed.
  func cure(on connection: Connection, at record: CaptureRecord) {
    guard !connection.uncured.isEmpty else { return }
    let mayMiss = connection.hearing.isOnAir || isExcerpt(connection)
    connection.uncured = connection.uncured.compactMap { refusal in
      guard !mayMiss, refusal.request.isReadOrWrite, refusal.request.handle != nil else {
        reporter.noteCured(refusal.frame)
        return nil
      }
      var refusal = refusal
      refusal.encrypted = (record.frame, record.time, clock.gaps(of: record))
      return refusal
    }
  }

  /// A client asks for an attribute on an encrypted connection.
  func askedAgain(_ handle: UInt16?, client: Side, on connection: Connection) {
    guard !connection.uncured.isEmpty, let handle else { return }
    connection.uncured.removeAll { refusal in
      guard refusal.encrypted != nil, refusal.request.handle == handle,
        refusal.server.isHost == (client == .peer)
      else { return false }
      reporter.noteCured(refusal.frame)
      return true
    }
  }

  /// A value comes on an encrypted connection: a bond may keep what was turned on, whatever was refused.
  /// - handle: of the value; its configuration lies right behind it.
  func cameAllTheSame(_ handle: UInt16?, client: Side, on connection: Connection) {
    guard !connection.uncured.isEmpty, let handle else { return }
    connection.uncured.removeAll { refusal in
      guard refusal.encrypted != nil, let asked = refusal.request.handle, asked > handle,
        asked &- handle <= 3, refusal.server.isHost == (client == .peer)
      else { return false }
      reporter.noteCured(refusal.frame)
      return true
    }
  }

  /// The connection ends, or the capture. A client that had little time may have wanted to ask again.
  func findUncured(on connection: Connection, at record: CaptureRecord) {
    for refusal in connection.uncured {
      if let encrypted = refusal.encrypted,
        record.time.nanoseconds(since: encrypted.time) < Self.retryTime
          || encrypted.gaps != clock.gaps(of: record)
      {
        reporter.noteCured(refusal.frame)
        continue
      }
      reporter.find(
        refusal.finding, on: connection, at: record, moment: (refusal.frame, refusal.time))
    }
    connection.uncured = []
  }

  /// How soon after encryption a client asks again for what was refused without it: 3 s, in nanoseconds.
  private static let retryTime: Int64 = 3_000_000_000
}
