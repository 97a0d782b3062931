import Bytes

/// One end of a span of time, as `--from` and `--to` give it.
enum TimeBound: Equatable, Sendable {
  /// Nanoseconds of `t`, negative before its zero.
  case relative(nanoseconds: Int64)
  /// Nanoseconds of a section that begins with a jump of the clock: `S2+12.5`, from 2.
  case section(Int, nanoseconds: Int64)
  /// Seconds since 1970 in UTC, and nanoseconds on top.
  case absolute(seconds: Int64, nanoseconds: UInt32)

  static let expected =
    "seconds (12.5, -3), hours and minutes (2:01:05.3) or a date and time with its zone (2025-08-25T13:49:15.984Z)"

  /// What is expected where times of sections make sense, too.
  static let expectedInCapture =
    expected + ", or as the report shows it after a jump of the clock (S2+12.5)"

  /// Seconds of `t`, as the report shows them or RFC 3339; at most 9 decimals.
  init?(_ text: String) {
    if let nanoseconds = Self.relative(text) {
      self = .relative(nanoseconds: nanoseconds)
    } else if let (number, nanoseconds) = Self.section(text) {
      self =
        number == 1
        ? .relative(nanoseconds: nanoseconds) : .section(number, nanoseconds: nanoseconds)
    } else if let (seconds, nanoseconds) = Self.absolute(text) {
      self = .absolute(seconds: seconds, nanoseconds: nanoseconds)
    } else {
      return nil
    }
  }

  /// Why a number of seconds cannot be used; `nil` for text that is not a number.
  static func excess(_ text: String) -> String? {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, digits.contains(where: { $0 != "." }), relative(text) == nil,
      parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
    else { return nil }
    if parts.count == 2, parts[1].isEmpty { return nil }
    return parts.count == 2 && parts[1].utf8.count > 9
      ? "more than 9 decimals" : "the number is too large"
  }

  /// `S2+12.5`, `S2+2:01:05.3`
  private static func section(_ text: String) -> (number: Int, nanoseconds: Int64)? {
    guard text.first == "S" || text.first == "s" else { return nil }
    let parts = text.dropFirst().split(
      separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[1].first, first != "-", first != "+",
      let number = decimal(parts[0]), 1...9999 ~= number,
      // A section is no longer than a capture: in some decades the sum of both stays a number.
      let nanoseconds = relative(String(parts[1])), nanoseconds < 1_000_000_000_000_000_000
    else { return nil }
    return (Int(number), nanoseconds)
  }

  private static func relative(_ text: String) -> Int64? {
    var rest = Substring(text)
    let sign = rest.first
    if sign == "-" || sign == "+" { rest.removeFirst() }
    var before: Int64 = 0
    // Hours and minutes in front: `2:01:05.3`, `1:05`.
    let clock = rest.split(separator: ":", omittingEmptySubsequences: false)
    if clock.count > 1 {
      guard clock.count <= 3, let seconds = clock.last, seconds.prefix(2).count == 2,
        seconds.dropFirst(2).first.map({ $0 == "." }) ?? true, seconds < "60"
      else { return nil }
      for (index, part) in clock.dropLast().enumerated() {
        guard let number = part.isEmpty ? nil : decimal(part), number <= 9_999_999,
          index == 0 || part.utf8.count == 2 && number < 60
        else { return nil }
        before = before * 60 + number
      }
      before *= 60
      rest = seconds
    }
    let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !rest.isEmpty, rest != "." else { return nil }
    guard let seconds = whole.isEmpty ? 0 : decimal(whole),
      let fraction = fraction(parts.dropFirst())
    else { return nil }
    let (scaled, tooLarge) = (before + seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = scaled.addingReportingOverflow(fraction)
    guard !tooLarge, !overflow else { return nil }
    return sign == "-" ? -sum : sum
  }

  /// Source: RFC 3339, 5.6. A space may stand for the T, as in the report.
  private static func absolute(_ text: String) -> (Int64, UInt32)? {
    var scanner = Scanner(text)
    guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2),
      scanner.take("-"), let day = scanner.digits(2),
      scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2),
      scanner.take(":"), let second = scanner.digits(2),
      (1...12).contains(month), day >= 1, day <= daysInMonth(month, of: year),
      hour <= 23, minute <= 59, second <= 60
    else { return nil }

    var nanoseconds: Int64 = 0
    if scanner.take(".") {
      guard let value = fraction([scanner.leadingDigits()]) else { return nil }
      nanoseconds = value
    }
    guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
    let days = CivilDay(year: year, month: month, day: day).number
    return (days * 86400 + hour * 3600 + minute * 60 + second - offset, UInt32(nanoseconds))
  }

  private static func decimal(_ digits: Substring) -> Int64? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(digits)
  }

  /// Nanoseconds from the digits after the point, if there is one.
  private static func fraction(_ parts: ArraySlice<Substring>) -> Int64? {
    guard let digits = parts.first else { return 0 }
    guard (1...9).contains(digits.utf8.count), var value = decimal(digits) else { return nil }
    for _ in digits.utf8.count..<9 { value *= 10 }
    return value
  }

  private static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// Parses a date from the front.
private struct Scanner {
  private var rest: Substring

  init(_ text: String) { rest = Substring(text) }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  mutating func leadingDigits() -> Substring {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  mutating func digits(_ count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.utf8.count == count, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    return Int64(digits)
  }

  /// Seconds east of UTC.
  mutating func zone() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let east = take("+")
    guard east || take("-"), let hours = digits(2), take(":"), let minutes = digits(2),
      hours <= 23, minutes <= 59
    else { return nil }
    return (hours * 60 + minutes) * (east ? 60 : -60)
  }
}

/// What a clock is ahead of UTC.
struct TimeZoneOffset: Equatable, Sendable {
  /// Seconds east.
  let seconds: Int64

  /// `+02:00`, `-05:30`, `Z`; at most 23:59.
  init?(_ text: String) {
    var scanner = Scanner(text)
    guard let seconds = scanner.zone(), scanner.isAtEnd else { return nil }
    self.seconds = seconds
  }
}
