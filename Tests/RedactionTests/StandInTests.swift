import ATTDissector
import Bytes
import Cryptography
import TestSupport
import Testing

@testable import Redaction

@Suite struct StandInTests {
  private let standIns = StandIns(secret: RedactedCapture.secret, keepsVendor: false)

  /// RFC 4231, 4.2, 4.3 and 4.7.
  @Test func messageCodes() {
    func code(_ key: [UInt8], _ text: String) -> [UInt8] {
      HMAC(key: key).code(of: Array(text.utf8))
    }
    expect(
      code([UInt8](repeating: 0x0B, count: 20), "Hi There").prefix(8),
      equals: [0xB0, 0x34, 0x4C, 0x61, 0xD8, 0xDB, 0x38, 0x53])
    expect(
      code(Array("Jefe".utf8), "what do ya want for nothing?").prefix(8),
      equals: [0x5B, 0xDC, 0xC1, 0x46, 0xBF, 0x60, 0x75, 0x4E])
    expect(
      code(
        [UInt8](repeating: 0xAA, count: 131),
        "Test Using Larger Than Block-Size Key - Hash Key First"
      ).prefix(8), equals: [0x60, 0xE4, 0x31, 0x59, 0x1E, 0xE0, 0xB6, 0x7F])
  }

  /// Those of Just Works, zero, stay: they are no secret.
  @Test func passkeysStayPasskeys() {
    var seen: Set<UInt32> = []
    for passkey in stride(from: UInt32(1), through: 999_999, by: 997) {
      let standIn = standIns.passkey(passkey)
      expect((1...999_999).contains(standIn))
      seen.insert(standIn)
    }
    expect(seen.count, equals: 1004)
    expect(standIns.passkey(0), equals: 0)
  }

  @Test func shortValuesStayDifferent() {
    for (count, numbers) in [(1, 256), (2, 2048), (3, 2048)] {
      var seen: Set<[UInt8]> = []
      for number in 0..<numbers {
        let value = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        seen.insert(standIns.octets(value, kind: .value))
      }
      expect(seen.count, equals: numbers)
    }
  }

  @Test func standInsHaveTheLengthOfTheirOriginals() {
    for count in 0...100 {
      let value = [UInt8](repeating: 7, count: count)
      expect(standIns.octets(value, kind: .value).count, equals: count)
      expect(standIns.text(value).count, equals: count)
    }
  }

  @Test func anotherSecretGivesOthers() {
    let others = StandIns(secret: Array("another secret of the tests".utf8), keepsVendor: false)
    let value: [UInt8] = [1, 2, 3, 4, 5, 6]
    expect(others.octets(value, kind: .value) != standIns.octets(value, kind: .value))
    expect(others.text(value) != standIns.text(value))
    expect(
      others.address(0xD011_2233_4455, isRandom: true, keys: [])
        != standIns.address(0xD011_2233_4455, isRandom: true, keys: []))
  }

  @Test func aBeginningOfATextBecomesABeginning() {
    let whole = standIns.text(Array("Polar H7 1234".utf8))
    expect(standIns.text(Array("Polar H7".utf8)), equals: Array(whole.prefix(8)))
    expect(whole.allSatisfy { (0x2E...0x7A).contains($0) })
    expect(standIns.text([0x41, 0, 0x42]).suffix(2), equals: [0, 0])
  }

  @Test func textsThatDifferInOneLetterStayDifferent() {
    let numbered = (0..<100).map { standIns.text(Array("BEACON-\($0 / 10)\($0 % 10)".utf8)) }
    expect(Set(numbered).count, equals: 100)
    for kind in [0x30...0x39, 0x41...0x5A, 0x80...0xBF, 0xC0...0xFF] as [ClosedRange<UInt8>] {
      expect(Set(kind.map { standIns.text([0x41, $0]) }).count, equals: kind.count)
    }
    let originals = Originals(
      secret: RedactedCapture.secret, keepsVendor: false, identityKeys: [])
    for octet in 1...0xFF as ClosedRange<UInt8> { originals.collect(text: [0x61, 0x62, octet]) }
    originals.settle()
    expect(Set(originals.entries.map(\.standIn)).count, equals: 255)
  }

