import Bytes
import Testing

@testable import Timeline

@Suite struct SpoolTests {
  private func lines(_ spool: inout Spool) -> [String] {
    var lines: [String] = []
    spool.forEachLine { lines.append(String(decoding: $0.copy(), as: UTF8.self)) }
    return lines
  }

  private func append(_ text: String, to spool: inout Spool) {
    let bytes = Array(text.utf8)
    spool.append(bytes.rawBytes)
  }

  @Test func nothing() {
    var spool = Spool()
    #expect(lines(&spool).isEmpty)
    #expect(spool.error == nil)
  }

  @Test func inMemory() {
    var spool = Spool()
    append("one\ntwo\n", to: &spool)
    append("\n", to: &spool)
    append("thr", to: &spool)
    append("ee\nno end", to: &spool)
    #expect(lines(&spool) == ["one", "two", "", "three", "no end"])
  }

  @Test func inAFile() {
    var spool = Spool()
    var expected: [String] = []
    // Lines of all lengths, so that some lie across the edges of the buffers.
    var size = 0
    var index = 0
    while size < 3 * Spool.memory {
      let line = "\(index) " + String(repeating: "x", count: index % 977)
      append(line + "\n", to: &spool)
      expected.append(line)
      size += line.utf8.count + 1
      index += 1
    }
    append("the last", to: &spool)
    expected.append("the last")
    let found = lines(&spool)
    #expect(found.count == expected.count)
    #expect(found == expected)
    #expect(spool.error == nil)
  }
}
