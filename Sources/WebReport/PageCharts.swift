import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline
import Vocabulary

/// Pictures, as SVG within the page.
struct PageCharts {
  /// The most charts of a page, and points of all of them.
  static let most = 64
  static let points = 40_000

  private static let width = 720.0
  private static let left = 64.0
  private static let plotWidth = 640.0
  private static let top = 8.0
  private static let plotHeight = 140.0

  let page: PageWriter
  let clock: TimelineClock

  // MARK: Values

  /// - listsOthers: whether the signal of devices that only advertise is shown.
  func write(_ charts: ValueCharts, listsOthers: Bool) {
    let varied = charts.varied(listsOthers: listsOthers)
    if varied.isEmpty { page.markup("<p>No number changes.</p>\n") }
    var points = 0
    var shown = 0
    for chart in varied.prefix(Self.most) {
      let curves = chart.curves.map(\.points)
      points += curves.reduce(0) { $0 + $1.count }
      guard points <= Self.points else { break }
      shown += 1
      write(chart, curves, shown)
    }
    if shown < varied.count {
      page.element("p") { text in
        text.append(grouped: UInt64(varied.count - shown), "more number")
        text.append(" changed: --connection, --device and --uuid select")
      }
      page.lineEnds()
    }
    if charts.leftOut > 0 {
      page.element("p") { text in
        text.append(grouped: charts.leftOut, "number")
        text.append(" of further attributes left out")
      }
      page.lineEnds()
    }
  }

  private func write(_ chart: ValueChart, _ points: [[CurvePoint]], _ number: Int) {
    guard let first = points.joined().map(\.time).min(),
      let last = points.joined().map(\.time).max(),
      let low = chart.curves.compactMap({ $0.low?.value }).min(),
      let high = chart.curves.compactMap({ $0.high?.value }).max()
    else { return }
    page.markup("<figure class=\"chart\" id=\"v")
    page.number(number)
    page.markup("\" aria-labelledby=\"v")
    page.number(number)
    page.markup("t\"><figcaption><h3 id=\"v")
    page.number(number)
    page.markup("t\">")
    page.text { title(chart, &$0) }
    page.markup("</h3>")
    for (axis, curve) in chart.curves.enumerated() { facts(curve, axis, chart) }
    page.markup("</figcaption>\n")
    if let scale = Scale(low, high) {
      draw(chart, points, number, scale, from: first, to: last)
    } else {
      page.markup("<p>These numbers are too far apart for a picture.</p>")
    }
    page.markup("</figure>")
    page.lineEnds()
  }

  /// `heart_rate_bpm, Heart Rate Measurement, C1 #1 Polar H7`
  private func title(_ chart: ValueChart, _ text: inout ByteWriter) {
    text.append(untrusted: chart.name, .plain)
    let owner = chart.owner
    if let attribute = owner.attribute {
      text.append(", ")
      attribute.describe(&text)
    } else {
      text.append(", advertised")
    }
    text.append(",")
    if let connection = owner.connection {
      text.append(" C")
      text.append(decimal: connection.ordinal)
    }
    guard let peer = owner.connection?.peer ?? owner.peer else { return }
    text.append(" ")
    if peer.ordinal > 0 {
      text.append("#")
      text.append(decimal: peer.ordinal)
    } else {
      peer.address.write(to: &text)
    }
    if let name = peer.name {
      text.append(" ")
      text.append(untrusted: name, .plain)
    }
  }

  private static let axes: [StaticString] = ["x", "y", "z", "w"]

  private func facts(_ curve: ValueCurve, _ axis: Int, _ chart: ValueChart) {
    guard let low = curve.low, let high = curve.high, let last = curve.last else { return }
    page.markup("<p>")
    if chart.curves.count > 1 {
      page.markup("<b class=\"k")
      page.number(axis + 1)
      page.markup("\">")
      page.markup(Self.axes[axis])
      page.markup("</b> ")
    }
    page.text { text in
      text.append(grouped: curve.count, "number")
      text.append(", ")
      value(low.value, chart, &text)
      text.append(" (frame ")
      text.append(decimal: low.frame)
      text.append(") to ")
      value(high.value, chart, &text)
      text.append(" (frame ")
      text.append(decimal: high.frame)
      text.append("), at last ")
      value(last.value, chart, &text)
      if !curve.isWhole { text.append("; the picture has the least and the largest of each part") }
    }
    page.markup("</p>")
  }

