import Bytes

/// The calibration factor of the TMP006: two are in use.
package enum ThermopileFactor: Sendable {
  /// 5.593e-14: the vendor's application and most clients.
  case application
  /// 6.4e-14: the vendor's wiki, the firmware's comment, some clients.
  case wiki

  /// S0 of the data sheet.
  package var s0: Double {
    switch self {
    case .application: 5.593e-14
    case .wiki: 6.4e-14
    }
  }
}

extension SensorTag {
  /// Infrared thermometer, service AA00: TMP006 on CC2541, TMP007 on CC2650.
  ///
  /// Source: TMP006 user's guide SBOU107, 5.1; TMP007 data sheet, 7.5.3.
  enum Temperature {
    static let decoders: [ValueDecoder] = [
      ValueDecoder("IR Temperature Data", sensorTag: 0xAA01, data),
      ValueDecoder("IR Temperature Configuration", sensorTag: 0xAA02, onOff),
    ]

    @Sendable static func data(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      switch generation(context, &out) {
      case .unknown: return
      case .cc2541: tmp006(value, context, &out)
      case .cc2650: tmp007(value, context, &out)
      }
    }

    /// Voltage of the thermopile, then temperature of the die, both signed.
    private static func tmp006(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 4, context)
      guard value.byteCount >= 4 else { return }
      let voltage = Int16(bitPattern: value.uint16LittleEndian(at: 0))
      let die = Int16(bitPattern: value.uint16LittleEndian(at: 2))
      let factor = context.state.thermopileFactor
      let ambient = Double(die) / 128
      let object = Thermopile.objectTemperature(
        voltage: Double(voltage) * 1.5625e-7, ambient: ambient, s0: factor.s0)
      if let object {
        out.add(keys.objectTemperature, object)
        out.text.append("object ")
        out.text(celsius: object, context)
        out.textGap()
      } else {
        out.addNote("no object temperature: beyond what the formula covers")
      }
      out.add(keys.ambientTemperature, ambient)
      out.text.append("ambient ")
      out.text(celsius: ambient, context)
      out.add(keys.sensor, word: "tmp006")
      out.add(keys.calibrationS0, factor.s0)
    }

    /// Two temperatures in 1/32 degree; the two lowest bits are not part of them.
    private static func tmp007(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 4, context)
      guard value.byteCount >= 2 else { return }
      let object = celsius(value.uint16LittleEndian(at: 0))
      out.add(keys.objectTemperature, object)
      out.text.append("object ")
      out.text(celsius: object, context)
      if value.byteCount >= 4 {
        let ambient = celsius(value.uint16LittleEndian(at: 2))
        out.add(keys.ambientTemperature, ambient)
        out.text.append("  ambient ")
        out.text(celsius: ambient, context)
      }
      out.add(keys.sensor, word: "tmp007")
    }

    private static func celsius(_ raw: UInt16) -> Double {
      Double(Int16(bitPattern: raw) >> 2) * 0.03125
    }
  }
}
