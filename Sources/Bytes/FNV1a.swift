/// The FNV-1a hash of 64 bits: short, and only where a forged collision gains nothing.
@usableFromInline
package struct FNV1a {
  @usableFromInline package var value: UInt64

  /// - value: of what came before.
  @inlinable
  package init(from value: UInt64 = 0xCBF2_9CE4_8422_2325) { self.value = value }

  /// Adds a number as if it were an octet.
  @inlinable
  package mutating func add(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01B3 }

  @inlinable
  package mutating func add(_ bytes: RawSpan) {
    for i in 0..<bytes.byteCount { add(UInt64(bytes.uint8(at: i))) }
  }

  @inlinable
  package static func hash(_ bytes: RawSpan) -> UInt64 {
    var hash = FNV1a()
    hash.add(bytes)
    return hash.value
  }
}
