import Bytes

/// A Bluetooth UUID of 16, 32 or 128 bits; equal values are one UUID, in whatever form they were
/// sent.
///
/// Source: Bluetooth Core Specification, Vol 3, Part B, 2.5.1.
@usableFromInline
package struct BluetoothUUID: Hashable, Sendable {
  // Two numbers: one of 128 bits would double the size of what holds a UUID beside something small.
  @usableFromInline let high: UInt64
  @usableFromInline let low: UInt64

  /// The 128-bit value, the first printed digit most significant.
  @inlinable package var value: UInt128 { UInt128(high) << 64 | UInt128(low) }

  @inlinable package static func == (a: Self, b: Self) -> Bool {
    a.high == b.high && a.low == b.low
  }

  /// xxxxxxxx-0000-1000-8000-00805F9B34FB.
  @inlinable package static var base: UInt128 { 0x0000_0000_0000_1000_8000_0080_5F9B_34FB }
  @inlinable static var lowMask: UInt128 { (1 << 96) - 1 }

  @inlinable package init(value: UInt128) {
    high = UInt64(truncatingIfNeeded: value >> 64)
    low = UInt64(truncatingIfNeeded: value)
  }
  @inlinable package init(_ short: UInt16) { self.init(value: UInt128(short) << 96 | Self.base) }
  @inlinable package init(_ short: UInt32) { self.init(value: UInt128(short) << 96 | Self.base) }

  /// UUIDs as ATT and AD structures send them: 2, 4 or 16 bytes, least significant first.
  package init?(littleEndian bytes: RawSpan) {
    switch bytes.byteCount {
    case 2: self.init(bytes.uint16LittleEndian(at: 0))
    case 4: self.init(bytes.uint32LittleEndian(at: 0))
    case 16:
      let low = UInt128(bytes.uint64LittleEndian(at: 0))
      self.init(value: low | UInt128(bytes.uint64LittleEndian(at: 8)) << 64)
    default: return nil
    }
  }

  /// The 16-bit form of a UUID on the Bluetooth Base UUID, if it has one.
  @inlinable package var short: UInt16? {
    guard let long else { return nil }
    return UInt16(exactly: long)
  }

  /// The 32-bit form of a UUID on the Bluetooth Base UUID, if it has one.
  @inlinable package var long: UInt32? {
    guard value & Self.lowMask == Self.base & Self.lowMask else { return nil }
    return UInt32(truncatingIfNeeded: value >> 96)
  }

  /// `180D`, `12345678-...`: the form that people write; hyphens are optional, case does not
  /// matter, a short form may have the prefix `0x`.
  package init?(text: String) {
    var digits: [UInt8] = []
    var source = Substring(text)
    if source.hasPrefix("0x") || source.hasPrefix("0X") { source = source.dropFirst(2) }
    for byte in source.utf8 where byte != 0x2D { digits.append(byte) }
    guard digits.count == 4 || digits.count == 8 || digits.count == 32 else { return nil }
    var value: UInt128 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: value = value << 4 | UInt128(digit - 0x30)
      case 0x41...0x46: value = value << 4 | UInt128(digit - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | UInt128(digit - 0x61 + 10)
      default: return nil
      }
    }
    switch digits.count {
    case 4: self.init(UInt16(truncatingIfNeeded: value))
    case 8: self.init(UInt32(truncatingIfNeeded: value))
    default: self.init(value: value)
    }
  }

  /// 4 digits, 8 for 32-bit, else 36 characters, upper case.
  package func write(to out: inout ByteWriter) {
    if let long {
      if let short {
        out.append(upperHex: UInt64(short), digits: 4)
      } else {
        out.append(upperHex: UInt64(long), digits: 8)
      }
      return
    }
    out.append(upperHex: high >> 32, digits: 8)
    out.append(byte: 0x2D)
    out.append(upperHex: high >> 16, digits: 4)
    out.append(byte: 0x2D)
    out.append(upperHex: high, digits: 4)
    out.append(byte: 0x2D)
    out.append(upperHex: low >> 48, digits: 4)
    out.append(byte: 0x2D)
    // Eight digits at a time are the quick ones.
    out.append(upperHex: low >> 32, digits: 4)
    out.append(upperHex: low, digits: 8)
  }
}

extension BluetoothUUID: CustomStringConvertible {
  @usableFromInline package var description: String {
    var out = ByteWriter(capacity: 64)
    write(to: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }
}

extension BluetoothUUID: ExpressibleByIntegerLiteral {
  @inlinable package init(integerLiteral value: UInt16) { self.init(value) }
}
