import Bytes
import TestSupport
import Testing

@testable import JSONText

@Suite struct JSONNumberTests {
  private func number(_ text: String) -> JSONNumber { JSONNumber(Array(text.utf8).rawBytes) }

  private func scaled(_ text: String, decimals: Int) -> Int64? {
    JSONNumber.scaled(Array(text.utf8).rawBytes, decimals: decimals)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("123456789012345678", 123_456_789_012_345_678),
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("00000000000000000000001", 1), ("1.0", nil), ("1e3", nil), ("0.5", nil),
      ("99999999999999999999999999", nil),
    ] as [(String, Int64?)])
  func whatIsWrittenWithoutPointIsExact(_ text: String, _ integer: Int64?) {
    expect(number(text).integer, equals: integer)
  }

  /// The short way and the long way round alike.
  @Test func valuesAreThoseOfTheStandardLibrary() {
    var random = SplitMix(seed: 3)
    for _ in 0..<5000 {
      let digits = (0..<Int.random(in: 1...25, using: &random)).map { _ in
        Character("\(Int.random(in: 0...9, using: &random))")
      }
      var text = (Bool.random(using: &random) ? "-" : "") + String(digits)
      if Bool.random(using: &random) {
        let decimals = Int.random(in: 1...30, using: &random)
        text +=
          "." + (0..<decimals).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        text += "e\(Int.random(in: -40...40, using: &random))"
      }
      expect(number(text).value.bitPattern, equals: Double(text)?.bitPattern ?? 0, text)
    }
  }

  @Test(
    arguments: [
      ("1.5", 9, 1_500_000_000), ("-1.5", 9, -1_500_000_000), ("0", 9, 0), ("-0.000000001", 9, -1),
      // Further decimals are cut, not rounded.
      ("0.0000000019", 9, 1), ("-0.0000000019", 9, -1), ("1.29", 1, 12), ("7", 0, 7), ("7.9", 0, 7),
      ("1.5e3", 3, 1_500_000), ("15e-1", 1, 15), ("1e-12", 9, 0),
      ("9223372036.854775807", 9, Int64.max), ("9223372036.854775808", 9, nil),
      ("9223372037", 9, nil), ("99999999999999999999", 0, nil), ("1e300", 9, nil),
    ] as [(String, Int, Int64?)])
  func decimalsAreExact(_ text: String, _ decimals: Int, _ wanted: Int64?) {
    expect(scaled(text, decimals: decimals), equals: wanted)
  }

  /// A double of each size is written so that the same double is read.
  @Test func whatIsWrittenIsReadAgain() {
    var random = SplitMix(seed: 4)
    for _ in 0..<5000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      var out = ByteWriter()
      out.append(number: value)
      let read = JSONNumber(out.bytes).value
      expect(read, equals: value, "\(value)")
    }
  }
}
