import TestSupport
import Testing

@testable import JSONText

@Suite struct JSONDocumentTests {
  private func object(_ text: String) throws(JSONError) -> JSONObject {
    try JSONObject(try JSONDocument(Array(text.utf8)))
  }

  /// The problem of reading it, as a sentence.
  private func problem(_ text: String, _ body: (JSONObject) throws(JSONError) -> Void) -> String {
    do throws(JSONError) {
      try body(try object(text))
      return ""
    } catch { return error.sentence(in: Array(text.utf8)) }
  }

  @Test func membersHaveTypes() throws {
    let json = try object(
      #"{"n":7,"p":1.0,"e":2e2,"s":"a\u00e9","t":true,"w":["a","b"],"o":[{"n":1},{"n":2}],"z":null}"#
    )
    try expect(json.integer("n", as: UInt8.self), equals: 7)
    try expect(json.integer("p", as: Int.self) == 1 && json.integer("e", as: Int.self) == 200)
    try expect(json.string("s") == "aé" && json.boolean("t") == true)
    try expect(json.strings("w"), equals: ["a", "b"])
    let numbers = try json.objects("o") { (json) throws(JSONError) in
      try json.require("n", json.integer("n", as: Int.self))
    }
    expect(numbers, equals: [1, 2])
    try expect(json.string("z") == nil && json.objects("none") { _ in 0 } == nil)
  }

  @Test func aByteOrderMarkIsSpace() throws {
    let json = try object("\u{FEFF}{\"n\":1}")
    try expect(json.integer("n", as: Int.self), equals: 1)
  }

  @Test func problemsSayWhere() {
    expect(
      problem("{\"n\":\n256}") { (json) throws(JSONError) in
        _ = try json.integer("n", as: UInt8.self)
      },
      equals: "line 2: n: expected a whole number from 0 to 255")
    expect(
      problem("{\"n\":1.5}") { (json) throws(JSONError) in
        _ = try json.integer("n", as: Int8.self)
      },
      equals: "line 1: n: expected a whole number from -128 to 127")
    expect(
      problem("{\"w\":[\"a\",\n1]}") { (json) throws(JSONError) in _ = try json.strings("w") },
      equals: "line 2: w[1]: expected a string, not a number")
    expect(
      problem("{\"a\":[{},{\"b\":[{},\n7]}]}") { (json) throws(JSONError) in
        _ = try json.objects("a") { (json) throws(JSONError) in try json.objects("b") { _ in 0 } }
      }, equals: "line 2: a[1].b[1]: expected an object, not a number")
    expect(
      problem("[]") { _ in }, equals: "line 1: expected an object, not an array")
    expect(problem("{\"a\":1,\n\"a\":2}") { _ in }, equals: "line 2: a key twice: \"a\"")
  }
}
