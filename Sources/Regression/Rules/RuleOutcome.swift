import GATTSession

/// The outcome of a rule.
package struct RuleOutcome: Equatable, Sendable {
  package enum State: String, Sendable {
    case holds, failed
    /// The timeline lacks what the rule needs.
    case untestable
  }

  package struct Finding: Equatable, Sendable {
    /// The term, measure or time that does not hold; `nil`: the rule itself.
    package var term: String?
    /// One line: `2 of 31 do not hold`.
    package var message: String
    /// Events that break it.
    package var count = 0
    /// The first of them.
    package var examples: [Evidence] = []
    /// What `stats` has found by, where that is the finding.
    package var rule: FindingRule?

    package init(
      term: String? = nil, message: String, count: Int = 0, examples: [Evidence] = [],
      rule: FindingRule? = nil
    ) {
      self.term = term
      self.message = message
      self.count = count
      self.examples = examples
      self.rule = rule
    }
  }

  /// How many examples of a finding are kept.
  package static let examples = 3

  package let rule: Rule
  /// How many events the rule is about.
  package var events = 0
  /// Why it does not hold, or cannot be tested.
  package var findings: [Finding] = []
  package var state = State.holds

  init(_ rule: Rule) { self.rule = rule }

  /// Whether nothing was found.
  /// - text: the option that asks for it.
  /// - isKnown: that there is nothing else.
  package init(_ text: String, found: [Finding], isKnown: Bool = true) {
    var rule = Rule(text: text)
    rule.isForbidden = true
    self.rule = rule
    events = found.count
    findings = found
    state = !isKnown ? .untestable : found.isEmpty ? .holds : .failed
  }
}
