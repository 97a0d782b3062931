import Bytes
import TestSupport
import Testing

@testable import Redaction

/// What is looked for of each original, and what replaces it there.
@Suite struct PatternTableTests {
  private func table(
    _ kind: Originals.Kind, _ original: [UInt8], _ standIn: [UInt8]
  ) -> PatternTable {
    PatternTable([
      Originals.Entry(kind: kind, original: original, standIn: standIn, isRandom: true)
    ])
  }

  private func found(_ table: PatternTable, in bytes: [UInt8]) -> [PatternTable.Pattern] {
    var found: [PatternTable.Pattern] = []
    table.each(in: bytes.rawBytes) { found.append($1) }
    return found
  }

  private static let address: [UInt8] = [0xD0, 0x11, 0x22, 0xA3, 0x44, 0x5F]
  private static let other: [UInt8] = [0xE1, 0x02, 0x03, 0x04, 0x05, 0xFA]

  @Test(arguments: [
    ("D0:11:22:A3:44:5F", "E1:02:03:04:05:FA"), ("d0-11-22-a3-44-5f", "e1-02-03-04-05-fa"),
    ("5F_44_A3_22_11_D0", "FA_05_04_03_02_E1"), ("5f.44.a3.22.11.d0", "fa.05.04.03.02.e1"),
    ("D0 11 22 A3 44 5F", "E1 02 03 04 05 FA"), ("5f44a32211d0", "fa05040302e1"),
  ]) func anAddressAsText(_ text: String, _ standIn: String) {
    let found = found(
      table(.address, Self.address, Self.other), in: Array("dev \(text)!".utf8))
    expect(found.count, equals: 1)
    expect(found.first?.standIn, equals: Array(standIn.utf8))
    expect(found.first?.isPart, equals: false)
  }

  @Test func anAddressInAnEUI64() {
    let table = table(.address, Self.address, Self.other)
    let extended: [UInt8] = [0xD0, 0x11, 0x22, 0xFF, 0xFE, 0xA3, 0x44, 0x5F]
    let other: [UInt8] = [0xE1, 0x02, 0x03, 0xFF, 0xFE, 0x04, 0x05, 0xFA]
    expect(found(table, in: extended).map(\.standIn), equals: [other])
    expect(found(table, in: extended.reversed()).map(\.standIn), equals: [other.reversed()])
    expect(
      found(table, in: Self.address.reversed()).map(\.standIn), equals: [Self.other.reversed()])
    // One that is another one's neighbour.
    expect(found(table, in: [0xD0, 0x11, 0x22, 0xA3, 0x44, 0x60]).isEmpty)
  }

  @Test func aNameInEachForm() {
    let table = table(.text, Array("Ann's".utf8), Array("Xyz9k".utf8))
    expect(found(table, in: Array("Ann's".utf8)).map(\.standIn), equals: [Array("Xyz9k".utf8)])
    expect(found(table, in: Array("ann's".utf8)).map(\.standIn), equals: [Array("Xyz9k".utf8)])
    expect(found(table, in: Array("ANN'S".utf8)).map(\.standIn), equals: [Array("XYZ9K".utf8)])
    let wide = "Ann's".utf16.flatMap { [UInt8($0 & 0xFF), 0] }
    expect(
      found(table, in: wide).map(\.standIn), equals: ["Xyz9k".utf16.flatMap { [UInt8($0), 0] }])
    // In both orders.
    expect(found(table, in: [0] + wide).count, equals: 2)
    expect(found(table, in: Array("aNN'S".utf8)).isEmpty)
  }

  /// Of a key, eight octets are enough wherever they begin; of what is longer than any key, fifteen.
  @Test(arguments: [(16, 8), (32, 8), (240, 15)]) func partsOfSecrets(size: Int, least: Int) {
    var random = SplitMix(seed: 5)
    let secret = random.bytes(size)
    let table = table(.secret, secret, [UInt8](repeating: 0, count: size))
    for start in 0...size - least {
      let part = Array(secret[start..<start + least])
      for octets in [part, part.reversed()] {
        let found = found(table, in: octets)
        expect(!found.isEmpty && found.allSatisfy(\.isPart), "\(start)")
      }
    }
    expect(found(table, in: Array(secret[0..<7])).isEmpty)
    expect(found(table, in: secret).first?.isPart, equals: false)
    // So many, whatever it is of.
    expect(table.count < 70)
  }

  /// Two originals may have a form in common: the first one counts, and all others are found.
  @Test func manyOriginals() {
    var random = SplitMix(seed: 9)
    let originals = (0..<500).map { _ in random.bytes(6) }
    let table = PatternTable(
      (originals + originals.map { $0.reversed() }).map {
        Originals.Entry(kind: .address, original: $0, standIn: $0, isRandom: true)
      })
    // 28 of each, and two more of EUI-64, whose middle is not turned; digits alone are the same in both cases.
    expect((29 * 500...30 * 500).contains(table.count), "\(table.count)")
    for original in originals {
      expect(found(table, in: [7] + original).map(\.octets), equals: [original])
    }
    expect((0..<500).allSatisfy { _ in found(table, in: random.bytes(6)).isEmpty })
  }
}
