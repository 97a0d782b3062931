import Bytes
import Timeline

extension RuleReport {
  /// What does not hold, or could not be tested, for a service that shows alerts.
  /// - version: of this program.
  package func writeAlerts(
    as form: SARIFDocument.Form, version: String, to out: inout ByteWriter
  ) {
    var document = SARIFDocument(version: version)
    document.form = form
    document.subject = name
    document.problems = problems
    // Results say it as well; where they are all that there is, that is enough.
    if form == .sarif { document.problems += untested.map(\.sentence) }
    var places: [String: Int] = [:]
    var results: [SARIFDocument.Result] = []
    for outcome in outcomes where outcome.state != .holds {
      for finding in outcome.findings {
        let rule = SARIFDocument.Rule(finding, of: outcome)
        let index = places[rule.identifier] ?? document.rules.count
        if index == document.rules.count { document.rules.append(rule) }
        places[rule.identifier] = index
        results.append(result(finding, outcome: outcome, rule: index))
      }
    }
    document.write(results, to: &out) { $0 }
  }

  private func result(
    _ finding: RuleOutcome.Finding, outcome: RuleOutcome, rule index: Int
  ) -> SARIFDocument.Result {
    let first = finding.examples.first
    // Where the rule is written, since that is what a reviewer sees; else what it is about.
    let place: SARIFDocument.Place
    if let origin = outcome.rule.origin {
      place = .init(path: origin.file, line: Int(origin.line), text: finding.sentence)
    } else {
      place = .init(path: name, line: line(first), text: finding.sentence)
    }
    return .init(
      rule: index, at: place, count: max(1, finding.count), frame: first?.frame,
      time: first?.time, subject: finding.term ?? "",
      further: finding.examples.map {
        .init(path: name, line: line($0), text: RuleWords.place(of: $0))
      })
  }

  private func line(_ evidence: Evidence?) -> Int? {
    isCapture ? nil : evidence?.line.map { Int($0) }
  }
}

extension SARIFDocument.Rule {
  fileprivate init(_ finding: RuleOutcome.Finding, of outcome: RuleOutcome) {
    if let rule = finding.rule {
      self.init(rule)
    } else {
      self.init(
        outcome.rule.text, outcome.state == .failed ? .error : .warning,
        condition: "The recording is to be as this rule says: \(outcome.rule.text)",
        advice: "Look at the records that break it: bleinspect packets --frame N shows one.")
    }
  }
}
