import Bytes
import Vocabulary

/// Health Thermometer Service, 1809.
///
/// Source: Health Thermometer Service 1.0, section 3; GATT Specification Supplement.
enum HealthThermometer: DecoderFamily {
  struct FieldKeys: Sendable {
    let celsius = Key(decoded: "temperature_celsius", .number, unit: "°C", "as sent")
    let fahrenheit = Key(decoded: "temperature_fahrenheit", .number, unit: "°F", "as sent")
    let timestamp = Key(decoded: "timestamp", .text, "of the measurement")
    let type = Key(decoded: "temperature_type", .word, "where it was measured")
    let typeCode = Key(decoded: "temperature_type_code", .integer, "its number")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] = [
    ValueDecoder("Temperature Measurement", 0x2A1C, measurement),
    ValueDecoder("Temperature Type", 0x2A1D, type),
    ValueDecoder("Intermediate Temperature", 0x2A1E, measurement),
  ]

  /// Flags, temperature, then a time stamp and a location on the body if the flags say so.
  @Sendable static func measurement(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    var cursor = ByteCursor(value)
    guard let flags = try? cursor.uint8(), let bits = try? cursor.uint32LittleEndian() else {
      return out.noteLength(value.byteCount, expected: 5, context)
    }
    if let number = MedicalFloat.value(bits) {
      temperature(number, isFahrenheit: flags & 1 != 0, context, &out)
    } else {
      out.addNote("the temperature is not a number")
      out.text.append("not a number")
    }
    out.noteReserved(flags & 0xF8)
    let expected = 5 + (flags & 2 != 0 ? 7 : 0) + (flags & 4 != 0 ? 1 : 0)
    out.noteLength(value.byteCount, expected: expected, context)
    if flags & 2 != 0 {
      guard let stamp = try? cursor.take(7) else { return }
      timestamp(stamp, &out)
    }
    if flags & 4 != 0 {
      guard let code = try? cursor.uint8() else { return }
      out.textGap()
      place(code, &out)
    }
  }

  private static func temperature(
    _ value: Double, isFahrenheit: Bool, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    if isFahrenheit {
      out.add(keys.fahrenheit, value)
      out.text(celsius: (value - 32) * 5 / 9, context)
    } else {
      out.add(keys.celsius, value)
      out.text(celsius: value, context)
    }
  }

  /// Year, month, day, hours, minutes, seconds; the device's own clock, without a time zone.
  private static func timestamp(_ stamp: RawSpan, _ out: inout FieldBuffer) {
    let start = out.storage.count
    out.storage.append(decimal: UInt64(stamp.uint16LittleEndian(at: 0)), digits: 4)
    for i in 2..<7 {
      out.storage.append(i < 4 ? "-" : i == 4 ? "T" : ":")
      out.storage.append(decimal: UInt64(stamp.uint8(at: i)), digits: 2)
    }
    out.add(keys.timestamp, .text(start..<out.storage.count))
  }

  @Sendable static func type(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 1, context)
    guard value.byteCount >= 1 else { return }
    place(value.uint8(at: 0), &out)
  }

  private static func place(_ code: UInt8, _ out: inout FieldBuffer) {
    let name: StaticString =
      switch code {
      case 1: "Armpit"
      case 2: "Body (general)"
      case 3: "Ear (usually ear lobe)"
      case 4: "Finger"
      case 5: "Gastro-intestinal Tract"
      case 6: "Mouth"
      case 7: "Rectum"
      case 8: "Toe"
      case 9: "Tympanum (ear drum)"
      default: "Reserved"
      }
    out.add(keys.type, word: name, code: keys.typeCode, code)
    out.text.append(name)
    if !(1...9 ~= code) { out.textCode(code) }
  }
}
