import Bytes
import GATTSession

/// Prints the lines of the timeline, each with its connection.
package struct TimelinePrinter: ~Copyable {
  package static let directions: StaticString =
    "the value goes > to the peripheral, < to the central"
  package static let directionsWithoutRoles: StaticString =
    "(roles unknown: > sent by this host, < received)"

  private let out: OutputStream
  private let options: ReportRenderer.Options
  /// The column of the text of the event whose lines are printed.
  private var textColumn = 48
  private let width = Page.width
  /// The connection of the last event on an open one.
  private var openConnection: Connection?
  private var firstConnection: Int?
  private var hasFurtherConnections = false
  /// Several connections are open at once: each line names its own.
  private var isConcurrent = false
  /// The connection from which on marks are wider.
  private var widerMark = 10
  /// Columns of the mark at the start of a line: `C9 `, `C10 `.
  private var markWidth = Page.markWidth
  /// The connection of the last separator.
  private var printedConnection = 0
  /// Words of an event that did not fit its last line.
  private var carried: [UInt8] = []
  /// The last line ended within a word, which the next one continues.
  private var isWithinWord = false
  /// The lines of the event so far end within a quoted text.
  private var isQuoted = false
  /// That of the last line that has one.
  private var previousTime: Int64?

  init(_ out: OutputStream, _ options: ReportRenderer.Options) {
    self.out = out
    self.options = options
  }

  var hasConnections: Bool { firstConnection != nil }

  /// Notes the connections: they decide how their lines look.
  mutating func follow(_ event: borrowing Event) {
    guard let connection = event.connection else { return }
    let first = firstConnection ?? connection.ordinal
    firstConnection = first
    if first != connection.ordinal { hasFurtherConnections = true }
    if connection.ordinal >= widerMark {
      widerMark *= 10
      markWidth += 1
    }
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
      // Only the shortest name leaves room for it.
      head.append(options.timeStyle == .relative ? "; " : ";\n           ")
      head.append(Self.directions)
      if hasUnknownRoles {
        head.append("\n           ")
        head.append(Self.directionsWithoutRoles)
      }
    }
    head.append("\n")
    out.buffer.append(head.bytes)
    out.lineEnds()
  }

  /// Whether lines are printed, as far as is known yet: with connections, the devices' section shows
  /// what was advertised.
  func shows(_ style: LineStyle) -> Bool {
    style != .advertisement || options.showsAdvertisements || !hasConnections
  }

  mutating func print(_ line: PrintedLine, text: RawSpan) {
    guard out.isOpen, shows(line.style) else { return }
    guard options.timeStyle == .delta, let time = line.time else {
      show(line, text: text)
      return
    }
    let filled = text.withTime(since: previousTime.map { time &- $0 } ?? 0)
    previousTime = time
    show(line, text: filled.bytes)
  }

  private mutating func show(_ line: PrintedLine, text: RawSpan) {
    let connection = Int(line.connection)
    let isMarked = hasFurtherConnections
    if isMarked, !isConcurrent, connection != 0, connection != printedConnection {
      printedConnection = connection
      separator(connection)
    }
    if isMarked, isConcurrent {
      if line.isFirst {
        endEvent()
        isWithinWord = false
        isQuoted = false
        if line.textColumn > 0 { textColumn = Int(line.textColumn) }
      }
      defer { followWord(text) }
      guard carried.isEmpty, text.columns <= markedWidth else {
        reflow(text, durationLength: Int(line.durationLength), of: line.isFirst ? connection : 0)
        out.lineEnds()
        return
      }
      mark(line.isFirst ? connection : 0)
    }
    if options.isColored, line.style != .plain {
      Highlight.write(text, style: line.style, to: &out.buffer)
    } else {
      out.buffer.append(text)
    }
    out.buffer.append("\n")
    out.lineEnds()
  }

  // MARK: Lines too long after their mark

  private var markedWidth: Int { width - markWidth }

  /// Prints as much of a line as fits; the rest goes to the event's next line.
  /// - durationLength: bytes at its end, at the page's edge: they stay there.
  private mutating func reflow(_ text: RawSpan, durationLength: Int, of connection: Int) {
    let duration = text.clamped(text.byteCount - durationLength)
    let end =
      durationLength == 0
      ? text.byteCount : text.end(ofSpacesBefore: text.byteCount - durationLength)
    var line = ByteWriter(capacity: 256)
    if carried.isEmpty {
      line.append(text.clamped(0, count: end))
    } else {
      var indent = 0
      while indent < end, text.uint8(at: indent) == 0x20 { indent += 1 }
      line.append(repeating: 0x20, count: textColumn)
      line.append(carried)
      let rest = text.clamped(indent, count: end - indent)
      if indent < end, !isWithinWord || !rest.continues(carried.rawBytes) { line.append(" ") }
      line.append(rest)
    }
    carried.removeAll()
    let isBroken = breakLines(&line, of: connection)
    let mark = isBroken ? 0 : connection
    let last = line.bytes.copy()
    guard duration.byteCount > 0 else {
      if isBroken {
        carried = Array(last.drop { $0 == 0x20 })
      } else {
        show(last.rawBytes, of: mark)
      }
      return
    }
    let gap = markedWidth - duration.columns
    if last.rawBytes.columns < gap {
      show(last.rawBytes, gap: gap - last.rawBytes.columns, word: duration, of: mark)
    } else {
      show(last.rawBytes, of: mark)
      show(RawSpan(), gap: gap, word: duration, of: 0)
    }
  }

  private mutating func followWord(_ line: RawSpan) {
    let own = line.clamped(line.bytes(ofColumns: textColumn))
    if own.hasOddQuotes { isQuoted.toggle() }
    isWithinWord = line.columns == width && own.isCutWord(isQuoted)
  }

  /// Prints all lines but the last of a text that is too long for one.
  /// - Returns: whether there were several.
  private func breakLines(_ line: inout ByteWriter, of connection: Int) -> Bool {
    var isBroken = false
    while line.bytes.columns > markedWidth {
      let bytes = line.bytes.copy()
      let text = bytes.rawBytes
      var end = text.byteCount
      var rest = end
      while text.clamped(0, count: end).columns > markedWidth {
        var (head, tail) = Self.lastWord(text.clamped(0, count: end))
        // `0200 x104` is no unit that fills a line.
        if text.clamped(0, count: tail).columns <= textColumn {
          (head, tail) = Self.lastWord(text.clamped(0, count: end), joinsUnits: false)
        }
        // One word fills the line: below, it would not fit either.
        guard head > 0, text.clamped(0, count: tail).columns > textColumn else {
          end = text.end(ofOctetsFrom: text.bytes(ofColumns: textColumn), before: markedWidth)
          rest = end
          break
        }
        (end, rest) = (head, tail)
      }
      show(text.clamped(0, count: end), of: isBroken ? 0 : connection)
      isBroken = true
      line.removeAll()
      line.append(repeating: 0x20, count: textColumn)
      line.append(text.clamped(rest))
    }
    return isBroken
  }

  /// Prints what did not fit an event's last line.
  mutating func endEvent() {
    guard !carried.isEmpty else { return }
    show(RawSpan(), gap: textColumn, word: carried.rawBytes, of: 0)
    carried.removeAll()
    out.lineEnds()
  }

  private func show(
    _ text: RawSpan, gap: Int = 0, word: RawSpan = RawSpan(), of connection: Int
  ) {
    mark(connection)
    out.buffer.append(text)
    out.buffer.append(repeating: 0x20, count: gap)
    out.buffer.append(word)
    out.buffer.append("\n")
  }

  /// Where the last word starts, and where the text before it ends. `15 ms` and `2 bytes` count as
  /// one word.
  private static func lastWord(
    _ text: RawSpan, joinsUnits: Bool = true
  ) -> (head: Int, tail: Int) {
    var tail = text.start(ofWordBefore: text.byteCount)
    var head = text.end(ofSpacesBefore: tail)
    let number = text.start(ofWordBefore: head)
    if joinsUnits, number > 0, tail - head == 1, (0x30...0x39).contains(text.uint8(at: number)) {
      tail = number
      head = text.end(ofSpacesBefore: tail)
    }
    return (head, tail)
  }

  private func separator(_ connection: Int) {
    let start = out.buffer.count
    out.buffer.append("-- C")
    out.buffer.append(decimal: connection)
    out.buffer.append(" ")
    out.buffer.append(repeating: 0x2D, count: max(0, width - 6 - (out.buffer.count - start)))
    out.buffer.append("\n")
  }

  private func mark(_ connection: Int) {
    let start = out.buffer.count
    if connection > 0 {
      out.buffer.append("C")
      out.buffer.append(decimal: connection)
    }
    out.buffer.append(repeating: 0x20, count: max(1, markWidth - (out.buffer.count - start)))
  }
}

