/// A growing buffer of output bytes, text or binary, without an allocation per line.
///
/// Emptying keeps the storage, so a renderer uses one buffer for its whole life.
@usableFromInline
@safe
package struct ByteWriter: ~Copyable {
  @usableFromInline var storage: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// Bytes written since the last `removeAll`.
  @usableFromInline package internal(set) var count: Int

  package init(capacity: Int = 4096) {
    unsafe self.storage = .allocate(capacity: max(capacity, 64))
    self.capacity = max(capacity, 64)
    self.count = 0
  }

  deinit { unsafe storage.deallocate() }

  package var isEmpty: Bool { count == 0 }

  @inlinable
  package mutating func removeAll() { count = 0 }

  /// Drops everything after the first `count` bytes.
  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// The bytes written, borrowed.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let span = unsafe RawSpan(_unsafeStart: UnsafeRawPointer(storage), byteCount: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Some of the bytes written, clamped to their end, borrowed.
  @_lifetime(borrow self)
  package func bytes(in range: Range<Int>) -> RawSpan { bytes.clamped(range) }

  /// A copy of some of the bytes written, clamped to their end.
  package func copy(_ range: Range<Int>) -> [UInt8] { bytes.clamped(range).copy() }

  @usableFromInline
  @inline(never)
  mutating func grow(_ extra: Int) {
    let wanted = max(capacity * 2, count + extra)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
    unsafe larger.update(from: storage, count: count)
    unsafe storage.deallocate()
    unsafe storage = larger
    capacity = wanted
  }

  @inlinable
  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if capacity &- count < extra { grow(extra) }
  }

  @inlinable
  package mutating func append(byte: UInt8) {
    reserve(1)
    unsafe storage[count] = byte
    count &+= 1
  }

  @inlinable
  package mutating func append(repeating byte: UInt8, count times: Int) {
    guard times > 0 else { return }
    // Indents and gaps between columns: less than a call takes.
    if times <= 32 {
      reserve(32)
      let block = SIMD16<UInt8>(repeating: byte)
      let target = unsafe UnsafeMutableRawPointer(storage + count)
      unsafe target.storeBytes(of: block, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: block, toByteOffset: 16, as: SIMD16<UInt8>.self)
      count &+= times
      return
    }
    reserve(times)
    unsafe (storage + count).update(repeating: byte, count: times)
    count &+= times
  }

  /// A literal; as fast as a copy of its bytes.
  @inlinable
  @inline(__always)
  package mutating func append(_ literal: StaticString) {
    if literal.hasPointerRepresentation {
      let length = literal.utf8CodeUnitCount
      reserve(length)
      // Not `update(from:)`, which asks whether both are the same place.
      unsafe UnsafeMutableRawPointer(storage + count).copyMemory(
        from: literal.utf8Start, byteCount: length)
      count &+= length
    } else {
      appendScalar(literal)
    }
  }

  @usableFromInline
  mutating func appendScalar(_ literal: StaticString) {
    append(string: String(Character(literal.unicodeScalar)))
  }

  @inlinable
  package mutating func append(_ span: RawSpan) {
    let length = span.byteCount
    guard length > 0 else { return }
    reserve(length)
    unsafe span.withUnsafeBytes { source in
      if let base = source.baseAddress {
        unsafe UnsafeMutableRawPointer(storage + count).copyMemory(from: base, byteCount: length)
      }
    }
    count &+= length
  }

  /// So many bytes of a span from an offset on, clamped to its end. Short ones are copied without a call,
  /// where the span has bytes after them.
  @inlinable
  package mutating func append(_ span: RawSpan, offset: Int, length: Int) {
    guard offset >= 0, length >= 0, length <= 32, span.byteCount &- offset >= 32 else {
      append(span.clamped(offset, count: length))
      return
    }
    reserve(32)
    let first = unsafe span.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    let second = unsafe span.unsafeLoadUnaligned(
      fromByteOffset: offset &+ 16, as: SIMD16<UInt8>.self)
    let target = unsafe UnsafeMutableRawPointer(storage + count)
    unsafe target.storeBytes(of: first, as: SIMD16<UInt8>.self)
    unsafe target.storeBytes(of: second, toByteOffset: 16, as: SIMD16<UInt8>.self)
    count &+= length
  }

  /// The bytes of another writer, copied in blocks: for few of them, faster than a call.
  package mutating func append(blocksOf other: inout ByteWriter) {
    other.reserve(16)
    reserve(other.count &+ 16)
    unsafe appendBlocks(
      from: UnsafeMutableRawBufferPointer(start: other.storage, count: other.capacity), at: 0,
      count: other.count)
  }

  /// Moves ASCII text from `start` on to the right edge of a column.
  package mutating func alignRight(from start: Int, width: Int) {
    precondition(start >= 0 && start <= count)
    let missing = width - (count &- start)
    guard missing > 0 else { return }
    insertGap(of: missing, at: start)
    unsafe (storage + start).update(repeating: 0x20, count: missing)
  }

  /// Moves the bytes from `start` on.
  mutating func insertGap(of size: Int, at start: Int) {
    reserve(size)
    unsafe (storage + start + size).update(from: storage + start, count: count &- start)
    count &+= size
  }

  /// The UTF-8 of a string, unescaped.
  package mutating func append(string: String) {
    append(string.rawBytes)
  }

  package mutating func append(_ array: [UInt8]) {
    append(array.rawBytes)
  }
}

/// Called where output may be split into pieces; the callee may take what has been written so far.
package typealias PieceEnd = (inout ByteWriter) -> Void
