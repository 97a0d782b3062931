import TestSupport
import Testing

@testable import Timeline

@Suite struct ChartSeriesTests {
  @Test func columnsHaveTheLeastAndTheGreatest() {
    var series = ChartSeries()
    for second in 0..<8 { series.add(Double(second), at: Int64(second) * 1_000_000_000) }
    expect(series.columns(4), equals: [0...1, 2...3, 4...5, 6...7])
    expect(series.columns(8), equals: (0..<8).map { Double($0)...Double($0) })
    expect((series.least, series.greatest, series.sum, series.count) == (0, 7, 28, 8))
    expect(series.columns(0).isEmpty)
  }

  @Test func gapsAreEmpty() {
    var series = ChartSeries()
    series.add(1, at: 0)
    series.add(3, at: 10_000_000_000)
    expect(series.columns(5), equals: [1...1, nil, nil, nil, 3...3])
  }

  /// However many values there are, one that stands out stays.
  @Test func spikesStay() {
    var series = ChartSeries()
    for second in 0..<100_000 {
      series.add(second == 40_000 ? 200 : 60, at: Int64(second) * 1_000_000_000)
    }
    let columns = series.columns(10)
    expect(columns[4], equals: 60...200)
    expect(columns.count { $0 == 60...60 }, equals: 9)
  }

  @Test func oneValueIsOneColumn() {
    var series = ChartSeries()
    series.add(1, at: .max)
    expect(series.columns(3), equals: [1...1, nil, nil])
  }

  /// Whatever the times, nothing is lost, and there are not more buckets than allowed.
  @Test func anyTimes() {
    var generator = SplitMix(seed: 5)
    for _ in 0..<50 {
      var series = ChartSeries()
      let bits = generator.next() % 64
      for _ in 0..<500 {
        series.add(1, at: Int64(bitPattern: generator.next()) >> Int64(bits))
      }
      series.add(1, at: .min)
      series.add(1, at: .max)
      expect(series.count, equals: 502)
      expect(series.columns(100).allSatisfy { $0 == nil || $0 == 1...1 })
      expect(series.columns(100).first, equals: .some(1...1))
      expect(series.columns(100).last, equals: .some(1...1))
    }
  }

  // MARK: Windows

  /// - Returns: charts, and lines of the bars of each.
  private func layout(_ charts: Int, _ lines: Int) -> [Int]? {
    ChartLayout(charts: charts, lines: lines).map { [$0.charts, $0.height] }
  }

  @Test func chartsShareTheLinesOfAWindow() {
    expect(layout(0, 40) == nil)
    expect(layout(1, 23), equals: [1, 8])
    expect(layout(1, 6), equals: [1, 2])
    expect(layout(1, 5) == nil)
    expect(layout(2, 23), equals: [2, 7])
    expect(layout(3, 23), equals: [3, 3])
    expect(layout(4, 23), equals: [3, 2])
    expect(layout(100, 6), equals: [1, 1])
    for charts in 1..<20 {
      for lines in 6..<80 {
        guard let layout = ChartLayout(charts: charts, lines: lines) else {
          Issue.record("no room for \(charts) in \(lines)")
          continue
        }
        let rest = layout.charts < charts ? 1 : 0
        expect(layout.charts * (layout.height + 5) - 1 + rest <= lines)
        expect((1...8).contains(layout.height))
      }
    }
  }
}
