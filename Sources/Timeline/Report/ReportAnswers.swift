import Bytes
import GATTSession

/// What was concluded from all of a capture, for the report: found by whoever counts what the report does not.
package struct ReportAnswers {
  package struct Sentence {
    package var text: String
    /// `certain`, `likely` or `unknown`.
    package var certainty: String
    /// The rule of the finding that it tells.
    package var rule: String?
    package var connections: [Int]
    package var frames: [UInt64]

    package init(
      text: String, certainty: String, rule: String? = nil, connections: [Int] = [],
      frames: [UInt64] = []
    ) {
      self.text = text
      self.certainty = certainty
      self.rule = rule
      self.connections = connections
      self.frames = frames
    }
  }

  /// The most important first; never none.
  package var verdict: [Sentence]
  /// Findings that the session does not look for.
  package var findings: [Finding]

  package init(verdict: [Sentence] = [], findings: [Finding] = []) {
    self.verdict = verdict
    self.findings = findings
  }
}

extension ReportAnswers {
  /// All findings in the order of the records: those of the session, and of one record those that it does not
  /// look for after them.
  func added(to list: [Finding]) -> [Finding] {
    (list + findings).enumerated().sorted {
      ($0.element.frame, $0.element.connection ?? 0, $0.offset)
        < ($1.element.frame, $1.element.connection ?? 0, $1.offset)
    }.map(\.element)
  }
}

extension ReportAnswers {
  /// `VERDICT`, and each sentence with its certainty.
  package static func write(_ verdict: [Sentence], to out: inout ByteWriter) {
    out.append("\nVERDICT\n")
    for sentence in verdict {
      out.append("  ")
      var text = ByteWriter(capacity: 256)
      text.append(string: sentence.text)
      text.append(" [")
      text.append(string: sentence.certainty)
      text.append("]")
      out.append(wrapped: text.bytes, indent: 2)
      out.append("\n")
    }
  }
}
