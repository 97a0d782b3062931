import Answers
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Timeline

/// The report as one HTML page: a verdict, a timeline that can be looked at closely, and what the text report has.
package final class WebReportRenderer: TimelineRenderer {
  package struct Options: Sendable {
    package var timeStyle = TimeStyle.relative
    /// Nothing left out.
    package var showsAll = false
    /// Every byte of every value.
    package var showsWholeValues = false
    /// Advertisements were requested, and are in the timeline.
    package var showsAdvertisements = false
    /// Selects what is shown.
    package var filter = EventFilter()
    /// The version of this program.
    package var version = ""
    /// What was asked for, without keys.
    package var commandLine = ""
    /// How many keys were given.
    package var keys = 0
    /// The SHA-256 of a capture's file, in hex; `nil` for what can be read only once.
    package var hash: @Sendable (CaptureInfo) -> String? = { _ in nil }
    /// The records of other recorders about the same.
    package var seen: SeenRecords?
    /// The most octets of the data's columns.
    package var octets = PageEvents.octets
    package init() {}

    /// Selects what signals are made of: an advertisement that repeats another is a point, too.
    var charted: EventFilter {
      var charted = filter
      if charted.advertisements == .changes { charted.advertisements = .all }
      return charted
    }

    /// Selects what findings are judged by: everything that is said on a connection, and how well
    /// devices are heard.
    package var judged: EventFilter {
      var filter = filter
      filter.advertisements = .all
      filter.uuids = []
      filter.handle = nil
      filter.kinds = []
      return filter
    }
  }

  /// The most changes of parameters that are kept.
  private static let mostTerms = 8192

  private let out: OutputStream
  private let options: Options
  private let charted: EventFilter
  private let stats: StatsRenderer
  private var clock = TimelineClock(
    origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  private var formatter: LineFormatter?
  private var cells = EventCells()
  private var choice = TimelineChoice()
  private var gaps = TimelineGaps()
  /// Events without rows, which other parts sum up.
  private var summed: UInt64 = 0
  private let file: PageFile
  private let events: PageEvents
  private var series: PageSeriesList
  private let signals = SignalCharts()
  private let answers: PageAnswers
  private let air: PageAir
  private let density = PageDensity()
  private var captures: [(first: UInt64, info: CaptureInfo)] = []
  private var terms: [Int: [PageData.Terms]] = [:]
  private var termCount = 0
  private var hasConnections = false
  /// Whether anything passed the filter of what is shown.
  private var hasRows = false
  package var hasMatch: Bool? { hasRows }
  /// Nanoseconds after which there may be a newer page, and when this one is written, in seconds since 1970; `nil`: it
  /// is the last one.
  package var reloads: (interval: Int64, written: Int64)?

  package init(_ out: OutputStream, options: Options = Options()) {
    self.out = out
    self.options = options
    charted = options.charted
    file = PageFile()
    events = PageEvents(file, octets: options.octets)
    series = PageSeriesList(file)
    answers = PageAnswers()
    air = PageAir(file)
    var stats = StatsRenderer.Options()
    stats.format = .findings
    stats.filter = options.judged
    self.stats = StatsRenderer(out, options: stats)
  }

  package var demand: EventDemand { EventDemand(silences: true) }
  package var summarizes: Bool { true }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    captures.append((frame, info))
    stats.capture(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    formatter = LineFormatter(
      clock: clock, style: options.timeStyle, isFull: options.showsWholeValues)
    stats.begin(summary, clock: clock)
  }

  package func answered(_ request: borrowing AnsweredRequest) {
    stats.answered(request)
    answers.add(request, filter: options.filter)
  }
  package func heard(_ packet: borrowing HeardPacket) {
    stats.heard(packet)
    if options.filter.allows(frame: packet.frame, time: packet.time, clock: clock) {
      air.add(packet, time: clock.nanoseconds(packet.time))
    }
  }
  package func takesFinding(frame: UInt64, time: CaptureTime) -> Bool {
    stats.takesFinding(frame: frame, time: time)
  }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    if event.kind != .mark, !event.content.isSilence {
      stats.event(event, fields: fields, value: value)
    }
    if charted.allows(event, clock: clock) { signals.add(event, clock: clock) }
    guard options.filter.allows(event, clock: clock) else { return }
    hasRows = true
    if event.connection != nil { hasConnections = true }
    noteTerms(event)
    if !options.showsAll, choice.leavesOut(event, fields: fields) {
      summed += 1
      return
    }
    let startsThere = event.isShownAtRequest && event.requestTime != nil
    if !startsThere, event.kind != .mark { addGap(before: event) }
    formatter?.write(event, fields: fields, value: value, goesBack: startsThere, to: &cells)
    if cells.frame == nil {
      events.add(
        gap: cells, before: event, time: clock.nanoseconds(event.time),
        of: event.connection?.ordinal ?? 0)
      return
    }
    let time = clock.nanoseconds(startsThere ? event.requestTime ?? event.time : event.time)
    if event.kind != .advertisement { density.add(time) }
    let placed = events.add(
      event, cells: cells, value: value, time: time, startsThere: startsThere,
      seen: event.content.isOfRecord ? seen(cells.frame ?? event.frame) : [],
      asked: startsThere ? [] : event.requestFrame.map { seen($0) } ?? [])
    // What a descriptor has is a setting.
    guard event.kind.isValue, event.attribute != nil, event.path?.descriptor == nil,
      let attribute = placed?.attribute ?? events.attribute(of: event, cells: cells)
    else { return }
    series.add(
      fields.decoded, of: attribute, at: placed?.row, frame: event.frame, time: time,
      origin: Double(clock.origin.seconds))
  }

  private func seen(_ frame: UInt64) -> [PageSeen.Record] {
    (options.seen?(frame) ?? []).map { record in
      PageSeen.Record(
        capture: record.number, place: record.place, frame: record.frame,
        time: clock.nanoseconds(record.time))
    }
  }

  private func noteTerms(_ event: borrowing Event) {
    guard let new = event.content.terms, let ordinal = event.connection?.ordinal,
      termCount < Self.mostTerms, new.interval.milliseconds > 0
    else { return }
    termCount += 1
    terms[ordinal, default: []].append(
      PageData.Terms(
        time: clock.nanoseconds(event.time), interval: new.interval.milliseconds,
        latency: Int64(new.latency), timeout: Int64(new.timeout) * 10))
  }

  private func addGap(before event: borrowing Event) {
    let gap = gaps.before(event)
    let time = clock.nanoseconds(event.time)
    if let (length, expected) = gap.value {
      cells.write(withoutValue: length, expected: expected)
      events.add(gap: cells, before: event, time: time, of: event.connection?.ordinal ?? 0)
    }
    if let jump = gap.jump {
      cells.write(jump: jump)
      events.add(gap: cells, before: event, time: time, of: 0)
    }
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    stats.end(summary, session: session)
    let page = PageWriter(out: out)
    let scope = ReportScope(options.filter, session)
    let sections = PageSections(
      page: page, options: options, clock: clock, summary: summary, session: session,
      scope: scope, hashes: summary.captures.map { options.hash($0) })
    let found = stats.found
    sections.head(summary.captures)
    sections.verdict(stats.reportAnswers.verdict)
    sections.tiles(
      found, answers: answers.percentiles(), values: events.valueCount,
      connected: session.connectedPeers.count { scope.includes($0) })
    sections.end()
    let listsOthers = options.showsAdvertisements || !hasConnections
    page.markup("<div class=\"work\"><div class=\"left\" id=\"left\">\n")
    sections.begin("timeline")
    page.markup("<div id=\"stage\" hidden></div>\n")
    PagePicture(page: page, clock: clock).write(
      sections.shownConnections, found: found, density: density, series: series.all,
      captureEnd: session.end)
    sections.end()
    let placed = rows(sections, page: page, session: session, listsOthers: listsOthers)
    page.markup("</div><div id=\"side\" hidden></div></div>\n")
    sections.findings(
      found, unlisted: scope.isWhole ? Int(clamping: session.findings.unlisted) : 0, placed: placed)
    sections.devices()
    sections.connections()
    sections.attributes()
    page.markup("</main>\n")
    sections.foot(
      events, seriesLeftOut: series.leftOut, unshownPackets: air.leftOut, summed: summed)
    PageData(
      page: page, options: options, clock: clock, summary: summary, session: session,
      scope: scope, reloads: reloads
    ).write(
      events, series: series, air: air, density: density,
      signals: signals.shown(listsOthers: listsOthers),
      captures: captures,
      found: found, verdict: stats.verdictPlaces, terms: terms)
    page.end()
    if let error = file.error { out.fail(error, of: "the timeline's temporary file") }
    if let error = answers.error { out.fail(error, of: "the temporary file of durations") }
  }

  /// - Returns: the frames that links can lead to.
  private func rows(
    _ sections: PageSections, page: PageWriter, session: GATTSession, listsOthers: Bool
  ) -> Set<UInt64> {
    sections.begin("events")
    page.markup("<div id=\"bench\" hidden></div>\n")
    let plain = events.plain(withAdvertisements: listsOthers)
    page.markup(
      "<div class=\"still\"><div class=\"wide\"><table id=\"rows\" aria-labelledby=\"events\">\n")
    if hasConnections {
      page.element("caption") { text in
        text.append(TimelinePrinter.directions)
        let scope = sections.scope
        guard session.connections.contains(where: { $0.role == nil && scope.includes($0) }) else {
          return
        }
        text.append(" ")
        text.append(TimelinePrinter.directionsWithoutRoles)
      }
    }
    page.markup("<thead><tr>")
    for (title, name) in Self.columns {
      page.markup("<th scope=\"col\" class=\"")
      page.markup(name)
      page.markup("\">")
      page.markup(name.isSame("time") ? timeTitle : title)
      page.markup("</th>")
    }
    page.markup("</tr></thead>\n<tbody>\n")
    let placed = plain.write(cured: session.curedFrames, to: page)
    page.markup("</tbody></table></div>\n")
    if plain.count == 0 { page.markup("<p>nothing</p>\n") }
    if plain.count > UInt64(PageEvents.plain) {
      page.element("p") { text in
        text.append("The first ")
        text.append(grouped: UInt64(PageEvents.plain))
        text.append(" of ")
        text.append(grouped: plain.count, "row")
        text.append("; the others need JavaScript.")
      }
    }
    page.markup("</div>\n")
    sections.end()
    return placed
  }

  /// In which style the times are.
  private var timeTitle: StaticString {
    switch options.timeStyle {
    case .relative, .delta: "Seconds"
    case .utc: "Time, UTC"
    case .local: "Local time"
    case .epoch: "Unix time"
    }
  }

  private static let columns: [(title: StaticString, name: StaticString)] = [
    ("Frame", "frame"), ("Time", "time"), ("Link", "link"), ("What", "what"),
    ("Attribute", "attribute"), ("Details", "text"), ("Took", "took"),
  ]
}
