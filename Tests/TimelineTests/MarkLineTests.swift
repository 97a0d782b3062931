import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import Timeline

/// Texts of marks as one line.
@Suite struct MarkLineTests {
  private func line(_ bytes: [UInt8]) -> String { Mark.line(ofComment: bytes.rawBytes) }

  @Test func whiteSpaceIsUnicodes() {
    for value in 0...0x3100 as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isBlank = scalar.properties.isWhitespace || value == 0
      let text = "a\(Character(scalar))b"
      expect(Mark.line(text), equals: (isBlank ? "a b" : text), "U+\(String(value, radix: 16))")
    }
    expect(Mark.line(" \t one\r\n\u{2028}two \0"), equals: "one two")
    for blank in ["", " ", "\0\0", "\u{A0}\u{3000}"] { expect(Mark.line(blank), equals: "") }
  }

  @Test func whatIsNoUTF8IsReplaced() {
    expect(line([0x61, 0xFF, 0x20, 0x62, 0xE2, 0x80]), equals: "a\u{FFFD} b\u{FFFD}")
    // A lead byte ends what came before it.
    expect(line([0xF0, 0x9F, 0xE2, 0x80, 0xA8, 0x62]), equals: "\u{FFFD} b")
    expect(line([0xC2]), equals: "\u{FFFD}")
    expect(line([0xE3, 0x80]), equals: "\u{FFFD}")
  }

  @Test(arguments: ["x", "\u{E4}", "\u{20AC}", "\u{1F600}"]) func longOnesAreCut(text: String) {
    let length = text.utf8.count
    for count in 1000 / length - 4...1000 / length + 20 {
      let whole = String(repeating: text, count: count)
      let cut = line(Array("\n\n\(whole)\n".utf8))
      if whole.utf8.count <= Mark.longest {
        expect(cut, equals: whole)
      } else {
        expect(cut.hasSuffix("..."))
        expect(cut.utf8.count <= Mark.longest && cut.utf8.count > Mark.longest - 7)
        expect(whole.hasPrefix(cut.dropLast(3)))
      }
    }
    // Whatever is after that does not count.
    let long = String(repeating: text, count: 60_000 / length)
    expect(line(Array(long.utf8)), equals: line(Array(long.utf8.prefix(2000))))
    expect(line([UInt8](repeating: 0xFF, count: 65_535)).utf8.count <= Mark.longest)
    expect(line([UInt8](repeating: 0x20, count: 65_000) + [0x78]), equals: "x")
  }
}
