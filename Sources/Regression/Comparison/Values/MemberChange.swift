import Bytes
import JSONText

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
    let key = ValueWords.bounded(key, 64)
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

  /// The members of two JSON objects (`decoded` or `own`) that differ under the rules, in order.
  package static func changes(
    _ expected: ByteSlice, _ expectedSide: RecordedTimeline, _ actual: ByteSlice,
    _ actualSide: RecordedTimeline, _ rules: ValueRules
  ) -> [MemberChange] {
    let new = members(actual, actualSide)
    let old = members(expected, expectedSide)
    var places: [String: Int] = [:]
    for (i, member) in new.enumerated() { places[member.key] = i }
    var changes: [MemberChange] = []
    for member in old where rule(member.key, rules)?.isIgnored != true {
      if let place = places[member.key] {
        let other = new[place]
        let change = change(member, expectedSide, other, actualSide, rules)
        if let change { changes.append(change) }
      } else {
        changes.append(MemberChange(key: member.key, expected: words(member.value, expectedSide)))
      }
    }
    let known = Set(old.map(\.key))
    for member in new
    where !known.contains(member.key) && rule(member.key, rules)?.isIgnored != true {
      changes.append(MemberChange(key: member.key, actual: words(member.value, actualSide)))
    }
    return changes
  }

  private typealias Member = (key: String, value: JSONSlice)

  private static func rule(_ key: String, _ rules: ValueRules) -> ValueRules.KeyRule? {
    rules.rule(key.rawBytes)
  }

  private static func members(_ object: ByteSlice, _ side: RecordedTimeline) -> [Member] {
    var reader = MemberReader()
    var found: [Member] = []
    reader.forEach(object, in: side.bytes.rawBytes) { key, value in
      if found.count < mostKeys {
        found.append((String(decoding: key.copy(), as: UTF8.self), value))
      }
    }
    return found
  }

  private static func change(
    _ expected: Member, _ expectedSide: RecordedTimeline, _ actual: Member,
    _ actualSide: RecordedTimeline, _ rules: ValueRules
  ) -> MemberChange? {
    let rule = rule(expected.key, rules)
    let old = expectedSide.bytes.rawBytes
    let new = actualSide.bytes.rawBytes
    var change = MemberChange(
      key: expected.key, expected: words(expected.value, expectedSide),
      actual: words(actual.value, actualSide))
    let numbers = ValueMatcher.numbers(actual.value, in: new)
    if let range = rule?.range, let outside = numbers.first(where: { !range.contains($0) }) {
      change.actual = ValueWords.number(outside)
      change.range = range
      return change
    }
    let isSame: Bool
    if let tolerance = rule?.tolerance, expected.value.kind == actual.value.kind {
      let expectedNumbers = ValueMatcher.numbers(expected.value, in: old)
      isSame =
        expectedNumbers.count == numbers.count
        && zip(expectedNumbers, numbers).allSatisfy { tolerance.allows($0, $1) }
    } else if rules.mode == .shape || rule?.range != nil {
      isSame =
        MemberMark.shape(expected.value, in: old) == MemberMark.shape(actual.value, in: new)
    } else {
      isSame =
        MemberMark.value(expected.value, in: old) == MemberMark.value(actual.value, in: new)
    }
    return isSame ? nil : change
  }

  /// A value as JSON writes it, without quotes, truncated if long.
  static func words(_ value: JSONSlice, _ side: RecordedTimeline) -> String {
    let bytes = side.bytes.rawBytes
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
