import Bytes
import GATTSession

/// What was concluded from all of a capture, for the report: found by whoever counts what the report does not.
package struct ReportAnswers {
  package struct Sentence {
    package var text: String
    /// `certain`, `likely` or `unknown`.
    package var certainty: String

    package init(text: String, certainty: String) {
      self.text = text
      self.certainty = certainty
    }
  }

  /// The most important first; never none.
  package var verdict: [Sentence]
  /// Findings that the session does not look for.
  package var findings: [Finding]

  package init(verdict: [Sentence], findings: [Finding]) {
    self.verdict = verdict
    self.findings = findings
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
