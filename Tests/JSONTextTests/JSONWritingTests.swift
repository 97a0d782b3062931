import Bytes
import TestSupport
import Testing

@testable import JSONText

/// What is written is JSON, and what is read of it is what was given.
@Suite struct JSONWritingTests {
  private func written(_ body: (inout ByteWriter) -> Void) -> String {
    var out = ByteWriter()
    body(&out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  /// The string that a JSON text has.
  private func read(_ bytes: RawSpan) throws -> String {
    var scanner = JSONScanner()
    let string = try scanner.text(bytes)
    try scanner.end(bytes)
    return string.string(bytes)
  }

  @Test func membersHaveCommasBetweenThem() {
    let text = written { out in
      out.append("{")
      out.append(member: "number", -3)
      out.append(member: "large", UInt64.max)
      out.append(member: "half", number: 0.5)
      out.append(member: "truth", true)
      out.append(member: "text", "a \"b\"")
      out.append(member: "bytes", text: [UInt8](arrayLiteral: 0x61, 0xFF).rawBytes)
      out.append(member: "word", word: "heard")
      out.append(member: "value", hex: [UInt8](arrayLiteral: 0x06, 0xA1).rawBytes)
      out.append(member: "empty") { _ in }
      out.append(member: "inner") { inner in
        inner.append(member: "a", 1)
        inner.append(member: "b", false)
      }
      out.append(member: "none", list: [Int]()) { $1.append(decimal: $0) }
      out.append(member: "list", list: [1, 2]) { $1.append(decimal: $0) }
      out.append(member: "objects", objects: [3, 4]) { $1.append(member: "n", $0) }
      out.append("}")
    }
    expect(
      text,
      equals: #"{"number":-3,"large":18446744073709551615,"half":0.5,"truth":true,"#
        + #""text":"a \"b\"","bytes":"a\#u{FFFD}","word":"heard","value":"06a1","empty":{},"#
        + #""inner":{"a":1,"b":false},"none":[],"list":[1,2],"objects":[{"n":3},{"n":4}]}"#)
  }

  /// All scalars that text can have: what a terminal or a script would obey is escaped, and nothing is lost.
  @Test func everyCharacterIsReadAgain() throws {
    let scalars = [
      0...0x2FFF, 0xD7F0...0xD7FF, 0xE000...0xE00F, 0xFE00...0x1_0100, 0x1_F600...0x1_F610,
      0xE_0000...0xE_0080, 0x10_FFF0...0x10_FFFF,
    ]
    .joined().compactMap { Unicode.Scalar(UInt32($0)) }
    for scalar in scalars {
      let text = "a\(Character(scalar))z"
      var out = ByteWriter()
      out.append(json: text)
      // Scalars are compared: Swift's strings are equal where only their normal form differs.
      try expect(
        read(out.bytes).unicodeScalars.map(\.value), equals: text.unicodeScalars.map(\.value))
    }
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\/b""#, "a/b"), (#""\b\f\n\r\t\"\\""#, "\u{8}\u{C}\n\r\t\"\\"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud834\udd1e""#, "𝄞"), (#""𝄞""#, "𝄞"),
  ])
  func escapesAreCharacters(_ json: String, _ wanted: String) throws {
    try expect(read(Array(json.utf8).rawBytes), equals: wanted)
  }

  /// Strings are told apart by a number first: the same bytes have the same.
  @Test func equalKeysHaveOneMark() {
    let keys = [
      "", "a", "b", "ab", "ba", "heart_rate_bpm", "heart_rate_bps", "heart_rbte_bpm", "time",
      "emit",
    ]
    for key in keys {
      for other in keys {
        let isSame =
          JSONString.mark(Array(key.utf8).rawBytes) == JSONString.mark(Array(other.utf8).rawBytes)
        // `heart_rbte_bpm` differs only in its middle, which is not part of the mark's ends.
        let isAlike =
          key == other
          || key.utf8.count >= 8 && key.utf8.count == other.utf8.count
            && key.prefix(8) == other.prefix(8) && key.suffix(8) == other.suffix(8)
        expect(isSame, equals: isAlike, "\(key), \(other)")
      }
    }
  }

  @Test func indentedMembers() {
    var lines = JSONLines()
    let text = written { out in
      lines.object(to: &out) { lines, out in
        lines.member("count", 2, to: &out)
        lines.member("none", nil as Int?, to: &out)
        lines.member("truth", false, to: &out)
        lines.member("name", "a\u{1B}", to: &out)
        lines.member("half", 0.5, to: &out)
        lines.member("short", seconds: 1_500_000_000, to: &out)
        lines.member("long", seconds: -12_000_000_001, to: &out)
        lines.member("whole", seconds: 3_000_000_000, to: &out)
        lines.member("lowest", seconds: .min, to: &out)
        lines.words("words", ["a", "b"], to: &out)
        lines.numbers("numbers", [1, 2] as [UInt8], to: &out)
        lines.object("empty", to: &out) { _, _ in }
        lines.array("none", [Int](), to: &out) { _, _, _ in }
        lines.array("list", [1, 2], to: &out) { $1.member("n", $0, to: &$2) }
        lines.member("raw", to: &out) { $0.append("null") }
      }
    }
    expect(
      text,
      equals: #"""
        {
          "count": 2,
          "truth": false,
          "name": "a\u001b",
          "half": 0.5,
          "short": 1.5,
          "long": -12.000000001,
          "whole": 3,
          "lowest": -9223372036.854775808,
          "words": ["a", "b"],
          "numbers": [1, 2],
          "empty": {},
          "none": [],
          "list": [
            {
              "n": 1
            },
            {
              "n": 2
            }
          ],
          "raw": null
        }
        """#)
  }

  /// Output may be split where an element of a list ends: once for each, and nothing is written twice.
  @Test func aPieceEndsAfterEachElement() {
    var pieces: [String] = []
    var lines = JSONLines { out in
      pieces.append(String(decoding: out.bytes.copy(), as: UTF8.self))
      out.removeAll()
    }
    let rest = written { out in
      lines.object(to: &out) { lines, out in
        lines.array("list", [1, 2, 3], to: &out) { $1.member("n", $0, to: &$2) }
      }
    }
    expect(pieces.count, equals: 3)
    var whole = JSONLines()
    let wanted = written { out in
      whole.object(to: &out) { lines, out in
        lines.array("list", [1, 2, 3], to: &out) { $1.member("n", $0, to: &$2) }
      }
    }
    expect(pieces.joined() + rest, equals: wanted)
  }
}
