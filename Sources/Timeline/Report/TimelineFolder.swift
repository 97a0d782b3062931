import BTSnoop
import ByteReader
import GATTSession
import GATTValues

/// A line of the text timeline on its way to the page.
final class TimelineLine {
  enum State { case open, shown, dropped }

  let connection: Int
  let style: LineStyle
  var text: [UInt8]
  var state = State.open
  /// Of its text when it was queued.
  let queuedOctets: Int

  init(connection: Int, style: LineStyle, text: [UInt8]) {
    self.connection = connection
    self.style = style
    self.text = text
    queuedOctets = text.count
  }
}

/// How a line is treated when it is printed.
enum LineStyle: UInt8 { case plain, problem, advertisement, gap }

/// What makes two events the same to the eye.
struct FoldKey: Hashable {
  let kind: EventKind
  let handle: UInt16
  let attribute: ObjectIdentifier?
  let isSent: Bool
}

/// What folding needs of an event, `nil` for one that ends a stretch.
struct FoldStep {
  let key: FoldKey
  /// A hash of the words and truths among the fields: a change among them is news.
  let enumerated: Int
  let time: CaptureTime
  /// `> notify  Battery Level`: kind and attribute, for the summary line.
  let head: [UInt8]
  let measure: (value: Double, unit: FieldUnit)?
}

/// Shows a long stretch of the same few events of a connection as its first two lines, one summary
/// line for each, and its last.
struct TimelineFolder {
  /// A stretch of more events than this is folded.
  static let threshold = 20
  /// Lines that wait at most; then the oldest are shown as they are.
  static let longestQueue = 4096
  /// Octets of such lines at most.
  static let largestQueue = 4 << 20

  private var queue: [TimelineLine] = []
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
    guard queue.count > Self.longestQueue || queuedOctets > Self.largestQueue,
      let oldest = queue.first
    else { return }
    endStretch(oldest.connection)
    // A place that was kept and is not filled by now is given up.
    if oldest.state == .open { oldest.state = .dropped }
  }

  /// Keeps a place for a line whose text is known later.
  mutating func reserve(_ line: TimelineLine) {
    endStretch(line.connection)
    enqueue(line)
  }

  private mutating func endStretch(_ connection: Int) {
    guard var stretch = stretches.removeValue(forKey: connection) else { return }
    stretch.finish(clock)
  }

  mutating func endAll() {
    for connection in stretches.keys.sorted() { endStretch(connection) }
  }

  /// Hands over the lines from the front whose fate is decided.
  mutating func takeShown(_ body: (TimelineLine) -> Void) {
    var taken = 0
    for line in queue {
      if line.state == .open { break }
      if line.state == .shown { body(line) }
      queuedOctets -= line.queuedOctets
      taken += 1
    }
    if taken > 0 { queue.removeFirst(taken) }
  }
}

/// A run of events of one connection that may become a fold.
private struct Stretch {
  private var pending: [(line: TimelineLine, step: FoldStep)] = []
  private var enumerated: [FoldKey: Int] = [:]
  private var folded: [FoldKey: FoldedPair] = [:]
  private var order: [FoldKey] = []
  private var isFolding = false
  private var last: (line: TimelineLine, step: FoldStep)?

  func accepts(_ step: FoldStep) -> Bool {
    if let before = enumerated[step.key], before != step.enumerated { return false }
    return !isFolding || folded[step.key] != nil
  }

  mutating func add(_ line: TimelineLine, _ step: FoldStep, _ clock: TimelineClock) {
    enumerated[step.key] = step.enumerated
    if isFolding {
      dropLast(clock)
      last = (line, step)
      return
    }
    pending.append((line, step))
    guard pending.count > TimelineFolder.threshold else { return }
    var counts: [FoldKey: Int] = [:]
    for (_, step) in pending { counts[step.key, default: 0] += 1 }
    guard counts.values.allSatisfy({ $0 >= 2 }) else {
      // Something here happens once: it stays to be seen, and so does what came before.
      pending.removeFirst().line.state = .shown
      return
    }
    isFolding = true
    for key in counts.keys { folded[key] = FoldedPair() }
    for (index, entry) in pending.enumerated() {
      if index < 2 {
        entry.line.state = .shown
        note(entry.step, isHidden: false, clock)
      } else if index == pending.count - 1 {
        last = entry
      } else {
        entry.line.state = .dropped
        note(entry.step, isHidden: true, clock)
      }
    }
    pending.removeAll()
  }

  private mutating func dropLast(_ clock: TimelineClock) {
    guard let last else { return }
    last.line.state = .dropped
    note(last.step, isHidden: true, clock)
    self.last = nil
  }

  private mutating func note(_ step: FoldStep, isHidden: Bool, _ clock: TimelineClock) {
    if isHidden, folded[step.key]?.count == 0 { order.append(step.key) }
    folded[step.key]?.add(step, isHidden: isHidden, clock)
  }

