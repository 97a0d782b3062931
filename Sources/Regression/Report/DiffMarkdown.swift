import Bytes
import Timeline

/// A comparison as Markdown, for an issue or for the summary of a job.
package struct DiffMarkdown {
  private static let differences = 60
  private static let blockLimit = 16_000

  private let report: ComparisonReport
  private let provenance: Provenance?
  /// `bleinspect diff`.
  private let name: String

  package init(_ report: ComparisonReport, _ provenance: Provenance?, name: String) {
    self.report = report.withoutFolders
    self.provenance = provenance
    self.name = name
  }

  package func write(to out: inout ByteWriter) {
    var page = MarkdownPage()
    page.add("the title") { title(to: &$0) }
    page.rows(report.problems, limit: 10, noun: "problem") { problem, out in
      out.append("- **trouble**: ")
      out.append(markdown: problem)
      out.append("\n")
    }
    page.rows(
      report.counted.withRuns, limit: Self.differences, noun: "difference",
      head: "| what | difference | expected | actual |\n|---|---|---|---|\n"
    ) { difference, out in
      out.append("| ")
      if let device = difference.device {
        out.append(code: device)
        out.append("<br>")
      }
      out.append(markdown: TextLines.title(difference.subject, uuid: difference.uuid))
      out.append(" | **")
      out.append(string: difference.kind.rawValue)
      out.append("** ")
      out.append(markdown: difference.message)
      out.append(" | ")
      place(difference.expected, side: report.expected, to: &out)
      out.append(" | ")
      place(difference.actual, side: report.actual, to: &out)
      out.append(" |\n")
    }
    var lines = ClippedLines(head: Self.blockLimit, tail: 2000)
    var text = ByteWriter(capacity: 4096)
    DiffText(report).write(to: &text)
    lines.add(text.bytes)
    page.fold("The comparison as text") { lines.write(to: &$0) }
    page.finish(provenance, to: &out)
  }

  private func title(to out: inout ByteWriter) {
    out.append("## ")
    out.append(string: name)
    out.append(": ")
    out.append(string: report.outcome.rawValue)
    out.append("\n\n")
    out.append(markdown: DiffText(report).summary)
    out.append(".\n\nExpected ")
    out.append(code: report.expected.name)
    out.append(", actual ")
    out.append(code: report.actual.name)
    out.append("\n")
  }

  private func place(
    _ evidence: Evidence?, side: ComparisonReport.Side, to out: inout ByteWriter
  ) {
    guard let evidence else { return }
    out.append(markdown: evidence.place(in: side))
    guard let value = evidence.value, !value.isEmpty else { return }
    out.append("<br>")
    out.append(code: value, limit: 48)
  }
}

extension ComparisonReport {
  /// Names each file without its folder: the report leaves this machine.
  fileprivate var withoutFolders: ComparisonReport {
    var report = self
    let paths = [expected.name, actual.name]
    func short(_ sentences: [String]) -> [String] { sentences.map { $0.naming(lastPartOf: paths) } }
    report.expected.problems = short(expected.problems)
    report.actual.problems = short(actual.problems)
    report.comparison.problems = short(comparison.problems)
    report.expected.name = expected.name.naming(lastPartOf: paths)
    report.actual.name = actual.name.naming(lastPartOf: paths)
    return report
  }
}
