import Glibc

/// The 32-bit decimal number of IEEE 11073-20601: 8 bits of exponent, 24 of mantissa.
enum MedicalFloat {
  /// The number; `nil` for the five special codes.
  static func value(_ bits: UInt32) -> Double? {
    let mantissaBits = bits & 0xFF_FFFF
    // NaN 7FFFFF, not at this resolution 800000, +infinity 7FFFFE, -infinity 800002, reserved 800001.
    if 0x7F_FFFE...0x80_0002 ~= mantissaBits { return nil }
    let mantissa = Double(Int32(bitPattern: bits << 8) >> 8)
    let exponent = Int(Int8(truncatingIfNeeded: bits >> 24))
    // Powers of ten up to 22 are exact, so that a division gives the nearest number: 36.5, not
    // 36.500000000000004.
    return exponent < 0
      ? mantissa / pow(10, Double(-exponent)) : mantissa * pow(10, Double(exponent))
  }
}
