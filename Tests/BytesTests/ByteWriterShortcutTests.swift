import Bytes
import TestSupport
import Testing

/// The shortcuts of `ByteWriter` against the plain way of doing the same.
@Suite struct ByteWriterShortcutTests {
  private func text(_ write: (inout ByteWriter) -> Void) -> String {
    var out = ByteWriter(capacity: 64)
    write(&out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  private func number(_ value: Double) -> String { text { $0.append(number: value) } }

  @Test func fractionsHaveTheirShortestForm() {
    for raw in 1...65535 {
      for unit in [
        1.0 / 1024, 1000.0 / 1024, 500.0 / 65536, 16.0 / 32768, 0.1, 0.01, 1e-6, 0.03125,
      ] {
        let value = Double(raw) * unit
        guard value != value.rounded(), value >= 1e-4 else { continue }
        expect(number(value), equals: value.description)
        expect(number(-value), equals: (-value).description)
      }
    }
  }

  @Test func anyNumberHasItsShortestForm() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<200_000 {
      let exponent = Double(sign: .plus, exponent: Int(generator.next() % 60) - 25, significand: 1)
      let value = (1 + Double(generator.next() >> 11) * 0x1p-53) * exponent
      guard value != value.rounded() else { continue }
      expect(number(value), equals: value.description)
    }
    // Such as seconds since a start, in tenths.
    for digits in 1...8 {
      for _ in 0..<20_000 {
        let unit = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let value = Double(generator.next() >> (12 + generator.next() % 30)) / unit
        guard value != value.rounded(), value >= 1e-4, value < 1e15 else { continue }
        expect(number(value), equals: value.description)
      }
    }
    for value in [
      0.1 + 0.2, 67_108_863.99999999, 67_108_864.5, 8_589_934_591.999999, 8_589_934_592.5,
      63.99999999999999, 64.00000000000001, 511.9999999999999, 1e-4, 9.9e-5,
    ] {
      expect(number(value), equals: value.description)
    }
    expect(number(-0.0), equals: "0")
    expect(number(.nan), equals: "null")
  }

  /// Rounded half away from zero, as the library does it.
  @Test func fixedDecimalsAreRounded() {
    func plain(_ value: Double, _ decimals: Int) -> String {
      let scale = (0..<decimals).reduce(1 as UInt64) { product, _ in product * 10 }
      let scaled = UInt64((value.magnitude * Double(scale)).rounded(.toNearestOrAwayFromZero))
      let digits = decimals == 0 ? "" : "." + String("\(scaled % scale + scale)".dropFirst())
      return (value < 0 && scaled != 0 ? "-" : "") + "\(scaled / scale)" + digits
    }
    var generator = SplitMix(seed: 5)
    for round in 0..<100_000 {
      let decimals = round % 10
      let value =
        switch round % 3 {
        // Halves of the last digit among them.
        case 0: Double(Int(generator.next() % 200_000) - 100_000) / 16
        case 1: Double(Int(generator.next() % 2_000_000) - 1_000_000) / 1000
        default: Double(bitPattern: generator.next() & 0x80FF_FFFF_FFFF_FFFF | 0x3F00 << 48)
        }
      expect(text { $0.append(number: value, decimals: decimals) }, equals: plain(value, decimals))
    }
    for value in [0, -0.0, 0.49999999999999994, 0.5, -0.5, 1.005, 9.995, 99_999_999.5, 0.04, -0.04]
    {
      for decimals in 0...9 {
        expect(
          text { $0.append(number: value, decimals: decimals) }, equals: plain(value, decimals))
      }
    }
    for value in [1e15, -2e300, .infinity, .nan] {
      expect(text { $0.append(number: value, decimals: 2) }, equals: number(value))
    }
    expect(text { $0.append(number: 1.5, decimals: -1) }, equals: "2")
  }

  @Test func decimalsOfEveryLength() {
    var value: UInt64 = 1
    for _ in 0..<20 {
      for near in [value - 1, value, value + 1] {
        expect(text { $0.append(decimal: near) }, equals: "\(near)")
      }
      value = value.multipliedReportingOverflow(by: 10).partialValue
    }
    for value in 0...20_000 as ClosedRange<UInt64> {
      if text({ $0.append(decimal: value) }) != "\(value)" { Issue.record("\(value)") }
    }
    for value in -20_000...20_000 where text({ $0.append(decimal: value) }) != "\(value)" {
      Issue.record("\(value)")
    }
    expect(text { $0.append(decimal: UInt64.max) }, equals: "18446744073709551615")
    expect(text { $0.append(decimal: Int.min) }, equals: "-9223372036854775808")
    expect(text { $0.append(decimal: 12345, digits: 3) }, equals: "345")
    expect(text { $0.append(decimal: 7, digits: 4) }, equals: "0007")
    expect(text { $0.append(decimal: 7, digits: 0) }, equals: "")
  }

  @Test func hexOfEveryByteAndLength() {
    let bytes = (0...255).map { UInt8($0) }
    let digits = Array("0123456789abcdef")
    for length in 0...bytes.count {
      let wanted = bytes.prefix(length).map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
      expect(
        text { $0.append(hex: bytes.rawBytes.clamped(0, count: length)) }, equals: wanted.joined())
    }
    expect(text { $0.append(upperHex: 0x9A_BCDE_F012, digits: 9) }, equals: "ABCDEF012")
    expect(String(upperHex: 0xA, digits: 2), equals: "0A")
    expect(String(upperHex: 0x9A_BCDE_F012, digits: 4), equals: "9ABCDEF012")
    expect(text { $0.append(colonHex: 0xFFFF_0A1B_2C9D_4E5F) }, equals: "0A:1B:2C:9D:4E:5F")
  }

  /// Pieces of every length at every place, also where they end at the end.
  @Test func piecesAreCopied() {
    let bytes = (0..<100).map { UInt8($0) }
    for offset in 0...100 {
      for length in 0...40 {
        var out = ByteWriter(capacity: 64)
        out.append("x")
        out.append(bytes.rawBytes, offset: offset, length: length)
        expect(out.bytes.copy(), equals: [0x78] + bytes.dropFirst(offset).prefix(length))
      }
    }
  }

  /// What another writer has, of every length; it may have no room behind it.
  @Test func blocksAreCopied() {
    for length in 0...130 {
      var source = ByteWriter(capacity: 64)
      for index in 0..<length { source.append(byte: UInt8(index)) }
      var out = ByteWriter(capacity: 64)
      out.append("x")
      out.append(blocksOf: &source)
      out.append("y")
      expect(out.bytes.copy(), equals: [0x78] + (0..<length).map { UInt8($0) } + [0x79])
    }
  }

  /// A byte that differs, and one that is looked for, at every place.
  @Test func bytesAreCompared() {
    for length in 0...40 {
      let bytes = (0..<length).map { UInt8($0 + 1) }
      let longer = bytes + [0]
      let isItself = bytes.rawBytes.equals(bytes.rawBytes)
      let isLonger = bytes.rawBytes.equals(longer.rawBytes)
      let hasOther = bytes.rawBytes.has(0xFF)
      expect(isItself && !isLonger && !hasOther)
      for place in 0..<length {
        var other = bytes
        other[place] ^= 0x80
        let isSame = bytes.rawBytes.equals(other.rawBytes)
        let isThere = bytes.rawBytes.has(UInt8(place + 1))
        let isThereStill = other.rawBytes.has(UInt8(place + 1))
        expect(!isSame && isThere && !isThereStill)
      }
    }
  }

  @Test func listsOfTheirOwn() {
    var list = PlainBuffer<Int>()
    for number in 0..<1000 { list.append(number) }
    list[7] = 70
    expect(list.copied(), equals: Array(0..<7) + [70] + Array(8..<1000))
    list.truncate(to: 2)
    list.append(5)
    expect(list.copied(), equals: [0, 1, 5])
    list.removeAll()
    let isEmpty = list.isEmpty
    expect(isEmpty && list.copied() == [])
  }

  /// Every byte at every place of an otherwise plain text: the run before it is copied whole, and
  /// what is escaped does not depend on where it stands.
  @Test func untrustedTextIsTheSameAtEveryPlace() {
    for escaping in [ByteWriter.Escaping.json, .plain] {
      for byte in UInt8.min...UInt8.max {
        let alone = text { $0.append(untrusted: [byte].rawBytes, escaping: escaping) }
        for length in 1...33 {
          for place in 0..<length {
            var bytes = [UInt8](repeating: 0x61, count: length)
            bytes[place] = byte
            let wanted =
              String(repeating: "a", count: place) + alone
              + String(repeating: "a", count: length - place - 1)
            expect(
              text { $0.append(untrusted: bytes.rawBytes, escaping: escaping) }, equals: wanted)
          }
        }
      }
    }
  }
}

/// Bytes that are text, or are shown beside their hex digits.
@Suite struct TextByteTests {
  @Test func utf8IsWhatTheLibraryReads() {
    var generator = SplitMix(seed: 11)
    let leads: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF,
      0xF0, 0xF4, 0xF5, 0xFF,
    ]
    var count = 0
    for _ in 0..<50_000 {
      let bytes = (0..<Int(generator.next() % 5)).map { _ in
        leads[Int(generator.next() % UInt64(leads.count))]
      }
      let expected = String(validating: bytes, as: UTF8.self) != nil
      if expected, bytes.contains(where: { $0 >= 0x80 }) { count += 1 }
      expect(bytes.rawBytes.isUTF8, equals: expected, "\(bytes)")
    }
    expect(count > 100)
  }

  @Test func printableIsASCIIAndDots() {
    var out = ByteWriter(capacity: 64)
    out.append(printable: [UInt8](0...255).rawBytes)
    let text = String(decoding: out.bytes.copy(), as: UTF8.self)
    let ascii = String(decoding: [UInt8](0x20...0x7E), as: UTF8.self)
    expect(
      text, equals: String(repeating: ".", count: 32) + ascii + String(repeating: ".", count: 129))
    expect(Array("a\0b\0\0".utf8).rawBytes.withoutTrailingNULs.copy(), equals: [0x61, 0, 0x62])
    expect([UInt8](repeating: 0, count: 2).rawBytes.withoutTrailingNULs.byteCount, equals: 0)
  }
}
