import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// A conversation in two columns, one a side, with whole values.
final class ExchangeText: ExchangeWriter {
  /// Columns of frame and time, of the gap between the sides, and of the milliseconds.
  private static let gap = 2
  private static let durationWidth = 7

  private let out: OutputStream
  private let style: TimeStyle
  private var column: TimeColumn?
  private var previous: CaptureTime?
  private var printedConnection = 0
  private var turns = 0
  /// Lines of links that a turn may still come before: a request that a disconnection leaves open is known
  /// with it, and began earlier.
  private var links: [(frame: UInt64, time: CaptureTime, connection: Connection, line: [UInt8])] =
    []
  // Reused for each turn.
  private var sides: [2 of ByteWriter] = [ByteWriter(capacity: 1024), ByteWriter(capacity: 1024)]
  /// The line of the answers' side at which each answer begins, with its delay.
  private var delays: [(line: Int, side: Int, nanoseconds: Int64)] = []

  init(_ out: OutputStream, _ style: TimeStyle) {
    self.out = out
    self.style = style
  }

  let needsMembers = false

  /// Columns that the time of the lines that are written needs beyond its own.
  private var excess = 0
  private var headWidth: Int { 6 + (column?.width(decimals: 3) ?? 8) + excess + 2 }
  private var sideWidth: Int {
    (Page.width - headWidth - Self.gap - Self.durationWidth) / 2
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    column = TimeColumn(clock: clock, style: style)
    var head = ByteWriter(capacity: 256)
    head.append("EXCHANGE   frame, time; ms since the request\n")
    head.append(
      "           what a device sends within 1 s of a request stands beside it\n")
    head.append(repeating: 0x20, count: headWidth)
    head.append("central")
    head.tab(to: headWidth + sideWidth + Self.gap)
    head.append("peripheral")
    head.tab(to: Page.width - 2)
    head.append("ms\n")
    out.buffer.append(head.bytes)
  }

  func end(_ summary: CaptureSummary) {
    writeLinks(to: .max)
    if turns == 0 { out.buffer.append("no values were seen\n") }
    out.lineEnds()
  }

  // MARK: Connections

  func link(_ event: borrowing Event, fields: borrowing EventFields) {
    guard let connection = event.connection else { return }
    if let last = links.last, last.frame < event.frame { writeLinks(to: last.frame) }
    links.append((event.frame, event.time, connection, words(of: event, fields: fields)))
  }

  func mark(_ event: borrowing Event, fields: borrowing EventFields) {
    writeLinks(to: .max)
    write(event.frame, at: event.time, words: words(of: event, fields: fields))
  }

  private func words(of event: borrowing Event, fields: borrowing EventFields) -> [UInt8] {
    var line = ByteWriter(capacity: 160)
    line.append(event.word)
    line.append("  ")
    line.append(fields.decoded.text.bytes)
    return line.bytes.copy()
  }

  /// Writes those up to a frame.
  private func writeLinks(to frame: UInt64) {
    let count = links.prefix { $0.frame <= frame }.count
    for link in links.prefix(count) {
      title(of: link.connection)
      write(link.frame, at: link.time, words: link.line)
    }
    links.removeFirst(count)
  }

  /// A line of its own.
  private func write(_ frame: UInt64, at time: CaptureTime, words: [UInt8]) {
    var line = ByteWriter(capacity: 160)
    excess = column?.excess(time) ?? 0
    head(frame, at: time, to: &line)
    line.append(wrapped: words.rawBytes, indent: headWidth + 2)
    line.append("\n")
    out.buffer.append(line.bytes)
    out.lineEnds()
  }

  /// A separator where the connection changes, with its device.
  private func title(of connection: Connection) {
    guard connection.ordinal != printedConnection else { return }
    printedConnection = connection.ordinal
    var line = ByteWriter(capacity: 128)
    line.append("-- C")
    line.append(decimal: connection.ordinal)
    if let peer = connection.peer {
      line.append("  ")
      if peer.ordinal > 0 {
        line.append("#")
        line.append(decimal: peer.ordinal)
        line.append(" ")
      }
      if let name = peer.name {
        line.append(untrusted: name, escaping: .plain)
        line.append("  ")
      }
      peer.address.write(to: &line)
    }
    line.append(" ")
    line.append(repeating: 0x2D, count: max(0, Page.width - 6 - line.column))
    line.append("\n")
    out.buffer.append(line.bytes)
  }

  private func head(_ frame: UInt64, at time: CaptureTime, to line: inout ByteWriter) {
    line.append(right: frame, plain: 5)
    line.append(" ")
    column?.write(time, previous: previous, decimals: 3, to: &line)
    line.append("  ")
    previous = time
  }

  // MARK: Turns

  func turn(_ turn: ExchangeTurn) {
    guard let first = turn.first else { return }
    writeLinks(to: first.frame)
    turns += 1
    excess = column?.excess(first.time) ?? 0
    title(of: turn.connection)
    sides[0].removeAll()
    sides[1].removeAll()
    delays.removeAll(keepingCapacity: true)
    if let request = turn.request { write(request, isRequest: true) }
    for answer in turn.answers { write(answer, isRequest: false) }
    if turn.count > 1 { repeated(turn, first: first) }
    lines(first)
    out.lineEnds()
  }

