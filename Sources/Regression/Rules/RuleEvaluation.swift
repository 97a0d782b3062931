import GATTSession
import GATTValues
import Timeline

extension Rule {
  /// Evaluates the rule: one pass over the events of a timeline.
  package func evaluated(on timeline: RecordedTimeline) -> RuleOutcome {
    var evaluation = RuleEvaluation(self, timeline)
    if let lacking = evaluation.lacking { return evaluation.untestable(lacking) }
    for item in timeline.items { evaluation.take(RuleEvent(item: item, timeline: timeline)) }
    return evaluation.finish()
  }
}

/// The state of one rule during a pass.
private struct RuleEvaluation {
  private let rule: Rule
  private let timeline: RecordedTimeline
  private var outcome: RuleOutcome
  /// For each assertion the events that break it, and how many lack its key.
  private var broken: [(finding: RuleOutcome.Finding, withoutKey: Int)]
  private var gaps = GapMeasure()
  private var answers: [AnswerWatch]
  private var first: RuleEvent?
  private var lacksTime = false

  init(_ rule: Rule, _ timeline: RecordedTimeline) {
    self.rule = rule
    self.timeline = timeline
    outcome = RuleOutcome(rule)
    broken = rule.assertions.map { (.init(term: $0.text, message: ""), 0) }
    answers = rule.answers.map(AnswerWatch.init)
  }

  // MARK: What cannot be tested

  /// What the rule needs and the timeline does not contain.
  var lacking: String? {
    guard timeline.form == .baseline else { return nil }
    // Lost packets are the remarks that a baseline has wherever they are.
    if let kind = rule.selection.kind, !kind.isWholeInBaselines,
      kind != .note || !rule.keys.contains("lost")
    {
      return "a baseline does not have every '\(kind.name)' event"
    }
    let key = rule.keys.first { key in
      EventKeys.rows(of: key, in: rule.selection.kind).contains { $0.recall == .volatile }
    }
    return key.map { "a baseline has no '\($0)'" }
  }

  func untestable(_ reason: String) -> RuleOutcome {
    var outcome = outcome
    outcome.state = .untestable
    outcome.findings = [.init(message: reason)]
    return outcome
  }

  // MARK: Events

  mutating func take(_ event: RuleEvent) {
    for index in answers.indices { answers[index].meet(event) }
    guard event.isChosen(by: rule.selection), isInTime(event) else { return }
    outcome.events += 1
    if first == nil { first = event }
    guard !rule.isForbidden else { return }
    for (index, term) in rule.assertions.enumerated() { check(term, event, at: index) }
    if rule.needsTimes {
      guard let time = event.item.time else {
        lacksTime = true
        return
      }
      gaps.take(event, time)
      for index in answers.indices { answers[index].answer(event, time) }
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

  private mutating func check(_ term: KeyTerm, _ event: RuleEvent, at index: Int) {
    let holds = event.holds(term)
    if holds == true { return }
    broken[index].finding.count += 1
    if holds == nil { broken[index].withoutKey += 1 }
    guard broken[index].finding.examples.count < RuleOutcome.examples else { return }
    var words = event.says
    // The value alone identifies the subject only if the rule is about nothing else.
    if rule.selection.attribute == nil || words.isEmpty { words = event.words }
    if holds == nil {
      let isUnanswered = term.common == .responseTime && event.item.isUnanswered
      words = (isUnanswered ? "no answer: " : "has no \(term.key): ") + words
    } else if term.common == .responseTime, let time = event.item.responseTime {
      words = "\(RuleWords.number(Double(time) / 1e6)) ms: \(words)"
    }
    broken[index].finding.examples.append(event.evidence(words))
  }

  // MARK: Findings

  consuming func finish() -> RuleOutcome {
    if lacksTime { return untestable("\(timeline.name) has no times") }
    if rule.isForbidden {
      forbid()
    } else if outcome.events == 0, !rule.mayBeAbsent {
      outcome.findings = [.init(message: RuleAbsence(rule.selection, timeline).message)]
    } else {
      judge()
    }
    outcome.state = outcome.findings.isEmpty ? .holds : .failed
    return outcome
  }

  private mutating func forbid() {
    guard outcome.events > 0 else { return }
    var finding = RuleOutcome.Finding(
      message: "\(RuleWords.count(outcome.events, "event")) that may not be there")
    finding.count = outcome.events
    for item in timeline.items where finding.examples.count < RuleOutcome.examples {
      let event = RuleEvent(item: item, timeline: timeline)
      if event.isChosen(by: rule.selection), isInTime(event) {
        finding.examples.append(event.evidence(event.words))
      }
    }
    outcome.findings = [finding]
  }

  private mutating func judge() {
    for (finding, withoutKey) in broken where finding.count > 0 {
      var finding = finding
      let all = outcome.events
      finding.message =
        all == 1
        ? "does not hold"
        : "\(finding.count) of \(all) \(finding.count == 1 ? "does" : "do") not hold"
      if withoutKey > 0, withoutKey < finding.count {
        finding.message += ", \(withoutKey) of them without the key"
      }
      outcome.findings.append(finding)
    }
    for measure in rule.measures { judge(measure) }
    if let first, let time = first.item.time {
      for limit in rule.times where !limit.holds(time) {
        let what = outcome.events == 1 ? "it" : "the first of \(outcome.events)"
        outcome.findings.append(
          .init(
            term: limit.text, message: "\(what) is at \(RuleWords.seconds(time))", count: 1,
            examples: [first.evidence(first.words)]))
      }
    }
    for watch in answers {
      if let finding = watch.finding(timeline) { outcome.findings.append(finding) }
    }
  }

  private mutating func judge(_ measure: Rule.Measure) {
    var finding = RuleOutcome.Finding(term: measure.term.text, message: "")
    switch measure.quantity {
    case .count:
      if measure.term.holds(Double(outcome.events)) { return }
      finding.message = "there \(outcome.events == 1 ? "is" : "are") \(outcome.events)"
      finding.count = outcome.events
    case .maxGap, .minGap:
      // A count that allows one event or none also allows there to be no gap.
      let isLargest = measure.quantity == .maxGap
      guard let gap = isLargest ? gaps.largest : gaps.smallest else {
        guard outcome.events > 0 else { return }
        finding.message = "there is no gap: no connection has two of these events"
        break
      }
      if measure.term.holds(Double(gap.length) / 1e9) { return }
      finding.message =
        "the \(isLargest ? "largest" : "smallest") gap is \(RuleWords.seconds(gap.length))"
      finding.count = 1
      finding.examples = [gap.end.evidence(gap.end.words)]
    }
    outcome.findings.append(finding)
  }
}
