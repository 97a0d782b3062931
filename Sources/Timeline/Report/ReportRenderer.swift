import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// The text report: the capture, findings, devices, connections with their attributes, and the
/// timeline, which is held back until the rest is known.
package final class ReportRenderer: TimelineRenderer {
  package struct Options: Sendable {
    package var timeStyle = TimeStyle.relative
    /// Nothing folded or left out.
    package var showsAll = false
    /// Advertisements were requested, and are in the timeline.
    package var showsAdvertisements = false
    package var isColored = false
    /// The timeline is printed as it comes, followed by the summary.
    package var isLive = false
    /// There is a summary.
    package var hasSummary = true
    /// Selects the devices and connections of the summary.
    package var filter = EventFilter()
    package init() {}
  }

  let out: OutputStream
  /// The output for the summary.
  private let page: OutputStream
  let options: Options
  private var formatter: LineFormatter?
  private var folder: TimelineFolder?
  private var spool = Spool()
  private var line = ByteWriter(capacity: 512)
  private var periods = PeriodWatch()
  /// When silence was last reported, which explains why no value came.
  private var lastSilence: (connection: Int, frame: UInt64) = (0, 0)
  private var places = DiscoveryPlaces()
  private var printer: TimelinePrinter
  private var shownScans: Set<String> = []
  private var timelineEvents: UInt64 = 0
  private(set) var clock = TimelineClock(
    origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)

  /// - summary: the output for the summary; `nil`: that of the timeline.
  package init(
    _ out: OutputStream, options: Options = Options(), summary: OutputStream? = nil
  ) {
    self.out = out
    self.options = options
    page = summary ?? out
    printer = TimelinePrinter(out, options)
  }

  package var tellsSilence: Bool { true }
  package var summarizes: Bool { true }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    formatter = LineFormatter(clock: clock, style: options.timeStyle)
    printer.textColumn = (formatter?.headWidth ?? 0) + LineFormatter.Column.text
    // Folding needs lines to be held back.
    folder = TimelineFolder(clock: clock, isOff: options.showsAll || options.isLive)
    if options.isLive { printer.head(hasConnections: true, hasUnknownRoles: false) }
  }

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    printer.follow(event)
    if event.kind.isDiscovery, !options.showsAll {
      // What comes after it must not wait for its end.
      if !options.isLive, let place = places.keep(event) { folder?.reserve(place) }
      return
    }
    // Clients look for a descriptor repeatedly; only what was found is news.
    if event.subject == .discovery, fields.own.isEmptyDiscovery, !options.showsAll { return }
    if !options.isLive, event.subject == .discovery, let place = places.take(event) {
      line.removeAll()
      place.durationLength = formatter?.write(event, fields, value, to: &line) ?? 0
      place.text = line.bytes.copy()
      place.state = .shown
      flushLines()
      return
    }
    if event.kind == .scan, !options.showsAll {
      // Phones switch it on and off all day: the devices' section counts, and each setting is shown
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
    var durationLength = 0
    if event.subject == .silence {
      line.append(repeating: 0x20, count: 15)
      line.append("~ ")
      line.append(duration: event.responseTime ?? 0)
      if let expected = fields.own.number(.event.expected) {
        line.append(" without a record, ")
        line.append(duration: Int64(expected * 1e6))
        line.append(" expected")
      }
      lastSilence = (event.connection?.ordinal ?? 0, event.frame)
      style = .gap
    } else {
      durationLength = formatter?.write(event, fields, value, to: &line) ?? 0
      style =
        event.isProblem ? .problem : event.kind == .advertisement ? .advertisement : .plain
    }
    timelineEvents += 1
    add(event, style, durationLength, step(event, fields))
  }

  private func add(
    _ event: borrowing Event, _ style: LineStyle, _ durationLength: Int, _ step: FoldStep?
  ) {
    folder?.add(
      TimelineLine(
        connection: event.connection?.ordinal ?? 0, style: style, text: line.bytes.copy(),
        durationLength: durationLength), step)
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
    add(event, .gap, 0, nil)
  }

  private func step(_ event: borrowing Event, _ fields: borrowing EventFields) -> FoldStep? {
    guard event.kind.isValue, !event.isProblem, !event.isTruncated else { return nil }
    var enumerated = Hasher()
    for field in fields.decoded.fields {
      switch field.value {
      case .word(let word): enumerated.combine(word.description)
      case .term(let word): enumerated.combine(word)
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

  /// A line's form depends on what is still open when it is written.
  private func flushLines() {
    folder?.takeShown { shown in
      let bytes = shown.text
      let text = bytes.rawBytes
      var start = 0
      for i in 0...text.byteCount where i == text.byteCount || text.uint8(at: i) == 0x0A {
        let line = PrintedLine(
          connection: UInt32(clamping: shown.connection), style: shown.style, isFirst: start == 0,
          durationLength: i == text.byteCount ? UInt16(clamping: shown.durationLength) : 0)
        if options.isLive {
          printer.print(line, text.clamped(start..<i))
        } else {
          spool.append(line, text.clamped(start..<i))
        }
        start = i + 1
      }
      if options.isLive { printer.endEvent() }
    }
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    places.giveUpAll()
    folder?.endAll()
    flushLines()
    if options.hasSummary {
      if options.isLive { page.buffer.append("\n") }
      printPage(summary, session)
    }
    if !options.isLive { printTimeline(session) }
  }

  private func printPage(_ summary: CaptureSummary, _ session: GATTSession) {
    var text = ByteWriter(capacity: 16 * 1024)
    let pieceEnds: PieceEnd = { [self] text in
      if text.count >= OutputStream.flushSize { show(&text) }
    }
    let scope = ReportScope(options.filter, session)
    ReportHeader.write(summary, session, clock, to: &text)
    ReportFindings.write(session, clock, scope, showsAll: options.showsAll, to: &text)
    ReportDevices.write(
      session, scope, listsAll: options.showsAdvertisements || options.showsAll, to: &text,
      pieceEnds: pieceEnds)
    ReportConnections.write(session, clock, scope, to: &text)
    ReportAttributes.write(session, scope, to: &text, pieceEnds: pieceEnds)
    show(&text)
  }

  /// Prints whole lines, and removes them from the page.
  private func show(_ text: inout ByteWriter) {
    if options.isColored {
      Highlight.write(page: text.bytes, to: page)
    } else {
      page.buffer.append(text.bytes)
    }
    page.lineEnds()
    text.removeAll()
  }

  private func printTimeline(_ session: GATTSession) {
    printer.head(
      hasConnections: printer.hasConnections,
      hasUnknownRoles: session.connections.contains { $0.role == nil })
    if timelineEvents == 0 { out.buffer.append("  nothing\n") }
    spool.forEachLine { printer.print($0, $1) }
    printer.endEvent()
    if let error = spool.error { out.fail(error, of: "the timeline's temporary file") }
  }
}
