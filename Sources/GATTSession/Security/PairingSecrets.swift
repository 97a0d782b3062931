import ATTDissector
import Bytes
import Cryptography

/// What a pairing shows of the keys that it makes: index 0 is the host or the central, 1 the other
/// side.
final class PairingSecrets {
  /// Pairing Request and Pairing Response with their codes.
  var request: UInt64?
  var response: UInt64?
  var confirms: [2 of UInt128?] = [nil, nil]
  var randoms: [2 of UInt128?] = [nil, nil]
  var publicKeys: [2 of PairingPublicKey?] = [nil, nil]
  var checks: [2 of UInt128?] = [nil, nil]
  /// The keys that the sides have distributed, as indices of the session's keys.
  var distributed: [2 of Int?] = [nil, nil]

  /// Takes a PDU of the Security Manager; one that is too short is skipped.
  /// - payload: code first.
  func take(_ code: SMPCode, _ payload: RawSpan, side: Int) {
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
  private var keySize: UInt8 {
    guard let request, let response else { return 16 }
    return UInt8(
      truncatingIfNeeded: min(request >> 32 & 0xFF, response >> 32 & 0xFF))
  }

  var isSecureConnections: Bool { publicKeys[0] != nil || publicKeys[1] != nil }

  // MARK: Keys

  /// The short term keys that temporary keys make, with the index of the temporary key: one where
  /// a confirm value proves it, otherwise all.
  /// - addresses: of initiator and responder, where they are known.
  func shortTermKeys(
    _ temporaryKeys: [UInt128], _ addresses: (PairingAddress, PairingAddress)?
  ) -> [(key: UInt128, index: Int)] {
    guard let initiatorRandom = randoms[0], let responderRandom = randoms[1] else { return [] }
    var keys: [(key: UInt128, index: Int)] = []
    for (index, temporaryKey) in temporaryKeys.enumerated() {
      let proof = proves(temporaryKey, addresses)
      if proof == false { continue }
      guard
        let key = PairingFunctions.shortTermKey(
          temporaryKey: temporaryKey, responderRandom: responderRandom,
          initiatorRandom: initiatorRandom)
      else { return [] }
      keys.append((PairingFunctions.masked(key, octets: keySize), index))
      if proof == true { return [keys[keys.count - 1]] }
    }
    return keys
  }

  /// Whether the confirm values are of a temporary key; `nil` where too little was heard.
  private func proves(
    _ temporaryKey: UInt128, _ addresses: (PairingAddress, PairingAddress)?
  ) -> Bool? {
    guard let request, let response, let addresses else { return nil }
    for side in 0...1 {
      guard let random = randoms[side], let confirm = confirms[side] else { continue }
      return PairingFunctions.confirm(
        temporaryKey: temporaryKey, random: random, request: request, response: response,
        initiator: addresses.0, responder: addresses.1) == confirm
    }
    return nil
  }

  /// The long term key of LE Secure Connections, if a side uses the key for debugging.
  func longTermKey(
    _ addresses: (PairingAddress, PairingAddress)?, association: SMPPairingMethod.Association?
  ) -> UInt128? {
    guard let one = publicKeys[0], let other = publicKeys[1], let addresses,
      let initiatorRandom = randoms[0], let responderRandom = randoms[1],
      let secret = PairingPublicKey.secret(one, other),
      let keys = PairingFunctions.keys(
        secret: secret, initiatorRandom: initiatorRandom, responderRandom: responderRandom,
        initiator: addresses.0, responder: addresses.1)
    else { return nil }
    if let request, let check = checks[0],
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
