/// A position in borrowed bytes; every read is checked and moves forward.
///
/// The name of each read gives the endianness. A failed read throws `ByteError` and leaves the
/// position unchanged.
@usableFromInline
package struct ByteCursor: ~Escapable {
  /// The bytes that the cursor was made over.
  @usableFromInline package let bytes: RawSpan
  /// Bytes already read.
  @usableFromInline package private(set) var offset: Int

  @inlinable
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) {
    self.bytes = bytes
    self.offset = 0
  }

  /// Bytes still unread.
  @inlinable
  package var remaining: Int { bytes.byteCount &- offset }

  @inlinable
  package var isAtEnd: Bool { offset == bytes.byteCount }

  @usableFromInline
  @inline(never)
  package func tooShort(_ needed: Int) -> ByteError {
    ByteError(needed: needed, available: remaining, offset: offset)
  }

  @inlinable
  @inline(__always)
  package mutating func skip(_ count: Int) throws(ByteError) {
    guard count >= 0, count <= remaining else { throw tooShort(count) }
    offset &+= count
  }

  @inlinable
  @inline(__always)
  package mutating func uint8() throws(ByteError) -> UInt8 {
    guard remaining >= 1 else { throw tooShort(1) }
    let value = bytes.uint8(at: offset)
    offset &+= 1
    return value
  }

  @inlinable
  @inline(__always)
  package mutating func int8() throws(ByteError) -> Int8 {
    Int8(truncatingIfNeeded: try uint8())
  }

  @inlinable
  @inline(__always)
  package mutating func uint16LittleEndian() throws(ByteError) -> UInt16 {
    guard remaining >= 2 else { throw tooShort(2) }
    let value = bytes.uint16LittleEndian(at: offset)
    offset &+= 2
    return value
  }

  @inlinable
  package mutating func int16LittleEndian() throws(ByteError) -> Int16 {
    Int16(truncatingIfNeeded: try uint16LittleEndian())
  }

  @inlinable
  package mutating func uint24LittleEndian() throws(ByteError) -> UInt32 {
    guard remaining >= 3 else { throw tooShort(3) }
    let low = UInt32(bytes.uint16LittleEndian(at: offset))
    let high = UInt32(bytes.uint8(at: offset &+ 2))
    offset &+= 3
    return low | high << 16
  }

  @inlinable
  package mutating func uint32LittleEndian() throws(ByteError) -> UInt32 {
    guard remaining >= 4 else { throw tooShort(4) }
    let value = bytes.uint32LittleEndian(at: offset)
    offset &+= 4
    return value
  }

  /// Six bytes as Bluetooth sends device addresses, least significant first.
  @inlinable
  @inline(__always)
  package mutating func uint48LittleEndian() throws(ByteError) -> UInt64 {
    guard remaining >= 6 else { throw tooShort(6) }
    let low = UInt64(bytes.uint32LittleEndian(at: offset))
    let high = UInt64(bytes.uint16LittleEndian(at: offset &+ 4))
    offset &+= 6
    return low | high << 32
  }

  @inlinable
  package mutating func uint64LittleEndian() throws(ByteError) -> UInt64 {
    guard remaining >= 8 else { throw tooShort(8) }
    let value = bytes.uint64LittleEndian(at: offset)
    offset &+= 8
    return value
  }

  @inlinable
  package mutating func uint128LittleEndian() throws(ByteError) -> UInt128 {
    guard remaining >= 16 else { throw tooShort(16) }
    let low = UInt128(bytes.uint64LittleEndian(at: offset))
    let high = UInt128(bytes.uint64LittleEndian(at: offset &+ 8))
    offset &+= 16
    return low | high << 64
  }

  /// The next `count` bytes, borrowed.
  @inlinable
  @_lifetime(copy self)
  package mutating func take(_ count: Int) throws(ByteError) -> RawSpan {
    guard count >= 0, count <= remaining else { throw tooShort(count) }
    let start = offset
    offset &+= count
    return bytes.extracting(start..<(start &+ count))
  }

  /// All the bytes still unread, borrowed.
  @inlinable
  @_lifetime(copy self)
  package mutating func takeRest() -> RawSpan {
    let start = offset
    offset = bytes.byteCount
    return bytes.extracting(start..<bytes.byteCount)
  }
}
