import GATTSession
import GATTValues
import Timeline

extension Rule {
  /// Evaluates the rule over the events of a timeline.
  package func evaluated(on timeline: RecordedTimeline) -> RuleOutcome {
    let run = RuleRun([self])
    run.take(timeline)
    return run.outcomes(of: timeline)[0]
  }
}

/// The state of one rule during a pass.
struct RuleEvaluation {
  let rule: Rule
  private var outcome: RuleOutcome
  /// For each assertion the events that break it, and how many lack its key.
  private var broken: [(examples: Examples, withoutKey: Int)]
  private var gaps = GapMeasure()
  private var answers: [AnswerWatch]
  private var first: RuleEvidence?
  /// Events that a rule with `no` forbids.
  private var forbidden = Examples()
  private var lacksTime = false

  init(_ rule: Rule) {
    self.rule = rule
    outcome = RuleOutcome(rule)
    broken = rule.assertions.map { _ in (Examples(), 0) }
    answers = rule.answers.map(AnswerWatch.init)
  }

  // MARK: What cannot be tested

  /// What the rule needs and the timeline does not contain.
  private func lacking(in timeline: RecordedTimeline) -> String? {
    if timeline.leavesOutAdvertisements,
      ([rule.selection] + rule.answers.map(\.trigger)).contains(where: \.mayBeAdvertisements)
    {
      return "the timeline was written without advertisements"
    }
    guard timeline.form == .baseline else { return nil }
    // Lost packets are the remarks that a baseline has wherever they are.
    if let kind = rule.selection.kind, !kind.isWholeInBaselines,
      kind != .note || !rule.keys.contains("lost")
    {
      return "a baseline does not have every '\(kind.name)' event"
    }
    // One that was kept, since it had events, is there.
    if rule.asksForAttempts, !rule.isForbidden || outcome.events == 0 {
      return "a baseline has no attempts to connect that failed or were cancelled"
    }
    let key = rule.keys.first { key in
      EventKeys.rows(of: key, in: rule.selection.kind).contains { $0.recall == .volatile }
    }
    return key.map { "a baseline has no '\($0)'" }
  }

  private func untestable(_ reason: String) -> RuleOutcome {
    var outcome = outcome
    outcome.state = .untestable
    outcome.findings = [.init(message: reason)]
    return outcome
  }

  // MARK: Events

  mutating func take(_ event: RuleEvent) {
    // No event follows itself.
    defer { for index in answers.indices { answers[index].meet(event) } }
    guard event.isChosen(by: rule.selection), isInTime(event) else { return }
    outcome.events += 1
    if first == nil { first = event.evidence }
    guard !rule.isForbidden else {
      forbidden.add(event.evidence)
      return
    }
    for (index, term) in rule.assertions.enumerated() { check(term, event: event, at: index) }
    if rule.needsTimes {
      guard let time = event.item.time else {
        lacksTime = true
        return
      }
      gaps.take(event, at: time)
      for index in answers.indices { answers[index].answer(event, time: time) }
    }
  }

  /// With `no`, times select.
  private mutating func isInTime(_ event: RuleEvent) -> Bool {
    guard rule.isForbidden, !rule.times.isEmpty else { return true }
    guard let time = event.item.time else {
      lacksTime = true
      return false
    }
    return rule.times.allSatisfy { $0.holds(time) }
  }

  private mutating func check(_ term: KeyTerm, event: RuleEvent, at index: Int) {
    let holds = event.holds(term)
    if holds == true { return }
    if holds == nil { broken[index].withoutKey += 1 }
    guard broken[index].examples.hasRoom else { return broken[index].examples.count += 1 }
    var evidence = event.evidence
    // The value alone identifies the subject only if the rule is about nothing else.
    if rule.selection.attribute != nil, !evidence.says.isEmpty { evidence.hasSubject = false }
    if holds == nil {
      let isUnanswered = term.common == .responseTime && event.item.isUnanswered
      evidence.prefix = isUnanswered ? "no answer: " : "has no \(term.key): "
    } else if term.common == .responseTime, let time = event.item.responseTime {
      evidence.prefix = "\(RuleWords.number(Double(time) / 1e6)) ms: "
    }
    broken[index].examples.add(evidence)
  }