  mutating func finish(_ clock: TimelineClock) {
    for (line, _) in pending { line.state = .shown }
    guard isFolding, let last else { return }
    var text = ByteWriter(capacity: 256)
    for key in order {
      folded[key]?.write(to: &text)
      text.append("\n")
    }
    text.append(last.line.text)
    last.line.text = text.bytes.copy()
    last.line.state = .shown
  }
}

/// What a fold hides of one kind of event.
private struct FoldedPair {
  private(set) var count = 0
  private var head: [UInt8] = []
  private var lastTime: CaptureTime?
  private var lastHidden: Int64 = 0
  private var intervals = IntervalHistogram()
  private var range: ClosedRange<Double>?
  private var unit = FieldUnit.none

  mutating func add(_ step: FoldStep, isHidden: Bool, _ clock: TimelineClock) {
    if let lastTime { intervals.add(step.time.nanoseconds(since: lastTime)) }
    lastTime = step.time
    guard isHidden else { return }
    count += 1
    head = step.head
    lastHidden = clock.nanoseconds(step.time)
    if let (value, unit) = step.measure {
      range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
      self.unit = unit
    }
  }

  func write(to out: inout ByteWriter) {
    var text = ByteWriter(capacity: 128)
    text.append(grouped: UInt64(count))
    text.append(" more to ")
    text.append(milliseconds: lastHidden)
    if let range {
      text.append(", ")
      text.append(number: range.lowerBound, decimals: 2, trimmed: true)
      text.append("..")
      text.append(number: range.upperBound, decimals: 2, trimmed: true)
      text.append(" ")
      text.append(unit.ascii)
    }
    if let median = intervals.median {
      text.append(", median ")
      text.append(duration: median)
      text.append(", longest ")
      text.append(duration: intervals.longest)
    }
    out.append("           ... ")
    out.append(head)
    let indent = 48
    if out.column >= indent { out.newLine(indent) } else { out.tab(to: indent) }
    out.append(wrapped: text.bytes, indent: indent, width: Page.width)
  }
}

extension ByteWriter {
  /// A number with at most so many decimals, zeros at the end left out.
  mutating func append(number value: Double, decimals: Int, trimmed: Bool) {
    let start = count
    append(number: value, decimals: decimals)
    guard trimmed, decimals > 0, value.isFinite, value.magnitude < 1e15 else { return }
    var end = count
    while end > start, bytes.uint8(at: end - 1) == 0x30 { end -= 1 }
    if end > start, bytes.uint8(at: end - 1) == 0x2E { end -= 1 }
    truncate(to: end)
  }
}

extension FieldUnit {
  /// The unit in the letters that the report is made of.
  var ascii: StaticString {
    switch self {
    case .celsius: "C"
    case .degreesPerSecond: "dps"
    case .microtesla: "uT"
    case .microseconds: "us"
    case .lux: "lux"
    case .beatsPerMinute: "bpm"
    case .percent: "%"
    case .hectopascal: "hPa"
    case .gravity: "g"
    case .seconds: "s"
    case .milliseconds: "ms"
    case .decibelMilliwatts: "dBm"
    case .kilojoules: "kJ"
    default: ""
    }
  }
}

/// Intervals by their size, exact to about 3 %: what a median needs, in memory that does not grow.
struct IntervalHistogram {
  private var buckets: [UInt32] = []
  private var total = 0
  private(set) var longest: Int64 = 0
  private var shortest = Int64.max

  /// Buckets for a factor of two.
  private static let steps = 32

  mutating func add(_ nanoseconds: Int64) {
    guard nanoseconds >= 0 else { return }
    longest = max(longest, nanoseconds)
    shortest = min(shortest, nanoseconds)
    total += 1
    let index = Self.index(nanoseconds)
    while buckets.count <= index { buckets.append(0) }
    buckets[index] &+= 1
  }

  var median: Int64? {
    guard total > 0 else { return nil }
    var seen = 0
    for (index, count) in buckets.enumerated() {
      seen += Int(count)
      if seen * 2 >= total { return max(shortest, min(Self.value(index), longest)) }
    }
    return longest
  }

  /// In tenths of a millisecond: linear below 32, then 32 steps an octave.
  private static func index(_ nanoseconds: Int64) -> Int {
    let ticks = UInt64(nanoseconds) / 100_000
    guard ticks >= UInt64(steps) else { return Int(ticks) }
    let octave = 63 - ticks.leadingZeroBitCount - 5
    return octave * steps + Int(ticks >> UInt64(octave))
  }

  /// The middle of a bucket.
  private static func value(_ index: Int) -> Int64 {
    guard index >= steps * 2 else { return Int64(index) * 100_000 }
    let octave = index / steps - 1
    let lowest = Int64(steps + index % steps) << Int64(octave) * 100_000
    return lowest + Int64(1) << Int64(octave) * 50_000
  }
}
