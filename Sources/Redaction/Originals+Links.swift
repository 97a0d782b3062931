import ATTDissector
import Bytes
import Cryptography
import GATTSession

/// Keys that open links of the air, and what stands in for them.
package struct LinkStandIns {
  /// Long term and short term keys, the most significant octet first.
  package var keys: [UInt128] = []
  /// Temporary keys of legacy pairings: passkeys, and keys that were exchanged out of band.
  package var temporaryKeys: [UInt128] = []

  package init() {}
}

extension Originals {
  /// Keys that were given, which may be in what stays; in the order of either octet.
  package func collect(given keys: [UInt128]) {
    for key in keys where key > Self.lastPasskey {
      collect(secret: Self.octets(key, count: Self.keySize))
    }
  }

  /// A key that opens a link.
  /// - Returns: whether it is new.
  func collect(linkKey key: UInt128) -> Bool {
    guard linkKeys.count < Self.limit, linkKeys.insert(key).inserted else { return false }
    collect(secret: Self.octets(key, count: Self.keySize))
    return true
  }

  /// A pairing whose key opens its link: what is computed of its values is computed of their stand-ins, so that it can
  /// be verified, and opens, as before.
  func collect(pairing: OpenedPairing) {
    guard pairings.count + debugPairings.count < Self.limit else { return }
    switch pairing {
    case .legacy(let pairing):
      pairings.append(pairing)
      if pairing.temporaryKey > Self.lastPasskey {
        collect(secret: Self.octets(pairing.temporaryKey, count: Self.keySize))
      }
    case .debug(let pairing): debugPairings.append(pairing)
    }
  }

  /// The coordinates of the specification's key for debugging tell nothing of anybody, and stay.
  static func isKnownToAll(_ secret: [UInt8]) -> Bool {
    secret.count == PairingPublicKey.size && debugCoordinates.contains(secret)
  }

  /// As packets have them.
  private static let debugCoordinates: Set<[UInt8]> = [
    PairingPublicKey.debug.x.reversed(), PairingPublicKey.debug.y.reversed(),
  ]

  private static let keySize = 16
  private static let lastPasskey: UInt128 = 999_999

  /// Where addresses and texts are settled.
  func settlePairings() {
    debugPairings.forEach(settle)
    for pairing in pairings {
      let temporaryKey = standIn(ofTemporaryKey: pairing.temporaryKey)
      func random(_ side: Side) -> UInt128 { standIn(ofKey: pairing.randoms[side]) }
      func address(_ side: Side) -> PairingAddress {
        let address = pairing.addresses[side]
        return PairingAddress(
          standIn(ofAddress: address.value, isRandom: address.isRandom), isRandom: address.isRandom)
      }
      for side in Side.allCases {
        // A side that had another temporary key, or was misheard, still has a wrong one.
        guard let confirm = pairing.confirms[side],
          confirm
            == PairingFunctions.confirm(
              temporaryKey: pairing.temporaryKey, random: pairing.randoms[side],
              request: pairing.request, response: pairing.response,
              initiator: pairing.addresses[.central], responder: pairing.addresses[.peripheral]),
          let other = PairingFunctions.confirm(
            temporaryKey: temporaryKey, random: random(side), request: pairing.request,
            response: pairing.response, initiator: address(.central),
            responder: address(.peripheral))
        else { continue }
        relate(confirm, to: other)
      }
      let key = PairingFunctions.shortTermKey(
        temporaryKey: temporaryKey, responderRandom: random(.peripheral),
        initiatorRandom: random(.central))
      if let key {
        relate(pairing.shortTermKey, to: PairingFunctions.masked(key, octets: pairing.keySize))
      }
    }
  }

