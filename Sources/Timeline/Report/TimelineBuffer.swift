import BTSnoop
import Bytes
import GATTSession
import System

/// How a line is handled when it is printed.
package enum LineStyle: UInt8 {
  case plain, problem, advertisement, gap
  /// A problem, unless what follows shows that it is none.
  case doubtful
}

/// The attributes of one line of an event's text.
package struct PrintedLine {
  /// 0: no connection.
  package var connection: UInt32
  package var style: LineStyle
  /// The first line of its event.
  var isFirst = true
  /// The length of the duration at the end of the event's text; 0 in all lines but the last.
  var durationLength: UInt16 = 0
  /// The stream of values whose third or later line it is; 0: none.
  var stream: UInt32 = 0
  /// The time as in `LineParts`; only the first line of an event has it.
  var time: Int64?
  /// Where its event's text starts; 0 where all of it is one line.
  var textColumn: UInt16 = 0

  init(
    connection: UInt32, style: LineStyle, isFirst: Bool = true, durationLength: UInt16 = 0,
    stream: UInt32 = 0, time: Int64? = nil, textColumn: UInt16 = 0
  ) {
    self.textColumn = textColumn
    self.connection = connection
    self.style = style
    self.isFirst = isFirst
    self.durationLength = durationLength
    self.stream = stream
    self.time = time
  }

  /// The only line of an event.
  package init(_ style: LineStyle, of connection: Int) {
    self.init(connection: UInt32(clamping: connection), style: style)
  }
}

extension RawSpan {
  /// The rows of a line's text, each with its attributes.
  func forEachRow(
    _ durationLength: Int, style: LineStyle, connection: Int, stream: UInt32 = 0,
    time: Int64?, textColumn: Int, _ body: (PrintedLine, RawSpan) -> Void
  ) {
    var line = PrintedLine(
      connection: UInt32(clamping: connection), style: style, stream: stream, time: time,
      textColumn: UInt16(clamping: textColumn))
    var start = 0
    while true {
      let end = lineFeed(from: start)
      if end == byteCount { line.durationLength = UInt16(clamping: durationLength) }
      body(line, clamped(start..<end))
      guard end < byteCount else { return }
      line.isFirst = false
      line.time = nil
      start = end + 1
    }
  }
}

/// The timeline until the rest of the report is written: its lines in a spool, and what is known
/// only later - folds, results of discoveries - with its place among them.
struct TimelineBuffer: ~Copyable {
  /// The most streams at a time; values of further ones are not folded.
  static let streams = 4096
  /// The most octets of late lines; after that nothing is folded.
  static let lateOctets = 8 << 20
  /// Longer lines are not folded.
  static let longestLine = 2048

  /// A line with an earlier place.
  struct LateLine {
    let place: PagePlace
    let connection: Int
    let style: LineStyle
    let text: [UInt8]
    var durationLength = 0
    var textColumn = 0
    var time: Int64?
    /// The stream of which it tells, if it is not about the whole of it.
    var stream: UInt32 = 0
  }

  /// The line that the next value may join.
  private struct Held: ~Copyable {
    var parts = LineParts()
    /// The parts of the line for the latest part of a message.
    var next = LineParts(capacity: 0)
    /// `nil`: no line is held.
    var stream: ValueStream?
    /// Which of its stream's lines it is.
    var number = 0
    var bytes = 0
    var isPart = false
    var first: CaptureTime?
    var latest: CaptureTime?
    var count: UInt64 = 1
  }

