import TestSupport
import Testing

@testable import Regression

@Suite struct SequenceAlignmentTests {
  private func align(_ a: [Int], _ b: [Int], budget: Int = 1_000_000) -> Alignment {
    AlignmentSearch.align(a.count, actual: b.count, budget: budget) { a[$0] == b[$1] }
  }

  /// Whether gaps and runs cover both lists in order, and runs are the same.
  private func isSound(_ alignment: Alignment, _ a: [Int], _ b: [Int]) -> Bool {
    var (e, i) = (0, 0)
    for gap in alignment.gaps {
      guard gap.expected.lowerBound - e == gap.actual.lowerBound - i, gap.expected.lowerBound >= e,
        !(gap.expected.isEmpty && gap.actual.isEmpty)
      else { return false }
      for k in 0..<(gap.expected.lowerBound - e) where a[e + k] != b[i + k] { return false }
      (e, i) = (gap.expected.upperBound, gap.actual.upperBound)
    }
    guard a.count - e == b.count - i, a.count >= e else { return false }
    for k in 0..<(a.count - e) where a[e + k] != b[i + k] { return false }
    return true
  }

  /// The length of what both have in common in order, the slow way.
  private func common(_ a: [Int], _ b: [Int]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (j, y) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = x == y ? diagonal + 1 : max(above, row[j])
        diagonal = above
      }
    }
    return row[b.count]
  }

  private func matched(_ alignment: Alignment) -> Int {
    alignment.expectedCount - alignment.gaps.reduce(0) { $0 + $1.expected.count }
  }

  @Test(arguments: 0..<300) func theLongestCommonPartIsFound(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let values = Int.random(in: 1...6, using: &random)
    let a = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      Int.random(in: 0...values, using: &random)
    }
    let b = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      Int.random(in: 0...values, using: &random)
    }
    let alignment = align(a, b)
    expect(isSound(alignment, a, b), "seed \(seed): \(a) \(b)")
    expect(!alignment.isCoarse && matched(alignment) == common(a, b), "seed \(seed)")
    // Whatever the budget, it ends and is sound.
    for budget in [0, 1, 10, 100] {
      expect(isSound(align(a, b, budget: budget), a, b), "seed \(seed), budget \(budget)")
    }
  }

  @Test func whatHasNothingInCommonIsOneGap() {
    let alignment = align(Array(0..<20_000), Array(50_000..<70_000), budget: 100_000)
    expect(alignment.isCoarse)
    expect(alignment.gaps, equals: [.init(expected: 0..<20_000, actual: 0..<20_000)])
  }

  @Test func aPartWithoutAnythingInCommonDoesNotLoseTheRest() {
    var changed = Array(0..<50_000)
    for i in 20_000..<30_000 { changed[i] += 1_000_000 }
    let alignment = align(Array(0..<50_000), changed, budget: 5_000_000)
    expect(isSound(alignment, Array(0..<50_000), changed))
    expect(alignment.gaps, equals: [.init(expected: 20_000..<30_000, actual: 20_000..<30_000)])
  }

  @Test func anchorsBridgeALongHole() {
    let a = Array(0..<100_000)
    let b = Array(0..<30_000) + Array(70_000..<100_000)
    let marks = (a.map { UInt64($0) &* 0x9E37_79B9 }, b.map { UInt64($0) &* 0x9E37_79B9 })
    let alignment = AlignmentSearch.align(
      a.count, actual: b.count, budget: 10_000_000,
      anchors: { Anchor.chain($0, expectedMarks: marks.0, actual: $1, actualMarks: marks.1) }
    ) { a[$0] == b[$1] }
    expect(alignment.gaps.count, equals: 1)
    expect(alignment.gaps.first?.expected.count, equals: 40_000)
    expect(alignment.gaps.first?.actual.isEmpty, equals: true)
  }
}
