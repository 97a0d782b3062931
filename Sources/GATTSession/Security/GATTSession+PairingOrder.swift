import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// The last PDU of a pairing.
package struct LastPairingPDU: Sendable {
  package let frame: UInt64
  package let time: CaptureTime
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64
  /// The last that is a step of the pairing, and whether this host (on the air the central) sent it.
  let step: (code: SMPCode, isHost: Bool)?
}

/// What PDUs of a pairing may follow which.
extension GATTSession {
  /// Remembers a PDU of the Security Manager as the last one of its pairing.
  func notePairing(_ code: SMPCode, on connection: Connection, at record: CaptureRecord) {
    let isHost = record.direction != .received
    // Those that a side may send at any time, and keys, have no turn.
    let isStep =
      switch code {
      case .securityRequest, .keypressNotification: false
      default: true
      }
    let step = isStep ? (code, isHost) : connection.lastOfPairing?.step
    connection.lastOfPairing = LastPairingPDU(
      frame: record.frame, time: record.time, gaps: clock.gaps(of: record), step: step)
    if code == .pairingRandom, let request = connection.pairing.requestDirection.isHost,
      request != isHost
    {
      connection.pairing.responderRandoms &+= 1
    }
  }

  /// The pairing under way has stood still for 30 s.
  func pairingTimeOut(_ last: LastPairingPDU, on connection: Connection) -> PairingTimeOut {
    let pairing = connection.pairing
    // The initiator of a pairing is the central.
    let initiatorIsHost =
      pairing.requestDirection.isHost ?? (connection.role.map { $0 == .central } ?? true)
    // Encryption under way is owed by a controller, or by whom it has asked for a key.
    let encrypts = connection.encryptionStart.map { $0.isOfPairing && $0.outcome == .underWay }
    var turn: PairingTurn?
    if let step = last.step, pairing.request != nil, encrypts != true {
      turn = PairingTurn(
        after: PairingTurn.State(
          code: step.code, isInitiator: step.isHost == initiatorIsHost, method: pairing.method,
          initiatorTypes: pairing.request?.hasKeyboard ?? false,
          responderTypes: pairing.response?.hasKeyboard ?? false,
          rounds: pairing.responderRandoms))
    }
    return PairingTimeOut(last, turn, initiatorIsHost: initiatorIsHost)
  }

  /// How long what the other side sends may have crossed a Pairing Failed.
  private func crossing(on connection: Connection) -> Int64 {
    let events = Int64(connection.latency) &+ 1
    let (silence, isTooLong) = (connection.interval &* 6).multipliedReportingOverflow(by: events)
    return isTooLong ? .max : max(1_000_000_000, silence)
  }

  /// A PDU of a pairing that has failed opens no other one: a Pairing Request does. Reports it where its sender knew
  /// of the failure. A sniffer may have missed the request.
  /// - Returns: whether it is one.
  func isAfterFailure(
    _ code: SMPCode, on connection: Connection, at record: CaptureRecord
  ) -> Bool {
    guard let failed = connection.pairing.failure, connection.pairing.outcome == .failed,
      connection.hearing.isOfHost, connection.transport == .le,
      failed.gaps == clock.gaps(of: record),
      !isExcerpt(connection)
    else { return false }
    switch code {
    case .pairingResponse, .pairingConfirm, .pairingRandom, .pairingPublicKey, .pairingDHKeyCheck,
      .encryptionInformation, .centralIdentification, .identityInformation,
      .identityAddressInformation, .signingInformation, .pairingFailed:
      break
    default: return false
    }
    let isHost = record.direction != .received
    let elapsed = record.time.nanoseconds(since: failed.time)
    if elapsed >= 0, isHost == failed.isHost || elapsed > crossing(on: connection) {
      reporter.find(
        .pairingContinued(
          code, by: ATTParty(isHost: isHost, of: connection), isOwn: isHost == failed.isHost,
          failed: failed.frame, after: elapsed, frame: record.frame), on: connection, at: record)
    }
    return true
  }
}

extension PacketDirection {
  /// `nil` where it is unknown.
  fileprivate var isHost: Bool? {
    switch self {
    case .sent: true
    case .received: false
    case .unknown: nil
    }
  }
}

extension SMPPairingFeatures {
  /// KeyboardOnly, or KeyboardDisplay.
  fileprivate var hasKeyboard: Bool { ioCapability == 2 || ioCapability == 4 }
}
