/// Finds what two lists have in common, in order.
///
/// The search is Myers' ("An O(ND) Difference Algorithm and Its Variations", 1986): its time grows
/// with the number of differences, so lists that are nearly equal take one pass. Beyond a number of
/// differences it keeps what it has found and starts again after it, so time and memory are bounded
/// for any lists. Where nothing is in common, items stay paired by position.
struct AlignmentSearch {
  /// The most differences in one search. The trace of so many takes 18 MB.
  static let mostDifferences = 3000
  private static let fewestDifferences = 16

  private let isSame: (_ expected: Int, _ actual: Int) -> Bool
  /// How many item comparisons are left.
  private var budget: Int
  private var alignment: Alignment
  /// How far each diagonal got, one difference after the other: d + 1 numbers for d differences.
  private var trace: [Int32] = []

  /// - budget: how many item comparisons are allowed.
  /// - anchors: where long parts are equal, in order, for lists that differ much.
  /// - isSame: whether an item of the expected side equals one of the actual side.
  static func align(
    _ expected: Int, actual: Int, budget: Int = 200_000_000,
    anchors: (_ expected: Range<Int>, _ actual: Range<Int>) -> [Anchor] = { _, _ in [] },
    _ isSame: (_ expected: Int, _ actual: Int) -> Bool
  ) -> Alignment {
    withoutActuallyEscaping(isSame) { isSame in
      var search = AlignmentSearch(
        isSame: isSame, budget: budget,
        alignment: Alignment(expectedCount: expected, actualCount: actual))
      search.run(expected, actual: actual, anchors: anchors)
      search.alignment.slide(isSame)
      return search.alignment
    }
  }

  private init(
    isSame: @escaping (Int, Int) -> Bool, budget: Int, alignment: Alignment
  ) {
    self.isSame = isSame
    self.budget = budget
    self.alignment = alignment
  }

  private mutating func run(
    _ expected: Int, actual: Int, anchors: (Range<Int>, Range<Int>) -> [Anchor]
  ) {
    guard let rest = section(0..<expected, actual: 0..<actual, stopsAtBound: true) else { return }
    var place = rest
    for anchor in anchors(place.expected, place.actual) {
      guard anchor.expected >= place.expected.lowerBound,
        anchor.actual >= place.actual.lowerBound
      else { continue }
      _ = section(
        place.expected.lowerBound..<anchor.expected,
        actual: place.actual.lowerBound..<anchor.actual,
        stopsAtBound: false)
      place.expected = anchor.expected..<expected
      place.actual = anchor.actual..<actual
    }
    _ = section(place.expected, actual: place.actual, stopsAtBound: false)
  }

  /// Aligns a part.
  /// - Returns: what is left when the limit is reached and the search stops there.
  private mutating func section(
    _ expected: Range<Int>, actual: Range<Int>, stopsAtBound: Bool
  ) -> Alignment.Gap? {
    var place = Alignment.Gap(expected: expected, actual: actual)
    while true {
      skipSame(&place)
      if place.isOneSided { break }
      let rest = place.expected.count + place.actual.count
      let most = min(Self.mostDifferences, max(Self.fewestDifferences, 2 * budget / rest), rest)
      guard budget > 0 else {
        alignment.isCoarse = true
        break
      }
      let end = search(place, most: most)
      if end.isWhole {
        commit(place, end: end)
        return nil
      }
      if stopsAtBound { return place }
      alignment.isCoarse = true
      commit(place, end: end)
      place.expected = place.expected.lowerBound + end.expected..<expected.upperBound
      place.actual = place.actual.lowerBound + end.actual..<actual.upperBound
    }
    append(place)
    return nil
  }

  private mutating func skipSame(_ place: inout Alignment.Gap) {
    var (x, y) = (place.expected.lowerBound, place.actual.lowerBound)
    while x < place.expected.upperBound, y < place.actual.upperBound, isSame(x, y) {
      x += 1
      y += 1
    }
    budget -= x - place.expected.lowerBound
    place = Alignment.Gap(
      expected: x..<place.expected.upperBound, actual: y..<place.actual.upperBound)
  }

