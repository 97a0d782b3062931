import Bytes
import JSONText
import Timeline

/// A comparison as one JSON document, schema 1: for machines. See docs/diff.schema.json.
package struct DiffJSON {
  private let report: ComparisonReport
  private let provenance: Provenance?

  package init(_ report: ComparisonReport, _ provenance: Provenance? = nil) {
    self.report = report
    self.provenance = provenance
  }

  package func write(to out: inout ByteWriter) {
    var json = JSONLines()
    json.object(to: &out) { json, out in
      json.member("schema", 1, to: &out)
      json.member("outcome", report.outcome.rawValue, to: &out)
      json.object("expected", to: &out) { side(report.expected, json: &$0, to: &$1) }
      json.object("actual", to: &out) { side(report.actual, json: &$0, to: &$1) }
      json.member("strict", report.isStrict, to: &out)
      json.object("summary", to: &out) { summary(&$0, to: &$1) }
      json.array("differences", report.counted, to: &out) { difference($0, json: &$1, to: &$2) }
      json.array("not_observed", report.notObserved, to: &out) {
        difference($0, json: &$1, to: &$2)
      }
      json.array("facts", report.facts, to: &out) { difference($0, json: &$1, to: &$2) }
      json.array("subjects", report.comparison.subjects, to: &out) { subject, json, out in
        json.member("device", subject.device, to: &out)
        json.member("subject", subject.subject, to: &out)
        json.member("uuid", subject.uuid, to: &out)
        json.member("expected", subject.expected, to: &out)
        json.member("actual", subject.actual, to: &out)
      }
      json.words("limits", report.comparison.limits, to: &out)
      json.words("problems", report.comparison.problems, to: &out)
      json.member(provenance, to: &out)
    }
    out.append("\n")
  }

  private func side(
    _ side: ComparisonReport.Side, json: inout JSONLines, to out: inout ByteWriter
  ) {
    json.member("file", side.name, to: &out)
    json.member("form", side.form.word, to: &out)
    json.words("problems", side.problems, to: &out)
  }

  private func summary(_ json: inout JSONLines, to out: inout ByteWriter) {
    let counted = report.counted
    func count(_ kind: Difference.Kind) -> Int { counted.total(kind) }
    json.member("differences", counted.total, to: &out)
    json.member("missing", count(.missing), to: &out)
    json.member("extra", count(.extra), to: &out)
    json.member("changed", count(.changed), to: &out)
    json.member("reordered", count(.reordered), to: &out)
    json.member("timing", count(.timing), to: &out)
    json.member("not_observed", report.notObserved.total, to: &out)
    json.member("facts", report.facts.total, to: &out)
    json.member("subjects", report.comparison.subjects.count, to: &out)
  }

  private func difference(
    _ difference: Difference, json: inout JSONLines, to out: inout ByteWriter
  ) {
    json.member("kind", difference.kind.rawValue, to: &out)
    json.member("weight", difference.weight.rawValue, to: &out)
    json.member("device", difference.device, to: &out)
    json.member("subject", difference.subject, to: &out)
    json.member("uuid", difference.uuid, to: &out)
    json.member("message", difference.message, to: &out)
    json.member("count", difference.count > 1 ? difference.count : nil, to: &out)
    if let expected = difference.expected {
      json.object("expected", to: &out) {
        evidence(expected, side: report.expected, json: &$0, to: &$1)
      }
    }
    if let actual = difference.actual {
      json.object("actual", to: &out) { evidence(actual, side: report.actual, json: &$0, to: &$1) }
    }
    if !difference.details.isEmpty { json.words("details", difference.details, to: &out) }
    if !difference.context.isEmpty { json.words("context", difference.context, to: &out) }
  }

  private func evidence(
    _ evidence: Evidence, side: ComparisonReport.Side, json: inout JSONLines,
    to out: inout ByteWriter
  ) {
    // A capture has no lines.
    let line = side.form == .capture ? nil : evidence.line
    json.member("line", line.map(Int.init), to: &out)
    json.member("frame", evidence.frame.map { Int(clamping: $0) }, to: &out)
    json.member("connection", evidence.connection.map(Int.init), to: &out)
    json.member("t", seconds: evidence.time, to: &out)
    json.member("value", evidence.value, to: &out)
    json.member("text", evidence.text, to: &out)
  }
}

extension RecordedTimeline.Form {
  /// `capture`, `timeline` or `baseline`.
  package var word: String {
    switch self {
    case .capture: "capture"
    case .timeline: "timeline"
    case .baseline: "baseline"
    case .trees: "trees"
    }
  }
}
