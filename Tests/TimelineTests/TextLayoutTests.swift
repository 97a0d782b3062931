import Bytes
import GATTSession
import TestSupport
import Testing

@testable import Timeline

@Suite struct TextLayoutTests {
  private func wrapped(_ text: String, indent: Int, width: Int, before: String = "") -> [String] {
    let text = written { out in
      out.append(string: before)
      let bytes = Array(text.utf8)
      out.append(wrapped: bytes.rawBytes, indent: indent, width: width)
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func columns() {
    func columns(_ text: String) -> Int { Array(text.utf8).rawBytes.columns }
    expect(columns(""), equals: 0)
    expect(columns("abc"), equals: 3)
    expect(columns("Größe"), equals: 5)
    // As terminals show them: `wcwidth` of glibc says the same.
    expect(columns("测试"), equals: 4)
    expect(columns("0123456小米手环"), equals: 15)
    expect(columns("한국어"), equals: 6)
    expect(columns("ｶﾅ カナ"), equals: 7)
    expect(columns("🔑 Model Y"), equals: 10)
    expect(columns("e\u{301}te\u{301}"), equals: 3)
    expect(columns("\u{1F1E9}\u{1F1EA}"), equals: 2)
    // What is no UTF-8 is not read past its end.
    expect(([0x61, 0xF0] as [UInt8]).rawBytes.columns, equals: 2)
    expect(([0xF0, 0x9F, 0x94] as [UInt8]).rawBytes.columns, equals: 3)
    expect(([0xF0, 0x61, 0x62, 0x63] as [UInt8]).rawBytes.columns, equals: 4)
  }

  @Test func whatFitsIntoColumns() {
    func fitting(_ text: String, _ columns: Int) -> String {
      let bytes = Array(text.utf8)
      return String(decoding: bytes.prefix(bytes.rawBytes.bytes(ofColumns: columns)), as: UTF8.self)
    }
    expect(fitting("abc", 0), equals: "")
    expect(fitting("abcdefghij", 9), equals: "abcdefghi")
    expect(fitting("测试", 3), equals: "测")
    expect(fitting("abcdefgh测试", 9), equals: "abcdefgh")
    expect(fitting("abcdefgh测试", 10), equals: "abcdefgh测")
    expect(fitting("e\u{301}a", 1), equals: "e\u{301}")
  }

  @Test func breaksBetweenWords() {
    expect(wrapped("one two three", indent: 2, width: 12), equals: ["one two", "  three"])
    expect(wrapped("one two", indent: 2, width: 20), equals: ["one two"])
    expect(wrapped("", indent: 2, width: 20), equals: [""])
    expect(
      wrapped("one two three", indent: 4, width: 16, before: "head "),
      equals: ["head one two", "    three"])
  }

  @Test func aNumberStaysWithItsUnit() {
    expect(wrapped("median 100 ms", indent: 0, width: 11), equals: ["median", "100 ms"])
    expect(wrapped("26.25 C  49.15 %", indent: 0, width: 14), equals: ["26.25 C", "49.15 %"])
    expect(wrapped("RR 0.652 0.661", indent: 0, width: 10), equals: ["RR 0.652", "0.661"])
    // Where there is nothing else to break at.
    expect(wrapped("100 kilometers", indent: 0, width: 12), equals: ["100", "kilometers"])
  }

  @Test func aLongWordIsBrokenAnywhere() {
    expect(
      wrapped("0123456789abcdef", indent: 2, width: 12),
      equals: ["0123456789", "  abcdef"])
    expect(
      wrapped("Größengrößengrößen", indent: 0, width: 10), equals: ["Größengröß", "engrößen"])
  }

  @Test func anEscapeIsNotBroken() {
    expect(wrapped(#"01234567\x0dab"#, indent: 0, width: 10), equals: ["01234567", #"\x0dab"#])
    expect(wrapped(#"012345\x0dabcd"#, indent: 0, width: 10), equals: [#"012345\x0d"#, "abcd"])
    expect(wrapped(#"01234\u{202E}ab"#, indent: 0, width: 10), equals: ["01234", #"\u{202E}ab"#])
    expect(wrapped(#"012345678\nab"#, indent: 0, width: 10), equals: ["012345678", #"\nab"#])
    // The first backslash may escape the second, or be one that was sent.
    expect(wrapped(#"012345678\\x41"#, indent: 0, width: 10), equals: ["012345678", #"\\x41"#])
    expect(wrapped(#"01234567\\x41"#, indent: 0, width: 10), equals: ["01234567", #"\\x41"#])
    expect(wrapped(#"0123\\u{20ab}"#, indent: 0, width: 10), equals: ["0123", #"\\u{20ab}"#])
    expect(wrapped(#"01234567\\ab"#, indent: 0, width: 10), equals: [#"01234567\\"#, "ab"])
    expect(wrapped(#"0123\\\x41a"#, indent: 0, width: 10), equals: [#"0123\\\x41"#, "a"])
    expect(wrapped(#"01234\\\x41a"#, indent: 0, width: 10), equals: ["01234", #"\\\x41a"#])
    expect(wrapped(#"\\\\\\\\x41"#, indent: 0, width: 10), equals: [#"\\\\\\"#, #"\\x41"#])
    // What only looks like one, at the start of a line, too.
    expect(wrapped(#"\u23456789ab"#, indent: 0, width: 10), equals: [#"\u23456789"#, "ab"])
    expect(wrapped(#"\\\\\\\\\\\\"#, indent: 0, width: 10), equals: [#"\\\\\\\\\\"#, #"\\"#])
    expect(wrapped(#"012345678\0ab"#, indent: 0, width: 10), equals: [#"012345678\"#, "0ab"])
  }

  @Test func aVeryLongWordTakesItsTime() {
    let lines = wrapped(String(repeating: "0", count: 400_000), indent: 2, width: 12)
    expect(lines.count, equals: 40_000)
  }

  @Test func neverLongerThanThePageAndNothingLost() {
    var generator = SplitMix(seed: 3)
    let letters = Array("abcdefghijkßé测🔑")
    for round in 0..<3000 {
      let words = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        String(
          (0..<Int.random(in: 1...(round % 3 == 0 ? 120 : 12), using: &generator)).map { _ in
            letters.randomElement(using: &generator) ?? "a"
          })
      }
      let text = words.joined(separator: " ")
      let indent = Int.random(in: 0...50, using: &generator)
      let before = String(repeating: ">", count: Int.random(in: 0...60, using: &generator))
      let lines = wrapped(text, indent: indent, width: 80, before: before)
      let longest =
        lines.map { line in line.count + line.count { "测🔑".contains($0) } }.max() ?? 0
      guard longest <= 80 else {
        Issue.record("\(longest) columns, indent \(indent): \(lines)")
        return
      }
      let kept = lines.joined().filter { $0 != " " && $0 != ">" }
      guard kept == text.filter({ $0 != " " }) else {
        Issue.record("lost something of \(text): \(lines)")
        return
      }
    }
  }

  @Test func tabs() {
    expect(
      written {
        $0.append("ab"); $0.tab(to: 4); $0.append("c")
      }, equals: "ab  c")
    expect(
      written {
        $0.append("abcd"); $0.tab(to: 4); $0.append("c")
      }, equals: "abcd c")
    expect(
      written {
        $0.append("x\nüb"); $0.tab(to: 4); $0.append("c")
      }, equals: "x\nüb  c")
    expect(written { $0.tab(to: 0) }.isEmpty)
  }

  @Test func numbers() {
    func grouped(_ number: UInt64) -> String { written { $0.append(grouped: number) } }
    expect(grouped(0), equals: "0")
    expect(grouped(999), equals: "999")
    expect(grouped(1000), equals: "1,000")
    expect(grouped(1_002_003), equals: "1,002,003")
    expect(grouped(.max), equals: "18,446,744,073,709,551,615")
    expect(written { $0.append(grouped: 1, "record") }, equals: "1 record")
    expect(written { $0.append(grouped: 0, "record") }, equals: "0 records")
    expect(written { $0.append(right: 1234, width: 7) }, equals: "  1,234")
    expect(written { $0.append(right: 1234, width: 2) }, equals: "1,234")
  }

  @Test func manyDecimalsOfALargeNumberDoNotTrap() {
    func text(_ value: Double, _ decimals: Int) -> String {
      written { $0.append(number: value, decimals: decimals) }
    }
    expect(text(1.5, 30), equals: "1.500000000000000000")
    expect(text(999_999_999_999_999, 6), equals: "999999999999999")
    expect(text(-.infinity, 2), equals: "null")
    expect(text(.greatestFiniteMagnitude, 3), equals: "1.7976931348623157e+308")
  }

  @Test func decimalsWithoutZerosAtTheEnd() {
    func text(_ value: Double) -> String {
      written { $0.append(number: value, decimals: 2, trimmed: true) }
    }
    expect(text(0), equals: "0")
    expect(text(100), equals: "100")
    expect(text(36.5), equals: "36.5")
    expect(text(36.125), equals: "36.13")
    expect(text(-0.004), equals: "0")
    expect(text(-1.5), equals: "-1.5")
    expect(text(.nan), equals: "null")
  }
}

@Suite struct AbbreviationTests {
  private func fit(_ name: String, _ width: Int) -> String {
    written { out in
      out.append(string: name)
      Abbreviation.fit(&out, to: width)
    }
  }

  @Test func whatFitsStays() {
    expect(fit("Heart Rate Measurement", 22), equals: "Heart Rate Measurement")
    expect(fit("", 5), equals: "")
  }

  @Test func theLongestWordsFirst() {
    expect(fit("Heart Rate Measurement CCCD", 22), equals: "Heart Rate Meas. CCCD")
    expect(fit("Manufacturer Name String", 22), equals: "Manufacturer Name")
    expect(
      fit("Peripheral Preferred Connection Parameters", 24), equals: "Peri. Pref. Conn. Params")
  }

  /// Never one abbreviation for two words.
  @Test func wordsThatBeginAlikeStayDifferent() {
    let words = [
      "Control", "Context", "Continuous", "Interval", "Intermediate", "Intensity", "Record",
      "Reconnection", "Recommended", "Status", "Statistics", "Activity", "Action", "Pressure",
      "Preset",
    ]
    let cut = words.map { fit("\($0) of Measurement", 6) }
    expect(Set(cut).count, equals: words.count, "\(cut)")
    expect(cut[0], equals: "Ctrl. of Meas.")
  }

  @Test func aStringAloneStays() {
    expect(fit("String", 3), equals: "Stri.")
  }

  @Test func whatStillDoesNotFitStaysReadable() {
    expect(fit("A B C D E F G H", 5), equals: "A B C D E F G H")
  }

  /// A part of a UUID or of a standard's number would be taken for another.
  @Test func numbersStayWhole() {
    let uuid = "21C50462-67CB-63A3-5C4C-82B5B9939AEB"
    expect(fit(uuid, 24), equals: uuid)
    expect(fit("21C50462...9AEB CCCD", 12), equals: "21C50462...9AEB CCCD")
    expect(
      fit("IEEE 11073-20601 Regulatory Certification Data List", 24),
      equals: "IEEE 11073-20601 Regu. Cert. Data List")
  }
}

@Suite struct ValueTextTests {
  private func text(_ value: [UInt8], length: Int? = nil, isFull: Bool = false) -> String {
    written { $0.append(value: value.rawBytes, length: length ?? value.count, isFull: isFull) }
  }

  @Test func bytesAreWholeUpToTwenty() {
    let twenty = [UInt8](repeating: 0xAB, count: 20)
    expect(text([]), equals: "(empty)")
    expect(text([], length: 19), equals: "19 bytes, none captured")
    expect(text([0x01, 0xFF]), equals: "01ff")
    expect(text(twenty), equals: String(repeating: "ab", count: 20))
    expect(text(twenty + [1]), equals: String(repeating: "ab", count: 16) + ".. (21)")
    expect(text(twenty + [1], isFull: true), equals: String(repeating: "ab", count: 20) + "01")
    expect(text(twenty, length: 300), equals: String(repeating: "ab", count: 16) + ".. (300)")
    expect(
      text(twenty, length: 300, isFull: true),
      equals: String(repeating: "ab", count: 20) + ".. (300)")
  }

  @Test func textIsQuoted() {
    expect(text(Array("AT+TOPACE=0\r\n".utf8)), equals: #""AT+TOPACE=0\r\n""#)
    expect(text(Array("a \"b\"\t\\".utf8)), equals: #""a \"b\"\t\\""#)
    expect(text(Array("V1.3".utf8) + [0, 0]), equals: #""V1.3" + 2 NULs"#)
    expect(text(Array("abcdefghijklmnopqrstuvwxyz".utf8)), equals: #""abcdefghijklmnop".. (26)"#)
    expect(text(Array("ab\u{1}cdef".utf8)), equals: "616201636465" + "66")
    expect(text(Array("größer".utf8)), equals: "6772c3b6c39f6572")
  }

  @Test func aFewLettersMayBeChance() {
    expect(text([0x79]), equals: "79")
    expect(text(Array("abc".utf8)), equals: #"616263 "abc""#)
    expect(text([0x79, 0, 0, 0]), equals: "79000000")
    expect(text([0x20, 0x20, 0x20, 0x20]), equals: "20202020")
    expect(text([0, 0, 0]), equals: "000000")
  }

  /// Eight bytes at a time give what one at a time does, wherever characters and line feeds are.
  @Test func wordsAndBytesAgree() {
    var random = SystemRandomNumberGenerator()
    let parts: [(bytes: [UInt8], columns: Int)] = [
      ([0x61], 1), ([0x20], 1), ([0x0A], 1), ([0xC3, 0xA9], 1), ([0xE2, 0x82, 0xAC], 1),
      ([0xF0, 0x9F, 0x92, 0x93], 2), ([0xE6, 0xB5, 0x8B], 2), ([0xCC, 0x81], 0), ([0x80], 1),
      ([0xFF], 1),
    ]
    for _ in 0..<3000 {
      var text: [UInt8] = []
      // Where each part begins, and the columns before it.
      var starts: [(at: Int, columns: Int)] = []
      var width = 0
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let part = parts.randomElement(using: &random) ?? parts[0]
        starts.append((text.count, width))
        text += part.bytes
        width += part.columns
      }
      starts.append((text.count, width))
      expect(text.rawBytes.columns, equals: width, "\(text)")
      for limit in 0...12 {
        let end = starts.last { $0.columns <= limit }?.at
        expect(text.rawBytes.bytes(ofColumns: limit), equals: end, "\(text), \(limit)")
      }
      let lineStart = text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      var out = ByteWriter()
      out.append(text.rawBytes)
      let column = out.column
      let before = starts.first { $0.at == lineStart }?.columns ?? 0
      expect(column, equals: width - before, "\(text)")
      for start in 0...text.count {
        let feed = text[start...].firstIndex(of: 0x0A) ?? text.count
        expect(text.rawBytes.lineFeed(from: start), equals: feed, "\(text), \(start)")
      }
    }
  }
}
