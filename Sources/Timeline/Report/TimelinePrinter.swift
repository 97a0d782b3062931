import ByteReader
import GATTSession

/// Prints the lines of the timeline, each with what says whose it is.
struct TimelinePrinter {
  private let out: OutputStream
  private let options: ReportRenderer.Options
  /// Where the events' text begins.
  var textColumn = 0
  /// The connection of the last event on an open one.
  private var openConnection: Connection?
  private var firstConnection: Int?
  private var hasFurtherConnections = false
  /// Two connections stood at the same time: each line says whose it is.
  private var isConcurrent = false
  /// Whose lines the last separator began.
  private var printedConnection = 0

  init(_ out: OutputStream, _ options: ReportRenderer.Options) {
    self.out = out
    self.options = options
  }

  var hasConnections: Bool { firstConnection != nil }

  /// Notes which connections there are: that decides how their lines look.
  mutating func follow(_ event: borrowing Event) {
    guard let connection = event.connection else { return }
    let first = firstConnection ?? connection.ordinal
    firstConnection = first
    if first != connection.ordinal { hasFurtherConnections = true }
    guard connection.isOpen else { return }
    if let other = openConnection, other !== connection, other.isOpen { isConcurrent = true }
    openConnection = connection
  }

  func head(hasConnections: Bool, hasUnknownRoles: Bool) {
    var head = ByteWriter(capacity: 128)
    head.append(options.isLive ? "TIMELINE   frame, " : "\nTIMELINE   frame, ")
    head.append(
      options.timeStyle == .delta
        ? "seconds since the line before"
        : options.timeStyle == .epoch
          ? "Unix time" : options.timeStyle == .relative ? "seconds" : "time of day")
    if hasConnections {
      // Only the shortest of the names leaves room for it.
      head.append(options.timeStyle == .relative ? "; " : ";\n           ")
      head.append("the value goes > to the peripheral, < to the central")
      if hasUnknownRoles {
        head.append("\n           (roles unknown: > sent by this host, < received)")
      }
    }
    head.append("\n")
    out.buffer.append(head.bytes)
    out.lineEnds()
  }

  /// - record: a spooled line.
  mutating func print(_ record: RawSpan) {
    guard record.byteCount > 2, out.isOpen else { return }
    let style = LineStyle(rawValue: record.uint8(at: 0) &- 0x30) ?? .plain
    // With connections, the devices' section tells what was advertised.
    if style == .advertisement, !options.showsAdvertisements, hasConnections { return }
    let isFirst = record.uint8(at: 1) == 0x66
    var connection = 0
    var at = 2
    while at < record.byteCount, record.uint8(at: at) != 0x3A {
      connection = connection * 10 + Int(record.uint8(at: at) &- 0x30)
      at += 1
    }
    let text = record.clamped(at + 1)
    let isMarked = hasFurtherConnections
    if isMarked, !isConcurrent, connection != 0, connection != printedConnection {
      printedConnection = connection
      separator(connection)
    }
    if isMarked, isConcurrent {
      mark(isFirst ? connection : 0)
      if text.columns > Page.width - Page.markWidth {
        breakLine(text, style)
        out.lineEnds()
        return
      }
    }
    if options.isColored, style != .plain {
      Highlight.write(text, style, to: &out.buffer)
    } else {
      out.buffer.append(text)
    }
    out.buffer.append("\n")
    out.lineEnds()
  }

  /// A line that is too long behind its mark: its last word, often the time that an answer took, moves
  /// to the left, or to a line of its own.
  private func breakLine(_ text: RawSpan, _ style: LineStyle) {
    var cut = text.byteCount
    while cut > 0, text.uint8(at: cut - 1) != 0x20 { cut -= 1 }
    // `15 ms` is one word.
    var unit = cut
    while unit > 0, text.uint8(at: unit - 1) == 0x20 { unit -= 1 }
    var number = unit
    while number > 0, text.uint8(at: number - 1) != 0x20 { number -= 1 }
    if number > 0, (0x30...0x39).contains(text.uint8(at: number)) { cut = number }
    var end = cut
    while end > 0, text.uint8(at: end - 1) == 0x20 { end -= 1 }
    guard end > 0 else {
      out.buffer.append(text)
      out.buffer.append("\n")
      return
    }
    out.buffer.append(text.clamped(0, end))
    let rest = text.clamped(cut)
    let excess = text.columns - (Page.width - Page.markWidth)
    if cut - end > excess {
      out.buffer.append(repeating: 0x20, count: cut - end - excess)
      out.buffer.append(rest)
      out.buffer.append("\n")
      return
    }
    out.buffer.append("\n")
    let isDuration = rest.byteCount > 0 && (0x30...0x39).contains(rest.uint8(at: 0))
    out.buffer.append(
      repeating: 0x20, count: isDuration ? Page.width - rest.columns : textColumn + Page.markWidth)
    out.buffer.append(rest)
    out.buffer.append("\n")
  }

  private func separator(_ connection: Int) {
    let start = out.buffer.count
    out.buffer.append("-- C")
    out.buffer.append(decimal: connection)
    out.buffer.append(" ")
    out.buffer.append(repeating: 0x2D, count: max(0, 74 - (out.buffer.count - start)))
    out.buffer.append("\n")
  }

  private func mark(_ connection: Int) {
    let start = out.buffer.count
    if connection > 0 {
      out.buffer.append("C")
      out.buffer.append(decimal: connection)
    }
    out.buffer.append(repeating: 0x20, count: max(1, 3 - (out.buffer.count - start)))
  }
}
