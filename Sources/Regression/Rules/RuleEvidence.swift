import ATTDissector
import GATTSession

/// An event that shows something, when the event itself is no longer there.
struct RuleEvidence {
  let line: UInt32
  let frame: UInt64?
  let time: Int64?
  private let connection: UInt32
  private let kind: EventKind
  /// The name of its attribute may be known only later.
  private let path: Int32
  /// The value in words, or else its bytes.
  let says: String
  /// Whether it is said what it is.
  var hasSubject = true
  /// What is said first.
  var prefix = ""

  fileprivate init(_ event: RuleEvent) {
    line = event.item.line
    frame = event.item.frame
    time = event.item.time
    connection = event.item.connection
    kind = event.item.kind
    path = event.item.path
    says = event.says
  }

  func isBefore(_ other: RuleEvidence) -> Bool {
    (frame ?? 0, line) < (other.frame ?? 0, other.line)
  }

  func evidence(of timeline: RecordedTimeline) -> Evidence {
    let text = hasSubject ? timeline.words(of: kind, path: path, says: says) : says
    var evidence = Evidence(line: line, frame: frame, time: time, text: prefix + text)
    // A baseline has numbers of its own, and lines.
    if connection > 0, timeline.form != .baseline { evidence.connection = connection }
    return evidence
  }
}

extension RuleEvent {
  var evidence: RuleEvidence { RuleEvidence(self) }
}

extension RecordedTimeline {
  /// What an event is and shows.
  fileprivate func words(of kind: EventKind, path: Int32, says: String) -> String {
    var words = kind.name.description
    if paths.indices.contains(Int(path)) {
      let path = paths[Int(path)]
      let uuids = [path.service, path.characteristic, path.descriptor].compactMap(\.self)
      words += " " + uuids.map(\.description).joined(separator: "/")
      if let label = path.label { words += " \(label)" }
    }
    return says.isEmpty ? words : "\(words): \(says)"
  }
}

/// Events of one kind of trouble: all are counted, the first are shown.
struct Examples {
  var count = 0
  private var first: [RuleEvidence] = []

  /// Whether another one would be shown.
  var hasRoom: Bool { first.count < RuleOutcome.examples }

  mutating func add(_ evidence: @autoclosure () -> RuleEvidence) {
    count += 1
    if hasRoom { first.append(evidence()) }
  }

  /// Adds evidence where one of an earlier record may come later: the earliest are shown.
  mutating func insert(_ evidence: RuleEvidence) {
    count += 1
    let place = first.firstIndex { evidence.isBefore($0) } ?? first.count
    guard place < RuleOutcome.examples else { return }
    first.insert(evidence, at: place)
    if first.count > RuleOutcome.examples { first.removeLast() }
  }

  func finding(
    _ message: String, timeline: RecordedTimeline, term: String? = nil
  ) -> RuleOutcome.Finding {
    RuleOutcome.Finding(
      term: term, message: message, count: count, examples: first.map { $0.evidence(of: timeline) })
  }
}
