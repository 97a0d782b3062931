import Bytes
import Vocabulary

/// Battery Service, 180F, and the transmit power that often accompanies it.
///
/// Source: GATT Specification Supplement, Battery Level and Tx Power Level.
enum Battery: DecoderFamily {
  struct FieldKeys: Sendable {
    let level = Key(
      decoded: "battery_level_percent", .number, unit: "%", limits: .octet, "Battery Level")
    let transmitPower = Key(
      decoded: "tx_power_dbm", .integer, unit: "dBm", "Tx Power Level")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] = [
    ValueDecoder("Battery Level", 0x2A19, level),
    ValueDecoder("Tx Power Level", 0x2A07, transmitPower),
  ]

  @Sendable static func level(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 1, context)
    guard value.byteCount >= 1 else { return }
    let percent = value.uint8(at: 0)
    out.add(keys.level, percent)
    out.text.append(decimal: Int(percent))
    out.text.append(" %")
    if percent > 100 { out.addNote("above 100 %: reserved") }
  }

  @Sendable static func transmitPower(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 1, context)
    guard value.byteCount >= 1 else { return }
    let power = Int8(bitPattern: value.uint8(at: 0))
    out.add(keys.transmitPower, power)
    out.text.append(decimal: Int(power))
    out.text.append(" dBm")
  }
}
