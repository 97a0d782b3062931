/// Room for several short texts in a row: reserved once, with the position in a register.
@usableFromInline
@safe
package struct ByteRun: ~Copyable, ~Escapable {
  @usableFromInline var target: UnsafeMutableRawPointer
  /// Bytes of room that is left.
  @usableFromInline var room: Int

  @inlinable
  @inline(__always)
  @_lifetime(immortal)
  init(_ target: UnsafeMutableRawPointer, room: Int) {
    unsafe self.target = target
    self.room = room
  }

  /// The first `length` of eight bytes, the lowest first.
  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func append(bytes: UInt64, length: Int) {
    precondition(room >= 8 && 0...8 ~= length)
    unsafe target.storeBytes(of: bytes.littleEndian, as: UInt64.self)
    advance(by: length)
  }

  /// The first `length` of 32 bytes.
  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func append(_ bytes: SIMD32<UInt8>, length: Int) {
    precondition(room >= 32 && 0...32 ~= length)
    unsafe target.storeBytes(of: bytes, as: SIMD32<UInt8>.self)
    advance(by: length)
  }

  /// The first `length` of 32 bytes of a span.
  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func append(_ span: RawSpan, at offset: Int, length: Int) {
    append(
      unsafe span.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD32<UInt8>.self),
      length: length)
  }

  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func append(byte: UInt8) {
    precondition(room >= 1)
    unsafe target.storeBytes(of: byte, as: UInt8.self)
    advance(by: 1)
  }

  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func advance(by length: Int) {
    unsafe target += length
    room &-= length
  }
}

extension ByteWriter {
  /// Lets `body` append up to `room` bytes.
  @inlinable
  @inline(__always)
  package mutating func run(atMost room: Int, _ body: (inout ByteRun) -> Void) {
    reserve(room)
    var run = unsafe ByteRun(UnsafeMutableRawPointer(storage + count), room: room)
    body(&run)
    count &+= room &- run.room
  }
}
