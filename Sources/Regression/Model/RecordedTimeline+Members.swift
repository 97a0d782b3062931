import ATTDissector
import Bytes
import GATTSession

extension RecordedTimeline {
  /// The members of an item's `own` or `decoded`, or of an object in them.
  package func members(of object: ByteSlice) -> [RecordedMember] {
    var reader = RecordedReader(object)
    var members: [RecordedMember] = []
    while let member = reader.nextMember(bytes.rawBytes) { members.append(member) }
    return members
  }

  package func elements(of list: ByteSlice) -> [RecordedValue] {
    var reader = RecordedReader(list)
    var elements: [RecordedValue] = []
    while let element = reader.nextElement(bytes.rawBytes) { elements.append(element) }
    return elements
  }

  /// A slice as text.
  package func string(_ slice: ByteSlice) -> String {
    String(decoding: bytes.rawBytes.clamped(slice.range).copy(), as: UTF8.self)
  }

  /// A slice in lower-case hex.
  package func hex(_ slice: ByteSlice) -> String {
    var out = ByteWriter(capacity: Int(slice.count) * 2)
    out.append(hex: bytes.rawBytes.clamped(slice.range))
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  /// Whether a slice has the same bytes as one of another timeline.
  package func isEqual(
    _ slice: ByteSlice, other: RecordedTimeline, otherSlice: ByteSlice
  ) -> Bool {
    slice.count == otherSlice.count
      && bytes.rawBytes.clamped(slice.range).equals(other.bytes.rawBytes.clamped(otherSlice.range))
  }

  // MARK: Single members

  func value(_ key: Key, in object: ByteSlice) -> RecordedValue? {
    var reader = RecordedReader(object)
    while let member = reader.nextMember(bytes.rawBytes) {
      if member.key == key { return member.value }
    }
    return nil
  }

  /// All values of a key in an object, those in objects and lists in it, too, in order.
  func values(_ key: Key, in object: ByteSlice) -> [RecordedValue] {
    var values: [RecordedValue] = []
    addValues(key, in: object, to: &values)
    return values
  }

  private func addValues(_ key: Key, in object: ByteSlice, to values: inout [RecordedValue]) {
    var reader = RecordedReader(object)
    while let member = reader.nextMember(bytes.rawBytes) {
      if member.key == key { values.append(member.value) }
      addValues(key, within: member.value, to: &values)
    }
  }

  private func addValues(_ key: Key, within value: RecordedValue, to values: inout [RecordedValue])
  {
    switch value {
    case .object(let object): addValues(key, in: object, to: &values)
    case .list(let list):
      var reader = RecordedReader(list)
      while let element = reader.nextElement(bytes.rawBytes) {
        addValues(key, within: element, to: &values)
      }
    default: break
    }
  }

  /// Whether the event has one of its own keys.
  func has(_ key: Key, item: TimelineItem) -> Bool { value(key, in: item.own) != nil }

  func number(_ key: Key, of item: TimelineItem) -> Double? {
    value(key, in: item.own)?.number(in: bytes.rawBytes)
  }

  func word(_ key: Key, of item: TimelineItem) -> String? {
    if case .text(let text)? = value(key, in: item.own) { string(text) } else { nil }
  }

  /// A word of a closed list; `nil` for one that was added since.
  func word<Words: WordSet>(_ key: Key, of item: TimelineItem) -> Words? {
    guard case .text(let text)? = value(key, in: item.own) else { return nil }
    return Words(named: bytes.rawBytes.clamped(text.range))
  }

  func code(_ key: Key, of item: TimelineItem) -> Int64? {
    if case .integer(let code)? = value(key, in: item.own) { code } else { nil }
  }

  func truth(_ key: Key, of item: TimelineItem) -> Bool? {
    if case .boolean(let truth)? = value(key, in: item.own) { truth } else { nil }
  }

  /// Whether a connection ended because it could not be established.
  func failedToBeEstablished(_ item: TimelineItem) -> Bool {
    code(.event.reasonCode, of: item) == Int64(HCIStatus.failedToBeEstablished.rawValue)
  }

  /// A value for people: text without quotes, everything else as JSON has it.
  func words(of value: RecordedValue) -> String {
    if case .text(let text) = value { return string(text) }
    var out = ByteWriter(capacity: 64)
    out.append(json: value, of: bytes.rawBytes)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  /// Where an item is, and its words.
  func evidence(of item: TimelineItem) -> Evidence {
    evidence(
      of: item, value: item.hasValue ? item.value : nil,
      text: item.text.isEmpty ? nil : string(item.text))
  }

  func evidence(of item: TimelineItem, value: ByteSlice?, text: String?) -> Evidence {
    var evidence = Evidence(
      line: form == .capture ? nil : item.line, frame: item.frame, time: item.time,
      value: value.map { hex($0) }, text: text)
    if item.connection > 0 { evidence.connection = item.connection }
    return evidence
  }

  /// Evidence for the item with this index, if there is one.
  func evidence(at index: UInt32?) -> Evidence? {
    guard let index, items.indices.contains(Int(index)) else { return nil }
    return evidence(of: items[Int(index)])
  }
}
