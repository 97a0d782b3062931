/// What turns the nibble in each byte of a word into its hex digit.
enum HexCase: UInt64 {
  case lower = 0x2727_2727_2727_2727
  case upper = 0x0707_0707_0707_0707

  /// Eight hex digits at once: `'0' + nibble`, plus the gap between `'9'` and `'a'` where the
  /// nibble is above 9.
  @inline(__always)
  func digits(_ nibbles: UInt64) -> UInt64 {
    let above9 = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    let all = (above9 << 8) &- above9
    return nibbles &+ 0x3030_3030_3030_3030 &+ (all & rawValue)
  }

  /// The digits of eight bytes.
  @inline(__always)
  func digits(_ bytes: SIMD8<UInt8>) -> SIMD16<UInt8> {
    // Each byte in 16 bits, its high nibble below its low one: the order of the digits.
    let wide = SIMD8<UInt16>(truncatingIfNeeded: bytes)
    func all(_ word: UInt16) -> SIMD8<UInt16> { SIMD8(repeating: word) }
    let nibbles = (wide &>> all(4) | wide &<< all(8)) & all(0x0F0F)
    let above9 = (nibbles &+ all(0x0606)) &>> all(4) & all(0x0101)
    let letters = (above9 &<< all(8)) &- above9
    let digits = nibbles &+ all(0x3030) &+ (letters & all(UInt16(truncatingIfNeeded: rawValue)))
    return unsafe unsafeBitCast(digits, to: SIMD16<UInt8>.self)
  }

  /// The digits of four bytes, the lowest first.
  @inline(__always)
  func digits(ofBytes bytes: UInt64) -> UInt64 {
    // Spreads each byte over 16 bits, its high nibble below its low one: the order of the digits.
    var spread = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    return digits((spread >> 4 | spread << 8) & 0x0F0F_0F0F_0F0F_0F0F)
  }
}

/// The digit 0 in each byte.
let asciiZeros: UInt64 = 0x3030_3030_3030_3030

/// The eight decimal digits of a number below 100,000,000, one per byte, the first in the lowest.
///
/// Splits the number three times, all parts at once: into 4 and 4 digits, then 2 in each half, then
/// 1. The factors are 1/100 and 1/10 in fixed point, exact in the range they are used for.
@inline(__always)
func decimalDigits(_ value: UInt32) -> UInt64 {
  let fours = UInt64(value / 10_000) | UInt64(value % 10_000) << 32
  let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
  let twos = hundreds | (fours &- hundreds &* 100) << 16
  let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
  return tens | (twos &- tens &* 10) << 8
}

/// The four digits of a number below 10,000, as `decimalDigits`.
@inline(__always)
private func fourDigits(_ value: UInt32) -> UInt32 {
  let hundreds = (value &* 5243) >> 19
  let twos = hundreds | (value &- hundreds &* 100) << 16
  let tens = (twos &* 103) >> 10 & 0x000F_000F
  return tens | (twos &- tens &* 10) << 8
}

/// The digits of the whole microseconds in a part of a second, in six bytes, the first in the lowest.
@inline(__always)
package func microsecondDigits(_ nanoseconds: UInt32) -> UInt64 {
  (decimalDigits(nanoseconds / 1000) | asciiZeros) >> 16
}

extension ByteWriter {
  /// The first `length` of 32 bytes.
  @inlinable
  @inline(__always)
  package mutating func append(_ bytes: SIMD32<UInt8>, length: Int) {
    reserve(32)
    unsafe UnsafeMutableRawPointer(storage + count).storeBytes(of: bytes, as: SIMD32<UInt8>.self)
    count &+= min(max(length, 0), 32)
  }

  /// The first `length` of eight bytes, the lowest first.
  @inlinable
  @inline(__always)
  package mutating func append(bytes: UInt64, length: Int) {
    reserve(8)
    unsafe UnsafeMutableRawPointer(storage + count).storeBytes(
      of: bytes.littleEndian, as: UInt64.self)
    count &+= min(max(length, 0), 8)
  }

