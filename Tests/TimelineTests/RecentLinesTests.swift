import TestSupport
import Testing
import Timeline

@Suite struct RecentLinesTests {
  @Test func anEarlierRecordHasAPlaceAmongThem() {
    var lines = RecentLines()
    expect(lines.index(after: 5, end: 0), equals: 0)
    for (index, frame) in [UInt64(3), 3, 7, 9].enumerated() {
      lines.add(frame: frame, index: UInt64(index))
    }
    expect(lines.index(after: 0, end: 4), equals: 0)
    expect(lines.index(after: 3, end: 4), equals: 2)
    expect(lines.index(after: 8, end: 4), equals: 3)
    expect(lines.index(after: 9, end: 4), equals: 4)
  }

  /// What is further back than all that is remembered has no place.
  @Test func onlyTheLastAreRemembered() {
    var lines = RecentLines()
    let count = UInt64(RecentLines.most) + 500
    for index in 0..<count { lines.add(frame: 10 * index + 5, index: index) }
    for index in 500..<count {
      expect(lines.index(after: 10 * index, end: count), equals: (index == 500 ? nil : index))
    }
    expect(lines.index(after: 10 * count, end: count), equals: count)
    expect(lines.index(after: 0, end: count) == nil)
  }
}
