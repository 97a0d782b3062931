import ATTDissector
import GATTSession
import Timeline

/// Why nothing was selected, as far as the timeline shows it.
struct RuleAbsence {
  private let selection: RuleSelection
  private let timeline: RecordedTimeline

  init(_ selection: RuleSelection, _ timeline: RecordedTimeline) {
    self.selection = selection
    self.timeline = timeline
  }

  var message: String {
    let hidden = timeline.hiddenPackets
    guard hidden == 0 else {
      let kind = selection.kind?.name.description ?? "event"
      return "not observed: no such \(kind) is there, but "
        + "\(RuleWords.count(hidden, "encrypted PDU")) could not be read"
    }
    guard let kind = selection.kind else {
      return "none of \(RuleWords.count(timeline.items.count, "event")) has it"
    }
    let word = kind.name.description
    let ofKind = timeline.items.count { $0.kind == kind }
    if kind.isDiscovery {
      guard timeline.items.contains(where: { $0.kind.isDiscovery }) else {
        return "not observed: nothing was discovered in \(timeline.name)"
      }
      return inTree(word, ofKind)
    }
    guard ofKind > 0 else { return "there is no \(word)" }
    return "none of \(RuleWords.count(ofKind, word)) matches"
  }

  /// What is there instead.
  private func inTree(_ word: String, _ ofKind: Int) -> String {
    guard ofKind > 0 else { return "not observed: no \(word) was discovered" }
    let missing = "was not discovered among \(RuleWords.count(ofKind, word))"
    guard let attribute = selection.attribute, attribute.parts.count > 1,
      let service = attribute.parts.first
    else { return missing }
    var there: [String] = []
    var isServiceThere = false
    for item in timeline.items where item.kind.isDiscovery {
      guard let path = RuleEvent(item: item, timeline: timeline).path,
        path.service.map(service.uuids.contains) == true
      else { continue }
      isServiceThere = true
      guard item.kind == selection.kind else { continue }
      let uuid = path.descriptor ?? path.characteristic
      if let text = uuid?.description, !there.contains(text), there.count < 10 {
        there.append(text)
      }
    }
    if !isServiceThere { return "\(missing), and nor was its service" }
    return there.isEmpty ? missing : "\(missing); there are \(there.joined(separator: ", "))"
  }
}
