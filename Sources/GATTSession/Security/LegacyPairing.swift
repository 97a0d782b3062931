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

extension GATTSession {
  /// The legacy pairing whose short term key has opened the last record.
  package var openedPairing: LegacyPairing? {
    guard let key = packet.seal?.longTermKey, let connection = packet.connection,
      let link = connection.link, let secrets = connection.secrets,
      let addresses = pairingAddresses(on: connection, link: link),
      let made = link.security.pairingKeys.last(where: { $0.value == key }),
      let temporaryKey = made.temporaryKey, let request = secrets.request,
      let response = secrets.response, let initiatorRandom = secrets.randoms[.central],
      let responderRandom = secrets.randoms[.peripheral]
    else { return nil }
    return LegacyPairing(
      temporaryKey: temporaryKey, shortTermKey: key, keySize: secrets.keySize, request: request,
      response: response, addresses: PerSide(host: addresses.0, peer: addresses.1),
      randoms: PerSide(host: initiatorRandom, peer: responderRandom), confirms: secrets.confirms)
  }
}
