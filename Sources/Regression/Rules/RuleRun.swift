import ATTDissector
import GATTSession
import Timeline
import Vocabulary

/// Rules on their way through a timeline: they see each event once, in order, and keep none.
package final class RuleRun {
  private var evaluations: [RuleEvaluation]
  package private(set) var tally = RuleTally()

  /// How many events it sees at a time, and how many bytes of them, while a recording is read.
  let events: Int
  static let octets = 1 << 20

  package convenience init(_ rules: [Rule]) { self.init(rules, events: 1024) }

  init(_ rules: [Rule], events: Int) {
    evaluations = rules.map { RuleEvaluation($0) }
    self.events = events
  }

  /// Whether each rule can judge an event when it is read: names of devices and attributes may be known
  /// only later, and then they are those of earlier events, too.
  package var mayForget: Bool { !evaluations.contains { $0.rule.asksForNames } }

  /// Shows the rules all events that a timeline has now.
  package func take(_ timeline: RecordedTimeline) {
    for item in timeline.items {
      tally.add(item, of: timeline)
      let event = RuleEvent(item: item, timeline: timeline)
      for index in evaluations.indices { evaluations[index].take(event) }
    }
  }

  /// - timeline: with the names of all that they saw.
  func outcomes(of timeline: RecordedTimeline) -> [RuleOutcome] {
    evaluations.map { evaluation in
      var outcome = evaluation.outcome(of: timeline, tally: tally)
      guard !tally.hasSeveralConnections else { return outcome }
      for finding in outcome.findings.indices {
        for example in outcome.findings[finding].examples.indices {
          outcome.findings[finding].examples[example].connection = nil
        }
      }
      return outcome
    }
  }
}

extension RuleRun {
  /// A device or an attribute that a rule asks for and the recording does not have.
  package struct Absence: Sendable {
    /// `device`, `attribute`.
    package let what: String
    /// The term in the rule's own words.
    package let term: String
    /// The names or the UUIDs that may be meant.
    package let similar: [String]
  }

  /// Absent terms of rules that hold without any event, where the slip would go unnoticed.
  /// - timeline: the whole recording.
  package func absences(in timeline: RecordedTimeline) -> [Absence] {
    let selections = evaluations.map(\.rule).filter(\.mayBeAbsent).map(\.selection)
    return devices(selections, timeline: timeline) + attributes(selections, timeline: timeline)
  }

  /// A rule about discoveries or advertisements may say just that: that there is no such attribute.
  private func attributes(
    _ selections: [RuleSelection], timeline: RecordedTimeline
  ) -> [Absence] {
    var absences: [Absence] = []
    for selection in selections {
      guard let kind = selection.kind, !kind.isDiscovery, kind != .advertisement,
        let attribute = selection.attribute,
        !absences.contains(where: { $0.term == attribute.text }),
        !timeline.paths.contains(where: { path in
          attribute.holds(
            service: path.service, characteristic: path.characteristic,
            descriptor: path.descriptor)
        })
      else { continue }
      let last = attribute.text.split(separator: "/").last ?? ""
      let word = String(last.filter { $0 != "'" && $0 != "\"" })
      absences.append(
        Absence(
          what: "attribute", term: attribute.text,
          similar: nearestAttributes(word, timelines: [timeline])))
    }
    return absences
  }

  private func devices(
    _ selections: [RuleSelection], timeline: RecordedTimeline
  ) -> [Absence] {
    let terms = selections.flatMap(\.terms).filter {
      ($0.common == .device || $0.common == .name) && $0.comparison == .equal
    }
    guard !terms.isEmpty else { return [] }
    let names = timeline.deviceNames
    var known = Set(names.map { $0.lowercased() })
    var absences: [Absence] = []
    for peer in timeline.peers {
      if let address = peer.address { known.insert(address.description.lowercased()) }
      if let name = peer.name { known.insert(name.lowercased()) }
    }
    for term in terms where !absences.contains(where: { $0.term == term.text }) {
      let words = term.wanted.compactMap { wanted in
        if case .word(let word, _) = wanted { word } else { nil }
      }
      guard !words.contains(where: known.contains) else { continue }
      let similar = words.flatMap { word in
        BluetoothAddress.value(of: word) == nil ? Suggestion.names(for: word, among: names) : []
      }
      absences.append(Absence(what: "device", term: term.text, similar: similar))
    }
    return absences
  }
}

/// What a timeline has, whatever rules ask for.
package struct RuleTally: Sendable {
  private var counts: [Int] = Array(repeating: 0, count: EventKind.allCases.count)
  package private(set) var events = 0
  /// PDUs that are encrypted and could not be read.
  private(set) var hidden = 0
  /// Each attribute that was discovered, in order.
  private(set) var discovered: [(kind: EventKind, path: Int32)] = []
  private var isDiscovered: Set<UInt64> = []
  private(set) var hasSeveralConnections = false

  mutating func add(_ item: TimelineItem, of timeline: RecordedTimeline) {
    counts[Int(item.kind.rawValue)] += 1
    events += 1
    if item.connection > 1 { hasSeveralConnections = true }
    hidden += timeline.hiddenPackets(in: item)
    guard item.kind.isDiscovery else { return }
    let key = UInt64(item.kind.rawValue) << 32 | UInt64(UInt32(bitPattern: item.path))
    if isDiscovered.insert(key).inserted { discovered.append((item.kind, item.path)) }
  }

  package func count(of kind: EventKind) -> Int { counts[Int(kind.rawValue)] }
}

extension Rule {
  /// Whether it asks for the name of a device or the label of an attribute.
  fileprivate var asksForNames: Bool {
    let terms =
      assertions
      + ([selection] + answers.map(\.trigger)).flatMap { selection in
        selection.terms + (selection.presence.map { [$0] } ?? [])
      }
    return terms.contains { [.device, .name, .label].contains($0.common) }
  }
}