extension RawSpan {
  /// A line of the timeline with its time, in the column that is still empty.
  /// - since: nanoseconds.
  fileprivate func withTime(since length: Int64) -> ByteWriter {
    var at = 0
    while at < byteCount, uint8(at: at) == 0x20 { at += 1 }
    while at < byteCount, (0x30...0x39).contains(uint8(at: at)) { at += 1 }
    var time = ByteWriter(capacity: 64)
    time.append(seconds: length, decimals: 3)
    var line = ByteWriter(capacity: byteCount + 16)
    line.append(clamped(0, count: at))
    line.append(" ")
    let width = TimeColumn.width(of: .delta, decimals: 3)
    line.append(right: time.bytes, width: width)
    // Where it is wider, what comes after it stays where it is, if there is room.
    let end = min(at + 1 + width, byteCount)
    let rest = clamped(end)
    let surplus = max(0, time.count - width)
    let gap = rest.gap(of: surplus + 2)
    line.append(rest.clamped(0, count: gap ?? rest.byteCount))
    if let gap { line.append(rest.clamped(gap + surplus)) }
    return line
  }

  /// Where so many spaces in a row are, the first ones behind a word.
  private func gap(of count: Int) -> Int? {
    var start = 3
    var at = start
    while at < byteCount {
      if uint8(at: at) != 0x20 { start = at + 1 } else if at + 1 - start == count { return start }
      at += 1
    }
    return nil
  }