  /// Decimal digits, without sign.
  @inlinable
  package mutating func append(decimal value: UInt64) {
    if value < 10 {
      append(byte: 0x30 &+ UInt8(truncatingIfNeeded: value))
    } else if value < 100 {
      // A tenth in fixed point, exact in this range.
      let tens = (value &* 103) >> 10
      append(bytes: (0x3030 &+ tens) | (value &- tens &* 10) << 8, length: 2)
    } else {
      append(longDecimal: value)
    }
  }

  @usableFromInline
  mutating func append(longDecimal value: UInt64) {
    // Most are lengths and handles.
    if value < 10_000 {
      let digits = fourDigits(UInt32(truncatingIfNeeded: value))
      let zeros = digits.trailingZeroBitCount >> 3
      append(
        bytes: UInt64((digits | UInt32(truncatingIfNeeded: asciiZeros)) >> UInt32(zeros &* 8)),
        length: 4 &- zeros)
      return
    }
    guard value < 100_000_000 else {
      append(decimal: value / 100_000_000)
      append(decimal: value % 100_000_000, digits: 8)
      return
    }
    let digits = decimalDigits(UInt32(truncatingIfNeeded: value))
    // Leading zeros are still zero bytes; the last digit stays.
    let zeros = min(digits.trailingZeroBitCount >> 3, 7)
    append(bytes: (digits | asciiZeros) >> UInt64(zeros &* 8), length: 8 &- zeros)
  }

  package mutating func append(decimal value: Int) {
    let magnitude = UInt64(value.magnitude)
    guard magnitude < 100 else {
      if value < 0 { append(byte: 0x2D) }
      return append(longDecimal: magnitude)
    }
    // As most are: sign and digits at once. A tenth in fixed point, exact in this range.
    let tens = (magnitude &* 103) >> 10
    var text = 0x30 &+ magnitude &- tens &* 10
    var length = 1
    if tens > 0 {
      text = 0x30 &+ tens | text << 8
      length = 2
    }
    if value < 0 {
      text = 0x2D | text << 8
      length &+= 1
    }
    append(bytes: text, length: length)
  }

  package mutating func append(decimal value: Int64) {
    append(decimal: Int(value))
  }

  /// Exactly `digits` decimal digits, padded with zeros; higher digits are cut.
  package mutating func append(decimal value: UInt64, digits: Int) {
    guard digits > 0 else { return }
    if digits > 8 {
      append(decimal: value / 100_000_000, digits: digits &- 8)
      append(decimal: value, digits: 8)
      return
    }
    let lowest = UInt32(truncatingIfNeeded: value < 100_000_000 ? value : value % 100_000_000)
    let text = decimalDigits(lowest) | asciiZeros
    append(bytes: text >> UInt64(64 &- digits &* 8), length: digits)
  }

  /// The shortest decimal form that reads back as the same number; a whole number has no point.
  /// Infinities and NaN become `null`, since JSON cannot express them.
  package mutating func append(number value: Double) {
    guard value.isFinite else {
      append("null")
      return
    }
    if value.magnitude < 1e15, value == Double(Int(value)) {
      // People and scripts read minus zero as zero.
      append(decimal: Int(value))
      return
    }
    if !append(shortFraction: value) { append(string: value.description) }
  }

