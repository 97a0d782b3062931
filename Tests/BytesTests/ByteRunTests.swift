import Bytes
import TestSupport
import Testing

/// What is written in one run, and texts that are lent.
@Suite struct ByteRunTests {
  /// Every length of both kinds, at every place in the room.
  @Test func piecesOfEveryLength() {
    let bytes = SIMD32<UInt8>((0..<32).map { UInt8(0x41 + $0) })
    for short in 0...8 {
      for long in 0...32 {
        var out = ByteWriter(capacity: 64)
        out.append("x")
        out.run(atMost: 48) {
          $0.append(bytes: 0x3837_3635_3433_3231, length: short)
          $0.append(bytes, length: long)
          $0.append(bytes: 0x2E, length: 1)
        }
        let wanted =
          [0x78] + Array("12345678".utf8).prefix(short) + (0..<long).map { UInt8(0x41 + $0) }
          + [0x2E]
        expect(out.bytes.copy(), equals: wanted)
      }
    }
  }

  @Test(arguments: [
    "", "Heart Rate", "a \"quoted\" name", "back\\slash", "line\nfeed", "Überraschung", "\u{202E}x",
  ])
  func textsAreLentAsTheyAre(_ text: String) {
    let lent = LentText(text)
    var plain = ByteWriter()
    lent.append(to: &plain)
    expect(plain.bytes.copy(), equals: Array(text.utf8))
    var shown = ByteWriter()
    var escaped = ByteWriter()
    lent.appendShown(to: &shown)
    escaped.append(untrusted: text, escaping: .plain)
    expect(shown.bytes.copy(), equals: escaped.bytes.copy())
    // What is plain needs no escape in JSON either.
    var json = ByteWriter()
    json.append(untrusted: text, escaping: .json)
    let isPlain = lent.isPlain
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    expect(isPlain, equals: (isASCII && json.bytes.copy() == Array(text.utf8)))
    let isSame = lent.equals(Array(text.utf8).rawBytes)
    let isOther = lent.equals(Array((text + "x").utf8).rawBytes)
    expect(isSame && !isOther)
  }
}
