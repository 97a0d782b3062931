import LiveCapture
import Timeline

/// The options of `live`.
extension OptionAssignment {
  func source(_ value: String) throws(UsageError) -> SourceName {
    do { return try SourceName(value) } catch {
      throw UsageError("\(option.name): \(error.message)", command: command)
    }
  }

  func rotation(_ value: String) throws(UsageError) -> Rotation {
    guard let rotation = Rotation(value) else {
      throw bad(value, "expected a size (100k, 10M, 1G) or a time (30s, 15m, 1h, 1d)")
    }
    return rotation
  }

  /// Nanoseconds.
  func duration(_ value: String) throws(UsageError) -> Int64 {
    guard case .relative(let nanoseconds)? = TimeBound(value), nanoseconds > 0,
      !value.hasPrefix("+")
    else { throw bad(value, "expected seconds above 0, as 10 or 0.5") }
    return nanoseconds
  }

  func condition(_ value: String) throws(UsageError) -> EventCondition {
    do { return try EventCondition(value) } catch {
      let meant = error.misspelled.map { Suggestion.words(for: $0.word, among: $0.known) } ?? []
      throw bad(value, error.message + Suggestion.clause(meant))
    }
  }
}