  private let layout: LineLayout
  private let times: SpokenTimes
  private var spool = Spool()
  /// Lines in the spool.
  private var index: UInt64 = 0
  private var tick: UInt64 = 0
  private var held = Held()
  private var streams: [StreamKey: ValueStream] = [:]
  /// The streams of each connection, in the order of their numbers: captures have thousands of connections, and
  /// each ends.
  private var streamsOfConnection: [Int: [ValueStream]] = [:]
  /// The streams that have a fold, by their numbers.
  private var folding: [Int: ValueStream] = [:]
  private var marks: UInt64 = 0
  private var lastStream: UInt32 = 0
  private var late: [LateLine] = []
  private var lateOctets = 0
  /// Streams of which only the first two lines and the last are shown.
  private var bulk: Set<UInt32> = []
  private var line = ByteWriter(capacity: 512)
  private var recent = RecentLines()

  init(_ layout: LineLayout, _ times: SpokenTimes) {
    self.layout = layout
    self.times = times
  }

  var error: SystemError? { spool.error }

  // MARK: Lines

  mutating func add(_ parts: borrowing LineParts, style: LineStyle, of connection: Int) {
    release()
    line.removeAll()
    let durationLength = layout.write(parts, to: &line)
    appendLine(
      durationLength, style: style, connection: connection, time: parts.time,
      textColumn: parts.textColumn,
      frame: parts.frame)
  }

  /// A line that is laid out already.
  /// - frame: of the record that it comes before.
  mutating func add(
    _ text: RawSpan, style: LineStyle, of connection: Int, before frame: UInt64? = nil
  ) {
    release()
    line.removeAll()
    line.append(text)
    appendLine(0, style: style, connection: connection, time: nil, textColumn: 0, frame: frame)
  }

  /// What has no line comes between the values before and after it: they do not join, unless they are
  /// parts of one message.
  mutating func separate() { if !held.isPart { release() } }

  /// The place of a line that is written later.
  /// - frame: of the record that it stands for.
  mutating func place(of frame: UInt64? = nil) -> PagePlace {
    tick += 1
    return PagePlace(
      index: index + (held.stream == nil ? 0 : 1), frame: frame ?? .max, tick: tick)
  }

  /// The place of a line that further events may change; `nil` where there is too much of such lines.
  mutating func place(ofLater frame: UInt64) -> PagePlace? {
    lateOctets < Self.lateOctets ? place(of: frame) : nil
  }

  /// The place of a line that stands for an earlier record; `nil` where that is too far back.
  mutating func place(ofRecord frame: UInt64) -> PagePlace? {
    guard lateOctets < Self.lateOctets else { return nil }
    // The line that is held is the next one.
    if held.stream != nil, held.parts.frame.map({ $0 <= frame }) ?? true { return place(of: frame) }
    guard let found = recent.index(after: frame, end: index) else { return nil }
    tick += 1
    return PagePlace(index: found, frame: frame, tick: tick)
  }

  /// Adds a line at an earlier place.
  mutating func insert(
    _ parts: borrowing LineParts, style: LineStyle, of connection: Int, at place: PagePlace,
    stream: UInt32 = 0
  ) {
    line.removeAll()
    let durationLength = layout.write(parts, to: &line)
    insert(
      LateLine(
        place: place, connection: connection, style: style, text: line.bytes.copy(),
        durationLength: durationLength, textColumn: parts.textColumn, time: parts.time,
        stream: stream))
  }

  private mutating func insert(_ late: LateLine) {
    lateOctets += late.text.count + 64
    self.late.append(late)
  }

  /// Spools the rows of `line`.
  private mutating func appendLine(
    _ durationLength: Int, style: LineStyle, connection: Int, stream: UInt32 = 0, time: Int64?,
    textColumn: Int, frame: UInt64?
  ) {
    if let frame { recent.add(frame: frame, index: index) }
    var taken = ByteWriter(capacity: 0)
    swap(&taken, &line)
    taken.bytes.forEachRow(
      durationLength, style: style, connection: connection, stream: stream, time: time,
      textColumn: textColumn
    ) { line, text in
      spool.append(line, text: text)
    }
    swap(&taken, &line)
    index += 1
  }

  // MARK: Values

