import GATTValues
import Vocabulary

/// A condition on one key of an event.
package struct KeyTerm: Equatable, Sendable {
  package enum Comparison: String, CaseIterable, Sendable {
    case equal = "="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    package var isOrder: Bool { self != .equal && self != .unequal }
  }

  /// One of the wanted values.
  package enum Wanted: Equatable, Sendable {
    /// In lower case, and its number if it is one.
    case word(String, number: Double?)
    case range(ClosedRange<Double>)
  }

  package let key: String
  /// `nil` for a name that is no key, such as `device`.
  package let id: Key?
  /// `nil` for a key of some kinds only.
  package let common: CommonKey?
  /// Whether it is a list of fixed words or UUIDs: the term tests whether it contains some.
  package let isOfSet: Bool
  /// The index in a list.
  package let element: Int?
  package let comparison: Comparison
  /// Any of them may match; only one for an ordered comparison.
  package let wanted: [Wanted]
  /// The term as it was written.
  package let text: String

  init(
    key: String, element: Int?, comparison: Comparison, wanted: [Wanted], text: String
  ) {
    self.key = key
    self.element = element
    self.comparison = comparison
    self.wanted = wanted
    self.text = text
    id = EventKeys.complete.key(named: key)
    common = CommonKey(rawValue: key)
    isOfSet = element == nil && EventKeys.isSet(key)
  }

  package func holds(_ found: Double) -> Bool {
    switch comparison {
    case .equal: return isWanted(found)
    case .unequal: return !isWanted(found)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    guard case .word(_, let number?)? = wanted.first else { return false }
    return switch comparison {
    case .less: found < number
    case .lessOrEqual: found <= number
    case .greater: found > number
    default: found >= number
    }
  }

  /// Words are case-insensitive.
  package func holds(_ found: String) -> Bool {
    guard !comparison.isOrder else { return false }
    let found = found.lowercased()
    let isWanted = wanted.contains {
      if case .word(let word, _) = $0 { word == found } else { false }
    }
    return isWanted == (comparison == .equal)
  }

  private func isWanted(_ found: Double) -> Bool {
    wanted.contains {
      switch $0 {
      case .word(_, let number): number == found
      case .range(let range): range.contains(found)
      }
    }
  }

  /// The term for the number that goes with a name: `reason=0x08` compares `reason_code`.
  func ofCodes() -> KeyTerm {
    let code = key + "_code"
    let areNumbers = wanted.allSatisfy {
      if case .word(_, nil) = $0 { false } else { true }
    }
    guard areNumbers, EventKeys.has(code) else { return self }
    return KeyTerm(key: code, element: element, comparison: comparison, wanted: wanted, text: text)
  }
}
