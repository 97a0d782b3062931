import Bytes
import GATTSession
import JSONText

/// The shapes of one stream's values, taken together.
struct StreamShape {
  /// What can be wrong with a value.
  enum Fault: Hashable {
    case newKey([UInt8])
    case missingKey(Int)
    case kind(Int)
    case value(Int, UInt64)
    case range([UInt8])
    case length(UInt32)
    case notDecoded
    case event
  }

  /// What a key holds.
  private struct Key {
    var key: [UInt8]
    var count = 0
    /// Bits of kinds; an array of numbers has its own bit.
    var kinds: UInt16 = 0
    /// Texts and Booleans that occur.
    var values: Set<UInt64> = []
    /// The first of them in words.
    var example: String?
    /// The last value that was seen, which the next one usually equals.
    var last: UInt64 = 0

    func isNamed(_ name: RawSpan) -> Bool { key.rawBytes.equals(name) }

    var title: String {
      ValueWords.bounded(String(decoding: key.prefix(256), as: UTF8.self))
    }
  }

  private static let mostKeys = 256
  /// The most texts of one key; with more of them it is no enumeration.
  private static let mostValues = 256
  private static let numbersBit: UInt16 = 1 << 15

  private let rules: ValueRules
  private var keys: [Key] = []
  private var lengths: Set<UInt32> = []
  private var events: Set<EventKind> = []
  /// Values that are complete.
  private(set) var count = 0
  /// Those of them that have members.
  private(set) var decoded = 0
  private var reader = MemberReader()
  /// Keys of the current value, in order.
  private var seen: [Int] = []

  init(_ rules: ValueRules) { self.rules = rules }

  mutating func add(_ item: TimelineItem, _ bytes: [UInt8]) {
    events.insert(item.kind)
    if item.isTruncated { return }
    count += 1
    if lengths.count < 1024 { lengths.insert(item.value.count) }
    guard !item.decoded.isEmpty else { return }
    decoded += 1
    var next = 0
    var reader = reader
    let span = bytes.rawBytes
    reader.forEach(item.decoded, in: span) { name, value in
      if rules.rule(name)?.isIgnored == true { return }
      guard let i = place(name, next) ?? insert(name) else { return }
      next = i + 1
      keys[i].count += 1
      keys[i].kinds |= Self.kind(value, in: span)
      guard Self.isEnumerated(value.kind) else { return }
      let mark = MemberMark.value(value, in: span)
      if keys[i].last == mark, keys[i].example != nil { return }
      keys[i].last = mark
      if keys[i].example == nil { keys[i].example = Self.words(value, in: span) }
      if keys[i].values.count <= Self.mostValues { keys[i].values.insert(mark) }
    }
    self.reader = reader
  }

  /// Reports how a value fits none of the shapes.
  mutating func check(
    _ item: TimelineItem, _ side: RecordedTimeline, hasMembers: Bool,
    _ tell: (Fault, @autoclosure () -> String) -> Void
  ) {
    if !events.contains(item.kind) {
      tell(.event, item.kind == .indication ? "became an indication" : "became a notification")
    }
    if item.isTruncated { return }
    guard hasMembers, !item.decoded.isEmpty else {
      checkLength(item, hasMembers: hasMembers, tell)
      return
    }
    let bytes = side.bytes.rawBytes
    seen.removeAll(keepingCapacity: true)
    var next = 0
    var reader = reader
    reader.forEach(item.decoded, in: bytes) { name, value in
      if rules.rule(name)?.isIgnored == true { return }
      let kind = Self.kind(value, in: bytes)
      guard let i = place(name, next) else {
        // Arrays of numbers are judged for the whole stream.
        if kind != Self.numbersBit {
          let key = Key(key: name.copy())
          tell(.newKey(key.key), "\(key.title) is extra")
        }
        return
      }
      next = i + 1
      seen.append(i)
      if kind & keys[i].kinds == 0 {
        tell(
          .kind(i), "\(title(i)): \(Self.words(value, in: bytes)), of another kind than expected")
      } else if Self.isEnumerated(value.kind) {
        let mark = MemberMark.value(value, in: bytes)
        if mark == keys[i].last || keys[i].values.count > Self.mostValues { return }
        guard !keys[i].values.contains(mark) else { return }
        let words = Self.words(value, in: bytes)
        tell(
          .value(i, mark),
          keys[i].values.count == 1
            ? "\(title(i)): \(keys[i].example ?? "") became \(words)"
            : "\(title(i)): \(words), which no expected value has")
      }
    }
    self.reader = reader
    if seen.count == keys.count { return }
    for i in keys.indices where keys[i].count == decoded && keys[i].kinds & Self.numbersBit == 0 {
      if !seen.contains(i) { tell(.missingKey(i), "\(title(i)) is missing") }
    }
  }

  private func checkLength(
    _ item: TimelineItem, hasMembers: Bool, _ tell: (Fault, @autoclosure () -> String) -> Void
  ) {
    if hasMembers {
      if decoded == count { tell(.notDecoded, "the value cannot be decoded") }
    } else if lengths.count < 1024, !lengths.contains(item.value.count) {
      let was = lengths.min().map { "\($0)" } ?? "0"
      tell(
        .length(item.value.count),
        lengths.count == 1
          ? "\(was) bytes became \(item.value.count)"
          : "\(item.value.count) bytes, which no expected value has")
    }
  }

  /// Keys with arrays of numbers that half of the values have, and none of the other stream.
  func arrays(missingIn other: StreamShape) -> [String] {
    let fewest = StreamShapeComparison.fewestForArrays
    guard decoded >= fewest, other.decoded >= fewest else { return [] }
    return keys.indices.filter { i in
      keys[i].kinds == Self.numbersBit && keys[i].count * 2 >= decoded
        && !other.keys.contains { $0.key == keys[i].key }
    }.map(title)
  }

  // MARK: Keys

  /// - guess: its position if keys come in their usual order.
  private func place(_ name: RawSpan, _ guess: Int) -> Int? {
    if guess < keys.count, keys[guess].isNamed(name) { return guess }
    return keys.firstIndex { $0.isNamed(name) }
  }

  private mutating func insert(_ name: RawSpan) -> Int? {
    guard keys.count < Self.mostKeys else { return nil }
    keys.append(Key(key: name.copy()))
    return keys.count - 1
  }

  private func title(_ i: Int) -> String { keys[i].title }

  private static func isEnumerated(_ kind: JSONSlice.Kind) -> Bool {
    switch kind {
    case .string, .escapedString, .true, .false: true
    default: false
    }
  }

  private static func kind(_ value: JSONSlice, in bytes: RawSpan) -> UInt16 {
    value.kind == .array && MemberMark.isNumbers(value.slice, in: bytes)
      ? numbersBit : MemberMark.bit(value.kind)
  }

  private static func words(_ value: JSONSlice, in bytes: RawSpan) -> String {
    let slice = value.isString ? value.content : value.slice
    let cut = bytes.clamped(slice.range).clamped(0, ValueWords.longestText * 4)
    guard value.kind == .escapedString else {
      return ValueWords.bounded(String(decoding: cut.copy(), as: UTF8.self))
    }
    var out = ByteWriter(capacity: cut.byteCount)
    out.append(unescapedJSON: cut)
    return ValueWords.bounded(String(decoding: out.bytes.copy(), as: UTF8.self))
  }
}
