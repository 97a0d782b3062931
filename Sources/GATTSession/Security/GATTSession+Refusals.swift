import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A refusal that asks for encryption: a finding, unless encryption follows.
struct UncuredRefusal {
  let finding: FindingFact
  let frame: UInt64
  let time: CaptureTime
}

/// Refusals that ask a client to pair, or to encrypt with a better key. Where it does, they were the
/// normal way to begin.
extension GATTSession {
  /// Insufficient Authentication, Encryption Key Size, or Encryption.
  static func asksForPairing(_ code: UInt8) -> Bool { code == 0x05 || code == 0x0C || code == 0x0F }

  func awaitCure(_ finding: FindingFact, _ connection: Connection, _ record: CaptureRecord) {
    guard connection.uncured.count < SessionLimits.uncuredRefusals else {
      reporter.find(finding, connection, record)
      return
    }
    connection.uncured.append(
      UncuredRefusal(finding: finding, frame: record.frame, time: record.time))
  }

  /// The connection is encrypted now, or with another key.
  func cure(_ connection: Connection) {
    guard !connection.uncured.isEmpty else { return }
    for refusal in connection.uncured { reporter.noteCured(refusal.frame) }
    connection.uncured = []
  }

  /// The connection ends, or the capture.
  func findUncured(_ connection: Connection, _ record: CaptureRecord) {
    for refusal in connection.uncured {
      reporter.find(
        refusal.finding, connection, record, at: (refusal.frame, refusal.time))
    }
    connection.uncured = []
  }
}
