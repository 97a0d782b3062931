import ATTDissector
import Bytes
import GATTSession
import Vocabulary

/// An item's value under the rules, as two numbers: comparing them compares items of both sides.
struct ValueToken: Equatable, Sendable {
  /// For items without a value, or whose value is not compared.
  static let none = ValueToken(bytes: 0)

  /// Equal for equal bytes; if shapes count, for equal lengths.
  var bytes: UInt64
  /// Equal for members that are the same under the rules, except for the lowest bit. 0: no members.
  var members: UInt64 = 0
  /// A rule is about some member: then members decide, not bytes.
  var isRuled: Bool { members & 1 != 0 }

  func hasSameMembers(as other: ValueToken) -> Bool {
    (isRuled || other.isRuled) && members != 0 && members >> 1 == other.members >> 1
  }
}

/// Makes tokens of the values of one attribute.
struct ValueTokenizer {
  let rules: ValueRules

  init(_ rules: ValueRules) { self.rules = rules }

  /// - bytes: the item's timeline's bytes.
  func token(_ item: TimelineItem, bytes: RawSpan) -> ValueToken {
    switch rules.mode {
    case .ignore: return ValueToken(bytes: 1)
    case .shape:
      var isRuled = true
      let members = members(item.decoded, bytes: bytes, isRuled: &isRuled)
      return ValueToken(
        bytes: 0x1_0000_0000 | UInt64(item.value.count), members: members | (members == 0 ? 0 : 1))
    case .exact:
      var token = ValueToken(bytes: bytes.clamped(item.value.range).mark(1))
      guard !rules.keys.isEmpty, !item.decoded.isEmpty else { return token }
      var isRuled = false
      token.members = members(item.decoded, bytes: bytes, isRuled: &isRuled)
      if isRuled { token.members |= 1 }
      return token
    }
  }

  /// What a refused request carried: only its bytes, since it never became a value.
  func token(refused item: TimelineItem, timeline: RecordedTimeline) -> ValueToken {
    let key = Key.event.requestValue
    guard rules.mode != .ignore, !rules.isIgnored(key),
      case .text(let hex)? = timeline.value(key, in: item.own)
    else { return .none }
    let digits = timeline.bytes.rawBytes.clamped(hex.range)
    return ValueToken(
      bytes: rules.mode == .shape ? 0x1_0000_0000 | UInt64(digits.byteCount / 2) : digits.mark(1))
  }

  /// A hash of all members that are not ignored, in any order; the lowest bit is 0. 0: no object.
  private func members(
    _ object: ByteSlice, bytes: RawSpan, isRuled: inout Bool
  ) -> UInt64 {
    guard !object.isEmpty else { return 0 }
    return rules.mark(membersOf: object, in: bytes, isRuled: &isRuled) << 2 | 2
  }
}
