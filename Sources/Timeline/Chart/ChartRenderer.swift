import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// A number over time, drawn with characters: a chart for each device and attribute that has it.
package final class ChartRenderer: TimelineRenderer {
  package struct Options: Sendable {
    /// The name of the key; of an element of a list as its chart is called: `accelerometer_g.x`.
    package var key = ""
    /// Columns.
    package var width = 80
    package var isASCII = false

    package init() {}
  }

  private final class Chart {
    let peer: Peer?
    let address: BluetoothAddress?
    var attribute = ""
    let name: String
    let unit: FieldUnit
    var series: ChartSeries

    init(
      _ peer: Peer?, _ address: BluetoothAddress?, name: String, unit: FieldUnit, buckets: Int
    ) {
      series = ChartSeries(capacity: buckets)
      (self.peer, self.address) = (peer, address)
      (self.name, self.unit) = (name, unit)
    }
  }

  /// In the place of a key: lists those that the captures have.
  package static let listWord = "list"
  /// So many keys are named where the one that was asked for has no values.
  private static let mostNamed = 12
  static let limit = 1_024
  /// So many charts have the most buckets; more of them would take too much memory.
  static let detailed = 64
  /// The columns of a small window: no line is longer.
  private static let leastColumns = 40

  private let out: OutputStream
  private let options: Options
  private var lexicon = EventKeys.lexicon
  private var clock = TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  private var walk = FieldNumbers()
  private var charts: [NumberSeries: Chart] = [:]
  /// In the order of their first values.
  private var order: [Chart] = []
  private var leftOut = 0
  private var tooGreat = 0
  /// The keys of all numbers that the captures have.
  private var found: Set<Key> = []
  /// Whether there are values that `redraw` has not shown.
  package private(set) var hasNews = false
  /// Lines of the last drawing on a terminal, above the cursor.
  private var drawnLines = 0
  private var width: Int

  package init(_ out: OutputStream, options: Options) {
    self.out = out
    self.options = options
    width = options.width
  }

  package var demand: EventDemand { EventDemand(marks: false) }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) { self.clock = clock }

  /// The list of an element: what is before its point.
  package static func list(_ key: String) -> String? {
    key.lastIndex(of: ".").map { String(key[..<$0]) }
  }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    Lexicon.renew(&lexicon)
    // None where keys are listed.
    let key = lexicon.key(named: Self.list(options.key) ?? options.key)
    let isElement = Self.list(options.key) != nil
    let address = event.address ?? event.overAirAddress
    let device = address?.deviceKey ?? .max
    var series = NumberSeries(device: device, event.path)
    let time = clock.nanoseconds(event.time)
    let peer = event.peer
    let known = order.count
    func add(_ number: FieldNumber, _ name: borrowing ByteWriter) {
      found.insert(number.key)
      guard number.key == key else { return }
      if isElement, !name.bytes.equals(options.key.rawBytes) { return }
      guard ChartSeries.takes(number.value) else {
        tooGreat += 1
        return
      }
      hasNews = true
      series.place = number.place
      if let known = charts[series] {
        known.series.add(number.value, at: time)
        return
      }
      guard charts.count < Self.limit else {
        leftOut += 1
        return
      }
      let made = Chart(
        peer, address, name: String(decoding: name.bytes.copy(), as: UTF8.self),
        unit: number.key.unit,
        buckets: order.count < Self.detailed ? ChartSeries.most : ChartSeries.few)
      made.series.add(number.value, at: time)
      charts[series] = made
      order.append(made)
    }
    walk.forEach(of: fields.own, lexicon: lexicon, add)
    walk.forEach(of: fields.decoded, lexicon: lexicon, add)
    for chart in order[known...] {
      var text = ByteWriter(capacity: 64)
      text.append(attributeOf: event)
      chart.attribute = String(decoding: text.bytes.copy(), as: UTF8.self)
    }
  }

  // MARK: At the end

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    if drawnLines > 0 { append(cursorUp: drawnLines, rest: "\r\u{1B}[J") }
    drawnLines = 0
    if options.key == Self.listWord {
      for name in foundNames {
        out.buffer.append(untrusted: name, escaping: .plain)
        out.buffer.append("\n")
        out.lineEnds()
      }
    } else if order.isEmpty {
      out.buffer.append("no values of ")
      out.buffer.append(untrusted: options.key, escaping: .plain)
      out.buffer.append("\n")
      let names = foundNames
      for (index, name) in names.prefix(Self.mostNamed).enumerated() {
        out.buffer.append(index == 0 ? "there are " : ", ")
        out.buffer.append(untrusted: name, escaping: .plain)
      }
      if names.count > Self.mostNamed {
        out.buffer.append(" and ")
        out.buffer.append(decimal: names.count - Self.mostNamed)
        out.buffer.append(" more: --chart list")
      }
      if !names.isEmpty { out.buffer.append("\n") }
    }
    let picture = ChartPicture(width: width, isASCII: options.isASCII)
    for (index, chart) in order.enumerated() {
      if index > 0 { out.buffer.append("\n") }
      for line in heading(chart) {
        out.buffer.append(string: line)
        out.buffer.append("\n")
      }
      picture.draw(chart.series, to: &out.buffer)
      out.lineEnds()
    }
    if tooGreat > 0 {
      out.buffer.append("\n")
      out.buffer.append(decimal: tooGreat)
      out.buffer.append(" values left out: of 1e290 or more\n")
    }
    if leftOut > 0 {
      out.buffer.append("\n")
      out.buffer.append(decimal: leftOut)
      out.buffer.append(" values left out: more than ")
      out.buffer.append(decimal: Self.limit)
      out.buffer.append(" charts\n")
    }
  }

  private var foundNames: [String] { found.map { lexicon.name(of: $0) }.sorted() }

  /// Two lines, safe to show.
  private func heading(_ chart: Chart) -> [String] {
    var line = ByteWriter(capacity: 128)
    if let name = chart.peer?.name {
      line.append(untrusted: name, escaping: .plain)
      line.append("  ")
    }
    if let address = chart.address {
      address.write(to: &line)
      line.append("  ")
    }
    if !chart.attribute.isEmpty {
      line.append(untrusted: chart.attribute, escaping: .plain)
      line.append("  ")
    }
    line.append(untrusted: chart.name, escaping: .plain)
    let title = String(decoding: line.bytes.copy(), as: UTF8.self)
    line.removeAll()
    let series = chart.series
    line.append(decimal: series.count)
    line.append(series.count == 1 ? " value" : " values")
    if series.count > 1 {
      line.append(", ")
      line.append(number: series.least)
      line.append(" to ")
      line.append(number: series.greatest)
      line.append(", mean ")
      line.append(number: series.sum / Double(series.count), decimals: 2)
    }
    return [title, String(decoding: line.bytes.copy(), as: UTF8.self)]
  }

  // MARK: In place

  /// Draws on a terminal, in the place of the last drawing, as much as its window has room for.
  ///
  /// - lines: of the window; the last one is left to others.
  package func redraw(columns: Int, lines: Int) {
    hasNews = false
    guard columns >= Self.leastColumns,
      let layout = ChartLayout(charts: order.count, lines: lines - 1)
    else { return }
    // What it wraps is on other lines now.
    if columns <= width { drawnLines = 0 }
    // Some terminals start a new line after the last column.
    width = columns - 1
    var page = ByteWriter(capacity: 4096)
    let picture = ChartPicture(width: width, height: layout.height, isASCII: options.isASCII)
    for (index, chart) in order.prefix(layout.charts).enumerated() {
      if index > 0 { page.append("\n") }
      for line in heading(chart) {
        page.append(string: line.fitting(columns: width, isUTF8: !options.isASCII))
        page.append("\n")
      }
      picture.draw(chart.series, to: &page)
    }
    let rest = order.count - layout.charts
    if rest > 0 {
      let words = "and \(rest) more, for which the window has no room"
      page.append(string: words.fitting(columns: width, isUTF8: !options.isASCII))
      page.append("\n")
    }
    if drawnLines > 0 { append(cursorUp: drawnLines, rest: "\r") }
    drawnLines = 0
    for index in 0..<page.count {
      let byte = page.bytes.uint8(at: index)
      if byte == 0x0A {
        // What is left of the last drawing.
        out.buffer.append("\u{1B}[K")
        drawnLines += 1
      }
      out.buffer.append(byte: byte)
    }
    out.buffer.append("\u{1B}[J")
  }

  /// Somebody else has written below the last drawing: the next one does not replace it.
  package func leaveInPlace() { drawnLines = 0 }

  private func append(cursorUp lines: Int, rest: StaticString) {
    out.buffer.append("\u{1B}[")
    out.buffer.append(decimal: lines)
    out.buffer.append("A")
    out.buffer.append(rest)
  }
}

/// How charts share the lines of a window.
struct ChartLayout: Equatable {
  /// How many charts there is room for.
  var charts: Int
  /// Lines of bars of each.
  var height: Int

  /// Lines of a chart besides its bars: heading, axis, and a blank line before the next.
  private static let otherLines = 5
  private static let leastHeight = 2

  /// `nil`: there is no chart, or no room for one.
  init?(charts: Int, lines: Int) {
    let least = Self.otherLines + Self.leastHeight
    // The last one has no blank line after it.
    var room = lines + 1
    guard charts > 0, room >= least else { return nil }
    self.charts = charts
    if charts > room / least {
      // A line says how many there are more.
      room -= 1
      self.charts = max(room / least, 1)
    }
    height = min(max(room / self.charts - Self.otherLines, 1), ChartPicture.height)
  }
}
