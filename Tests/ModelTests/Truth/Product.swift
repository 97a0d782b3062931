import ATTDissector
import BTSnoop
import Bytes
import Foundation
import GATTSession
import System
import Timeline

/// What the program makes of a capture: the lines of its timeline, and its trees.
struct Product {
  let timeline: [JSON]
  let tree: JSON?
  /// Events that came while time passed between two records.
  let passed: Int

  /// Why a capture could not be read.
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Reads the capture as the program does, by way of a file.
  /// - passing: lets time pass between records, as a silent live source does.
  init(_ capture: [UInt8], tellsAllAdvertisements: Bool, passing: Draws? = nil) throws {
    let path = NSTemporaryDirectory() + "model-\(UInt64.random(in: 0 ... .max)).capture"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(capture).write(to: URL(fileURLWithPath: path))

    let renderer = try Both()
    var options = TimelineSink.Options()
    options.filter.advertisements = tellsAllAdvertisements ? .all : .changes
    let session = GATTSession.Options()
    let waiting = passing.map { draws in
      Waiting(LiveStage(renderer, session: session, sink: options), draws) { renderer.lines.count }
    }
    var pipeline = CapturePipeline(
      waiting ?? TimelineStage(renderer, session: session, sink: options))
    var reader = CaptureReader()
    try reader.read([path], into: &pipeline)
    pipeline.end()
    passed = waiting?.passed ?? 0
    timeline = try renderer.lines.split(separator: 0x0A).map {
      guard let line = JSON($0) else {
        throw Failure(description: "no JSON: \(String(decoding: $0, as: UTF8.self))")
      }
      return line
    }
    tree = JSON(renderer.tree)
  }
}

/// Two forms of output from one reading.
private final class Both: TimelineRenderer {
  private let out: Timeline.OutputStream
  private let ndjson: NDJSONRenderer
  private let gatt: GATTRenderer
  private(set) var lines: [UInt8] = []
  private(set) var tree: [UInt8] = []

  init() throws {
    // Nothing is written to it: the buffer is emptied before it is full.
    out = Timeline.OutputStream(try Descriptor.temporary())
    ndjson = NDJSONRenderer(out)
    gatt = GATTRenderer(out, format: .json, filter: EventFilter())
  }

  private func take() -> [UInt8] {
    var taken = ByteWriter()
    swap(&taken, &out.buffer)
    return taken.bytes.copy()
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    ndjson.begin(summary, clock: clock)
    lines += take()
  }

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    ndjson.event(event, fields: fields, value: value)
    lines += take()
  }

  func end(_ summary: CaptureSummary, session: GATTSession) {
    ndjson.end(summary, session: session)
    lines += take()
    gatt.end(summary, session: session)
    tree = take()
  }
}

/// Lets some time pass before each record, up to its own, and much after the last.
private final class Waiting: RecordStage {
  private let stage: LiveStage
  private var draws: Draws
  private var last: CaptureTime?
  private let told: () -> Int
  /// How often something was reported meanwhile.
  private(set) var passed = 0

  init(_ stage: LiveStage, _ draws: Draws, told: @escaping () -> Int) {
    self.stage = stage
    self.draws = draws
    self.told = told
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    stage.begin(summary, clock: clock)
  }

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    if let last {
      var left = record.time.nanoseconds(since: last)
      while left > 1_000_000, draws.chance(70) {
        left = Int64(draws.below(Int(left)))
        pass(to: record.time.earlier(by: left))
      }
      // A live source wakes up when what waits is over, and not before.
      while draws.chance(70), let deadline = stage.session.waitsUntil, deadline < record.time {
        pass(to: min(deadline.earlier(by: -1), record.time))
      }
    }
    last = record.time
    return stage.record(record, bytes: bytes)
  }

  private func pass(to time: CaptureTime) {
    let before = told()
    stage.advance(to: time)
    if told() > before { passed += 1 }
  }

  func note(_ note: CaptureNote) { stage.note(note) }

  func end(_ summary: CaptureSummary) {
    if let last { stage.advance(to: last.earlier(by: -100_000_000_000)) }
    stage.end(summary)
  }
}

extension CaptureTime {
  fileprivate func earlier(by nanoseconds: Int64) -> CaptureTime {
    CaptureTime(seconds: seconds, excessNanoseconds: Int64(self.nanoseconds) - nanoseconds)
  }
}
