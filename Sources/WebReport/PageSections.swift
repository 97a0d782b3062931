import ATTDissector
import Answers
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// The parts of the page before the timeline.
struct PageSections {
  /// The most of each, unless all are requested.
  private enum Limit {
    static let findings = 200
    static let devices = 200
    static let connections = 60
    static let trees = 24
  }

  let page: PageWriter
  let options: WebReportRenderer.Options
  let clock: TimelineClock
  let summary: CaptureSummary
  let session: GATTSession
  let scope: ReportScope

  private func limit(_ count: Int) -> Int { options.showsAll ? .max : count }

  private var listed: (connections: ArraySlice<Connection>, more: Int) {
    let all = session.connections.filter { scope.includes($0) }
    let listed = all.prefix(limit(Limit.connections))
    return (listed, all.count - listed.count + session.connectionCount - session.connections.count)
  }

  // MARK: Head

  func head(_ captures: [CaptureInfo]) {
    let name: (inout ByteWriter) -> Void = { text in
      text.append(untrusted: ReportHeader.baseName(captures.first?.name ?? "-"), .plain)
      guard captures.count > 1 else { return }
      text.append(" and ")
      text.append(decimal: captures.count - 1)
      text.append(" more")
    }
    page.begin(title: name)
    page.markup("<a class=\"skip\" href=\"#timeline\">To the timeline</a>\n<header>\n<h1>")
    page.text(name)
    page.markup("</h1>\n<div class=\"facts\">")
    page.lines {
      ReportHeader.write(summary, session, clock, isShort: scope.isFiltered, to: &$0)
    }
    page.markup("</div>\n<nav aria-label=\"Parts of this page\"><ul>\n")
    for (id, title) in Self.parts {
      page.markup("<li><a href=\"#")
      page.markup(id)
      page.markup("\">")
      page.markup(title)
      page.markup("</a></li>\n")
    }
    page.markup("</ul></nav>\n</header>\n<main>\n")
  }

  private static let parts: [(id: StaticString, title: StaticString)] = [
    ("verdict", "Verdict"), ("findings", "Findings"), ("devices", "Devices"),
    ("connections", "Connections"),
    ("values", "Values over time"), ("attributes", "Attributes"), ("timeline", "Timeline"),
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
  private func more(_ count: Int, _ noun: StaticString, _ hint: StaticString) {
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
    for sentence in sentences {
      page.element("p") { text in
        text.append(string: sentence.text)
        text.append(" [")
        text.append(string: sentence.certainty)
        text.append("]")
      }
      page.lineEnds()
    }
    end()
  }

  // MARK: Findings

  func findings(_ found: [StatsFinding], unlisted: Int) {
    begin("findings")
    if found.isEmpty {
      page.markup("<p>none</p>\n")
    } else {
      page.markup("<ol class=\"findings\">\n")
      let ordinals = Set(listed.connections.map(\.ordinal))
      for finding in found.prefix(limit(Limit.findings)) { write(finding, ordinals) }
      page.markup("</ol>\n")
    }
    more(max(0, found.count - limit(Limit.findings)), "more finding", " (--all lists them)")
    more(unlisted, "more finding", ", not kept")
    end()
  }

  /// The frames that the findings have links to, in order.
  func linkedFrames(_ found: [StatsFinding]) -> [UInt64] {
    var frames: Set<UInt64> = []
    for finding in found.prefix(limit(Limit.findings)) {
      frames.insert(finding.frame)
      for evidence in finding.evidence { frames.insert(evidence.frame) }
    }
    return frames.sorted()
  }

  /// - listed: the connections that have a place on the page.
  private func write(_ finding: StatsFinding, _ listed: Set<Int>) {
    let rule = finding.rule
    let severity = rule.severity.rawValue
    page.markup("<li class=\"")
    page.text(severity)
    page.markup("\"><b>")
    page.text(severity)
    page.markup("</b> ")
    if let connection = finding.connection {
      if listed.contains(connection) {
        page.link(toConnection: connection)
      } else {
        page.markup("C")
        page.number(connection)
      }
      page.markup(", ")
    }
    place(finding.frame, finding.time)
    page.text(finding.text.beside(frame: finding.frame))
    if finding.count > 1 {
      page.text { text in
        text.append(", ")
        text.append(decimal: finding.count)
        text.append(" times")
      }
    }
    page.markup("\n<details><summary><code>")
    page.text(rule.identifier)
    page.markup("</code></summary><p>")
    page.text(rule.condition)
    page.markup("</p><p>")
    page.text(rule.advice)
    page.markup("</p>")
    if finding.evidence.count > 1 {
      page.markup("<ul>")
      for evidence in finding.evidence {
        page.markup("<li>")
        place(evidence.frame, evidence.time)
        page.text(evidence.text.beside(frame: evidence.frame))
        page.markup("</li>")
      }
      page.markup("</ul>")
    }
    page.markup("</details></li>")
    page.lineEnds()
  }

  /// `frame 12, 3.456 s: `
  private func place(_ frame: UInt64, _ time: CaptureTime) {
    page.markup("frame ")
    page.link(toFrame: frame)
    page.text { text in
      text.append(", ")
      text.append(milliseconds: clock.nanoseconds(time))
      text.append(" s: ")
    }
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
      " (--all lists them)")
    if listed.isEmpty, !others.isEmpty {
      page.element("p") { text in
        ReportDevices.summary(of: others, to: &text)
        text.append(" (--adverts all lists them)")
      }
      page.lineEnds()
    }
    ReportDevices.hosts(session) { name, text in
      page.markup("<p>")
      page.text(name)
      page.markup(": ")
      page.text(text)
      page.markup("</p>")
      page.lineEnds()
    }
    end()
  }

