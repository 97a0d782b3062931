import AssignedNumbers
import ATTDissector
import Bytes
import Vocabulary

/// What a Characteristic Presentation Format (2904) says of the characteristic's values, for those
/// that nothing else decodes.
///
/// Source: Bluetooth Core Specification, Vol 3, Part G, 3.3.3.5; Assigned Numbers, 2.4.1 (formats).
package struct PresentationFormat: Equatable, Sendable {
  private let format: UInt8
  private let exponent: Int
  private let unit: UInt16

  private static let unitless: UInt16 = 0x2700
  private static let celsius: UInt16 = 0x272F

  private struct FieldKeys: Sendable {
    let value = Key(decoded: "presented_value", .number, "as the Presentation Format says")
    let text = Key(decoded: "presented_text", .text, "as the Presentation Format says")
    let unit = Key(decoded: "presented_unit", .text, "the assigned name of its unit")
    let unitCode = Key(decoded: "presented_unit_code", .integer, limits: .twoOctets, "its number")
  }

  private static let keys = FieldKeys()

  static func declareKeys() { _ = keys }

  /// - value: of the descriptor; `nil` where it is cut.
  package init?(_ value: RawSpan) {
    guard value.byteCount >= 7 else { return nil }
    format = value.uint8(at: 0)
    exponent = Int(Int8(bitPattern: value.uint8(at: 1)))
    unit = value.uint16LittleEndian(at: 2)
  }

  /// The type, its octets, and how many bits of them count.
  private var number: (type: ScalarType, width: Int, bits: Int)? {
    switch format {
    case 0x01: (.boolean, 1, 1)
    case 0x02: (.unsigned, 1, 2)
    case 0x03: (.unsigned, 1, 4)
    case 0x04: (.unsigned, 1, 8)
    case 0x05: (.unsigned, 2, 12)
    case 0x06: (.unsigned, 2, 16)
    case 0x07: (.unsigned, 3, 24)
    case 0x08: (.unsigned, 4, 32)
    case 0x09: (.unsigned, 6, 48)
    case 0x0A: (.unsigned, 8, 64)
    case 0x0C: (.signed, 1, 8)
    case 0x0D: (.signed, 2, 12)
    case 0x0E: (.signed, 2, 16)
    case 0x0F: (.signed, 3, 24)
    case 0x10: (.signed, 4, 32)
    case 0x11: (.signed, 6, 48)
    case 0x12: (.signed, 8, 64)
    case 0x14: (.float32, 4, 32)
    case 0x15: (.float64, 8, 64)
    case 0x16: (.shortFloat, 2, 16)
    case 0x17: (.float, 4, 32)
    default: nil
    }
  }

  /// Adds the value, its unit and `text`; nothing for a format that is no number or text.
  package func decode(
    _ value: RawSpan, in context: DecodingContext, into out: inout FieldBuffer
  ) {
    if format == 0x19 { return out.add(Self.keys.text, string: value, in: context) }
    guard let number else { return }
    out.noteLength(value.byteCount, expected: number.width, in: context)
    guard value.byteCount >= number.width else { return }
    let read = value.scalar(number.type, at: 0, width: number.width, isBig: false)
    guard let measured = measured(read, bits: number.bits) else {
      return out.addNote("the value is not a number")
    }
    out.add(Self.keys.value, measured)
    if unit == Self.celsius {
      out.text(celsius: measured, in: context)
    } else {
      out.text.append(number: measured)
    }
    guard unit != Self.unitless, unit != 0 else { return }
    if let name = AssignedNumbers.unit(unit) {
      out.add(Self.keys.unit, ownText: name)
      if unit != Self.celsius {
        out.text.append(" ")
        out.text.append(string: name)
      }
    }
    out.add(Self.keys.unitCode, unit)
  }

  /// The exponent counts for whole numbers only.
  private func measured(_ read: SlotValue, bits: Int) -> Double? {
    let scale = Scale(factor: 1, offset: 0, divisor: 1)
    switch read.kind {
    case .whole:
      let unused = Int64(64 - bits)
      let raw =
        read.type == .signed
        ? (read.raw << unused) >> unused
        : Int64(bitPattern: UInt64(bitPattern: read.raw << unused) >> UInt64(unused))
      return scale.value(raw, exponent: exponent)
    case .unsigned:
      return Double("\(UInt64(bitPattern: read.raw))e\(exponent)")
    case .decimal: return scale.value(read.raw, exponent: Int(read.extra))
    case .double: return Double(bitPattern: UInt64(bitPattern: read.raw))
    default: return nil
    }
  }
}
