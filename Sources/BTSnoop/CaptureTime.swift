/// A time stamp of a capture: Unix seconds and nanoseconds, also before 1970.
package struct CaptureTime: Equatable, Comparable, Sendable {
  /// Whole seconds since 1970-01-01 00:00 UTC, rounded down.
  package var seconds: Int64
  /// 0 to 999,999,999.
  package var nanoseconds: UInt32

  package init(seconds: Int64, nanoseconds: UInt32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Microseconds since 1970; any value, also negative.
  package init(unixMicroseconds: Int64) {
    let (quotient, remainder) = unixMicroseconds.quotientAndRemainder(dividingBy: 1_000_000)
    self.seconds = remainder < 0 ? quotient - 1 : quotient
    self.nanoseconds = UInt32(remainder < 0 ? remainder + 1_000_000 : remainder) * 1000
  }

  /// The fraction may hold whole seconds or be negative, as in a corrupt file.
  package init(seconds: Int64, excessNanoseconds: Int64) {
    var (carry, rest) = excessNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 {
      carry -= 1
      rest += 1_000_000_000
    }
    let (sum, overflow) = seconds.addingReportingOverflow(carry)
    self.seconds = overflow ? (carry < 0 ? .min : .max) : sum
    self.nanoseconds = UInt32(rest)
  }

  /// Nanoseconds from `other` to `self`, clamped to `Int64` (292 years).
  package func nanoseconds(since other: CaptureTime) -> Int64 {
    let (difference, overflow) = seconds.subtractingReportingOverflow(other.seconds)
    if overflow { return seconds < other.seconds ? .min : .max }
    let (product, overflow2) = difference.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow2 { return difference < 0 ? .min : .max }
    let (sum, overflow3) = product.addingReportingOverflow(
      Int64(nanoseconds) - Int64(other.nanoseconds))
    if overflow3 { return difference < 0 ? .min : .max }
    return sum
  }

  /// - more: less than 292 years.
  package func adding(nanoseconds more: Int64) -> CaptureTime {
    CaptureTime(seconds: seconds, excessNanoseconds: Int64(nanoseconds) + more)
  }

  package static func < (a: CaptureTime, b: CaptureTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}
