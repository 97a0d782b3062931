import Bytes
import TestSupport
import Testing

@testable import Timeline

@Suite struct SpoolTests {
  private func texts(_ spool: inout Spool) -> [String] {
    var texts: [String] = []
    spool.forEachLine { texts.append(String(decoding: $1.copy(), as: UTF8.self)) }
    return texts
  }

  private func append(_ text: String, to spool: inout Spool) {
    spool.append(PrintedLine(connection: 1, style: .plain), text: text.rawBytes)
  }

  @Test func nothing() {
    var spool = Spool()
    expect(texts(&spool).isEmpty)
    expect(spool.error == nil)
  }

  @Test func inMemory() {
    var spool = Spool()
    for text in ["one", "", "two\nlines", "three"] { append(text, to: &spool) }
    expect(texts(&spool), equals: ["one", "", "two\nlines", "three"])
  }

  @Test func linesKeepWhatIsKnownOfThem() {
    var spool = Spool()
    let line = PrintedLine(
      connection: 70_000, style: .gap, isFirst: false, durationLength: 300, stream: 9)
    spool.append(line, text: "x".rawBytes)
    append("y", to: &spool)
    var found: [PrintedLine] = []
    spool.forEachLine { line, _ in found.append(line) }
    expect(found.map(\.connection) == [70_000, 1] && found.map(\.style) == [.gap, .plain])
    expect(found.map(\.stream), equals: [9, 0])
    expect(found.map(\.isFirst) == [false, true] && found.map(\.durationLength) == [300, 0])
  }

  @Test func inAFile() {
    var spool = Spool()
    var expected: [String] = []
    // Lines of all lengths, so that some lie across the edges of the buffers.
    var size = 0
    var index = 0
    while size < 3 * Spool.memory {
      // One is longer than what is read at a time.
      let length = index == 500 ? Spool.window * 3 : index % 977
      let line = "\(index) " + String(repeating: "x", count: length)
      append(line, to: &spool)
      expected.append(line)
      size += line.utf8.count
      index += 1
    }
    append("the last", to: &spool)
    expected.append("the last")
    let found = texts(&spool)
    expect(found.count, equals: expected.count)
    expect(found, equals: expected)
    expect(spool.error == nil)
  }
}
