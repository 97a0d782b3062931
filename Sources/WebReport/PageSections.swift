import ATTDissector
import Answers
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// The parts of the page before the timeline.
struct PageSections {
  /// The most of each, unless all are requested.
  enum Limit {
    static let findings = 200
    static let devices = 200
    static let connections = 400
    static let trees = 24
  }

  let page: PageWriter
  let options: WebReportRenderer.Options
  let clock: TimelineClock
  let summary: CaptureSummary
  let session: GATTSession
  let scope: ReportScope
  /// The SHA-256 of the captures' files, where they are known.
  let hashes: [String?]

  func limit(_ count: Int) -> Int { options.showsAll ? .max : count }

  var listed: (connections: ArraySlice<Connection>, more: Int) {
    let all = session.connections.filter { scope.includes($0) }
    let listed = all.prefix(limit(Limit.connections))
    return (listed, all.count - listed.count + session.connectionCount - session.connections.count)
  }

  var shownConnections: [Connection] { Array(listed.connections) }

  // MARK: Head

  func head(_ captures: [CaptureInfo]) {
    let name: (inout ByteWriter) -> Void = { text in
      text.append(untrusted: ReportHeader.baseName(captures.first?.name ?? "-"), escaping: .plain)
      guard captures.count > 1 else { return }
      text.append(" and ")
      text.append(decimal: captures.count - 1)
      text.append(" more")
    }
    page.begin(showsAll: options.showsAll, title: name)
    page.markup("<a class=\"skip\" href=\"#events\">To the events</a>\n<header>\n<h1>")
    page.text(name)
    page.markup("</h1>\n<div class=\"facts\">")
    page.lines { facts in
      var text = ByteWriter(capacity: 512)
      ReportHeader.write(
        summary, session: session, clock: clock, isShort: scope.isFiltered, to: &text)
      var name = ByteWriter(capacity: 64)
      name.append(untrusted: ReportHeader.baseName(captures.first?.name ?? "-"), escaping: .plain)
      // The name of one capture is the title.
      var start = captures.count == 1 ? min(name.count, text.count) : 0
      while start < text.count, text.bytes.uint8(at: start) <= 0x20 { start += 1 }
      // Its first two lines are one here.
      var end = start
      while end < text.count, text.bytes.uint8(at: end) != 0x0A { end += 1 }
      facts.append(text.bytes.clamped(start..<end))
      while end < text.count, text.bytes.uint8(at: end) <= 0x20 { end += 1 }
      facts.append(", ")
      facts.append(text.bytes.clamped(end))
      facts.append("bleinspect ")
      facts.append(string: options.version)
      if captures.count == 1, let hash = hashes.first ?? nil {
        facts.append(", SHA-256 ")
        facts.append(string: String(hash.prefix(16)))
        facts.append("...")
      }
    }
    page.markup("</div>\n")
    redactions()
    if scope.isFiltered {
      page.markup(
        "<p class=\"facts\">A part of the capture: the command line below says which.</p>\n")
    }
    page.markup("</header>\n<main>\n")
  }

  /// What is not as it was recorded.
  private func redactions() {
    for note in summary.notes {
      guard case .redacted(let how) = note.kind else { continue }
      page.markup("<p class=\"redacted\"><b>Redacted</b>: ")
      page.text { text in
        text.append(untrusted: how, escaping: .plain)
        text.append(
          ". Addresses and names are stand-ins; what is said of a masked value is said of its mask."
        )
      }
      page.markup("</p>\n")
    }
  }

  static let parts: [(id: StaticString, title: StaticString)] = [
    ("verdict", "Verdict"), ("timeline", "Timeline"), ("events", "Events"),
    ("findings", "Findings"),
    ("devices", "Devices"), ("connections", "Connections"), ("attributes", "Attributes"),
  ]

  /// Begins a part; the one before must have ended.
  func begin(_ id: StaticString) {
    page.markup("<section aria-labelledby=\"")
    page.markup(id)
    page.markup("\">\n<h2 id=\"")
    page.markup(id)
    page.markup("\">")
    for part in Self.parts where part.id.isSame(id) { page.markup(part.title) }
    page.markup("</h2>\n")
  }

  func end() {
    page.markup("</section>")
    page.lineEnds()
  }

  /// `3 more devices (--all lists them)`
  func more(_ count: Int, _ noun: StaticString, hint: StaticString) {
    guard count > 0 else { return }
    page.element("p") { text in
      text.append(grouped: UInt64(count), noun)
      text.append(hint)
    }
    page.lineEnds()
  }

  // MARK: Verdict

  func verdict(_ sentences: [ReportAnswers.Sentence]) {
    begin("verdict")
    for (index, sentence) in sentences.enumerated() {
      page.markup(index == 0 ? "<p class=\"lead\">" : "<p>")
      page.text(sentence.text)
      page.markup(" <span class=\"sure\">[")
      page.text(sentence.certainty)
      page.markup("]</span></p>")
      page.lineEnds()
    }
    page.markup("<button type=\"button\" id=\"show\" hidden>Show it</button>\n")
  }

