import System

/// What a pairing by Passkey Entry shows of its passkey, whoever records it.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part H, 2.3.5.3 and 2.3.5.6.3.
package enum PasskeyProof: Equatable, Sendable {
  /// LE Secure Connections: its rounds show the passkey bit by bit.
  case shown(UInt32)
  /// Legacy pairing: a confirm value, of `first` and `second` (see `confirm`).
  case confirmed(UInt128, first: UInt128, second: UInt128)
  /// Legacy pairing: the short term key, of a size in octets, and the random numbers of both sides.
  case keyed(UInt128, octets: UInt8, randoms: UInt128)

  /// Passkeys have six digits.
  private static let passkeys: Range<UInt32> = 0..<1_000_000

  /// The proof that a confirm value of legacy pairing is.
  package static func confirm(
    _ value: UInt128, random: UInt128, request: UInt64, response: UInt64,
    initiator: PairingAddress, responder: PairingAddress
  ) -> PasskeyProof {
    let (first, second) = PairingFunctions.confirmed(
      request, response: response, initiator: initiator, responder: responder)
    return .confirmed(value, first: random ^ first, second: second)
  }

  /// The proof that the short term key of legacy pairing is.
  package static func shortTermKey(
    _ key: UInt128, octets: UInt8, responderRandom: UInt128, initiatorRandom: UInt128
  ) -> PasskeyProof {
    .keyed(
      key, octets: octets,
      randoms: PairingFunctions.joined(responderRandom, initiatorRandom: initiatorRandom))
  }

  /// The indices of proofs of one passkey, in their order, for each passkey with two or more. Nothing
  /// is found without libcrypto.
  /// - searches: proofs of legacy pairing whose passkey is searched for, each of which takes up to
  ///   half a second.
  package static func repeated(_ proofs: [PasskeyProof], searches: Int = 4) -> [[Int]] {
    guard proofs.count > 1, let cipher = AESCipher(key: 0) else { return [] }
    var groups: [[Int]] = []
    // Those that show theirs first: nothing has to be searched for.
    var left =
      proofs.indices.filter { proofs[$0].isShown } + proofs.indices.filter { !proofs[$0].isShown }
    var searches = searches
    while left.count > 1 {
      let first = left.removeFirst()
      if !proofs[first].isShown {
        guard searches > 0 else { break }
        searches -= 1
      }
      guard let passkey = proofs[first].passkey(cipher) else { continue }
      let others = left.filter { proofs[$0].isOf(passkey, cipher: cipher) }
      left.removeAll { others.contains($0) }
      if !others.isEmpty { groups.append(([first] + others).sorted()) }
    }
    return groups
  }

  private var isShown: Bool { if case .shown = self { true } else { false } }

  /// Whether it is of a passkey.
  /// - cipher: of any key, which it changes.
  private func isOf(_ passkey: UInt32, cipher: AESCipher) -> Bool {
    if case .shown(let own) = self { return own == passkey }
    // The temporary key of legacy pairing is the passkey.
    cipher.setKey(UInt128(passkey))
    return switch self {
    case .shown: false
    case .confirmed(let value, let first, let second):
      cipher.encrypt(cipher.encrypt(first) ^ second) == value
    case .keyed(let key, let octets, let randoms):
      PairingFunctions.masked(cipher.encrypt(randoms), octets: octets) == key
    }
  }

  /// The passkey of a legacy pairing, all of which are tried; `nil` where none fits, or without libcrypto.
  package func search() -> UInt32? { AESCipher(key: 0).flatMap { passkey($0) } }

  /// The passkey; of legacy pairing all are tried.
  private func passkey(_ cipher: AESCipher) -> UInt32? {
    if case .shown(let own) = self { return own }
    return Self.passkeys.first { isOf($0, cipher: cipher) }
  }
}
