import ATTDissector
import BTSnoop
import Bytes

/// Pairing and encryption of a connection, and what each means for the other.
package struct SecurityState {
  package internal(set) var encryption = EncryptionState()
  @Rare private var knownPairing: PairingState?
  /// The last pairing.
  package internal(set) var pairing: PairingState {
    get { knownPairing ?? PairingState() }
    set { knownPairing = newValue }
  }
  /// What the last pairing shows of its keys; `nil` where there was none.
  var secrets: PairingSecrets?
  /// The peripheral's Security Request that its central has not answered yet.
  @Rare private(set) var request: PendingSecurityRequest?
  /// One that the central never answered.
  @Rare package internal(set) var unansweredRequest: UnansweredSecurityRequest?
  /// Refusals that ask for encryption, until it comes or the connection ends.
  var refusals = UncuredRefusals()

  private var isPairing: Bool { knownPairing?.outcome == .underWay }
  /// Encryption is being started with the key of the pairing under way.
  private var encryptsPairing: Bool {
    encryption.isUnderWay && encryption.start?.isOfPairing == true
  }

  // MARK: The Security Manager

  /// Takes a PDU of the Security Manager.
  mutating func receive(
    _ pdu: PairingPDU, direction: PacketDirection, at moment: Moment, over link: PairingLink
  ) -> PairingState.Change {
    // Any PDU of the central answers.
    if let request, request.isHost == (direction == .received) { self.request = nil }
    let change = pairing.receive(
      pdu, direction: direction, at: moment, over: link, encrypts: encryptsPairing)
    if case .succeeded = change {
      encryption.stands(true)
      encryption.note(keySize: pairing.method?.keySize, at: moment)
    }
    if pdu.code == .securityRequest, case .number = pdu.content {
      ask(direction: direction, at: moment, over: link)
    }
    return change
  }

  /// The peripheral asks for security.
  private mutating func ask(
    direction: PacketDirection, at moment: Moment, over link: PairingLink
  ) {
    guard link.isLE, link.beginsInCapture, direction != .unknown, request == nil,
      !encryption.isOn, !encryption.isUnderWay, !isPairing
    else { return }
    request = PendingSecurityRequest(
      moment: moment, isHost: direction == .sent, heard: link.heard)
  }

  /// The server refuses the central something for want of security.
  mutating func refuse(_ code: UInt8, byHost: Bool, frame: UInt64) {
    guard let request, request.isHost == byHost, request.refusal == nil else { return }
    self.request?.refusal = (code, frame)
  }

  /// The connection ends, or the capture: a request that was not answered by then.
  mutating func takeRequest() -> PendingSecurityRequest? {
    defer { if request != nil { request = nil } }
    return request
  }

  /// The pairing under way has stood still for the time-out.
  mutating func pairingTimesOut(at moment: Moment, over link: PairingLink) -> PairingTimeOut? {
    guard isPairing else { return nil }
    return pairing.timesOut(at: moment, over: link, encrypts: encryptsPairing)
  }

  // MARK: Encryption

  /// What an event of encryption means.
  struct EncryptionOutcome {
    enum Result {
      case failed(EncryptionFailure)
      case paired
      case changed
    }
    /// A pairing that had timed out before.
    var stopped: PairingState?
    var result = Result.changed
    /// What it has ended: the key works.
    var start: EncryptionStart?
    /// Frames of refusals that it has cured.
    var cured: [UInt64] = []
  }

  /// Encryption that has failed.
  struct EncryptionFailure {
    let status: HCIStatus
    /// It has ended a pairing.
    let endsPairing: Bool
    let missing: MissingKey?
  }

  /// Encryption is asked for, with the key of a name.
  /// - earlier: use of the key, or of one with the name.
  mutating func begin(
    _ step: EncryptionStart.Step, name: LinkKey.Name, key: UInt128? = nil,
    earlier: KeyHistory.Use? = nil, at moment: Moment
  ) {
    if request != nil { request = nil }
    var start = EncryptionStart(
      step: step, frame: moment.frame, time: moment.time,
      // Keys of earlier legacy pairings have names.
      isOfPairing: isPairing && name.isZero, isRefresh: encryption.isOn, gaps: moment.gaps,
      key: key, name: name)
    start.earlier = earlier
    encryption.begin(start)
  }

  /// It could not be encrypted.
  /// - isRefused: the controller of this host does not even try.
  mutating func fail(
    _ status: HCIStatus, isRefused: Bool = false, at moment: Moment, over link: PairingLink
  ) -> EncryptionFailure {
    let endsPairing = isPairing
    if endsPairing { pairing.end(hasSucceeded: false) }
    encryption.fail(status, isRefused: isRefused, at: moment, over: link)
    return EncryptionFailure(
      status: status, endsPairing: endsPairing, missing: encryption.missingKey)
  }

  /// Encryption Change, Encryption Key Refresh Complete, or what shows the same on the air.
  mutating func change(
    _ change: EncryptionChange, at moment: Moment, over link: PairingLink
  ) -> EncryptionOutcome {
    var outcome = EncryptionOutcome()
    // With the key of an earlier pairing: one that has stood still is over.
    if encryption.asksForEarlierKey, pairingTimesOut(at: moment, over: link) != nil {
      pairing.stop()
      outcome.stopped = pairing
    }
    encryption.isAnswered()
    if request != nil { request = nil }
    guard change.status == .success else {
      outcome.result = .failed(fail(change.status, at: moment, over: link))
      return outcome
    }
    outcome.start = encryption.set(
      isOn: change.enabled != 0, keySize: change.keySize, at: moment)
    guard encryption.isOn else { return outcome }
    outcome.cured = refusals.cure(at: moment, mayMiss: link.isOnAir || link.isExcerpt)
    if let known = knownPairing, known.hasFailure { pairing.forgetFailure() }
    if isPairing {
      pairing.end(hasSucceeded: true)
      encryption.note(keySize: change.keySize ?? pairing.method?.keySize, at: moment)
      outcome.result = .paired
    }
    return outcome
  }
}
