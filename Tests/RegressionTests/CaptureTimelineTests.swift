import BTSnoop
import Bytes
import Foundation
import GATTSession
import System
import TestSupport
import Testing
import Timeline

@testable import Regression

@Suite struct CaptureTimelineTests {
  @Test(arguments: Recordings.all)
  func aCaptureIsWhatItsNDJSONIs(_ capture: String) throws {
    let folder = try Folder()
    let lines = try folder.timeline(of: [capture], named: "x.ndjson")
    let fromCapture = try RecordedTimeline.read([capture])
    let fromLines = try RecordedTimeline.read([lines])
    expect(fromCapture.form == .capture && fromLines.form == .timeline)
    expect(fromCapture.name == capture && fromLines.name == lines)
    // One of the captures from elsewhere tells nothing.
    expect(fromCapture.items.count > 0 || !capture.hasPrefix(Recordings.path("")))
    expect(fromCapture.problems == [] && fromLines.problems == [])
    expect(fromCapture.unknownEvents == 0 && fromLines.unknownEvents == 0)
    expect(fromLines.items.map(\.line), equals: fromCapture.items.map { $0.line + 1 })
    expect(fromCapture.bytes, equals: fromLines.bytes)
    expect(fromCapture.peers, equals: fromLines.peers)
    expect(fromCapture.paths, equals: fromLines.paths)
    expect(fromCapture.paths.map(\.label), equals: fromLines.paths.map(\.label))
    for (a, b) in zip(fromCapture.items, fromLines.items) {
      var b = b
      b.line = a.line
      expect("\(a)", equals: "\(b)")
    }
  }

  @Test(arguments: Recordings.all)
  func advertisementsAreDecodedLaterAsAtOnce(_ capture: String) throws {
    let atOnce = try RecordedTimeline.read([capture])
    var later = try RecordedTimeline.read(
      [capture], wanted: WantedEvents(areAdvertisementsDecoded: false))
    later.decodeAdvertisements(all: true)
    expect(later.items.count, equals: atOnce.items.count)
    for (a, b) in zip(atOnce.items, later.items) {
      expect(later.members(of: b.own).count, equals: atOnce.members(of: a.own).count)
      expect(later.words(of: .object(b.decoded)), equals: atOnce.words(of: .object(a.decoded)))
      expect(later.string(b.text), equals: atOnce.string(a.text))
    }
  }

  @Test(arguments: Recordings.all)
  func rulesNeedOnlyTheirEvents(_ capture: String) throws {
    let rules = try [
      "notification count>=1", "no disconnected", "characteristic 180D/2A37", "no att_error",
      "read response_ms<=1", "notification within 3 of connected", "no write device='Polar H7'",
    ].map { try Rule($0) }
    let all = try RecordedTimeline.read([capture])
    let some = try RecordedTimeline.read([capture], wanted: WantedEvents(rules.kinds))
    expect(rules.map { $0.evaluated(on: some) }, equals: rules.map { $0.evaluated(on: all) })
  }

  @Test func rulesOfAnyKindNeedAllEvents() throws {
    try expect([Rule("no malformed"), Rule("no heart_rate_bpm>100")].kinds == nil)
    try expect(
      [Rule("no malformed")].kinds,
      equals: [
        .malformed, .note, .notification, .indication, .read, .write, .writeCommand,
      ])
  }

  @Test(arguments: Recordings.all)
  func treesAreWhatTheirJSONIs(_ capture: String) throws {
    let folder = try Folder()
    let out = OutputStream(try Descriptor.create(folder.path("trees.json")))
    let collector = GATTCollector(EventFilter())
    for renderer: any TimelineRenderer in [
      collector, GATTRenderer(out, format: .json, filter: EventFilter()),
    ] {
      var pipeline = CapturePipeline(TimelineStage(renderer, session: .init(), sink: .init()))
      var reader = CaptureReader()
      try? reader.read([capture], into: &pipeline)
      pipeline.end()
    }
    out.flush()
    try expect(GATTDocument(json: try folder.contents("trees.json")), equals: collector.document)
  }

