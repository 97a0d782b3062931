/// Checked reads at an offset. An offset beyond the end traps, as with an array: these are for code
/// that has already compared the length; input is read through `ByteCursor`.
extension RawSpan {
  @inlinable
  package func uint8(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  @inlinable
  package func uint16LittleEndian(at offset: Int) -> UInt16 {
    UInt16(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  @inlinable
  package func uint32LittleEndian(at offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  @inlinable
  package func uint64LittleEndian(at offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inlinable
  package func uint32BigEndian(at offset: Int) -> UInt32 {
    uint32LittleEndian(at: offset).byteSwapped
  }

  @inlinable
  package func uint64BigEndian(at offset: Int) -> UInt64 {
    uint64LittleEndian(at: offset).byteSwapped
  }

  /// Up to 16 bytes, the first the least significant.
  package func uint128LittleEndian(at offset: Int, count: Int) -> UInt128 {
    let block = count < 16 ? block(at: offset, count: count) : block(at: offset)
    return UInt128(littleEndian: unsafe unsafeBitCast(block, to: UInt128.self))
  }

  /// Sixteen bytes.
  @inline(__always)
  func block(at offset: Int) -> SIMD16<UInt8> {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// Up to 15 bytes, and zeros after them. Two reads that overlap take less time than a loop.
  @inline(__always)
  func block(at offset: Int, count: Int) -> SIMD16<UInt8> {
    var low: UInt64 = 0
    var high: UInt64 = 0
    if count >= 8 {
      low = uint64LittleEndian(at: offset)
      // What is in both is shifted out; by 64, all of it.
      high = uint64LittleEndian(at: offset &+ count &- 8) >> UInt64(128 &- 8 &* count)
    } else if count >= 4 {
      let last = UInt64(uint32LittleEndian(at: offset &+ count &- 4))
      low = UInt64(uint32LittleEndian(at: offset)) | last << UInt64(8 &* count &- 32)
    } else if count > 0 {
      let (middle, last) = (count / 2, count &- 1)
      low = UInt64(uint8(at: offset)) | UInt64(uint8(at: offset &+ middle)) << UInt64(8 &* middle)
      low |= UInt64(uint8(at: offset &+ last)) << UInt64(8 &* last)
    }
    return unsafe unsafeBitCast(
      SIMD2(low.littleEndian, high.littleEndian), to: SIMD16<UInt8>.self)
  }

  /// The bytes from `offset`, at most `count`, clamped to the end.
  @inlinable
  @_lifetime(copy self)
  package func clamped(_ offset: Int, count: Int = .max) -> RawSpan {
    let start = min(max(offset, 0), byteCount)
    let end = start &+ min(max(count, 0), byteCount &- start)
    // Within the span, as just made sure: to check again would take as long as the rest.
    return unsafe extracting(unchecked: Range(uncheckedBounds: (start, end)))
  }

  /// The bytes of the range, clamped to the end.
  @inlinable
  @_lifetime(copy self)
  package func clamped(_ range: Range<Int>) -> RawSpan {
    clamped(range.lowerBound, count: range.upperBound &- range.lowerBound)
  }

  /// A copy, for what outlives the record.
  package func copy() -> [UInt8] {
    // All empty arrays share one storage; creating one this way would make each thread write its
    // reference count.
    guard byteCount > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
      unsafe withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: source)
      }
      count = byteCount
    }
  }

  /// Whether both hold the same bytes.
  package func equals(_ other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    guard byteCount >= 8 else {
      return all(block(at: 0, count: byteCount) .== other.block(at: 0, count: byteCount))
    }
    var i = 0
    while i &+ 8 <= byteCount {
      if uint64LittleEndian(at: i) != other.uint64LittleEndian(at: i) { return false }
      i &+= 8
    }
    // The last bytes, together with some before them.
    let last = byteCount &- 8
    return uint64LittleEndian(at: last) == other.uint64LittleEndian(at: last)
  }
}

extension Array where Element == UInt8 {
  /// Replaces the contents, keeping the storage.
  package mutating func replace(with bytes: RawSpan) {
    guard count == bytes.byteCount else {
      removeAll(keepingCapacity: true)
      append(bytes)
      return
    }
    // The usual case, as with most values of one attribute: only the bytes change.
    guard count > 0 else { return }
    unsafe withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
  }

  package mutating func append(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }

  /// The array's bytes, borrowed.
  @inlinable
  package var rawBytes: RawSpan {
    @_lifetime(borrow self)
    get { unsafe _overrideLifetime(self.span.bytes, borrowing: self) }
  }
}

extension String {
  /// The string's UTF-8, borrowed.
  package var rawBytes: RawSpan {
    @_lifetime(borrow self)
    get { unsafe _overrideLifetime(self.utf8Span.span.bytes, borrowing: self) }
  }
}

extension StaticString {
  /// Whether both are the same text: nearly always the same literal, otherwise compared.
  @usableFromInline
  package func isSame(_ other: StaticString) -> Bool {
    if hasPointerRepresentation, other.hasPointerRepresentation,
      unsafe utf8Start == other.utf8Start
    {
      return utf8CodeUnitCount == other.utf8CodeUnitCount
    }
    return rawBytes.equals(other.rawBytes)
  }

  /// The literal's UTF-8, valid forever.
  package var rawBytes: RawSpan {
    @_lifetime(immortal)
    get {
      guard hasPointerRepresentation else { return RawSpan() }
      let bytes = unsafe UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
      return unsafe _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: ())
    }
  }
}

/// The value of a hex digit of either case.
@inlinable
@inline(__always)
package func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte &- 0x30
  case 0x41...0x46: byte &- 0x37
  case 0x61...0x66: byte &- 0x57
  default: nil
  }
}

extension RawSpan {
  /// Adds the bytes and their number to a hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(byteCount)
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension RawSpan {
  /// Text without the NULs that fill the rest of a fixed field.
  package var withoutTrailingNULs: RawSpan {
    @_lifetime(copy self)
    get {
      var count = byteCount
      while count > 0, uint8(at: count - 1) == 0 { count -= 1 }
      return clamped(0, count: count)
    }
  }
}
