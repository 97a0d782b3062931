import ATTDissector
import Answers
import BTSnoop
import Bytes
import GATTSession
import JSONText
import System
import Timeline
import Vocabulary

/// Writes what the script works with: one object of JSON, in a script element that no browser runs.
struct PageData {
  /// The form of the data, which the script checks.
  static let form = 1

  let page: PageWriter
  let options: WebReportRenderer.Options
  let clock: TimelineClock
  let summary: CaptureSummary
  let session: GATTSession
  let scope: ReportScope
  /// Nanoseconds after which there may be a newer page, and when this one is written, in seconds since 1970.
  let reloads: (interval: Int64, written: Int64)?

  private var out: OutputStream { page.out }

  /// Connection parameters from a moment on.
  struct Terms {
    let time: Int64
    let interval: Double
    let latency: Int64
    let timeout: Int64
  }

  private func micro(_ time: CaptureTime) -> Int { Int(clock.nanoseconds(time).pageMicroseconds) }

  func write(
    _ events: PageEvents, series: borrowing PageSeriesList, air: PageAir,
    density: PageDensity,
    signals: [SignalChart],
    captures: [(first: UInt64, info: CaptureInfo)], found: [StatsFinding],
    verdict: (frames: [UInt64], connections: [Int]), terms: [Int: [Terms]]
  ) {
    page.markup("<script type=\"application/json\" id=\"data\">{")
    out.buffer.append(member: "form", Self.form)
    out.buffer.append(member: "version", options.version)
    out.buffer.append(member: "rows", events.count)
    out.buffer.append(member: "left", events.leftOut)
    if let reloads {
      out.buffer.append(member: "reloads", Int(reloads.interval.pageMicroseconds))
      out.buffer.append(member: "written", Int(clamping: reloads.written))
    }
    out.buffer.append(member: "end", session.end.map { micro($0) } ?? 0)
    times()
    object { json in
      json.append(jsonKey: "captures")
      list(captures, to: &json) { capture, json in
        json.append(member: "first", capture.first)
        json.append(member: "name", shown: ReportHeader.baseName(capture.info.name))
        json.append(member: "format", capture.info.format.rawValue)
        json.append(member: "wireshark", capture.info.format.isForWireshark)
      }
    }
    verdictPlaces(verdict)
    devices()
    connections(terms)
    findings(found)
    object { json in
      json.append(jsonKey: "cured")
      json.append("[")
      for (index, frame) in session.curedFrames.sorted().enumerated() {
        if index > 0 { json.append(",") }
        json.append(decimal: frame)
      }
      json.append("]")
    }
    object { json in
      json.append(jsonKey: "adverts")
      json.append(options.showsAdvertisements || session.connections.isEmpty ? "true" : "false")
    }
    events.write(to: out)
    air.write(to: out)
    beyond(events, density: density)
    self.signals(signals)
    out.buffer.append(jsonKey: "series")
    out.buffer.append("[")
    for (index, one) in series.all.enumerated() {
      if index > 0 { out.buffer.append(",\n") }
      one.write(to: out)
    }
    out.buffer.append("]}</script>\n")
    out.lineEnds()
  }

  /// Members after others, safe in a script.
  private func object(_ write: (inout ByteWriter) -> Void) {
    var json = ByteWriter(capacity: 1024)
    write(&json)
    out.buffer.append(scriptJSON: json.bytes)
    out.lineEnds()
  }

  private func list<Element>(
    _ elements: some Sequence<Element>, to json: inout ByteWriter,
    _ write: (Element, inout ByteWriter) -> Void
  ) {
    json.append("[")
    var isFirst = true
    for element in elements {
      json.append(isFirst ? "{" : ",\n{")
      isFirst = false
      write(element, &json)
      json.append("}")
    }
    json.append("]")
  }

  /// What the times of rows are shown as: the style, and Unix time where they count from.
  private func times() {
    let origin = clock.origin
    let style: StaticString
    var offset: Int64 = 0
    switch options.timeStyle {
    case .relative, .delta: style = "relative"
    case .utc: style = "utc"
    case .local:
      style = "local"
      offset = Int64(localOffset(origin.seconds))
    case .epoch: style = "epoch"
    }
    out.buffer.append(member: "times", word: style)
    out.buffer.append(member: "origin", Int(clamping: origin.seconds))
    out.buffer.append(member: "fraction", Int(origin.nanoseconds / 1000))
    out.buffer.append(member: "offset", Int(offset))
    out.buffer.append(member: "dated", summary.captures.allSatisfy(\.hasDate))
  }

  private func verdictPlaces(_ verdict: (frames: [UInt64], connections: [Int])) {
    object { json in
      json.append(jsonKey: "verdict")
      json.append("{")
      json.append(jsonKey: "frames")
      json.append("[")
      for (index, frame) in verdict.frames.enumerated() {
        if index > 0 { json.append(",") }
        json.append(decimal: frame)
      }
      json.append("]")
      json.append(jsonKey: "connections")
      json.append("[")
      for (index, ordinal) in verdict.connections.enumerated() {
        if index > 0 { json.append(",") }
        json.append(decimal: ordinal)
      }
      json.append("]}")
    }
  }

  private func devices() {
    object { json in
      json.append(jsonKey: "devices")
      list(session.connectedPeers.filter { scope.includes($0) }, to: &json) { peer, json in
        json.append(member: "number", peer.ordinal)
        if !peer.formerOrdinals.isEmpty {
          json.append(jsonKey: "former")
          json.append("[")
          for (index, number) in peer.formerOrdinals.enumerated() {
            if index > 0 { json.append(",") }
            json.append(decimal: number)
          }
          json.append("]")
        }
        json.append(member: "name", shown: peer.name ?? "")
        var text = ByteWriter(capacity: 32)
        peer.address.write(to: &text)
        json.append(member: "address", text: text.bytes)
        json.append(member: "adverts", peer.advertisements)
      }
    }
  }

