import Bytes
import Vocabulary

/// Running Speed and Cadence Service, 1814.
///
/// Source: Running Speed and Cadence Service 1.0, section 3.1.
enum Running: DecoderFamily {
  struct FieldKeys: Sendable {
    let speed = Key(decoded: "speed_m_per_s", .number, unit: "m/s", "RSC Measurement")
    let cadence = Key(
      decoded: "cadence_per_minute", .integer, unit: "1/min", "steps of both feet")
    let status = Key(decoded: "status", .one(of: "running", "walking"), "RSC Measurement")
    let strideLength = Key(decoded: "stride_length_m", .number, unit: "m", "RSC Measurement")
    let totalDistance = Key(decoded: "total_distance_m", .number, unit: "m", "RSC Measurement")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] = [
    ValueDecoder("RSC Measurement", 0x2A53, measurement)
  ]

  /// Flags, speed in 1/256 m/s, steps per minute, stride in cm, distance in 1/10 m.
  @Sendable static func measurement(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    var cursor = ByteCursor(value)
    guard let flags = try? cursor.uint8() else {
      return out.noteLength(0, expected: 4, context)
    }
    out.noteReserved(flags & 0xF8)
    let expected = 4 + (flags & 1 != 0 ? 2 : 0) + (flags & 2 != 0 ? 4 : 0)
    out.noteLength(value.byteCount, expected: expected, context)
    guard let speed = try? cursor.uint16LittleEndian() else { return }
    out.add(keys.speed, Double(speed) / 256)
    out.text(Double(speed) / 256, 2, " m/s")
    guard let cadence = try? cursor.uint8() else { return }
    out.add(keys.cadence, cadence)
    out.textGap()
    out.text.append(decimal: Int(cadence))
    out.text.append(" steps/min")
    out.add(keys.status, word: flags & 4 != 0 ? "running" : "walking")
    out.text.append(flags & 4 != 0 ? "  running" : "  walking")
    if flags & 1 != 0 {
      guard let stride = try? cursor.uint16LittleEndian() else { return }
      out.add(keys.strideLength, Double(stride) / 100)
      out.text.append("  stride ")
      out.text(Double(stride) / 100, 2, " m")
    }
    if flags & 2 != 0 {
      guard let distance = try? cursor.uint32LittleEndian() else { return }
      out.add(keys.totalDistance, Double(distance) / 10)
      out.textGap()
      out.text(Double(distance) / 10, 1, " m")
    }
  }
}