  /// Writes a number that is a multiple of 10^-14 (of a larger unit if the number is larger), as
  /// nearly all sensor values are, in a third of the time of the general shortest-form search.
  ///
  /// The unit is wider than the gap between neighbouring doubles, so at most one multiple reads
  /// back as the number, and it has the fewest digits. The division checks that: both operands are
  /// exact and it rounds correctly, as parsing does.
  /// - Returns: `false` for any other number, with nothing written.
  private mutating func append(shortFraction value: Double) -> Bool {
    let magnitude = value.magnitude
    let decimals: Int
    let scale: Double
    switch magnitude {
    // Below 1e-4 the general form has an exponent.
    case ..<1e-4: return false
    case ..<64: (decimals, scale) = (14, 1e14)
    case ..<512: (decimals, scale) = (13, 1e13)
    case ..<4096: (decimals, scale) = (12, 1e12)
    case ..<262_144: (decimals, scale) = (10, 1e10)
    // 2^26 and 2^33.
    case ..<67_108_864: (decimals, scale) = (8, 1e8)
    case ..<8_589_934_592: (decimals, scale) = (6, 1e6)
    default: return false
    }
    // Rounded to a whole number, without a call.
    let scaled = UInt64(magnitude * scale + 0.5)
    guard Double(scaled) / scale == magnitude else { return false }
    let whole = UInt64(magnitude)
    var fraction = scaled &- whole &* UInt64(scale)
    if value < 0 { append(byte: 0x2D) }
    append(decimal: whole)
    append(byte: 0x2E)
    // Sixteen digits; trailing zeros do not count.
    switch decimals {
    case 14: fraction &*= 100
    case 13: fraction &*= 1000
    case 12: fraction &*= 10_000
    case 10: fraction &*= 1_000_000
    case 8: fraction &*= 100_000_000
    default: fraction &*= 10_000_000_000
    }
    let high = decimalDigits(UInt32(truncatingIfNeeded: fraction / 100_000_000))
    let low = decimalDigits(UInt32(truncatingIfNeeded: fraction % 100_000_000))
    if low == 0 {
      append(bytes: high | asciiZeros, length: 8 &- high.leadingZeroBitCount >> 3)
    } else {
      append(bytes: high | asciiZeros, length: 8)
      append(bytes: low | asciiZeros, length: 8 &- low.leadingZeroBitCount >> 3)
    }
    return true
  }

