import GATTSession

extension ComparedSide {
  func advertisementsByDevice() -> [Int32: [UInt32]] {
    var lists: [Int32: [UInt32]] = [:]
    for index in advertisements {
      guard let peer = timeline.peer(of: self[index]) else { continue }
      lists[device(peer), default: []].append(index)
    }
    return lists
  }

  /// The scanning or advertising states that the recording host went through, in words.
  func states(
    _ kind: EventKind, selection: EventSelection
  ) -> [(words: String, item: UInt32)] {
    var states: [(words: String, item: UInt32)] = []
    for index in hostStates where self[index].kind == kind {
      let members = timeline.members(of: self[index].own).filter {
        selection.contains(key: $0.key.description) && $0.key != .event.advertisingHandle
          && $0.key != .event.completedEvents
      }
      let words = members.map { member in
        let title = member.key.description.split(separator: "_").joined(separator: " ")
        return "\(title) \(timeline.words(of: member.value))"
      }.joined(separator: ", ")
      if states.last?.words != words { states.append((words, index)) }
    }
    return states
  }
}
