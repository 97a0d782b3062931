import Bytes

extension SensorTag {
  /// Magnetometer of the CC2541, service AA30: MAG3110.
  enum Magnetometer {
    static let decoders: [ValueDecoder] = [
      ValueDecoder("Magnetometer Data", sensorTag: 0xAA31, data),
      ValueDecoder("Magnetometer Configuration", sensorTag: 0xAA32, onOff),
    ]

    /// Order and sign as on the wire, on the vendor's scale of 2000 uT over 16 bits.
    @Sendable static func data(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 6, context)
      guard let axes = axes(value, at: 0, times: 2000.0 / 65536) else { return }
      out.add(keys.magnetometer, axes)
      out.text(axes, 2, " uT")
    }
  }
}
