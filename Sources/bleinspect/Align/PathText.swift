import Bytes
import CommonClock
import GATTSession

/// The text of `stats --path`.
struct PathText {
  private let figures: PathFigures

  init(_ figures: PathFigures) { self.figures = figures }

  func write(to out: inout ByteWriter) {
    for (place, recorder) in figures.aligned.recorders.enumerated() {
      out.append(string: "\(AlignedRecorders.letter(place))  ")
      out.append(untrusted: recorder.name, escaping: .plain)
      out.append(string: ": \(recorder.trace.recorder.title)\n")
    }
    if !figures.findings.isEmpty {
      out.append("\nFINDINGS\n")
      for finding in figures.findings {
        out.append(string: "  \(finding.rule.identifier): \(finding.text)\n")
      }
      for (rule, count) in figures.more.sorted(by: { $0.key < $1.key }) {
        out.append(string: "  and \(count) more: \(rule)\n")
      }
    }
    for pair in figures.aligned.pairs where pair.alignment.isOfOneHost {
      let (a, b) = (PathFigures.letter(pair.first), PathFigures.letter(pair.second))
      out.append(string: "\n\(b) is another log of \(a)'s host: nothing lies between them\n")
    }
    for part in figures.parts { write(part, to: &out) }
    if figures.parts.isEmpty, !figures.aligned.pairs.contains(where: \.alignment.isOfOneHost) {
      out.append("\nno PDU of a host that another recorder has\n")
    }
  }

  private func write(_ part: PathFigures.Part, to out: inout ByteWriter) {
    let path = part.path
    let (host, other) = (PathFigures.letter(part.host), PathFigures.letter(part.other))
    let verb = path.isSent ? "sent" : "received"
    let interval = Double(
      figures.aligned.recorders[part.host].trace.links[path.link]?.interval ?? 0)
    out.append(
      string:
        "\n\(host) \(verb) on C\(path.link) (C\(path.otherLink) of \(other)): "
        + "\(AlignmentText.count(path.steps.count, "PDU"))"
        + (interval > 0 ? ", interval \(PathFigures.milliseconds(interval))" : "") + "\n")
    guard !path.steps.isEmpty else { return }
    out.append("               median        p95       most  ms\n")
    if path.isOfHosts {
      let way = path.isSent ? "from \(host) to \(other)" : "from \(other) to \(host)"
      line(
        "between", spread: path.lengths, words: "\(way); it was on the air in that time", to: &out)
    } else {
      line(
        path.isSent ? "waits" : "arrives", spread: path.lengths,
        words: path.isSent
          ? "from \(host) to its first transmission that \(other) heard"
          : "from the end of that to \(host)", to: &out)
      line("on the air", spread: path.onAir, words: "from that to its acknowledgement", to: &out)
      line(
        "reported", spread: path.reported, words: "from that to the controller's report to \(host)",
        to: &out)
      let attempts = path.attempts.prefix(6).map { "\($0.count) x \($0.attempts)" }
      out.append(string: "  attempts   \(attempts.joined(separator: ", ")), as heard\n")
    }
    out.append("  slowest\n")
    for step in path.slowest { write(step, part: part, to: &out) }
  }

  private func line(
    _ title: String, spread: PathFigures.Spread?, words: String, to out: inout ByteWriter
  ) {
    guard let spread else { return }
    out.append(string: "  \(title)")
    out.append(repeating: 0x20, count: max(1, 9 - title.utf8.count))
    for value in [spread.median, spread.high, spread.most] {
      let text = AlignmentText.fixed(value / 1e6, decimals: 3)
      out.append(repeating: 0x20, count: max(1, 11 - text.utf8.count))
      out.append(string: text)
    }
    out.append(string: "  \(words)\n")
  }

  /// `A's frame 120, B's 312: 120.100 ms: 88.000 ms behind others, 32.100 ms for an event, 2 attempts`
  private func write(
    _ step: DeliveryPath.Step, part: PathFigures.Part, to out: inout ByteWriter
  ) {
    let (path, length) = (part.path, part.path.length(of: step))
    var text =
      "    \(PathFigures.letter(part.host))'s frame \(step.frame), \(PathFigures.letter(part.other))'s "
      + "\(step.otherFrame): \(PathFigures.milliseconds(length))"
    if path.isSent, !path.isOfHosts {
      if step.queued > 0 {
        text += ", of it \(PathFigures.milliseconds(step.queued)) behind others"
      }
      if let acknowledged = step.acknowledged {
        text += "; \(PathFigures.milliseconds(max(0, acknowledged - step.begin))) on the air"
      }
    }
    if let span = figures.onAir(step, part: part) {
      text +=
        ": on the air between \(AlignmentText.fixed(span.notBefore, decimals: 3)) and "
        + "\(AlignmentText.fixed(span.notAfter, decimals: 3)) s"
    }
    if step.attempts > 1 { text += ", \(step.attempts) attempts" }
    out.append(string: text + "\n")
  }
}
