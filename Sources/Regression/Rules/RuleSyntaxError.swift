import Bytes
import GATTSession
import GATTValues
import Timeline

/// Why a text is not a rule.
package enum RuleSyntaxError: Error, Equatable, Sendable {
  case condition(ConditionError)
  case missingAfterNo
  /// What may be absent cannot be measured.
  case notWithNo(String)
  /// Should be a number of events or of seconds.
  case notANumber(String)
  case notSeconds(String, after: String)
  case expectedOf(String)
  /// No number can meet it.
  case neverSo(String)
  /// Every number meets it.
  case alwaysSo(String)
  /// A number that the key's field cannot hold.
  case outOfLimits(String, key: String, ClosedRange<Double>)
  case beforeStart(String)
  case noTimeBetween
  /// Events of the kind never have the key.
  case keyNotOfKind(String, kind: String)
  case unknownWord(String, key: String, known: [String])
  /// The attribute of events stands after a colon.
  case attributeAfterSpace(String, kind: String)
  case notAnOrder(String)
  case wordForNumber(String, key: String)
  case notHex(String)
  /// A device by its number in the report, which depends on the recording.
  case deviceNumber(String)
  /// The UUID is assigned to attributes of another kind.
  case otherKind(String, is: String, not: String)
  /// A key of NDJSON that a recorded timeline does not keep.
  case keyNotKept(String)
  case timeAsKey(String)
  /// None that `stats` looks for.
  case unknownFinding(String)
  case notOfFindings(String)
  case findingsWithoutLimit
  case tooLong(Int)

  /// One sentence without a full stop.
  package var message: String {
    switch self {
    case .condition(.unknownKind(let word)) where word != "no" && RuleParser.words.contains(word):
      "the kind of event comes before '\(word)'"
    case .condition(let problem): problem.message
    case .missingAfterNo: "missing event after 'no'"
    case .notWithNo(let text): "'\(text)' cannot be combined with 'no'"
    case .notANumber(let text): "expected a number or a range after the sign: '\(text)'"
    case .notSeconds(let text, let before):
      "expected seconds from 0 after '\(before)'" + (text.isEmpty ? "" : ", not '\(text)'")
    case .expectedOf(let text): "expected 'of' and a kind of event after '\(text)'"
    case .neverSo(let text): "never true: '\(text)'"
    case .alwaysSo(let text): "always true: '\(text)'"
    case .outOfLimits(let text, let key, let limits): "'\(key)' is \(limits.words): '\(text)'"
    case .beforeStart(let text): "nothing happens before second '\(text)'"
    case .noTimeBetween: "never true: no time is both before one and after the other"
    case .keyNotOfKind(let key, let kind): "no event of the kind '\(kind)' has the key '\(key)'"
    case .unknownWord(let word, let key, let known):
      "'\(key)' is never '\(word)'"
        + (known.count <= Self.fewWords && Suggestion.values(for: word, among: known).isEmpty
          ? ": it is \(Suggestion.alternatives(known))" : "")
    case .attributeAfterSpace(let word, let kind):
      "an attribute follows '\(kind)' after a colon: \(kind):\(word)"
    case .notAnOrder(let key): "'\(key)' is a word: expected = or !="
    case .wordForNumber(let word, let key): "'\(key)' is a number, never '\(word)'"
    case .notHex(let word): "a value is pairs of hexadecimal digits, as 0a1b, never '\(word)'"
    case .deviceNumber(let text):
      "expected the address or the name of a device, not its number (quote a name that is a "
        + "number): '\(text)'"
    case .otherKind(let uuid, let kind, let other): "\(uuid) is a \(kind), never a \(other)"
    case .keyNotKept(let key): "a rule cannot ask for '\(key)'"
    case .timeAsKey(let key): "use 'before SECONDS' and 'after SECONDS' instead of '\(key)'"
    case .unknownFinding(let name): "no rule of stats: '\(name)' (bleinspect explain lists them)"
    case .notOfFindings(let word): "expected count after a finding, not '\(word)'"
    case .findingsWithoutLimit: "expected 'no finding', or a count of findings, such as count<=3"
    case .tooLong(let most): "is longer than \(most) bytes"
    }
  }

  /// A list of so many words helps.
  private static let fewWords = 8

  /// Suggestions for an unknown word.
  /// - kind: of the events that the rule is about.
  package func suggestions(of kind: EventKind?) -> [String] {
    switch self {
    case .condition(.unknownKind(let word))
    where ConditionError.kinds.contains(word) || RuleParser.words.contains(word)
      || word == RuleParser.finding:
      []
    case .condition(.unknownKind(let word)) where EventKeys.has(word):
      Suggestion.kinds(for: word, among: ConditionError.kinds)
    case .condition(.unknownKind(let word)):
      Suggestion.kinds(
        for: word, among: ConditionError.kinds + RuleParser.words + [RuleParser.finding])
    case .unknownFinding(let name): FindingRule.similar(to: name)
    case .condition(.unknownKey(let word)):
      RuleParser.measures(endingWith: word).isEmpty
        ? EventKeys.similar(to: word, in: kind, or: RuleParser.keys)
        : RuleParser.measures(endingWith: word)
    case .condition(let problem): problem.suggestions
    case .unknownWord(let word, _, let known):
      Suggestion.values(for: word, among: known).map { $0.contains(" ") ? "\"\($0)\"" : $0 }
    default: []
    }
  }
}

/// A text that is not a rule, and the offending word.
package struct RuleError: Error, Equatable, Sendable {
  package let problem: RuleSyntaxError
  package let text: String
  package var origin: Rule.Origin?
  /// That of the events that the rule is about, if it was read so far.
  package var kind: EventKind?
  /// An offset in characters of the text.
  package let place: Range<Int>

  package var suggestions: [String] { problem.suggestions(of: kind) }

  /// Names a character at the word that looks like one of the grammar, such as word processors put
  /// there; `nil` if all are plain.
  package var foreign: String? {
    let start = max(0, min(place.lowerBound, text.count))
    // The word ends before what is no space to the parser.
    for character in text.dropFirst(start).prefix(place.count + 1) {
      guard let scalar = character.unicodeScalars.first else { continue }
      let code = "U+\(String(upperHex: scalar.value, digits: 4))"
      switch scalar.value {
      case 0xA0, 0x2007, 0x202F: return "there is a no-break space (\(code)): use a plain one"
      case 0x2018...0x201F, 0xAB, 0xBB:
        return "there is a typographic quotation mark (\(code)): use \" or '"
      default: continue
      }
    }
    return nil
  }
}

extension ClosedRange<Double> {
  /// `from 0 to 255`, or `at least 1`.
  fileprivate var words: String {
    let low = RuleWords.number(lowerBound)
    return upperBound.isFinite
      ? "from \(low) to \(RuleWords.number(upperBound))" : "at least \(low)"
  }
}
