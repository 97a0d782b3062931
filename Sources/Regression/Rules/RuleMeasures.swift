import ATTDissector

/// The times between consecutive events of a connection; without a connection, of a device.
struct GapMeasure {
  struct Gap {
    /// Nanoseconds; negative if the capture's clock went back.
    let length: Int64
    /// The event after it.
    let end: RuleEvidence
  }

  private(set) var largest: Gap?
  private(set) var smallest: Gap?
  private var last: [UInt64: Int64] = [:]

  mutating func take(_ event: RuleEvent, at time: Int64) {
    let group = group(of: event)
    defer { last[group] = time }
    guard let before = last[group] else { return }
    let (length, isTooLong) = time.subtractingReportingOverflow(before)
    guard !isTooLong else { return }
    if length > largest?.length ?? .min { largest = Gap(length: length, end: event.evidence) }
    if length < smallest?.length ?? .max { smallest = Gap(length: length, end: event.evidence) }
  }

  /// Places of devices may be used again: addresses are not.
  private func group(of event: RuleEvent) -> UInt64 {
    if event.item.connection > 0 { return UInt64(event.item.connection) }
    if let address = event.peer?.address { return address.deviceKey | 1 << 63 }
    return UInt64(UInt32(bitPattern: event.item.peer)) << 32
  }
}

/// Whether each of some events is followed by another in time.
struct AnswerWatch {
  /// The events of a connection that wait, in order.
  private struct Waiting {
    /// Nanoseconds; the lowest number: the event has none. Those before `head` are over.
    private var times: [Int64] = []
    private var head = 0
    /// The first of them: the earliest are the first to be late.
    private(set) var first: [RuleEvidence] = []

    var count: Int { times.count - head }
    var oldest: Int64? { head < times.count ? times[head] : nil }

    mutating func append(_ time: Int64, evidence: @autoclosure () -> RuleEvidence) {
      if first.count == count, count < RuleOutcome.examples { first.append(evidence()) }
      times.append(time)
    }

    /// - Returns: its evidence, if it has any.
    mutating func removeOldest() -> RuleEvidence? {
      head += 1
      // The room of those that are over is given back, but not for each of them.
      if head > times.count / 2 {
        times.removeFirst(head)
        head = 0
      }
      return first.isEmpty ? nil : first.removeFirst()
    }
  }

  private let rule: Rule.Answer
  /// What waits on each connection; 0 is for no connection, which any answers.
  private var waiting: [UInt32: Waiting] = [:]
  private var triggers = 0
  private var late = Examples()
  /// How many connections may wait before all are looked at.
  private var room = AnswerWatch.connections
  private static let connections = 256

  init(_ rule: Rule.Answer) { self.rule = rule }

  /// An event that may need an answer.
  mutating func meet(_ event: RuleEvent) {
    guard event.isChosen(by: rule.trigger) else { return }
    triggers += 1
    var others = waiting.removeValue(forKey: event.item.connection) ?? Waiting()
    // Those that no answer can help any more are only counted.
    if let now = event.item.time { removeLate(&others, at: now) }
    others.append(event.item.time ?? .min, evidence: event.evidence)
    waiting[event.item.connection] = others
    if let now = event.item.time, waiting.count >= room { reviewAll(at: now) }
  }

  /// Reviews what waits on all connections, most of which have ended.
  private mutating func reviewAll(at now: Int64) {
    for connection in waiting.keys.sorted() {
      guard var others = waiting.removeValue(forKey: connection) else { continue }
      removeLate(&others, at: now)
      if others.count > 0 { waiting[connection] = others }
    }
    room = max(Self.connections, 2 * waiting.count)
  }

  /// An event that is an answer.
  mutating func answer(_ event: RuleEvent, time: Int64) {
    guard !waiting.isEmpty else { return }
    for connection in Set([event.item.connection, 0]) {
      guard var others = waiting.removeValue(forKey: connection) else { continue }
      while let trigger = others.oldest {
        let evidence = others.removeOldest()
        if isLate(trigger, at: time) { noteLate(evidence) }
      }
    }
  }

  private func isLate(_ trigger: Int64, at time: Int64) -> Bool {
    let (length, isTooLong) = time.subtractingReportingOverflow(trigger)
    return isTooLong || length > rule.limit
  }

  /// Counts the late ones, up to the first that is not: those after it are later.
  private mutating func removeLate(_ waiting: inout Waiting, at time: Int64) {
    while let oldest = waiting.oldest, isLate(oldest, at: time) {
      noteLate(waiting.removeOldest())
    }
  }

  private mutating func noteLate(_ evidence: RuleEvidence?) {
    if let evidence { late.insert(evidence) } else { late.count += 1 }
  }

  /// What is wrong, after all events were seen.
  func finding(_ timeline: RecordedTimeline) -> RuleOutcome.Finding? {
    var late = late
    for evidence in waiting.values.flatMap(\.first) { late.insert(evidence) }
    late.count += waiting.values.reduce(0) { $0 + $1.count - $1.first.count }
    guard triggers > 0 else {
      return late.finding("there is nothing it could follow", timeline: timeline, term: rule.text)
    }
    guard late.count > 0 else { return nil }
    return late.finding(
      "nothing follows in time after \(late.count) of \(triggers)", timeline: timeline,
      term: rule.text)
  }
}
