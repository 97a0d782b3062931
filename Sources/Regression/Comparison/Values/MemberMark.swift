import Bytes
import GATTValues
import Vocabulary

/// A hash of a value for comparisons: equal values have equal marks, however they are written.
enum MemberMark {
  /// The kind of a value, as a bit.
  static func bit(_ value: RecordedValue, in bytes: RawSpan) -> UInt16 {
    switch value {
    case .boolean: boolean
    case .integer, .number: number
    case .written: value.number(in: bytes) == nil ? 1 << 6 : number
    case .text: text
    case .list: 1 << 4
    case .object: 1 << 5
    }
  }

  static let boolean: UInt16 = 1
  static let number: UInt16 = 1 << 1
  static let text: UInt16 = 1 << 2
  /// A list of only numbers, or of nothing: measured values.
  static let numbers: UInt16 = 1 << 3

  /// The kind of a value, where a list of numbers has a bit of its own.
  static func kind(of value: RecordedValue, in bytes: RawSpan) -> UInt16 {
    guard case .list(let list) = value else { return bit(value, in: bytes) }
    var reader = RecordedReader(list)
    while let element = reader.nextElement(bytes) {
      if element.number(in: bytes) == nil { return bit(value, in: bytes) }
    }
    return numbers
  }

  /// Whether one of a list's elements is an object.
  static func hasGroups(_ list: ByteSlice, in bytes: RawSpan) -> Bool {
    var reader = RecordedReader(list)
    while let element = reader.nextElement(bytes) {
      if case .object = element { return true }
    }
    return false
  }

  /// Equal for the same value.
  static func value(_ value: RecordedValue, in bytes: RawSpan) -> UInt64 {
    switch value {
    case .boolean(let truth): return truth ? 0x5001 : 0x5002
    case .text(let text): return bytes.clamped(text.range).mark(2)
    case .list(let list):
      var hasher = Hasher()
      var reader = RecordedReader(list)
      while let element = reader.nextElement(bytes) {
        hasher.combine(self.value(element, in: bytes))
      }
      return UInt64(truncatingIfNeeded: hasher.finalize())
    case .object(let members): return bytes.clamped(members.range).mark(3)
    case .integer, .number, .written:
      // Zero has two signs but is one number.
      return value.number(in: bytes).map { ($0 == 0 ? 0 : $0.bitPattern) &+ 1 } ?? 0x5000
    }
  }

  /// Equal for values of the same shape: any numbers, any number of numbers in a list and any text
  /// that is no word of a list, but the same words and Booleans.
  static func shape(_ value: RecordedValue, of key: Key, in bytes: RawSpan) -> UInt64 {
    let kind = kind(of: value, in: bytes)
    let isAny = kind == number || kind == numbers || kind == text && freeTexts.contains(key)
    return isAny ? 0x6000 | UInt64(kind) : self.value(value, in: bytes)
  }

  /// Whether the value of a key, of this kind, is one of a list of words, or true or false.
  static func isEnumerated(_ kind: UInt16, of key: Key) -> Bool {
    kind == boolean || kind == text && !freeTexts.contains(key)
  }

  /// Keys whose values are text that anybody wrote: names, serial numbers.
  private static let freeTexts: Set<Key> = Set(
    EventKeys.complete.rows.filter { row in
      guard case .text = row.type else { return false }
      return row.place == .decoded
    }.map(\.key))
}

extension ValueRules {
  /// A hash of all members that are not ignored, in any order: equal for members that are the same
  /// under the rules, but for ranges and tolerances, where any numbers are.
  /// - isRuled: becomes true if there is a rule about one of them.
  func mark(membersOf object: ByteSlice, in bytes: RawSpan, isRuled: inout Bool) -> UInt64 {
    var sum: UInt64 = 0
    var reader = RecordedReader(object)
    while let member = reader.nextMember(bytes) {
      let rule = self.rule(member.key)
      // What is ignored still shows that a rule applied.
      if rule != nil { isRuled = true }
      if rule?.isIgnored == true { continue }
      var hasher = Hasher()
      hasher.combine(member.key)
      hasher.combine(mark(member.value, of: member.key, in: bytes, isRuled: &isRuled))
      sum = sum &+ UInt64(truncatingIfNeeded: hasher.finalize())
    }
    return sum
  }

  /// The mark of one member.
  func mark(_ member: RecordedMember, in bytes: RawSpan) -> UInt64 {
    var isRuled = false
    return mark(member.value, of: member.key, in: bytes, isRuled: &isRuled)
  }

  /// The mark of a value; that of a group, or of a list of groups, follows from its members.
  func mark(
    _ value: RecordedValue, of key: Key, in bytes: RawSpan, isRuled: inout Bool
  ) -> UInt64 {
    switch value {
    case .object(let members): return mark(membersOf: members, in: bytes, isRuled: &isRuled)
    case .list(let list) where MemberMark.hasGroups(list, in: bytes):
      var hasher = Hasher()
      var reader = RecordedReader(list)
      while let element = reader.nextElement(bytes) {
        hasher.combine(mark(element, of: key, in: bytes, isRuled: &isRuled))
      }
      return UInt64(truncatingIfNeeded: hasher.finalize())
    default:
      let rule = self.rule(key)
      let isAny = mode == .shape || rule?.range != nil || rule?.tolerance != nil
      return isAny
        ? MemberMark.shape(value, of: key, in: bytes) : MemberMark.value(value, in: bytes)
    }
  }
}

extension RawSpan {
  /// A hash of some bytes, valid for this run of the program.
  func mark(_ seed: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(byteCount)
    var i = 0
    while i &+ 8 <= byteCount {
      hasher.combine(uint64LittleEndian(at: i))
      i &+= 8
    }
    var rest: UInt64 = 0
    while i < byteCount {
      rest = rest << 8 | UInt64(uint8(at: i))
      i &+= 1
    }
    hasher.combine(rest)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
