import Bytes

extension SensorTag {
  /// Humidity, service AA20: SHT21 on CC2541, HDC1000 on CC2650.
  ///
  /// Source: SHT21 data sheet, 6; HDC1000 data sheet, 8.6.1 and 8.6.2.
  enum Humidity {
    static let decoders: [ValueDecoder] = [
      ValueDecoder("Humidity Data", sensorTag: 0xAA21, data),
      ValueDecoder("Humidity Configuration", sensorTag: 0xAA22, onOff),
    ]

    /// Temperature, then humidity, whose two lowest bits are status.
    @Sendable static func data(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      let generation = generation(context, &out)
      guard generation != .unknown else { return }
      out.noteLength(value.byteCount, expected: 4, context)
      guard value.byteCount >= 2 else { return }
      let rawTemperature = Double(value.uint16LittleEndian(at: 0))
      let temperature =
        generation == .cc2541
        ? -46.85 + 175.72 * rawTemperature / 65536 : 165 * rawTemperature / 65536 - 40
      out.add(keys.temperature, temperature)
      out.text(celsius: temperature, context)

      guard value.byteCount >= 4 else { return }
      let rawHumidity = Double(value.uint16LittleEndian(at: 2) & ~3)
      let humidity =
        generation == .cc2541 ? -6 + 125 * rawHumidity / 65536 : 100 * rawHumidity / 65536
      out.add(keys.humidity, humidity)
      out.textGap()
      out.text(humidity, 2, " %")
    }
  }
}
