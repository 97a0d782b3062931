import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText
import Vocabulary

/// Builds a recorded timeline from events, or from lines of NDJSON, one event each.
struct TimelineBuilder: ~Copyable {
  /// The most problems that are listed one by one.
  static let reportedProblems = 20

  var timeline: RecordedTimeline
  private var line = TimelineLine()
  var tables = TimelineTables()
  private var kinds = WordTable(EventKind.allCases.map { ($0.name, $0) })
  var scratch = ByteWriter(capacity: 1024)
  var lexicon = EventKeys.lexicon
  private var problems = 0
  /// Who looks at the events, which then are not kept.
  private let run: RuleRun?

  init(name: String, form: RecordedTimeline.Form, for run: RuleRun? = nil) {
    timeline = RecordedTimeline(name: name, form: form)
    self.run = run
  }

  /// Shows the events, if they are not to be kept and there are enough: of them, or of devices, which
  /// unwanted events have, too.
  mutating func handOver() {
    guard let run,
      timeline.items.count >= run.events || timeline.bytes.count >= RuleRun.octets
        || timeline.peers.count >= Self.peers
    else { return }
    run.take(timeline)
    timeline.items.removeAll(keepingCapacity: true)
    timeline.bytes.removeAll(keepingCapacity: true)
    // Addresses can change without end.
    if timeline.peers.count >= Self.peers { tables.forgetPeers(in: &timeline) }
  }

  /// How many devices are known while events are handed over.
  private static let peers = 4096

  consuming func finish() -> RecordedTimeline {
    if problems > Self.reportedProblems {
      timeline.problems.append(
        "\(shown(timeline.name)): \(problems - Self.reportedProblems) more lines that cannot be read"
      )
    }
    return timeline
  }

  static let isLonger = "the timeline is longer than fits into memory; the rest is not read"

  /// Whether the timeline is full.
  var isFull: Bool {
    timeline.bytes.count >= TimelineTables.maximumBytes
      || timeline.items.count >= Int(UInt32.max)
  }

  mutating func begin(_ capture: CaptureLine) {
    timeline.form = capture.form
    timeline.leavesOutAdvertisements = capture.leavesOutAdvertisements
  }

  /// Reports why a line cannot be read; beyond a limit such lines are counted.
  mutating func add(_ problem: LineError, line number: UInt32) {
    problems += 1
    guard problems <= Self.reportedProblems else { return }
    timeline.problems.append(
      problem.sentence(file: timeline.name, line: timeline.form == .capture ? nil : number))
  }

  mutating func add(problem: String) { timeline.problems.append(problem) }

  /// Adds the event in a line.
  /// - number: the line's, from 1.
  mutating func add(line bytes: RawSpan, number: UInt32) throws(LineError) {
    handOver()
    try line.scan(bytes)
    guard let event = try line.string(.event) else { throw LineError(missing: .event) }
    guard
      let kind = kinds.meaning(
        of: bytes.clamped(event.content.range),
        mark: JSONString.mark(bytes.clamped(event.content.range)))
    else {
      if bytes.clamped(event.content.range).equals(("capture" as StaticString).rawBytes) {
        throw LineError("another \"capture\" line: the timeline of one recording is expected")
      }
      timeline.unknownEvents += 1
      return
    }
    var item = TimelineItem(kind: kind, line: number)
    try place(&item, bytes: bytes)
    try attribute(&item, bytes: bytes)
    try content(&item, bytes: bytes)
    timeline.items.append(item)
  }

