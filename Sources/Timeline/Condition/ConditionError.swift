import GATTSession
import GATTValues

/// Why a text is not a condition.
package enum ConditionError: Error, Equatable, Sendable {
  case empty
  /// A word on its own that names no kind of events.
  case unknownKind(String)
  /// A word before a comparison that is not a key of any event.
  case unknownKey(String)
  /// A key of events that is not kept to be asked for.
  case keyNotKept(String)
  /// The word after a kind and a colon.
  case unknownAttribute(String)
  /// Events of this kind have no attribute.
  case noAttribute(kind: String)
  /// An ordered comparison needs a number.
  case notANumber(String, comparison: String)
  /// A handle in hex without 0x, or in decimal with leading zeros.
  case ambiguousHandle(String)
  /// The end of a range is lower than its start.
  case emptyRange(String)
  /// Only one end of a range is a number.
  case badRange(String)
  /// The attribute is deeper than those of the kind.
  case tooDeep(String, kind: String)
  /// The word after a key and a point.
  case badElement(String)
  /// An element is asked for of a key that is never a list.
  case elementOfNoList(String)
  /// Something is missing after this.
  case missingAfter(String)
  case openQuote(String)
  /// A character that has no meaning here.
  case unexpected(String)
  /// A comparison as programming languages write it.
  case doubledSign(String)

  package static var kinds: [String] { EventKind.allCases.map(\.name.description) }

  /// One sentence without a full stop.
  package var message: String {
    switch self {
    case .empty: "is empty"
    case .unknownKind(let word) where Self.kinds.contains(word):
      "the kind of event comes first: '\(word)'"
    case .unknownKind("and"): "terms follow each other without 'and': all must hold"
    case .unknownKind(let word) where EventKeys.has(word):
      "'\(word)' is a key of events, no kind: compare it, as in \(word)=1, or begin with a kind"
    case .unknownKind(let word): "no kind of event: '\(word)'"
    case .unknownKey(let word): "no event has the key '\(word)'"
    case .keyNotKept(let word): "'\(word)' cannot be asked for"
    case .unknownAttribute(let word):
      "no UUID and no name of an attribute: '\(word)' (180D, 2A37, 36 characters, or a name)"
    case .noAttribute(let kind): "'\(kind)' events have no attribute"
    case .notANumber(let word, let comparison):
      "expected a number after '\(comparison)', not '\(word)'"
    case .ambiguousHandle(let word):
      "expected a handle as 0x\(word), or as a decimal number, not '\(word)'"
    case .emptyRange(let word): "the range '\(word)' is empty: its end is below its start"
    case .badRange(let word): "expected numbers at both ends of a range, not '\(word)'"
    case .tooDeep(let word, let kind): "a \(kind) has a shorter path: '\(word)'"
    case .badElement(let word): "expected x, y, z or a number from 0 after the point: '\(word)'"
    case .elementOfNoList(let key): "'\(key)' is no list: it has no elements"
    case .missingAfter(let word): "missing value after '\(word)'"
    case .openQuote(let word): "the quote is not closed: '\(word)'"
    case .unexpected(let word): "expected KIND, KIND:UUID or KEY=VALUE at '\(word)'"
    case .doubledSign(let word): "expected = and not ==: '\(word)'"
    }
  }

  /// What the unknown word may mean.
  package var suggestions: [String] {
    switch self {
    case .unknownKind(let word) where Self.kinds.contains(word): []
    case .unknownKind(let word):
      Suggestion.kinds(for: word, among: Self.kinds)
    case .unknownKey(let word): EventKeys.similar(to: word)
    case .unknownAttribute(let word):
      AttributeNames.similar(to: word).map { $0.contains(" ") ? "\"\($0)\"" : $0 }
    default: []
    }
  }
}
