/// An exact fraction, as declarations write it: `0.01`, `1/1024`, `-40`.
struct Fraction: Equatable, Sendable {
  var numerator: Int64
  /// Above 0; the two have no common factor.
  var denominator: Int64

  init(_ numerator: Int64, over denominator: Int64 = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// - Returns: `nil` where the text is not a number, or too large for 64 bits.
  init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, let above = Self.decimal(first), parts.count <= 2 else {
      return nil
    }
    self = above
    guard parts.count == 2 else { return }
    guard let below = Self.decimal(parts[1]), below.numerator > 0,
      let quotient = above.multiplied(by: Fraction(below.denominator, over: below.numerator))
    else { return nil }
    self = quotient
  }

  /// `12`, `-0.5`, `1e-3`.
  private static func decimal(_ text: Substring) -> Fraction? {
    var digits: Int64 = 0
    var exponent = 0
    var hasPoint = false
    var hasDigits = false
    var rest = text
    let isNegative = rest.first == "-"
    if isNegative { rest = rest.dropFirst() }
    while let character = rest.first {
      rest = rest.dropFirst()
      if let digit = character.wholeNumberValue, character.isASCII {
        let (tenfold, high) = digits.multipliedReportingOverflow(by: 10)
        let (sum, over) = tenfold.addingReportingOverflow(Int64(digit))
        if high || over { return nil }
        digits = sum
        hasDigits = true
        if hasPoint { exponent -= 1 }
      } else if character == ".", !hasPoint {
        hasPoint = true
      } else if character == "e" || character == "E", hasDigits, let power = Int(rest) {
        guard -36...36 ~= power else { return nil }
        exponent += power
        rest = ""
      } else {
        return nil
      }
    }
    guard hasDigits, let power = power(ofTen: abs(exponent)) else { return nil }
    let value = Fraction(isNegative ? -digits : digits)
    return value.multiplied(by: exponent < 0 ? Fraction(1, over: power) : Fraction(power))
  }

  /// `nil` above 10^18.
  static func power(ofTen exponent: Int) -> Int64? {
    guard 0...18 ~= exponent else { return nil }
    var power: Int64 = 1
    for _ in 0..<exponent { power &*= 10 }
    return power
  }

  func multiplied(by other: Fraction) -> Fraction? {
    let a = Self.commonFactor(numerator, other.denominator)
    let b = Self.commonFactor(other.numerator, denominator)
    let (above, high) = (numerator / a).multipliedReportingOverflow(by: other.numerator / b)
    let (below, deep) = (denominator / b).multipliedReportingOverflow(by: other.denominator / a)
    return high || deep ? nil : Fraction(above, over: below)
  }

  static func commonFactor(_ a: Int64, _ b: Int64) -> Int64 {
    var (x, y) = (a.magnitude, b.magnitude)
    while y != 0 { (x, y) = (y, x % y) }
    return x == 0 ? 1 : Int64(clamping: x)
  }
}

/// What turns a raw number into its value: (raw × `factor` + `offset`) / `divisor`, rounded once.
struct Scale: Equatable, Sendable {
  var factor: Int64 = 1
  var offset: Int64 = 0
  var divisor: Int64 = 1

  /// - Returns: `nil` where the common denominator is too large.
  init?(_ scale: Fraction, offset: Fraction) {
    let common = Fraction.commonFactor(scale.denominator, offset.denominator)
    let (divisor, over) = scale.denominator.multipliedReportingOverflow(
      by: offset.denominator / common)
    let (factor, high) = scale.numerator.multipliedReportingOverflow(
      by: offset.denominator / common)
    let (added, far) = offset.numerator.multipliedReportingOverflow(
      by: scale.denominator / common)
    if over || high || far { return nil }
    (self.factor, self.offset, self.divisor) = (factor, added, divisor)
  }

  init(factor: Int64, offset: Int64, divisor: Int64) {
    (self.factor, self.offset, self.divisor) = (factor, offset, max(divisor, 1))
  }

  /// Whether whole numbers stay whole.
  var isWhole: Bool { divisor == 1 }

  /// The whole value; `nil` where it has decimals or does not fit.
  func whole(_ raw: Int64) -> Int64? {
    guard divisor == 1 else { return nil }
    let (product, high) = raw.multipliedReportingOverflow(by: factor)
    let (sum, over) = product.addingReportingOverflow(offset)
    return high || over ? nil : sum
  }

  /// The nearest number to the value of raw × 10^`exponent`.
  func value(_ raw: Int64, exponent: Int = 0) -> Double {
    if exponent == 0 {
      let (product, high) = raw.multipliedReportingOverflow(by: factor)
      let (sum, over) = product.addingReportingOverflow(offset)
      if !high, !over, sum.magnitude <= 1 << 53, divisor <= 1 << 53 {
        // Both operands are exact, so that the division is the only rounding.
        return Double(sum) / Double(divisor)
      }
    }
    return exact(raw, exponent: exponent) ?? approximate(raw, exponent: exponent)
  }

  private func exact(_ raw: Int64, exponent: Int) -> Double? {
    guard let power = Fraction.power(ofTen: abs(exponent)) else { return nil }
    let up = Int128(exponent > 0 ? power : 1)
    let down = Int128(exponent < 0 ? power : 1)
    let (scaled, high) = (Int128(raw) * Int128(factor)).multipliedReportingOverflow(by: up)
    let (sum, over) = scaled.addingReportingOverflow(Int128(offset) * down)
    let below = Int128(divisor) * down
    guard !high, !over, let below = UInt64(exactly: below) else { return nil }
    return Self.quotient(sum, below: below)
  }

  /// The quotient, rounded to nearest, ties to even.
  static func quotient(_ above: Int128, below: UInt64) -> Double {
    guard above != 0, below != 0 else { return 0 }
    if above.magnitude <= 1 << 53, below <= 1 << 53 { return Double(Int64(above)) / Double(below) }
    let shift = above.magnitude.leadingZeroBitCount
    let (quotient, rest) = (above.magnitude << UInt128(shift)).quotientAndRemainder(
      dividingBy: UInt128(below))
    // At least 64 bits of it; what is cut off shows in the lowest, which decides no other tie.
    let cut = max(0, 64 - quotient.leadingZeroBitCount)
    let kept = quotient >> UInt128(cut)
    let isInexact = rest != 0 || kept << UInt128(cut) != quotient
    let digits = UInt64(truncatingIfNeeded: kept) | (isInexact ? 1 : 0)
    let magnitude = Double(sign: .plus, exponent: cut - shift, significand: Double(digits))
    return above < 0 ? -magnitude : magnitude
  }

  private func approximate(_ raw: Int64, exponent: Int) -> Double {
    // The digits are those of a decimal number, whose nearest number a parser finds.
    if factor == 1, offset == 0, divisor == 1, let nearest = Double("\(raw)e\(exponent)") {
      return nearest
    }
    var power = 1.0
    for _ in 0..<min(abs(exponent), 400) { power *= 10 }
    let value = exponent < 0 ? Double(raw) / power : Double(raw) * power
    return (value * Double(factor) + Double(offset)) / Double(divisor)
  }
}
