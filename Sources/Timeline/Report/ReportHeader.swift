import BTSnoop
import Bytes
import GATTSession

/// Describes the capture in a few lines.
package enum ReportHeader {
  /// The most lines of it before something that a filter chose.
  private static let shortLines = 5

  /// - isShort: no more than a few lines: something else is asked for, and the report has them all.
  package static func write(
    _ summary: CaptureSummary, session: GATTSession, clock: TimelineClock, isShort: Bool,
    to out: inout ByteWriter
  ) {
    guard isShort else {
      write(summary, session: session, clock: clock, to: &out)
      return
    }
    var whole = ByteWriter(capacity: 1024)
    write(summary, session: session, clock: clock, to: &whole)
    let bytes = whole.bytes
    let ends = (0..<bytes.byteCount).filter { bytes.uint8(at: $0) == 0x0A }
    guard ends.count > shortLines else {
      out.append(bytes)
      return
    }
    out.append(bytes.clamped(0, count: ends[shortLines - 2] + 1))
    out.append("  + ")
    out.append(grouped: UInt64(ends.count - shortLines + 1), "more line")
    out.append(" about the capture in its report\n")
  }

  private static func write(
    _ summary: CaptureSummary, session: GATTSession, clock: TimelineClock,
    to out: inout ByteWriter
  ) {
    let names = distinctNames(summary.captures.map(\.name))
    for (name, capture) in zip(names, summary.captures) {
      var kind = ByteWriter(capacity: 64)
      kind.append(string: capture.format.rawValue)
      kind.append(", ")
      kind.append(string: capture.linkTypeDescription)
      out.append(untrusted: name, escaping: .plain)
      out.append(out.column + 3 + kind.count > Page.width ? "\n    " : "   ")
      out.append(kind.bytes)
      out.append("\n")
    }
    let isAppLog = !summary.captures.isEmpty && summary.captures.allSatisfy(\.isAppLog)
    out.append("  ")
    if isAppLog {
      out.append(grouped: session.counts.records)
      out.append(session.counts.records == 1 ? " entry" : " entries")
    } else {
      out.append(grouped: session.counts.records, "record")
    }
    let hasDate = summary.captures.allSatisfy(\.hasDate)
    if let start = summary.start, let end = summary.end {
      let isUniversal = !summary.captures.contains(where: \.hasRecorderClock)
      times(
        start, end: end, counts: session.counts, hasDate: hasDate, zone: isUniversal ? " UTC" : "",
        to: &out)
      if hasDate, !isUniversal {
        out.append("\n  by the clock of the recorder; --time-zone says its zone")
      }
    }
    out.append("\n")
    if isAppLog {
      out.append(
        "  the log of an app: what it asked for and got, without packets\n")
    }
    jumps(session.counts, clock: clock, to: &out)
    if !hasDate {
      undated(summary, to: &out)
    } else if let start = summary.start, start.seconds < 946_684_800 {
      out.append("  the clock was not set (")
      out.append(decimal: CalendarTime(unixSeconds: start.seconds).year)
      out.append(")\n")
    }
    damage(summary, counts: session.counts, readsBadCRC: session.options.readsBadCRC, to: &out)
  }

  /// The last part of a path.
  package static func baseName(_ path: String) -> String {
    path == "-" ? "standard input" : String(path.split(separator: "/").last ?? Substring(path))
  }

  /// The last part of each path, or as much of its end as tells it from the others.
  static func distinctNames(_ paths: [String]) -> [String] {
    // How many folders all of one name begin with: they say nothing.
    var shared: [String: (first: [Substring], count: Int)] = [:]
    for path in paths {
      let parts = path.split(separator: "/")
      let alike = shared[baseName(path)].map { known in
        (known.first, zip(known.first.prefix(known.count), parts).prefix { $0 == $1 }.count)
      }
      shared[baseName(path)] = alike ?? (parts, parts.count)
    }
    return paths.map { path in
      let parts = path.split(separator: "/")
      let count = shared[baseName(path)]?.count ?? 0
      return count < parts.count ? parts[count...].joined(separator: "/") : baseName(path)
    }
  }

  private static func times(
    _ start: CaptureTime, end: CaptureTime, counts: RecordCounts, hasDate: Bool,
    zone: StaticString, to out: inout ByteWriter
  ) {
    let duration = end.nanoseconds(since: start)
    // With a jump it says nothing.
    if duration >= 0, counts.jumps.isEmpty {
      out.append(" in ")
      out.append(length: duration)
    }
    guard hasDate else { return }
    var first = ByteWriter(capacity: 64)
    guard TimestampWriter.writeDate(start.seconds, separator: " ", to: &first) else { return }
    out.append(", ")
    out.append(first.bytes)
    millisecond(start, to: &out)
    var last = ByteWriter(capacity: 64)
    if duration > 0, TimestampWriter.writeDate(end.seconds, separator: " ", to: &last) {
      let isSameDay = first.bytes.clamped(0, count: 10).equals(last.bytes.clamped(0, count: 10))
      let shown = last.bytes.clamped(isSameDay ? 11 : 0)
      out.append(out.column + shown.byteCount + 12 > Page.width ? "\n    to " : " to ")
      out.append(shown)
      millisecond(end, to: &out)
    }
    out.append(zone)
  }

  /// What is to be said of times that have no date.
  private static func undated(_ summary: CaptureSummary, to out: inout ByteWriter) {
    if summary.captures.allSatisfy({ $0.clock == .none }) {
      out.append("  the log has no times: all records are at 0\n")
    } else if summary.captures.contains(where: { $0.format == .text }) {
      out.append("  the log has no date: times count from its own beginning, or midnight\n")
    } else {
      out.append("  the format has no date: times count from the start of the sniffer\n")
    }
  }

  private static func jumps(
    _ counts: RecordCounts, clock: TimelineClock, to out: inout ByteWriter
  ) {
    for jump in counts.jumps {
      out.append("  ")
      out.append(section: jump.after, of: clock)
      out.append("the clock jumps by ")
      out.append(days: jump.nanoseconds)
      out.append(" before frame ")
      out.append(decimal: jump.frame)
      var date = ByteWriter(capacity: 64)
      if TimestampWriter.writeDate(jump.after.seconds, separator: " ", to: &date) {
        out.append(", to ")
        out.append(date.bytes)
      }
      out.append("\n")
    }
    guard counts.jumpCount > counts.jumps.count else { return }
    out.append("  the clock jumps ")
    out.append(grouped: UInt64(counts.jumpCount - counts.jumps.count), "more time")
    out.append("\n")
  }

  private static func millisecond(_ time: CaptureTime, to out: inout ByteWriter) {
    out.append(".")
    out.append(decimal: UInt64(time.nanoseconds / 1_000_000), digits: 3)
  }

  private static func damage(
    _ summary: CaptureSummary, counts: RecordCounts, readsBadCRC: Bool,
    to out: inout ByteWriter
  ) {
    let shown: StaticString =
      counts.badCRC == 1
      ? "with a bad CRC left out (--bad-crc shows it)"
      : "with a bad CRC left out (--bad-crc shows them)"
    line(
      counts.badCRC, "record", rest: readsBadCRC ? "with a bad CRC read as if it were good" : shown,
      to: &out)
    for kind in RadioContradiction.allCases {
      line(counts.contradictions[kind.rawValue], "record", rest: kind.words, to: &out)
    }
    line(
      counts.unknownAccessAddress, "record", rest: "of unknown access addresses not followed",
      to: &out)
    line(counts.copies, "record", rest: "left out: two sniffers heard the same packets", to: &out)
    line(
      counts.decrypted, "PDU",
      rest: "of encrypted connections in the clear: decrypted by the recorder", to: &out)
    line(counts.opened, "PDU", rest: "of encrypted connections decrypted", to: &out)
    line(counts.cut, "record", rest: "cut by the recorder: values as far as they go", to: &out)
    line(
      counts.malformed, "malformed PDU",
      rest: counts.malformed == 1
        ? "(--event malformed shows it)" : "(--event malformed shows them)",
      to: &out)
    if counts.timeFalls > 0 {
      out.append("  time goes backwards ")
      if counts.timeFalls == 1 {
        out.append("once, by ")
      } else {
        out.append(decimal: counts.timeFalls)
        out.append(" times, at most by ")
      }
      out.append(duration: counts.largestFall.nanoseconds)
      out.append("\n")
    }
    for note in summary.notes.prefix(8) {
      out.append("  ")
      var text = ByteWriter(capacity: 128)
      text.append(untrusted: note.message, escaping: .plain)
      out.append(wrapped: text.bytes, indent: 2)
      out.append("\n")
    }
    if let damage = summary.damage {
      out.append("  ! ")
      var text = ByteWriter(capacity: 128)
      text.append("damaged, read up to here: ")
      text.append(untrusted: damage, escaping: .plain)
      out.append(wrapped: text.bytes, indent: 4)
      out.append("\n")
    }
    line(
      counts.classicPackets, "data packet", rest: "of classic connections not dissected", to: &out)
    line(
      counts.unknownLinkPackets, "data packet",
      rest: "not dissected: nothing says that their connections are LE", to: &out)
    line(
      counts.diagnosticPackets, "ACL packet",
      rest: "of handle 0EDC: diagnostics of a Qualcomm controller", to: &out)
    line(counts.synchronousPackets, "SCO packet", rest: "counted, not dissected", to: &out)
    line(
      counts.ambiguous, "line",
      rest: "left out: several connections are open, and the log does not say which",
      to: &out)
    line(counts.isochronousPackets, "ISO packet", rest: "counted, not dissected", to: &out)
  }

  /// How many there are of something, and what is to be said of them.
  private static func line(
    _ count: UInt64, _ noun: StaticString, rest: StaticString, to out: inout ByteWriter
  ) {
    guard count > 0 else { return }
    var text = ByteWriter(capacity: 128)
    text.append(grouped: count, noun)
    text.append(" ")
    text.append(rest)
    out.append("  ")
    out.append(wrapped: text.bytes, indent: 2)
    out.append("\n")
  }
}
