import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// A run of events of one connection that may become a fold.
struct Stretch {
  private var pending: [(line: TimelineLine, step: FoldStep)] = []
  /// How often each event is among the pending ones, and how many occur once.
  private var counts: [FoldKey: Int] = [:]
  private var singles = 0
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
    count(step.key, 1)
    guard pending.count > TimelineFolder.threshold else { return }
    guard singles == 0 else {
      // Something here happens only once: it stays visible, and so does what came before.
      let first = pending.removeFirst()
      first.line.state = .shown
      count(first.step.key, -1)
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
    counts.removeAll()
  }

  private mutating func count(_ key: FoldKey, _ change: Int) {
    let before = counts[key] ?? 0
    let now = before + change
    counts[key] = now == 0 ? nil : now
    singles += (now == 1 ? 1 : 0) - (before == 1 ? 1 : 0)
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
      text.append(string: unit.ascii)
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
