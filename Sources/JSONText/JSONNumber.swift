import Bytes

/// A JSON number: its value, and how it was written.
package struct JSONNumber: Equatable, Sendable {
  package var value: Double
  /// Exactly the number, if it is written without point and exponent and fits.
  package var integer: Int64?

  /// - text: a JSON number.
  package init(_ text: RawSpan) {
    var digits: UInt64 = 0
    var decimals = 0
    var isShort = true
    var hasPoint = false
    var isPlain = true
    let isNegative = text.byteCount > 0 && text.uint8(at: 0) == 0x2D
    for i in (isNegative ? 1 : 0)..<text.byteCount {
      let byte = text.uint8(at: i)
      if 0x30...0x39 ~= byte {
        // 18 digits always fit.
        if digits >= 100_000_000_000_000_000 { isShort = false }
        if isShort { digits = digits &* 10 &+ UInt64(byte &- 0x30) }
        if hasPoint { decimals &+= 1 }
      } else if byte == 0x2E {
        hasPoint = true
      } else {
        isPlain = false
        break
      }
    }
    // Both are exact below 2^53 and 10^22, so the division rounds as parsing the text does.
    if isPlain, isShort, digits < 1 << 53, decimals <= 22 {
      let magnitude = Double(digits) / Self.powers[decimals]
      value = isNegative ? -magnitude : magnitude
    } else {
      value = Double(String(decoding: text.copy(), as: UTF8.self)) ?? .infinity
    }
    if isPlain, !hasPoint {
      integer =
        isShort
        ? (isNegative ? -Int64(digits) : Int64(digits))
        : Int64(String(decoding: text.copy(), as: UTF8.self))
    }
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The number in units of 10^-`decimals`, exactly; further decimals are cut. For nanoseconds of
  /// seconds.
  /// - Returns: `nil` where it does not fit.
  package static func scaled(_ text: RawSpan, decimals: Int) -> Int64? {
    let isNegative = text.byteCount > 0 && text.uint8(at: 0) == 0x2D
    var value: Int64 = 0
    var left = decimals
    var hasPoint = false
    for i in (isNegative ? 1 : 0)..<text.byteCount {
      let byte = text.uint8(at: i)
      if byte == 0x2E {
        hasPoint = true
        continue
      }
      // An exponent, which is rare here.
      guard 0x30...0x39 ~= byte else { return scaledFromDouble(text, decimals: decimals) }
      if hasPoint {
        if left == 0 { continue }
        left -= 1
      }
      let (tenfold, high) = value.multipliedReportingOverflow(by: 10)
      let (sum, over) = tenfold.addingReportingOverflow(Int64(byte &- 0x30))
      if high || over { return nil }
      value = sum
    }
    for _ in 0..<left {
      let (tenfold, high) = value.multipliedReportingOverflow(by: 10)
      if high { return nil }
      value = tenfold
    }
    return isNegative ? -value : value
  }

  private static func scaledFromDouble(_ text: RawSpan, decimals: Int) -> Int64? {
    var value = JSONNumber(text).value
    for _ in 0..<decimals { value *= 10 }
    return Int64(exactly: value.rounded(.towardZero))
  }
}

extension JSONScanner {
  /// Skips a number.
  mutating func skipNumber(_ bytes: RawSpan) throws(JSONError) {
    let start = offset
    var isLarge = false
    if peek(bytes) == 0x2D { advance(to: offset &+ 1) }
    guard let first = peek(bytes), 0x30...0x39 ~= first else {
      throw offset == start ? expected("a value", bytes: bytes) : expected("a digit", bytes: bytes)
    }
    let whole = offset
    skipDigits(bytes)
    if first == 0x30, offset > whole &+ 1 {
      throw JSONError(whole, "a number that begins with 0")
    }
    if peek(bytes) == 0x2E {
      advance(to: offset &+ 1)
      try digits(bytes)
    }
    if let byte = peek(bytes), byte == 0x65 || byte == 0x45 {
      isLarge = true
      advance(to: offset &+ 1)
      if let sign = peek(bytes), sign == 0x2B || sign == 0x2D { advance(to: offset &+ 1) }
      try digits(bytes)
    }
    guard isLarge || offset &- start > 300 else { return }
    if !JSONNumber(bytes.clamped(start..<offset)).value.isFinite {
      throw JSONError(start, "a number that is too large")
    }
  }

  private mutating func digits(_ bytes: RawSpan) throws(JSONError) {
    let start = offset
    skipDigits(bytes)
    if offset == start { throw expected("a digit", bytes: bytes) }
  }

  private mutating func skipDigits(_ bytes: RawSpan) {
    var at = offset
    while at < bytes.byteCount, 0x30...0x39 ~= bytes.uint8(at: at) { at &+= 1 }
    advance(to: at)
  }
}