  /// The number of digits of a value in hex at the start.
  private var hexDigits: Int {
    for at in 0..<byteCount {
      switch uint8(at: at) {
      case 0x30...0x39, 0x61...0x66: continue
      default: return at
      }
    }
    return byteCount
  }

  /// Whether what fills a line is a part of a value in hex or of a quoted text, or perhaps all of it.
  /// - isQuoted: whether it ends within a quoted text.
  fileprivate func isCutWord(_ isQuoted: Bool) -> Bool {
    guard byteCount > 0, start(ofWordBefore: byteCount) == 0 else { return false }
    return isQuoted || hexDigits == byteCount
  }

  /// Whether a quoted text begins or ends in it, but not both.
  fileprivate var hasOddQuotes: Bool {
    var isOdd = false
    var isEscaped = false
    for at in 0..<byteCount {
      let byte = uint8(at: at)
      if byte == 0x22, !isEscaped { isOdd.toggle() }
      isEscaped = byte == 0x5C && !isEscaped
    }
    return isOdd
  }

  /// Whether it goes on with such a word: what follows a value may be another one.
  fileprivate func continues(_ word: RawSpan) -> Bool {
    guard word.hexDigits == word.byteCount else { return true }
    let digits = hexDigits
    return digits == byteCount || uint8(at: digits) == 0x20 || uint8(at: digits) == 0x2E
  }

  /// Where to cut a word so that it ends before a column, between octets and not in an escape.
  fileprivate func end(ofOctetsFrom start: Int, before column: Int) -> Int {
    let end = bytes(ofColumns: column)
    guard start < end, clamped(start, count: end - start).hexDigits == end - start else {
      return cut(notInEscape: end)
    }
    return end - (end - start) % 2
  }

  fileprivate func start(ofWordBefore end: Int) -> Int {
    var at = end
    while at > 0, uint8(at: at - 1) != 0x20 { at -= 1 }
    return at
  }

  fileprivate func end(ofSpacesBefore start: Int) -> Int {
    var at = start
    while at > 0, uint8(at: at - 1) == 0x20 { at -= 1 }
    return at
  }
}