  /// Gives a pairing with the debug key stand-ins: another public key for the other side, and keys and proofs to match.
  private func settle(_ pairing: DebugPairing) {
    let keys = pairing.publicKeys
    func address(_ side: Side) -> PairingAddress {
      let address = pairing.addresses[side]
      return PairingAddress(
        standIn(ofAddress: address.value, isRandom: address.isRandom), isRandom: address.isRandom)
    }
    func made(
      _ keys: PerSide<PairingPublicKey>, _ randoms: PerSide<UInt128>,
      _ addresses: PerSide<PairingAddress>
    ) -> (macKey: UInt128, longTermKey: UInt128)? {
      PairingPublicKey.secret(keys[.central], keys[.peripheral]).flatMap {
        PairingFunctions.keys(
          secret: $0, initiatorRandom: randoms[.central], responderRandom: randoms[.peripheral],
          initiator: addresses[.central], responder: addresses[.peripheral])
      }
    }
    guard let central = standIn(ofPublicKey: keys[.central]),
      let peripheral = standIn(ofPublicKey: keys[.peripheral])
    else { return }
    let otherKeys = PerSide(host: central, peer: peripheral)
    let randoms = PerSide(
      host: standIn(ofKey: pairing.randoms[.central]),
      peer: standIn(ofKey: pairing.randoms[.peripheral]))
    let addresses = PerSide(host: address(.central), peer: address(.peripheral))
    guard let before = made(keys, pairing.randoms, pairing.addresses),
      let after = made(otherKeys, randoms, addresses)
    else { return }
    relate(
      pairing.longTermKey, to: PairingFunctions.masked(after.longTermKey, octets: pairing.keySize))
    var isProven = true
    for side in Side.allCases {
      relate(keys[side].x, to: otherKeys[side].x)
      relate(keys[side].y, to: otherKeys[side].y)
      let other = side.other
      // Just Works or Numeric Comparison. What has a passkey or data out of band in it is not computed again: of a
      // passkey's twenty confirm values, the session keeps the last one.
      if let confirm = pairing.confirms[side] {
        if confirm
          == PairingFunctions.confirm(
            own: keys[side].x, other: keys[other].x, random: pairing.randoms[side]),
          let newConfirm = PairingFunctions.confirm(
            own: otherKeys[side].x, other: otherKeys[other].x, random: randoms[side])
        {
          relate(confirm, to: newConfirm)
        } else {
          isProven = false
        }
      }
      if let check = pairing.checks[side], let features = pairing.features[side],
        check
          == PairingFunctions.check(
            macKey: before.macKey, first: pairing.randoms[side], second: pairing.randoms[other],
            random: 0, features: features, sender: pairing.addresses[side],
            receiver: pairing.addresses[other]),
        let newCheck = PairingFunctions.check(
          macKey: after.macKey, first: randoms[side], second: randoms[other], random: 0,
          features: features, sender: addresses[side], receiver: addresses[other])
      {
        relate(check, to: newCheck)
      }
    }
    if !isProven { unproven += 1 }
  }

  /// Another point of the curve, so that both sides can compute with it.
  private func standIn(ofPublicKey key: PairingPublicKey) -> PairingPublicKey? {
    key == .debug
      ? key
      : PairingPublicKey(
        privateKey: Array(
          standIns.octets(key.x + key.y, kind: .secret).prefix(PairingPublicKey.size)))
  }

  /// - original, standIn: a coordinate, the most significant octet first.
  private func relate(_ original: [UInt8], to standIn: [UInt8]) {
    related[original.reversed()] = standIn.reversed()
  }

  private func relate(_ original: UInt128, to standIn: UInt128) {
    related[Self.octets(original, count: Self.keySize)] = Self.octets(
      standIn, count: Self.keySize)
  }

  /// Another key; that of Just Works, which is no secret, stays.
  private func standIn(ofTemporaryKey key: UInt128) -> UInt128 {
    key > Self.lastPasskey
      ? standIn(ofKey: key) : UInt128(standIns.passkey(UInt32(key)))
  }

  func standIn(ofKey key: UInt128) -> UInt128 {
    standIn(of: key, octets: Self.keySize)
  }

  /// A number as packets have it: its least significant octet comes first.
  func standIn(of number: UInt128, octets count: Int) -> UInt128 {
    let octets = standIn(ofSecret: Self.octets(number, count: count))
    return octets.reversed().reduce(0) { $0 << 8 | UInt128($1) }
  }

  static func octets(_ number: UInt128, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt128(8 * $0)) }
  }

  /// What opens the links of the output, in the order of the originals.
  package var linkStandIns: LinkStandIns {
    var standIns = LinkStandIns()
    standIns.keys = linkKeys.sorted().map(standIn(ofKey:))
    standIns.temporaryKeys = temporaryKeys.map(\.standIn)
    return standIns
  }

  /// Temporary keys of legacy pairings whose link opens, but for that of Just Works.
  package var temporaryKeys: [(original: UInt128, standIn: UInt128)] {
    Set(pairings.map(\.temporaryKey)).subtracting([0]).sorted().map {
      ($0, standIn(ofTemporaryKey: $0))
    }
  }
}
