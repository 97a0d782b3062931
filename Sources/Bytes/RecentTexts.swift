/// Texts that were written recently, each with the bytes that it was made of: a place holds the last
/// one written there.
///
/// One piece of memory, so that a look at a place counts no references; pages of it that no place
/// needs are never touched.
@safe
package struct RecentTexts: ~Copyable {
  private let storage: UnsafeMutableRawBufferPointer
  /// Octets of a text and what it was made of; longer ones are not kept.
  private let limit: Int
  /// Octets of a place, a multiple of 16.
  private let size: Int
  /// The lengths at each place. A text of 0 octets: there is none.
  private var lengths: [(text: UInt16, source: UInt16)]

  package init(places: Int, size: Int) {
    precondition(places > 0 && 1...4096 ~= size)
    limit = size
    self.size = (size + 15) / 16 * 16
    unsafe storage = .allocate(byteCount: places * self.size, alignment: 16)
    lengths = Array(repeating: (0, 0), count: places)
  }

  deinit { unsafe storage.deallocate() }

  /// Appends the text at a place, if it was made of the same bytes.
  package func append(_ place: Int, madeOf source: RawSpan, to out: inout ByteWriter) -> Bool {
    let length = lengths[place]
    guard length.text > 0, Int(length.source) == source.byteCount else { return false }
    let kept = bytes(place)
    guard kept.clamped(Int(length.text), count: source.byteCount).equals(source) else {
      return false
    }
    out.reserve(Int(length.text) &+ 16)
    unsafe out.appendBlocks(from: storage, at: place &* size, count: Int(length.text))
    return true
  }

  /// Keeps a text that is not empty.
  package mutating func keep(_ text: RawSpan, madeOf source: RawSpan, at place: Int) {
    guard text.byteCount > 0, text.byteCount + source.byteCount <= limit else {
      lengths[place] = (0, 0)
      return
    }
    write(text, at: place * size)
    write(source, at: place * size + text.byteCount)
    lengths[place] = (UInt16(text.byteCount), UInt16(source.byteCount))
  }

  /// The bytes of a place, written or not.
  @_lifetime(borrow self)
  private func bytes(_ place: Int) -> RawSpan {
    let start = place &* size
    let span = unsafe RawSpan(
      _unsafeBytes: UnsafeRawBufferPointer(rebasing: storage[start..<start &+ size]))
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  private func write(_ span: RawSpan, at start: Int) {
    unsafe span.withUnsafeBytes { source in
      unsafe UnsafeMutableRawBufferPointer(rebasing: storage[start..<start + source.count])
        .copyMemory(from: source)
    }
  }
}

extension ByteWriter {
  /// Appends `count` octets by copying whole blocks of 16; there must be room for the last block.
  mutating func appendBlocks(
    from source: UnsafeMutableRawBufferPointer, at offset: Int, count length: Int
  ) {
    let target = unsafe UnsafeMutableRawPointer(storage + count)
    var at = 0
    while at < length {
      let block = unsafe source.loadUnaligned(fromByteOffset: offset &+ at, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: block, toByteOffset: at, as: SIMD16<UInt8>.self)
      at &+= 16
    }
    count &+= length
  }
}