  /// The stream of a key; `nil` if there are too many.
  private mutating func stream(_ key: StreamKey) -> ValueStream? {
    if let stream = streams[key] { return stream }
    guard streams.count < Self.streams, lateOctets < Self.lateOctets else { return nil }
    lastStream &+= 1
    let stream = ValueStream(key, id: lastStream)
    streams[key] = stream
    streamsOfConnection[key.connection, default: []].append(stream)
    return stream
  }

  /// Adds a value's line, folds it, or counts it in the line before.
  /// - write: writes the line's parts; called only if they may be shown.
  mutating func add(
    _ value: StreamValue, key: StreamKey, write: (inout LineParts) -> Void
  ) {
    guard let stream = stream(key) else {
      var parts = LineParts()
      write(&parts)
      add(parts, style: .plain, of: key.connection)
      return
    }
    let isNextPart = held.isPart && value.isPart
    let isNeighbor =
      held.stream === stream
      && (isNextPart || held.isPart == value.isPart && held.bytes == value.bytes)
    switch stream.decide(value, isNeighbor: isNeighbor, marks: marks) {
    case .join:
      held.count += 1
      held.latest = value.time
      held.parts.seen.widen(by: value.seen)
      if isNextPart {
        // How far the message is now.
        write(&held.next)
        swap(&held.parts.text, &held.next.text)
      }
    case .show:
      if !value.isPart { endFold(stream, at: .value) }
      hold(value, stream: stream, write: write)
    case .fold:
      let parts = takeParts(of: stream)
      write(&stream.last)
      stream.last.text.append(lastOf: parts)
      let mayFold = stream.fold != nil || lateOctets < Self.lateOctets
      if !mayFold || stream.last.count > Self.longestLine {
        hold(value, stream: stream, write: write)
      } else {
        fold(value, stream: stream)
      }
    }
  }

  private mutating func fold(_ value: StreamValue, stream: ValueStream) {
    // A run is of values that follow each other.
    if held.stream === stream { release() }
    let place = place(of: stream.last.frame)
    folding[Int(stream.id)] = stream
    stream.hide(value, at: place)
    guard let fold = stream.fold, fold.count.count <= ValueFold.least else { return }
    line.removeAll()
    let durationLength = layout.write(stream.last, to: &line)
    fold.early.append(
      LateLine(
        place: place, connection: stream.key.connection, style: .plain, text: line.bytes.copy(),
        durationLength: durationLength, textColumn: stream.last.textColumn,
        time: stream.last.time, stream: stream.id))
  }

  private mutating func hold(
    _ value: StreamValue, stream: ValueStream, write: (inout LineParts) -> Void
  ) {
    let parts = value.isPart ? 0 : takeParts(of: stream)
    release()
    write(&held.parts)
    held.parts.text.append(lastOf: parts)
    if stream.lines == 3, !value.isPart { stream.thirdLine = place(of: held.parts.frame) }
    held.stream = stream
    held.number = stream.lines
    held.bytes = value.bytes
    held.isPart = value.isPart
    held.first = value.time
    held.latest = value.time
    held.count = 1
  }

  /// The parts of a message need no line where the value that completes it follows them.
  /// - Returns: how many there were.
  private mutating func takeParts(of stream: ValueStream) -> UInt64 {
    guard held.isPart, held.stream === stream else { return 0 }
    held.stream = nil
    return held.count
  }

  /// Spools the line that was held.
  private mutating func release() {
    guard let stream = held.stream else { return }
    if held.count > 1, let first = held.first, let latest = held.latest {
      held.parts.text.append(" x")
      held.parts.text.append(decimal: held.count)
      held.parts.text.append(" ")
      times.write(to: latest, from: first, text: &held.parts.text)
      // That of the first of them only.
      held.parts.duration.removeAll()
    }
    held.stream = nil
    line.removeAll()
    let durationLength = layout.write(held.parts, to: &line)
    appendLine(
      durationLength, style: .plain, connection: stream.key.connection,
      stream: held.number > 2 ? stream.id : 0,
      time: held.parts.time, textColumn: held.parts.textColumn, frame: held.parts.frame)
  }

