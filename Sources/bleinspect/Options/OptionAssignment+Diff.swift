import Regression

/// The options of `diff`.
extension OptionAssignment {
  /// - Returns: what the option says about the comparison; `nil`: it is about something else.
  func setting(_ value: String) throws(UsageError) -> ComparisonSetting? {
    guard command == .diff else { return nil }
    do throws(SettingProblem) {
      switch option.key {
      case .link: return .link
      case .strict: return .strict
      case .device: return .device(value)
      case .map: return try .map(words: value)
      case .values: return try .values(words: value)
      case .count: return try .count(words: value)
      case .range: return try .range(words: value)
      case .tolerance: return try .tolerance(words: value)
      case .timeTolerance: return try .timeTolerance(words: value)
      case .ignore: return try .ignore(words: value)
      case .only: return try .only(words: value)
      default: return nil
      }
    } catch {
      throw bad(value, error.message)
    }
  }
}
