import Bytes

extension SensorTag {
  /// Gyroscope of the CC2541, service AA50: IMU-3000.
  enum Gyroscope {
    static let decoders: [ValueDecoder] = [
      ValueDecoder("Gyroscope Data", sensorTag: 0xAA51, data),
      ValueDecoder("Gyroscope Configuration", sensorTag: 0xAA52, configuration),
    ]

    /// Order and sign as on the wire; clients rotate the axes, each in its own way.
    @Sendable static func data(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 6, context)
      guard let axes = axes(value, at: 0, times: 500.0 / 65536) else { return }
      out.add(keys.gyroscope, axes)
      out.text(axes, 2, " dps")
    }

    /// One bit per axis, x lowest.
    @Sendable static func configuration(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 1, context)
      guard value.byteCount >= 1 else { return }
      let mask = value.uint8(at: 0)
      enabled(mask & 7 != 0, &out)
      let names = axisNames(x: mask & 1 != 0, y: mask & 2 != 0, z: mask & 4 != 0)
      out.add(keys.gyroscopeAxes, word: names)
      if mask & 7 != 0 {
        out.text.append(", ")
        out.text.append(names)
      }
      out.noteReserved(mask & ~7)
    }
  }

  static func axisNames(x: Bool, y: Bool, z: Bool) -> StaticString {
    switch (x, y, z) {
    case (true, true, true): "xyz"
    case (true, true, false): "xy"
    case (true, false, true): "xz"
    case (false, true, true): "yz"
    case (true, false, false): "x"
    case (false, true, false): "y"
    case (false, false, true): "z"
    case (false, false, false): "none"
    }
  }
}
