import ATTDissector
import BTSnoop
import ByteReader
import GATTSession
import GATTValues

/// The text report: what the capture is, findings, devices, connections with their attributes, and
/// the timeline, which is held back until the rest is known.
package final class ReportRenderer: TimelineRenderer {
  package struct Options: Sendable {
    package var timeStyle = TimeStyle.relative
    /// Nothing folded or left out.
    package var showsAll = false
    /// Advertisements were asked for, and stand in the timeline.
    package var showsAdvertisements = false
    package var isColored = false
    /// The timeline is printed as it comes, and the summary behind it.
    package var isLive = false
    /// The devices and connections that the summary is about.
    package var scope = ReportScope()
    package init() {}
  }

  let out: OutputStream
  let options: Options
  private var formatter: LineFormatter?
  private var folder: TimelineFolder?
  private var spool = Spool()
  private var line = ByteWriter(capacity: 512)
  private var periods = PeriodWatch()
  /// Where silence was told last, which says why no value came.
  private var lastSilence: (connection: Int, frame: UInt64) = (0, 0)
  /// The connection of the last event on an open one.
  private var openConnection: Connection?
  private var firstConnection: Int?
  private var hasFurtherConnections = false
  /// Two connections stood at the same time: each line says whose it is.
  private var isConcurrent = false
  /// The places of discoveries that are under way.
  private var places: [DiscoveryKey: TimelineLine] = [:]
  private var shownScans: Set<String> = []
  /// Whose lines the last separator began.
  private var printedConnection = 0
  private var timelineEvents: UInt64 = 0
  private(set) var clock = TimelineClock(
    origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)

  package init(_ out: OutputStream, options: Options = Options()) {
    self.out = out
    self.options = options
  }

  package var tellsSilence: Bool { true }
  package var summarizes: Bool { true }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    formatter = LineFormatter(clock: clock, style: options.timeStyle)
    // What is folded has to be held back.
    folder = TimelineFolder(clock: clock, isOff: options.showsAll || options.isLive)
    if options.isLive { printTimelineHead(hasConnections: true, hasUnknownRoles: false) }
  }

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    follow(event)
    if event.kind.isDiscovery, !options.showsAll {
      keepPlace(event)
      return
    }
    // Clients look for a descriptor again and again; only what was found is news.
    if event.subject == .discovery, fields.own.isEmptyDiscovery, !options.showsAll { return }
    if event.subject == .discovery, let place = takePlace(event) {
      line.removeAll()
      formatter?.write(event, fields, value, to: &line)
      place.text = line.bytes.copy()
      place.state = .shown
      flushLines()
      return
    }
    if event.kind == .scan, !options.showsAll {
      // Phones switch it on and off all day: the devices' section counts, and each setting is told
      // once.
      let setting = String(decoding: fields.decoded.text.bytes.copy(), as: UTF8.self)
      guard setting != "off", shownScans.count < 64, shownScans.insert(setting).inserted else {
        return
      }
    }
    if event.kind.isValue, let gap = periods.gap(event),
      lastSilence != (event.connection?.ordinal ?? 0, event.frame)
    {
      addGap(gap, event)
    }
    line.removeAll()
    let style: LineStyle
    if event.subject == .silence {
      line.append(repeating: 0x20, count: 15)
      line.append("~ ")
      line.append(duration: event.responseTime ?? 0)
      if let expected = fields.own.number("expected_ms") {
        line.append(" without a record, ")
        line.append(duration: Int64(expected * 1e6))
        line.append(" expected")
      }
      lastSilence = (event.connection?.ordinal ?? 0, event.frame)
      style = .gap
    } else {
      formatter?.write(event, fields, value, to: &line)
      style =
        event.isProblem ? .problem : event.kind == .advertisement ? .advertisement : .plain
    }
    timelineEvents += 1
    add(event, style, step(event, fields))
  }

  // MARK: Discoveries

  /// A discovery is one line, where it began; how much it found is known when it is over.
  private func keepPlace(_ event: borrowing Event) {
    let key = DiscoveryKey(event.connection?.ordinal ?? 0, isSent: event.direction == .received)
    guard places[key] == nil else { return }
    let place = TimelineLine(connection: event.connection?.ordinal ?? 0, style: .plain, text: [])
    places[key] = place
    folder?.reserve(place)
  }

  private func takePlace(_ event: borrowing Event) -> TimelineLine? {
    let key = DiscoveryKey(event.connection?.ordinal ?? 0, isSent: event.direction == .sent)
    guard let place = places.removeValue(forKey: key), place.state == .open else { return nil }
    return place
  }

  private func add(_ event: borrowing Event, _ style: LineStyle, _ step: FoldStep?) {
    folder?.add(
      TimelineLine(
        connection: event.connection?.ordinal ?? 0, style: style, text: line.bytes.copy()), step)
    flushLines()
  }

  private func addGap(_ gap: PeriodWatch.Gap, _ event: borrowing Event) {
    line.removeAll()
    line.append(repeating: 0x20, count: 15)
    line.append("~ ")
    line.append(duration: gap.length)
    line.append(" without a value, ")
    line.append(duration: gap.expected)
    line.append(" expected")
    add(event, .gap, nil)
  }

  private func follow(_ event: borrowing Event) {
    guard let connection = event.connection else { return }
    let first = firstConnection ?? connection.ordinal
    firstConnection = first
    if first != connection.ordinal { hasFurtherConnections = true }
    guard connection.isOpen else { return }
    if let other = openConnection, other !== connection, other.isOpen { isConcurrent = true }
    openConnection = connection
  }

  private func step(_ event: borrowing Event, _ fields: borrowing EventFields) -> FoldStep? {
    guard event.kind.isValue, !event.isProblem, !event.isTruncated else { return nil }
    var enumerated = Hasher()
    for field in fields.decoded.fields {
      switch field.value {
      case .word(let word): enumerated.combine(word.description)
      case .boolean(let truth): enumerated.combine(truth)
      default: break
      }
    }
    var head = ByteWriter(capacity: 64)
    let isFromCentral = event.from.map { $0 == .central } ?? (event.direction == .sent)
    head.append(isFromCentral ? "> " : "< ")
    head.append(event.word(fields))
    head.append(repeating: 0x20, count: max(1, 10 - head.count))
    if let attribute = event.attribute {
      attribute.describe(&head)
    } else if let handle = event.handle {
      head.append(upperHex: UInt64(handle), digits: 4)
    }
    return FoldStep(
      key: FoldKey(
        kind: event.kind, handle: event.handle ?? 0,
        attribute: event.attribute.map { ObjectIdentifier($0) }, isSent: event.direction == .sent),
      enumerated: enumerated.finalize(), time: event.time, head: head.bytes.copy(),
      measure: fields.decoded.measure)
  }

  // MARK: Spool

  /// A spooled line begins with its style and connection: what is still open when it is written
  /// decides how it looks.
  private func flushLines() {
    var record = ByteWriter(capacity: 0)
    swap(&record, &line)
    folder?.takeShown { shown in
      record.removeAll()
      let bytes = shown.text
      let text = bytes.rawBytes
      var start = 0
      for i in 0...text.byteCount where i == text.byteCount || text.uint8(at: i) == 0x0A {
        record.append(byte: 0x30 + shown.style.rawValue)
        record.append(start == 0 ? "f" : "c")
        record.append(decimal: shown.connection)
        record.append(":")
        record.append(text.clamped(start..<i))
        if options.isLive {
          printLine(record.bytes)
          record.removeAll()
        } else {
          record.append("\n")
        }
        start = i + 1
      }
      if !options.isLive { spool.append(record.bytes) }
    }
    swap(&record, &line)
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    for place in places.values where place.state == .open { place.state = .dropped }
    folder?.endAll()
    flushLines()
    var page = ByteWriter(capacity: 16 * 1024)
    ReportHeader.write(summary, session, clock, to: &page)
    let scope = options.scope
    ReportFindings.write(session, clock, scope, showsAll: options.showsAll, to: &page)
    ReportDevices.write(
      session, scope, listsAll: options.showsAdvertisements || options.showsAll, to: &page)
    ReportConnections.write(session, clock, scope, to: &page)
    ReportAttributes.write(session, scope, to: &page)
    if options.isLive { out.buffer.append("\n") }
    printPage(page.bytes)
    if !options.isLive { printTimeline(session) }
  }

  private func printPage(_ page: RawSpan) {
    guard options.isColored else {
      out.buffer.append(page)
      out.lineEnds()
      return
    }
    var start = 0
    for i in 0..<page.byteCount where page.uint8(at: i) == 0x0A {
      Highlight.write(page.clamped(start..<i), to: &out.buffer)
      out.buffer.append("\n")
      start = i + 1
    }
    out.lineEnds()
  }

  private func printTimeline(_ session: GATTSession) {
    printTimelineHead(
      hasConnections: firstConnection != nil,
      hasUnknownRoles: session.connections.contains { $0.role == nil })
    if timelineEvents == 0 { out.buffer.append("  nothing\n") }
    spool.forEachLine(printLine)
    if let error = spool.error { out.fail(error, of: "the timeline's temporary file") }
  }

  private func printTimelineHead(hasConnections: Bool, hasUnknownRoles: Bool) {
    var head = ByteWriter(capacity: 128)
    head.append(options.isLive ? "TIMELINE   frame, " : "\nTIMELINE   frame, ")
    head.append(
      options.timeStyle == .delta
        ? "seconds since the line before"
        : options.timeStyle == .epoch
          ? "Unix time" : options.timeStyle == .relative ? "seconds" : "time of day")
    if hasConnections {
      // Only the shortest of the names leaves room for it.
      head.append(options.timeStyle == .relative ? "; " : ";\n           ")
      head.append("the value goes > to the peripheral, < to the central")
      if hasUnknownRoles {
        head.append("\n           (roles unknown: > sent by this host, < received)")
      }
    }
    head.append("\n")
    out.buffer.append(head.bytes)
    out.lineEnds()
  }

  /// - record: a spooled line.
  private func printLine(_ record: RawSpan) {
    guard record.byteCount > 2, out.isOpen else { return }
    let style = LineStyle(rawValue: record.uint8(at: 0) &- 0x30) ?? .plain
    // With connections, the devices' section tells what was advertised.
    if style == .advertisement, !options.showsAdvertisements, firstConnection != nil { return }
    let isFirst = record.uint8(at: 1) == 0x66
    var connection = 0
    var at = 2
    while at < record.byteCount, record.uint8(at: at) != 0x3A {
      connection = connection * 10 + Int(record.uint8(at: at) &- 0x30)
      at += 1
    }
    let text = record.clamped(at + 1)
    let isMarked = hasFurtherConnections
    if isMarked, !isConcurrent, connection != 0, connection != printedConnection {
      printedConnection = connection
      separator(connection)
    }
    if isMarked, isConcurrent {
      mark(isFirst ? connection : 0)
      if text.columns > Page.width - Page.markWidth {
        breakLine(text, style)
        out.lineEnds()
        return
      }
    }
    if options.isColored, style != .plain {
      Highlight.write(text, style, to: &out.buffer)
    } else {
      out.buffer.append(text)
    }
    out.buffer.append("\n")
    out.lineEnds()
  }

  /// A line that is too long behind its mark: its last word, often the time that an answer took, moves
  /// to the left, or to a line of its own.
  private func breakLine(_ text: RawSpan, _ style: LineStyle) {
    var cut = text.byteCount
    while cut > 0, text.uint8(at: cut - 1) != 0x20 { cut -= 1 }
    // `15 ms` is one word.
    var unit = cut
    while unit > 0, text.uint8(at: unit - 1) == 0x20 { unit -= 1 }
    var number = unit
    while number > 0, text.uint8(at: number - 1) != 0x20 { number -= 1 }
    if number > 0, (0x30...0x39).contains(text.uint8(at: number)) { cut = number }
    var end = cut
    while end > 0, text.uint8(at: end - 1) == 0x20 { end -= 1 }
    guard end > 0 else {
      out.buffer.append(text)
      out.buffer.append("\n")
      return
    }
    out.buffer.append(text.clamped(0, end))
    let rest = text.clamped(cut)
    let excess = text.columns - (Page.width - Page.markWidth)
    if cut - end > excess {
      out.buffer.append(repeating: 0x20, count: cut - end - excess)
      out.buffer.append(rest)
      out.buffer.append("\n")
      return
    }
    out.buffer.append("\n")
    let isDuration = rest.byteCount > 0 && (0x30...0x39).contains(rest.uint8(at: 0))
    let textColumn = (formatter?.headWidth ?? 0) + LineFormatter.Column.text + Page.markWidth
    out.buffer.append(
      repeating: 0x20, count: isDuration ? Page.width - rest.columns : textColumn)
    out.buffer.append(rest)
    out.buffer.append("\n")
  }

  private func separator(_ connection: Int) {
    let start = out.buffer.count
    out.buffer.append("-- C")
    out.buffer.append(decimal: connection)
    out.buffer.append(" ")
    out.buffer.append(repeating: 0x2D, count: max(0, 74 - (out.buffer.count - start)))
    out.buffer.append("\n")
  }

  private func mark(_ connection: Int) {
    let start = out.buffer.count
    if connection > 0 {
      out.buffer.append("C")
      out.buffer.append(decimal: connection)
    }
    out.buffer.append(repeating: 0x20, count: max(1, 3 - (out.buffer.count - start)))
  }
}

/// Whose discovery: the client's requests are sent, or received, by this host.
private struct DiscoveryKey: Hashable {
  let connection: Int
  let isSent: Bool

  init(_ connection: Int, isSent: Bool) {
    self.connection = connection
    self.isSent = isSent
  }
}

/// Colours for a terminal, when they are asked for.
enum Highlight {
  /// Headings bold, findings red.
  static func write(_ line: RawSpan, to out: inout ByteWriter) {
    let isHeading =
      line.byteCount > 1 && (0x41...0x5A).contains(line.uint8(at: 0))
      && (0x41...0x5A).contains(line.uint8(at: 1))
    let isFinding =
      line.byteCount > 3 && line.uint8(at: 2) == 0x21 && line.uint8(at: 0) == 0x20
    if isHeading { out.append("\u{1B}[1m") } else if isFinding { out.append("\u{1B}[31m") }
    out.append(line)
    if isHeading || isFinding { out.append("\u{1B}[0m") }
  }

  static func write(_ line: RawSpan, _ style: LineStyle, to out: inout ByteWriter) {
    out.append(style == .problem ? "\u{1B}[31m" : "\u{1B}[2m")
    out.append(line)
    out.append("\u{1B}[0m")
  }
}
