import Bytes
import TestSupport
import Testing

@Suite struct TextPartsTests {
  @Test(arguments: [
    ("1..2", "1", "2"), ("..2", "", "2"), ("1..", "1", ""), ("..", "", ""), ("1...2", "1", ".2"),
    ("1..2..3", "1", "2..3"),
  ])
  func isCutAtTheFirstMark(text: String, before: String, after: String) throws {
    let parts = try #require(text.cut(at: ".."))
    expect(parts.before == before)
    expect(parts.after == after)
  }

  @Test(arguments: [("a..b..1", "a..b", "1"), ("a..1", "a", "1"), ("a...", "a.", "")])
  func isCutAtTheLastMark(text: String, before: String, after: String) throws {
    let parts = try #require(text.cut(atLast: ".."))
    expect(parts.before == before)
    expect(parts.after == after)
  }

  @Test(arguments: ["", ".", "1.2", "a b"])
  func isNotCutWithoutAMark(text: String) {
    expect(text.cut(at: "..") == nil)
    expect(text.cut(atLast: "..") == nil)
    expect(!text.includes(".."))
    expect(text.parts(between: ".."), equals: [text[...]])
    expect(text.with("x", for: ".."), equals: text)
  }

  @Test func partsAreBetweenTheMarks() {
    expect("1..2..3".parts(between: ".."), equals: ["1", "2", "3"])
    expect("..1....2".parts(between: ".."), equals: ["", "1", "", "2"])
    expect("a.b.c"[...].parts(between: "."), equals: ["a", "b", "c"])
  }

  @Test func whatTakesThePlaceIsNotReadAgain() {
    expect("it's".with("'\\''", for: "'"), equals: "it'\\''s")
    expect("\\-\\".with("\\\\", for: "\\"), equals: "\\\\-\\\\")
    expect("a--b".with("", for: "-"), equals: "ab")
    expect("aaa".with("b", for: "aa"), equals: "ba")
  }
}
