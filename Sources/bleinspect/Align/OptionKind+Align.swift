extension OptionKind where Value == Int64 {
  /// Nanoseconds, written in seconds with a sign.
  static var shift: Self {
    Self("S", example: "-2.5") { text throws(SettingError) in
      guard case .relative(let nanoseconds)? = TimeBound(text) else {
        throw SettingError(
          TimeBound.excess(text) ?? "expected seconds, such as 3600, -0.25 or 12.345678")
      }
      return nanoseconds
    }
  }
}

extension OptionKind where Value == FramePair {
  /// A record of the first capture and one of the second.
  static var framePair: Self {
    Self("FRAME=FRAME", example: "120=4711") { text throws(SettingError) in
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let first = number(parts[0]), let second = number(parts[1]) else {
        throw SettingError(
          "expected the numbers of two records, such as 120=4711: of the first capture and of the second"
        )
      }
      return FramePair(first: first, second: second)
    }
  }

  private static func number(_ digits: Substring) -> UInt64? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = UInt64(digits),
      number > 0
    else { return nil }
    return number
  }
}
