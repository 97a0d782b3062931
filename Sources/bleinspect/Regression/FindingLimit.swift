import Answers
import GATTSession
import Regression
import Timeline

/// `--max-severity`: looks for what `stats` finds, and lists what is graver than that.
struct FindingLimit {
  let stage: TimelineStage
  private let renderer: StatsRenderer
  private let limit: SeverityLimit

  /// Findings that are listed.
  private static let listed = 100

  /// - filter: that of the rules; findings look at all advertisements.
  init(
    _ limit: SeverityLimit, _ out: OutputStream, _ filter: EventFilter,
    _ session: GATTSession.Options, _ invocation: Invocation
  ) {
    self.limit = limit
    var filter = filter
    filter.advertisements = .all
    var options = StatsRenderer.Options()
    options.format = .findings
    options.filter = filter
    renderer = StatsRenderer(out, options: options)
    stage = StatsCommand.stage(renderer, filter, session, invocation)
  }

  /// When all is read.
  var outcome: RuleOutcome {
    let above = renderer.found.filter { !limit.allows($0.rule.severity) }
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
    let beyond = renderer.beyond.filter { !limit.allows($0.key) }.values.reduce(0, +)
    let text = "--max-severity \(limit.rawValue)"
    // Which devices those are about that are not kept is not known.
    guard beyond == 0 || renderer.isWhole || !above.isEmpty else {
      let message = "\(beyond) findings of the whole capture are not kept"
      return RuleOutcome(text, found: [.init(message: message)], isKnown: false)
    }
    let rest = above.count - found.count + (renderer.isWhole ? beyond : 0)
    if rest > 0 { found.append(.init(message: "and \(rest) more finding\(rest == 1 ? "" : "s")")) }
    return RuleOutcome(text, found: found)
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