  private func connections(_ terms: [Int: [Terms]]) {
    object { json in
      json.append(jsonKey: "connections")
      list(session.connections.filter { scope.includes($0) }, to: &json) { connection, json in
        json.append(member: "number", connection.ordinal)
        json.append(member: "device", connection.peer?.ordinal ?? 0)
        json.append(member: "start", micro(connection.startTime))
        json.append(
          member: "end", (connection.endTime ?? session.end).map { micro($0) } ?? 0)
        json.append(member: "whole", connection.beginsInCapture)
        if let request = connection.start.request {
          json.append(member: "asked", micro(request.time))
        }
        json.append(member: "kind", word: ConnectionEnd(connection).name)
        if let link = connection.link {
          var text = ByteWriter(capacity: 32)
          connection.appendCentral(&text)
          if let name = link.central?.name {
            text.append(" ")
            text.append(untrusted: name, escaping: .plain)
          }
          json.append(member: "central", text: text.bytes)
        }
        if let role = connection.role { json.append(member: "role", word: role.name) }
        var text = ByteWriter(capacity: 128)
        ReportConnections.ended(connection, clock: clock, captureEnd: session.end, to: &text)
        json.append(member: "ended", text: text.bytes)
        guard let all = terms[connection.ordinal] else { return }
        json.append(jsonKey: "terms")
        json.append("[")
        for (index, term) in all.enumerated() {
          json.append(index > 0 ? ",[" : "[")
          json.append(decimal: term.time.pageMicroseconds)
          json.append(",")
          json.append(number: term.interval)
          json.append(",")
          json.append(decimal: term.latency)
          json.append(",")
          json.append(decimal: term.timeout)
          json.append("]")
        }
        json.append("]")
      }
    }
  }

  private func findings(_ found: [StatsFinding]) {
    object { json in
      json.append(jsonKey: "findings")
      list(found.prefix(2000), to: &json) { finding, json in
        json.append(member: "rule", finding.rule.identifier)
        json.append(member: "severity", finding.rule.severity.rawValue)
        json.append(member: "frame", finding.frame)
        json.append(member: "time", micro(finding.time))
        if let connection = finding.connection { json.append(member: "connection", connection) }
        json.append(member: "text", shown: finding.text.beside(frame: finding.frame))
      }
    }
  }

  /// What is known of the time of rows that there was no room for: how many there were.
  private func beyond(_ events: PageEvents, density: PageDensity) {
    guard let start = events.fullAt else { return }
    out.buffer.append(jsonKey: "beyond")
    out.buffer.append("{")
    out.buffer.append(member: "from", Int(start))
    out.buffer.append(member: "length", Int(density.length / 1000))
    out.buffer.append(jsonKey: "counts")
    out.buffer.append("[")
    for (place, count) in density.counts.enumerated() {
      if place > 0 { out.buffer.append(",") }
      out.buffer.append(decimal: count)
    }
    out.buffer.append("]}")
    out.lineEnds()
  }

  /// How well devices are heard: of many numbers, the least and the largest of each part.
  private func signals(_ signals: [SignalChart]) {
    out.buffer.append(jsonKey: "signals")
    out.buffer.append("[")
    for (index, chart) in signals.enumerated() {
      out.buffer.append(index > 0 ? ",{" : "{")
      out.buffer.append(member: "device", chart.peer.ordinal)
      object { json in
        json.append(member: "name", shown: chart.peer.name ?? "")
        var text = ByteWriter(capacity: 32)
        chart.peer.address.write(to: &text)
        json.append(member: "address", text: text.bytes)
      }
      out.buffer.append(member: "count", chart.curve.count)
      out.buffer.append(member: "all", chart.curve.isWhole)
      out.buffer.append(jsonKey: "points")
      out.buffer.append("[")
      for (place, point) in chart.curve.points.enumerated() {
        if place > 0 { out.buffer.append(",") }
        out.buffer.append(decimal: point.time.pageMicroseconds)
        out.buffer.append(",")
        out.buffer.append(decimal: Int(point.value))
      }
      out.buffer.append("]}")
      out.lineEnds()
    }
    out.buffer.append("]")
  }
}

/// How a connection ended, as colours tell it.
enum ConnectionEnd {
  case open, host, peer, lost, other
  /// The capture has nothing that would tell it.
  case unknown

  init(_ connection: Connection) {
    let reason = connection.inferredEnd.map { $0.cause.reason } ?? connection.endReason
    if connection.isOpen {
      self = connection.isExcerpt ? .unknown : .open
    } else if let reason,
      [.connectionTimeout, .failedToBeEstablished, .linkLayerResponseTimeout, .micFailure].contains(
        reason)
    {
      self = .lost
    } else {
      switch connection.endedBy {
      case .local: self = .host
      case .remote: self = .peer
      case .unknown: self = .other
      }
    }
  }

  var name: StaticString {
    switch self {
    case .open: "open"
    case .host: "host"
    case .peer: "peer"
    case .lost: "lost"
    case .other: "other"
    case .unknown: "unknown"
    }
  }

  /// For people.
  var words: StaticString {
    switch self {
    case .open: "open"
    case .host: "ended by this side"
    case .peer: "ended by the peer"
    case .lost: "lost"
    case .other: "ended"
    case .unknown: "end not known"
    }
  }
}

extension ByteWriter {
  /// A member for people: without what turns text around, or has no shape.
  fileprivate mutating func append(member key: StaticString, shown text: String) {
    var safe = ByteWriter(capacity: 64)
    safe.append(untrusted: text, escaping: .plain)
    append(member: key, text: safe.bytes)
  }
}
