import Bytes
import GATTValues
import TestSupport
import Testing

/// Values that only a Characteristic Presentation Format describes.
@Suite struct PresentationFormatTests {
  private func decode(
    _ format: String, _ value: String, _ context: DecodingContext = DecodingContext()
  ) -> Decoded? {
    guard let format = PresentationFormat(bytesOf(format).rawBytes) else { return nil }
    var buffer = FieldBuffer()
    format.decode(bytesOf(value).rawBytes, in: context, into: &buffer)
    return Decoded(buffer)
  }

  @Test(arguments: [
    // Format, exponent, unit, name space, description; the value; what it is.
    ("06 00 0027 01 0000", "d204", "1234", "1234"),
    ("06 fe 2827 01 0000", "d204", "12.34", "12.34 volt"),
    ("0e ff 2f27 01 0000", "38ff", "-20", "-20.00 C"),
    ("08 03 2627 01 0000", "02000000", "2000", "2000 watt"),
    ("0a fd 0027 01 0000", "ffffffffffffffff", "1.844674407370955e+16", "1.844674407370955e+16"),
    // 12 of 16 bits, with a sign.
    ("0d 00 0027 01 0000", "ff0f", "-1", "-1"),
    ("05 00 0027 01 0000", "ffff", "4095", "4095"),
    ("01 00 0027 01 0000", "01", "1", "1"),
    ("14 00 2127 01 0000", "0000803f", "1", "1 steradian"),
    // The exponent of the format does not count for those that have their own.
    ("17 05 0227 01 0000", "6d0100ff", "36.5", "36.5 kilogram"),
  ])
  func aNumberHasItsUnit(format: String, value: String, number: String, text: String) throws {
    let decoded = try #require(decode(format, value))
    expect(decoded.fields.first, equals: "presented_value=\(number)")
    expect(decoded.text, equals: text)
    expect(decoded.note, equals: "")
  }

  @Test func theUnitIsNamed() {
    expect(
      decode("04 00 ad27 01 0000", "32")?.fields,
      equals: [
        "presented_value=50", "presented_unit=\"percent\"", "presented_unit_code=10157",
      ])
    expect(
      decode("04 00 ff2f 01 0000", "32")?.fields,
      equals: [
        "presented_value=50", "presented_unit_code=12287",
      ])
  }

  @Test func aTextIsText() {
    expect(decode("19 00 0027 01 0000", "4869")?.text, equals: "\"Hi\"")
    expect(decode("19 00 0027 01 0000", "4869")?.fields, equals: ["presented_text=\"Hi\""])
  }

  @Test func whatDoesNotFitIsNoted() {
    expect(decode("06 00 0027 01 0000", "d2"), equals: Decoded(note: "too short: 1 of 2 bytes"))
    expect(decode("06 00 0027 01 0000", "d2", .truncated), equals: Decoded())
    expect(decode("06 00 0027 01 0000", "d20400")?.note, equals: "1 extra byte")
    expect(decode("17 00 0027 01 0000", "ffff7f00")?.note, equals: "the value is not a number")
    // A structure, and a format that is cut.
    expect(decode("1b 00 0027 01 0000", "d204"), equals: Decoded())
    expect(decode("06 00 0027", "d204") == nil)
  }

  @Test func everyFormatTakesEveryValue() {
    for format in 0...255 {
      for exponent in [0, 127, 128, 255] {
        for count in [0, 1, 7, 8, 16, 40] {
          let bytes = [UInt8(format), UInt8(exponent), 0x2F, 0x27, 1, 0, 0]
          guard let format = PresentationFormat(bytes.rawBytes) else { continue }
          for octet: UInt8 in [0, 0x7F, 0x80, 0xFF] {
            var buffer = FieldBuffer()
            format.decode(
              Array(repeating: octet, count: count).rawBytes, in: DecodingContext(), into: &buffer)
            let isFinite = buffer.fields.copied().allSatisfy {
              if case .number(let number) = $0.value { number.isFinite } else { true }
            }
            expect(isFinite, "\(bytes) \(octet) x \(count)")
          }
        }
      }
    }
  }
}
