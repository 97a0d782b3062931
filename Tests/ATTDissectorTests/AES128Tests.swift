import ATTDissector
import TestSupport
import Testing

struct AES128Tests {
  /// FIPS 197, Appendix B and C.1; the key of all zeros from NIST's known answers (AESAVS, D.1, E.1).
  @Test(arguments: [
    (
      0x2b7e1516_28aed2a6_abf71588_09cf4f3c as UInt128,
      0x3243f6a8_885a308d_313198a2_e0370734 as UInt128,
      0x3925841d_02dc09fb_dc118597_196a0b32 as UInt128
    ),
    (
      0x00010203_04050607_08090a0b_0c0d0e0f, 0x00112233_44556677_8899aabb_ccddeeff,
      0x69c4e0d8_6a7b0430_d8cdb780_70b4c55a
    ),
    (0, 0, 0x66e94bd4_ef8a2c3b_884cfa59_ca342b2e),
    (0, 0x80000000_00000000_00000000_00000000, 0x3ad78e72_6c1ec02b_7ebfe92b_23d9ec34),
    (
      0xffffffff_ffffffff_ffffffff_ffffffff, 0, 0xa1f6258c_877d5fcd_8964484538bfc92c
    ),
  ])
  func knownAnswers(key: UInt128, plain: UInt128, cipher: UInt128) {
    expect(AES128(key: key).encrypt(plain), equals: cipher)
    expect(AES128(key: key).encryptLow(plain), equals: UInt32(truncatingIfNeeded: cipher))
  }

  /// Encryption is a permutation, whatever table entries the blocks go through.
  @Test func noTwoBlocksBecomeOne() {
    let cipher = AES128(key: 0x2b7e1516_28aed2a6_abf71588_09cf4f3c)
    var seen: Set<UInt128> = []
    for value in 0..<2000 as Range<UInt128> { seen.insert(cipher.encrypt(value << 56)) }
    expect(seen.count, equals: 2000)
  }
}

struct IdentityResolvingKeyTests {
  /// Core Specification, Vol 3, Part H, D.7.
  static let key: UInt128 = 0xec0234a3_57c8ad05_341010a6_0a397d9b

  @Test func sampleData() throws {
    let key = try #require(IdentityResolvingKey(Self.key))
    expect(key.hash(0x708194), equals: 0x0dfbaa)
  }

  @Test(arguments: [
    (0x7081_940d_fbaa as UInt64, BluetoothAddress.Kind.random, true),
    (0x7081_940d_fbab, .random, false), (0x7181_940d_fbaa, .random, false),
    (0x7081_940d_fbaa, .public, false), (0x7081_940d_fbaa, .randomIdentity, false),
  ])
  func addresses(value: UInt64, kind: BluetoothAddress.Kind, isResolved: Bool) throws {
    let key = try #require(IdentityResolvingKey(Self.key))
    expect(key.resolves(BluetoothAddress(value, kind: kind)), equals: isResolved)
  }

  /// The hash alone does not make an address resolvable: the highest bits say what it is.
  @Test func otherRandomAddresses() throws {
    let key = try #require(IdentityResolvingKey(Self.key))
    for prand in [0x308194, 0xF08194, 0xB08194] as [UInt32] {
      let value = UInt64(prand) << 24 | UInt64(key.hash(prand))
      expect(!key.resolves(BluetoothAddress(value, kind: .random)))
    }
  }

  @Test func zeroIsNoKey() { expect(IdentityResolvingKey(0) == nil) }
}
