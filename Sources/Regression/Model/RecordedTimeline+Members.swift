import ATTDissector
import Bytes
import GATTSession
import JSONText

extension RecordedTimeline {
  /// The members of an item's `own` or `decoded`, which were checked to be JSON when the timeline
  /// was read.
  package func members(of object: ByteSlice) -> [(key: String, value: JSONValue)] {
    (try? JSONValue.members(of: object, in: bytes.rawBytes)) ?? []
  }

  /// The elements of an array that `members` gave.
  package func elements(of array: ByteSlice) -> [JSONValue] {
    (try? JSONValue.elements(of: array, in: bytes.rawBytes)) ?? []
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
    _ slice: ByteSlice, _ other: RecordedTimeline, _ otherSlice: ByteSlice
  ) -> Bool {
    slice.count == otherSlice.count
      && bytes.rawBytes.clamped(slice.range).equals(other.bytes.rawBytes.clamped(otherSlice.range))
  }

  // MARK: Single members

  /// Where a member of an object is. Nothing else of the object is kept.
  func slice(_ key: RecordedKey, in object: ByteSlice) -> JSONSlice? {
    slice(named: key.name.rawBytes, in: object)
  }

  func slice(named key: RawSpan, in object: ByteSlice) -> JSONSlice? {
    guard !object.isEmpty else { return nil }
    var reader = MemberReader()
    var found: JSONSlice?
    reader.forEach(object, in: bytes.rawBytes) { name, value in
      if key.equals(name) { found = value }
    }
    return found
  }

  /// Whether the event has one of its own keys.
  func has(_ key: RecordedKey, _ item: TimelineItem) -> Bool { slice(key, in: item.own) != nil }

  func member(_ key: RecordedKey, of item: TimelineItem) -> JSONValue? {
    slice(key, in: item.own).map { JSONValue($0, in: bytes.rawBytes) }
  }

  func number(_ key: RecordedKey, of item: TimelineItem) -> Double? {
    if case .number(let number, _)? = member(key, of: item) { return number.value }
    return nil
  }

  func word(_ key: RecordedKey, of item: TimelineItem) -> String? {
    if case .string(let word)? = member(key, of: item) { return word }
    return nil
  }

  /// A word of a closed list; `nil` for one that was added since.
  func word<Words: WordSet>(_ key: RecordedKey, of item: TimelineItem) -> Words? {
    guard let slice = slice(key, in: item.own) else { return nil }
    if slice.kind == .string {
      return Words(named: bytes.rawBytes.clamped(slice.content.range))
    }
    let text: String? = word(key, of: item)
    return text.flatMap { Words(named: $0) }
  }

  func code(_ key: RecordedKey, of item: TimelineItem) -> Int64? {
    if case .number(let number, _)? = member(key, of: item) { return number.integer }
    return nil
  }

  func truth(_ key: RecordedKey, of item: TimelineItem) -> Bool? {
    if case .boolean(let truth)? = member(key, of: item) { return truth }
    return nil
  }

  /// Whether a connection ended because it could not be established.
  func failedToBeEstablished(_ item: TimelineItem) -> Bool {
    code(.reasonCode, of: item) == Int64(HCIStatus.failedToBeEstablished.rawValue)
  }

  /// A value for people: text without quotes, everything else as JSON has it.
  func words(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(_, let text), .array(let text), .object(let text): string(text)
    case .string(let text): text
    }
  }

  /// Where an item is, and its words.
  func evidence(_ item: TimelineItem) -> Evidence {
    Evidence(
      line: form == .capture ? nil : item.line, frame: item.frame, time: item.time,
      value: item.hasValue ? hex(item.value) : nil,
      text: item.text.isEmpty ? nil : string(item.text))
  }

  /// Evidence for the item with this index, if there is one.
  func evidence(at index: UInt32?) -> Evidence? {
    guard let index, items.indices.contains(Int(index)) else { return nil }
    return evidence(items[Int(index)])
  }
}
