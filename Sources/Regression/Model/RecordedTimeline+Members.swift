import Bytes
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

  /// A member of the event's own keys.
  func member(_ key: String, of item: TimelineItem) -> JSONValue? {
    guard !item.own.isEmpty else { return nil }
    for member in members(of: item.own) where member.key == key { return member.value }
    return nil
  }

  func number(_ key: String, of item: TimelineItem) -> Double? {
    if case .number(let number, _)? = member(key, of: item) { return number.value }
    return nil
  }

  func word(_ key: String, of item: TimelineItem) -> String? {
    if case .string(let word)? = member(key, of: item) { return word }
    return nil
  }

  func code(_ key: String, of item: TimelineItem) -> Int64? {
    if case .number(let number, _)? = member(key, of: item) { return number.integer }
    return nil
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