  private func value(_ value: Double, _ chart: ValueChart, _ text: inout ByteWriter) {
    text.append(number: value)
    guard chart.unit != .none else { return }
    text.append(" ")
    text.append(untrusted: chart.unit.symbol, .plain)
  }

  private func draw(
    _ chart: ValueChart, _ points: [[CurvePoint]], _ number: Int, _ scale: Scale, from: Int64,
    to: Int64
  ) {
    let length = max(1, Double(to) - Double(from))
    func x(_ time: Int64) -> Double { (Double(time) - Double(from)) / length * Self.plotWidth }
    func y(_ value: Double) -> Double {
      Self.plotHeight * (1 - (value - scale.from) / (scale.to - scale.from))
    }
    begin("img", height: Self.top + Self.plotHeight + 24, from: from, to: to)
    page.markup(" aria-labelledby=\"v")
    page.number(number)
    page.markup("t\"")
    if chart.unit != .none {
      page.markup(" data-unit=\"")
      page.text { $0.append(untrusted: chart.unit.symbol, .plain) }
      page.markup("\"")
    }
    // It is one thing to a screen reader, which has the facts below its name.
    page.markup(">\n<g aria-hidden=\"true\">\n")
    for mark in scale.marks {
      let place = Self.top + y(mark)
      line(Self.left, place, Self.left + Self.plotWidth, place)
      label(Self.left - 6, place + 4, "end") {
        $0.append(number: mark, decimals: scale.decimals)
      }
    }
    times(from, to, Self.top + Self.plotHeight + 18)
    page.markup("<rect class=\"b\"")
    attribute("x", Self.left)
    attribute("y", Self.top)
    attribute("width", Self.plotWidth)
    attribute("height", Self.plotHeight)
    page.markup("/>\n<svg class=\"plot\" overflow=\"visible\" preserveAspectRatio=\"none\"")
    attribute("x", Self.left)
    attribute("y", Self.top)
    attribute("width", Self.plotWidth)
    attribute("height", Self.plotHeight)
    page.markup(" viewBox=\"0 0 ")
    coordinate(Self.plotWidth)
    page.markup(" ")
    coordinate(Self.plotHeight)
    page.markup("\">\n")
    for (axis, points) in points.enumerated() where !points.isEmpty {
      path("curve", axis)
      for (index, point) in points.enumerated() {
        page.markup(index == 0 ? "M" : "L")
        place(x(point.time), y(point.value))
      }
      page.markup("\"/>\n")
      path("dot", axis)
      for point in points {
        page.markup("M")
        place(x(point.time), y(point.value))
        page.markup("h0")
      }
      // What the script says of each.
      page.markup("\" data-points=\"")
      for (index, point) in points.enumerated() {
        if index > 0 { page.markup(",") }
        page.text { text in
          text.append(decimal: point.frame)
          text.append(" ")
          text.append(seconds: point.time, decimals: Self.decimals(from, to))
          text.append(" ")
          text.append(number: point.value)
        }
      }
      page.markup("\"/>")
      page.lineEnds()
    }
    page.markup("</svg>\n</g></svg>\n")
  }

  /// Begins a path of the curve of an axis, in the quotes of its drawing.
  private func path(_ name: StaticString, _ axis: Int) {
    page.markup("<path class=\"")
    page.markup(name)
    page.markup(" k")
    page.number(axis + 1)
    page.markup("\" d=\"")
  }

  /// Of the seconds in a picture: milliseconds tell nothing apart in a burst.
  private static func decimals(_ from: Int64, _ to: Int64) -> Int {
    Double(to) - Double(from) < 1e9 ? 6 : 3
  }

  private func place(_ x: Double, _ y: Double) {
    // A thousandth of the width can fill the picture.
    page.out.buffer.append(number: x, decimals: 3, trimmed: true)
    page.markup(" ")
    coordinate(y)
  }

  // MARK: Connections

  /// The most bars.
  static let bars = 60

