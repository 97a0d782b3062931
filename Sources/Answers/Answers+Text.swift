import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// The answers for a reader: a screen a device.
extension Answers {
  /// Connections and findings that are shown unless all are.
  private static let connectionLimit = 12
  private static let findingLimit = 12
  /// Intervals of one connection.
  private static let termLimit = 8
  /// The options that select a part of the captures.
  private static let parts: Set<String> = ["--from", "--to", "--frame"]
  /// Where the text of a row starts.
  private static let indent = 15

  func write(to out: OutputStream) {
    var page = ByteWriter(capacity: OutputStream.flushSize)
    ReportHeader.write(summary, session: session, clock: clock, isShort: true, to: &page)
    if options.sections.isEmpty {
      ReportAnswers.write(conclusions.map(\.sentence), to: &page)
      list(findings, to: &page)
    }
    let limit = options.showsAll ? connections.count : Self.connectionLimit
    if connections.isEmpty {
      guard
        !options.filter.selectsRecords || !devices.isEmpty || !findings.isEmpty || leftOut > 0
          || !attempts.isEmpty
      else {
        page.append("\nnothing in this part of the capture")
        page.append(
          options.filter.optionNames.allSatisfy { Self.parts.contains($0) } ? "\n" : " matches\n")
        out.buffer.append(page.bytes)
        return
      }
      page.append("\nno connection")
      page.append(options.filter.isActive ? " matches\n" : " is in the capture\n")
    }
    if connections.count > limit { overview(limit, to: &page) }
    for tally in connections.prefix(limit) {
      connection(tally, to: &page)
      out.buffer.append(page.bytes)
      page.removeAll()
      out.lineEnds()
    }
    if options.shows(.why) { attempts(&page) }
    if options.shows(.signal) { signal(&page) }
    if leftOut > 0 {
      page.append("\n")
      page.append(grouped: UInt64(leftOut), "event")
      page.append(" of more connections, characteristics or devices are not counted\n")
    }
    out.buffer.append(page.bytes)
  }

  // MARK: Findings

  private func list(_ findings: [StatsFinding], to page: inout ByteWriter) {
    guard !findings.isEmpty else { return }
    page.append("\nFINDINGS (bleinspect explain RULE says more)\n")
    let limit = options.showsAll ? findings.count : Self.findingLimit
    for finding in findings.prefix(limit) {
      page.append(finding.rule.severity == .note ? "  . " : "  ! ")
      if let connection = finding.connection {
        page.append("C")
        page.append(decimal: connection)
      }
      page.tab(to: 9)
      page.append(finding.time, of: clock)
      page.tab(to: 19)
      var text = ByteWriter(capacity: 128)
      text.append(string: finding.rule.identifier)
      text.append(", frame ")
      text.append(decimal: finding.frame)
      device(of: finding, to: &text)
      page.append(wrapped: text.bytes, indent: 19)
      page.newLine(19)
      text.removeAll()
      text.append(string: finding.text.beside(frame: finding.frame))
      if finding.count > 1 {
        text.append(", ")
        text.append(decimal: finding.count)
        text.append(" times")
      }
      page.append(wrapped: text.bytes, indent: 19)
      page.append("\n")
    }
    if findings.count > limit {
      page.append("  + ")
      page.append(grouped: UInt64(findings.count - limit), "more finding")
      page.append(" (--all shows them)\n")
    }
    if unlisted > 0 {
      page.append("  + ")
      page.append(grouped: UInt64(unlisted), "more finding")
      page.append(", which are not kept\n")
    }
  }

  /// The device of its connection.
  private func device(of finding: StatsFinding, to text: inout ByteWriter) {
    guard let ordinal = finding.connection,
      let tally = connections.first(where: { $0.connection.ordinal == ordinal }),
      let peer = tally.connection.peer, peer.ordinal > 0
    else { return }
    text.append(", ")
    ReportConnections.peerName(tally.connection, to: &text)
  }

  // MARK: Connections

  /// How all of many connections ended.
  private func overview(_ limit: Int, to page: inout ByteWriter) {
    page.append("\n")
    page.append(grouped: UInt64(connections.count), "connection")
    page.append("; the first ")
    page.append(decimal: limit)
    page.append(" follow (--all shows each, --connection N one)\n")
    guard options.shows(.why) else { return }
    var ends: [String: Int] = [:]
    for tally in connections {
      var text = ByteWriter(capacity: 64)
      ReportConnections.kindOfEnd(tally.connection, to: &text)
      ends[text.string, default: 0] += 1
    }
    let rows = ends.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (text, count) in rows.prefix(8) {
      page.append(right: count, width: 6)
      page.append("  ")
      page.append(wrapped: text.rawBytes, indent: 8)
      page.append("\n")
    }
    if rows.count > 8 {
      page.append(right: rows.dropFirst(8).reduce(0) { $0 + $1.value }, width: 6)
      page.append("  otherwise\n")
    }
  }

