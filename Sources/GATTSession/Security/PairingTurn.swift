import ATTDissector
import Bytes

/// Whose turn it is in a pairing: the side that owes the next PDU, and what may keep it.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part H, 2.3.5 and appendix C.
package struct PairingTurn: Equatable, Sendable {
  /// What a person may have to do first.
  package enum Person: Sendable { case agrees, confirmsNumber, typesPasskey }

  /// The initiator owes it, which is the central.
  package let isInitiator: Bool
  /// `nil`: the start of encryption.
  package let owed: SMPCode?
  package let person: Person?

  private init(_ isInitiator: Bool, _ owed: SMPCode?, _ person: Person? = nil) {
    self.isInitiator = isInitiator
    self.owed = owed
    self.person = person
  }

  /// What has happened so far.
  struct State {
    /// The last PDU, and who sent it.
    var code: SMPCode
    var isInitiator: Bool
    var method: SMPPairingMethod?
    /// Whether either can type a passkey.
    var initiatorTypes = false
    var responderTypes = false
    /// Random values that the responder has sent.
    var rounds = 0
  }

  private static let rounds = 20

  /// `nil` where it is not known.
  init?(after state: State) {
    let isInitiator = state.isInitiator
    if state.code == .pairingRequest {
      guard isInitiator else { return nil }
      self.init(false, .pairingResponse, .agrees)
      return
    }
    guard let method = state.method else { return nil }
    let association = method.association
    let isPasskey = association == .passkeyEntry
    func types(_ initiator: Bool) -> Person? {
      isPasskey && (initiator ? state.initiatorTypes : state.responderTypes) ? .typesPasskey : nil
    }
    let confirms: Person? = association == .numericComparison ? .confirmsNumber : nil
    switch (state.code, isInitiator) {
    case (.pairingResponse, false):
      self.init(
        true, method.isSecureConnections ? .pairingPublicKey : .pairingConfirm,
        method.isSecureConnections ? nil : types(true))
    case (.pairingPublicKey, true) where method.isSecureConnections:
      self.init(false, .pairingPublicKey)
    case (.pairingPublicKey, false) where method.isSecureConnections:
      switch association {
      case .justWorks, .numericComparison: self.init(false, .pairingConfirm)
      case .passkeyEntry: self.init(true, .pairingConfirm, types(true))
      case .outOfBand: self.init(true, .pairingRandom)
      }
    case (.pairingConfirm, true):
      // Without a passkey, only the responder confirms.
      if method.isSecureConnections, !isPasskey { return nil }
      self.init(false, .pairingConfirm, state.rounds == 0 ? types(false) : nil)
    case (.pairingConfirm, false): self.init(true, .pairingRandom)
    case (.pairingRandom, true): self.init(false, .pairingRandom)
    case (.pairingRandom, false):
      if !method.isSecureConnections {
        self.init(true, nil)
      } else if isPasskey, state.rounds < Self.rounds {
        self.init(true, .pairingConfirm)
      } else {
        self.init(true, .pairingDHKeyCheck, confirms)
      }
    case (.pairingDHKeyCheck, true) where method.isSecureConnections:
      self.init(false, .pairingDHKeyCheck, confirms)
    case (.pairingDHKeyCheck, false) where method.isSecureConnections: self.init(true, nil)
    default: return nil
    }
  }

  var owedWords: StaticString {
    owed.map { SMPName.command($0.rawValue) ?? "the next PDU" } ?? "the start of encryption"
  }
}

extension PairingTurn.Person {
  var words: StaticString {
    switch self {
    case .agrees: "did its user have to agree?"
    case .confirmsNumber: "did its user have to confirm the number?"
    case .typesPasskey: "did its user have to type the passkey?"
    }
  }
}

/// A pairing that stood still for 30 s.
package struct PairingTimeOut: Sendable {
  /// The last PDU of the pairing.
  package let last: LastPairingPDU
  let turn: PairingTurn?
  let initiatorIsHost: Bool
  /// On this host's side.
  private var isHost: Bool { turn?.isInitiator == initiatorIsHost }

  init(_ last: LastPairingPDU, _ turn: PairingTurn?, initiatorIsHost: Bool) {
    self.last = last
    self.turn = turn
    self.initiatorIsHost = initiatorIsHost
  }

  /// `this host owed Pairing DHKey Check`; nothing where that is not known.
  /// - host, peer: their words.
  package func write(
    host: StaticString = "this host", peer: String, had: Bool = false, to text: inout ByteWriter
  ) {
    guard let turn else { return }
    if isHost { text.append(host) } else { text.append(string: peer) }
    text.append(had ? " had owed " : " owed ")
    text.append(turn.owedWords)
    if let person = turn.person {
      text.append(" (")
      text.append(person.words)
      text.append(")")
    }
  }

  package var isKnown: Bool { turn != nil }
}
