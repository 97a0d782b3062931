/// Texts that were written recently, each under a number that says all that it was made of: `RecentTexts` with the number
/// as the bytes, at a place that follows from it.
package struct KeyedTexts: ~Copyable {
  private var texts: RecentTexts
  private let shift: UInt64

  /// - places: 2 to the power of it, 1 to 16.
  /// - size: the octets of the longest text that is kept.
  package init(places bits: Int, size: Int) {
    precondition(1...16 ~= bits)
    shift = UInt64(64 - bits)
    texts = RecentTexts(places: 1 << bits, size: size + MemoryLayout<UInt64>.size)
  }

  private func place(of key: UInt64) -> Int {
    // Below the number of places, as `shift` leaves so many bits.
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  /// Appends the text of a number.
  /// - Returns: `false` where it is not kept.
  package func append(_ key: UInt64, to out: inout ByteWriter) -> Bool {
    let source: [1 of UInt64] = [key]
    return texts.append(place(of: key), madeOf: unsafe source.span.bytes, to: &out)
  }

  /// Keeps a text, if it is neither empty nor too long.
  package mutating func keep(_ text: RawSpan, for key: UInt64) {
    let source: [1 of UInt64] = [key]
    texts.keep(text, madeOf: unsafe source.span.bytes, at: place(of: key))
  }
}