  /// How far a search got, counted from its start.
  private struct Reach {
    var expected: Int
    var actual: Int
    var differences: Int
    var isWhole: Bool
  }

  private mutating func search(_ place: Alignment.Gap, most: Int) -> Reach {
    let (e0, a0) = (place.expected.lowerBound, place.actual.lowerBound)
    let (n, m) = (place.expected.count, place.actual.count)
    trace.removeAll(keepingCapacity: true)
    var best = Reach(expected: 0, actual: 0, differences: 0, isWhole: false)
    var d = 0
    while true {
      best.differences = d
      var sum = -1
      for i in 0...d {
        let k = 2 * i - d
        var x = d == 0 ? 0 : step(d, i: i, k: k, n: n, m: m)
        if x >= 0 {
          let start = x
          while x < n, x - k < m, isSame(e0 + x, a0 + x - k) { x += 1 }
          budget -= x - start + 1
          let reached = 2 * x - k
          // As far along both as possible: what has nothing in common stays paired by position.
          if reached > sum || reached == sum && abs(k) < abs(best.expected - best.actual) {
            (best.expected, best.actual, sum) = (x, x - k, reached)
          }
        }
        trace.append(Int32(truncatingIfNeeded: x))
        if x == n, x - k == m {
          (best.expected, best.actual, best.isWhole) = (n, m, true)
          return best
        }
      }
      if d >= most || budget <= 0 { return best }
      d += 1
    }
  }

  /// How far diagonal k gets with d differences, before equal items: from the diagonal above by an
  /// extra item, or from the one below by a missing one. -1: outside.
  private func step(_ d: Int, i: Int, k: Int, n: Int, m: Int) -> Int {
    let before = (d - 1) * d / 2
    let above = i < d ? Int(trace[before + i]) : -1
    let below = i > 0 ? Int(trace[before + i - 1]) : -1
    let extra = above >= 0 && above - k <= m ? above : -1
    let missing = below >= 0 && below < n ? below + 1 : -1
    return max(extra, missing)
  }

  /// Walks back along the trace and keeps what differs.
  private mutating func commit(_ place: Alignment.Gap, end: Reach) {
    let (n, m) = (place.expected.count, place.actual.count)
    var steps: [(x: Int, y: Int, isMissing: Bool)] = []
    steps.reserveCapacity(end.differences)
    var d = end.differences
    var k = end.expected - end.actual
    while d > 0 {
      let i = (k + d) / 2
      let start = step(d, i: i, k: k, n: n, m: m)
      let before = (d - 1) * d / 2
      let isMissing = i > 0 && trace[before + i - 1] >= 0 && Int(trace[before + i - 1]) + 1 == start
      if isMissing {
        steps.append((start - 1, start - k, true))
        k -= 1
      } else {
        steps.append((start, start - k - 1, false))
        k += 1
      }
      d -= 1
    }
    let (e0, a0) = (place.expected.lowerBound, place.actual.lowerBound)
    for step in steps.reversed() {
      let (e, a) = (e0 + step.x, a0 + step.y)
      append(
        Alignment.Gap(
          expected: e..<(step.isMissing ? e + 1 : e), actual: a..<(step.isMissing ? a : a + 1)))
    }
  }

  /// A gap after the last one, or a part of it.
  private mutating func append(_ gap: Alignment.Gap) {
    if gap.expected.isEmpty, gap.actual.isEmpty { return }
    if let last = alignment.gaps.last, last.expected.upperBound == gap.expected.lowerBound,
      last.actual.upperBound == gap.actual.lowerBound
    {
      alignment.gaps[alignment.gaps.count - 1] = Alignment.Gap(
        expected: last.expected.lowerBound..<gap.expected.upperBound,
        actual: last.actual.lowerBound..<gap.actual.upperBound)
    } else {
      alignment.gaps.append(gap)
    }
  }
}
