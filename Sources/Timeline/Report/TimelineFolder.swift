import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// A line of the text timeline on its way to the page.
final class TimelineLine {
  enum State { case open, shown, dropped }

  let connection: Int
  let style: LineStyle
  var text: [UInt8]
  /// Bytes at the end of the text that show its duration, at the edge of the page.
  var durationLength: Int
  var state = State.open
  /// The size of its text when it was queued.
  let queuedOctets: Int

  init(connection: Int, style: LineStyle, text: [UInt8], durationLength: Int = 0) {
    self.connection = connection
    self.style = style
    self.text = text
    self.durationLength = durationLength
    queuedOctets = text.count
  }
}

/// How a line is handled when it is printed.
enum LineStyle: UInt8 { case plain, problem, advertisement, gap }

/// The attributes of one line of an event's text.
struct PrintedLine {
  /// 0: no connection.
  var connection: UInt32
  var style: LineStyle
  /// The first line of its event.
  var isFirst = true
  /// As for the event's text; 0 in all lines but the last.
  var durationLength: UInt16 = 0
}

/// The key under which two events look the same.
struct FoldKey: Hashable {
  let kind: EventKind
  let handle: UInt16
  let attribute: ObjectIdentifier?
  let isSent: Bool
}

/// What folding needs of an event, `nil` for one that ends a stretch.
struct FoldStep {
  let key: FoldKey
  /// A hash of the words and Booleans among the fields: a change in them is news.
  let enumerated: Int
  let time: CaptureTime
  /// `> notify  Battery Level`: kind and attribute, for the summary line.
  let head: [UInt8]
  let measure: (value: Double, unit: FieldUnit)?
}

/// Shows a long stretch of the same few events of a connection as its first two lines, one summary
/// line for each, and its last.
struct TimelineFolder {
  /// A longer stretch is folded.
  static let threshold = 20
  /// The most lines that wait; after that the oldest are shown unfolded.
  static let longestQueue = 4096
  /// The most octets of such lines.
  static let largestQueue = 4 << 20

  /// The most connections with a stretch at a time; after that one of them ends.
  static let openStretches = 128

  private var queue: [TimelineLine?] = []
  /// Lines at the front of the queue that were already taken.
  private var taken = 0
  private var queuedOctets = 0
  private var stretches: [Int: Stretch] = [:]
  private let clock: TimelineClock
  private let isOff: Bool

  init(clock: TimelineClock, isOff: Bool) {
    self.clock = clock
    self.isOff = isOff
  }

  /// Adds a line. Lines leave through `takeShown`.
  mutating func add(_ line: TimelineLine, _ step: FoldStep?) {
    guard !isOff, let step, line.connection > 0 else {
      if line.connection > 0 { endStretch(line.connection) }
      line.state = .shown
      enqueue(line)
      relieve()
      return
    }
    var stretch = stretches.removeValue(forKey: line.connection) ?? Stretch()
    if stretches.count >= Self.openStretches, let first = stretches.keys.min() {
      endStretch(first)
    }
    if !stretch.accepts(step) {
      stretch.finish(clock)
      stretch = Stretch()
    }
    stretch.add(line, step, clock)
    stretches[line.connection] = stretch
    enqueue(line)
    relieve()
  }

  private mutating func enqueue(_ line: TimelineLine) {
    queue.append(line)
    queuedOctets += line.queuedOctets
  }

  private mutating func relieve() {
    guard queue.count - taken > Self.longestQueue || queuedOctets > Self.largestQueue,
      taken < queue.count, let oldest = queue[taken]
    else { return }
    endStretch(oldest.connection)
    // A place that is not filled by now is given up.
    if oldest.state == .open { oldest.state = .dropped }
  }

  /// Reserves a place for a line whose text is known later.
  mutating func reserve(_ line: TimelineLine) {
    endStretch(line.connection)
    enqueue(line)
    relieve()
  }

  private mutating func endStretch(_ connection: Int) {
    guard var stretch = stretches.removeValue(forKey: connection) else { return }
    stretch.finish(clock)
  }

  mutating func endAll() {
    for connection in stretches.keys.sorted() { endStretch(connection) }
  }

  /// Passes on the lines from the front that are settled.
  mutating func takeShown(_ body: (TimelineLine) -> Void) {
    while taken < queue.count, let line = queue[taken] {
      if line.state == .open { break }
      queue[taken] = nil
      if line.state == .shown { body(line) }
      queuedOctets -= line.queuedOctets
      taken += 1
    }
    // Compacted now and then, not for every line.
    guard taken == queue.count || taken >= Self.longestQueue else { return }
    queue.removeFirst(taken)
    taken = 0
  }
}
