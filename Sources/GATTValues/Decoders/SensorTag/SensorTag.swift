import ATTDissector
import Bytes

/// The Texas Instruments SensorTags: CC2541 (2013) and CC2650 (2015).
///
/// Most attributes of the two share UUIDs; where the meaning differs, `DeviceState.generation` says
/// which it is, and without it there are no fields.
enum SensorTag {
  static let decoders: [ValueDecoder] =
    Temperature.decoders + Accelerometer.decoders + Humidity.decoders + Magnetometer.decoders
    + Barometer.decoders + Gyroscope.decoders + InputOutput.decoders + Light.decoders
    + Movement.decoders + Keys.decoders + Period.decoders

  /// `nil` and a remark where the generation is not known.
  static func generation(
    _ context: DecodingContext, _ out: inout FieldBuffer
  ) -> DeviceState.Generation {
    if context.state.generation == .unknown {
      out.addNote("which SensorTag is not known: CC2541 and CC2650 mean different things by this")
    }
    return context.state.generation
  }

  /// Three signed 16-bit numbers at `offset`, each times `scale`; `nil` if they are not all there.
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
    out.add("enabled", isOn)
    out.text.append(isOn ? "on" : "off")
  }

  static func reservedConfiguration(_ code: UInt8, _ out: inout FieldBuffer) {
    out.add("configuration_code", code)
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
