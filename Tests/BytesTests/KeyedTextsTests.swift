import Bytes
import TestSupport
import Testing

@Suite struct KeyedTextsTests {
  /// What is kept under a number; `nil`: nothing.
  private func text(_ texts: borrowing KeyedTexts, _ key: UInt64) -> String? {
    var out = ByteWriter(capacity: 64)
    out.append("x")
    guard texts.append(key, to: &out) else { return nil }
    return String(decoding: out.bytes.copy().dropFirst(), as: UTF8.self)
  }

  /// Of every length, up to the longest.
  @Test func textsAreKeptUnderTheirNumbers() {
    var texts = KeyedTexts(places: 8, size: 40)
    expect(text(texts, 0) == nil && text(texts, .max) == nil)
    for length in 0...60 {
      let kept = String(repeating: "a", count: max(length - 1, 0)) + (length > 0 ? "b" : "")
      texts.keep(kept.rawBytes, for: UInt64(length))
      expect(text(texts, UInt64(length)), equals: (1...40 ~= length ? kept : nil))
    }
  }

  /// Numbers that share a place replace each other, and none is taken for another.
  @Test func aPlaceHoldsTheLastText() {
    var texts = KeyedTexts(places: 1, size: 16)
    for key in 0..<UInt64(200) {
      texts.keep("\(key)".rawBytes, for: key)
      expect(text(texts, key), equals: "\(key)")
      for other in 0..<key {
        let kept = text(texts, other)
        expect(kept == nil || kept == "\(other)")
      }
    }
  }
}
