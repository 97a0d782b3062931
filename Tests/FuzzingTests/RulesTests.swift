import ATTDissector
import Bytes
import TestSupport
import Testing

/// That the rules refuse what they are there to refuse.
@Suite struct RulesTests {
  @Test(arguments: [
    "{}\n", "{\"a\":-1.5e3,\"b\":[1,\"\\u001b\\\"\",{}],\"c\":null}\n{\"d\":true}\n", "",
  ]) func json(_ text: String) throws {
    let lines = try JSONRules.checkLines(Array(text.utf8), "test")
    expect(lines, equals: text.count { $0 == "\n" })
  }

  @Test(arguments: [
    "{}", "{\"a\":1,\"a\":2}\n", "{\"a\":01}\n", "{\"a\":nan}\n", "{\"a\":1,}\n", "[1]\n",
    "{\"a\"}\n",
    "{\"a\":\"\\x1b\"}\n", "{\"a\":\"\\u00g0\"}\n", "{}{}\n", "{\n}\n{\"a\":}\n",
    "{\"a\":\"\u{1B}\"}\n",
    "{\"a\":\"\u{202E}\"}\n", "{\"a\":\"\n\"}\n",
  ]) func noJSON(_ text: String) {
    #expect(throws: Broken.self) { try JSONRules.checkLines(Array(text.utf8), "test") }
  }

  @Test(
    arguments: [
      [0x1B], [0x7F], [0x0D], [0x09], [0xC2, 0x85], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80],
      [0xE2, 0x80], [0xF5, 0x80, 0x80, 0x80], Array("\u{2028}".utf8), Array("\u{061C}".utf8),
    ] as [[UInt8]]) func noText(_ bytes: [UInt8])
  {
    #expect(throws: Broken.self) { try TextRules.check([0x41] + bytes, "test") }
  }

  @Test func text() throws {
    try TextRules.checkLines(Array("Größe 测试 \u{1F600}\n\n".utf8), "test")
    #expect(throws: Broken.self) { try TextRules.checkLines(Array("no end".utf8), "test") }
  }

  @Test func csv() throws {
    let row = [String](repeating: "-1", count: 12).joined(separator: ",")
    try TextRules.checkCSV(Array("\(row),\"a, \"\"b\"\"\",'=1\n".utf8), "test")
    for cell in ["=1", "\"=1\"", "@A", "-x", "+A1", "a,b", "\"open"] {
      #expect(throws: Broken.self, "\(cell)") {
        try TextRules.checkCSV(Array("\(row),,\(cell)\n".utf8), "test")
      }
    }
  }

  @Test func trees() throws {
    func problem(_ body: (inout TreeWriter) -> Void) throws {
      var tree = TreeWriter()
      body(&tree)
      try tree.check("test", octets: 1)
    }
    func line(_ tree: inout TreeWriter, _ text: String) {
      tree.begin()
      tree.text.append(string: text)
      tree.end()
    }
    try problem {
      $0.open("HCI Event", octets: 1)
      line(&$0, "x: 1")
      $0.close()
    }
    #expect(throws: Broken.self) { try problem { $0.open("x", octets: 1) } }
    #expect(throws: Broken.self) { try problem { line(&$0, "") } }
    #expect(throws: Broken.self) { try problem { line(&$0, ": x") } }
    #expect(throws: Broken.self) { try problem { line(&$0, "  x: 1") } }
    #expect(throws: Broken.self) { try problem { line(&$0, "\u{1B}") } }
  }
}
