/// Writes numbers that grow by little, such as those of frames: most differ from the last one in one digit.
@usableFromInline
package struct GrowingNumber {
  @usableFromInline var last: UInt64 = 0
  /// Its digits, the last one in the highest byte.
  @usableFromInline var digits: UInt64 = 0x3030_3030_3030_3030
  /// How many bits the digits before its first take.
  @usableFromInline var unused: UInt64 = 56

  @inlinable
  package init() {}

  /// The digits of a number, and how many they are; `nil` for one of more than eight.
  @inlinable
  @inline(__always)
  package mutating func digits(of number: UInt64) -> (digits: UInt64, count: Int)? {
    let step = number &- last
    if step < 10, digits >> 56 &+ step <= 0x39 {
      digits &+= step << 56
      last = number
    } else if !turn(to: number) {
      return nil
    }
    return (digits >> unused, Int(truncatingIfNeeded: 8 &- unused >> 3))
  }

  /// - Returns: `false` for a number of more than eight digits.
  @inline(never)
  @usableFromInline
  mutating func turn(to number: UInt64) -> Bool {
    guard number < 100_000_000 else { return false }
    let bare = decimalDigits(UInt32(truncatingIfNeeded: number))
    digits = bare | asciiZeros
    // Leading zeros are still zero bytes; the last digit stays.
    unused = UInt64(min(bare.trailingZeroBitCount >> 3, 7)) &* 8
    last = number
    return true
  }
}
