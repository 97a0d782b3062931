import Bytes
import GATTSession
import JSONText
import System
import Timeline

/// The rows of the timeline, held back until the rest of the page is known.
struct PageRows: ~Copyable {
  /// The rows that a reader without JavaScript sees.
  static let plain = 2_000
  /// The most rows on the page.
  static let most = 100_000
  /// The most octets of them: what a browser opens without trouble.
  static let octets = 16 << 20
  /// Octets of one row's text, of which no more is shown.
  static let longest = 16 << 10
  /// The most octets of rows that are placed before others.
  private static let lateOctets = 8 << 20
  /// The most octets of values beyond what rows show of them at once.
  static let wholeOctets = 8 << 20

  /// Between the cells; no text has it.
  private static let separator: UInt8 = 0x1F
  private static let textColumn = 5

  private struct LateRow {
    let place: PagePlace
    let line: PrintedLine
    let text: [UInt8]
  }

  private var spool = Spool()
  /// Rows in the spool.
  private var index: UInt64 = 0
  private var tick: UInt64 = 0
  private var late: [LateRow] = []
  private var lateOctets = 0
  private var line = ByteWriter(capacity: 512)
  private var recent = RecentLines()
  /// Rows with advertisements, and all others.
  private var advertisements: UInt64 = 0
  private var others: UInt64 = 0
  private var wholeOctets = 0
  /// Values of which the page has only the beginning.
  private(set) var shortened: UInt64 = 0

  var error: SystemError? { spool.error }

  /// The place of a row that is added later.
  mutating func place() -> PagePlace {
    tick += 1
    return PagePlace(index: index, tick: tick)
  }

  /// The place of a row that stands for an earlier record; `nil` where that is too far back.
  mutating func place(ofRecord frame: UInt64) -> PagePlace? {
    guard lateOctets < Self.lateOctets,
      let found = recent.index(after: frame, end: index)
    else { return nil }
    tick += 1
    return PagePlace(index: found, frame: frame, tick: tick)
  }

  /// - place: an earlier one; `nil`: after all others.
  mutating func add(
    _ cells: borrowing EventCells, _ style: LineStyle, of connection: Int,
    at place: PagePlace? = nil
  ) {
    if style == .advertisement { advertisements += 1 } else { others += 1 }
    line.removeAll()
    if let frame = cells.frame { line.append(decimal: frame) }
    end()
    let time = cells.time.bytes
    var blanks = 0
    while blanks < time.byteCount, time.uint8(at: blanks) == 0x20 { blanks += 1 }
    line.append(time.clamped(blanks))
    end()
    if connection > 0 {
      line.append("C")
      line.append(decimal: connection)
    }
    end()
    if cells.arrow != 0x20 {
      line.append(byte: cells.arrow)
      line.append(" ")
    }
    line.append(cells.word)
    end()
    line.append(cells.attribute.bytes)
    end()
    let text = cells.text.bytes
    if text.byteCount > Self.longest {
      line.append(validUTF8: text.clamped(0, Self.longest))
      line.append(" ..")
    } else {
      line.append(text)
    }
    end()
    line.append(cells.duration.bytes)
    end()
    let whole = cells.whole.bytes
    if !whole.isEmpty {
      if whole.byteCount <= Self.longest, wholeOctets < Self.wholeOctets {
        wholeOctets += whole.byteCount
        line.append(whole)
      } else {
        shortened += 1
      }
    }
    if let place, lateOctets < Self.lateOctets {
      lateOctets += line.count + 64
      late.append(
        LateRow(
          place: place, line: PrintedLine(style, of: connection), text: line.bytes.copy()))
      return
    }
    if let frame = cells.frame { recent.add(frame: frame, index: index) }
    index += 1
    // The spool is changed while the line is read: they are not of one value then.
    var taken = ByteWriter(capacity: 0)
    swap(&taken, &line)
    spool.append(PrintedLine(style, of: connection), taken.bytes)
    swap(&taken, &line)
  }

  private mutating func end() { line.append(byte: Self.separator) }

  func count(withAdvertisements: Bool) -> UInt64 {
    withAdvertisements ? others + advertisements : others
  }

  /// Passes on all rows, in order.
  private mutating func forEachRow(_ body: (PrintedLine, RawSpan) -> Void) {
    late.sort { $0.place < $1.place }
    let late = late
    var next = 0
    var count: UInt64 = 0
    func show(before index: UInt64) {
      while next < late.count, late[next].place.index <= index {
        let row = late[next]
        next += 1
        body(row.line, row.text.rawBytes)
      }
    }
    spool.forEachLine { line, text in
      show(before: count)
      count += 1
      body(line, text)
    }
    show(before: .max)
  }