  @Test func theItemsAreThoseOfTheCapture() throws {
    let timeline = try RecordedTimeline.read([Recordings.path("polar-h7.btsnoop")])
    let item = try #require(timeline.items.first { $0.frame == 144 })
    expect(item.kind == .notification && item.time == 4_700_180_000 && item.connection == 1)
    expect(timeline.hex(item.value), equals: "165b9c02a502")
    expect(timeline.string(item.text), equals: "91 bpm  contact  RR 0.652 0.661")
    expect(timeline.peers[Int(item.peer)].name, equals: "Polar H7 000607")
    expect(timeline.paths[Int(item.path)].label, equals: "Heart Rate Measurement")
  }

  @Test func severalCapturesAreOneSequence() throws {
    let one = try RecordedTimeline.read([Recordings.path("two-straps.btsnoop")])
    let two = try RecordedTimeline.read([
      Recordings.path("polar-h7.btsnoop"), Recordings.path("two-straps.btsnoop"),
    ])
    expect(two.items.count > one.items.count)
    expect(two.items.map(\.connection).max(), equals: 3)
  }

  @Test func whatIsCutIsReportedAndTheRestIsThere() throws {
    let folder = try Folder()
    let whole = try Data(contentsOf: URL(filePath: Recordings.path("polar-h7.btsnoop")))
    let all = try RecordedTimeline.read([Recordings.path("polar-h7.btsnoop")])
    let cut = try folder.write(whole.dropLast(5), named: "cut.btsnoop")
    let timeline = try RecordedTimeline.read([cut])
    expect(timeline.problems.isEmpty && timeline.cuts.count == 1)
    expect(timeline.cuts.first?.hasPrefix("\(cut): offset "), equals: true)
    expect(timeline.cuts.first?.contains("cuts the last record"), equals: true)
    expect(timeline.items.count >= all.items.count - 2)

    // A record that is longer than any can be.
    var bytes = Data(whole.prefix(16 + 24 * 2 + 100))
    bytes.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    let wrong = try folder.write(bytes, named: "wrong.btsnoop")
    let damaged = try RecordedTimeline.read([wrong])
    expect(damaged.problems.count == 1 && damaged.items.isEmpty)

    // A second capture that is none does not undo the first.
    let text = try folder.write(Data("hello".utf8), named: "hello.txt")
    let both = try RecordedTimeline.read([Recordings.path("polar-h7.btsnoop"), text])
    expect(both.items.count, equals: all.items.count)
    expect(both.problems.count == 1 && both.problems[0].hasPrefix(text))
  }

  @Test func whatIsNoCaptureIsRefused() throws {
    let folder = try Folder()
    for (text, message) in [
      ("", "the file is empty"), ("   ", "not a capture"), ("hello", "not a capture"),
      ("{\"a\":1}", "line 1: neither a capture nor a timeline"), ("[1]", "not a capture"),
    ] {
      let path = try folder.write(Data(text.utf8), named: "x")
      let refusal = #expect(throws: TimelineError.self) { try RecordedTimeline.read([path]) }
      expect(refusal?.message.hasPrefix("\(path): \(message)"), equals: true, "\(refusal as Any)")
    }
    #expect(throws: TimelineError("/no/such/file: No such file or directory")) {
      try RecordedTimeline.read(["/no/such/file"])
    }
  }

  @Test func aTimelineIsNoneOfSeveralCaptures() throws {
    let folder = try Folder()
    let capture = Recordings.path("polar-h7.btsnoop")
    let lines = try folder.timeline(of: [capture], named: "x.ndjson")
    #expect(throws: TimelineError.self) { try RecordedTimeline.read([lines, capture]) }
    try expect(RecordedTimeline.read([capture, lines]).problems.count, equals: 1)
  }

  @Test func archivesAreUnpackedAsElsewhere() throws {
    let folder = try Folder()
    let capture = try Data(contentsOf: URL(filePath: Recordings.path("polar-h7.btsnoop")))
    _ = try folder.write(capture, named: "x.btsnoop")
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/bin/gzip")
    gzip.arguments = ["-k", folder.path("x.btsnoop")]
    try gzip.run()
    gzip.waitUntilExit()
    let unpacked = try RecordedTimeline.read([folder.path("x.btsnoop.gz")])
    expect(
      unpacked.items.count,
      equals: (try RecordedTimeline.read([folder.path("x.btsnoop")])).items.count)
    expect(unpacked.problems, equals: [])
  }
}
