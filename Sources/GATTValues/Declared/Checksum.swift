import Bytes

/// Sums over octets.
enum Checksum {
  static func value(of octets: RawSpan, by check: CheckCode) -> UInt64 {
    let width = UInt64(check.width)
    let mask: UInt64 = width >= 64 ? .max : 1 << width &- 1
    var sum = UInt64(bitPattern: check.initial)
    switch CheckCode.Kind(rawValue: check.kind) {
    case .exclusiveOr:
      // Wider ones take as many octets at once.
      let count = Int(width / 8)
      for i in 0..<octets.byteCount {
        let place = UInt64((i % count) &* 8)
        sum ^= UInt64(octets.uint8(at: i)) << place
      }
    case .sum:
      for i in 0..<octets.byteCount { sum = sum &+ UInt64(octets.uint8(at: i)) }
    default: sum = cyclic(octets, check: check, width: width, mask: mask)
    }
    return (sum ^ UInt64(bitPattern: check.final)) & mask
  }

  private static func cyclic(
    _ octets: RawSpan, check: CheckCode, width: UInt64, mask: UInt64
  ) -> UInt64 {
    let polynomial = UInt64(bitPattern: check.polynomial)
    let highest = (1 as UInt64) << (width &- 1)
    var sum = UInt64(bitPattern: check.initial) & mask
    for i in 0..<octets.byteCount {
      var octet = octets.uint8(at: i)
      if check.isReflected != 0 { octet = reversed(UInt64(octet), width: 8) }
      sum ^= UInt64(octet) << (width &- 8)
      for _ in 0..<8 { sum = sum & highest != 0 ? sum << 1 ^ polynomial : sum << 1 }
      sum &= mask
    }
    return check.isReflected != 0 ? reversed(sum, width: width) : sum
  }

  private static func reversed<Number: FixedWidthInteger>(
    _ number: UInt64, width: UInt64
  ) -> Number {
    var result: UInt64 = 0
    for bit in 0..<width where number >> bit & 1 != 0 { result |= 1 << (width &- 1 &- bit) }
    return Number(truncatingIfNeeded: result)
  }
}
