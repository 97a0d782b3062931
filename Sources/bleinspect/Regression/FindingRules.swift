import Answers
import GATTSession
import Regression
import Timeline

/// What `stats` finds, where rules or `--max-severity` ask for it.
struct FindingRules {
  let sink: TimelineSink
  /// What asks for findings, as written.
  let origin: String
  private let renderer: StatsRenderer
  private let rules: [Rule]
  private let options: CheckOptions

  /// Findings that are listed.
  private static let listed = 100

  /// - rules: those about findings.
  /// - filter: that of all rules; findings look at all advertisements.
  /// - Returns: `nil` if nothing asks for findings.
  init?(
    _ rules: [Rule], _ out: OutputStream, _ filter: EventFilter, _ invocation: Invocation
  ) {
    options = invocation.options.check
    guard let origin = options.maxSeverity.map({ _ in "--max-severity" }) ?? rules.first?.text
    else { return nil }
    self.origin = origin
    self.rules = rules
    var filter = filter
    filter.advertisements = .all
    var stats = StatsRenderer.Options()
    stats.format = .findings
    stats.filter = filter
    renderer = StatsRenderer(out, options: stats)
    sink = TimelineSink(renderer, options: StatsCommand.sink(filter, invocation: invocation))
  }

  /// When all is read.
  var outcomes: [RuleOutcome] {
    var outcomes = rules.map { rule in
      rule.findingRule.map { wanted in outcome(rule, allowed: []) { $0 == wanted } }
        ?? outcome(rule, allowed: options.allowed) { _ in true }
    }
    if let limit = options.maxSeverity {
      var text = "--max-severity \(limit.rawValue)"
      for rule in options.allowed { text += " --allow \(rule.identifier)" }
      outcomes.append(
        outcome(.noFinding(text), allowed: options.allowed) { !limit.allows($0.severity) })
    }
    return outcomes
  }

  /// - allowed: rules whose findings are accepted.
  /// - isMeant: whether the rule is about findings of a rule of `stats`.
  private func outcome(
    _ rule: Rule, allowed: [FindingRule], _ isMeant: (FindingRule) -> Bool
  ) -> RuleOutcome {
    let meant = renderer.found.filter { isMeant($0.rule) }
    let above = meant.filter { !allowed.contains($0.rule) }
    var found = above.prefix(Self.listed).map { finding in
      RuleOutcome.Finding(
        term: finding.rule.identifier,
        message: "\(finding.rule.severity.rawValue): \(finding.text)", count: finding.count,
        examples: [
          Evidence(
            frame: finding.frame, time: renderer.clock.nanoseconds(finding.time),
            text: finding.connection.map { "C\($0)" })
        ], rule: finding.rule)
    }
    // Of those that are not kept only the severity is known.
    var (certain, possible) = (0, 0)
    for (severity, count) in renderer.beyond {
      let isMeant = FindingRule.all.filter { $0.severity == severity }.map {
        isMeant($0) && !allowed.contains($0)
      }
      if isMeant.contains(true) { possible += count }
      if !isMeant.contains(false), renderer.isWhole { certain += count }
    }
    let rest = above.count - found.count + certain
    if rest > 0 { found.append(.init(message: "and \(rest) more finding\(rest == 1 ? "" : "s")")) }
    var outcome = RuleOutcome(
      rule, found: found, count: above.reduce(certain) { $0 + $1.count },
      unknown: possible > certain ? "\(possible) findings of the whole capture are not kept" : nil)
    outcome.allowed = meant.reduce(0) { $0 + $1.count } - above.reduce(0) { $0 + $1.count }
    return outcome
  }

  /// The allowed rules that nothing found needs: somebody has mended it, or it is misspelt.
  var unusedAllowances: [FindingRule] {
    options.allowed.filter { rule in
      !renderer.found.contains { $0.rule == rule }
        && renderer.beyond[rule.severity, default: 0] == 0
        || rules.allSatisfy { $0.findingRule != nil }
          && options.maxSeverity?.allows(rule.severity) == true
    }
  }
}

extension SeverityLimit {
  fileprivate func allows(_ severity: FindingRule.Severity) -> Bool {
    switch severity {
    case .error: false
    case .warning: self == .warning
    case .note: self != .none
    }
  }
}
