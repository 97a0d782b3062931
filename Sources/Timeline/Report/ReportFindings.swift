import Bytes
import GATTSession

/// What to look at first: by rule, the worst first.
enum ReportFindings {
  /// So many findings of a rule are listed unless all are requested.
  private static let shown = 3
  /// The most connections that the head of a rule names.
  private static let named = 16

  /// The findings of a rule, in the order of the records.
  private struct Group {
    let rule: FindingRule
    var findings: [Finding]

    var count: Int { findings.reduce(0) { $0 + $1.count } }
    var connections: [Int] { Array(Set(findings.compactMap(\.connection))).sorted() }
  }

  /// - answers: with those that show only in many records; `nil`: they were not looked for.
  static func write(
    _ session: GATTSession, answers: ReportAnswers?, clock: TimelineClock, scope: ReportScope,
    showsAll: Bool, isLive: Bool, to out: inout ByteWriter
  ) {
    out.append("\nFINDINGS")
    let own = session.findings.list.filter { scope.includes($0) }
    let groups = groups(of: (answers ?? ReportAnswers()).added(to: own))
    guard !groups.isEmpty else {
      out.append(
        isLive || answers != nil ? "   none\n" : "   none (bleinspect stats looks for more)\n")
      return
    }
    out.append(
      isLive
        ? "\n"
        : answers == nil
          ? "   (bleinspect stats has more, and explain RULE says what to do)\n"
          : "   (bleinspect explain RULE says what to do)\n")
    for group in groups { write(group, clock: clock, showsAll: showsAll, to: &out) }
    let hidden = UInt64(scope.isWhole ? session.findings.unlisted : 0)
    if hidden > 0 {
      out.append("  + ")
      out.append(grouped: hidden, "more finding")
      out.append("\n")
    }
  }

  /// Errors before warnings before notes, and of each the rules in the order of their first findings.
  private static func groups(of list: [Finding]) -> [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for finding in list {
      if let place = places[finding.rule.identifier] {
        groups[place].findings.append(finding)
      } else {
        places[finding.rule.identifier] = groups.count
        groups.append(Group(rule: finding.rule, findings: [finding]))
      }
    }
    let order: [FindingRule.Severity] = [.error, .warning, .note]
    return order.flatMap { severity in groups.filter { $0.rule.severity == severity } }
  }

  private static func write(
    _ group: Group, clock: TimelineClock, showsAll: Bool, to out: inout ByteWriter
  ) {
    let lines =
      showsAll ? group.findings.map { (finding: $0, others: [Int]()) } : joined(group.findings)
    var head = ByteWriter(capacity: 128)
    head.append(group.rule.severity == .note ? "  . " : "  ! ")
    head.append(string: group.rule.identifier)
    if lines.count > 1 {
      head.append(", ")
      head.append(grouped: UInt64(group.count))
      head.append(" times")
      let connections = group.connections
      if !connections.isEmpty {
        head.append(" in ")
        head.append(connections: connections, atMost: named)
      }
    }
    out.append(wrapped: head.bytes, indent: 4)
    out.append("\n")
    // One that is left out alone would take a line as well.
    let limit = showsAll || lines.count <= shown + 1 ? lines.count : shown
    for (finding, others) in lines.prefix(limit) {
      write(finding, others: others, clock: clock, to: &out)
    }
    guard limit < lines.count else { return }
    out.append("    + ")
    out.append(grouped: UInt64(lines.count - limit))
    out.append(" more (--all lists them)\n")
  }

  private static func write(
    _ finding: Finding, others: [Int], clock: TimelineClock, to out: inout ByteWriter
  ) {
    let start = out.count
    out.append("    ")
    if let connection = finding.connection {
      out.append("C")
      out.append(decimal: connection)
    } else {
      out.append("  ")
    }
    var time = ByteWriter(capacity: 64)
    time.append(finding.time, of: clock)
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
