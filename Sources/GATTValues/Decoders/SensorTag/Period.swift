import Bytes

extension SensorTag {
  /// The measurement period of a sensor: one byte in 10 ms, at least 100 ms.
  enum Period {
    /// The barometer's follows its calibration.
    static let decoders: [ValueDecoder] = [
      ValueDecoder("IR Temperature Period", sensorTag: 0xAA03, period),
      ValueDecoder("Accelerometer Period", sensorTag: 0xAA13, period),
      ValueDecoder("Humidity Period", sensorTag: 0xAA23, period),
      ValueDecoder("Magnetometer Period", sensorTag: 0xAA33, period),
      ValueDecoder("Barometer Period", sensorTag: 0xAA44, period),
      ValueDecoder("Gyroscope Period", sensorTag: 0xAA53, period),
      ValueDecoder("Luxometer Period", sensorTag: 0xAA73, period),
      ValueDecoder("Movement Period", sensorTag: 0xAA83, period),
    ]

    @Sendable static func period(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 1, context)
      guard value.byteCount >= 1 else { return }
      let milliseconds = Int(value.uint8(at: 0)) * 10
      out.add(keys.period, milliseconds)
      out.text.append(decimal: milliseconds)
      out.text.append(" ms")
      if milliseconds < 100 { out.addNote("below the least period of 100 ms") }
    }
  }
}
