import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Something that a person should look at: found by the session while it follows the records, or by a
/// search in what was counted.
package struct StatsFinding {
  package let rule: FindingRule
  package var frame: UInt64
  package var time: CaptureTime
  package var connection: Int?
  /// Without control characters.
  package var text: String
  /// How many times the same was found.
  package var count = 1
  package var evidence: [Evidence] = []
  /// It is about how its connection ended, and its text is the sentence of `--why`.
  var isEnd = false
  /// The session does not look for it.
  var isCounted = false
}

extension Answers {
  /// In the order of the records.
  mutating func makeFindings(_ scope: ReportScope) -> [StatsFinding] {
    var all = session.findings.list.filter { scope.includes($0) }.map { shown($0) }
    for search in FindingSearch.all {
      let (found, more) = search.find(self)
      all += found
      if more > 0 { hidden[search.rule.severity, default: 0] += more }
    }
    // A stable sort: of one record, in the order above.
    return all.enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }.map(\.element)
  }

  /// What the report says of it; of an end, what `--why` says.
  private func shown(_ finding: Finding) -> StatsFinding {
    var shown = StatsFinding(
      rule: finding.rule, frame: finding.frame, time: finding.time, connection: finding.connection,
      text: finding.text, count: finding.count)
    if finding.isEnd, let ordinal = finding.connection,
      let tally = connections.first(where: { $0.connection.ordinal == ordinal })
    {
      let verdict = Verdict(tally, captureEnd: captureEnd)
      shown.text = verdict.sentence
      shown.isEnd = true
      shown.evidence = verdict.evidence
    } else {
      shown.evidence = [
        Evidence(frame: finding.frame, time: finding.time, text: finding.text)
      ]
    }
    return shown
  }
}
