import GATTSession
import Timeline

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

  /// Findings that were left out because an option accepts them.
  package var allowed = 0

  init(_ rule: Rule) { self.rule = rule }

  /// The outcome of a rule about what `stats` finds.
  /// - found: what it is about, where it does not hold.
  /// - count: how many there are.
  /// - unknown: why there may be others, which would break it.
  package init(_ rule: Rule, found: [Finding], count: Int, unknown: String?) {
    self.rule = rule
    events = count
    let broken = rule.measures.map(\.term).filter { !$0.holds(Double(count)) }
    if rule.isForbidden ? count > 0 : !broken.isEmpty {
      state = .failed
      findings = broken.map { .init(term: $0.text, message: RuleWords.count(count, "finding")) }
      findings += found
    } else if let unknown {
      state = .untestable
      findings = [.init(message: unknown)]
    }
  }
}

extension Rule {
  /// What an option asks for: none of some findings.
  package static func noFinding(_ option: String) -> Rule {
    var rule = Rule(text: option)
    rule.isForbidden = true
    rule.isAboutFindings = true
    return rule
  }
}
