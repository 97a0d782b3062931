import Bytes

/// The eight coefficients of the T5400, read from AA43.
package struct BarometerCalibration: Equatable, Sendable {
  package var c1: UInt16
  package var c2: UInt16
  package var c3: UInt16
  package var c4: UInt16
  package var c5: Int16
  package var c6: Int16
  package var c7: Int16
  package var c8: Int16

  /// 16 bytes: four unsigned, four signed numbers.
  package init?(_ value: RawSpan) {
    guard value.byteCount == 16 else { return nil }
    c1 = value.uint16LittleEndian(at: 0)
    c2 = value.uint16LittleEndian(at: 2)
    c3 = value.uint16LittleEndian(at: 4)
    c4 = value.uint16LittleEndian(at: 6)
    c5 = Int16(bitPattern: value.uint16LittleEndian(at: 8))
    c6 = Int16(bitPattern: value.uint16LittleEndian(at: 10))
    c7 = Int16(bitPattern: value.uint16LittleEndian(at: 12))
    c8 = Int16(bitPattern: value.uint16LittleEndian(at: 14))
  }

  /// The attribute holds zeros until AA42 = 2 makes the firmware fetch the coefficients.
  var isBlank: Bool {
    c1 | c2 | c3 | c4 == 0 && c5 | c6 | c7 | c8 == 0
  }

  /// Degrees Celsius.
  func temperature(_ raw: Int16) -> Double {
    Double(c1) * Double(raw) / 16_777_216 + Double(c2) / 1024
  }

  /// Hectopascals; the raw pressure is unsigned.
  func pressure(_ rawPressure: UInt16, temperature raw: Int16) -> Double {
    let t = Double(raw)
    let sensitivity =
      Double(c3) + Double(c4) * t / 131_072 + Double(c5) * t * t / 17_179_869_184
    let offset =
      Double(c6) * 16_384 + Double(c7) * t / 8 + Double(c8) * t * t / 524_288
    return (sensitivity * Double(rawPressure) + offset) / 16_384 / 100
  }
}
