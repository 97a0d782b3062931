import Bytes

/// Whether values of one attribute on both sides are equal under the rules.
struct ValueMatcher {
  /// A number of the actual side outside its range.
  struct OutOfRange {
    var rule: ValueRules.KeyRule
    var number: Double
  }

  let sides: Sides
  let rules: ValueRules

  func isSame(
    _ expected: TimelineItem, expectedToken: ValueToken, actual: TimelineItem,
    actualToken: ValueToken
  ) -> Bool {
    if expectedToken.bytes == actualToken.bytes {
      switch rules.mode {
      case .exact, .ignore: return true
      // Without the members of one side, only the length can be compared.
      case .shape where expectedToken.members == 0 || actualToken.members == 0: return true
      case .shape: break
      }
    }
    if expectedToken.hasSameMembers(as: actualToken) {
      return !rules.hasTolerances || isNear(expected, actual: actual)
    }
    if expected.isTruncated || actual.isTruncated {
      return hasSameBeginning(expected, actual: actual)
    }
    return false
  }

  /// The part of a truncated value that both sides have.
  private func hasSameBeginning(_ expected: TimelineItem, actual: TimelineItem) -> Bool {
    let count = min(expected.value.count, actual.value.count)
    let isCutThere =
      expected.value.count == actual.value.count
      || (expected.value.count < actual.value.count ? expected : actual).isTruncated
    guard isCutThere else { return false }
    if rules.mode == .shape { return true }
    return sides.expected.isEqual(
      ByteSlice(offset: expected.value.offset, count: count), other: sides.actual,
      otherSlice: ByteSlice(offset: actual.value.offset, count: count))
  }

  private func isNear(_ expected: TimelineItem, actual: TimelineItem) -> Bool {
    for rule in rules.keys where !rule.isIgnored {
      guard let tolerance = rule.tolerance else { continue }
      let expectedNumbers = Self.numbers(of: rule, item: expected, side: sides.expected)
      let actualNumbers = Self.numbers(of: rule, item: actual, side: sides.actual)
      guard expectedNumbers.count == actualNumbers.count else { return false }
      for (expected, actual) in zip(expectedNumbers, actualNumbers)
      where !tolerance.allows(expected, actual: actual) {
        return false
      }
    }
    return true
  }

  /// The numbers of a key, those of its arrays and those in groups, too.
  static func numbers(
    of rule: ValueRules.KeyRule, item: TimelineItem, side: RecordedTimeline
  ) -> [Double] {
    side.values(rule.key, in: item.decoded).flatMap { numbers(of: $0, in: side.bytes.rawBytes) }
  }

  static func numbers(of value: RecordedValue, in bytes: RawSpan) -> [Double] {
    guard case .list(let list) = value else { return value.number(in: bytes).map { [$0] } ?? [] }
    var found: [Double] = []
    var reader = RecordedReader(list)
    while let element = reader.nextElement(bytes) {
      if let number = element.number(in: bytes) { found.append(number) }
    }
    return found
  }

  /// The first key of the actual side whose number is outside its range, with the number.
  func outOfRange(
    _ item: TimelineItem, side: RecordedTimeline
  ) -> OutOfRange? {
    guard rules.hasRanges, rules.mode != .ignore, !item.decoded.isEmpty else { return nil }
    for rule in rules.keys where !rule.isIgnored {
      guard let range = rule.range else { continue }
      for number in Self.numbers(of: rule, item: item, side: side) where !range.contains(number) {
        return OutOfRange(rule: rule, number: number)
      }
    }
    return nil
  }
}
