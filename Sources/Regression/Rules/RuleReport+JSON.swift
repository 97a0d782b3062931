import Bytes
import JSONText
import Timeline

extension RuleReport {
  /// One JSON document, schema 1 (docs/check.schema.json); keys that do not apply are absent.
  package func writeJSON(_ provenance: Provenance? = nil, to out: inout ByteWriter) {
    var json = JSONLines()
    json.object(to: &out) { json, out in
      json.member("schema", 1, to: &out)
      json.member("outcome", result.rawValue, to: &out)
      json.member("capture", name, to: &out)
      json.object("summary", to: &out) { json, out in
        json.member("rules", outcomes.count, to: &out)
        json.member("holds", count(.holds), to: &out)
        json.member("failed", count(.failed), to: &out)
        json.member("untestable", count(.untestable), to: &out)
      }
      json.array("rules", outcomes, to: &out) { outcome, json, out in
        json.member("rule", outcome.rule.text, to: &out)
        json.member("file", outcome.rule.origin?.file, to: &out)
        json.member("line", outcome.rule.origin.map { Int($0.line) }, to: &out)
        json.member("outcome", outcome.state.rawValue, to: &out)
        json.member("events", outcome.state == .untestable ? nil : outcome.events, to: &out)
        json.member("allowed", outcome.allowed > 0 ? outcome.allowed : nil, to: &out)
        json.array("findings", outcome.findings, to: &out) { finding, json, out in
          json.member("term", finding.term, to: &out)
          json.member("message", finding.message, to: &out)
          json.member("count", finding.count > 0 ? finding.count : nil, to: &out)
          guard !finding.examples.isEmpty else { return }
          json.array("examples", finding.examples, to: &out) { example, json, out in
            json.member("line", isCapture ? nil : example.line.map(Int.init), to: &out)
            json.member("frame", example.frame.map { Int(clamping: $0) }, to: &out)
            json.member("connection", example.connection.map(Int.init), to: &out)
            json.member("t", seconds: example.time, to: &out)
            json.member("text", example.text, to: &out)
          }
        }
      }
      json.words("problems", problems, to: &out)
      json.member(provenance, to: &out)
    }
    out.append("\n")
  }
}
