import TestSupport
import Testing

@testable import Timeline

@Suite struct IntervalHistogramTests {
  private func median(_ intervals: [Int64]) -> Int64? {
    var histogram = IntervalHistogram()
    for interval in intervals { histogram.add(interval) }
    return histogram.median
  }

  @Test func nothing() {
    let histogram = IntervalHistogram()
    expect(histogram.median == nil)
    expect(histogram.longest, equals: 0)
  }

  /// Nanoseconds from 3.2 ms, where a bucket is 3 % wide, up to days.
  @Test(
    arguments: [
      3_200_000, 7_500_000, 10_000_000, 15_000_000, 30_000_000, 45_000_000, 100_000_000,
      999_999_999, 1_000_000_000, 1_020_000_000, 60_000_000_000, 86_400_000_000_000,
    ] as [Int64])
  func steadyIntervalsAreExact(interval: Int64) {
    expect(median(Array(repeating: interval, count: 9)), equals: interval)
  }

  @Test func within3Percent() throws {
    var generator = SplitMix(seed: 2)
    for scale in [5_000_000, 30_000_000, 1_000_000_000, 3_600_000_000_000] as [Int64] {
      for count in [1, 2, 3, 10, 101, 1000] {
        let intervals = (0..<count).map { _ in
          Int64.random(in: scale...(scale * 4), using: &generator)
        }
        let exact = intervals.sorted()[(count - 1) / 2]
        let found = try #require(median(intervals))
        expect(
          abs(Double(found - exact)) <= 0.03 * Double(exact), "\(count) of \(scale): \(exact)")
      }
    }
  }

  @Test func theLongestIsExact() {
    var histogram = IntervalHistogram()
    for interval: Int64 in [5, 123_456_789, 7] { histogram.add(interval) }
    expect(histogram.longest, equals: 123_456_789)
  }

  @Test func timeThatFallsIsNoInterval() {
    expect(median([-1, -1_000_000_000]) == nil)
    expect(median([-1, 15_000_000, -9]), equals: 15_000_000)
  }

  @Test func theLargestNumberDoesNotTrap() {
    expect(median([.max]) != nil)
  }
}
