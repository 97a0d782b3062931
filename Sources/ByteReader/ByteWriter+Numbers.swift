/// What turns a nibble in each byte of a word into its hex digit.
@usableFromInline
enum HexCase: UInt64 {
  case lower = 0x27
  case upper = 0x07

  /// Eight hex digits at once: `'0' + nibble`, and what lies between `'9'` and `'a'` on top of it
  /// where the nibble is above 9.
  @inlinable
  func digits(_ nibbles: UInt64) -> UInt64 {
    let above9 = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return nibbles &+ 0x3030_3030_3030_3030 &+ above9 &* rawValue
  }
}

/// Two decimal digits of each number below 100: half the divisions.
private let decimalPairs: StaticString = """
  0001020304050607080910111213141516171819\
  2021222324252627282930313233343536373839\
  4041424344454647484950515253545556575859\
  6061626364656667686970717273747576777879\
  8081828384858687888990919293949596979899
  """

extension ByteWriter {
  /// Decimal digits, without sign.
  @inlinable
  package mutating func append(decimal value: UInt64) {
    if value < 10 {
      append(byte: 0x30 &+ UInt8(truncatingIfNeeded: value))
    } else {
      append(longDecimal: value)
    }
  }

  @usableFromInline
  mutating func append(longDecimal value: UInt64) {
    var digits = 2
    var limit: UInt64 = 100
    // 10^19 is the largest power that the type holds.
    while value >= limit {
      digits &+= 1
      if digits == 20 { break }
      limit &*= 10
    }
    append(decimal: value, digits: digits)
  }

  @inlinable
  package mutating func append(decimal value: Int) {
    if value < 0 { append(byte: 0x2D) }
    append(decimal: UInt64(value.magnitude))
  }

  @inlinable
  package mutating func append(decimal value: Int64) {
    append(decimal: Int(value))
  }

