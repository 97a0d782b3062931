import Bytes
import Vocabulary

/// Heart Rate Service, 180D.
///
/// Source: Heart Rate Service 1.0, sections 3.1 to 3.3; GATT Specification Supplement.
enum HeartRate: DecoderFamily {
  struct FieldKeys: Sendable {
    let rate = Key(
      decoded: "heart_rate_bpm", .integer, unit: "bpm", limits: .twoOctets,
      "Heart Rate Measurement")
    let sensorContact = Key(
      decoded: "sensor_contact", .one(of: "not_supported", "not_detected", "detected"),
      "whether it is worn")
    let energyExpended = Key(
      decoded: "energy_expended_kj", .integer, unit: "kJ", limits: .twoOctets,
      "since it was reset"
    )
    let intervals = Key(decoded: "rr_intervals_s", .list(.number), unit: "s", "between beats")
    let intervalsMilliseconds = Key(
      decoded: "rr_intervals_ms", .list(.number), unit: "ms", "between beats")
    let bodySensorLocation = Key(decoded: "body_sensor_location", .word, "Body Sensor Location")
    let bodySensorLocationCode = Key(
      decoded: "body_sensor_location_code", .integer, limits: .octet, "its number")
    let command = Key(
      decoded: "command", .one(of: "reset_energy_expended", "reserved"), "Heart Rate Control Point")
    let commandCode = Key(decoded: "command_code", .integer, "its number")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] = [
    ValueDecoder("Heart Rate Measurement", 0x2A37, measurement),
    ValueDecoder("Body Sensor Location", 0x2A38, bodySensorLocation),
    ValueDecoder("Heart Rate Control Point", 0x2A39, controlPoint),
  ]

  /// Flags, rate (8 or 16 bits), energy expended, RR intervals to the end of the value.
  @Sendable static func measurement(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    var cursor = ByteCursor(value)
    guard let flags = try? cursor.uint8() else {
      return out.noteLength(0, expected: 2, context)
    }
    let isWide = flags & 0x01 != 0
    let rate: UInt16
    if isWide {
      guard let wide = try? cursor.uint16LittleEndian() else {
        return out.noteLength(value.byteCount, expected: 3, context)
      }
      rate = wide
    } else {
      guard let narrow = try? cursor.uint8() else {
        return out.noteLength(value.byteCount, expected: 2, context)
      }
      rate = UInt16(narrow)
    }
    out.add(keys.rate, rate)
    out.text.append(decimal: Int(rate))
    out.text.append(" bpm")
    sensorContact(flags, &out)

    if flags & 0x08 != 0 {
      guard let energy = try? cursor.uint16LittleEndian() else {
        if !context.isTruncated { out.addNote("the energy expended is missing") }
        return out.noteReserved(flags & 0xE0)
      }
      out.add(keys.energyExpended, energy)
      out.textGap()
      out.text.append(decimal: Int(energy))
      out.text.append(" kJ")
    }
    if flags & 0x10 != 0 {
      intervals(cursor.takeRest(), context, &out)
    } else if !cursor.isAtEnd {
      out.noteExtra(cursor.remaining)
    }
    out.noteReserved(flags & 0xE0)
  }

  /// Bit 2 says whether the sensor can detect contact; without it, bit 1 has no meaning.
  private static func sensorContact(_ flags: UInt8, _ out: inout FieldBuffer) {
    switch flags & 0x06 {
    case 0x06:
      out.add(keys.sensorContact, word: "detected")
      out.text.append("  contact")
    case 0x04:
      out.add(keys.sensorContact, word: "not_detected")
      out.text.append("  no contact")
    default:
      out.add(keys.sensorContact, word: "not_supported")
    }
  }

  /// As many as a notification with the default MTU can hold; `text` has no room for more.
  private static let intervalsInText = 9

  private static func intervals(
    _ bytes: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    let count = bytes.byteCount / 2
    if count == 0 {
      if !context.isTruncated { out.addNote("no RR interval follows its flag") }
    } else {
      out.text.append("  RR")
    }
    for i in 0..<count {
      let seconds = Double(bytes.uint16LittleEndian(at: i * 2)) / 1024
      out.add(keys.intervals, .number(seconds), .element)
      if i < intervalsInText {
        out.text.append(" ")
        out.text.append(number: seconds, decimals: 3)
      }
    }
    if count > intervalsInText {
      out.text.append(" .. (")
      out.text.append(decimal: count)
      out.text.append(")")
    }
    for i in 0..<count {
      let milliseconds = Double(bytes.uint16LittleEndian(at: i * 2)) * 1000 / 1024
      out.add(keys.intervalsMilliseconds, .number(milliseconds), .element)
    }
    if bytes.byteCount % 2 != 0, !context.isTruncated {
      out.addNote("odd trailing byte ignored")
    }
  }

  @Sendable static func bodySensorLocation(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 1, context)
    guard value.byteCount >= 1 else { return }
    let code = value.uint8(at: 0)
    let name: StaticString =
      switch code {
      case 0: "Other"
      case 1: "Chest"
      case 2: "Wrist"
      case 3: "Finger"
      case 4: "Hand"
      case 5: "Ear Lobe"
      case 6: "Foot"
      default: "Reserved"
      }
    out.add(keys.bodySensorLocation, word: name, code: keys.bodySensorLocationCode, code)
    out.text.append(name)
    if code > 6 { out.textCode(code) }
  }

  @Sendable static func controlPoint(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 1, context)
    guard value.byteCount >= 1 else { return }
    let code = value.uint8(at: 0)
    if code == 1 {
      out.add(keys.command, word: "reset_energy_expended", code: keys.commandCode, code)
      out.text.append("reset energy expended")
    } else {
      out.add(keys.command, word: "reserved", code: keys.commandCode, code)
      out.text.append("reserved")
      out.textCode(code)
    }
  }
}
