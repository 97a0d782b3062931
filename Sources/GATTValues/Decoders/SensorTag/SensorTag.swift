import ATTDissector
import Bytes
import Vocabulary

/// The Texas Instruments SensorTags: CC2541 (2013) and CC2650 (2015).
///
/// Most attributes of the two share UUIDs; where the meaning differs, `DeviceState.generation`
/// decides, and without it there are no fields.
enum SensorTag: DecoderFamily {
  struct FieldKeys: Sendable {
    let enabled = Key(decoded: "enabled", .boolean, "whether a sensor is on")
    let configurationCode = Key(decoded: "configuration_code", .integer, "a reserved value")
    let accelerometer = Key(decoded: "accelerometer_g", .list(.number), unit: "g", "x, y, z")
    let gyroscope = Key(
      decoded: "gyroscope_dps", .list(.number), unit: "°/s", "x, y, z")
    let magnetometer = Key(decoded: "magnetometer_ut", .list(.number), unit: "µT", "x, y, z")
    let accelerometerAxes = Key(decoded: "accelerometer_axes", .word, "axes that are on")
    let gyroscopeAxes = Key(decoded: "gyroscope_axes", .word, "axes that are on")
    let magnetometerEnabled = Key(decoded: "magnetometer_enabled", .boolean, "whether it is on")
    let wakeOnMotion = Key(decoded: "wake_on_motion", .boolean, "whether motion turns it on")
    let range = Key(decoded: "range_g", .number, unit: "g", "of the accelerometer")
    let rangeSource = Key(
      decoded: "range_source", .one(of: "read", "written", "assumed"), "where the range is from")
    let rawTemperature = Key(decoded: "raw_temperature", .integer, "without the calibration")
    let rawPressure = Key(decoded: "raw_pressure", .integer, "without the calibration")
    let calibrationSource = Key(
      decoded: "calibration_source", .one(of: "missing", "read"), "of the barometer")
    let temperature = Key(
      decoded: "temperature_celsius", .number, unit: "°C", "of the barometer, the hygrometer")
    let pressure = Key(decoded: "pressure_hpa", .number, unit: "hPa", "of the barometer")
    let humidity = Key(
      decoded: "relative_humidity_percent", .number, unit: "%", "of the hygrometer")
    let command = Key(decoded: "command", .one(of: "read_calibration"), "of the barometer")
    let ioCode = Key(decoded: "io_code", .integer, "IO Data")
    let led1 = Key(decoded: "led_1", .boolean, "IO Data")
    let led2 = Key(decoded: "led_2", .boolean, "IO Data")
    let buzzer = Key(decoded: "buzzer", .boolean, "IO Data")
    let ioMode = Key(decoded: "io_mode", .word, "IO Configuration")
    let ioModeCode = Key(decoded: "io_mode_code", .integer, "its number")
    let key1 = Key(decoded: "key_1", .boolean, "Simple Keys")
    let key2 = Key(decoded: "key_2", .boolean, "Simple Keys")
    let reedOrSide = Key(decoded: "reed_or_side", .boolean, "reed relay, or the key at the side")
    let keysCode = Key(decoded: "keys_code", .integer, "all of them")
    let illuminance = Key(decoded: "illuminance_lux", .number, unit: "lx", "Luxometer")
    let period = Key(decoded: "period_ms", .number, unit: "ms", "of a sensor")
    let objectTemperature = Key(
      decoded: "object_temperature_celsius", .number, unit: "°C", "in front of the thermopile")
    let ambientTemperature = Key(
      decoded: "ambient_temperature_celsius", .number, unit: "°C", "of the thermopile")
    let sensor = Key(decoded: "sensor", .one(of: "tmp006", "tmp007"), "the thermopile")
    let calibrationS0 = Key(decoded: "calibration_s0", .number, "of the TMP006")
    let c1 = Key(decoded: "c1", .integer, "calibration of the barometer")
    let c2 = Key(decoded: "c2", .integer, "calibration of the barometer")
    let c3 = Key(decoded: "c3", .integer, "calibration of the barometer")
    let c4 = Key(decoded: "c4", .integer, "calibration of the barometer")
    let c5 = Key(decoded: "c5", .integer, "calibration of the barometer")
    let c6 = Key(decoded: "c6", .integer, "calibration of the barometer")
    let c7 = Key(decoded: "c7", .integer, "calibration of the barometer")
    let c8 = Key(decoded: "c8", .integer, "calibration of the barometer")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] =
    Temperature.decoders + Accelerometer.decoders + Humidity.decoders + Magnetometer.decoders
    + Barometer.decoders + Gyroscope.decoders + InputOutput.decoders + Light.decoders
    + Movement.decoders + Keys.decoders + Period.decoders

  /// `nil` and a remark where the generation is unknown.
  static func generation(
    _ context: DecodingContext, _ out: inout FieldBuffer
  ) -> DeviceState.Generation {
    if context.state.generation == .unknown {
      out.addNote("which SensorTag is not known: CC2541 and CC2650 mean different things by this")
    }
    return context.state.generation
  }

  /// Three signed 16-bit numbers at `offset`, each times `scale`; `nil` if any is missing.
  static func axes(_ value: RawSpan, at offset: Int, times scale: Double) -> Axes? {
    guard value.byteCount >= offset + 6 else { return nil }
    func axis(_ i: Int) -> Double {
      Double(Int16(bitPattern: value.uint16LittleEndian(at: offset + i * 2))) * scale
    }
    return Axes(x: axis(0), y: axis(1), z: axis(2))
  }

  /// A register that turns a sensor on (1) or off (0).
  @Sendable static func onOff(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 1, context)
    guard value.byteCount >= 1 else { return }
    let code = value.uint8(at: 0)
    guard code <= 1 else { return reservedConfiguration(code, &out) }
    enabled(code == 1, &out)
  }

  static func enabled(_ isOn: Bool, _ out: inout FieldBuffer) {
    out.add(keys.enabled, isOn)
    out.text.append(isOn ? "on" : "off")
  }

  static func reservedConfiguration(_ code: UInt8, _ out: inout FieldBuffer) {
    out.add(keys.configurationCode, code)
    out.text.append("reserved")
    out.textCode(code)
    out.addNote("reserved value")
  }
}

extension BluetoothUUID {
  /// F000xxxx-0451-4000-B000-000000000000.
  private static let sensorTagBase: UInt128 = 0xF000_0000_0451_4000_B000_0000_0000_0000

  /// A UUID on the vendor's base.
  package init(sensorTag number: UInt16) {
    self.init(value: Self.sensorTagBase | UInt128(number) << 96)
  }

  /// The number in a UUID on the vendor's base, `nil` for any other UUID.
  package var sensorTagNumber: UInt16? {
    let mask: UInt128 = 0xFFFF << 96
    return value & ~mask == Self.sensorTagBase ? UInt16(truncatingIfNeeded: value >> 96) : nil
  }
}

extension ValueDecoder {
  /// A characteristic on the vendor's base.
  init(_ name: StaticString, sensorTag number: UInt16, _ decode: @escaping Decode) {
    self.init(name, .characteristic(BluetoothUUID(sensorTag: number)), decode)
  }
}
