import Answers
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Timeline

/// The report as one HTML page: what the text report has, the findings of `stats`, charts of decoded
/// numbers, and a timeline that can be searched where scripts run.
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
    package init() {}

    /// Selects what charts have: an advertisement that repeats another is a point, too.
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
  private var places = DiscoveryPlaces()
  private var rows = PageRows()
  private var charts = ValueCharts()
  private var hasConnections = false
  /// Whether anything passed the filter of what is shown.
  private var hasRows = false
  package var hasMatch: Bool? { hasRows }

  package init(_ out: OutputStream, options: Options = Options()) {
    self.out = out
    self.options = options
    charted = options.charted
    var stats = StatsRenderer.Options()
    stats.format = .findings
    stats.filter = options.judged
    self.stats = StatsRenderer(out, options: stats)
  }

  package var showsSilence: Bool { true }
  package var summarizes: Bool { true }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    stats.capture(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    formatter = LineFormatter(
      clock: clock, style: options.timeStyle, isFull: options.showsWholeValues)
    stats.begin(summary, clock: clock)
  }

  package func answered(_ request: borrowing AnsweredRequest) { stats.answered(request) }
  package func heard(_ packet: borrowing HeardPacket) { stats.heard(packet) }
  package func takesFinding(frame: UInt64, time: CaptureTime) -> Bool {
    stats.takesFinding(frame: frame, time: time)
  }

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    if event.kind != .mark, event.subject != .silence {
      stats.event(event, fields, value: value)
    }
    if charted.allows(event, clock: clock) { charts.add(event, fields, clock) }
    guard options.filter.allows(event, clock: clock) else { return }
    hasRows = true
    if event.connection != nil { hasConnections = true }
    let connection = event.connection?.ordinal ?? 0
    var place: PagePlace?
    if !options.showsAll {
      if event.kind.isDiscovery { places.keep(event) { rows.place() } }
      if choice.leavesOut(event, fields) { return }
      if event.subject == .discovery { place = places.take(event) }
    }
    if event.isShownAtRequest, let frame = event.requestFrame,
      let found = rows.place(ofRecord: frame)
    {
      place = place.map { min($0, found) } ?? found
    }
    // What stands where it began is not what comes next.
    if place == nil, event.kind != .mark { showGap(before: event) }
    formatter?.write(event, fields, value, goesBack: place != nil, to: &cells)
    rows.add(cells, LineStyle(event), of: connection, at: place)
  }

  private func showGap(before event: borrowing Event) {
    let gap = gaps.before(event)
    let connection = event.connection?.ordinal ?? 0
    if let (length, expected) = gap.value {
      cells.write(withoutValue: length, expected: expected)
      rows.add(cells, .gap, of: connection)
    }
    if let jump = gap.jump {
      cells.write(jump: jump)
      rows.add(cells, .gap, of: 0)
    }
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    stats.end(summary, session: session)
    let page = PageWriter(out: out)
    let scope = ReportScope(options.filter, session)
    let sections = PageSections(
      page: page, options: options, clock: clock, summary: summary, session: session,
      scope: scope)
    sections.head(summary.captures)
    sections.verdict(stats.reportAnswers.verdict)
    sections.findings(
      stats.found, unlisted: scope.isWhole ? Int(clamping: session.findings.unlisted) : 0)
    sections.devices()
    sections.connections(stats.found)
    sections.begin("values")
    PageCharts(page: page, clock: clock).write(
      charts, listsOthers: options.showsAll || options.showsAdvertisements || !hasConnections)
    sections.end()
    sections.attributes()
    timeline(sections, page, session, linked: sections.linkedFrames(stats.found))
    page.markup("</main>\n")
    page.end()
    if let error = rows.error { out.fail(error, of: "the timeline's temporary file") }
  }

  /// - linked: frames that findings have links to.
  private func timeline(
    _ sections: PageSections, _ page: PageWriter, _ session: GATTSession, linked: [UInt64]
  ) {
    // With connections, the devices' section shows what was advertised.
    let hasAdvertisements = options.showsAdvertisements || !hasConnections
    let count = rows.count(withAdvertisements: hasAdvertisements)
    sections.begin("timeline")
    page.markup(
      """
      <form class="controls" id="controls" hidden>
      <label>Search <input type="search" id="search" autocomplete="off"></label>
      <label>What <select id="word"><option value="">all</option></select></label>
      <label>Connection <select id="link"><option value="">all</option></select></label>
      <label>Problems only <input type="checkbox" id="problems"></label>
      </form>
      <p id="status" role="status" hidden></p>
      <button type="button" class="more" id="earlier" hidden>Earlier rows</button>
      <div class="wide"><table id="rows" aria-labelledby="timeline">

      """)
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
    let leftOut = rows.write(
      withAdvertisements: hasAdvertisements, cured: session.curedFrames, linked: linked, to: page
    ) { rest in
      page.markup("</tbody></table></div>\n")
      let isWhole = rest.isEmpty && count <= UInt64(PageRows.plain)
      if !isWhole { page.markup("<p class=\"plain\">") }
      for frame in rest { page.out.buffer.append(placeOfFrame: frame) }
      if count > UInt64(PageRows.plain) {
        page.text { text in
          text.append("The first ")
          text.append(grouped: UInt64(PageRows.plain))
          text.append(" of ")
          text.append(grouped: count, "row")
          text.append("; the others need JavaScript.")
        }
      }
      if !isWhole { page.markup("</p>\n") }
      page.markup(
        "<button type=\"button\" class=\"more\" id=\"later\" hidden>Later rows</button>\n")
    }
    if count == 0 { page.markup("<p>nothing</p>\n") }
    if leftOut > 0 {
      page.element("p") { text in
        text.append(grouped: leftOut, "more row")
        text.append(" left out, which is too much for a page (--from, --to, --connection)")
      }
    }
    if rows.shortened > 0 {
      page.element("p") { text in
        text.append("Of ")
        text.append(grouped: rows.shortened, "value")
        text.append(" the page has only the beginning (--from, --to, --connection)")
      }
    }
    sections.end()
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
