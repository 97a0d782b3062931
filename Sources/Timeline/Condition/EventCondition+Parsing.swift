import ATTDissector
import AssignedNumbers
import GATTSession

/// Why a text is no condition.
package enum ConditionProblem: Error, Equatable, Sendable {
  case empty
  /// A word that stands alone and names no kind of events.
  case unknownKind(String)
  /// A word before a comparison that no event has as a key.
  case unknownKey(String)
  /// What stands behind a kind and a colon.
  case unknownAttribute(String)
  /// Events of the kind are about no attribute.
  case noAttribute(kind: String)
  /// What is to be larger or smaller is no number.
  case notANumber(String, comparison: String)
  /// What stands behind a key and a point.
  case badElement(String)
  /// Nothing stands where something has to: behind this.
  case nothingBehind(String)
  case openQuote(String)
  /// A sign that has no meaning where it stands.
  case unexpected(String)

  /// One sentence without a full stop.
  package var message: String {
    switch self {
    case .empty: "is empty"
    case .unknownKind(let word): "no kind of event: '\(word)'"
    case .unknownKey(let word): "no event has the key '\(word)'"
    case .unknownAttribute(let word):
      "no UUID and no assigned name: '\(word)' (180D, 2A37, 36 characters, or a name)"
    case .noAttribute(let kind): "events of the kind '\(kind)' are about no attribute"
    case .notANumber(let word, let comparison):
      "expected a number behind '\(comparison)', not '\(word)'"
    case .badElement(let word): "expected x, y, z or a number from 0 behind the point: '\(word)'"
    case .nothingBehind(let word): "nothing stands behind '\(word)'"
    case .openQuote(let word): "the quote is not closed: '\(word)'"
    case .unexpected(let word): "expected KIND, KIND:UUID or KEY=VALUE at '\(word)'"
    }
  }

  /// The word that may be misspelled, and what it could have been.
  package var misspelled: (word: String, known: [String])? {
    switch self {
    case .unknownKind(let word): (word, EventKind.allCases.map(\.name.description))
    case .unknownKey(let word): (word, EventKeys.all)
    default: nil
    }
  }
}

extension EventCondition {
  package init(_ text: String) throws(ConditionProblem) {
    var scanner = ConditionScanner(text)
    var terms: [Term] = []
    while scanner.skipSpaces() { terms += try scanner.term() }
    guard !terms.isEmpty else { throw .empty }
    self.terms = terms
    self.text = text
  }
}

/// Takes a condition apart from its front.
private struct ConditionScanner {
  private var rest: Substring

  init(_ text: String) { rest = Substring(text) }

  /// - Returns: whether anything is left.
  mutating func skipSpaces() -> Bool {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    return !rest.isEmpty
  }

  mutating func term() throws(ConditionProblem) -> [EventCondition.Term] {
    let beginning = rest
    let word = take { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    guard !word.isEmpty else { throw .unexpected(String(beginning.prefix { $0 != " " })) }
    if let comparison = takeComparison() { return [.key(try key(word, comparison))] }
    guard let kind = EventKind.allCases.first(where: { $0.name.description == word }) else {
      throw .unknownKind(word)
    }
    guard rest.first == ":" else {
      guard rest.isEmpty || rest.first == " " || rest.first == "\t" else {
        throw .unexpected(String(rest.prefix { $0 != " " }))
      }
      return [.kind(kind)]
    }
    rest.removeFirst()
    guard kind.hasAttribute else { throw .noAttribute(kind: word) }
    let name = try operand(behind: word + ":")
    let uuids =
      BluetoothUUID(text: name).map { [$0] }
      ?? Set(AssignedNumbers.uuids(named: name).map { BluetoothUUID(value: $0) })
    guard !uuids.isEmpty else { throw .unknownAttribute(name) }
    return [.kind(kind), .attribute(uuids)]
  }

  private mutating func key(
    _ word: String, _ comparison: EventCondition.Comparison
  ) throws(ConditionProblem) -> EventCondition.KeyTerm {
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts.first ?? "")
    guard EventKeys.all.contains(key) else { throw .unknownKey(key) }
    var element: Int?
    if let text = parts.dropFirst().first {
      element = ["x": 0, "y": 1, "z": 2][text] ?? (text.first == "+" ? nil : Int(text))
      guard element != nil else { throw .badElement(String(text)) }
    }
    let value = try operand(behind: word + comparison.rawValue)
    let number = Double(value).flatMap { $0.isFinite ? $0 : nil }
    switch comparison {
    case .equal, .unequal: break
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard number != nil else { throw .notANumber(value, comparison: comparison.rawValue) }
    }
    return EventCondition.KeyTerm(
      key: key, element: element, comparison: comparison, word: value.lowercased(), number: number)
  }

  /// A value or a name, perhaps between quotes.
  private mutating func operand(behind before: String) throws(ConditionProblem) -> String {
    guard let quote = rest.first, quote == "\"" || quote == "'" else {
      let word = take { $0 != " " && $0 != "\t" }
      guard !word.isEmpty else { throw .nothingBehind(before) }
      return word
    }
    let quoted = String(rest)
    rest.removeFirst()
    let word = take { $0 != quote }
    guard rest.first == quote else { throw .openQuote(quoted) }
    rest.removeFirst()
    guard rest.isEmpty || rest.first == " " || rest.first == "\t" else {
      throw .unexpected(String(rest.prefix { $0 != " " }))
    }
    return word
  }

  /// The longest one first: `<=` is no `<`.
  private mutating func takeComparison() -> EventCondition.Comparison? {
    let all = EventCondition.Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    guard let found = all.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
    rest = rest.dropFirst(found.rawValue.count)
    return found
  }

  private mutating func take(while belongs: (Character) -> Bool) -> String {
    let word = rest.prefix(while: belongs)
    rest = rest.dropFirst(word.count)
    return String(word)
  }
}

extension EventKind {
  /// Whether events of the kind may be about an attribute, or tell of services.
  fileprivate var hasAttribute: Bool {
    isValue || isDiscovery || self == .attError || self == .advertisement
  }
}
