import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// The report, or the answers of `stats`, as Markdown for an issue.
extension Answers {
  private static let findingLimit = 40
  private static let connectionLimit = 40
  private static let adviceLimit = 12
  /// Octets of text in a block that opens.
  private static let blockLimit = 12_000

  /// - lastExchange: the messages for the diagram; `nil` where they were not kept.
  func writeMarkdown(
    _ lastExchange: LastExchange?, provenance: Provenance?, to out: inout ByteWriter
  ) {
    var page = MarkdownPage()
    page.add("the title") { title(to: &$0) }
    if options.sections.isEmpty {
      page.heading("Verdict")
      page.rows(conclusions, limit: conclusions.count, noun: "sentence") { conclusion, out in
        out.append("- ")
        out.append(markdown: conclusion.text)
        out.append(" **")
        out.append(string: conclusion.certainty.rawValue)
        out.append("**\n")
      }
    }
    page.add("what the captures are") { out in
      var lines = ByteWriter(capacity: 1024)
      ReportHeader.write(summary, session: session, clock: clock, isShort: true, to: &lines)
      block(lines.bytes, to: &out)
    }
    if options.sections.isEmpty { findings(to: &page) }
    connections(to: &page)
    if let lastExchange {
      let meant = conclusions.flatMap(\.connections)
      page.add("the last messages of a connection") { out in
        _ = lastExchange.write(meant: meant, to: &out)
      }
    }
    switch options.format {
    case .markdownReport: trees(to: &page)
    default: answers(to: &page)
    }
    page.finish(provenance, to: &out)
  }

  private func title(to out: inout ByteWriter) {
    out.append("## bleinspect: ")
    for (index, capture) in summary.captures.prefix(3).enumerated() {
      if index > 0 { out.append(", ") }
      out.append(code: ReportHeader.baseName(capture.name), limit: 60)
    }
    if summary.captures.count > 3 {
      out.append(" and ")
      out.append(decimal: summary.captures.count - 3)
      out.append(" more")
    }
    out.append("\n")
  }

  private func block(_ text: RawSpan, to out: inout ByteWriter) {
    var lines = ClippedLines(head: Self.blockLimit / 2, tail: Self.blockLimit / 2)
    lines.add(text)
    lines.write(to: &out)
  }

  // MARK: Findings

  /// A rule and what it found.
  private struct Group {
    let rule: FindingRule
    var findings: [StatsFinding]
  }

  /// The findings, sorted by severity (errors first), then by their rule's first record.
  private var groups: [Group] {
    var groups: [Group] = []
    for finding in findings {
      if let index = groups.firstIndex(where: { $0.rule == finding.rule }) {
        groups[index].findings.append(finding)
      } else {
        groups.append(Group(rule: finding.rule, findings: [finding]))
      }
    }
    func rank(_ rule: FindingRule) -> Int {
      switch rule.severity {
      case .error: 0
      case .warning: 1
      case .note: 2
      }
    }
    return groups.enumerated().sorted {
      (rank($0.element.rule), $0.offset) < (rank($1.element.rule), $1.offset)
    }.map(\.element)
  }

  private func findings(to page: inout MarkdownPage) {
    page.heading("Findings")
    let groups = groups
    guard !groups.isEmpty else {
      page.add("that there is no finding") { $0.append("None.\n") }
      return
    }
    let rows = groups.flatMap { group in
      group.findings.enumerated().map { (isFirst: $0.offset == 0, finding: $0.element) }
    }
    page.rows(
      rows, limit: Self.findingLimit, noun: "finding",
      head: "| rule | where | what |\n|---|---|---|\n"
    ) { row, out in
      let finding = row.finding
      out.append("| ")
      if row.isFirst {
        out.append("**")
        out.append(string: finding.rule.identifier)
        out.append("** (")
        out.append(string: finding.rule.severity.rawValue)
        out.append(")")
      }
      out.append(" | ")
      if let connection = finding.connection {
        out.append("C")
        out.append(decimal: connection)
        out.append(", ")
      }
      out.append("frame ")
      out.append(decimal: finding.frame)
      out.append(", ")
      out.append(finding.time, of: clock)
      out.append(clock.isLong(finding.time) ? " | " : " s | ")
      out.append(markdown: finding.text.beside(frame: finding.frame))
      if finding.count > 1 {
        out.append(", ")
        out.append(decimal: finding.count)
        out.append(" times")
      }
      out.append(" |\n")
    }
    if unlisted > 0 {
      page.add("how many findings are not kept") { out in
        out.append("*")
        out.append(grouped: UInt64(unlisted), "more finding")
        out.append(", which are not kept*\n")
      }
    }
    if let command = wireshark(at: rows[0].finding.frame) {
      page.add("how Wireshark opens at a finding") { out in
        out.append("Wireshark at the first of them: ")
        out.append(code: command)
        out.append("\n")
      }
    }
    page.fold("What these rules mean, and what to do") { out in
      for group in groups.prefix(Self.adviceLimit) {
        out.append("- **")
        out.append(string: group.rule.identifier)
        out.append("**: ")
        out.append(markdown: group.rule.condition)
        out.append(" ")
        out.append(markdown: group.rule.advice, limit: 1200)
        out.append("\n")
      }
    }
  }

