import Bytes
import JSONText
import TestSupport
import Testing

@testable import GATTValues

/// Whole numbers that are only shown have a path of their own: it must say what the general one says, which
/// any expression makes a field take.
@Suite struct PlainFieldTests {
  private static func program(_ fields: [String], _ text: String) throws -> Program {
    let source = """
      { "schema": 1, "characteristics": { "FFE1": { "name": "Test", \(text)
        "fields": [\(fields.joined(separator: ", "))] } } }
      """
    return try #require(try DeclarationFile(Array(source.utf8)).declarations.first).program()
  }

  private static func said(_ program: Program, _ value: [UInt8], isTruncated: Bool) -> [String] {
    var buffer = FieldBuffer()
    program.decode(value.rawBytes, in: DecodingContext(isTruncated: isTruncated), into: &buffer)
    return [buffer.decodedJSON]
      + [buffer.text.bytes.copy(), buffer.note.bytes.copy()].map {
        String(decoding: $0, as: UTF8.self)
      }
  }

  private static func compare(_ plain: Program, _ general: Program, _ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for length in 0...30 {
      for _ in 0..<20 {
        let value = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        let isTruncated = generator.next() % 4 == 0
        expect(
          said(plain, value, isTruncated: isTruncated),
          equals: said(general, value, isTruncated: isTruncated))
      }
    }
  }

  private static let scales = [
    "", #""scale": 0.1,"#, #""scale": 10, "offset": -4,"#, #""scale": "1/1024","#,
    #""scale": "500/65536","#,
  ]

  @Test(
    arguments: [
      "u8", "i8", "u16", "i16", "u24", "i24", "u32", "i32", "u40", "u48", "i48", "u56", "i64",
    ], ["", "be"])
  func aNumberIsWhatAnExpressionMakesOfIt(_ type: String, _ order: String) throws {
    // One octet has no order.
    guard !type.hasSuffix("8") || type.hasSuffix("48") || order.isEmpty else { return }
    let lists = ["", #""repeat": 2,"#, #""repeat": 3, "axes": true,"#, #""repeat": "rest","#]
    let texts = [
      "", #""text": "[{plain_first}: ]{plain_last:2}", "#,
      #""text": "{plain_last:0} and {plain_last}","#,
    ]
    for (index, scale) in Self.scales.enumerated() {
      for (number, list) in lists.enumerated() {
        let last = #"{ "key": "plain_last", \#(scale) \#(list) "type": "\#(type)\#(order)""#
        let first = #"{ "key": "plain_first", "type": "u8" }"#
        // Each text with each scale and with each list, not with each of both.
        let text = texts[(index + number) % texts.count]
        let plain = try Self.program([first, last + " }"], text)
        let general = try Self.program([first, last + #", "of": "it" }"#], text)
        Self.compare(plain, general, UInt64(index))
      }
    }
  }

  /// Numbers computed of others: of two, and the same with more to do.
  @Test(arguments: ["a * b", "a - b", "a", "a + 3", "a >> b", "a / b", "a & b", "a << 2", "a % b"])
  func computedNumbersAreWhatLongerExpressionsMake(_ expression: String) throws {
    for scale in Self.scales {
      let first = [#"{ "as": "a", "type": "i16" }"#, #"{ "as": "b", "type": "u8" }"#]
      let field = #"{ "key": "plain_computed", \#(scale) "of": "#
      let plain = try Self.program(first + [field + "\"\(expression)\" }"], "")
      let general = try Self.program(first + [field + "\"(\(expression)) | 0\" }"], "")
      Self.compare(plain, general, 1)
    }
  }
}
