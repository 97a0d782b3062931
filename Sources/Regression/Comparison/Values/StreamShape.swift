import Bytes
import GATTSession
import Vocabulary

/// The shapes of one stream's values, taken together.
struct StreamShape {
  /// What can be wrong with a value.
  enum Fault: Hashable {
    case newKey(Key)
    case missingKey(Int)
    case kind(Int)
    case value(Int, UInt64)
    case range(Key)
    case length(UInt32)
    case notDecoded
    case event
  }

  /// What a key holds.
  private struct Member {
    let key: Key
    /// The group that it is in.
    let group: Int?
    /// How many values have it.
    var count = 0
    /// The number of the value that was last counted, and of the last that was checked.
    var counted = 0
    var checked = 0
    /// Bits of kinds; an array of numbers has its own bit.
    var kinds: UInt16 = 0
    /// Words of a list and Booleans that occur.
    var values: Set<UInt64> = []
    /// The first of them in words.
    var example: String?
    /// The last value that was seen, which the next one usually equals.
    var last: UInt64 = 0

    init(_ key: Key, in group: Int?) {
      self.key = key
      self.group = group
    }
  }

  private static let mostKeys = 256
  /// The most texts of one key; with more of them it is no enumeration.
  private static let mostValues = 256

  private let rules: ValueRules
  private var keys: [Member] = []
  private var lengths: Set<UInt32> = []
  private var events: Set<EventKind> = []
  /// Values that are complete.
  private(set) var count = 0
  /// Values that have members.
  private(set) var decoded = 0
  /// How many values were checked.
  private var checks = 0

  init(_ rules: ValueRules) { self.rules = rules }

  mutating func add(_ item: TimelineItem, bytes: [UInt8]) {
    events.insert(item.kind)
    if item.isTruncated { return }
    count += 1
    if lengths.count < 1024 { lengths.insert(item.value.count) }
    guard !item.decoded.isEmpty else { return }
    decoded += 1
    var next = 0
    add(item.decoded, of: nil, bytes: bytes.rawBytes, next: &next)
  }

  /// - group: that the members are in.
  /// - next: where a key is if keys come in their usual order.
  private mutating func add(
    _ members: ByteSlice, of group: Int?, bytes: RawSpan, next: inout Int
  ) {
    var reader = RecordedReader(members)
    while let member = reader.nextMember(bytes) {
      if rules.isIgnored(member.key) { continue }
      guard let i = place(member.key, guess: next) ?? insert(member.key, group: group) else {
        continue
      }
      next = i + 1
      if keys[i].counted != count {
        keys[i].counted = count
        keys[i].count += 1
      }
      let kind = MemberMark.kind(of: member.value, in: bytes)
      keys[i].kinds |= kind
      switch member.value {
      case .object(let members): add(members, of: i, bytes: bytes, next: &next)
      case .list(let list):
        var elements = RecordedReader(list)
        while let element = elements.nextElement(bytes) {
          if case .object(let members) = element { add(members, of: i, bytes: bytes, next: &next) }
        }
      default: break
      }
      guard MemberMark.isEnumerated(kind, of: member.key) else { continue }
      let mark = MemberMark.value(member.value, in: bytes)
      if keys[i].last == mark, keys[i].example != nil { continue }
      keys[i].last = mark
      if keys[i].example == nil { keys[i].example = ValueWords.value(member.value, in: bytes) }
      if keys[i].values.count <= Self.mostValues { keys[i].values.insert(mark) }
    }
  }

  /// Reports how a value fits none of the shapes.
  mutating func check(
    _ item: TimelineItem, side: RecordedTimeline, hasMembers: Bool,
    tell: (Fault, @autoclosure () -> String) -> Void
  ) {
    if !events.contains(item.kind) {
      tell(
        .event, item.kind == .indication ? "became an indication" : "became a notification")
    }
    if item.isTruncated { return }
    guard hasMembers, !item.decoded.isEmpty else {
      checkLength(item, hasMembers: hasMembers, tell: tell)
      return
    }
    checks += 1
    var next = 0
    check(item.decoded, bytes: side.bytes.rawBytes, next: &next, tell: tell)
    for i in keys.indices
    where keys[i].checked != checks && keys[i].count == decoded
      && keys[i].kinds & MemberMark.numbers == 0
    {
      // What is in a missing group is missing with it.
      if let group = keys[i].group, keys[group].checked != checks { continue }
      tell(.missingKey(i), "\(title(i)) is missing")
    }
  }

  private mutating func check(
    _ members: ByteSlice, bytes: RawSpan, next: inout Int,
    tell: (Fault, @autoclosure () -> String) -> Void
  ) {
    var reader = RecordedReader(members)
    while let member = reader.nextMember(bytes) {
      if rules.isIgnored(member.key) { continue }
      let kind = MemberMark.kind(of: member.value, in: bytes)
      guard let i = place(member.key, guess: next) else {
        // Lists of numbers are judged for the whole stream.
        if kind != MemberMark.numbers {
          tell(.newKey(member.key), "\(Self.title(of: member.key)) is extra")
        }
        continue
      }
      next = i + 1
      keys[i].checked = checks
      if kind & keys[i].kinds == 0 {
        let words = ValueWords.value(member.value, in: bytes)
        tell(.kind(i), "\(title(i)): \(words), of another kind than expected")
        continue
      }
      switch member.value {
      case .object(let members): check(members, bytes: bytes, next: &next, tell: tell)
      case .list(let list):
        var elements = RecordedReader(list)
        while let element = elements.nextElement(bytes) {
          if case .object(let members) = element {
            check(members, bytes: bytes, next: &next, tell: tell)
          }
        }
      default: break
      }
      guard MemberMark.isEnumerated(kind, of: member.key) else { continue }
      let mark = MemberMark.value(member.value, in: bytes)
      if mark == keys[i].last || keys[i].values.count > Self.mostValues { continue }
      guard !keys[i].values.contains(mark) else { continue }
      let words = ValueWords.value(member.value, in: bytes)
      tell(
        .value(i, mark),
        keys[i].values.count == 1
          ? "\(title(i)): \(keys[i].example ?? "") became \(words)"
          : "\(title(i)): \(words), which no expected value has")
    }
  }

  private func checkLength(
    _ item: TimelineItem, hasMembers: Bool, tell: (Fault, @autoclosure () -> String) -> Void
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
      keys[i].kinds == MemberMark.numbers && keys[i].count * 2 >= decoded
        && !other.keys.contains { $0.key == keys[i].key }
    }.map(title)
  }

  // MARK: Keys

  /// - guess: its position if keys come in their usual order.
  private func place(_ key: Key, guess: Int) -> Int? {
    if guess < keys.count, keys[guess].key == key { return guess }
    return keys.firstIndex { $0.key == key }
  }

  private mutating func insert(_ key: Key, group: Int?) -> Int? {
    guard keys.count < Self.mostKeys else { return nil }
    keys.append(Member(key, in: group))
    return keys.count - 1
  }

  private func title(_ i: Int) -> String { Self.title(of: keys[i].key) }

  private static func title(of key: Key) -> String { ValueWords.bounded(key.description) }
}
