/// Where both lists have the same long part, which is unique in each.
struct Anchor: Equatable, Sendable {
  var expected: Int
  var actual: Int

  /// How many items in a row must be equal.
  private static let length = 16

  /// The longest chain of anchors that is in the same order on both sides.
  ///
  /// Parts of the expected side at multiples of their length are looked up at every position of the
  /// actual side, as rsync does: one pass over each.
  /// - marks: one for each item; equal items have equal marks.
  static func chain(
    _ expected: Range<Int>, expectedMarks: [UInt64], actual: Range<Int>,
    actualMarks: [UInt64]
  ) -> [Anchor] {
    guard expected.count >= length, actual.count >= length else { return [] }
    /// The position of each part, -1 if it occurs twice.
    var places: [UInt64: Int] = [:]
    for start in stride(
      from: expected.lowerBound, through: expected.upperBound - length, by: length)
    {
      var rolling = RollingMark()
      for mark in expectedMarks[start..<start + length] { rolling.add(mark) }
      if places.updateValue(start, forKey: rolling.sum) != nil {
        places[rolling.sum] = -1
      }
    }
    var found: [Int: Int] = [:]
    var rolling = RollingMark()
    for end in actual {
      rolling.add(actualMarks[end])
      let start = end - length + 1
      guard start >= actual.lowerBound else { continue }
      if start > actual.lowerBound { rolling.remove(actualMarks[start - 1], after: length) }
      guard let place = places[rolling.sum], place >= 0 else { continue }
      found[place] = found[place] == nil ? start : -1
    }
    return rising(
      found.filter { $0.value >= 0 }.map { Anchor(expected: $0.key, actual: $0.value) }
        .sorted { $0.expected < $1.expected })
  }

  /// The longest subsequence of anchors, ascending on one side, that also ascends on the other.
  private static func rising(_ anchors: [Anchor]) -> [Anchor] {
    /// For each length the anchor with the lowest end.
    var ends: [Int] = []
    var before: [Int] = []
    for (i, anchor) in anchors.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if anchors[ends[middle]].actual < anchor.actual { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : -1)
      if low == ends.count { ends.append(i) } else { ends[low] = i }
    }
    var chain: [Anchor] = []
    var at = ends.last ?? -1
    while at >= 0 {
      chain.append(anchors[at])
      at = before[at]
    }
    return chain.reversed()
  }
}

/// A rolling sum over the last marks.
private struct RollingMark {
  private(set) var sum: UInt64 = 0
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func add(_ mark: UInt64) { sum = sum &* Self.factor &+ mark }

  mutating func remove(_ mark: UInt64, after length: Int) {
    var power: UInt64 = 1
    for _ in 0..<length { power = power &* Self.factor }
    sum = sum &- mark &* power
  }
}
