import Testing

@testable import bleinspect

/// How long a live source is left alone: the denser it sends, the longer.
@Suite struct GatheringTests {
  /// - Returns: nanoseconds from the last read of `milliseconds` until the next one.
  private func pause(
    _ gathering: inout Gathering, records: UInt64, everyMicroseconds: Int64, from start: Int64,
    milliseconds: Int64
  ) -> Int64 {
    var now = start
    while now < start + milliseconds * 1_000_000 {
      now += everyMicroseconds * 1000
      gathering.read(records, at: now)
    }
    return gathering.end.map { $0 - now } ?? 0
  }

  @Test(arguments: [
    (records: 1, microseconds: 10_000, pause: 0), (1, 1050, 0), (1, 500, 2_000_000),
    (5, 1000, 5_000_000), (20, 1000, 20_000_000), (1000, 1000, 20_000_000),
  ])
  func asManyMillisecondsAsThousandsOfRecordsASecond(
    records: Int, microseconds: Int, pause expected: Int64
  ) {
    var gathering = Gathering()
    let found = pause(
      &gathering, records: UInt64(records), everyMicroseconds: Int64(microseconds),
      from: 5_000_000_000, milliseconds: 450)
    #expect(abs(found - expected) <= expected / 50)
  }

  @Test func afterADenseTimeTheNextRecordDoesNotWait() {
    var gathering = Gathering()
    _ = pause(&gathering, records: 20, everyMicroseconds: 1000, from: 1_000_000, milliseconds: 300)
    #expect(gathering.end != nil)
    gathering.stop()
    gathering.read(1, at: 1_000_000_000)
    #expect(gathering.end == nil)
  }
}
