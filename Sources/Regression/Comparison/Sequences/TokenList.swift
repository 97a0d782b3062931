import Bytes
import GATTSession

/// The tokens of one list of items of both sides.
struct TokenList {
  /// For each side: at most two numbers an item.
  private struct Column {
    var bytes: [UInt64] = []
    /// Empty if only the bytes decide.
    var members: [UInt64] = []
    /// Some value was truncated.
    var isCut = false
  }

  private let input: SequenceInput
  private let items: SequenceItems
  private let matcher: ValueMatcher
  private var expected = Column()
  private var actual = Column()

  init(_ input: SequenceInput, _ items: SequenceItems, _ rules: ValueRules) {
    self.input = input
    self.items = items
    matcher = ValueMatcher(sides: input.sides, rules: rules)
    expected = column(of: .expected)
    actual = column(of: .actual)
  }

  private func column(of side: Side) -> Column {
    var column = Column()
    let tokenizer = ValueTokenizer(matcher.rules)
    let hasMembers = matcher.rules.mode == .shape || !matcher.rules.keys.isEmpty
    let positions = items.positions(of: side)
    column.bytes.reserveCapacity(positions.count)
    if hasMembers { column.members.reserveCapacity(positions.count) }
    let timeline = input.sides.timeline(of: side)
    for position in positions {
      let item = input.item(at: position, side: side)
      let token = tokenizer.token(item, bytes: timeline.bytes.rawBytes)
      // A notification never equals an indication, whatever its value.
      let kind = UInt64(item.kind.rawValue) &* 0x9E37_79B9_7F4A_7C15
      column.bytes.append(token.bytes ^ kind)
      if hasMembers { column.members.append(token.members) }
      if item.isTruncated { column.isCut = true }
    }
    return column
  }

  /// Whether comparing two items takes longer than comparing two numbers.
  var isSlow: Bool { matcher.rules.hasTolerances || expected.isCut || actual.isCut }

  /// Whether two items of the list are equal.
  func isSame(_ e: Int, _ a: Int) -> Bool {
    if expected.bytes[e] == actual.bytes[a], matcher.rules.mode != .shape { return true }
    guard !expected.members.isEmpty || isSlow else { return false }
    return isSameByRules(e, a)
  }

  private func isSameByRules(_ e: Int, _ a: Int) -> Bool {
    let old = input.item(at: items.expected[e], side: .expected)
    let new = input.item(at: items.actual[a], side: .actual)
    guard old.kind == new.kind else { return false }
    return matcher.isSame(
      old, expectedToken: token(expected, i: e), actual: new, actualToken: token(actual, i: a))
  }

  private func token(_ column: Column, i: Int) -> ValueToken {
    guard i < column.members.count else { return ValueToken(bytes: column.bytes[i]) }
    return ValueToken(bytes: column.bytes[i], members: column.members[i])
  }

  func align() -> Alignment {
    AlignmentSearch.align(
      items.expected.count, actual: items.actual.count, budget: isSlow ? 3_000_000 : 100_000_000,
      anchors: { e, a in
        // Items that are equal under the rules can have different bytes.
        guard expected.members.isEmpty, !isSlow else { return [] }
        return Anchor.chain(e, expectedMarks: expected.bytes, actual: a, actualMarks: actual.bytes)
      }, isSame)
  }
}
