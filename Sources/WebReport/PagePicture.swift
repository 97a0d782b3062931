import ATTDissector
import Answers
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// The timeline as a picture, for readers without JavaScript and for paper.
struct PagePicture {
  private static let width = 1000.0
  private static let left = 190.0
  private static let plot = 790.0
  /// The most rows of devices, bars, and curves.
  private static let devices = 12
  private static let bars = 400
  private static let curves = 10
  /// Characters of a name at the edge.
  private static let longestName = 26

  let page: PageWriter
  let clock: TimelineClock

  /// - series: of which the quantities are drawn.
  func write(
    _ connections: [Connection], found: [StatsFinding], density: PageDensity,
    series: [PageSeries], captureEnd: CaptureTime?
  ) {
    let spans = connections.prefix(Self.bars).map { connection in
      let start = clock.nanoseconds(connection.startTime)
      let end = (connection.endTime ?? captureEnd).map { clock.nanoseconds($0) } ?? start
      return (connection: connection, start: start, end: max(start, end))
    }
    let lanes = Array(series.filter { $0.isLane && $0.words == nil }.prefix(Self.curves))
    let from = min(0, spans.map(\.start).min() ?? 0)
    let last =
      [
        captureEnd.map { clock.nanoseconds($0) } ?? 0, spans.map(\.end).max() ?? 0,
      ].max() ?? 0
    guard last > from, !spans.isEmpty || !density.counts.isEmpty else {
      page.markup("<p class=\"still\">nothing</p>\n")
      return
    }
    let axis = Axis(from: from, to: last)
    var rows: [(device: Int?, spans: [Int])] = []
    for (index, span) in spans.enumerated() {
      let device = span.connection.peer?.ordinal
      if let place = rows.firstIndex(where: { $0.device == device }) {
        rows[place].spans.append(index)
      } else if rows.count < Self.devices {
        rows.append((device, [index]))
      }
    }
    let height = 64 + Double(rows.count) * 24 + Double(lanes.count) * 44 + 24
    page.markup("<figure class=\"still\"><svg role=\"img\" aria-labelledby=\"picture\"")
    page.markup(" viewBox=\"0 0 1000 ")
    coordinate(height)
    page.markup("\"><title id=\"picture\">The connections, events and values over time</title>\n")
    for mark in axis.marks {
      element(
        "line", kind: "axis",
        values: [("x1", axis.x(mark)), ("x2", axis.x(mark)), ("y1", 20), ("y2", height - 4)])
      label(axis.x(mark), 13, anchor: "middle") { text in
        text.append(number: mark, decimals: axis.scale?.decimals ?? 0)
        text.append(" s")
      }
    }
    var y = 22.0
    label(Self.left - 8, y + 14, anchor: "end") { $0.append("Findings") }
    // The worst last, so that nothing covers it.
    for severity in ["note", "warning", "error"] {
      for finding in found.prefix(2000) where finding.rule.severity.rawValue == severity {
        let x = axis.x(Double(clock.nanoseconds(finding.time)) / 1e9)
        page.markup("<path class=\"mark ")
        page.text(severity)
        page.markup("\" d=\"M")
        coordinate(x)
        page.markup(" ")
        coordinate(y + 3)
        page.markup("l6 11l-12 0z\"/>\n")
      }
    }
    y += 20
    for row in rows {
      label(Self.left - 8, y + 15, anchor: "end") { text in
        var name = ByteWriter(capacity: 64)
        ReportConnections.peerName(spans[row.spans[0]].connection, to: &name)
        text.append(validUTF8: name.bytes.clamped(0, count: Self.longestName))
      }
      for index in row.spans {
        let span = spans[index]
        let x = axis.x(Double(span.start) / 1e9)
        let wide = max(2, axis.x(Double(span.end) / 1e9) - x)
        page.markup("<rect class=\"end-")
        page.markup(ConnectionEnd(span.connection).name)
        page.markup("\"")
        attributes([("x", x), ("y", y + 4), ("width", wide), ("height", 15)])
        page.markup("><title>")
        page.text {
          ReportConnections.title(
            of: span.connection, clock: clock, captureEnd: captureEnd, to: &$0)
        }
        page.markup("</title></rect>\n")
        if wide > 26 {
          page.markup("<text class=\"on\"")
          attributes([("x", x + 4), ("y", y + 16)])
          page.markup(">C")
          page.number(span.connection.ordinal)
          page.markup("</text>\n")
        }
      }
      y += 24
      page.lineEnds()
    }
    write(density, axis: axis, y: y)
    y += 22
    for lane in lanes {
      write(lane, axis: axis, y: y)
      y += 44
    }
    page.markup("</svg></figure>")
    page.lineEnds()
  }

