import GATTSession
import GATTValues

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
  /// A handle in hex without the sign of it, or in decimal with zeros before it.
  case ambiguousHandle(String)
  /// The end of a range comes before its beginning.
  case emptyRange(String)
  /// One end of a range is a number, the other is none.
  case badRange(String)
  /// An attribute that stands deeper than those of the kind do.
  case tooDeep(String, kind: String)
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
    case .ambiguousHandle(let word):
      "expected a handle as 0x\(word), or as a decimal number, not '\(word)'"
    case .emptyRange(let word): "nothing is in the range '\(word)': its end is below its beginning"
    case .badRange(let word): "expected numbers at both ends of a range, not '\(word)'"
    case .tooDeep(let word, let kind): "no \(kind) stands that deep: '\(word)'"
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
