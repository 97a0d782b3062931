import ATTDissector
import GATTSession
import Timeline

/// Why nothing was selected, as far as the timeline shows it.
struct RuleAbsence {
  private let selection: RuleSelection
  private let timeline: RecordedTimeline
  private let tally: RuleTally

  init(_ selection: RuleSelection, _ timeline: RecordedTimeline, _ tally: RuleTally) {
    self.selection = selection
    self.timeline = timeline
    self.tally = tally
  }

  var message: String {
    guard tally.hidden == 0 else {
      let kind = selection.kind?.name.description ?? "event"
      return "not observed: no such \(kind) is there, but "
        + "\(RuleWords.count(tally.hidden, "encrypted PDU")) could not be read"
    }
    guard let kind = selection.kind else {
      return "none of \(RuleWords.count(tally.events, "event")) has it"
    }
    let word = kind.name.description
    let ofKind = tally.count(of: kind)
    if kind.isDiscovery {
      guard !tally.discovered.isEmpty else {
        return "not observed: nothing was discovered in \(timeline.name)"
      }
      return inTree(word, ofKind: ofKind)
    }
    guard ofKind > 0 else { return "there is no \(word)" }
    return "none of \(RuleWords.count(ofKind, word)) matches"
  }

  /// What is there instead.
  private func inTree(_ word: String, ofKind: Int) -> String {
    guard ofKind > 0 else { return "not observed: no \(word) was discovered" }
    let missing = "was not discovered among \(RuleWords.count(ofKind, word))"
    guard let attribute = selection.attribute, attribute.parts.count > 1,
      let service = attribute.parts.first
    else { return missing }
    var there: [String] = []
    var isServiceThere = false
    for (kind, place) in tally.discovered where timeline.paths.indices.contains(Int(place)) {
      let path = timeline.paths[Int(place)]
      guard path.service.map(service.uuids.contains) == true else { continue }
      isServiceThere = true
      guard kind == selection.kind else { continue }
      let uuid = path.descriptor ?? path.characteristic
      if let text = uuid?.description, !there.contains(text), there.count < 10 {
        there.append(text)
      }
    }
    if !isServiceThere { return "\(missing), and nor was its service" }
    return there.isEmpty ? missing : "\(missing); there are \(there.joined(separator: ", "))"
  }
}