  /// What there is, in numbers.
  func tiles(
    _ found: [StatsFinding], answers: DurationSpool.Percentiles?, values: UInt64, connected: Int
  ) {
    let connections = listed
    let lost = session.connections.count { scope.includes($0) && ConnectionEnd($0) == .lost }
    let warnings = found.count { $0.rule.severity != .note }
    page.markup("<dl class=\"tiles\">\n")
    tile("devices connected") { text in
      let isUnknown = connected == 0 && !connections.connections.isEmpty
      if isUnknown { text.append("unknown") } else { text.append(grouped: UInt64(connected)) }
    }
    tile("connections") { text in
      text.append(grouped: UInt64(connections.connections.count + connections.more))
    }
    tile("connections lost", isBad: lost > 0) { $0.append(grouped: UInt64(lost)) }
    tile("answers: median, 95 %") { text in
      guard let answers else {
        text.append("-")
        return
      }
      text.append(duration: answers.median)
      text.append(", ")
      text.append(duration: answers.p95)
    }
    tile("values") { $0.append(grouped: values) }
    tile("errors and warnings", isBad: warnings > 0) { $0.append(grouped: UInt64(warnings)) }
    tile("notes") { $0.append(grouped: UInt64(found.count - warnings)) }
    page.markup("</dl>\n")
  }

  private func tile(
    _ name: StaticString, isBad: Bool = false, _ value: (inout ByteWriter) -> Void
  ) {
    page.markup(isBad ? "<div class=\"bad\"><dt>" : "<div><dt>")
    page.markup(name)
    page.markup("</dt>")
    page.element("dd", value)
    page.markup("</div>")
    page.lineEnds()
  }

  // MARK: Foot

  /// What makes the page evidence.
  /// - summed: events that other parts of the page sum up, and that have no row.
  func foot(
    _ events: PageEvents, seriesLeftOut: UInt64, unshownPackets: UInt64, summed: UInt64
  ) {
    page.markup("<footer>\n")
    page.element("p") { text in
      text.append("bleinspect ")
      text.append(string: options.version)
      text.append(". This page loads nothing and sends nothing.")
    }
    if !options.commandLine.isEmpty {
      page.markup("\n<p><code>")
      page.text(options.commandLine)
      page.markup("</code></p>")
    }
    if options.keys > 0 {
      page.element("p") { text in
        text.append(grouped: UInt64(options.keys), "key")
        text.append(options.keys == 1 ? " was given" : " were given")
      }
    }
    page.markup("\n<ul>\n")
    for (capture, hash) in zip(summary.captures, hashes) {
      page.markup("<li class=\"hash\">")
      page.text { text in
        text.append(untrusted: ReportHeader.baseName(capture.name), escaping: .plain)
        if let hash {
          text.append(": SHA-256 ")
          text.append(string: hash)
        } else {
          text.append(": no hash, since it can be read only once")
        }
      }
      page.markup("</li>")
      page.lineEnds()
    }
    page.markup("</ul>\n")
    for (count, noun, rest) in [
      (
        events.leftOut, "row",
        " left out, too many for a page, which has sums of that time (--from, --to, --connection)"
      ),
      (events.shortened, "value", ": the page has only the beginning (--from, --to, --connection)"),
      (
        unshownPackets, "packet",
        " of connections without a dot in the row of channels (--from, --to)"
      ),
      (seriesLeftOut, "number", " left out: there are too many keys (--uuid, --device)"),
    ] as [(UInt64, StaticString, StaticString)] where count > 0 {
      page.markup("<p class=\"left-out\">")
      page.text { text in
        text.append(grouped: count, noun)
        text.append(rest)
      }
      page.markup("</p>")
      page.lineEnds()
    }
    // Other parts have them: they are not left out of the page.
    if summed > 0 {
      page.element("p") { text in
        text.append(grouped: summed, "event")
        text.append(
          " without a row: what a discovery found, and scanning and advertising that is switched on and off (--all)"
        )
      }
    }
    page.markup("</footer>\n")
  }

  // MARK: Devices

