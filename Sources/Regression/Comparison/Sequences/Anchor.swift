/// Where both lists have the same long part, which neither has twice.
struct Anchor: Equatable, Sendable {
  var expected: Int
  var actual: Int

  /// Items that must be the same in a row.
  private static let length = 16

  /// The longest chain of anchors whose order is the same on both sides.
  ///
  /// Parts of the expected side at multiples of their length are looked for at each place of the actual
  /// side, as rsync does: one pass of each.
  /// - marks: of each item; items are the same that have the same mark.
  static func chain(
    _ expected: Range<Int>, _ expectedMarks: [UInt64], _ actual: Range<Int>,
    _ actualMarks: [UInt64]
  ) -> [Anchor] {
    guard expected.count >= length, actual.count >= length else { return [] }
    /// Of each part its place, -1 if it is there twice.
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

  /// The longest part of anchors, rising on one side, that rises on the other, too.
  private static func rising(_ anchors: [Anchor]) -> [Anchor] {
    /// Of each length the anchor with the lowest end.
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

/// A sum over the last marks, from which the first can be taken away again.
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