  /// Exactly `digits` decimal digits, zeros in front; higher digits are cut.
  package mutating func append(decimal value: UInt64, digits: Int) {
    guard digits > 0 else { return }
    reserve(digits)
    let pairs = unsafe decimalPairs.utf8Start
    var rest = value
    var position = count &+ digits
    while position &- count >= 2 {
      position &-= 2
      let pair = Int(truncatingIfNeeded: rest % 100)
      unsafe storage[position] = pairs[pair &* 2]
      unsafe storage[position &+ 1] = pairs[pair &* 2 &+ 1]
      rest /= 100
    }
    if position > count { unsafe storage[count] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10) }
    count &+= digits
  }

  /// The shortest decimal form that reads back as the same number; a whole number has no point.
  /// What is not finite is `null`, since JSON has no word for it.
  package mutating func append(number value: Double) {
    guard value.isFinite else {
      append("null")
      return
    }
    if value.magnitude < 1e15, value == Double(Int(value)) {
      // Minus zero reads as zero to a person and in every script.
      append(decimal: Int(value))
      return
    }
    if !append(shortFraction: value) { append(string: value.description) }
  }

  /// Writes a number that is a count of 10^-14 (of larger units where it is larger), as nearly all
  /// that sensors send are: a third of the time that the general search for the shortest form takes.
  ///
  /// The unit is wider than the gap between neighbouring doubles, so at most one count reads back as
  /// the number, and it has the fewest digits. The division shows whether it does: both sides are
  /// exact and it rounds correctly, as reading does.
  /// - Returns: `false`, and nothing is written, for any other number.
  private mutating func append(shortFraction value: Double) -> Bool {
    let magnitude = value.magnitude
    var decimals: Int
    let scale: Double
    switch magnitude {
    // Below 1e-4 the general form has an exponent.
    case ..<1e-4: return false
    case ..<64: (decimals, scale) = (14, 1e14)
    case ..<512: (decimals, scale) = (13, 1e13)
    case ..<4096: (decimals, scale) = (12, 1e12)
    case ..<262_144: (decimals, scale) = (10, 1e10)
    default: return false
    }
    // Rounded to a whole number, without a call.
    let scaled = UInt64(magnitude * scale + 0.5)
    guard Double(scaled) / scale == magnitude else { return false }
    let whole = UInt64(magnitude)
    var fraction = scaled &- whole &* UInt64(scale)
    while fraction % 10_000 == 0, decimals > 4 {
      fraction /= 10_000
      decimals -= 4
    }
    while fraction % 10 == 0, decimals > 1 {
      fraction /= 10
      decimals -= 1
    }
    if value < 0 { append(byte: 0x2D) }
    append(decimal: whole)
    append(byte: 0x2E)
    append(decimal: fraction, digits: decimals)
    return true
  }

  /// A number with a fixed count of decimals, rounded half away from zero: for people.
  package mutating func append(number value: Double, decimals: Int) {
    guard value.isFinite, value.magnitude < 1e15 else {
      append(number: value)
      return
    }
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = UInt64((value.magnitude * Double(scale)).rounded(.toNearestOrAwayFromZero))
    if value < 0, scaled != 0 { append(byte: 0x2D) }
    append(decimal: scaled / scale)
    if decimals > 0 {
      append(byte: 0x2E)
      append(decimal: scaled % scale, digits: decimals)
    }
  }

  mutating func append(hex span: RawSpan, _ letters: HexCase) {
    let length = span.byteCount
    reserve(length &* 2)
    var position = count
    var i = 0
    while i &+ 4 <= length {
      // Each byte into 16 bits, then its high nibble below its low one: the order of the digits.
      var spread = UInt64(span.uint32LittleEndian(at: i))
      spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
      spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
      let nibbles = (spread >> 4 | spread << 8) & 0x0F0F_0F0F_0F0F_0F0F
      unsafe UnsafeMutableRawPointer(storage + position).storeBytes(
        of: letters.digits(nibbles).littleEndian, as: UInt64.self)
      position &+= 8
      i &+= 4
    }
    while i < length {
      let byte = UInt64(span.uint8(at: i))
      let pair = letters.digits(byte >> 4 | (byte & 15) << 8)
      unsafe storage[position] = UInt8(truncatingIfNeeded: pair)
      unsafe storage[position &+ 1] = UInt8(truncatingIfNeeded: pair >> 8)
      position &+= 2
      i &+= 1
    }
    count = position
  }

  /// Lower-case hex, two digits a byte.
  package mutating func append(hex span: RawSpan) { append(hex: span, .lower) }

  /// Upper-case hex, two digits a byte.
  package mutating func append(upperHex span: RawSpan) { append(hex: span, .upper) }

  /// The lowest `digits` hex digits of a number, upper case.
  package mutating func append(upperHex value: UInt64, digits: Int) {
    guard digits > 0 else { return }
    if digits <= 8 {
      // All eight at once, of which the last are wanted.
      var spread = value & 0xFFFF_FFFF
      spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
      spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
      let nibbles = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
      let text = HexCase.upper.digits(nibbles).bigEndian >> UInt64(64 &- digits &* 8)
      reserve(8)
      unsafe UnsafeMutableRawPointer(storage + count).storeBytes(
        of: text.littleEndian, as: UInt64.self)
      count &+= digits
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

  /// The lowest six octets of a number, upper case, most significant first, colons between them.
  package mutating func append(colonHex value: UInt64) {
    reserve(17)
    var shift: UInt64 = 40
    var position = count
    while true {
      let octet = value >> shift & 0xFF
      let pair = HexCase.upper.digits(octet >> 4 | (octet & 15) << 8)
      unsafe storage[position] = UInt8(truncatingIfNeeded: pair)
      unsafe storage[position &+ 1] = UInt8(truncatingIfNeeded: pair >> 8)
      position &+= 2
      if shift == 0 { break }
      unsafe storage[position] = 0x3A
      position &+= 1
      shift &-= 8
    }
    count = position
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

  package mutating func append(uint32LittleEndian value: UInt32) {
    append(uint32BigEndian: value.byteSwapped)
  }
}
