import GATTSession
import Timeline

/// What a timeline is to be: written as text, asked of the whole of it.
///
///     rule      = ["no" SPACE] (events / tree / term) *(SPACE clause)
///     events    = KIND [":" attribute]               as in a condition: notification:2A37
///     tree      = ("service" / "include" / "characteristic" / "descriptor") SPACE attribute
///     clause    = ["where" SPACE] term / measure / time
///     term      = KEY ["." element] op values        as in a condition; "device" is a key, too
///     measure   = ("count" / "max_gap" / "min_gap") op number-or-range
///     time      = ("before" / "after") SPACE seconds
///               / "within" SPACE seconds SPACE "of" SPACE events
///
/// `EventCondition` has the rest of the grammar. Terms behind `where`, and those that say which device,
/// connection or attribute, choose events. Of the chosen there has to be at least one, and all other
/// terms have to hold of every one. With `no`, all terms choose, and nothing may be chosen.
package struct Rule: Equatable, Sendable {
  /// Where it is written.
  package struct Origin: Equatable, Sendable {
    package var file: String
    package var line: UInt32

    package init(file: String, line: UInt32) {
      self.file = file
      self.line = line
    }
  }

  /// As it was written.
  package let text: String
  /// `nil`: on the command line.
  package var origin: Origin?
  var isForbidden = false
  var selection = RuleSelection()
  /// What every chosen event has to say.
  var assertions: [KeyTerm] = []
  var measures: [Measure] = []
  /// Of the first chosen event; with `no`, of the chosen.
  var times: [Time] = []
  var answers: [Answer] = []

  init(text: String) { self.text = text }

  /// A number of all that was chosen.
  struct Measure: Equatable, Sendable {
    enum Quantity: String, CaseIterable, Sendable {
      case count
      /// Seconds between one and the next of a connection.
      case maxGap = "max_gap"
      case minGap = "min_gap"
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

  /// Behind each of some events one that was chosen is to come soon.
  struct Answer: Equatable, Sendable {
    /// Nanoseconds.
    let limit: Int64
    let trigger: RuleSelection
    let text: String
  }

  /// Whether none at all is allowed: a count says how many there have to be.
  var mayBeAbsent: Bool { isForbidden || measures.contains { $0.quantity == .count } }

  var needsTimes: Bool {
    !times.isEmpty || !answers.isEmpty || measures.contains { $0.quantity != .count }
  }

  /// Every key that it asks for.
  var keys: [String] { (selection.terms + assertions).map(\.key) }
}

/// Which events a rule is about.
struct RuleSelection: Equatable, Sendable {
  /// `nil`: of any kind, if they have the key of a term.
  var kind: EventKind?
  var attribute: AttributePattern?
  /// The attribute itself is meant, and not what stands in it.
  var isExact = false
  var terms: [KeyTerm] = []
  /// A key that they have to have.
  var key: String?
}
