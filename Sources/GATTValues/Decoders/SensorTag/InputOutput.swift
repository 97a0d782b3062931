import Bytes

extension SensorTag {
  /// Lights and buzzer of the CC2650, service AA64.
  enum InputOutput {
    static let decoders: [ValueDecoder] = [
      ValueDecoder("IO Data", sensorTag: 0xAA65, data),
      ValueDecoder("IO Configuration", sensorTag: 0xAA66, configuration),
    ]

    private static let selfTest: UInt8 = 2

    @Sendable static func data(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 1, context)
      guard value.byteCount >= 1 else { return }
      let code = value.uint8(at: 0)
      if context.state.ioMode == selfTest, !context.isWrite {
        out.add(keys.ioCode, code)
        out.text.append("self test result ")
        out.text.append(upperHex: UInt64(code), digits: 2)
        out.addNote("the result of the self test, a bit a component")
        return
      }
      out.add(keys.led1, code & 1 != 0)
      out.add(keys.led2, code & 2 != 0)
      out.add(keys.buzzer, code & 4 != 0)
      out.add(keys.ioCode, code)
      if code & 1 != 0 { out.text.append("LED 1") }
      if code & 2 != 0 { out.text.append(out.text.isEmpty ? "LED 2" : " + LED 2") }
      if code & 4 != 0 { out.text.append(out.text.isEmpty ? "buzzer" : " + buzzer") }
      if code & 7 == 0 { out.text.append("all off") }
      // In the factory image only.
      if code & 8 != 0 { out.addNote("bit 3 erases the external flash") }
      out.noteReserved(code & 0xF0)
    }

    @Sendable static func configuration(
      _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
    ) {
      out.noteLength(value.byteCount, expected: 1, context)
      guard value.byteCount >= 1 else { return }
      let code = value.uint8(at: 0)
      let mode: StaticString =
        switch code {
        case 0: "local"
        case 1: "remote"
        case selfTest: "self_test"
        default: "reserved"
        }
      out.add(keys.ioMode, word: mode, code: keys.ioModeCode, code)
      out.text.append(code == selfTest ? "self test" : mode)
      if code > 2 { out.textCode(code) }
    }
  }
}
