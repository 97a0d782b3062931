import Bytes
import Vocabulary

/// Environmental Sensing, 181A: the three most common quantities.
///
/// Source: GATT Specification Supplement, Temperature, Humidity and Pressure.
enum Environment: DecoderFamily {
  struct FieldKeys: Sendable {
    let temperature = Key(decoded: "temperature_celsius", .number, unit: "°C", "Temperature")
    let humidity = Key(decoded: "relative_humidity_percent", .number, unit: "%", "Humidity")
    let pressure = Key(decoded: "pressure_hpa", .number, unit: "hPa", "Pressure")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] = [
    ValueDecoder("Pressure", 0x2A6D, pressure),
    ValueDecoder("Temperature", 0x2A6E, temperature),
    ValueDecoder("Humidity", 0x2A6F, humidity),
  ]

  /// 0.01 degrees Celsius.
  @Sendable static func temperature(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 2, context)
    guard value.byteCount >= 2 else { return }
    let raw = Int16(bitPattern: value.uint16LittleEndian(at: 0))
    guard raw != .min else { return unknown(&out) }
    let celsius = Double(raw) / 100
    out.add(keys.temperature, celsius)
    out.text(celsius: celsius, context)
  }

  /// 0.01 %.
  @Sendable static func humidity(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 2, context)
    guard value.byteCount >= 2 else { return }
    let raw = value.uint16LittleEndian(at: 0)
    guard raw != .max else { return unknown(&out) }
    let percent = Double(raw) / 100
    out.add(keys.humidity, percent)
    out.text(percent, 2, " %")
    if raw > 10_000 { out.addNote("above 100 %") }
  }

  /// 0.1 Pa.
  @Sendable static func pressure(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 4, context)
    guard value.byteCount >= 4 else { return }
    let hectopascals = Double(value.uint32LittleEndian(at: 0)) / 1000
    out.add(keys.pressure, hectopascals)
    out.text(hectopascals, 2, " hPa")
  }

  private static func unknown(_ out: inout FieldBuffer) {
    out.text.append("not known")
    out.addNote("the sensor does not know the value")
  }
}
