import Bytes

extension SensorTag {
  /// Light of the CC2650, service AA70: OPT3001.
  enum Light {
    static let decoders: [ValueDecoder] = [
      ValueDecoder("Luxometer Data", sensorTag: 0xAA71, data),
      ValueDecoder("Luxometer Configuration", sensorTag: 0xAA72, onOff),
    ]

    /// 12 bits in 0.01 lux times a power of two.
    @Sendable static func data(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 2, context)
      guard value.byteCount >= 2 else { return }
      let raw = value.uint16LittleEndian(at: 0)
      let lux = Double(Int(raw & 0xFFF) << Int(raw >> 12)) / 100
      out.add(keys.illuminance, lux)
      out.text(lux, 2, " lux")
      if raw >> 12 > 11 { out.addNote("reserved exponent") }
    }
  }
}
