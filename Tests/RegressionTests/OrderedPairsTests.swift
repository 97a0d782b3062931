import TestSupport
import Testing

@testable import Regression

@Suite struct OrderedPairsTests {
  private func pairs(_ gains: [[Double]]) -> [[Int]] {
    orderedPairs(gains.count, actual: gains.first?.count ?? 0) { gains[$0][$1] }
      .map { [$0.expected, $0.actual] }
  }

  @Test func theLargestSumCounts() {
    expect(pairs([]), equals: [])
    expect(pairs([[1, 0], [0, 1]]), equals: [[0, 0], [1, 1]])
    // Two pairs are less than the one that crosses both.
    expect(pairs([[1, 5], [0, 1]]), equals: [[0, 1]])
    expect(pairs([[2, 3], [0, 2]]), equals: [[0, 0], [1, 1]])
  }

  @Test func whatGainsNothingIsNoPair() {
    expect(pairs([[0, -1], [0, 0]]), equals: [])
    expect(pairs([[0, 0, 1]]), equals: [[0, 2]])
  }

  @Test func theFirstOfEqualsIsPaired() {
    expect(pairs([[1, 1], [1, 1]]), equals: [[0, 0], [1, 1]])
  }
}