  /// What ends a fold. Only a value that has a line makes that of the one before it needless.
  private enum FoldEnd { case value, mark, stream }

  private mutating func endFold(_ stream: ValueStream, at end: FoldEnd) {
    folding[Int(stream.id)] = nil
    guard let fold = stream.endFold() else { return }
    let connection = stream.key.connection
    guard fold.count.count > UInt64(ValueFold.least) else {
      for line in fold.early { insert(line) }
      return
    }
    var parts = LineParts()
    parts.writeFoldHead(of: stream.last)
    fold.write(withoutLast: end != .value, times: times, to: &parts.text)
    parts.seen = fold.seen(withoutLast: end != .value)
    insert(parts, style: .plain, of: connection, at: fold.place, stream: stream.id)
    switch end {
    case .value: break
    case .mark:
      insert(stream.last, style: .plain, of: connection, at: fold.lastPlace, stream: stream.id)
    case .stream: insertLast(stream, at: fold.lastPlace)
    }
  }

  private mutating func insertLast(_ stream: ValueStream, at place: PagePlace) {
    stream.last.text.append("  (last)")
    insert(stream.last, style: .plain, of: stream.key.connection, at: place)
  }

  /// No line is about values on both sides of what follows. The streams go on: what they have shown
  /// before is not news after it.
  mutating func mark() {
    release()
    for stream in folding.values.sorted(by: { $0.id < $1.id }) { endFold(stream, at: .mark) }
    marks += 1
  }

  /// Nothing follows in a connection; `nil`: in none.
  mutating func end(_ connection: Int?) {
    for stream in takeStreams(of: connection) {
      streams[stream.key] = nil
      guard stream.isBulkTransfer, let third = stream.thirdLine, let fold = stream.endFold() else {
        endFold(stream, at: .stream)
        continue
      }
      folding[Int(stream.id)] = nil
      bulk.insert(stream.id)
      var parts = LineParts()
      parts.writeFoldHead(of: stream.last)
      stream.writeTransfer(times, to: &parts.text)
      insert(parts, style: .plain, of: stream.key.connection, at: third)
      insertLast(stream, at: fold.lastPlace)
    }
    if connection == nil { release() }
  }

  private mutating func takeStreams(of connection: Int?) -> [ValueStream] {
    if let connection { return streamsOfConnection.removeValue(forKey: connection) ?? [] }
    let all = streamsOfConnection.values.joined().sorted { $0.id < $1.id }
    streamsOfConnection.removeAll()
    return all
  }

  /// Passes on all lines, in order, after the end.
  mutating func forEachLine(_ body: (PrintedLine, RawSpan) -> Void) {
    late.sort { $0.place < $1.place }
    var next = 0
    var count: UInt64 = 0
    let (late, bulk) = (late, bulk)
    func show(before index: UInt64) {
      while next < late.count, late[next].place.index <= index {
        let line = late[next]
        next += 1
        if line.stream != 0, bulk.contains(line.stream) { continue }
        line.text.rawBytes.forEachRow(
          line.durationLength, style: line.style, connection: line.connection, time: line.time,
          textColumn: line.textColumn, body)
      }
    }
    spool.forEachLine { row, text in
      if row.isFirst {
        show(before: count)
        count += 1
      }
      if row.stream == 0 || !bulk.contains(row.stream) { body(row, text) }
    }
    show(before: .max)
  }
}

extension ByteWriter {
  /// `; 8 values`, of a value that completes a message.
  /// - parts: the values before it that had a part.
  fileprivate mutating func append(lastOf parts: UInt64) {
    guard parts > 0 else { return }
    append("; ")
    append(decimal: parts + 1)
    append(" values")
  }
}