  func devices() {
    begin("devices")
    let connected = session.connectedPeers.filter { scope.includes($0) }
    let others = session.peerList.filter {
      $0.ordinal == 0 && $0.advertisements > 0 && scope.includes($0)
    }
    let listed = connected.isEmpty || options.showsAdvertisements || options.showsAll ? others : []
    let nameless =
      scope.isWhole
      ? session.namelessAdvertisers.lines(options.showsAll ? .max : ReportDevices.namelessListed)
      : []
    if connected.isEmpty, others.isEmpty, nameless.isEmpty {
      page.markup("<p>none seen</p>\n")
    }
    for line in nameless {
      page.element("p") { $0.append(line.rawBytes) }
      page.lineEnds()
    }
    if !connected.isEmpty || !listed.isEmpty {
      page.markup("<div class=\"wide\"><table aria-labelledby=\"devices\">\n<thead><tr>")
      for title in ["Device", "Name", "Address", "Kind"] as [StaticString] { column(title) }
      page.markup("<th scope=\"col\" class=\"n\">Adverts</th>")
      page.markup("<th scope=\"col\" class=\"n\">RSSI dBm</th><th scope=\"col\">Advertised</th>")
      page.markup("</tr></thead>\n<tbody>\n")
      for peer in (connected + listed).prefix(limit(Limit.devices)) { row(peer) }
      page.markup("</tbody></table></div>\n")
    }
    more(
      max(0, connected.count + listed.count - limit(Limit.devices)), "more device",
      hint: " (--all lists them)")
    if listed.isEmpty, !others.isEmpty {
      page.element("p") { text in
        ReportDevices.summary(of: others, to: &text)
        text.append(" (--all lists them)")
      }
      page.lineEnds()
    }
    ReportDevices.hosts(in: session) { name, text in
      page.markup("<p>")
      page.text(name)
      page.markup(": ")
      page.text(text)
      page.markup("</p>")
      page.lineEnds()
    }
    end()
  }

  func column(_ title: StaticString) {
    page.markup("<th scope=\"col\">")
    page.markup(title)
    page.markup("</th>")
  }

  private func row(_ peer: Peer) {
    page.markup("<tr>")
    page.element("td") { text in
      guard peer.ordinal > 0 else { return }
      text.append("#")
      text.append(decimal: peer.ordinal)
    }
    page.element("td") { text in
      if let name = peer.name, !name.isEmpty {
        text.append(untrusted: name, escaping: .plain)
      } else {
        text.append("(no name)")
      }
    }
    page.markup("<td class=\"hex\">")
    page.text { peer.address.write(to: &$0) }
    page.markup("</td><td>")
    page.markup(ReportDevices.kind(of: peer.address))
    page.markup("</td><td class=\"n\">")
    page.text { $0.append(grouped: UInt64(peer.advertisements)) }
    page.markup("</td><td class=\"n\">")
    page.text { ReportDevices.strength(of: peer, to: &$0) }
    page.markup("</td>")
    page.element("td") { ReportDevices.details(of: peer, to: &$0) }
    page.markup("</tr>")
    page.lineEnds()
  }

  // MARK: Connections

  func connections() {
    begin("connections")
    let (connections, hidden) = listed
    if connections.isEmpty {
      page.markup("<p>none</p>\n")
    } else {
      page.markup("<div class=\"wide\"><table aria-labelledby=\"connections\">\n<thead><tr>")
      for title in ["Link", "With", "From", "Lasted", "How it ended"] as [StaticString] {
        column(title)
      }
      page.markup("</tr></thead>\n<tbody>\n")
      for connection in connections { row(connection) }
      page.markup("</tbody></table></div>\n")
    }
    for connection in connections {
      page.markup("<details class=\"more\"><summary>")
      page.text {
        ReportConnections.title(of: connection, clock: clock, captureEnd: session.end, to: &$0)
      }
      page.markup("</summary>\n<dl class=\"facts-of\">\n")
      ReportConnections.facts(connection, of: session, clock: clock, captureEnd: session.end) {
        label, text in
        page.markup("<dt>")
        page.markup(label)
        page.markup("</dt><dd>")
        page.text(text)
        page.markup("</dd>\n")
      }
      page.markup("</dl></details>")
      page.lineEnds()
    }
    more(hidden, "more connection", hint: " (--connection N shows one)")
    end()
  }

  private func row(_ connection: Connection) {
    page.markup("<tr id=\"c")
    page.number(connection.ordinal)
    page.markup("\"><th scope=\"row\">C")
    page.number(connection.ordinal)
    page.markup("</th>")
    page.element("td") { ReportConnections.peerName(connection, to: &$0) }
    page.markup("<td class=\"n\">")
    page.text { text in
      if connection.beginsInCapture {
        text.append(milliseconds: clock.nanoseconds(connection.startTime))
        text.append(" s")
      } else {
        text.append(connection.lacksStart ? "unseen" : "before")
      }
    }
    page.markup("</td><td class=\"n\">")
    page.text { text in
      let end = connection.endTime ?? session.end
      if connection.beginsInCapture, let end,
        let duration = ReportConnections.duration(of: connection, until: end, clock: clock)
      {
        text.append(milliseconds: duration)
        text.append(" s")
      } else {
        text.append("-")
      }
    }
    page.markup("</td><td class=\"ended end-")
    page.markup(ConnectionEnd(connection).name)
    page.markup("\">")
    page.text { text in
      if connection.endTime == nil {
        text.append(connection.isExcerpt ? "not known" : "open at the end")
      } else {
        ReportConnections.ended(connection, clock: clock, captureEnd: session.end, to: &text)
      }
    }
    page.markup("</td></tr>")
    page.lineEnds()
  }
}
