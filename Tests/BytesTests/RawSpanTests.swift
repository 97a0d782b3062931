import TestSupport
import Testing

@testable import Bytes

@Suite struct RawSpanTests {
  private static let bytes = (0..<40).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }

  /// The number of some bytes, the first the least significant.
  private func number(_ bytes: some Collection<UInt8>) -> UInt128 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt128($1) }
  }

  @Test func numbersAtEveryOffset() {
    let bytes = Self.bytes
    let span = bytes.rawBytes
    for at in 0...bytes.count - 8 {
      expect(span.uint8(at: at), equals: bytes[at])
      expect(UInt128(span.uint16LittleEndian(at: at)), equals: number(bytes[at..<at + 2]))
      expect(UInt128(span.uint32LittleEndian(at: at)), equals: number(bytes[at..<at + 4]))
      expect(UInt128(span.uint64LittleEndian(at: at)), equals: number(bytes[at..<at + 8]))
      expect(
        UInt128(span.uint32BigEndian(at: at)), equals: number(bytes[at..<at + 4].reversed()))
      expect(
        UInt128(span.uint64BigEndian(at: at)), equals: number(bytes[at..<at + 8].reversed()))
    }
  }

  /// Also the last ones of a span, after which nothing may be read.
  @Test func numbersOfEveryLength() {
    for count in 0...16 {
      let bytes = Array(Self.bytes.prefix(3 + count))
      let span = bytes.rawBytes
      expect(span.uint128LittleEndian(at: 3, count: count), equals: number(bytes[3...]))
      guard count < 16 else { continue }
      let block = span.block(at: 3, count: count)
      for i in 0..<16 { expect(block[i], equals: i < count ? bytes[3 + i] : 0) }
    }
  }

  @Test func partsEndWhereTheBytesEnd() {
    let bytes: [UInt8] = [0, 1, 2, 3, 4]
    let span = bytes.rawBytes
    for offset in [0, 1, 4, 5, 6, Int.max] {
      for count in [Int.min, -1, 0, 1, 4, 5, 6, Int.max] {
        let wanted = Array(bytes.dropFirst(offset).prefix(max(0, count)))
        let part = span.clamped(offset, count: count)
        expect(part.copy(), equals: wanted, "from \(offset), \(count)")
      }
      let rest = span.clamped(offset)
      expect(rest.copy(), equals: Array(bytes.dropFirst(offset)))
    }
    let range = span.clamped(2..<9)
    expect(range.copy(), equals: [2, 3, 4])
  }

  /// One bit that differs is seen at every place of every length.
  @Test func equalBytesAreEqual() {
    for count in 0...25 {
      let bytes = Array(Self.bytes.prefix(count))
      let same = bytes.rawBytes.equals(Array(bytes).rawBytes)
      expect(same)
      let longer = bytes.rawBytes.equals((bytes + [0]).rawBytes)
      expect(!longer)
      for i in 0..<count {
        var other = bytes
        other[i] ^= 0x10
        let equals = bytes.rawBytes.equals(other.rawBytes)
        expect(!equals, "\(count) bytes, the one at \(i)")
      }
    }
  }

  @Test func equalBytesHaveOneHash() {
    func hash(_ bytes: [UInt8]) -> Int {
      var hasher = Hasher()
      bytes.rawBytes.hash(into: &hasher)
      return hasher.finalize()
    }
    expect(hash([1, 2, 3]), equals: hash([1, 2, 3]))
    expect(hash([1, 2, 3]) != hash([1, 2, 4]))
    expect(hash([]) != hash([0]))
  }

  @Test(
    arguments: [
      ([], []), ([0], []), ([0, 0], []), ([1, 0, 2, 0, 0], [1, 0, 2]), ([1, 2], [1, 2]),
    ] as [([UInt8], [UInt8])])
  func onlyNULsAtTheEndAreFill(_ bytes: [UInt8], _ wanted: [UInt8]) {
    let rest = bytes.rawBytes.withoutTrailingNULs
    expect(rest.copy(), equals: wanted)
  }

  @Test func arraysAreReplacedAndContinued() {
    var array: [UInt8] = [1, 2, 3]
    array.replace(with: [UInt8](arrayLiteral: 4, 5, 6).rawBytes)
    expect(array, equals: [4, 5, 6])
    array.replace(with: [UInt8](arrayLiteral: 7).rawBytes)
    expect(array, equals: [7])
    array.append([UInt8](arrayLiteral: 8, 9).rawBytes)
    expect(array, equals: [7, 8, 9])
    array.replace(with: [UInt8]().rawBytes)
    expect(array, equals: [])
  }

  @Test func textsOfLiteralsAreTheirUTF8() {
    let word: StaticString = "Grüße"
    let bytes = word.rawBytes.copy()
    expect(bytes, equals: Array("Grüße".utf8))
    expect(word.isSame("Grüße"))
    expect(!word.isSame("Grüsse"))
    let text = String("Grüße").rawBytes.copy()
    expect(text, equals: bytes)
  }

  @Test func hexDigitsOfBothCases() {
    for byte in UInt8.min...UInt8.max {
      let character = Character(Unicode.Scalar(byte))
      let wanted = character.isASCII ? character.hexDigitValue : nil
      expect(hexDigit(byte).map(Int.init), equals: wanted, "\(byte)")
    }
  }
}