  /// Writes the first rows as rows of a table, then the end of the table and the others for the
  /// script.
  /// - cured: frames of errors that what follows shows to be none.
  /// - linked: frames that the page has links to.
  /// - tableEnds: called with those of them that no row before stands for.
  /// - Returns: how many rows there was no room for.
  mutating func write(
    withAdvertisements: Bool, cured: Set<UInt64>, linked: [UInt64], to page: PageWriter,
    tableEnds: (ArraySlice<UInt64>) -> Void
  ) -> UInt64 {
    var written = 0
    var octets = 0
    var leftOut: UInt64 = 0
    var names = RowNames(linked)
    var out = ByteWriter(capacity: 1024)
    var json = ByteWriter(capacity: 1024)
    forEachRow { line, text in
      if line.style == .advertisement, !withAdvertisements { return }
      guard written < Self.most, octets < Self.octets else {
        leftOut += 1
        return
      }
      var isProblem = line.style == .problem
      let frame = text.frame
      if line.style == .doubtful { isProblem = frame.map { !cured.contains($0) } ?? true }
      let style: StaticString? = isProblem ? "p" : line.style == .gap ? "g" : nil
      out.removeAll()
      if written < Self.plain {
        let (id, others) = names.take(frame)
        Self.write(row: text, id, others, style, to: &out)
      } else {
        json.removeAll()
        Self.write(json: text, style, to: &json)
        if written == Self.plain {
          tableEnds(names.rest)
          out.append("<script type=\"application/json\" id=\"data\">[\n")
        } else {
          out.append(",\n")
        }
        out.append(scriptJSON: json.bytes)
      }
      written += 1
      octets += out.count - (text.byteCount - Self.wholeStart(of: text))
      page.out.buffer.append(out.bytes)
      page.out.lineEnds()
    }
    if written <= Self.plain { tableEnds(names.rest) } else { page.markup("]</script>\n") }
    return leftOut
  }

  private static func write(
    row text: RawSpan, _ id: UInt64?, _ others: [UInt64], _ style: StaticString?,
    to out: inout ByteWriter
  ) {
    out.append("<tr")
    if let id {
      out.append(" id=\"f")
      out.append(decimal: id)
      out.append("\"")
    }
    if let style {
      out.append(" class=\"")
      out.append(style)
      out.append("\"")
    }
    out.append(">")
    let whole = wholeStart(of: text)
    forEachCell(text) { column, cell in
      out.append(column == 0 ? "<th scope=\"row\">" : "<td>")
      if column == 0 { for frame in others { out.append(placeOfFrame: frame) } }
      out.append(
        cell, opensTo: column == Self.textColumn ? text.clamped(whole) : text.clamped(0, 0))
      out.append(column == 0 ? "</th>" : "</td>")
    }
    out.append("</tr>\n")
  }

  /// The cells, then the class, then the whole value if the text shows only its beginning.
  private static func write(json text: RawSpan, _ style: StaticString?, to out: inout ByteWriter) {
    out.append("[")
    forEachCell(text) { _, cell in
      out.append(json: cell)
      out.append(",")
    }
    out.append("\"")
    if let style { out.append(style) }
    out.append("\"")
    let whole = text.clamped(wholeStart(of: text))
    if !whole.isEmpty {
      out.append(",")
      out.append(json: whole)
    }
    out.append("]")
  }

  /// The cells that are columns.
  private static func forEachCell(_ text: RawSpan, _ body: (_ column: Int, RawSpan) -> Void) {
    var start = 0
    var column = 0
    for i in 0..<text.byteCount where text.uint8(at: i) == separator {
      body(column, text.clamped(start..<i))
      start = i + 1
      column += 1
    }
  }

  /// Where the last cell starts: the whole value, or nothing.
  private static func wholeStart(of text: RawSpan) -> Int {
    var start = text.byteCount
    while start > 0, text.uint8(at: start - 1) != separator { start -= 1 }
    return start
  }
}

/// What rows are named after: their frame, and linked ones before it that have no row.
private struct RowNames {
  private let linked: [UInt64]
  private var next = 0
  private var taken: Set<UInt64> = []

  init(_ linked: [UInt64]) { self.linked = linked }

  /// The linked frames that no row stood for.
  var rest: ArraySlice<UInt64> { linked[next...] }

  /// - Returns: the row's own name, and further ones.
  mutating func take(_ frame: UInt64?) -> (own: UInt64?, others: [UInt64]) {
    guard let frame else { return (nil, []) }
    let start = next
    while next < linked.count, linked[next] < frame { next += 1 }
    // Those that a row far above has are not in the way: frames seldom go back.
    let others = linked[start..<next].filter { taken.insert($0).inserted }
    if next < linked.count, linked[next] == frame { next += 1 }
    return (taken.insert(frame).inserted ? frame : nil, others)
  }
}

extension ByteWriter {
  /// Where a link to a frame leads that has no row.
  mutating func append(placeOfFrame frame: UInt64) {
    append("<a id=\"f")
    append(decimal: frame)
    append("\"></a>")
  }
}

extension RawSpan {
  /// The number at its start.
  fileprivate var frame: UInt64? {
    var number: UInt64 = 0
    var at = 0
    while at < byteCount, at < 18, (0x30...0x39).contains(uint8(at: at)) {
      number = number * 10 + UInt64(uint8(at: at) & 0x0F)
      at += 1
    }
    return at > 0 ? number : nil
  }
}
