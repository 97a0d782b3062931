import Bytes
import Vocabulary

/// A key of two JSON objects whose values differ.
package struct MemberChange: Equatable, Sendable {
  package var key: String
  /// The value in words; `nil`: the side has no such key.
  package var expected: String?
  package var actual: String?
  /// The actual value is outside this range.
  package var range: ClosedRange<Double>?

  /// `heart_rate_bpm: 91 became 18433`.
  package var words: String {
    let key = ValueWords.bounded(key, longest: 64)
    if let range {
      return "\(key): \(actual ?? "none"), outside of \(ValueWords.range(range))"
    }
    switch (expected, actual) {
    case (let expected?, let actual?): return "\(key): \(expected) became \(actual)"
    case (let expected?, nil): return "\(key): \(expected) is missing"
    case (nil, let actual?): return "\(key): \(actual) is extra"
    case (nil, nil): return key
    }
  }
}

/// Compares items member by member.
package enum ValueComparison {
  /// The most keys looked at in one object.
  private static let mostKeys = 256

  /// The members of two JSON objects (`decoded` or `own`) that differ under the rules, in order; of
  /// groups on both sides, their members.
  package static func changes(
    _ expected: ByteSlice, expectedSide: RecordedTimeline, actual: ByteSlice,
    actualSide: RecordedTimeline, rules: ValueRules
  ) -> [MemberChange] {
    let new = actualSide.members(of: actual).prefix(mostKeys)
    let old = expectedSide.members(of: expected).prefix(mostKeys)
    var places: [Key: RecordedMember] = [:]
    for member in new { places[member.key] = member }
    var changes: [MemberChange] = []
    for member in old where !rules.isIgnored(member.key) {
      if let other = places[member.key] {
        changes += self.changes(
          member, expectedSide: expectedSide, actual: other, actualSide: actualSide, rules: rules)
      } else {
        changes.append(
          MemberChange(key: member.key.description, expected: words(of: member, side: expectedSide))
        )
      }
    }
    let known = Set(old.map(\.key))
    for member in new where !known.contains(member.key) && !rules.isIgnored(member.key) {
      changes.append(
        MemberChange(key: member.key.description, actual: words(of: member, side: actualSide)))
    }
    return changes
  }

  private static func words(of member: RecordedMember, side: RecordedTimeline) -> String {
    ValueWords.value(member.value, in: side.bytes.rawBytes)
  }

  private static func changes(
    _ expected: RecordedMember, expectedSide: RecordedTimeline, actual: RecordedMember,
    actualSide: RecordedTimeline, rules: ValueRules
  ) -> [MemberChange] {
    if let old = groups(expected.value, side: expectedSide),
      let new = groups(actual.value, side: actualSide),
      old.count == new.count
    {
      return zip(old, new).flatMap {
        changes($0, expectedSide: expectedSide, actual: $1, actualSide: actualSide, rules: rules)
      }
    }
    return change(
      expected, expectedSide: expectedSide, actual: actual, actualSide: actualSide, rules: rules
    ).map { [$0] } ?? []
  }

  /// The objects that a value consists of; `nil`: it has something else.
  private static func groups(_ value: RecordedValue, side: RecordedTimeline) -> [ByteSlice]? {
    switch value {
    case .object(let object): return [object]
    case .list(let list):
      var groups: [ByteSlice] = []
      for element in side.elements(of: list) {
        guard case .object(let object) = element else { return nil }
        groups.append(object)
      }
      return groups.isEmpty ? nil : groups
    default: return nil
    }
  }

  private static func change(
    _ expected: RecordedMember, expectedSide: RecordedTimeline, actual: RecordedMember,
    actualSide: RecordedTimeline, rules: ValueRules
  ) -> MemberChange? {
    let rule = rules.rule(expected.key)
    let old = expectedSide.bytes.rawBytes
    let new = actualSide.bytes.rawBytes
    var change = MemberChange(
      key: expected.key.description, expected: words(of: expected, side: expectedSide),
      actual: words(of: actual, side: actualSide))
    let numbers = ValueMatcher.numbers(of: actual.value, in: new)
    if let range = rule?.range, let outside = numbers.first(where: { !range.contains($0) }) {
      change.actual = ValueWords.number(outside)
      change.range = range
      return change
    }
    let isSame: Bool
    let kind = MemberMark.bit(expected.value, in: old)
    if let tolerance = rule?.tolerance, kind != MemberMark.boolean,
      kind == MemberMark.bit(actual.value, in: new)
    {
      let expectedNumbers = ValueMatcher.numbers(of: expected.value, in: old)
      isSame =
        expectedNumbers.count == numbers.count
        && zip(expectedNumbers, numbers).allSatisfy { tolerance.allows($0, actual: $1) }
    } else {
      isSame = rules.mark(expected, in: old) == rules.mark(actual, in: new)
    }
    return isSame ? nil : change
  }
}
