import ATTDissector
import Bytes
import Cryptography

/// What a pairing shows of the keys that it makes. In sniffed links the central takes the place of the host.
final class PairingSecrets {
  /// Pairing Request and Pairing Response with their codes.
  var request: UInt64?
  var response: UInt64?
  var confirms: PerSide<UInt128?> = PerSide(both: nil)
  var randoms: PerSide<UInt128?> = PerSide(both: nil)
  var publicKeys: PerSide<PairingPublicKey?> = PerSide(both: nil)
  var checks: PerSide<UInt128?> = PerSide(both: nil)
  /// The keys that the sides have distributed, as indices of the session's keys.
  var distributed: PerSide<Int?> = PerSide(both: nil)
  /// The short term key of legacy pairing, as the host gives it to its controller.
  var shortTermKey: UInt128?
  /// The last PDU that was taken, and its side.
  private var last: (code: SMPCode, side: Side)?
  /// The codes that each side has sent.
  private var taken: PerSide<Set<SMPCode>> = PerSide(both: [])
  /// Passkey Entry of LE Secure Connections, as either side goes through it.
  private var rounds: PerSide<PasskeyRounds> = PerSide(both: PasskeyRounds())

  /// Takes a PDU of the Security Manager; one that is too short is skipped.
  /// - payload: code first.
  func take(_ code: SMPCode, payload: RawSpan, side: Side) {
    last = (code, side)
    taken[side].insert(code)
    var cursor = ByteCursor(payload)
    guard (try? cursor.skip(1)) != nil else { return }
    switch code {
    case .pairingRequest, .pairingResponse:
      guard payload.byteCount >= 7 else { return }
      var pdu: UInt64 = 0
      for index in 0..<7 { pdu |= UInt64(payload.uint8(at: index)) << UInt64(8 * index) }
      if code == .pairingRequest { request = pdu } else { response = pdu }
    case .pairingConfirm: confirms[side] = try? cursor.uint128LittleEndian()
    case .pairingRandom: randoms[side] = try? cursor.uint128LittleEndian()
    case .pairingDHKeyCheck: checks[side] = try? cursor.uint128LittleEndian()
    case .pairingPublicKey:
      guard let x = try? cursor.take(PairingPublicKey.size).copy(),
        let y = try? cursor.take(PairingPublicKey.size).copy()
      else { return }
      publicKeys[side] = PairingPublicKey(x: x.reversed(), y: y.reversed())
    default: break
    }
  }

  /// The negotiated size of keys, in octets.
  var keySize: UInt8 {
    guard let request, let response else { return 16 }
    return UInt8(
      truncatingIfNeeded: min(request >> 32 & 0xFF, response >> 32 & 0xFF))
  }

  var isSecureConnections: Bool { publicKeys[.central] != nil || publicKeys[.peripheral] != nil }

  // MARK: Order

  /// The side that sends a PDU next, if all PDUs before it were heard.
  ///
  /// What both sides send, the initiator sends first, except the confirm value of LE Secure
  /// Connections without a passkey, which only the responder sends, and keys, which the responder
  /// distributes first. Source: Vol 3, Part H, 2.3.5, 2.4.3 and appendix C.
  func likelySide(of code: SMPCode, method: SMPPairingMethod?) -> Side? {
    switch code {
    case .pairingConfirm, .pairingRandom, .pairingPublicKey, .pairingDHKeyCheck:
      if code == .pairingConfirm, isSecureConnections, let method,
        method.association != .passkeyEntry
      {
        return .peripheral
      }
      return last.map { $0.code == code && $0.side == .central } ?? false ? .peripheral : .central
    case .encryptionInformation: return distributor(of: code, announcedBy: 0x01)
    case .identityInformation: return distributor(of: code, announcedBy: 0x02)
    case .centralIdentification:
      return last?.code == .encryptionInformation
        ? last?.side : distributor(of: code, announcedBy: 0x01)
    case .identityAddressInformation:
      return last?.code == .identityInformation
        ? last?.side : distributor(of: code, announcedBy: 0x02)
    default: return nil
    }
  }

  /// - bit: announces that kind of key in the Pairing Response. Source: Vol 3, Part H, 3.6.1.
  private func distributor(of code: SMPCode, announcedBy bit: UInt64) -> Side {
    let isAnnounced = response.map { $0 >> 48 & bit != 0 } ?? true
    return isAnnounced && !taken[.peripheral].contains(code) ? .peripheral : .central
  }

  // MARK: Passkeys

  /// A side has opened its confirm value of a round of Passkey Entry of LE Secure Connections, in
  /// which a bit of the passkey is all that was not known.
  func openRound(_ side: Side) {
    guard let own = publicKeys[side], let other = publicKeys[side.other],
      let confirm = confirms[side], let random = randoms[side]
    else { return }
    let bit = (0...1 as ClosedRange<UInt8>).first { bit in
      PairingFunctions.confirm(own: own.x, other: other.x, random: random, bit: 0x80 | bit)
        == confirm
    }
    rounds[side].add(bit)
  }

