import System
import TestSupport
import Testing

@testable import Cryptography

/// The specification's sample data: Vol 3, Part H, 2.2.3, 2.2.4 and Appendix D.
@Suite struct PairingFunctionTests {
  private static let first = PairingAddress(0x5612_3737_BFCE, isRandom: false)
  private static let second = PairingAddress(0xA713_702D_CFC1, isRandom: false)
  private static let firstRandom: UInt128 = 0xd5cb8454_d177733e_ffffb2ec_712baeab
  private static let secondRandom: UInt128 = 0xa6e8e7cc_25a75f6e_216583f7_ff3dc4cf

  private static func octets(_ hex: String) -> [UInt8] {
    let digits = hex.filter { $0 != " " }.utf8.map { $0 }
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
  }

  private static let secret = octets(
    "ec0234a3 57c8ad05 341010a6 0a397d9b 99796b13 b4f866f1 868d34f3 73bfa698")

  @Test func confirm() {
    let initiator = PairingAddress(0xA1A2_A3A4_A5A6, isRandom: true)
    let responder = PairingAddress(0xB1B2_B3B4_B5B6, isRandom: false)
    expect(
      PairingFunctions.confirm(
        temporaryKey: 0, random: 0x5783D521_56AD6F0E_6388274E_C6702EE0,
        request: 0x0707_1000_0001_01, response: 0x0500_0800_0003_02, initiator: initiator,
        responder: responder), equals: 0x1e1e3fef_878988ea_d2a74dc5_bef13b86)
  }

  @Test func shortTermKey() {
    expect(
      PairingFunctions.shortTermKey(
        temporaryKey: 0, responderRandom: 0x000F0E0D_0C0B0A09_11223344_55667788,
        initiatorRandom: 0x01020304_05060708_99AABBCC_DDEEFF00),
      equals: 0x9a1fe1f0_e8b0f49b_5b4216ae_796da062)
  }

  @Test func keys() throws {
    let keys = try #require(
      PairingFunctions.keys(
        secret: Self.secret, initiatorRandom: Self.firstRandom,
        responderRandom: Self.secondRandom, initiator: Self.first, responder: Self.second))
    expect(keys.longTermKey, equals: 0x69867911_69d7cd23_980522b5_94750a38)
    expect(keys.macKey, equals: 0x2965f176_a1084a02_fd3f6a20_ce636e20)
  }

  @Test func check() {
    expect(
      PairingFunctions.check(
        macKey: 0x2965f176_a1084a02_fd3f6a20_ce636e20, first: Self.firstRandom,
        second: Self.secondRandom, random: 0x12a3343b_b453bb54_08da42d2_0c2d0fc8,
        features: 0x010102, sender: Self.first, receiver: Self.second),
      equals: 0xe3c47398_9cd0e8c5_d26c0b09_da958f61)
  }

  @Test func secureConfirm() {
    expect(
      PairingFunctions.confirm(
        own: Self.octets("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6"),
        other: Self.octets("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd"),
        random: Self.firstRandom), equals: 0xf2c916f1_07a9bd1c_f1eda1be_a974872d)
  }

  /// RFC 4493, 4: no octet, one block, part of a block.
  @Test(arguments: [
    ("", 0xbb1d6929_e9593728_7fa37d12_9b756746 as UInt128),
    ("6bc1bee2 2e409f96 e93d7e11 7393172a", 0x070a16b4_6b4d4144_f79bdd9d_d04a287c),
    (
      "6bc1bee2 2e409f96 e93d7e11 7393172a ae2d8a57 1e03ac9c 9eb76fac 45af8e51 30c81c46 a35ce411",
      0xdfa66747_de9ae630_30ca3261_1497c827
    ),
  ])
  func code(message: String, code: UInt128) {
    expect(
      PairingFunctions.code(
        key: 0x2b7e1516_28aed2a6_abf71588_09cf4f3c, message: Self.octets(message)),
      equals: code)
  }

  /// Appendix D, P-256 data set 1: one private key is the one for debugging.
  @Test func debugKey() throws {
    let other = PairingPublicKey(
      x: Self.octets("1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190"),
      y: Self.octets("4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a"))
    expect(PairingPublicKey.secret(.debug, other), equals: Self.secret)
    expect(PairingPublicKey.secret(other, .debug), equals: Self.secret)
    expect(PairingPublicKey.secret(other, other) == nil)
  }

  /// The private key of the other side of that data set.
  @Test func publicKeyOfAPrivateOne() throws {
    let privateKey = Self.octets("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd")
    let key = try #require(PairingPublicKey(privateKey: privateKey))
    expect(
      key.x, equals: Self.octets("1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190")
    )
    expect(
      key.y, equals: Self.octets("4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a")
    )
    expect(PairingPublicKey.debug.secret(with: privateKey), equals: Self.secret)
    expect(PairingPublicKey(privateKey: [UInt8](repeating: 0, count: 32)) == nil)
    expect(PairingPublicKey(privateKey: [1]) == nil)
  }

  @Test func aPointBesideTheCurveIsRefused() {
    var beside = PairingPublicKey.debug
    beside.y[31] ^= 1
    expect(PairingPublicKey.secret(.debug, beside) == nil)
    expect(PairingPublicKey.secret(.debug, PairingPublicKey(x: [], y: [])) == nil)
  }

  @Test func shortKeysHaveZerosInFront() {
    let key: UInt128 = 0x01020304_05060708_090A0B0C_0D0E0F10
    expect(PairingFunctions.masked(key, octets: 16), equals: key)
    expect(PairingFunctions.masked(key, octets: 7), equals: 0x0A0B0C0D_0E0F10)
    expect(PairingFunctions.masked(key, octets: 0), equals: 0)
    expect(PairingFunctions.masked(key, octets: 255), equals: key)
    expect(PairingFunctions.reversed(key), equals: 0x100F0E0D_0C0B0A09_08070605_04030201)
  }
}
