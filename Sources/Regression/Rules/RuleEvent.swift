import ATTDissector
import Bytes
import GATTSession
import GATTValues
import JSONText
import Timeline

/// An event of a recorded timeline, asked for what its keys say.
struct RuleEvent {
  let item: TimelineItem
  let timeline: RecordedTimeline

  /// What a key says.
  struct Found {
    var numbers: [Double] = []
    var words: [String] = []
    var isList = false

    var isEmpty: Bool { numbers.isEmpty && words.isEmpty }
  }

  /// The words of `read,notify`.
  static func parts(of word: String) -> [String] {
    word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: Terms

  /// Whether the event says it, or one element of what is a list.
  func says(_ term: KeyTerm) -> Bool {
    let found = self.found(term)
    if EventKeys.isSet(term.key), term.element == nil { return has(term, found.words) }
    return found.numbers.contains { term.holds($0) } || found.words.contains { term.holds($0) }
  }

  /// Whether the event says it, of every element of what is a list.
  /// - Returns: `nil`: it does not have the key.
  func holds(_ term: KeyTerm) -> Bool? {
    let found = self.found(term)
    if found.isEmpty, !(found.isList && term.comparison == .unequal) {
      return found.isList ? false : nil
    }
    if EventKeys.isSet(term.key), term.element == nil { return has(term, found.words) }
    // An event has several words where it has several names: one is enough.
    let words =
      term.comparison == .unequal || found.isList
      ? found.words.allSatisfy { term.holds($0) }
      : found.words.isEmpty || found.words.contains { term.holds($0) }
    return words && found.numbers.allSatisfy { term.holds($0) }
  }

  /// `properties=read,notify` wants both, `properties=notify|indicate` one, `properties!=write` none.
  private func has(_ term: KeyTerm, _ words: [String]) -> Bool {
    let words = Set(words.map { $0.lowercased() })
    let isUnequal = term.comparison == .unequal
    let isThere = term.wanted.contains { wanted in
      guard case .word(let word, _) = wanted else { return false }
      let parts = Self.parts(of: word)
      return isUnequal
        ? parts.contains { words.contains($0) } : parts.allSatisfy { words.contains($0) }
    }
    return isThere != isUnequal
  }

  func found(_ term: KeyTerm) -> Found {
    var found = common(term.key)
    for object in [item.own, item.decoded] where !object.isEmpty {
      for (key, value) in timeline.members(of: object) where key == term.key {
        add(value, to: &found, element: term.element)
      }
    }
    return found
  }

  /// Whether it has a key of its own or of its value.
  func has(_ key: String) -> Bool {
    !common(key).isEmpty
      || [item.own, item.decoded].contains { object in
        !object.isEmpty && timeline.members(of: object).contains { $0.key == key }
      }
  }

  private func add(_ value: JSONValue, to found: inout Found, element: Int?) {
    switch value {
    case .null, .object: break
    case .boolean(let truth): found.words.append(truth ? "true" : "false")
    case .number(let number, _): found.numbers.append(number.value)
    case .string(let word): found.words.append(word)
    case .array(let slice):
      found.isList = true
      for (index, value) in timeline.elements(of: slice).enumerated()
      where element.map({ $0 == index }) ?? true {
        // An array in an array is nothing that a key of ours has.
        if case .array = value { continue }
        add(value, to: &found, element: nil)
      }
    }
  }

  /// The members that every event may have.
  private func common(_ key: String) -> Found {
    var found = Found()
    func word(_ text: String?) { if let text { found.words.append(text) } }
    func number(_ value: Double?) { if let value { found.numbers.append(value) } }
    switch key {
    case "address": word(peer?.address?.description)
    case "characteristic": word(path?.characteristic?.description)
    case "connection": number(item.connection > 0 ? Double(item.connection) : nil)
    case "descriptor": word(path?.descriptor?.description)
    case "device":
      word(peer?.address?.description)
      word(peer?.name)
    case "frame": number(item.frame.map(Double.init))
    case "from": word(item.from?.name.description)
    case "handle": number(item.handle > 0 ? Double(item.handle) : nil)
    case "instance": number(path.flatMap { $0.instance > 0 ? Double($0.instance) : nil })
    case "label": word(path?.label)
    case "name": word(peer?.name)
    case "response_ms": number(item.responseTime.map { Double($0) / 1e6 })
    case "service": word(path?.service?.description)
    case "text": word(item.text.isEmpty ? nil : timeline.string(item.text))
    case "value": word(item.hasValue ? timeline.hex(item.value) : nil)
    default: break
    }
    return found
  }

  // MARK: What it is about

  var peer: RecordedPeer? {
    timeline.peers.indices.contains(Int(item.peer)) ? timeline.peers[Int(item.peer)] : nil
  }

  var path: RecordedPath? {
    timeline.paths.indices.contains(Int(item.path)) ? timeline.paths[Int(item.path)] : nil
  }

  func isChosen(by selection: RuleSelection) -> Bool {
    if let kind = selection.kind, item.kind != kind { return false }
    if let attribute = selection.attribute, !isAbout(attribute, exactly: selection.isExact) {
      return false
    }
    if let key = selection.key, !has(key) { return false }
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
    var found = Found()
    for (key, value) in timeline.members(of: item.decoded) where key == "service_uuids" {
      add(value, to: &found, element: nil)
    }
    return found.words.contains { BluetoothUUID(text: $0).map(part.uuids.contains) ?? false }
  }

  // MARK: In words

  /// What it is and says, for a line of evidence.
  var words: String {
    var words = item.kind.name.description
    if let path {
      let uuids = [path.service, path.characteristic, path.descriptor].compactMap(\.self)
      words += " " + uuids.map(\.description).joined(separator: "/")
      if let label = path.label { words += " \(label)" }
    }
    return says.isEmpty ? words : "\(words): \(says)"
  }

  /// The value in words, or else its bytes.
  var says: String {
    if !item.text.isEmpty { return timeline.string(item.text) }
    if item.hasValue { return timeline.hex(item.value) }
    return timeline.members(of: item.own).compactMap { key, value in
      key.hasSuffix("handle") ? nil : words(of: value).map { "\(key) \($0)" }
    }.joined(separator: ", ")
  }

  private func words(of value: JSONValue) -> String? {
    var found = Found()
    add(value, to: &found, element: nil)
    let words = found.words + found.numbers.map(RuleWords.number)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  func evidence(_ text: String) -> Evidence {
    Evidence(line: item.line, frame: item.frame, time: item.time, text: text)
  }
}
