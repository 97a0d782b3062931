import Bytes
import GATTSession

/// What to look at first.
enum ReportFindings {
  /// The most findings listed unless all are requested.
  static let shown = 20

  /// - counted: those that show only in many records; `nil`: nobody has looked for them.
  static func write(
    _ session: GATTSession, _ counted: [Finding]?, _ clock: TimelineClock, _ scope: ReportScope,
    showsAll: Bool, isLive: Bool, to out: inout ByteWriter
  ) {
    out.append("\nFINDINGS")
    let list = joined(
      (session.findings.list.filter { scope.includes($0) } + (counted ?? [])).sorted {
        ($0.frame, $0.connection ?? 0) < ($1.frame, $1.connection ?? 0)
      })
    guard !list.isEmpty else {
      out.append(
        isLive || counted != nil ? "   none\n" : "   none (bleinspect stats looks for more)\n")
      return
    }
    // What to do is said by rule, and those are named there.
    out.append(
      isLive
        ? "\n"
        : counted == nil
          ? "   (bleinspect stats has more, and explain says what to do)\n"
          : "   (bleinspect stats has their rules, and explain says what to do)\n")
    let limit = showsAll ? list.count : shown
    for (finding, others) in list.prefix(limit) {
      let start = out.count
      out.append(finding.rule.severity == .note ? "  . " : "  ! ")
      if let connection = finding.connection {
        out.append("C")
        out.append(decimal: connection)
      } else {
        out.append("  ")
      }
      var time = ByteWriter(capacity: 64)
      time.append(milliseconds: clock.nanoseconds(finding.time))
      if time.count >= 8 { out.append(" ") }
      out.append(right: time.bytes, width: 8)
      out.append("  ")
      let indent = out.count - start
      var text = ByteWriter(capacity: 256)
      text.append(string: finding.text)
      if finding.count > 1 {
        text.append(", ")
        text.append(decimal: finding.count)
        text.append(" times")
      }
      if !others.isEmpty {
        text.append("; the same in ")
        text.append(connections: others)
      }
      out.append(wrapped: text.bytes, indent: indent)
      out.append("\n")
    }
    let hidden =
      UInt64(max(0, list.count - limit)) + UInt64(scope.isWhole ? session.findings.unlisted : 0)
    if hidden > 0 {
      out.append("  + ")
      out.append(grouped: hidden, "more finding")
      out.append(showsAll ? "\n" : " (--all lists them)\n")
    }
  }

  /// The most findings of which each is compared with those before it.
  private static let compared = 1024

  /// Findings in order, each with the further connections that have the same.
  private static func joined(_ list: [Finding]) -> [(finding: Finding, others: [Int])] {
    var joined: [(finding: Finding, others: [Int])] = []
    for finding in list {
      if joined.count <= compared, let connection = finding.connection,
        let index = joined.firstIndex(where: { $0.finding.isSame(as: finding) })
      {
        if !joined[index].others.contains(connection) { joined[index].others.append(connection) }
        joined[index].finding.include(finding)
      } else {
        joined.append((finding, []))
      }
    }
    return joined
  }
}
