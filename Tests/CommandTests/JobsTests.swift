import BTSnoop
import Bytes
import Foundation
import GATTSession
import System
import TestSupport
import Testing

@testable import Timeline

/// `--jobs`: the bytes are those of one processor.
@Suite struct JobsTests {
  private static let forms = [
    ["--format", "ndjson"], ["--format", "csv"], ["--format", "json"],
    ["--format", "ndjson", "--flat", "--capture-key"], ["--format", "ndjson", "--capture-key"],
    ["--format", "ndjson", "--adverts", "all"], ["--format", "json", "--errors"],
    ["--format", "csv", "-n", "9"],
  ]

  @Test(arguments: forms) func linesAreThoseOfOneProcessor(form: [String]) throws {
    // All in one run, so that there are many events, and several captures.
    let captures = Program.captures.map(Program.capture)
    let alone = try Program.run(form + ["--quiet", "--jobs", "1"] + captures)
    expect(!alone.bytes.isEmpty)
    for jobs in ["2", "4"] {
      let shared = try Program.run(form + ["--quiet", "--jobs", jobs] + captures)
      expect(shared.bytes, equals: alone.bytes, "\(form) \(jobs)")
      expect(shared.status == alone.status && shared.errors == alone.errors)
    }
  }

  @Test func declaredValuesAreDecodedAsByOneProcessor() throws {
    let file = Program.root.appending(path: "Examples/decoders").path
    let declarations = try FileManager.default.contentsOfDirectory(atPath: file)
      .filter { $0.hasSuffix(".json") }.sorted().flatMap { ["--decoders", "\(file)/\($0)"] }
    expect(!declarations.isEmpty)
    let line = declarations + ["--quiet", "--format", "ndjson"]
    let captures = Program.captures.map(Program.capture)
    let alone = try Program.run(line + ["--jobs", "1"] + captures)
    try expect(Program.run(line + ["--jobs", "3"] + captures).bytes, equals: alone.bytes)
  }

  /// Rows that have no room in a page are written by the session's thread.
  @Test func manyRowsOfFewOctets() throws {
    let folder = try TemporaryFolder()
    var file = BTSnoopBytes(datalink: 1002)
    func add(_ pdu: [UInt8]) {
      let length = UInt16(pdu.count)
      let octets = [UInt8(length & 255), UInt8(length >> 8)]
      let whole = length + 4
      file.add(
        [2, 1, 0x20, UInt8(whole & 255), UInt8(whole >> 8)] + octets + [4, 0] + pdu, flags: 1,
        time: Int64(file.bytes.count))
    }
    // A name of controls, and an attribute whose values are lists of an octet each.
    add([0x09, 7, 2, 0, 2, 3, 0, 0x00, 0x2A, 4, 0, 0x10, 5, 0, 0x22, 0x2A])
    add([0x0B] + [UInt8](repeating: 1, count: 248))
    for index in 0..<40 {
      add([0x1B, 5, 0] + (0..<512).map { UInt8(4 + (index + $0) % 100) })
    }
    let path = try folder.file("lists.btsnoop", file.bytes)
    for form in [["--format", "csv"], ["--format", "ndjson", "--flat"], ["--format", "json"]] {
      let alone = try Program.run(form + ["--jobs", "1", path])
      expect(alone.bytes.count > 40 * 512)
      try expect(Program.run(form + ["--jobs", "2", path]).bytes, equals: alone.bytes, "\(form)")
    }
  }

  @Test func aClosedOutputEndsIt() throws {
    let capture = Program.capture("polar-h7.btsnoop")
    let outcome = try Program.shell("$B --format ndjson --jobs 2 \(capture) | head -n 1")
    expect(outcome.lines.first?.contains("\"event\":\"capture\""), equals: true)
    expect(outcome.errors.isEmpty)
  }

  @Test(arguments: ["0", "65", "x", "-1", "99999999999999999999"])
  func otherNumbersAreRefused(number: String) throws {
    let capture = Program.capture("polar-h7.btsnoop")
    let outcome = try Program.run(["--format", "ndjson", "--jobs", number, capture])
    expect(outcome.status == 2 && outcome.errors.contains("expected a number from 1 to 64"))
  }

  @Test func theReportIsRefused() throws {
    let outcome = try Program.run(["--jobs", "2", Program.capture("polar-h7.btsnoop")])
    expect(outcome.status == 2 && outcome.errors.contains("--jobs needs --format ndjson"))
  }

  // MARK: Borders of batches

  private typealias Output = Timeline.OutputStream

  private func bytes(
    of capture: String, _ make: (Output) -> any TimelineRenderer
  ) throws -> [UInt8] {
    let stream = Output(try .temporary())
    let stage = TimelineStage(
      make(stream), session: GATTSession.Options(), sink: TimelineSink.Options())
    var pipeline = CapturePipeline(stage)
    var reader = CaptureReader()
    try reader.read([Program.capture(capture)], into: &pipeline)
    pipeline.end()
    stream.flush()
    try stream.descriptor.rewind()
    var input = ReadBuffer()
    var all: [UInt8] = []
    while try input.fill(from: stream.descriptor) > 0 {
      let count = input.bytes.byteCount
      all += input.bytes.copy()
      input.consume(count)
    }
    return all
  }

  /// A batch may end after any event.
  @Test(arguments: ["polar-h7.btsnoop", "sensortag-cc2541.btsnoop"])
  func batchesMayEndAnywhere(capture: String) throws {
    let makers: [(Output) -> any SplitRenderer] = [
      { NDJSONRenderer($0) }, { JSONRenderer($0) }, { CSVRenderer($0) },
    ]
    for make in makers {
      let alone = try bytes(of: capture) { make($0) }
      expect(!alone.isEmpty)
      for length in 1...(Program.isSanitized ? 12 : 60) {
        let shared = try bytes(of: capture) { out in
          ParallelRenderer(make(out), threads: 1 + length % 3, batch: length)
        }
        expect(shared, equals: alone, "batches of \(length)")
      }
    }
  }
}