  /// The command that opens the capture at a record; there is none for several captures or a member of an archive.
  private func wireshark(at frame: UInt64) -> String? {
    guard summary.captures.count == 1, let capture = summary.captures.first,
      capture.format.isForWireshark
    else { return nil }
    let name = ReportHeader.baseName(capture.name)
    guard !name.hasPrefix("-"), !name.contains(where: { $0 == "'" || $0 == ":" }) else {
      return nil
    }
    let isPlain = name.utf8.allSatisfy { octet in
      switch octet {
      case 0x2B...0x2E, 0x30...0x39, 0x40...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    return "wireshark -r \(isPlain ? name : "'\(name)'") -g \(frame)"
  }

  // MARK: Connections

  private func connections(to page: inout MarkdownPage) {
    page.heading("Connections")
    guard !connections.isEmpty else {
      page.add("that there is no connection") { out in
        out.append(options.filter.isActive ? "None matches.\n" : "None is in the capture.\n")
      }
      return
    }
    page.rows(
      connections, limit: Self.connectionLimit, noun: "connection",
      head:
        "| | device | from | lasts | interval ms | MTU | ended |\n|---|---|---:|---:|---:|---:|---|\n"
    ) { tally, out in
      let connection = tally.connection
      out.append("| C")
      out.append(decimal: connection.ordinal)
      out.append(" | ")
      device(of: connection, to: &out)
      out.append(" | ")
      if connection.beginsInCapture {
        out.append(connection.startTime, of: clock)
      } else {
        out.append(connection.lacksStart ? "unseen" : "before")
      }
      out.append(" | ")
      if connection.beginsInCapture, let last = connection.endTime ?? captureEnd,
        let duration = ReportConnections.duration(of: connection, until: last, clock: clock)
      {
        out.append(length: duration)
      }
      out.append(" | ")
      for (index, interval) in connection.state.intervals.suffix(3).enumerated() {
        if index > 0 { out.append(", ") }
        out.append(number: interval.milliseconds)
      }
      out.append(" | ")
      if connection.bearer.isMTUKnown { out.append(decimal: Int(connection.bearer.mtu)) }
      out.append(" | ")
      var end = ByteWriter(capacity: 128)
      ReportConnections.ended(connection, clock: clock, captureEnd: captureEnd, to: &end)
      out.append(markdown: end.string)
      out.append(" |\n")
    }
  }

  private func device(of connection: Connection, to out: inout ByteWriter) {
    guard let peer = connection.peer else {
      out.append("unknown")
      return
    }
    var name = ByteWriter(capacity: 64)
    ReportConnections.peerName(connection, to: &name)
    name.append(" ")
    peer.address.write(to: &name)
    out.append(code: name.string)
  }

  // MARK: Details

  private func trees(to page: inout MarkdownPage) {
    var lines = ClippedLines(head: Self.blockLimit, tail: 2000)
    var text = ByteWriter(capacity: 8192)
    func take(_ text: inout ByteWriter) {
      lines.add(text.bytes)
      text.removeAll()
    }
    let scope = ReportScope(options.filter, session)
    ReportDevices.write(session, scope: scope, listsAll: false, to: &text) { _ in }
    ReportAttributes.write(session, scope: scope, isFull: false, to: &text) { _ in }
    take(&text)
    page.fold("Devices, and their attributes with the last values") { lines.write(to: &$0) }
  }

  private func answers(to page: inout MarkdownPage) {
    var lines = ClippedLines(head: 2 * Self.blockLimit, tail: 4000)
    let out = OutputStream { lines.add($0) }
    write(to: out)
    out.flush()
    page.fold("All answers") { lines.write(to: &$0) }
  }
}
