import Bytes
import TestSupport
import Testing

@testable import GATTValues

struct IndentationTests {
  @Test(arguments: [
    "{\n  \"key\": \"x\",\n    { \"skip\": 2 }\n}", "", "\n\n", "   odd\n one", "plain",
    String(repeating: " ", count: 100) + "deep\n",
  ])
  func nothingIsLost(_ text: String) {
    let packed = Array(Indentation.packed(text).utf8)
    expect(String(decoding: Indentation.unpacked(packed.rawBytes), as: UTF8.self), equals: text)
  }

  @Test func oneCharacterALine() {
    expect(Indentation.packed("a\n  b\n      c"), equals: "0a\n1b\n3c")
  }
}
