import Bytes
import Vocabulary

/// Cycling Speed and Cadence Service, 1816.
///
/// Source: Cycling Speed and Cadence Service 1.0, section 3.1.
enum Cycling: DecoderFamily {
  struct FieldKeys: Sendable {
    let wheelRevolutions = Key(decoded: "wheel_revolutions", .integer, "cumulative")
    let wheelEventTime = Key(
      decoded: "wheel_event_time_s", .number, unit: "s", "of the last revolution")
    let crankRevolutions = Key(decoded: "crank_revolutions", .integer, "cumulative")
    let crankEventTime = Key(
      decoded: "crank_event_time_s", .number, unit: "s", "of the last revolution")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] = [
    ValueDecoder("CSC Measurement", 0x2A5B, measurement)
  ]

  /// Flags, then counters with the time of their last event in 1/1024 s, which wraps every 64 s.
  @Sendable static func measurement(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    var cursor = ByteCursor(value)
    guard let flags = try? cursor.uint8() else {
      return out.noteLength(0, expected: 1, context)
    }
    out.noteReserved(flags & 0xFC)
    let expected = 1 + (flags & 1 != 0 ? 6 : 0) + (flags & 2 != 0 ? 4 : 0)
    out.noteLength(value.byteCount, expected: expected, context)
    if flags & 1 != 0 {
      guard let count = try? cursor.uint32LittleEndian() else { return }
      out.add(keys.wheelRevolutions, count)
      out.text.append("wheel ")
      out.text.append(decimal: Int(count))
      guard let time = try? cursor.uint16LittleEndian() else { return }
      out.add(keys.wheelEventTime, Double(time) / 1024)
      out.text.append(" at ")
      out.text(Double(time) / 1024, 3, " s")
    }
    if flags & 2 != 0 {
      guard let count = try? cursor.uint16LittleEndian() else { return }
      out.add(keys.crankRevolutions, count)
      out.textGap()
      out.text.append("crank ")
      out.text.append(decimal: Int(count))
      guard let time = try? cursor.uint16LittleEndian() else { return }
      out.add(keys.crankEventTime, Double(time) / 1024)
      out.text.append(" at ")
      out.text(Double(time) / 1024, 3, " s")
    }
  }
}
