import Bytes
import Vocabulary

extension SensorTag {
  /// Barometer, service AA40: T5400 on CC2541, BMP280 on CC2650.
  enum Barometer {
    static let decoders: [ValueDecoder] = [
      ValueDecoder("Barometer Data", sensorTag: 0xAA41, data),
      ValueDecoder("Barometer Configuration", sensorTag: 0xAA42, configuration),
      ValueDecoder("Barometer Calibration", sensorTag: 0xAA43, calibration),
    ]

    @Sendable static func data(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      var generation = context.state.generation
      // No other value of either device has six bytes.
      if generation == .unknown, value.byteCount == 6 { generation = .cc2650 }
      switch generation {
      case .unknown: _ = SensorTag.generation(context, &out)
      case .cc2541: t5400(value, context, &out)
      case .cc2650:
        // Firmware 0.x sent four bytes.
        let isEarly = context.state.firmware.map { $0 < FirmwareRevision(hundredths: 100) }
        if isEarly ?? (value.byteCount == 4 && !context.isTruncated) {
          bmp280Early(value, context, &out)
        } else {
          bmp280(value, context, &out)
        }
      }
    }

    /// Raw temperature and pressure, meaningless without the device's own coefficients.
    private static func t5400(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 4, context)
      guard value.byteCount >= 2 else { return }
      let rawTemperature = Int16(bitPattern: value.uint16LittleEndian(at: 0))
      let rawPressure = value.byteCount >= 4 ? value.uint16LittleEndian(at: 2) : nil
      guard let calibration = context.state.barometerCalibration else {
        out.add(keys.rawTemperature, rawTemperature)
        out.text.append("raw ")
        out.text.append(decimal: Int(rawTemperature))
        if let rawPressure {
          out.add(keys.rawPressure, rawPressure)
          out.text.append(" ")
          out.text.append(decimal: Int(rawPressure))
        }
        out.add(keys.calibrationSource, word: "missing")
        out.text.append(", calibration not seen")
        return
      }
      show(
        celsius: calibration.temperature(rawTemperature),
        hectopascals: rawPressure.map { calibration.pressure($0, temperature: rawTemperature) },
        context, &out)
      out.add(keys.calibrationSource, word: "read")
    }

    /// Two 24-bit numbers in hundredths. The temperature is the low part of a signed 32-bit number.
    private static func bmp280(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 6, context)
      var cursor = ByteCursor(value)
      guard let temperature = try? cursor.uint24LittleEndian() else { return }
      let pressure = try? cursor.uint24LittleEndian()
      show(
        celsius: Double(Int32(bitPattern: temperature << 8) >> 8) / 100,
        hectopascals: pressure.map { Double($0) / 100 }, context, &out)
    }

    /// Two numbers of 12 bits times a power of two, in hundredths.
    private static func bmp280Early(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 4, context)
      guard value.byteCount >= 2 else { return }
      func hundredths(_ raw: UInt16) -> Double {
        Double(Int(raw & 0xFFF) << Int(raw >> 12)) / 100
      }
      show(
        celsius: hundredths(value.uint16LittleEndian(at: 0)),
        hectopascals: value.byteCount >= 4 ? hundredths(value.uint16LittleEndian(at: 2)) : nil,
        context, &out)
    }

    private static func show(
      celsius: Double, hectopascals: Double?, _ context: DecodingContext,
      _ out: inout FieldBuffer
    ) {
      out.add(keys.temperature, celsius)
      out.text(celsius: celsius, context)
      guard let hectopascals else { return }
      out.add(keys.pressure, hectopascals)
      out.textGap()
      out.text(hectopascals, 2, " hPa")
    }

    /// Off, on, or a command to fetch the coefficients (CC2541).
    @Sendable static func configuration(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      guard value.byteCount >= 1, value.uint8(at: 0) == 2 else {
        return onOff(value, context, &out)
      }
      out.noteLength(value.byteCount, expected: 1, context)
      out.add(keys.command, word: "read_calibration")
      out.text.append("read the calibration")
    }

    /// Coefficients c1 to c4 unsigned, c5 to c8 signed.
    @Sendable static func calibration(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 16, context)
      for i in 0..<min(value.byteCount / 2, 8) {
        let bits = value.uint16LittleEndian(at: i * 2)
        let coefficient = i < 4 ? Int(bits) : Int(Int16(bitPattern: bits))
        out.add(coefficientKey(i), coefficient)
        out.text.append(i == 0 ? "c1..c8 " : " ")
        out.text.append(decimal: coefficient)
      }
      if let all = BarometerCalibration(value), all.isBlank {
        out.addNote("all zero: the firmware has not fetched it yet")
      }
    }

    private static func coefficientKey(_ i: Int) -> Key {
      switch i {
      case 0: keys.c1
      case 1: keys.c2
      case 2: keys.c3
      case 3: keys.c4
      case 4: keys.c5
      case 5: keys.c6
      case 6: keys.c7
      default: keys.c8
      }
    }
  }
}