  private func connection(_ tally: ConnectionTally, to page: inout ByteWriter) {
    page.append("\n")
    ReportConnections.heading(of: tally.connection, clock: clock, captureEnd: captureEnd, to: &page)
    if options.shows(.why) { why(tally, to: &page) }
    if options.shows(.latency) { latency(of: tally, to: &page) }
    if options.shows(.throughput) { throughput(of: tally, to: &page) }
    if options.shows(.latency) || options.shows(.subscriptions) {
      characteristics(tally, to: &page)
    }
  }

  func row(
    _ label: StaticString, to page: inout ByteWriter, _ body: (inout ByteWriter) -> Void
  ) {
    var text = ByteWriter(capacity: 256)
    body(&text)
    page.append("  ")
    page.append(label)
    page.tab(to: Self.indent)
    page.append(wrapped: text.bytes, indent: Self.indent)
    page.append("\n")
  }

  // MARK: Why

  private func why(_ tally: ConnectionTally, to page: inout ByteWriter) {
    let verdict = Verdict(tally, captureEnd: captureEnd)
    row("WHY", to: &page) { text in
      text.append(string: verdict.sentence)
      text.append(" [")
      text.append(string: verdict.certainty.rawValue)
      text.append("]")
    }
    guard !verdict.evidence.isEmpty else { return }
    let end = tally.connection.endTime
    page.append(end == nil ? "           t    frame\n" : "           t  from end    frame\n")
    for evidence in verdict.evidence {
      var cell = ByteWriter(capacity: 64)
      cell.append(evidence.time, of: clock)
      page.append(right: cell.bytes, width: 12)
      if let end {
        cell.removeAll()
        let distance = evidence.time.nanoseconds(since: end)
        let endFrame = tally.connection.endFrame ?? evidence.frame
        if evidence.frame < endFrame && distance >= 1_000_000
          || evidence.frame > endFrame && distance <= -1_000_000
          || !tally.knows(since: evidence.time, until: end)
        {
          // The clock was set meanwhile.
          cell.append("unknown")
        } else {
          if distance > 0 { cell.append("+") }
          cell.append(clock: distance)
        }
        page.append(cell.bytes, endingAt: 22)
      }
      cell.removeAll()
      cell.append(decimal: evidence.frame)
      page.append(cell.bytes, endingAt: end == nil ? 21 : 31)
      page.append("  ")
      let column = page.column
      page.append(wrapped: evidence.text.rawBytes, indent: column)
      page.append("\n")
    }
  }

  // MARK: Latency

  private func latency(of tally: ConnectionTally, to page: inout ByteWriter) {
    let connection = tally.connection
    row("LATENCY", to: &page) { text in
      if connection.isFromApp {
        text.append("the log of an app does not say")
        return
      }
      if isWhole, connection.counts.requests == 0 {
        text.append("no ATT request")
        hidden(on: connection, to: &text)
        return
      }
      if isWhole {
        text.append(grouped: UInt64(connection.counts.requests), "request")
        text.append(", ")
      }
      text.append(grouped: UInt64(tally.answers.count))
      text.append(" answered")
      if isWhole {
        if tally.perhapsAnswered > 0 {
          text.append(", ")
          text.append(grouped: UInt64(tally.perhapsAnswered))
          text.append(" perhaps")
        }
        if connection.counts.errors > 0 {
          text.append(", ")
          text.append(grouped: UInt64(connection.counts.errors), "error")
        }
        if connection.counts.unanswered > 0 {
          text.append(", ")
          text.append(grouped: UInt64(connection.counts.unanswered))
          text.append(" without an answer")
        }
        if connection.hiddenAnswers > 0 {
          text.append(", ")
          text.append(grouped: UInt64(connection.hiddenAnswers))
          text.append(" perhaps in what is encrypted")
        }
      }
    }
    guard let all = percentiles(tally.answers.stream) else { return }
    page.append(repeating: 0x20, count: Self.indent)
    page.append("ms")
    page.tab(to: Self.nameWidth + 2)
    for title in ["count", "min", "median", "p95", "p99", "max"] as [StaticString] {
      cell(&page) { $0.append(title) }
    }
    page.append("\n")
    let terms = tally.intervals.flatMap { interval, _, asked, served in
      [(asked, false), (served, true)].compactMap { stream, isOwn in
        percentiles(stream).map { (interval, isOwn, $0) }
      }
    }
    if terms.count != 1 || terms[0].2.count != all.count {
      figures(all, to: &page) { $0.append("all") }
    }
    let limit = options.showsAll ? terms.count : Self.termLimit
    for (interval, isOwn, part) in terms.prefix(limit) {
      figures(part, to: &page) { text in
        text.append(isOwn ? "by this host at " : "at interval ")
        text.append(number: interval)
      }
    }
    if terms.count > limit {
      page.append(repeating: 0x20, count: Self.indent)
      page.append("+ ")
      page.append(decimal: terms.count - limit)
      page.append(" more (--all shows them)\n")
    }
    guard options.sections.contains(.latency) || all.most >= 1_000_000_000 else { return }
    for (index, answer) in tally.answers.slow.enumerated() {
      page.append(repeating: 0x20, count: Self.indent)
      page.append(index == 0 ? "slowest " : "        ")
      var text = ByteWriter(capacity: 96)
      text.append(duration: answer.duration)
      text.append("  ")
      text.append(answer.opcode.name ?? "request")
      if let attribute = answer.attribute {
        text.append(", ")
        attribute.describe(&text)
      }
      text.append(", at ")
      text.append(answer.requestTime, of: clock)
      text.append(" (frame ")
      text.append(decimal: answer.requestFrame)
      text.append(")")
      page.append(wrapped: text.bytes, indent: Self.indent + 8)
      page.append("\n")
    }
  }

