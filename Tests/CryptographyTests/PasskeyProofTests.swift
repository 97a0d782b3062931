import TestSupport
import Testing

@testable import Cryptography

/// Passkeys that pairings share, whatever shows them.
@Suite struct PasskeyProofTests {
  private static let initiator = PairingAddress(0xA1A2_A3A4_A5A6, isRandom: true)
  private static let responder = PairingAddress(0xB1B2_B3B4_B5B6, isRandom: false)

  private func confirmed(_ passkey: UInt32, _ random: UInt128) throws -> PasskeyProof {
    let value = try #require(
      PairingFunctions.confirm(
        temporaryKey: UInt128(passkey), random: random, request: 0x0101_1005_0004_01,
        response: 0x0101_1005_0000_02, initiator: Self.initiator, responder: Self.responder))
    return .confirm(
      value, random: random, request: 0x0101_1005_0004_01, response: 0x0101_1005_0000_02,
      initiator: Self.initiator, responder: Self.responder)
  }

  private func keyed(_ passkey: UInt32, _ random: UInt128, octets: UInt8) throws -> PasskeyProof {
    let key = try #require(
      PairingFunctions.shortTermKey(
        temporaryKey: UInt128(passkey), responderRandom: random, initiatorRandom: random &* 7))
    return .shortTermKey(
      PairingFunctions.masked(key, octets: octets), octets: octets, responderRandom: random,
      initiatorRandom: random &* 7)
  }

  @Test func proofsOfAllKinds() throws {
    let proofs = [
      try confirmed(12, 1), .shown(4711), try keyed(99, 2, octets: 16),
      try keyed(12, 3, octets: 10),
      try confirmed(4711, 4), .shown(999_999), .shown(4711), try confirmed(13, 5),
    ]
    expect(PasskeyProof.repeated(proofs), equals: [[1, 4, 6], [0, 3]])
    expect(PasskeyProof.repeated(proofs, searches: 0), equals: [[1, 4, 6]])
    expect(PasskeyProof.repeated([proofs[1]]), equals: [])
  }
}
