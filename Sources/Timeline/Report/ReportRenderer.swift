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
    /// Every byte of every value.
    package var showsWholeValues = false
    /// Advertisements were requested, and are in the timeline.
    package var showsAdvertisements = false
    package var isColored = false
    /// The timeline is printed as it comes, followed by the summary.
    package var isLive = false
    /// There is a summary.
    package var hasSummary = true
    /// Selects the devices and connections of the summary.
    package var filter = EventFilter()
    /// The records of other recorders about the same; lines say when they had it.
    package var seen: SeenRecords?
    package init() {}
  }

  package let out: OutputStream
  /// The output for the summary.
  private let page: OutputStream
  let options: Options
  private var formatter: LineFormatter?
  private var parts = LineParts()
  /// The lines until the end; not used live.
  private var buffer: TimelineBuffer?
  private var line = ByteWriter(capacity: 512)
  private var gaps = TimelineGaps()
  private var silences = SilenceRun()
  private var places = DiscoveryPlaces()
  private var versions = VersionLines()
  private var advertisements = AdvertisementDecoder()
  private var runs = AdvertisementRuns()
  /// The fields of an advertisement, with what its data says.
  private var decoded = EventFields()
  /// What was measured before it was sent.
  private var results = StoredResults()
  /// Whether there is a table of them.
  private var hasResults: Bool {
    !options.isLive && options.hasSummary && !options.filter.errorsOnly
      && !options.filter.selectsRecords && options.filter.handle == nil
      && options.filter.kinds.isEmpty
  }
  private var printer: TimelinePrinter
  private var choice = TimelineChoice()
  private var timelineEvents: UInt64 = 0
  /// Asked at the end, where all of a capture is reported.
  package var answers: (() -> ReportAnswers?)?
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

  package var summarizes: Bool { !options.isLive }
  /// Most advertisements have no line.
  package var demand: EventDemand {
    EventDemand(decoding: .advertisementsLater, silences: true)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    let formatter = LineFormatter(
      clock: clock, style: options.timeStyle, isFull: options.showsWholeValues,
      seen: options.seen)
    buffer = TimelineBuffer(formatter.layout, formatter.times)
    self.formatter = consume formatter
    if options.isLive { printer.head(hasConnections: true, hasUnknownRoles: false) }
  }

  package func takesFinding(frame: UInt64, time: CaptureTime) -> Bool {
    options.filter.allows(frame: frame, time: time, clock: clock)
  }

  /// What a discovery found has no line of its own.
  package func counts(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool {
    options.showsAll
      || !event.kind.isDiscovery
        && !event.content.isFruitlessDiscovery
  }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    printer.follow(event)
    if !event.content.isSilence || event.connection !== silences.connection { endSilences() }
    if event.kind == .mark {
      addMark(event, fields: fields)
      return
    }
    if event.kind.isDiscovery, !options.showsAll {
      // What comes after it must not wait for its end.
      if !options.isLive {
        places.keep(event) { buffer?.place(of: event.frame) ?? PagePlace(index: 0, tick: 0) }
      }
      return
    }
    if !options.showsAll, choice.leavesOut(event, fields: fields) { return }
    if !options.isLive, event.isShownAtRequest, let place = place(ofRequestOf: event) {
      // Values on both sides of its end are not one run.
      if !event.content.isDiscovery { buffer?.separate() }
      formatter?.write(event, fields: fields, value: value, goesBack: true, to: &parts)
      buffer?.insert(parts, style: LineStyle(event), of: event.connection?.ordinal ?? 0, at: place)
      timelineEvents += 1
      return
    }
    let gap = gaps.before(event)
    if let gap = gap.value {
      addGap(gap.length, what: " without a value", expected: gap.expected, event: event)
    }
    if let jump = gap.jump { addJump(jump, event: event) }
    timelineEvents += 1
    if event.kind == .advertisement {
      addAdvertisement(event, fields: fields, value: value)
    } else if let silence = event.silence {
      addSilence(silence.length, expected: silence.expected, event: event)
    } else if event.content.isVersion, !options.isLive, !options.showsAll,
      versions.take(
        event, write: { formatter?.write($0, fields: fields, value: value, to: &$1) }, into: &buffer
      )
    {
    } else if hasResults, let before = results.add(event, fields: fields) {
      if before == 0 || options.showsAll || event.isProblem || !fields.decoded.faults.isEmpty {
        addLine(event, fields: fields, value: value)
      } else {
        results.fold(event, at: buffer?.place(of: event.frame)) {
          formatter?.write(event, fields: fields, value: value, to: &$0)
        }
      }
    } else if let (key, streamed) = streamed(event, fields: fields, value: value) {
      buffer?.add(streamed, key: key) {
        formatter?.write(event, fields: fields, value: value, to: &$0)
      }
    } else {
      addLine(event, fields: fields, value: value)
    }
    if event.kind == .disconnected, let connection = event.connection {
      versions.end(connection.ordinal, into: &buffer)
      buffer?.end(connection.ordinal)
    }
  }

  /// Where what a request started began; `nil` where that is too far back.
  private func place(ofRequestOf event: borrowing Event) -> PagePlace? {
    let kept = event.content.isDiscovery ? places.take(event) : nil
    let found = event.requestFrame.flatMap { buffer?.place(ofRecord: $0) }
    guard let kept, let found else { return kept ?? found }
    return min(kept, found)
  }

  /// A fold ends at a mark: what comes first after it is what the mark may be about.
  private func addMark(_ event: borrowing Event, fields: borrowing EventFields) {
    timelineEvents += 1
    endRuns()
    buffer?.mark()
    formatter?.write(event, fields: fields, value: RawSpan(), to: &parts)
    if options.isLive {
      line.removeAll()
      addLine(formatter?.layout.write(parts, to: &line) ?? 0, style: .plain, event: event)
    } else {
      buffer?.add(parts, style: .plain, of: 0)
    }
  }

  // MARK: Gaps

  /// The clock was set: what follows is a section of its own.
  private func addJump(_ length: Int64, event: borrowing Event) {
    endRuns()
    line.removeAll()
    parts.time = nil
    line.append("-- ")
    line.append(section: event.time, of: clock)
    line.append("the clock jumps by ")
    line.append(days: length)
    line.append(" ")
    line.append(repeating: 0x2D, count: Page.width - 6 - line.count)
    addLine(0, style: .gap, event: event)
  }

  private func addSilence(_ length: Int64, expected: Int64?, event: borrowing Event) {
    // Where the clock jumps, how long nothing came is not known.
    if length >= TimeJump.least { return }
    if options.isLive || options.showsAll {
      addGap(length, what: " without a record", expected: expected, event: event)
      return
    }
    if expected != silences.expected { endSilences() }
    silences.add(length, expected: expected, on: event.connection, before: event.frame)
  }

  /// A sniffer may miss an event every few seconds, while nothing else happens that has a line.
  private func endSilences() {
    guard silences.count > 0 else { return }
    line.removeAll()
    startGap()
    silences.write(to: &line)
    buffer?.add(
      line.bytes, style: .gap, of: silences.connection?.ordinal ?? 0, before: silences.frame)
    silences = SilenceRun()
  }

  /// `~ 2.039 s without a value, 1.020 s expected`
  private func addGap(
    _ length: Int64, what: StaticString, expected: Int64?, event: borrowing Event
  ) {
    line.removeAll()
    startGap()
    line.append(gap: length, what: what, expected: expected)
    addLine(0, style: .gap, event: event)
  }

  private func startGap() {
    parts.time = nil
    line.append(repeating: 0x20, count: 15)
    line.append("~ ")
  }

  // MARK: Lines

  private func addLine(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    formatter?.write(event, fields: fields, value: value, to: &parts)
    let style = LineStyle(event)
    if options.isLive {
      line.removeAll()
      addLine(formatter?.layout.write(parts, to: &line) ?? 0, style: style, event: event)
    } else {
      buffer?.add(parts, style: style, of: event.connection?.ordinal ?? 0)
    }
  }

  /// Adds the line of an advertisement, unless it is known already that it is not printed.
  private func addAdvertisement(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard printer.shows(.advertisement) else {
      buffer?.separate()
      return
    }
    guard case .advertisement(let sender) = fields.late else {
      addRun(event, fields: fields, value: value)
      return
    }
    decoded.removeAll()
    decoded.own.append(fields.own, from: FieldMark(), to: fields.own.mark)
    advertisements.decode(value, of: sender, into: &decoded.decoded)
    addRun(event, fields: decoded, value: value)
  }

  /// Adds an advertisement to those that differ from it only in numbers, unless each is to be listed.
  private func addRun(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard !options.isLive, !options.showsAll, options.filter.advertisements == .changes,
      LineStyle(event) == .advertisement, fields.decoded.faults.isEmpty
    else {
      addLine(event, fields: fields, value: value)
      return
    }
    formatter?.write(event, fields: fields, value: value, to: &parts)
    let isTaken = runs.take(parts, fields: fields, at: event.time) {
      buffer?.place(ofLater: event.frame)
    }
    if isTaken { buffer?.separate() } else { buffer?.add(parts, style: .advertisement, of: 0) }
  }

  private func endRuns() {
    guard let times = formatter?.times else { return }
    runs.end(times) { buffer?.insert($0, style: .advertisement, of: 0, at: $1) }
  }

  /// What folding needs of a value; `nil`: its line is not folded.
  private func streamed(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> (StreamKey, StreamValue)? {
    // The same note may come as often as a value: answers without requests, where a sniffer is too far.
    let isNote = event.isPlainNote
    guard !options.showsAll, !options.isLive, event.kind.isValue || isNote, !event.isProblem,
      !event.content.isTruncated, let connection = event.connection,
      !StoredResults.isResult(event, fields: fields)
    else { return nil }
    var enumerated = Hasher()
    var hasNumbers = false
    for index in fields.decoded.fields.indices {
      let field = fields.decoded.fields[index]
      switch field.value {
      case .word(let word): enumerated.combine(word.description)
      case .term(let word): enumerated.combine(word)
      case .boolean(let truth): enumerated.combine(truth)
      case .number, .integer: hasNumbers = true
      default: break
      }
    }
    // A value that is malformed is news.
    enumerated.combine(fields.decoded.faults.rawValue)
    var bytes = Hasher()
    value.hash(into: &bytes)
    if isNote {
      // Another text is always news, however many there were.
      fields.decoded.text.bytes.hash(into: &enumerated)
      fields.decoded.note.bytes.hash(into: &enumerated)
    }
    return (
      StreamKey(
        connection: connection.ordinal, kind: event.kind, handle: event.placeOfAttribute ?? 0,
        attribute: event.attribute.map { ObjectIdentifier($0) },
        isSent: event.direction == .sent),
      StreamValue(
        time: event.time, bytes: bytes.finalize(), length: value.byteCount,
        enumerated: enumerated.finalize(), measure: fields.decoded.measure,
        isMeasurement: fields.decoded.measure != nil
          || hasNumbers && (event.kind == .notification || event.kind == .indication),
        isPart: fields.decoded.isPart && fields.decoded.note.isEmpty,
        seen: formatter?.seen(of: event) ?? [])
    )
  }

  /// Adds what `line` holds: live it is printed at once.
  private func addLine(_ durationLength: Int, style: LineStyle, event: borrowing Event) {
    let connection = event.connection?.ordinal ?? 0
    var taken = ByteWriter(capacity: 0)
    swap(&taken, &line)
    if options.isLive {
      taken.bytes.forEachRow(
        durationLength, style: style, connection: connection, time: parts.time,
        textColumn: parts.textColumn
      ) { line, text in
        printer.print(line, text: text)
      }
      printer.endEvent()
    } else {
      buffer?.add(taken.bytes, style: style, of: connection)
    }
    swap(&taken, &line)
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    endSilences()
    endRuns()
    versions.end(nil, into: &buffer)
    buffer?.end(nil)
    results.end(into: &buffer)
    if options.hasSummary {
      if options.isLive { page.buffer.append("\n") }
      printPage(summary, session: session)
    }
    if !options.isLive { printTimeline(session) }
  }

  private func printPage(_ summary: CaptureSummary, session: GATTSession) {
    var text = ByteWriter(capacity: 16 * 1024)
    let pieceEnds: PieceEnd = { [self] text in
      if text.count >= OutputStream.flushSize { show(&text) }
    }
    let scope = ReportScope(options.filter, session)
    ReportHeader.write(
      summary, session: session, clock: clock, isShort: scope.isFiltered, to: &text)
    let answers = answers?()
    if let answers { ReportAnswers.write(answers.verdict, to: &text) }
    ReportFindings.write(
      session, answers: answers, clock: clock, scope: scope, showsAll: options.showsAll,
      isLive: options.isLive, to: &text)
    if scope.selectsEvents, scope.isWhole {
      show(&text)
      return
    }
    ReportDevices.write(
      session, scope: scope, listsAll: options.showsAdvertisements || options.showsAll, to: &text,
      pieceEnds: pieceEnds)
    ReportConnections.write(session, clock: clock, scope: scope, to: &text)
    if !scope.selectsEvents {
      ReportAttributes.write(
        session, scope: scope, isFull: options.showsWholeValues, to: &text, pieceEnds: pieceEnds)
    }
    results.write(showsAll: options.showsAll, to: &text)
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
    let scope = ReportScope(options.filter, session)
    printer.head(
      hasConnections: printer.hasConnections,
      hasUnknownRoles: session.connections.contains { $0.role == nil && scope.includes($0) })
    if timelineEvents == 0 { out.buffer.append("  nothing\n") }
    let cured = session.curedFrames
    var isCured = false
    let mark = (formatter?.markColumn ?? 0)
    buffer?.forEachLine { line, text in
      guard line.style == .doubtful else {
        printer.print(line, text: text)
        return
      }
      var line = line
      if line.isFirst { isCured = text.firstNumber.map { cured.contains($0) } ?? false }
      line.style = isCured ? .plain : .problem
      if isCured, line.isFirst {
        let unmarked = text.withoutProblem(at: mark)
        printer.print(line, text: unmarked.rawBytes)
      } else {
        printer.print(line, text: text)
      }
    }
    printer.endEvent()
    if let error = buffer?.error { out.fail(error, of: "the timeline's temporary file") }
  }
}

extension RawSpan {
  /// The number at the start of a line of the timeline: its frame.
  fileprivate var firstNumber: UInt64? {
    var number: UInt64 = 0
    var at = 0
    while at < byteCount, uint8(at: at) == 0x20 { at += 1 }
    let start = at
    while at < byteCount, at < start + 18, (0x30...0x39).contains(uint8(at: at)) {
      number = number * 10 + UInt64(uint8(at: at) & 0x0F)
      at += 1
    }
    return at > start ? number : nil
  }

  /// A line without its `!`; what comes after its first word stays where it is.
  fileprivate func withoutProblem(at column: Int) -> [UInt8] {
    var line = copy()
    guard let mark = line.indices.dropFirst(max(0, column - 1)).first(where: { line[$0] == 0x21 })
    else { return line }
    guard line.indices.contains(mark + 1), line[mark + 1] != 0x20 else {
      line[mark] = 0x20
      return line
    }
    line.remove(at: mark)
    // `> write `: the space after the word.
    if let end = line.indices.dropFirst(mark + 2).first(where: { line[$0] == 0x20 }) {
      line.insert(0x20, at: end)
    }
    return line
  }
}
