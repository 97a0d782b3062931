import Bytes

extension SensorTag {
  /// Movement of the CC2650, service AA80: MPU9250.
  enum Movement {
    static let decoders: [ValueDecoder] = [
      ValueDecoder("Movement Data", sensorTag: 0xAA81, data),
      ValueDecoder("Movement Configuration", sensorTag: 0xAA82, configuration),
    ]

    /// Gyroscope, accelerometer, magnetometer, three signed numbers each.
    @Sendable static func data(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 18, context)
      guard let gyroscope = axes(value, at: 0, times: 500.0 / 65536) else { return }
      out.add(keys.gyroscope, gyroscope)
      out.text(gyroscope, 1, " dps")

      let range = context.state.movementRange
      guard let accelerometer = axes(value, at: 6, times: Double(range.gravities) / 32768) else {
        return
      }
      out.add(keys.accelerometer, accelerometer)
      out.textGap()
      out.text(accelerometer, 2, " g")

      if let magnetometer = axes(value, at: 12, times: 1) {
        // The firmware has already applied the sensor's scale.
        out.add(keys.magnetometer, magnetometer)
        out.textGap()
        out.text(magnetometer, 0, " uT")
      }
      out.add(range)
      out.text(range)
    }

    /// Bits for the axes, wake on motion, and above them the range.
    @Sendable static func configuration(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 2, context)
      guard value.byteCount >= 1 else { return }
      let bits = value.uint8(at: 0)
      let isEnabled = bits & 0x7F != 0
      let gyroscope = axisNames(x: bits & 4 != 0, y: bits & 2 != 0, z: bits & 1 != 0)
      let accelerometer = axisNames(x: bits & 32 != 0, y: bits & 16 != 0, z: bits & 8 != 0)
      enabled(isEnabled, &out)
      out.add(keys.gyroscopeAxes, word: gyroscope)
      out.add(keys.accelerometerAxes, word: accelerometer)
      out.add(keys.magnetometerEnabled, bits & 0x40 != 0)
      out.add(keys.wakeOnMotion, bits & 0x80 != 0)
      if isEnabled {
        out.text.append(", gyro ")
        out.text.append(gyroscope)
        out.text.append(", accel ")
        out.text.append(accelerometer)
        out.text.append(bits & 0x40 != 0 ? ", mag on" : ", mag off")
      }
      if bits & 0x80 != 0 { out.text.append(", wake on motion") }

      guard value.byteCount >= 2 else { return }
      let high = value.uint8(at: 1)
      let gravities = 2 << Int(high & 3)
      out.add(keys.range, gravities)
      out.text.append(", ")
      out.text.append(decimal: gravities)
      out.text.append(" g")
      out.noteReserved(high & ~3)
      if context.isWrite, context.state.movementRange.source == .read,
        context.state.movementRange.gravities != gravities
      {
        out.addNote("the last range read is ")
        out.note.append(decimal: context.state.movementRange.gravities)
        out.note.append(" g: the firmware may ignore what is written")
      }
    }
  }
}
