import Bytes
import GATTSession
import Timeline

/// What a timeline must satisfy: written as text, evaluated over the whole timeline.
///
///     rule      = ["no" SPACE] (events / tree / term) *(SPACE clause)
///     events    = KIND [":" attribute]               as in a condition: notification:2A37
///               / "finding" [":" RULE]               what `stats` finds, with a count or "no" alone
///     tree      = ("service" / "include" / "characteristic" / "descriptor") SPACE attribute
///     clause    = ["where" SPACE] term / measure / time
///     term      = KEY ["." element] op values        as in a condition; "device" is a key, too
///     measure   = ("count" / "max_gap" / "min_gap") op number-or-range
///     time      = ("before" / "after") SPACE seconds
///               / "within" SPACE seconds SPACE "of" SPACE events
///
/// `EventCondition` has the rest of the grammar. Terms after `where`, and those for device,
/// connection or attribute, select events. At least one event must be selected, and all other terms
/// must hold for every selected one. With `no`, all terms select, and nothing may be selected.
package struct Rule: Equatable, Sendable {
  /// Where it was written.
  package struct Origin: Equatable, Sendable {
    package var file: String
    package var line: UInt32

    package init(file: String, line: UInt32) {
      self.file = file
      self.line = line
    }
  }

  /// The rule as it was written.
  package let text: String
  /// `nil`: on the command line.
  package var origin: Origin?
  var isForbidden = false
  var selection = RuleSelection()
  /// What must hold for every selected event.
  var assertions: [KeyTerm] = []
  var measures: [Measure] = []
  /// Must hold for the first selected event; with `no`, selects.
  var times: [Time] = []
  var answers: [Answer] = []
  /// It is about what `stats` finds, not about events.
  package var isAboutFindings = false
  /// The finding rule of this rule alone.
  package var findingRule: FindingRule?

  init(text: String) { self.text = text }

  /// This rule, as if it came from the command line.
  package var withoutOrigin: Rule {
    var rule = self
    rule.origin = nil
    return rule
  }

  /// A number derived from all selected events.
  struct Measure: Equatable, Sendable {
    enum Quantity: String, CaseIterable, Sendable {
      case count
      /// Seconds between consecutive events of a connection.
      case maxGap = "max_gap"
      case minGap = "min_gap"

      /// Another that is never below it.
      var neverAbove: Quantity? { self == .minGap ? .maxGap : nil }
    }

    let quantity: Quantity
    let term: KeyTerm
  }

  /// Before or not before a time.
  struct Time: Equatable, Sendable {
    let isBefore: Bool
    /// Nanoseconds since the first record.
    let limit: Int64
    let text: String

    func holds(_ time: Int64) -> Bool { isBefore ? time < limit : time >= limit }
  }

  /// A selected event must soon follow each of some events.
  struct Answer: Equatable, Sendable {
    /// Nanoseconds.
    let limit: Int64
    let trigger: RuleSelection
    let text: String
  }

  /// Whether no event at all is allowed: a count says how many there must be.
  var mayBeAbsent: Bool { isForbidden || measures.contains { $0.quantity == .count } }

  var needsTimes: Bool {
    !times.isEmpty || !answers.isEmpty || measures.contains { $0.quantity != .count }
  }

  /// The kinds of events that it is about; `nil`: any.
  var kinds: Set<EventKind>? {
    var kinds: Set<EventKind> = []
    for selection in [selection] + answers.map(\.trigger) {
      guard let kind = selection.kind else { return nil }
      // What was discovered instead says why something was not.
      if kind.isDiscovery { kinds.formUnion(EventKind.allCases.filter(\.isDiscovery)) }
      // A value may be that, too.
      if kind == .malformed { kinds.formUnion(EventKind.allCases.filter(\.isValue)) }
      kinds.insert(kind)
    }
    return kinds
  }

  /// Every key that it uses.
  var keys: [String] { (selection.terms + assertions).map(\.key) }

  /// Its decimal numbers of reasons and errors as reports show them: `22 is 0x16`. Who copies `(22)`
  /// from there has meant 0x22.
  var codesInHex: [String] {
    var texts: [String] = []
    for term in selection.terms + assertions
    where term.key == "reason_code" || term.key == "error_code" {
      for case .word(let word, let number?) in term.wanted
      where number >= 10 && word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
        guard let code = Int(exactly: number) else { continue }
        texts.append("\(word) is 0x\(String(upperHex: code, digits: 2))")
      }
    }
    return texts
  }
}

extension [Rule] {
  /// The kinds of events that are needed to evaluate them; `nil`: all.
  package var kinds: Set<EventKind>? {
    // Notes say what could not be read, malformed events where a cut record is.
    var kinds: Set<EventKind> = [.note, .malformed]
    for rule in self {
      guard let more = rule.kinds else { return nil }
      kinds.formUnion(more)
    }
    return kinds
  }
}

/// Which events a rule is about.
struct RuleSelection: Equatable, Sendable {
  /// `nil`: of any kind, if they have the key of a term.
  var kind: EventKind?
  var attribute: AttributePattern?
  /// Matches the attribute itself, not what is in it.
  var isExact = false
  var terms: [KeyTerm] = []
  /// They must have its key.
  var presence: KeyTerm?
}