  /// What it shows of its passkey; `nil` where too little was heard.
  /// - Parameters:
  ///   - initiator: the side that sent the Pairing Request.
  ///   - addresses: of initiator and responder, where they are known.
  func passkeyProof(
    initiator: Side, addresses: (PairingAddress, PairingAddress)?
  ) -> PasskeyProof? {
    if isSecureConnections {
      return (rounds[.central].passkey ?? rounds[.peripheral].passkey).map { .shown($0) }
    }
    if let shortTermKey, let one = randoms[initiator], let other = randoms[initiator.other] {
      return .shortTermKey(
        shortTermKey, octets: keySize, responderRandom: other, initiatorRandom: one)
    }
    guard let request, let response, let addresses else { return nil }
    for side in Side.allCases {
      guard let random = randoms[side], let confirm = confirms[side] else { continue }
      return .confirm(
        confirm, random: random, request: request, response: response, initiator: addresses.0,
        responder: addresses.1)
    }
    return nil
  }

  // MARK: Keys

  private var isJudged = false

  /// Whether both random numbers of a legacy pairing are there now: once.
  func mayJudge() -> Bool {
    guard !isJudged, !isSecureConnections, randoms[.central] != nil, randoms[.peripheral] != nil
    else {
      return false
    }
    isJudged = true
    return true
  }

  /// The passkey that was searched for, if it was.
  var searched: UInt32??

  /// Short term keys, with the indices of their temporary keys.
  struct ShortTermKeys {
    var keys: [(key: UInt128, index: Int)] = []
    /// Whether a confirm value proves one of the temporary keys; `nil` where too little was heard.
    var isProven: Bool?
  }

  /// The short term keys that temporary keys make: one where a confirm value proves it, otherwise all.
  /// - addresses: of initiator and responder, where they are known.
  func shortTermKeys(
    _ temporaryKeys: [UInt128], addresses: (PairingAddress, PairingAddress)?
  ) -> ShortTermKeys {
    guard let initiatorRandom = randoms[.central], let responderRandom = randoms[.peripheral] else {
      return ShortTermKeys()
    }
    var found = ShortTermKeys()
    for (index, temporaryKey) in temporaryKeys.enumerated() {
      let proof = proves(temporaryKey, addresses: addresses)
      if proof == false {
        found.isProven = false
        continue
      }
      guard
        let key = PairingFunctions.shortTermKey(
          temporaryKey: temporaryKey, responderRandom: responderRandom,
          initiatorRandom: initiatorRandom)
      else { return ShortTermKeys() }
      let masked = PairingFunctions.masked(key, octets: keySize)
      if proof == true { return ShortTermKeys(keys: [(masked, index)], isProven: true) }
      found.keys.append((masked, index))
    }
    return found
  }

  /// Whether the confirm values are of a temporary key; `nil` where too little was heard.
  private func proves(
    _ temporaryKey: UInt128, addresses: (PairingAddress, PairingAddress)?
  ) -> Bool? {
    guard let request, let response, let addresses else { return nil }
    // Either side's may be damaged.
    var isProven: Bool?
    for side in Side.allCases {
      guard let random = randoms[side], let confirm = confirms[side] else { continue }
      let fits =
        PairingFunctions.confirm(
          temporaryKey: temporaryKey, random: random, request: request, response: response,
          initiator: addresses.0, responder: addresses.1) == confirm
      if fits { return true }
      isProven = false
    }
    return isProven
  }

  /// The long term key of LE Secure Connections, if a side uses the key for debugging.
  func longTermKey(
    _ addresses: (PairingAddress, PairingAddress)?, association: SMPPairingMethod.Association?
  ) -> UInt128? {
    guard let one = publicKeys[.central], let other = publicKeys[.peripheral], let addresses,
      let initiatorRandom = randoms[.central], let responderRandom = randoms[.peripheral],
      let secret = PairingPublicKey.secret(one, other),
      let keys = PairingFunctions.keys(
        secret: secret, initiatorRandom: initiatorRandom, responderRandom: responderRandom,
        initiator: addresses.0, responder: addresses.1)
    else { return nil }
    if let request, let check = checks[.central],
      association == .justWorks || association == .numericComparison
    {
      // Nothing but zero goes in here: a wrong value is a pairing that fails.
      let features = UInt32(truncatingIfNeeded: request >> 8 & 0xFF_FFFF)
      let expected = PairingFunctions.check(
        macKey: keys.macKey, first: initiatorRandom, second: responderRandom, random: 0,
        features: features, sender: addresses.0, receiver: addresses.1)
      guard expected == check else { return nil }
    }
    return PairingFunctions.masked(keys.longTermKey, octets: keySize)
  }
}

/// The rounds of Passkey Entry of LE Secure Connections, each of which shows a bit.
private struct PasskeyRounds {
  private static let all = 20
  private var count = 0
  private var bits: UInt32 = 0
  private var isBroken = false

  /// - bit: `nil` where the round is not that of the confirm value before it.
  mutating func add(_ bit: UInt8?) {
    guard let bit, count < Self.all else {
      isBroken = true
      return
    }
    bits |= UInt32(bit) << UInt32(count)
    count += 1
  }

  /// `nil` unless all rounds were heard.
  var passkey: UInt32? { count == Self.all && !isBroken ? bits : nil }
}
