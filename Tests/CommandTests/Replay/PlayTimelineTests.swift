import TestSupport
import Testing

@testable import bleinspect

/// When records are played, by their times alone.
struct PlayTimelineTests {
  private func positions(_ times: [Int64], maximumGap: Int64? = nil) -> [Int64] {
    var timeline = PlayTimeline(maximumGap: maximumGap)
    return times.map { timeline.advance(to: $0) }
  }

  /// The jump before each record.
  private func jumps(_ times: [Int64]) -> [Int64?] {
    var timeline = PlayTimeline()
    return times.map {
      timeline.advance(to: $0)
      return timeline.jump
    }
  }

  @Test func theFirstRecordIsPlayedAtOnceAndOthersAtTheirDistance() {
    expect(positions([5, 7, 7, 12]), equals: [0, 2, 2, 7])
    expect(positions([-9, -4, 0, 3]), equals: [0, 5, 9, 12])
    expect(positions([42]), equals: [0])
  }

  @Test func aStepBackIsPlayedAtOnceAndCaughtUp() {
    expect(positions([0, 10, 9, 11, 20]), equals: [0, 10, 10, 11, 20])
    // A clock that was set back for good goes on from there.
    expect(positions([0, 1000, 200, 300, 400]), equals: [0, 1000, 1000, 1100, 1200])
    expect(positions([0, 1000, 500, 600, 100, 300]), equals: [0, 1000, 1000, 1100, 1100, 1300])
  }

  @Test func twoClocksAreFollowedSideBySide() {
    // Steps back of 5 at every other record do not add up.
    let times = (0..<1000).flatMap { (index: Int64) -> [Int64] in
      [index * 10 + 50_000, index * 10 + 5]
    }
    let found = positions(times)
    for (index, position) in found.enumerated() {
      expect(abs(position - Int64(index / 2) * 10) <= 5, "record \(index)")
    }
    // Nor do small ones of packets that are written a little out of order.
    let jitter = (0..<1000).flatMap { (index: Int64) -> [Int64] in [index * 10, index * 10 - 3] }
    expect(positions(jitter).last.map { (9990...9997).contains($0) }, equals: true)
  }

  @Test func neverGoesBack() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let times = (0..<500).map { _ in
        Int64.random(in: -1_000_000_000...1_000_000_000, using: &generator)
      }
      let found = positions(times)
      expect(zip(found, found.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func silencesAreShortened() {
    expect(positions([0, 1, 100, 101, 105], maximumGap: 4), equals: [0, 1, 5, 6, 10])
    expect(positions([0, 3, 7, 7], maximumGap: 0), equals: [0, 0, 0, 0])
    // The other clock's time has passed, too.
    expect(
      positions([0, 1000, 0, 500, 1500, 501], maximumGap: 10), equals: [0, 10, 10, 20, 20, 21])
  }

  @Test func daysBeforeTheBeginAreNoSilence() {
    let hour = 3600 * second
    // `t` is 0 after the jump; an hour itself is none.
    let times: [Int64] = [-30 * hour - 5, -30 * hour, -2 * hour, 0, 7]
    expect(positions(times), equals: [0, 5, 5, 5, 12])
    expect(positions([-hour, 0]), equals: [0, hour])
    // Later ones are as long as they are, up to a day.
    expect(positions([0, 23 * hour]), equals: [0, 23 * hour])
  }

  @Test func jumpsOfTheClockAreNotWaitedFor() {
    let day = 86_400 * second
    expect(positions([0, 5, day + 5, day + 12]), equals: [0, 5, 5, 12])
    expect(positions([0, day - 1, day]), equals: [0, day - 1, day])
    // Nor as long as other silences.
    expect(positions([0, 20, 40 * day, 40 * day + 9], maximumGap: 3), equals: [0, 3, 3, 6])
    expect(jumps([0, 5, day + 5, day + 12, 3 * day]), equals: [nil, nil, day, nil, 2 * day - 12])
    expect(jumps([-4 * 3600 * second, 0, 1]), equals: [nil, 4 * 3600 * second, nil])
    expect(jumps([5 * day, 0, 1]), equals: [nil, nil, nil])
  }

  @Test func clocksThatAreDaysApartAreFollowedSideBySide() {
    let apart = 30 * 86_400 * second
    let times = (0..<1000).flatMap { (index: Int64) -> [Int64] in
      [index * 10, index * 10 + 5 + apart]
    }
    for (index, position) in positions(times).enumerated() {
      expect(abs(position - Int64(index / 2) * 10) <= 15, "record \(index)")
    }
    expect(jumps(times).compactMap(\.self), equals: [apart + 5])
  }

  @Test func timesThatCannotBeDoNotOverflow() {
    let found = positions([.min, .max, .min, 0, .max, -1, .min, .max])
    expect(zip(found, found.dropFirst()).allSatisfy { $0 <= $1 })
    expect(positions([.max, .min, .max], maximumGap: 5).last.map { $0 <= 10 }, equals: true)
  }
}
