import ATTDissector
import Bytes
import GATTSession
import GATTValues
import Timeline

/// An event of a recorded timeline, queried by its keys.
struct RuleEvent {
  let item: TimelineItem
  let timeline: RecordedTimeline

  // MARK: Terms

  /// Whether the term holds for the event, or for one element of a list.
  func says(_ term: KeyTerm) -> Bool { term.isSaid(said(term)) }

  /// Whether the term holds for the event, and for every element of a list.
  /// - Returns: `nil` if it does not have the key.
  func holds(_ term: KeyTerm) -> Bool? { term.isSaidThroughout(said(term)) }

  func said(_ term: KeyTerm) -> Said {
    var said = common(term.common)
    guard let id = term.id else { return said }
    for object in [item.own, item.decoded] {
      let values = timeline.values(id, in: object)
      // Those of several groups are a list, too.
      if values.count > 1 { said.isList = true }
      var place = 0
      for value in values { add(value, to: &said, element: term.element, place: &place) }
    }
    return said
  }

  /// Whether it has the key, among its own or in its value.
  func has(keyOf term: KeyTerm) -> Bool {
    !common(term.common).isEmpty
      || [item.own, item.decoded].contains { object in
        term.id.map { !timeline.values($0, in: object).isEmpty } ?? false
      }
  }

  /// - element: of a list; a single value is its own first element.
  /// - place: of the next element.
  private func add(
    _ value: RecordedValue, to said: inout Said, element: Int?, place: inout Int
  ) {
    if case .list(let list) = value {
      said.isList = true
      for value in timeline.elements(of: list) {
        // None of our keys has nested lists.
        if case .list = value {
          place += 1
        } else {
          add(value, to: &said, element: element, place: &place)
        }
      }
      return
    }
    let isMeant = element ?? place == place
    place += 1
    switch value {
    case .object, .list: break
    case .boolean(let truth): if isMeant { said.add(truth ? "true" : "false") }
    case .text(let word): if isMeant { said.add(timeline.string(word)) }
    case .integer, .number, .written:
      if isMeant, let number = value.number(in: timeline.bytes.rawBytes) {
        said.numbers.append(number)
      }
    }
  }

  /// Everything that a value has.
  private func add(_ value: RecordedValue, to said: inout Said) {
    var place = 0
    add(value, to: &said, element: nil, place: &place)
  }

  /// The members that any event may have.
  private func common(_ key: CommonKey?) -> Said {
    var said = Said()
    switch key {
    case .text?: said.add(item.text.isEmpty ? nil : timeline.string(item.text))
    case .value?: said.add(item.hasValue ? timeline.hex(item.value) : nil)
    case let key?: said = facts.said(key)
    case nil: break
    }
    return said
  }

  private var facts: CommonFacts {
    var facts = CommonFacts()
    facts.address = peer?.address
    facts.connection = item.connection > 0 ? UInt64(item.connection) : nil
    facts.frame = item.frame
    facts.from = item.from
    facts.handle = item.handle > 0 ? item.handle : nil
    facts.service = path?.service
    facts.characteristic = path?.characteristic
    facts.descriptor = path?.descriptor
    facts.instance = path?.instance ?? 0
    facts.label = path?.label
    facts.name = peer?.name
    facts.responseTime = item.responseTime
    return facts
  }

  // MARK: Its subject

  var peer: RecordedPeer? {
    timeline.peers.indices.contains(Int(item.peer)) ? timeline.peers[Int(item.peer)] : nil
  }

  var path: RecordedPath? {
    timeline.paths.indices.contains(Int(item.path)) ? timeline.paths[Int(item.path)] : nil
  }

  func isChosen(by selection: RuleSelection) -> Bool {
    if let kind = selection.kind, item.kind != kind, kind != .malformed || !item.isMalformed {
      return false
    }
    if let attribute = selection.attribute, !isAbout(attribute, exactly: selection.isExact) {
      return false
    }
    if let term = selection.presence, !has(keyOf: term) { return false }
    return selection.terms.allSatisfy(says)
  }

  func isAbout(_ attribute: AttributePattern, exactly: Bool) -> Bool {
    if item.kind == .advertisement { return advertises(attribute) }
    guard let path else { return false }
    return attribute.holds(
      service: path.service, characteristic: path.characteristic, descriptor: path.descriptor,
      endsThere: exactly)
  }

  private func advertises(_ attribute: AttributePattern) -> Bool {
    guard !item.decoded.isEmpty, let part = attribute.parts.last else { return false }
    var said = Said()
    if let services = timeline.value(.advertised.serviceUUIDs, in: item.decoded) {
      add(services, to: &said)
    }
    return said.words.contains { BluetoothUUID(text: $0).map(part.uuids.contains) ?? false }
  }

  // MARK: In words

  /// The value in words, or else its bytes.
  var says: String {
    if !item.text.isEmpty { return timeline.string(item.text) }
    if item.hasValue { return timeline.hex(item.value) }
    return timeline.members(of: item.own).compactMap { member in
      let key = member.key.description
      return key.hasSuffix("handle") ? nil : words(of: member.value).map { "\(key) \($0)" }
    }.joined(separator: ", ")
  }

  private func words(of value: RecordedValue) -> String? {
    var said = Said()
    add(value, to: &said)
    let words = said.words + said.numbers.map(RuleWords.number)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
