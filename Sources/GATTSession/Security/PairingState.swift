import ATTDissector
import BTSnoop
import Bytes

/// The last pairing of a connection: PDUs of the Security Manager in, what they mean out.
package struct PairingState {
  package enum Outcome: Sendable {
    case none, underWay, succeeded, failed
    /// The connection has ended, or the capture, and nothing says why.
    case unfinished
  }
  package private(set) var outcome = Outcome.none
  package private(set) var method: SMPPairingMethod?
  private(set) var request: SMPPairingFeatures?
  private var response: SMPPairingFeatures?
  /// Random values that the responder has sent: one in each round of Passkey Entry.
  private var responderRandoms = 0
  /// Its Pairing Failed.
  private var failure: (moment: Moment, isHost: Bool)?
  /// A second Pairing Response with other features, and whether this host sent it.
  private var secondResponse: (frame: UInt64, isHost: Bool)?
  /// An identity address of host and peer that is neither public nor static.
  private var wrongIdentity: PerSide<(address: BluetoothAddress, frame: UInt64)?> = PerSide(
    both: nil)
  /// Another pairing of the connection has failed before.
  package private(set) var followsFailure = false
  /// It stood still for the time-out of 30 s.
  package private(set) var timeOut: PairingTimeOut?
  package private(set) var requestFrame: UInt64 = 0
  package private(set) var requestTime = CaptureTime(seconds: 0, nanoseconds: 0)
  private(set) var requestDirection = PacketDirection.unknown
  /// The IRKs that host and peer have sent, until the identity address follows.
  private var identityKeys: PerSide<UInt128> = PerSide(both: 0)
  private var isIdentityReported = false
  private var isIdentityDoubted = false
  /// The last PDU of this pairing, or of one before.
  private(set) var last: LastPairingPDU?

  /// What a PDU changes.
  enum Change {
    case none
    /// - instead: of an earlier pairing that was under way, and does not go on.
    case began(instead: PairingState?)
    /// The Pairing Response has come.
    case answered
    /// Keys come, in an excerpt: the link is encrypted.
    case succeeded
    case failed(reason: UInt8, PairingRefusal?)
    case identity(BluetoothAddress)
    /// It is of a pairing that has failed, which its sender knew.
    /// - elapsed: nanoseconds since; `nil` where the two PDUs may have crossed.
    case late(failed: UInt64, isOwn: Bool, elapsed: Int64?)
  }

  /// How long a side waits for the next PDU, in nanoseconds: 30 s (Core Specification, Vol 3, Part H, 3.4).
  private static let patience: Int64 = 30_000_000_000

  /// Takes a PDU of the Security Manager.
  /// - encrypts: encryption with the key of this pairing is being started.
  mutating func receive(
    _ pdu: PairingPDU, direction: PacketDirection, at moment: Moment, over link: PairingLink,
    encrypts: Bool = false
  ) -> Change {
    defer { note(pdu.code, direction: direction, at: moment) }
    let isHost = direction != .received
    if isAfterFailure(pdu.code, at: moment, over: link), let failure {
      let elapsed = moment.time.nanoseconds(since: failure.moment.time)
      let isOwn = isHost == failure.isHost
      let isTold = elapsed >= 0 && (isOwn || elapsed > link.crossing)
      return .late(
        failed: failure.moment.frame, isOwn: isOwn, elapsed: isTold ? elapsed : nil)
    }
    switch (pdu.code, pdu.content) {
    case (.pairingRequest, let content):
      return begin(content, direction: direction, at: moment, over: link, encrypts: encrypts)
    case (.pairingResponse, .features(let features)):
      if let response, outcome == .underWay, !link.isOnAir {
        // The pairing goes on by the first.
        if response != features { secondResponse = (moment.frame, isHost) }
        return .none
      }
      response = features
      if let request { method = SMPPairingMethod(initiator: request, responder: features) }
      return .answered
    case (.pairingConfirm, .value), (.pairingRandom, .value), (.pairingPublicKey, .value),
      (.pairingDHKeyCheck, .value):
      goOn(pdu.code)
    case (.pairingFailed, .number(let reason)):
      let why = refusal(reason, byHost: isHost)
      outcome = .failed
      failure = (moment, isHost)
      return .failed(reason: reason, why)
    case (.encryptionInformation, _), (.centralIdentification, _): return keysCome(over: link)
    case (.identityInformation, let content):
      let change = keysCome(over: link)
      if case .key(let key) = content { identityKeys[isHost ? .host : .peer] = key }
      return change
    case (.identityAddressInformation, .identity(let identity)):
      if identity.kind == .randomIdentity, identity.value >> 46 != 0b11 {
        wrongIdentity[isHost ? .host : .peer] = (identity, moment.frame)
      }
      return .identity(identity)
    default: break
    }
    return .none
  }

  /// Two that wait for each other give up after 30 s, without a PDU. A sniffer may have missed how it ended.
  private mutating func begin(
    _ content: PairingPDU.Content, direction: PacketDirection, at moment: Moment,
    over link: PairingLink, encrypts: Bool
  ) -> Change {
    var stopped: PairingState?
    if outcome == .underWay, request != nil {
      timesOut(at: moment, over: link, encrypts: encrypts)
      stop()
      stopped = self
    }
    let before = self
    self = PairingState()
    last = before.last
    followsFailure = before.outcome == .failed
    outcome = .underWay
    (requestFrame, requestTime, requestDirection) = (moment.frame, moment.time, direction)
    if case .features(let features) = content { request = features }
    return .began(instead: stopped)
  }

  /// A PDU of a pairing that may have begun unseen.
  private mutating func goOn(_ code: SMPCode) {
    switch outcome {
    case .underWay, .succeeded: return
    // Others may have crossed the PDU that ended it.
    case .failed where code == .pairingRandom || code == .pairingDHKeyCheck: return
    case .none, .unfinished, .failed: break
    }
    let before = last
    self = PairingState()
    last = before
    outcome = .underWay
  }

  /// Keys are distributed once the link is encrypted: an excerpt has no event that says so.
  private mutating func keysCome(over link: PairingLink) -> Change {
    guard outcome == .underWay, link.isExcerpt else { return .none }
    outcome = .succeeded
    return .succeeded
  }

  /// Remembers a PDU as the last one.
  private mutating func note(_ code: SMPCode, direction: PacketDirection, at moment: Moment) {
    let isHost = direction != .received
    // Those that a side may send at any time have no turn.
    let isStep = code != .securityRequest && code != .keypressNotification
    last = LastPairingPDU(
      frame: moment.frame, time: moment.time, gaps: moment.gaps,
      step: isStep ? (code, isHost) : last?.step)
    if code == .pairingRandom, let request = requestDirection.isHost, request != isHost {
      responderRandoms &+= 1
    }
  }

  // MARK: Failures

  /// Whether a PDU is of a pairing that has failed: it opens no other one, as a Pairing Request does. A sniffer may
  /// have missed the request.
  func isAfterFailure(_ code: SMPCode, at moment: Moment, over link: PairingLink) -> Bool {
    guard let failure, outcome == .failed, !link.isOnAir, link.isLE,
      failure.moment.gaps == moment.gaps, !link.isExcerpt
    else { return false }
    switch code {
    case .pairingResponse, .pairingConfirm, .pairingRandom, .pairingPublicKey, .pairingDHKeyCheck,
      .encryptionInformation, .centralIdentification, .identityInformation,
      .identityAddressInformation, .signingInformation, .pairingFailed:
      return true
    default: return false
    }
  }

  /// What a side does not like, where the PDUs before show it.
  private func refusal(_ reason: UInt8, byHost: Bool) -> PairingRefusal? {
    // Numeric Comparison Failed, Invalid Parameters.
    if reason == 0x0C, method?.association == .justWorks { return .comparesNoNumbers }
    if reason == 0x0A, let wrong = wrongIdentity[byHost ? .peer : .host] {
      return .identity(wrong.address, frame: wrong.frame)
    }
    // Authentication Requirements.
    if reason == 0x03, requestDirection != .unknown {
      let isInitiator = (requestDirection == .sent) == byHost
      if let features = isInitiator ? response : request { return .asksFor(features) }
    }
    guard let secondResponse, secondResponse.isHost != byHost else { return nil }
    return .secondResponse(frame: secondResponse.frame, byHost: secondResponse.isHost)
  }

  // MARK: Ends

  /// Notes that the pairing under way has stood still for the time-out, if it has. On the air its next PDU may have
  /// been missed.
  @discardableResult
  mutating func timesOut(
    at moment: Moment, over link: PairingLink, encrypts: Bool
  ) -> PairingTimeOut? {
    guard !link.isOnAir, let last, last.gaps == moment.gaps, !link.isExcerpt,
      moment.time.nanoseconds(since: last.time) >= Self.patience
    else { return nil }
    // The initiator of a pairing is the central.
    let initiatorIsHost = requestDirection.isHost ?? (link.role.map { $0 == .central } ?? true)
    var turn: PairingTurn?
    // Encryption under way is owed by a controller, or by whom it has asked for a key.
    if let step = last.step, let request, !encrypts {
      turn = PairingTurn(
        after: PairingTurn.State(
          code: step.code, isInitiator: step.isHost == initiatorIsHost, method: method,
          initiatorTypes: request.hasKeyboard, responderTypes: response?.hasKeyboard ?? false,
          rounds: responderRandoms))
    }
    timeOut = PairingTimeOut(last, turn, initiatorIsHost: initiatorIsHost)
    return timeOut
  }

  /// It does not go on.
  mutating func stop() { outcome = .unfinished }

  /// What had ended the connection has not: the pairing goes on.
  mutating func reopen() { if outcome == .unfinished { outcome = .underWay } }

  /// The link is encrypted with its key, or that fails.
  mutating func end(hasSucceeded: Bool) { outcome = hasSucceeded ? .succeeded : .failed }

  /// The link is encrypted: the capture may lack the request of a pairing that comes after that.
  mutating func forgetFailure() { failure = nil }

  var hasFailure: Bool { failure != nil }

  // MARK: Identities

  /// The IRK that a side has sent before its identity address; 0 where it has not.
  mutating func takeIdentityKey(of side: Side) -> UInt128 {
    defer { identityKeys[side] = 0 }
    return identityKeys[side]
  }

  /// - Returns: whether an identity, or a doubt about one, is the first of this pairing.
  mutating func noteIdentity(isDoubted: Bool) -> Bool {
    defer { if isDoubted { isIdentityDoubted = true } else { isIdentityReported = true } }
    return isDoubted ? !isIdentityDoubted : !isIdentityReported
  }
}

/// The last PDU of a pairing.
package struct LastPairingPDU: Sendable {
  package let frame: UInt64
  package let time: CaptureTime
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64
  /// The last that is a step of the pairing, and whether this host (on the air the central) sent it.
  let step: (code: SMPCode, isHost: Bool)?
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
