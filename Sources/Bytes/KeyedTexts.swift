/// Texts that were written recently, each under a number that says all that it was made of.
///
/// One piece of memory, as `RecentTexts`: a look at a text counts no references. A text is copied 16 bytes at a
/// time, without a call.
@usableFromInline
@safe
package struct KeyedTexts: ~Copyable {
  /// For each place the number and the length of its text, 0 while it is empty.
  private let places: UnsafeMutableBufferPointer<(key: UInt64, length: Int)>
  private let storage: UnsafeMutableRawBufferPointer
  /// Octets of a place, a multiple of 16; longer texts are not kept.
  private let size: Int
  private let shift: UInt64

  /// - places: 2 to the power of it, 1 to 16.
  /// - size: of the longest text that is kept.
  package init(places bits: Int, size: Int) {
    precondition(1...16 ~= bits && 1...4096 ~= size)
    self.size = (size + 15) / 16 * 16
    shift = UInt64(64 - bits)
    unsafe places = .allocate(capacity: 1 << bits)
    unsafe places.initialize(repeating: (0, 0))
    unsafe storage = .allocate(byteCount: self.size << bits, alignment: 16)
  }

  deinit {
    unsafe places.deallocate()
    unsafe storage.deallocate()
  }

  private func place(of key: UInt64) -> Int {
    // Below the number of places, as `shift` leaves so many bits.
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  /// Appends the text of a number.
  /// - Returns: `false` where it is not kept.
  package func append(_ key: UInt64, to out: inout ByteWriter) -> Bool {
    let place = place(of: key)
    let kept = unsafe places[place]
    guard kept.key == key, kept.length > 0 else { return false }
    out.reserve(size)
    unsafe out.appendBlocks(from: storage, at: place &* size, count: kept.length)
    return true
  }

  /// Keeps a text, if it is not too long.
  package mutating func keep(_ text: RawSpan, for key: UInt64) {
    let place = place(of: key)
    guard 1...size ~= text.byteCount else { return }
    unsafe places[place] = (key, text.byteCount)
    unsafe text.withUnsafeBytes { source in
      unsafe UnsafeMutableRawBufferPointer(
        rebasing: storage[place * size..<place * size + source.count]
      ).copyMemory(from: source)
    }
  }
}

extension ByteWriter {
  /// Copies whole blocks of 16, of which `count` octets are meant; there is room for all of them.
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