  private func column(_ title: StaticString) {
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
        text.append(untrusted: name, .plain)
      } else {
        text.append("(no name)")
      }
    }
    page.markup("<td class=\"hex\">")
    page.text { peer.address.write(to: &$0) }
    page.markup("</td><td>")
    page.markup(ReportDevices.kind(peer.address))
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

  func connections(_ found: [StatsFinding]) {
    begin("connections")
    let (connections, hidden) = listed
    if connections.isEmpty { page.markup("<p>none</p>\n") }
    PageCharts(page: page, clock: clock).write(
      bars: connections.prefix(PageCharts.bars),
      findings: found.compactMap { finding in
        finding.connection.map { ($0, clock.nanoseconds(finding.time)) }
      }, captureEnd: session.end)
    for connection in connections {
      page.markup("<h3 id=\"c")
      page.number(connection.ordinal)
      page.markup("\">")
      page.text { ReportConnections.title(connection, clock, session.end, to: &$0) }
      page.markup("</h3>\n<dl class=\"facts-of\">\n")
      ReportConnections.facts(connection, of: session, clock, session.end) { label, text in
        page.markup("<dt>")
        page.markup(label)
        page.markup("</dt><dd>")
        page.text(text)
        page.markup("</dd>\n")
      }
      page.markup("</dl>")
      page.lineEnds()
    }
    more(hidden, "more connection", " (--connection N shows one)")
    end()
  }

  // MARK: Attributes

  func attributes() {
    begin("attributes")
    let servers = GATTServer.all(session).filter { scope.includes($0) }
    let shown = servers.prefix(limit(Limit.trees))
    if servers.isEmpty {
      page.markup("<p>none seen</p>\n")
    } else {
      page.element("p") { $0.append(ReportAttributes.legend) }
      page.lineEnds()
    }
    let names = ShortNames(shown.map(\.database))
    for (index, server) in shown.enumerated() {
      page.markup("<h3 id=\"t")
      page.number(index + 1)
      page.markup("\">")
      page.text { server.title(to: &$0) }
      page.markup("</h3>\n<div class=\"wide\"><table aria-labelledby=\"t")
      page.number(index + 1)
      page.markup("\">\n<thead><tr>")
      for title in ["Handle", "Name", "UUID", "Use", "Last value"] as [StaticString] {
        column(title)
      }
      page.markup("<th scope=\"col\" class=\"n\">Values</th></tr></thead>\n")
      tree(server.database, names)
      page.markup("</table></div>")
      page.lineEnds()
    }
    more(servers.count - shown.count, "more tree", " (bleinspect gatt shows all)")
    end()
  }

  private func tree(_ database: AttributeDatabase, _ names: ShortNames) {
    let tree = ServiceTree(database)
    let isHidden = ReportAttributes.isHidden(database, session)
    for (service, all) in tree.services {
      let characteristics = all.filter { scope.includes($0) }
      if characteristics.isEmpty, !scope.includes(service) { continue }
      page.markup("<tbody>\n<tr><th colspan=\"6\" scope=\"rowgroup\">")
      page.text { text in
        text.append(upperHex: UInt64(service.handle), digits: 4)
        text.append("-")
        text.append(upperHex: UInt64(service.endHandle), digits: 4)
        if let label = service.label {
          text.append(" ")
          text.append(untrusted: label, .plain)
        }
        if let uuid = service.uuid {
          text.append(" ")
          uuid.write(to: &text)
        }
        if !service.isPrimary { text.append(" (secondary)") }
        if characteristics.isEmpty {
          text.append(ReportAttributes.absence(in: service, isHidden: isHidden))
        }
      }
      page.markup("</th></tr>\n")
      for characteristic in characteristics {
        row(characteristic, names)
        for descriptor in tree.descriptors(of: characteristic)
        where ReportAttributes.isShown(descriptor) {
          row(descriptor, names)
        }
      }
      page.markup("</tbody>\n")
    }
    guard !tree.loose.isEmpty else { return }
    page.markup("<tbody>\n<tr><th colspan=\"6\" scope=\"rowgroup\">")
    page.markup(tree.looseTitle)
    page.markup("</th></tr>\n")
    for attribute in tree.loose { row(attribute, names) }
    page.markup("</tbody>\n")
  }

  private func row(_ attribute: Attribute, _ names: ShortNames) {
    page.markup("<tr><th scope=\"row\" class=\"hex\">")
    page.text { $0.append(upperHex: UInt64(attribute.handle), digits: 4) }
    page.markup("</th>")
    page.element("td") { names.write(attribute, to: &$0) }
    page.markup("<td class=\"hex\">")
    page.text { text in attribute.uuid?.write(to: &text) }
    page.markup("</td>")
    page.element("td") { ReportAttributes.properties(attribute, to: &$0) }
    var value = ByteWriter(capacity: 64)
    var whole = ByteWriter(capacity: 0)
    ReportAttributes.value(attribute, isFull: options.showsWholeValues, to: &value)
    if !options.showsWholeValues, value.bytes.isShortened {
      let last = attribute.lastValue
      whole.append(value: last.rawBytes, length: attribute.lastValueLength, isFull: true)
    }
    page.cell(value, whole)
    page.markup("<td class=\"n\">")
    if attribute.valueCount > 0 { page.text { $0.append(grouped: UInt64(attribute.valueCount)) } }
    page.markup("</td></tr>")
    page.lineEnds()
  }
}