  @Test func addressesKeepTheirKind() {
    func random(_ address: UInt64) -> UInt64 { standIns.address(address, isRandom: true, keys: []) }
    for top in [0, 1, 3] as [UInt64] {
      let address = top << 46 | 0x0011_2233_4455
      expect(random(address) >> 46, equals: top)
      expect(random(address) != address)
    }
    let assigned = standIns.address(0x0022_D000_0607, isRandom: false, keys: [])
    expect(assigned >> 40 & 3, equals: 2, "individual, locally administered")
    expect(standIns.address(0, isRandom: false, keys: []), equals: 0)
    expect(standIns.address(0xFFFF_FFFF_FFFF, isRandom: true, keys: []), equals: 0xFFFF_FFFF_FFFF)
    let vendor = StandIns(secret: RedactedCapture.secret, keepsVendor: true)
    let kept = vendor.address(0x0022_D000_0607, isRandom: false, keys: [])
    expect(kept >> 24, equals: 0x0022D0)
    expect(kept != 0x0022_D000_0607)
  }

  @Test func differentAddressesStayDifferent() {
    let vendor = StandIns(secret: RedactedCapture.secret, keepsVendor: true)
    let made = (0..<1000 as Range<UInt64>).map {
      vendor.address(0x0022_D000_0000 | $0, isRandom: false, keys: [])
    }
    expect(Set(made).count, equals: 1000)
  }

  @Test func aResolvableAddressStillResolves() throws {
    let originals = Originals(
      secret: RedactedCapture.secret, keepsVendor: false, identityKeys: [])
    let octets: [UInt8] = (1...16).map { $0 * 7 }
    let number = octets.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    let key = try #require(IdentityResolvingKey(number))
    originals.collect(identityKey: octets)
    let prand: UInt32 = 0x70_8194
    let address = UInt64(prand) << 24 | UInt64(key.hash(prand))
    let other: UInt64 = 0x7081_9400_0000 | UInt64(~key.hash(prand) & 0xFF_FFFF)
    originals.settle()
    let standInKey = originals.standIn(ofSecret: octets).reversed().reduce(UInt128(0)) {
      $0 << 8 | UInt128($1)
    }
    let resolving = try #require(IdentityResolvingKey(standInKey))
    func standIn(_ address: UInt64) -> BluetoothAddress {
      BluetoothAddress(originals.standIn(ofAddress: address, isRandom: true), kind: .random)
    }
    expect(resolving.resolves(standIn(address)))
    expect(standIn(address).value != address)
    expect(!resolving.resolves(standIn(other)))
    expect(standIn(other).isResolvable)
    expect(!key.resolves(standIn(address)))
  }

  /// As a PDU of 64 KB may have them: it takes no seconds, and each of the octets counts.
  @Test func longValues() {
    let standIns = StandIns(secret: RedactedCapture.secret, keepsVendor: false)
    var random = SplitMix(seed: 3)
    var value = random.bytes(65_000)
    let first = standIns.octets(value, kind: .value)
    expect(first.count, equals: value.count)
    expect(first, equals: standIns.octets(value, kind: .value))
    expect(Set(first).count, equals: 256)
    value[64_999] ^= 1
    let other = standIns.octets(value, kind: .value)
    expect(zip(first, other).count { $0 == $1 } < 1000)
    expect(standIns.octets(value, kind: .secret) != other)
  }

  @Test func whatIsTooUniformIsNotSearched() {
    func table(_ original: [UInt8]) -> PatternTable {
      PatternTable([
        Originals.Entry(
          kind: .secret, original: original,
          standIn: [UInt8](repeating: 0, count: original.count), isRandom: false)
      ])
    }
    expect(table([1, 2, 3]).unsearched, equals: 1)
    expect(table([0, 0, 0, 0, 0, 1]).unsearched, equals: 1)
    expect(table([9, 8, 7, 6, 5, 4]).searched, equals: 1)
  }

  @Test func patternsAreFoundWhereverTheyStand() {
    let table = PatternTable([
      Originals.Entry(
        kind: .address, original: [0xD0, 0x11, 0x22, 0x33, 0x44, 0x55],
        standIn: [1, 2, 3, 4, 5, 6], isRandom: true)
    ])
    func found(_ bytes: [UInt8]) -> Int {
      var count = 0
      table.each(in: bytes.rawBytes) { _, _ in count += 1 }
      return count
    }
    expect(found([0, 0x55, 0x44, 0x33, 0x22, 0x11, 0xD0]), equals: 1)
    expect(found([0xD0, 0x11, 0x22, 0x33, 0x44, 0x55, 9]), equals: 1)
    expect(found([0xD0, 0x11, 0x22, 0xFF, 0xFE, 0x33, 0x44, 0x55]), equals: 1)
    expect(found(Array("is d0:11:22:33:44:55, dev_D0_11_22_33_44_55".utf8)), equals: 2)
    expect(found([0xD0, 0x11, 0x22, 0x33, 0x44]), equals: 0)
  }
}
