import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import TestSupport
import Testing
import Timeline

@testable import bleinspect

/// What is said when there is nothing to show.
struct QuietWatchTests {
  /// A source that gives nothing by itself.
  private final class Silent: LiveSource {
    let name = "source"
    var descriptor: Descriptor?
    var retryInterval: Int? { nil }
    var drops: UInt64 { 0 }

    func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState { .waiting }
  }

  private let source = Silent()
  private let stage: LiveStage
  private var frame: UInt64 = 0

  init() throws {
    let out = Timeline.OutputStream(try Descriptor.temporary())
    stage = LiveStage(
      NDJSONRenderer(out), session: GATTSession.Options(), sink: TimelineSink.Options())
    stage.begin(
      CaptureSummary(),
      clock: TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6))
    source.descriptor = .standardInput
  }

  private mutating func system(_ code: UInt16, _ bytes: [UInt8], adapter: UInt16 = 0) {
    record(.system, bytes, code: code, adapter: adapter)
  }

  private mutating func record(
    _ kind: RecordKind, _ bytes: [UInt8], code: UInt16 = 0, adapter: UInt16 = 0
  ) {
    frame += 1
    let record = CaptureRecord(
      frame: frame, time: CaptureTime(seconds: Int64(frame), nanoseconds: 0), kind: kind,
      direction: kind == .command ? .sent : .received, adapter: adapter,
      originalLength: bytes.count, code: code)
    _ = stage.record(record, bytes: bytes.rawBytes)
  }

  private func look(_ watch: inout QuietWatch, _ seconds: Int64) -> String? {
    watch.look(seconds * 1_000_000_000, stage: stage, source: source, records: frame)
  }

  @Test mutating func tellsOnceInEachSilence() {
    var watch = QuietWatch(adapters: [], now: 0)
    expect(look(&watch, 9) == nil)
    expect(watch.nextLook, equals: 10_000_000_000)
    expect(look(&watch, 10), equals: "nothing to show for 10 s: source has sent nothing yet")
    expect(look(&watch, 30) == nil)
    expect(watch.nextLook == nil)
    // An adapter that is added is shown: another silence begins.
    system(0, [0, 0, 1, 0, 0, 0, 0, 0, 0x68, 0x63, 0x69, 0x30, 0, 0, 0, 0])
    expect(look(&watch, 31) == nil)
    expect(look(&watch, 40) == nil)
    expect(look(&watch, 41), equals: "nothing to show for 10 s: hci0 is down")
    // What comes is nothing to show.
    system(8, [])
    expect(look(&watch, 42) == nil)
    system(10, [1, 0, 0, 0, 0, 0, 15, 0])
    system(12, Array("note".utf8))
    expect(look(&watch, 51) == nil)
    expect(
      look(&watch, 52),
      equals: "nothing to show for 10 s: hci0 is up, no scanning seen; "
        + "2 records arrived, none to show")
  }

  @Test mutating func namesWhatSelects() {
    system(0, [0, 0, 1, 0, 0, 0, 0, 0, 0x68, 0x63, 0x69, 0x30, 0, 0, 0, 0])
    var watch = QuietWatch(adapters: [], selection: "--device with --uuid", now: 0)
    expect(look(&watch, 1) == nil)
    system(12, Array("note".utf8))
    expect(
      look(&watch, 11),
      equals: "nothing to show for 10 s: hci0 is down; "
        + "1 record arrived, none to show (--device with --uuid)")
  }

  @Test mutating func saysWhatTheAdaptersDo() {
    system(0, [0, 0, 1, 0, 0, 0, 0, 0, 0x68, 0x63, 0x69, 0x30, 0, 0, 0, 0])
    system(8, [])
    system(0, [0, 0, 2, 0, 0, 0, 0, 0, 0x68, 0x63, 0x69, 0x31, 0, 0, 0, 0], adapter: 1)
    // LE Set Scan Enable, and its Command Complete; then a connection.
    record(.command, [0x0C, 0x20, 2, 1, 0])
    record(.event, [0x0E, 4, 1, 0x0C, 0x20, 0])
    record(
      .event, [0x3E, 19, 1, 0, 1, 0, 0, 1, 1, 2, 3, 4, 5, 0xC6, 24, 0, 0, 0, 72, 0, 0])
    var watch = QuietWatch(adapters: [], now: 0)
    expect(look(&watch, 1) == nil)
    expect(
      look(&watch, 11),
      equals: "nothing to show for 10 s: hci0 is up, scanning, 1 connection; hci1 is down")
    var chosen = QuietWatch(adapters: [1], now: 0)
    expect(look(&chosen, 1) == nil)
    expect(look(&chosen, 11), equals: "nothing to show for 10 s: hci1 is down")
    source.descriptor = nil
    var away = QuietWatch(adapters: [], now: 0)
    expect(look(&away, 1) == nil)
    expect(look(&away, 11), equals: "nothing to show for 10 s: source is gone; waiting for it")
    source.descriptor = .standardInput
    system(1, [])
    system(1, [], adapter: 1)
    var gone = QuietWatch(adapters: [], now: 0)
    expect(look(&gone, 1) == nil)
    expect(look(&gone, 11), equals: "nothing to show for 10 s: no adapter found")
  }
}
