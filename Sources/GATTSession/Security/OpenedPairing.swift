import ATTDissector
import Bytes
import Cryptography

/// A legacy pairing, with all that its short term key and its confirm values are computed from.
package struct LegacyPairing: Sendable {
  package let temporaryKey: UInt128
  package let shortTermKey: UInt128
  /// The negotiated size of keys, in octets.
  package let keySize: UInt8
  /// Pairing Request and Pairing Response with their codes.
  package let request: UInt64
  package let response: UInt64
  /// The addresses of initiator (`host`) and responder (`peer`); random numbers and confirm values have the same order.
  package let addresses: PerSide<PairingAddress>
  package let randoms: PerSide<UInt128>
  /// `nil` where it was not heard.
  package let confirms: PerSide<UInt128?>
}

/// A pairing of LE Secure Connections in which a side uses the key for debugging, with all that its long term key and
/// its proofs are computed from.
package struct DebugPairing: Sendable {
  package let longTermKey: UInt128
  /// The negotiated size of keys, in octets.
  package let keySize: UInt8
  /// Those of the initiator (`host`) and the responder (`peer`); all properties below have this order.
  package let publicKeys: PerSide<PairingPublicKey>
  package let addresses: PerSide<PairingAddress>
  package let randoms: PerSide<UInt128>
  /// `nil` where it was not heard.
  package let confirms: PerSide<UInt128?>
  package let checks: PerSide<UInt128?>
  /// AuthReq, OOB data flag and IO capability of each side; `nil` where they were not heard.
  package let features: PerSide<UInt32?>
}

/// A pairing that is the source of a key which opens a link.
package enum OpenedPairing: Sendable {
  case legacy(LegacyPairing)
  case debug(DebugPairing)
}

extension SecurityFollower {
}

extension GATTSession {
  /// The pairing that has made the key which opens the PDUs of a connection now.
  package func pairing(of key: UInt128, on connection: Connection) -> OpenedPairing? {
    guard let link = connection.link, let secrets = connection.security.secrets,
      let addresses = security.decryption.pairingAddresses(on: connection, link: link),
      let made = link.encryption.pairingKeys.last(where: { $0.value == key }),
      let initiatorRandom = secrets.randoms[.central],
      let responderRandom = secrets.randoms[.peripheral]
    else { return nil }
    let bothAddresses = PerSide(host: addresses.0, peer: addresses.1)
    let randoms = PerSide(host: initiatorRandom, peer: responderRandom)
    if let one = secrets.publicKeys[.central], let other = secrets.publicKeys[.peripheral] {
      func features(_ pdu: UInt64?) -> UInt32? {
        pdu.map { UInt32(truncatingIfNeeded: $0 >> 8 & 0xFF_FFFF) }
      }
      return .debug(
        DebugPairing(
          longTermKey: key, keySize: secrets.keySize, publicKeys: PerSide(host: one, peer: other),
          addresses: bothAddresses, randoms: randoms, confirms: secrets.confirms,
          checks: secrets.checks,
          features: PerSide(host: features(secrets.request), peer: features(secrets.response))))
    }
    guard let temporaryKey = made.temporaryKey, let request = secrets.request,
      let response = secrets.response
    else { return nil }
    return .legacy(
      LegacyPairing(
        temporaryKey: temporaryKey, shortTermKey: key, keySize: secrets.keySize, request: request,
        response: response, addresses: bothAddresses, randoms: randoms,
        confirms: secrets.confirms))
  }
}
