import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

@testable import Timeline

@Suite struct EscapingTests {
  private func plain(_ bytes: [UInt8]) -> String {
    written { $0.append(untrusted: bytes.rawBytes, escaping: .plain) }
  }

  private func html(_ bytes: [UInt8]) -> String {
    written { $0.append(untrusted: bytes.rawBytes, escaping: .html) }
  }

  private func json(_ bytes: [UInt8]) -> String { written { $0.append(json: bytes.rawBytes) } }

  private func csv(_ bytes: [UInt8]) -> String { written { $0.append(csv: bytes.rawBytes) } }

  private func csv(_ text: String) -> String { csv(Array(text.utf8)) }

  @Test func everyControlCharacter() {
    for byte in UInt8.min..<0x20 {
      expect(plain([byte]), equals: String(format: "\\x%02x", byte))
      let short: [UInt8: String] = [0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"]
      expect(json([byte]), equals: "\"\(short[byte] ?? String(format: "\\u%04x", byte))\"")
    }
    expect(plain([0x7F]), equals: "\\x7f")
    expect(json([0x7F]), equals: "\"\\u007f\"")
    for second in UInt8(0x80)...0x9F {
      expect(plain([0xC2, second]), equals: String(format: "\\u{%04x}", second))
      expect(json([0xC2, second]), equals: String(format: "\"\\u%04x\"", second))
    }
  }

  /// A line is made of pieces that are safe already, and is made safe itself: a backslash stays one.
  @Test func whatIsSafeStaysAsItIs() {
    var generator = SplitMix(seed: 9)
    for _ in 0..<200 {
      let bytes = (0..<24).map { _ -> UInt8 in
        let byte = UInt8(truncatingIfNeeded: generator.next() >> 9)
        return byte % 5 == 0 ? 0x5C : byte
      }
      let once = plain(bytes)
      expect(plain(Array(once.utf8)), equals: once)
    }
    expect(plain(Array(#"C:\new"#.utf8)), equals: #"C:\new"#)
  }

  @Test func whatChangesTheDirectionOfText() {
    let harmful: [ClosedRange<UInt32>] = [
      0x061C...0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF...0xFEFF,
      0xFFF9...0xFFFB,
    ]
    for range in harmful {
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let bytes = Array(String(Character(scalar)).utf8)
        expect(plain(bytes), equals: String(format: "\\u{%04x}", value))
        expect(json(bytes), equals: String(format: "\"\\u%04x\"", value))
      }
    }
    // A tag character, beyond the first plane.
    expect(plain(Array("\u{E0041}".utf8)), equals: "\\u{0e0041}")
    expect(json(Array("\u{E0041}".utf8)), equals: "\"\\udb40\\udc41\"")
  }

  @Test func nothingIsMarkup() {
    expect(
      html(Array("<a href=\"x\" id='y'>&lt;</a>".utf8)),
      equals: "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;lt;&lt;/a&gt;")
    var generator = SplitMix(seed: 11)
    let random = (0..<200).map { _ in
      (0..<40).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
    for bytes in HostileText.kinds.map(\.bytes) + random + [Array(0x20...0x7E)] {
      let references = [
        ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"),
      ]
      let expected = references.reduce(plain(bytes)) {
        $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
      }
      expect(html(bytes), equals: expected)
    }
  }

  @Test func textOfAllScriptsStays() {
    for text in ["Größe", "测试", "שלום", "Ω ≈ 3", "👩🚀", "a b"] {
      expect(plain(Array(text.utf8)), equals: text)
      expect(html(Array(text.utf8)), equals: text)
      expect(json(Array(text.utf8)), equals: "\"\(text)\"")
      expect(csv(text), equals: text)
    }
    expect(plain(Array("\"\\".utf8)), equals: "\"\\")
    expect(json(Array("\"\\/".utf8)), equals: "\"\\\"\\\\/\"")
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3], [0xFF, 0xFE],
    ] as [[UInt8]])
  func whatIsNoUTF8(bytes: [UInt8]) {
    expect(plain(bytes), equals: bytes.map { String(format: "\\x%02x", $0) }.joined())
    expect(
      json(bytes), equals: "\"" + String(repeating: "\u{FFFD}", count: bytes.count) + "\"")
  }

  @Test func surrogatesAreNoText() {
    // U+D83D U+DE00, each as if it were a character.
    expect(
      plain([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]), equals: "\\xed\\xa0\\xbd\\xed\\xb8\\x80")
    expect(json([0xF0, 0x9F, 0x98, 0x80]), equals: "\"😀\"")
  }

  @Test func anyBytesMakeValidJSON() throws {
    var generator = SplitMix(seed: 4)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      var out = ByteWriter(capacity: 64)
      out.append(json: bytes.rawBytes)
      let text = try #require(String(validating: out.bytes.copy(), as: UTF8.self))
      let value = try JSONDecoder().decode(String.self, from: Data(text.utf8))
      expect(value == String(decoding: bytes, as: UTF8.self) || value.contains("\u{FFFD}"))
      let shown = plain(bytes)
      expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
    }
  }

  @Test func cells() {
    expect(csv(""), equals: "")
    expect(csv("Polar H7"), equals: "Polar H7")
    expect(csv("a,b"), equals: "\"a,b\"")
    expect(csv("say \"hi\""), equals: "\"say \"\"hi\"\"\"")
    expect(csv("\""), equals: "\"\"\"\"")
    // A line feed is escaped, so that every row is one line.
    expect(csv("a\nb\r"), equals: "a\\x0ab\\x0d")
  }

  @Test(arguments: ["=", "+", "-", "@"])
  func formulas(first: String) {
    expect(csv(first), equals: "'" + first)
    expect(csv(first + "1+1"), equals: "'" + first + "1+1")
    expect(csv(first + "HYPERLINK(\"x\",1)"), equals: "\"'" + first + "HYPERLINK(\"\"x\"\",1)\"")
    expect(csv("1" + first), equals: "1" + first)
  }

  @Test func aTabIsNoWayAround() {
    expect(csv("\t=1"), equals: "'\\x09=1")
    expect(csv("\r=1"), equals: "'\\x0d=1")
  }
}
