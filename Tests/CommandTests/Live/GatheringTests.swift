import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import TestSupport
import Testing
import Timeline

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
    expect(abs(found - expected) <= expected / 50)
  }

  @Test func afterADenseTimeTheNextRecordDoesNotWait() {
    var gathering = Gathering()
    _ = pause(&gathering, records: 20, everyMicroseconds: 1000, from: 1_000_000, milliseconds: 300)
    expect(gathering.end != nil)
    gathering.stop()
    gathering.read(1, at: 1_000_000_000)
    expect(gathering.end == nil)
  }

  /// A source that has 100 records, and gives them in tens, though it says each time that there are no more: a socket
  /// does so where there is no room to read into.
  private final class Crowd: LiveSource {
    static let records = 100
    let name = "crowd"
    let canGather = true
    var descriptor: Descriptor? { nil }
    var retryInterval: Int? { nil }
    var drops: UInt64 { 0 }
    private(set) var given = 0
    /// Nanoseconds: long after the end as soon as something was read.
    private(set) var now: Int64 = 0

    func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState {
      now = 1_000_000_000
      let event: [UInt8] = [0x13, 1, 0]
      for _ in 0..<10 where given < Self.records {
        given += 1
        let record = CaptureRecord(
          frame: UInt64(given), time: CaptureTime(seconds: Int64(given), nanoseconds: 0),
          kind: .event, direction: .received, originalLength: event.count)
        guard sink.record(record, bytes: event.rawBytes) else { return .stopped }
      }
      return .waiting
    }
  }

  @Test func whatHasComeByTheEndIsReadWhole() throws {
    let source = Crowd()
    let stream = Timeline.OutputStream(try Descriptor.temporary())
    let stage = LiveStage(
      NDJSONRenderer(stream), session: GATTSession.Options(), sink: TimelineSink.Options())
    let loop = LiveLoop(
      source, stage, output: stream, recorder: nil, interruption: try Interruption(),
      console: LiveConsole(isQuiet: true), clock: { source.now })
    expect(loop.run(for: 1_000_000), equals: .timeOver)
    expect(loop.intake.records, equals: UInt64(Crowd.records))
  }
}