  private struct Axis {
    let low: Double
    let high: Double
    let scale: Scale?

    init(from: Int64, to: Int64) {
      low = Double(from) / 1e9
      high = max(Double(to) / 1e9, low + 1e-6)
      scale = Scale(low, low + (high - low) / 2)
    }

    /// The marks of the scale of the first half, all along.
    var marks: [Double] {
      guard let scale, scale.step > 0 else { return [] }
      return Array(
        stride(from: (low / scale.step).rounded(.up) * scale.step, through: high, by: scale.step))
    }

    func x(_ seconds: Double) -> Double {
      left + (min(max(seconds, low), high) - low) / max(high - low, 1e-6) * plot
    }
  }

  private func write(_ density: PageDensity, axis: Axis, y: Double) {
    label(Self.left - 8, y + 14, anchor: "end") { $0.append("Events") }
    guard let most = density.counts.max(), most > 0 else { return }
    page.markup("<path class=\"many\" d=\"")
    for (place, count) in density.counts.enumerated() where count > 0 {
      let start = Double(place) * Double(density.length) / 1e9
      let x = axis.x(start)
      let wide = max(1, axis.x(start + Double(density.length) / 1e9) - x)
      let tall = 2 + 14 * Double(count) / Double(most)
      page.markup("M")
      coordinate(x)
      page.markup(" ")
      coordinate(y + 18)
      page.markup("v")
      coordinate(-tall)
      page.markup("h")
      coordinate(wide)
      page.markup("v")
      coordinate(tall)
      page.markup("z")
    }
    page.markup("\"/>\n")
  }

  private func write(_ lane: PageSeries, axis: Axis, y: Double) {
    guard let low = lane.curve.low?.value, let high = lane.curve.high?.value, high > low else {
      return
    }
    label(Self.left - 8, y + 16, anchor: "end") { text in
      text.append(untrusted: String(lane.name.prefix(Self.longestName)), escaping: .plain)
    }
    label(Self.left - 8, y + 31, anchor: "end") { text in
      text.append(number: low, decimals: 2, trimmed: true)
      text.append(" to ")
      text.append(number: high, decimals: 2, trimmed: true)
      if lane.unit != .none {
        text.append(" ")
        text.append(string: lane.unit.symbol)
      }
    }
    page.markup("<path class=\"curve\" d=\"")
    var last: Double?
    // Gaps stay gaps.
    let longest = max(1, (axis.high - axis.low) / 12)
    for point in lane.curve.points {
      let time = Double(point.time) / 1e9
      let isNear = last.map { time >= $0 && time - $0 < longest } ?? false
      page.markup(isNear ? "L" : "M")
      coordinate(axis.x(time))
      page.markup(" ")
      coordinate(y + 36 - (point.value - low) / (high - low) * 32)
      if !isNear { page.markup("h.1") }
      last = time
    }
    page.markup("\"/>\n")
    page.lineEnds()
  }

  // MARK: Parts

  private func element(
    _ name: StaticString, kind: StaticString, values: [(StaticString, Double)]
  ) {
    page.markup("<")
    page.markup(name)
    page.markup(" class=\"")
    page.markup(kind)
    page.markup("\"")
    attributes(values)
    page.markup("/>\n")
  }

  private func attributes(_ values: [(StaticString, Double)]) {
    for (name, value) in values {
      page.markup(" ")
      page.markup(name)
      page.markup("=\"")
      coordinate(value)
      page.markup("\"")
    }
  }

  private func label(
    _ x: Double, _ y: Double, anchor: StaticString, _ write: (inout ByteWriter) -> Void
  ) {
    page.markup("<text text-anchor=\"")
    page.markup(anchor)
    page.markup("\"")
    attributes([("x", x), ("y", y)])
    page.markup(">")
    page.text(write)
    page.markup("</text>\n")
  }

  private func coordinate(_ value: Double) {
    page.out.buffer.append(number: value, decimals: 1, trimmed: true)
  }
}
