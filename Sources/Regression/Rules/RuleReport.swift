import Bytes

/// The outcome of all rules, and what could not be read.
package struct RuleReport: Sendable {
  package enum Result: String, Sendable {
    case holds, failed, trouble
  }

  /// The capture or the timeline, as named by the user.
  package let name: String
  /// Whether it has records rather than lines.
  let isCapture: Bool
  package let outcomes: [RuleOutcome]
  /// Why something could not be read: whole sentences.
  package let problems: [String]
  /// How the capture is redacted, as it says.
  package let redactions: [String]

  /// - timeline: the timeline under test, all of which the rules saw.
  /// - further: what else was asked of the recording.
  package init(_ run: RuleRun, _ timeline: RecordedTimeline, further: [RuleOutcome] = []) {
    name = timeline.name
    isCapture = timeline.form == .capture
    problems = timeline.problems
    redactions = timeline.redactions
    outcomes = run.outcomes(of: timeline) + further
  }

  /// Nothing could be tested.
  package init(name: String, refusal: String) {
    self.name = name
    isCapture = true
    problems = [refusal]
    redactions = []
    outcomes = []
  }

  package var result: Result {
    if !problems.isEmpty || count(.untestable) > 0 { return .trouble }
    return count(.failed) > 0 ? .failed : .holds
  }

  func count(_ state: RuleOutcome.State) -> Int { outcomes.count { $0.state == state } }

  /// `2 of 5 rules do not hold, 1 could not be tested`
  var summary: String {
    let (all, failed, untestable) = (outcomes.count, count(.failed), count(.untestable))
    var words: String
    switch (failed, all) {
    case (0, 1): words = untestable > 0 ? "1 rule" : "the rule holds"
    case (1, 1): words = "the rule does not hold"
    case (0, _): words = untestable > 0 ? "\(all) rules" : "all \(all) rules hold"
    default: words = "\(failed) of \(all) rules \(failed == 1 ? "does" : "do") not hold"
    }
    if untestable > 0 { words += ", \(untestable) could not be tested" }
    if !problems.isEmpty { words += "; not all of it could be read" }
    return words
  }

  // MARK: For people

  /// A line for each rule, followed by what breaks it, and a summary.
  package func writeText(to out: inout ByteWriter) {
    for outcome in outcomes {
      let head =
        switch outcome.state {
        case .holds: "ok      "
        case .failed: "FAILED  "
        case .untestable: "?       "
        }
      var remarks = outcome.rule.codesInHex
      if outcome.state == .holds, !outcome.rule.isForbidden {
        let word = outcome.rule.isAboutFindings ? "finding" : "event"
        remarks.insert(RuleWords.count(outcome.events, word), at: 0)
      }
      if outcome.allowed > 0 {
        remarks.append("\(RuleWords.count(outcome.allowed, "finding")) allowed")
      }
      line(
        head + outcome.rule.text
          + (remarks.isEmpty ? "" : "  (\(remarks.joined(separator: ", ")))"), to: &out)
      for finding in outcome.findings {
        line(
          "        " + (finding.term.map { "\($0): " } ?? "") + finding.message, to: &out)
        for example in finding.examples {
          line("          " + RuleWords.place(of: example), to: &out)
        }
        let rest = finding.count - finding.examples.count
        if rest > 0, !finding.examples.isEmpty { line("          and \(rest) more", to: &out) }
      }
    }
    line("", to: &out)
    line("\(name): \(summary)", to: &out)
  }

  private func line(_ text: String, to out: inout ByteWriter) {
    TextLines.append(text, to: &out)
    out.append("\n")
  }

  // MARK: For continuous integration

  package var testReport: TestReport {
    var report = TestReport(name: "bleinspect check")
    report.errors = problems.map { TestReport.Failure($0) }
    for outcome in outcomes {
      var test = TestReport.Case(group: name, name: outcome.rule.text)
      let (file, line) = (outcome.rule.origin?.file, outcome.rule.origin?.line)
      switch outcome.state {
      case .holds: break
      case .failed:
        test.failures = outcome.findings.map { finding in
          TestReport.Failure(
            finding.sentence, details: finding.examples.dropFirst().map(RuleWords.place),
            file: file, line: line)
        }
      case .untestable: test.skipped = outcome.findings.first?.message ?? ""
      }
      report.cases.append(test)
    }
    report.errors += untested.map { rule, sentence in
      TestReport.Failure(
        sentence, file: rule.origin?.file, line: rule.origin?.line)
    }
    return report
  }

  /// The rules that could not be tested, and why.
  var untested: [(rule: Rule, sentence: String)] {
    outcomes.filter { $0.state == .untestable }.map { outcome in
      (outcome.rule, "\(outcome.rule.text): \(outcome.findings.first?.message ?? "")")
    }
  }
}

extension RuleOutcome.Finding {
  /// `heart_rate_bpm=40..200: 2 of 31 do not hold; first: frame 144, 4.700 s: 18433 bpm`
  var sentence: String {
    let first =
      examples.first.map { (count > 1 ? "; first: " : ": ") + RuleWords.place(of: $0) } ?? ""
    return (term.map { "\($0): " } ?? "") + message + first
  }
}
