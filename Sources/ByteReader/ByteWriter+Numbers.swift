import Glibc

@usableFromInline let lowerDigits: StaticString = "0123456789abcdef"
@usableFromInline let upperDigits: StaticString = "0123456789ABCDEF"

extension ByteWriter {
  /// Decimal digits, without sign.
  @inlinable
  package mutating func append(decimal value: UInt64) {
    if value < 10 {
      append(byte: 0x30 &+ UInt8(truncatingIfNeeded: value))
      return
    }
    var digits = 0
    var rest = value
    while rest != 0 {
      digits &+= 1
      rest /= 10
    }
    reserve(digits)
    var position = count &+ digits
    rest = value
    while rest != 0 {
      position &-= 1
      unsafe storage[position] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count &+= digits
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
  @inlinable
  package mutating func append(decimal value: UInt64, digits: Int) {
    reserve(digits)
    var rest = value
    var position = count &+ digits
    for _ in 0..<digits {
      position &-= 1
      unsafe storage[position] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count &+= digits
  }

  /// The shortest decimal form that reads back as the same number; a whole number has no point.
  /// What is not finite is `null`, since JSON has no word for it.
  package mutating func append(number value: Double) {
    guard value.isFinite else {
      append("null")
      return
    }
    if value == value.rounded(), value.magnitude < 1e15 {
      // Minus zero reads as zero to a person and in every script.
      append(decimal: Int(value))
      return
    }
    append(string: value.description)
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

  @inlinable
  mutating func append(hex span: RawSpan, table: StaticString) {
    let length = span.byteCount
    reserve(length &* 2)
    var position = count
    for i in 0..<length {
      let byte = Int(span.uint8(at: i))
      unsafe storage[position] = table.utf8Start[byte >> 4]
      unsafe storage[position &+ 1] = table.utf8Start[byte & 15]
      position &+= 2
    }
    count = position
  }

  /// Lower-case hex, two digits a byte.
  @inlinable
  package mutating func append(hex span: RawSpan) { append(hex: span, table: lowerDigits) }

  /// Upper-case hex, two digits a byte.
  @inlinable
  package mutating func append(upperHex span: RawSpan) { append(hex: span, table: upperDigits) }

  /// The lowest `digits` hex digits of a number, upper case.
  @inlinable
  package mutating func append(upperHex value: UInt64, digits: Int) {
    reserve(digits)
    var rest = value
    var position = count &+ digits
    for _ in 0..<digits {
      position &-= 1
      unsafe storage[position] = upperDigits.utf8Start[Int(rest & 15)]
      rest >>= 4
    }
    count &+= digits
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
