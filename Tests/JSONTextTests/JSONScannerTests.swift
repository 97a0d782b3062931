import Bytes
import TestSupport
import Testing

@testable import JSONText

@Suite struct JSONScannerTests {
  private func scan(_ text: String) throws -> JSONSlice { try scan(Array(text.utf8)) }

  private func scan(_ bytes: [UInt8]) throws -> JSONSlice {
    var scanner = JSONScanner()
    let value = try scanner.skipValue(bytes.rawBytes)
    try scanner.end(bytes.rawBytes)
    return value
  }

  private func value(_ text: String) throws -> JSONValue {
    let bytes = Array(text.utf8)
    return JSONValue(try scan(bytes), in: bytes.rawBytes)
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1.5", "-12.25e-3", "1E+2", "\"\"", "[]", "{}",
    " [ 1 , 2 ] ",
    "{ \"a\" : { \"b\" : [ null , { } ] } , \"c\" : \"d\" }",
    "\"\\u00e9\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"é𝄞\"", "\"\\ud834\\udd1e\"", "[[[[]]]]", "\t\r\n1\n",
  ])
  func takesJSON(_ text: String) throws { _ = try scan(text) }

  @Test(arguments: [
    ("", 0, "ends where a value should be"),
    ("nul", 0, "expected a value"),
    ("nulll", 4, "more after the value"),
    ("1 2", 2, "more after the value"),
    ("01", 0, "a number that begins with 0"),
    ("-", 1, "ends where a digit should be"),
    ("+1", 0, "expected a value"),
    (".5", 0, "expected a value"),
    ("1.", 2, "ends where a digit should be"),
    ("1.e5", 2, "expected a digit"),
    ("1e", 2, "ends where a digit should be"),
    ("1e999", 0, "a number that is too large"),
    ("NaN", 0, "expected a value"),
    ("'a'", 0, "expected a value"),
    ("\"a", 2, "ends within a string"),
    ("\"a\\", 3, "ends within a string"),
    ("\"a\nb\"", 2, "a control character in a string"),
    ("\"01234567\u{1}\"", 9, "a control character in a string"),
    ("\"\\x\"", 1, "no escape that JSON has"),
    ("\"\\u12g4\"", 1, "expected \\u and 4 hex digits"),
    ("\"\\u12", 1, "expected \\u and 4 hex digits"),
    ("\"\\ud834\"", 1, "half of a surrogate pair"),
    ("\"\\ud834\\u0041\"", 1, "half of a surrogate pair"),
    ("\"\\udd1e\"", 1, "half of a surrogate pair"),
    ("[1,]", 3, "expected a value"),
    ("[1 2]", 3, "expected ',' or ']'"),
    ("[1", 2, "ends where ',' or ']' should be"),
    ("{\"a\":1,}", 7, "expected a key"),
    ("{a:1}", 1, "expected a key or '}'"),
    ("{\"a\" 1}", 5, "expected ':'"),
    ("{\"a\":1 \"b\":2}", 7, "expected ',' or '}'"),
    ("{\"a\":1", 6, "ends where ',' or '}' should be"),
    ("{\"a\":1,\"b\":2,\"a\":3}", 13, "a key twice: \"a\""),
    ("{\"a\":1,\"\\u0061\":3}", 7, "a key twice: \"\\u0061\""),
    ("[{\"long key name\":{\"b\":1,\"b\":2}}]", 25, "a key twice: \"b\""),
  ])
  func refusesTheRest(_ text: String, _ offset: Int, _ reason: String) {
    #expect(throws: JSONError(offset, reason)) { try scan(text) }
  }

  @Test func refusesBytesThatAreNoUTF8() {
    for bytes: [UInt8] in [
      [0x80], [0xC3], [0xC3, 0x22], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80],
    ] {
      let text = [0x22] + bytes + [0x22]
      #expect(throws: JSONError(1, "bytes that are no UTF-8")) { try scan(text) }
    }
  }

  @Test func theSameKeyMayBeInDifferentObjects() throws {
    _ = try scan("{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":2}]}")
  }

  @Test func aKeyTwiceIsFoundAmongMany() throws {
    let members = (0..<500).map { "\"key number \($0)\":\($0)" }
    _ = try scan("{\(members.joined(separator: ","))}")
    for twice in [0, 47, 48, 49, 499] {
      let text = "{\(members.joined(separator: ",")),\"key number \(twice)\":0}"
      #expect(throws: JSONError.self) { try scan(text) }
    }
  }

  @Test func depthHasABound() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try scan(nested(JSONScanner.maximumDepth))
    #expect(throws: JSONError(64, "more than 64 objects and arrays in each other")) {
      try scan(nested(JSONScanner.maximumDepth + 1))
    }
    #expect(throws: JSONError.self) {
      try scan(String(repeating: "{\"a\":[", count: 1 << 20))
    }
  }

  @Test(
    arguments: [
      ("0", 0, 0), ("-0", 0, 0), ("23", 23, 23), ("-7", -7, -7), ("1.5", 1.5, nil),
      ("0.65234375", 0.65234375, nil), ("0.1", 0.1, nil),
      ("123456789.123456789", 123456789.123456789, nil),
      ("9007199254740993", 9007199254740992, 9_007_199_254_740_993),
      ("9223372036854775807", 0x1p63, Int64.max), ("9223372036854775808", 0x1p63, nil),
      ("-9223372036854775808", -0x1p63, Int64.min), ("1e3", 1000, nil),
      ("5.593e-14", 5.593e-14, nil),
      ("100000000000000000000000", 1e23, nil), ("0.30000000000000000000000001", 0.3, nil),
      ("3.141592653589793", 3.141592653589793, nil), ("1e-400", 0, nil),
    ] as [(String, Double, Int64?)])
  func numbersAreExact(_ text: String, _ number: Double, _ integer: Int64?) throws {
    guard case .number(let read, let slice) = try value(text) else {
      Issue.record("no number")
      return
    }
    expect(read.value, equals: number)
    expect(read.integer, equals: integer)
    expect(Int(slice.count), equals: text.utf8.count)
  }

  @Test(
    arguments: [
      ("1.538520", 1_538_520_000), ("-0.000001", -1000), ("0", 0), ("12", 12_000_000_000),
      ("0.0000000019", 1), ("1e-3", 1_000_000), ("9223372036.854775807", Int64.max),
      ("9223372037", nil), ("1e300", nil),
    ] as [(String, Int64?)])
  func secondsBecomeNanoseconds(_ text: String, _ nanoseconds: Int64?) {
    expect(JSONNumber.scaled(Array(text.utf8).rawBytes, decimals: 9), equals: nanoseconds)
  }

  @Test func stringsAreUnescaped() throws {
    try expect(
      value("\"a\\u00e9\\\"\\\\\\/\\b\\f\\n\\r\\t\\ud834\\udd1ez\""),
      equals: .string("aé\"\\/\u{8}\u{C}\n\r\t𝄞z"))
    try expect(value("\"é\""), equals: .string("é"))
  }

  @Test func membersComeInOrder() throws {
    let bytes = Array(" {\"n\":1,\"s\":\"x\",\"a\":[true,null,[2]],\"o\":{\"p\":false}}".utf8)
    let whole = ByteSlice(offset: 1, count: UInt32(bytes.count - 1))
    let members = try JSONValue.members(of: whole, in: bytes.rawBytes)
    expect(members.map(\.key), equals: ["n", "s", "a", "o"])
    expect(members[1].value, equals: .string("x"))
    guard case .array(let array) = members[2].value, case .object(let object) = members[3].value
    else {
      Issue.record("other kinds")
      return
    }
    expect(array.range, equals: 20..<35)
    try expect(
      JSONValue.members(of: object, in: bytes.rawBytes).first?.value, equals: .boolean(false))
    try expect(JSONValue.members(of: ByteSlice(), in: bytes.rawBytes).isEmpty)
  }
}