  private mutating func place(
    _ item: inout TimelineItem, bytes: RawSpan
  ) throws(LineError) {
    item.frame = try line.integer(.frame, line: bytes, in: 1 ... .max).map { UInt64($0) }
    item.time = try line.scaled(.t, line: bytes, decimals: 9)
    if timeline.form != .baseline {
      if item.frame == nil { throw LineError(missing: .frame) }
      if item.time == nil { throw LineError(missing: .t) }
    }
    try line.check(string: .time)
    _ = try line.integer(.adapter, line: bytes, in: 0...65535)
    let ordinals = 1...Int64(UInt32.max)
    item.connection = UInt32(try line.integer(.connection, line: bytes, in: ordinals) ?? 0)
    item.requestFrame = UInt64(try line.integer(.requestFrame, line: bytes, in: 1 ... .max) ?? 0)
    item.responseTime = try line.scaled(.responseTime, line: bytes, decimals: 6)
    try line.check(string: .direction)
    try line.check(string: .overAirAddress)
    item.from = try line.role(in: bytes)
    item.peer = tables.peer(
      try line.address(bytes), name: try line.text(.name, in: bytes), in: &timeline)
  }

  private mutating func attribute(
    _ item: inout TimelineItem, bytes: RawSpan
  ) throws(LineError) {
    item.handle = UInt16(try line.integer(.handle, line: bytes, in: 0...65535) ?? 0)
    var path = RecordedPath()
    path.service = try line.uuid(.service, line: bytes)
    path.characteristic = try line.uuid(.characteristic, line: bytes)
    path.descriptor = try line.uuid(.descriptor, line: bytes)
    path.instance = Int(try line.integer(.instance, line: bytes, in: 1...Int64(UInt32.max)) ?? 0)
    let label = try line.string(.label)
    guard path.service != nil || path.characteristic != nil || path.descriptor != nil else {
      return
    }
    item.path = tables.path(
      path, label: bytes.clamped(label?.content.range ?? 0..<0),
      isEscaped: label?.kind == .escapedString, in: &timeline)
  }

  private mutating func content(
    _ item: inout TimelineItem, bytes: RawSpan
  ) throws(LineError) {
    item.isTruncated = try line.boolean(.truncated)
    item.isMalformed = try line.boolean(.malformed)
    try line.check(string: .note)
    scratch.removeAll()
    item.hasValue = try line.bytes(.value, line: bytes, to: &scratch)
    try require(item)
    let object = try line.object(.decoded)
    let text = try line.string(.text)
    item.value = tables.slice(of: scratch, in: &timeline)
    item.own = tables.slice(of: line.own, in: &timeline)
    if let object {
      scratch.removeAll()
      try line.record(object, line: bytes, to: &scratch)
      item.decoded = tables.slice(of: scratch, in: &timeline)
    }
    if let text {
      let content = bytes.clamped(text.content.range)
      if text.kind == .escapedString {
        scratch.removeAll()
        scratch.append(unescapedJSON: content)
        item.text = tables.slice(of: scratch, in: &timeline)
      } else {
        item.text = tables.slice(of: content, in: &timeline)
      }
    }
    item.isUnanswered = try isUnanswered(item)
  }

  /// What docs/ndjson.schema.json requires of kinds with a value.
  func require(_ item: TimelineItem) throws(LineError) {
    switch item.kind {
    case .write, .writeCommand, .notification, .indication, .advertisement:
      if !item.hasValue { throw LineError(missing: .value) }
    default: break
    }
    switch item.kind {
    case .read, .write, .writeCommand, .notification, .indication, .attError, .service, .include,
      .characteristic, .descriptor, .connected, .security, .mtu:
      if item.connection == 0 { throw LineError(missing: .connection) }
    default: break
    }
  }

  private func isUnanswered(_ item: TimelineItem) throws(LineError) -> Bool {
    if try line.boolean(.unanswered) { return true }
    guard timeline.form != .baseline else { return false }
    return item.lacksAnswer(hasNote: line[.note] != nil)
  }
}

extension LineError {
  /// - line: `nil` for events that were never in a file.
  func sentence(file: String, line: UInt32?) -> String {
    guard let line else { return "\(shown(file)): \(reason)" }
    guard let offset else { return "\(shown(file)): line \(line): \(reason)" }
    return "\(shown(file)): line \(line), column \(offset + 1): \(reason)"
  }
}