  /// A bar for each connection, from its start to its end, with its findings.
  func write(
    bars connections: ArraySlice<Connection>, findings: [(connection: Int, time: Int64)],
    captureEnd: CaptureTime?
  ) {
    let spans = connections.map { connection in
      let start = clock.nanoseconds(connection.startTime)
      let end = (connection.endTime ?? captureEnd).map { clock.nanoseconds($0) } ?? start
      return (connection: connection, start: start, end: max(start, end))
    }
    guard let from = spans.map(\.start).min(), let to = spans.map(\.end).max() else { return }
    let length = max(1, Double(to) - Double(from))
    func x(_ time: Int64) -> Double {
      Self.left + (Double(min(max(time, from), to)) - Double(from)) / length * Self.plotWidth
    }
    page.markup("<figure aria-labelledby=\"connections\">")
    // With links, which a picture cannot have.
    begin("group", height: Self.top + Double(spans.count) * 20 + 24, from: from, to: to)
    page.markup(" aria-label=\"The connections over time, in seconds\">\n")
    for (index, span) in spans.enumerated() {
      let ordinal = span.connection.ordinal
      let top = Self.top + Double(index) * 20
      label(Self.left - 6, top + 13, "end") { text in
        text.append("C")
        text.append(decimal: ordinal)
      }
      page.markup("<a href=\"#c")
      page.number(ordinal)
      page.markup("\"><rect class=\"bar\"")
      attribute("x", x(span.start))
      attribute("y", top + 3)
      attribute("width", max(2, x(span.end) - x(span.start)))
      attribute("height", 14)
      page.markup("><title>")
      page.text { ReportConnections.title(span.connection, clock, captureEnd, to: &$0) }
      page.markup("</title></rect></a>\n")
      for finding in findings where finding.connection == ordinal {
        page.markup("<circle class=\"finding\" r=\"3\"")
        attribute("cx", x(finding.time))
        attribute("cy", top + 10)
        page.markup("/>")
      }
      page.lineEnds()
    }
    times(from, to, Self.top + Double(spans.count) * 20 + 18)
    page.markup("</svg></figure>")
    page.lineEnds()
  }

  // MARK: Parts

  /// Begins a picture; further attributes may follow.
  private func begin(_ role: StaticString, height: Double, from: Int64, to: Int64) {
    page.markup("<svg role=\"")
    page.markup(role)
    page.markup("\" viewBox=\"0 0 ")
    coordinate(Self.width)
    page.markup(" ")
    coordinate(height)
    page.markup("\" data-from=\"")
    let decimals = Self.decimals(from, to)
    page.text { $0.append(seconds: from, decimals: decimals) }
    page.markup("\" data-to=\"")
    page.text { $0.append(seconds: to, decimals: decimals) }
    page.markup("\" data-decimals=\"")
    page.number(decimals)
    page.markup("\"")
  }

  private func times(_ from: Int64, _ to: Int64, _ y: Double) {
    for part in 0...4 {
      let place = Double(part) / 4
      label(
        Self.left + place * Self.plotWidth, y,
        part == 0 ? "start" : part == 4 ? "end" : "middle", isTime: true, isOdd: part % 2 == 1
      ) { text in
        let time = Int128(from) + (Int128(to) - Int128(from)) * Int128(part) / 4
        text.append(seconds: Int64(clamping: time), decimals: Self.decimals(from, to))
        text.append(" s")
      }
    }
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    page.markup("<line class=\"axis\"")
    attribute("x1", x1)
    attribute("y1", y1)
    attribute("x2", x2)
    attribute("y2", y2)
    page.markup("/>\n")
  }

  private func label(
    _ x: Double, _ y: Double, _ anchor: StaticString, isTime: Bool = false, isOdd: Bool = false,
    _ write: (inout ByteWriter) -> Void
  ) {
    page.markup(isTime ? (isOdd ? "<text class=\"t u\"" : "<text class=\"t\"") : "<text")
    attribute("x", x)
    attribute("y", y)
    page.markup(" text-anchor=\"")
    page.markup(anchor)
    page.markup("\">")
    page.text(write)
    page.markup("</text>\n")
  }

  private func attribute(_ name: StaticString, _ value: Double) {
    page.markup(" ")
    page.markup(name)
    page.markup("=\"")
    coordinate(value)
    page.markup("\"")
  }

  private func coordinate(_ value: Double) {
    page.out.buffer.append(number: value, decimals: 1, trimmed: true)
  }
}
