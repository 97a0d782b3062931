import Bytes
import Cryptography

/// Encrypts again what a key has opened, with the stand-ins of the key and of the random numbers in LL_ENC_REQ and
/// LL_ENC_RSP. Packet counters stay.
struct LinkSealing {
  private struct Name: Hashable {
    let seed: LinkSeed
    let key: UInt128
  }

  private let originals: Originals
  private var ciphers: [Name: LinkCipher] = [:]
  /// Each takes 3 KB.
  private static let limit = 64

  init(_ originals: Originals) { self.originals = originals }

  /// - header: the first octet of the PDU.
  /// - payload: with its MIC.
  /// - Returns: `nil` without libcrypto.
  mutating func encryption(
    _ seal: PacketSeal, header: UInt8, payload: Range<Int>
  ) -> RecordQueue.Encryption? {
    let name = Name(seed: seal.seed, key: seal.longTermKey)
    if ciphers[name] == nil {
      if ciphers.count >= Self.limit { ciphers.removeAll() }
      ciphers[name] = LinkCipher(
        standIn(of: seal.seed), longTermKey: originals.standIn(ofKey: seal.longTermKey))
    }
    return ciphers[name].map {
      RecordQueue.Encryption(
        cipher: $0, counter: seal.counter, isFromCentral: seal.isFromCentral, header: header,
        payload: payload)
    }
  }

  /// The seed that LL_ENC_REQ and LL_ENC_RSP carry in the output.
  private func standIn(of seed: LinkSeed) -> LinkSeed {
    func diversifier(_ number: UInt64) -> UInt64 {
      UInt64(truncatingIfNeeded: originals.standIn(of: UInt128(number), octets: 8))
    }
    func vector(_ number: UInt32) -> UInt32 {
      UInt32(truncatingIfNeeded: originals.standIn(of: UInt128(number), octets: 4))
    }
    return LinkSeed(
      centralDiversifier: diversifier(seed.centralDiversifier),
      peripheralDiversifier: diversifier(seed.peripheralDiversifier),
      centralVector: vector(seed.centralVector), peripheralVector: vector(seed.peripheralVector))
  }
}