  /// That what is missing may be in what is encrypted.
  private func hidden(on connection: Connection, to text: inout ByteWriter) {
    guard let link = connection.link, link.encryption.hides else { return }
    text.append(" that is readable; ")
    text.append(
      grouped: UInt64(link.encryption.hiddenPDUs), "encrypted PDU")
    text.append(" not readable")
  }

  /// Where the names of rows end, and how wide a number is.
  static let nameWidth = 36
  private static let cellWidth = 7

  func cell(_ page: inout ByteWriter, _ body: (inout ByteWriter) -> Void) {
    var text = ByteWriter(capacity: 32)
    body(&text)
    if text.count >= Self.cellWidth { page.append(" ") }
    page.append(right: text.bytes, width: Self.cellWidth)
  }

  private func figures(
    _ figures: DurationSpool.Percentiles, to page: inout ByteWriter,
    _ name: (inout ByteWriter) -> Void
  ) {
    page.append(repeating: 0x20, count: Self.indent)
    name(&page)
    page.tab(to: Self.nameWidth + 2)
    cell(&page) { $0.append(count: figures.count) }
    for value in [figures.least, figures.median, figures.p95, figures.p99, figures.most] {
      cell(&page) { $0.append(tenths: value) }
    }
    page.append("\n")
  }

  // MARK: Throughput

  private func throughput(of tally: ConnectionTally, to page: inout ByteWriter) {
    let connection = tally.connection
    row("THROUGHPUT", to: &page) { text in
      guard tally.throughput.values > 0 else {
        text.append("no value")
        hidden(on: connection, to: &text)
        return
      }
      let isOnAir = connection.hearing.isOnAir
      text.append(grouped: UInt64(tally.throughput.octets.host), "octet")
      text.append(isOnAir ? " of values by the central, " : " of values sent, ")
      text.append(grouped: UInt64(tally.throughput.octets.peer))
      text.append(isOnAir ? " by the peripheral, in " : " received, in ")
      if let end = connection.endTime ?? captureEnd,
        ReportConnections.duration(of: connection, until: end, clock: clock) == nil
      {
        text.append("an unknown time; at most ")
      } else {
        text.append(length: length(of: connection))
        text.append("; at most ")
      }
      text.append(grouped: UInt64(tally.throughput.peak))
      text.append(" in a second")
      guard let limit = ThroughputLimit(tally) else { return }
      text.append(". Limit: ")
      text.append(string: limit.text)
    }
  }
}

extension ByteWriter {
  /// Milliseconds with one decimal, rounded; from 10 s on without, from 1,000 s on `1000s`.
  mutating func append(tenths nanoseconds: Int64) {
    let milliseconds = Double(nanoseconds) / 1e6
    switch milliseconds.magnitude {
    case ..<9_999.95: append(number: milliseconds, decimals: 1)
    case ..<999_999.5: append(number: milliseconds, decimals: 0)
    default:
      append(number: milliseconds / 1000, decimals: 0)
      append("s")
    }
  }

  /// With thousands separators, unless that takes too much room.
  mutating func append(count: Int) {
    if count < 100_000 { append(grouped: UInt64(max(0, count))) } else { append(decimal: count) }
  }
}
