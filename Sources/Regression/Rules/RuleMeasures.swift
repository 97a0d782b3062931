/// The times between consecutive events of a connection; without a connection, of a device.
struct GapMeasure {
  struct Gap {
    /// Nanoseconds; negative if the capture's clock went back.
    let length: Int64
    /// The event after it.
    let end: RuleEvent
  }

  private(set) var largest: Gap?
  private(set) var smallest: Gap?
  private var last: [UInt64: Int64] = [:]

  mutating func take(_ event: RuleEvent, _ time: Int64) {
    let connection = event.item.connection
    let group =
      connection > 0
      ? UInt64(connection) : UInt64(UInt32(bitPattern: event.item.peer)) << 32
    defer { last[group] = time }
    guard let before = last[group] else { return }
    let (length, isTooLong) = time.subtractingReportingOverflow(before)
    guard !isTooLong else { return }
    let gap = Gap(length: length, end: event)
    if length > largest?.length ?? .min { largest = gap }
    if length < smallest?.length ?? .max { smallest = gap }
  }
}

/// Whether each of some events is followed by another in time.
struct AnswerWatch {
  private let rule: Rule.Answer
  /// For each connection the waiting events; 0: of no connection, answered by any.
  private var waiting: [UInt32: [TimelineItem]] = [:]
  private var triggers = 0
  private var late = RuleOutcome.Finding(message: "")

  init(_ rule: Rule.Answer) { self.rule = rule }

  /// An event that may need an answer.
  mutating func meet(_ event: RuleEvent) {
    guard event.isChosen(by: rule.trigger) else { return }
    triggers += 1
    waiting[event.item.connection, default: []].append(event.item)
  }

  /// An event that is an answer.
  mutating func answer(_ event: RuleEvent, _ time: Int64) {
    for connection in Set([event.item.connection, 0]) {
      for trigger in waiting.removeValue(forKey: connection) ?? [] {
        let (length, isTooLong) = time.subtractingReportingOverflow(trigger.time ?? .min)
        if isTooLong || length > rule.limit { Self.add(trigger, event.timeline, to: &late) }
      }
    }
  }

  private static func add(
    _ trigger: TimelineItem, _ timeline: RecordedTimeline, to finding: inout RuleOutcome.Finding
  ) {
    finding.count += 1
    guard finding.examples.count < RuleOutcome.examples else { return }
    let event = RuleEvent(item: trigger, timeline: timeline)
    finding.examples.append(event.evidence(event.words))
  }

  /// What is wrong, after all events were seen.
  func finding(_ timeline: RecordedTimeline) -> RuleOutcome.Finding? {
    var finding = late
    finding.term = rule.text
    for trigger in waiting.values.joined().sorted(by: { $0.line < $1.line }) {
      Self.add(trigger, timeline, to: &finding)
    }
    guard triggers > 0 else {
      finding.message = "there is nothing it could follow"
      return finding
    }
    guard finding.count > 0 else { return nil }
    finding.message = "nothing follows in time after \(finding.count) of \(triggers)"
    return finding
  }
}
