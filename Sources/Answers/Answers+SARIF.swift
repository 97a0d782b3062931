import BTSnoop
import Bytes
import GATTSession
import Timeline

/// The findings as `--format sarif` and `--format codequality`.
extension Answers {
  /// - captures: in their order, each with the least number that its records can have.
  func writeAlerts(to out: OutputStream, captures: [(first: UInt64, name: String)]) {
    var document = SARIFDocument(version: options.version)
    let rules = FindingRule.all.filter { rule in findings.contains { $0.rule == rule } }
    document.rules = rules.map(SARIFDocument.Rule.init)
    document.problems = summary.damage.map { [$0] } ?? []
    document.form = options.format == .codeQuality ? .codeQuality : .sarif
    document.subject = captures.last?.name ?? "-"
    if unlisted > 0 { document.remarks = ["\(unlisted) more findings are not kept"] }
    func place(_ frame: UInt64, _ time: CaptureTime, _ start: String, _ text: String)
      -> SARIFDocument.Place
    {
      // The last capture that begins before it.
      var (low, high) = (0, captures.count)
      while low < high {
        let middle = (low + high) / 2
        if captures[middle].first <= frame { low = middle + 1 } else { high = middle }
      }
      return .init(
        path: low > 0 ? captures[low - 1].name : "-",
        text: words(frame, at: time, start: start, said: text))
    }
    var page = ByteWriter(capacity: OutputStream.flushSize)
    document.write(
      findings, to: &page,
      pieceEnds: { page in
        out.buffer.append(page.bytes)
        page.removeAll()
        out.lineEnds()
      },
      { finding in
        .init(
          rule: rules.firstIndex(of: finding.rule) ?? 0,
          at: place(
            finding.frame, finding.time, finding.connection.map { "C\($0), " } ?? "",
            finding.text),
          count: finding.count, frame: finding.frame, time: clock.shown(finding.time),
          connection: finding.connection,
          subject: finding.connection.map { "C\($0)" } ?? "",
          further: finding.evidence.map { place($0.frame, $0.time, "", $0.text) })
      })
    out.buffer.append(page.bytes)
  }

  /// `frame 142, 2.697 s: 97 bpm`
  private func words(
    _ frame: UInt64, at time: CaptureTime, start: String, said: String
  ) -> String {
    var text = ByteWriter(capacity: 128)
    text.append(string: start)
    text.append("frame ")
    text.append(decimal: frame)
    text.append(", ")
    text.append(milliseconds: clock.nanoseconds(time))
    text.append(" s: ")
    text.append(string: said.beside(frame: frame))
    return text.string
  }
}