  // MARK: Findings

  /// - timeline: with the names of all that it saw.
  func outcome(of timeline: RecordedTimeline, tally: RuleTally) -> RuleOutcome {
    if let lacking = lacking(in: timeline) { return untestable(lacking) }
    if lacksTime { return untestable("\(timeline.name) has no times") }
    var outcome = outcome
    if rule.isForbidden {
      if outcome.events > 0 {
        outcome.findings = [
          forbidden.finding(
            "\(RuleWords.count(outcome.events, "event")) that must not be there", timeline: timeline
          )
        ]
      }
    } else if outcome.events == 0, !rule.mayBeAbsent {
      let absence = RuleAbsence(rule.selection, timeline, tally)
      outcome.findings = [.init(message: absence.message)]
    } else {
      outcome.findings = findings(timeline)
    }
    outcome.state = outcome.findings.isEmpty ? .holds : .failed
    return outcome
  }

  private func findings(_ timeline: RecordedTimeline) -> [RuleOutcome.Finding] {
    var findings: [RuleOutcome.Finding] = []
    let all = outcome.events
    for (index, (examples, withoutKey)) in broken.enumerated() where examples.count > 0 {
      var message =
        all == 1
        ? "does not hold"
        : "\(examples.count) of \(all) \(examples.count == 1 ? "does" : "do") not hold"
      if withoutKey > 0, withoutKey < examples.count {
        message += ", \(withoutKey) of them without the key"
      }
      findings.append(
        examples.finding(message, timeline: timeline, term: rule.assertions[index].text))
    }
    findings += rule.measures.compactMap { finding($0, timeline: timeline) }
    if let first, let time = first.time {
      for limit in rule.times where !limit.holds(time) {
        let what = all == 1 ? "it" : "the first of \(all)"
        findings.append(
          .init(
            term: limit.text, message: "\(what) is at \(RuleWords.seconds(time))", count: 1,
            examples: [first.evidence(of: timeline)]))
      }
    }
    return findings + answers.compactMap { $0.finding(timeline) }
  }

  private func finding(
    _ measure: Rule.Measure, timeline: RecordedTimeline
  ) -> RuleOutcome.Finding? {
    var finding = RuleOutcome.Finding(term: measure.term.text, message: "")
    switch measure.quantity {
    case .count:
      if measure.term.holds(Double(outcome.events)) { return nil }
      finding.message = "there \(outcome.events == 1 ? "is" : "are") \(outcome.events)"
      finding.count = outcome.events
    case .maxGap, .minGap:
      // A count that allows one event or none also allows there to be no gap.
      let isLargest = measure.quantity == .maxGap
      guard let gap = isLargest ? gaps.largest : gaps.smallest else {
        guard outcome.events > 0 else { return nil }
        finding.message = "there is no gap: no connection has two of these events"
        return finding
      }
      if measure.term.holds(Double(gap.length) / 1e9) { return nil }
      finding.message =
        "the \(isLargest ? "largest" : "smallest") gap is \(RuleWords.seconds(gap.length))"
      finding.count = 1
      finding.examples = [gap.end.evidence(of: timeline)]
    }
    return finding
  }
}

extension RuleSelection {
  /// Whether some of its events may be advertisements: without a kind, if those may have all its keys.
  fileprivate var mayBeAdvertisements: Bool {
    guard kind == nil else { return kind == .advertisement }
    return (terms + (presence.map { [$0] } ?? [])).allSatisfy { term in
      switch term.common {
      case .device?: true
      case .connection?: false
      default: !EventKeys.rows(of: term.key, in: .advertisement).isEmpty
      }
    }
  }
}
