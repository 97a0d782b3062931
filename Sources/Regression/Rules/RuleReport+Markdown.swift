import Bytes
import Timeline

extension RuleReport {
  private static let ruleLimit = 60
  private static let findingsOfRule = 6

  /// For an issue, or for the summary of a job.
  package func writeMarkdown(_ provenance: Provenance?, to out: inout ByteWriter) {
    var page = MarkdownPage()
    page.add("the title") { out in
      out.append("## bleinspect check: ")
      out.append(markdown: summary)
      out.append("\n\nOf ")
      out.append(code: ReportHeader.baseName(name))
      out.append("\n")
    }
    page.rows(problems, limit: 10, noun: "problem") { problem, out in
      out.append("- **trouble**: ")
      out.append(markdown: problem.naming(lastPartOf: [name]))
      out.append("\n")
    }
    let order: [RuleOutcome.State] = [.failed, .untestable, .holds]
    let sorted = order.flatMap { state in outcomes.filter { $0.state == state } }
    page.rows(
      sorted, limit: Self.ruleLimit, noun: "rule", head: "| outcome | rule | why |\n|---|---|---|\n"
    ) { outcome, out in
      switch outcome.state {
      case .holds: out.append("| ok | ")
      case .failed: out.append("| **failed** | ")
      case .untestable: out.append("| **not testable** | ")
      }
      out.append(code: outcome.rule.text)
      out.append(" | ")
      let shown = outcome.findings.prefix(Self.findingsOfRule)
      for (index, finding) in shown.enumerated() {
        if index > 0 { out.append("<br>") }
        out.append(markdown: finding.sentence)
      }
      if outcome.findings.count > shown.count {
        out.append("<br>and ")
        out.append(decimal: outcome.findings.count - shown.count)
        out.append(" more")
      }
      if outcome.state == .holds, !outcome.rule.isForbidden {
        out.append(
          markdown: RuleWords.count(
            outcome.events, outcome.rule.isAboutFindings ? "finding" : "event"))
      }
      if outcome.allowed > 0 {
        out.append(markdown: " \(RuleWords.count(outcome.allowed, "finding")) allowed")
      }
      out.append(" |\n")
    }
    page.finish(provenance, to: &out)
  }
}
