import ATTDissector
import Bytes

extension SensorTag {
  /// Simple keys, service FFE0 on the Bluetooth Base UUID.
  ///
  /// Documents disagree which key is left and which right, so they are numbered here.
  enum Keys {
    static let decoders: [ValueDecoder] = [
      ValueDecoder(
        "Simple Key State", .characteristicOf(BluetoothUUID(0xFFE1), service: 0xFFE0), state)
    ]

    @Sendable static func state(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      // Serial modules of other vendors use the same UUIDs for arbitrary bytes.
      let isKeyState = value.byteCount == 1 && value.uint8(at: 0) <= 7
      if context.state.generation == .unknown, !isKeyState { return }

      out.noteLength(value.byteCount, expected: 1, context)
      guard value.byteCount >= 1 else { return }
      let code = value.uint8(at: 0)
      out.add(keys.key1, code & 1 != 0)
      out.add(keys.key2, code & 2 != 0)
      out.add(keys.reedOrSide, code & 4 != 0)
      out.add(keys.keysCode, code)
      if code & 1 != 0 { out.text.append("key 1") }
      if code & 2 != 0 { out.text.append(out.text.isEmpty ? "key 2" : " + key 2") }
      if code & 4 != 0 {
        if !out.text.isEmpty { out.text.append(" + ") }
        switch context.state.generation {
        case .cc2541: out.text.append("side key")
        case .cc2650: out.text.append("reed relay")
        case .unknown: out.text.append("reed or side")
        }
      }
      if code & 7 == 0 { out.text.append("no key") }
      out.noteReserved(code & ~7)
    }
  }
}