  /// A number with a fixed number of decimals, rounded half away from zero: for people.
  package mutating func append(number value: Double, decimals: Int) {
    let decimals = min(max(decimals, 0), 18)
    let magnitude = value.magnitude
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale &*= 10 }
    let product = magnitude * Double(scale)
    // Also what is not finite.
    guard magnitude < 1e15, product < 1e19 else {
      append(number: value)
      return
    }
    // The rest is exact, so that this rounds as `rounded` does, without a call.
    let below = UInt64(product)
    let scaled = product - Double(below) < 0.5 ? below : below &+ 1
    if value < 0, scaled != 0 { append(byte: 0x2D) }
    guard scaled < 100_000_000, decimals < 8 else {
      append(decimal: scaled / scale)
      guard decimals > 0 else { return }
      append(byte: 0x2E)
      append(decimal: scaled % scale, digits: decimals)
      return
    }
    // Leading zeros are zero bytes; one digit stays before the point.
    let digits = decimalDigits(UInt32(truncatingIfNeeded: scaled))
    let first = min(digits.trailingZeroBitCount >> 3, 7 &- decimals)
    let text = digits | asciiZeros
    append(bytes: text >> UInt64(first &* 8), length: 8 &- decimals &- first)
    guard decimals > 0 else { return }
    append(byte: 0x2E)
    append(bytes: text >> UInt64(64 &- decimals &* 8), length: decimals)
  }

  /// Lower-case hex, two digits a byte.
  package mutating func append(hex span: RawSpan) {
    let letters = HexCase.lower
    let length = span.byteCount
    reserve(length &* 2)
    let target = unsafe UnsafeMutableRawPointer(storage + count)
    unsafe span.withUnsafeBytes { source in
      guard let source = source.baseAddress else { return }
      var i = 0
      while length &- i >= 8 {
        let bytes = unsafe source.loadUnaligned(fromByteOffset: i, as: SIMD8<UInt8>.self)
        unsafe target.storeBytes(
          of: letters.digits(bytes), toByteOffset: i &* 2, as: SIMD16<UInt8>.self)
        i &+= 8
      }
      guard i < length else { return }
      // The last bytes, together with some before them.
      if length >= 8 {
        i = length &- 8
        let bytes = unsafe source.loadUnaligned(fromByteOffset: i, as: SIMD8<UInt8>.self)
        unsafe target.storeBytes(
          of: letters.digits(bytes), toByteOffset: i &* 2, as: SIMD16<UInt8>.self)
      } else if length >= 4 {
        let first = unsafe source.loadUnaligned(as: UInt32.self)
        let last = unsafe source.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
        unsafe target.storeBytes(
          of: letters.digits(ofBytes: UInt64(UInt32(littleEndian: first))).littleEndian,
          as: UInt64.self)
        unsafe target.storeBytes(
          of: letters.digits(ofBytes: UInt64(UInt32(littleEndian: last))).littleEndian,
          toByteOffset: length &* 2 &- 8, as: UInt64.self)
      } else {
        while i < length {
          let byte = unsafe source.load(fromByteOffset: i, as: UInt8.self)
          let pair = UInt16(truncatingIfNeeded: letters.digits(ofBytes: UInt64(byte)))
          unsafe target.storeBytes(of: pair.littleEndian, toByteOffset: i &* 2, as: UInt16.self)
          i &+= 1
        }
      }
    }
    count &+= length &* 2
  }

  /// The lowest `digits` hex digits of a number, upper case.
  package mutating func append(upperHex value: UInt64, digits: Int) {
    guard digits > 0 else { return }
    if digits <= 8 {
      // All eight at once; only the last ones are wanted.
      var spread = value & 0xFFFF_FFFF
      spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
      spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
      let nibbles = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
      let text = HexCase.upper.digits(nibbles).bigEndian
      append(bytes: text >> UInt64(64 &- digits &* 8), length: digits)
      return
    }
    reserve(digits)
    var rest = value
    var position = count &+ digits
    while position > count {
      position &-= 1
      let nibble = UInt8(truncatingIfNeeded: rest) & 15
      unsafe storage[position] = 0x30 &+ nibble &+ (nibble > 9 ? 7 : 0)
      rest >>= 4
    }
    count &+= digits
  }

  /// The lowest six octets of a number, upper case, most significant first, separated by colons.
  package mutating func append(colonHex value: UInt64) {
    // The first octet in the lowest byte.
    let octets = value.byteSwapped >> 16
    let first = HexCase.upper.digits(ofBytes: octets & 0xFFFF_FFFF)
    let last = HexCase.upper.digits(ofBytes: octets >> 32)
    // `AA:BB:CC`, `:DD:EE:F` and `F`.
    append(
      bytes: first & 0xFFFF | 0x3A << 16 | (first >> 16 & 0xFFFF) << 24 | 0x3A << 40
        | (first >> 32 & 0xFFFF) << 48, length: 8)
    append(
      bytes: 0x3A | (first >> 48) << 8 | 0x3A << 24 | (last & 0xFFFF) << 32 | 0x3A << 48
        | (last >> 16 & 0xFF) << 56, length: 8)
    append(byte: UInt8(truncatingIfNeeded: last >> 24))
  }

  package mutating func append(uint16BigEndian value: UInt16) {
    append(byte: UInt8(truncatingIfNeeded: value >> 8))
    append(byte: UInt8(truncatingIfNeeded: value))
  }

  package mutating func append(uint32BigEndian value: UInt32) {
    append(uint16BigEndian: UInt16(truncatingIfNeeded: value >> 16))
    append(uint16BigEndian: UInt16(truncatingIfNeeded: value))
  }

  package mutating func append(uint64BigEndian value: UInt64) {
    append(uint32BigEndian: UInt32(truncatingIfNeeded: value >> 32))
    append(uint32BigEndian: UInt32(truncatingIfNeeded: value))
  }

  package mutating func append(uint16LittleEndian value: UInt16) {
    append(uint16BigEndian: value.byteSwapped)
  }

  package mutating func append(uint64LittleEndian value: UInt64) {
    append(uint32LittleEndian: UInt32(truncatingIfNeeded: value))
    append(uint32LittleEndian: UInt32(truncatingIfNeeded: value >> 32))
  }

  package mutating func append(uint32LittleEndian value: UInt32) {
    append(uint32BigEndian: value.byteSwapped)
  }
}

extension String {
  /// Upper-case hex with a minimum number of digits.
  package init(upperHex number: some BinaryInteger, digits: Int) {
    self.init(number, radix: 16, uppercase: true)
    let missing = digits - utf8.count
    if missing > 0 { self = String(repeating: "0", count: missing) + self }
  }
}