  private func repeated(_ turn: ExchangeTurn, first: ExchangePart) {
    let side = first.isFromCentral ? 0 : 1
    sides[side].append("x")
    sides[side].append(decimal: turn.count)
    sides[side].append(", the last at ")
    column?.write(plain: turn.lastTime, decimals: 3, to: &sides[side])
    sides[side].append("\n")
  }

  /// Writes a part as lines of its side.
  private func write(_ part: ExchangePart, isRequest: Bool) {
    let side = part.isFromCentral ? 0 : 1
    // Below what the other side had said before.
    if let delay = part.delay, !isRequest {
      delays.append((sides[side].lineCount, side, delay))
    }
    if part.kind == .error { sides[side].append("! ") }
    if !(part.kind == .error) && !(part.kind == .response && part.value != nil) {
      sides[side].append(part.word)
      if part.kind != .response, !part.name.isEmpty {
        var name = ByteWriter(capacity: 64)
        name.append(part.name)
        if Page.isNarrow {
          Abbreviation.fit(&name, to: sideWidth - part.word.utf8CodeUnitCount - 1)
        }
        sides[side].append(" ")
        sides[side].append(wrapped: name.bytes, indent: 0, width: sideWidth)
      }
      if part.count > 1 {
        sides[side].append("  x")
        sides[side].append(decimal: part.count)
      }
      sides[side].append("\n")
    }
    if !part.text.isEmpty { text(part.text, side: side) }
    // What a CCCD says is all in its text.
    let isWord = !part.text.isEmpty && part.path?.descriptor != nil
    if let value = part.value, !isWord {
      bytes(value, side: side, isDecoded: !part.text.isEmpty)
      if part.isCut { sides[side].append("(cut)\n") }
    }
    if !part.note.isEmpty { text(part.note, side: side) }
  }

  private func text(_ text: [UInt8], side: Int) {
    sides[side].append(wrapped: text.rawBytes, indent: 0, width: sideWidth)
    sides[side].append("\n")
  }

  /// Rows of hex, with letters where nothing says what the bytes are.
  private func bytes(_ value: [UInt8], side: Int, isDecoded: Bool) {
    guard !value.isEmpty else {
      sides[side].append("(empty)\n")
      return
    }
    let groups = isDecoded ? (sideWidth + 1) / 9 : sideWidth >= 26 ? 2 : 1
    let row = 4 * max(1, groups)
    for start in stride(from: 0, to: value.count, by: row) {
      let end = min(start + row, value.count)
      for group in stride(from: start, to: end, by: 4) {
        if group > start { sides[side].append(" ") }
        sides[side].append(hex: value.rawBytes.clamped(group, count: min(4, end - group)))
      }
      if !isDecoded {
        sides[side].tab(to: 2 * row + row / 4)
        sides[side].append(printable: value.rawBytes.clamped(start..<end))
      }
      sides[side].append("\n")
    }
  }

  // MARK: Two columns

  private func lines(_ first: ExchangePart) {
    var line = ByteWriter(capacity: 256)
    var starts = [0, 0]
    var number = 0
    while starts[0] < sides[0].count || starts[1] < sides[1].count {
      line.removeAll()
      if number == 0 {
        head(first.frame, at: first.time, to: &line)
      }
      for side in 0...1 where starts[side] < sides[side].count {
        let end = sides[side].bytes.lineEnd(from: starts[side])
        if end > starts[side] {
          line.append(
            repeating: 0x20, count: headWidth + side * (sideWidth + Self.gap) - line.column)
          line.append(sides[side].bytes.clamped(starts[side], count: end - starts[side]))
        }
        starts[side] = end + 1
      }
      if let delay = delays.first(where: { $0.line == number }) {
        var text = ByteWriter(capacity: 32)
        text.append(shortMilliseconds: delay.nanoseconds)
        line.tab(to: Page.width - text.bytes.columns)
        line.append(text.bytes)
      }
      line.dropTrailingSpaces()
      out.buffer.append(line.bytes)
      out.buffer.append("\n")
      number += 1
    }
  }
}

extension ByteWriter {
  var lineCount: Int {
    var count = 0
    for index in 0..<bytes.byteCount where bytes.uint8(at: index) == 0x0A { count += 1 }
    return count
  }

  /// Letters of a value may end in some.
  fileprivate mutating func dropTrailingSpaces() {
    var end = count
    while end > 0, bytes.uint8(at: end - 1) == 0x20 { end -= 1 }
    truncate(to: end)
  }

  /// Below a hundred with one decimal.
  fileprivate mutating func append(shortMilliseconds nanoseconds: Int64) {
    let tenths = nanoseconds / 100_000
    append(decimal: tenths / 10)
    guard (0..<1000).contains(tenths) else { return }
    append(".")
    append(decimal: tenths % 10)
  }
}

extension RawSpan {
  /// The bytes from an offset to before the next line feed.
  fileprivate func lineEnd(from start: Int) -> Int {
    var end = start
    while end < byteCount, uint8(at: end) != 0x0A { end += 1 }
    return end
  }
}
