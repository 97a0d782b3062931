import Bytes
import TestSupport
import Testing

@Suite struct RecentTextsTests {
  /// What is kept at a place under a source; `nil`: nothing.
  private func text(_ texts: borrowing RecentTexts, _ place: Int, _ source: String) -> String? {
    var out = ByteWriter()
    guard texts.append(place, madeOf: source.rawBytes, to: &out) else { return nil }
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  @Test func aPlaceHoldsTheLastText() {
    var texts = RecentTexts(places: 4, size: 16)
    expect(text(texts, 0, "") == nil)
    texts.keep("one".rawBytes, madeOf: "1".rawBytes, at: 0)
    texts.keep("last".rawBytes, madeOf: "".rawBytes, at: 3)
    expect(text(texts, 0, "1"), equals: "one")
    expect(text(texts, 0, "2") == nil && text(texts, 0, "") == nil && text(texts, 1, "1") == nil)
    texts.keep("two".rawBytes, madeOf: "2".rawBytes, at: 0)
    expect(text(texts, 0, "1") == nil && text(texts, 0, "2") == "two")
    expect(text(texts, 3, ""), equals: "last")
  }

  /// No neighbour is overwritten, and what was there before is not taken for it.
  @Test func whatIsTooLongIsNotKept() {
    var texts = RecentTexts(places: 2, size: 8)
    texts.keep("12345678".rawBytes, madeOf: "".rawBytes, at: 1)
    texts.keep("abcd".rawBytes, madeOf: "efgh".rawBytes, at: 0)
    expect(text(texts, 0, "efgh") == "abcd" && text(texts, 1, "") == "12345678")
    texts.keep("abcd".rawBytes, madeOf: "efghi".rawBytes, at: 0)
    expect(text(texts, 0, "efghi") == nil && text(texts, 0, "efgh") == nil)
    expect(text(texts, 1, ""), equals: "12345678")
    texts.keep("".rawBytes, madeOf: "x".rawBytes, at: 1)
    expect(text(texts, 1, "x") == nil)
  }
}
