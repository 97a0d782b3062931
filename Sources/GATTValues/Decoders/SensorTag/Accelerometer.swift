import Bytes

extension SensorTag {
  /// Accelerometer of the CC2541, service AA10: KXTJ9.
  enum Accelerometer {
    static let decoders: [ValueDecoder] = [
      ValueDecoder("Accelerometer Data", sensorTag: 0xAA11, data),
      ValueDecoder("Accelerometer Configuration", sensorTag: 0xAA12, configuration),
    ]

    /// Three signed bytes, scaled to the full range.
    @Sendable static func data(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 3, context)
      guard value.byteCount >= 3 else { return }
      let range = context.state.accelerometerRange
      let scale = Double(range.gravities) / 128
      let axes = Axes(
        x: Double(Int8(bitPattern: value.uint8(at: 0))) * scale,
        y: Double(Int8(bitPattern: value.uint8(at: 1))) * scale,
        z: Double(Int8(bitPattern: value.uint8(at: 2))) * scale)
      out.add(keys.accelerometer, axes)
      out.add(range)
      out.text(axes, 2, " g")
      out.text(range)
    }

    /// Off, or on with a range.
    @Sendable static func configuration(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 1, context)
      guard value.byteCount >= 1 else { return }
      let code = value.uint8(at: 0)
      guard code <= 3 else { return reservedConfiguration(code, &out) }
      enabled(code != 0, &out)
      guard code != 0 else { return }
      var state = context.state
      state.accelerometerCode = (code, .read)
      let gravities = state.accelerometerRange.gravities
      out.add(keys.range, gravities)
      out.text.append(", ")
      out.text.append(decimal: gravities)
      out.text.append(" g")
    }
  }
}
