import Bytes
import Foundation
import System
import TestSupport
import Testing

@testable import bleinspect

/// `live` from its beginning to its end, over TCP.
@Suite(.serialized, .waitsForProcesses) struct LiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func capture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: Program.capture(name))))
  }

  /// What comes over the air of hosts: link-layer captures and classic pcap are no live sources.
  static let captures = Program.captures.filter {
    $0.hasSuffix(".btsnoop") || $0 == "polar-h7.pcapng"
  }

  /// All lines but the one that says what the capture is.
  private func events(_ text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.hasPrefix("{\"event\":\"capture\"") }.map(String.init)
  }

  @Test(arguments: captures, ["btsnoop", "pcapng"])
  func tellsWhatItsRecordingTells(name: String, ending: String) throws {
    let recording = path("recording.\(ending)")
    let live = try PipedLive(["--format", "ndjson", "--write", recording])
    try live.process.send(try capture(name))
    live.process.server.close()
    expect(live.wait(), equals: 0)
    let read = try Program.run(["--format", "ndjson", recording])
    expect(read.status, equals: 0)
    expect(events(live.output.text), equals: events(read.output))
    expect(events(live.output.text).count > 5)
    // The recording is of the same packets.
    let packets = ["packets", "--format", "ndjson"]
    let recorded = try Program.run(packets + [recording])
    let original = try Program.run(packets + [Program.capture(name)])
    expect(recorded.output, equals: original.output)
  }

  /// It is there while the source still has more to say; the last one is that of the whole capture.
  @Test func aPageIsWrittenMeanwhile() throws {
    let page = path("now.html")
    let file = try capture("polar-h7-monitor.btsnoop")
    let live = try PipedLive(["--format", "ndjson", "--page", page])
    try live.process.send(file)
    var text = ""
    for _ in 0..<1000 where text.isEmpty {
      usleep(10_000)
      text = (try? String(contentsOfFile: page, encoding: .utf8)) ?? ""
    }
    let first = try SafePage(text, "the first page")
    expect(first.data.json["reloads"] as? Int, equals: 3_000_000)
    let written = try #require(first.data.json["written"] as? Double)
    expect(abs(written - Date().timeIntervalSince1970) < 60)
    expect(live.process.isRunning)
    live.process.server.close()
    expect(live.wait(), equals: 0)
    let last = try SafePage(String(contentsOfFile: page, encoding: .utf8), "the last page")
    expect(last.data.json["reloads"] == nil)
    let whole = try Program.run(["report", Program.capture("polar-h7-monitor.btsnoop")])
    expect(try last.data.rows == SafePage(whole.output, "the capture").data.rows)
    expect(last.data.rows.count > 20)
  }

  /// A copy of the process that writes a page tells what nobody has answered, which this process does not; both
  /// write their pieces at the same time.
  @Test func aPageHasWhatItsOwnProcessWrote() throws {
    let page = path("now.html")
    var capture = CaptureBuilder()
    for handle in 1...200 {
      capture.connected(UInt8(handle), handle: handle)
      capture.att([0x0A, UInt8(handle), 0], sent: true, handle: handle)
    }
    func value(_ number: Int) -> [UInt8] {
      var generator = SplitMix(seed: UInt64(number))
      return (0..<60).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
    let live = try PipedLive(["--format", "ndjson", "--page", page])
    try live.process.send(capture.bytes)
    let count = 12_000
    for number in 0..<count {
      let start = capture.bytes.count
      capture.notification(3, value(number))
      try live.process.send(Array(capture.bytes[start...]))
      if number % 100 == 0 { usleep(10_000) }
    }
    live.process.server.close()
    expect(live.wait(), equals: 0)
    let last = try SafePage(String(contentsOfFile: page, encoding: .utf8), "the last page")
    let pushed = last.data.rows.filter { $0.word == "notify" }
    expect(pushed.count, equals: count)
    for (number, row) in pushed.enumerated() where row.value != value(number) {
      expect(row.value, equals: value(number), "value \(number)")
      break
    }
    expect(last.data.rows.count { $0.text.contains("no answer") }, equals: 200)
  }

  /// The file of another option by whichever name, also one that a rotation will make.
  @Test(arguments: [
    ["--write", "./w.btsnoop", "--page", "w.btsnoop"],
    ["--write", "w.btsnoop", "--page", "link"],
    ["--write", "w.btsnoop", "--rotate", "1M", "--page", "w-00001.btsnoop"],
    ["--write", "w.btsnoop", "--page", "./w.btsnoop.marks"],
    ["--output", "$PWD/o.txt", "--page", "o.txt"],
    ["--write", "w.btsnoop", "--output", "./w.btsnoop"],
    ["--gatt", "tree.json", "--page", "again.json"],
  ])
  func aPageHasAFileOfItsOwn(options: [String]) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: "w.btsnoop")
    try FileManager.default.createSymbolicLink(
      atPath: path("again.json"), withDestinationPath: "tree.json")
    let tree = try Program.run(["gatt", "--format", "json", Program.capture("polar-h7.btsnoop")])
    _ = try folder.file("tree.json", Array(tree.bytes))
    let words = options.joined(separator: " ")
    let run = try Program.shell(
      "cd '\(folder.url.path)' && \"$B\" live --source tcp:127.0.0.1:1 \(words) 2>&1")
    expect(run.status, equals: 2)
    let says = [
      "is a file of the recording", "is also the output", "is also an input", "same file",
    ]
    expect(says.contains { run.output.contains($0) }, "\(run.output)")
    expect(!FileManager.default.fileExists(atPath: path("w.btsnoop")))
  }

  /// A name that only looks alike is another file.
  @Test func aPageMayStandBesideTheRecording() throws {
    let recording = path("w.btsnoop")
    let live = try PipedLive(["--write", recording, "--page", path("w-00001.btsnoop")])
    try live.process.send(try capture("polar-h7-monitor.btsnoop"))
    live.process.server.close()
    expect(live.wait(), equals: 0)
    _ = try SafePage(String(contentsOfFile: path("w-00001.btsnoop"), encoding: .utf8))
  }

  /// Somebody makes the name of the page that of the recording while it runs.
  @Test func aPageDoesNotReplaceARecording() throws {
    let (recording, page) = (path("w.btsnoop"), path("now.html"))
    let live = try PipedLive(["--write", recording, "--page", page])
    let file = try capture("polar-h7-monitor.btsnoop")
    try live.process.send(file)
    for _ in 0..<1000 where !FileManager.default.fileExists(atPath: page) { usleep(10_000) }
    try FileManager.default.removeItem(atPath: page)
    try FileManager.default.createSymbolicLink(atPath: page, withDestinationPath: recording)
    live.process.server.close()
    expect(live.wait(), equals: 1)
    expect(
      live.process.errors.text.contains("now.html: not written: is a file of the recording"),
      "\(live.process.errors.text)")
    let read = try Program.run(["packets", "--format", "ndjson", recording])
    expect(read.status, equals: 0)
  }

  /// A page that cannot be written is told of once, and tried again.
  @Test func aPageThatFailsIsToldOf() throws {
    let inner = folder.url.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let page = inner.appending(path: "now.html").path
    let live = try PipedLive(["--page", page])
    let capture = try CaptureRecords(file: "polar-h7-monitor.btsnoop")
    try live.process.send(capture.header + capture.records[..<40].joined())
    for _ in 0..<1000 where !FileManager.default.fileExists(atPath: page) { usleep(10_000) }
    try FileManager.default.removeItem(at: inner)
    try live.process.send(Array(capture.records[40...].joined()))
    for _ in 0..<1000 where !live.process.errors.text.contains("No such") { usleep(10_000) }
    usleep(3_500_000)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    // Nothing more has come, and yet it is tried again.
    for _ in 0..<1000 where !FileManager.default.fileExists(atPath: page) { usleep(10_000) }
    expect(FileManager.default.fileExists(atPath: page))
    live.process.server.close()
    expect(live.wait(), equals: 0)
    expect(live.process.errors.text.components(separatedBy: "No such file").count, equals: 2)
  }

  @Test(arguments: [false, true]) func withoutACaptureThereIsNoPage(isOld: Bool) throws {
    let page = path("now.html")
    if isOld { _ = try folder.file("now.html", Array("old".utf8)) }
    let live = try PipedLive(["--page", page, "--for", "0.5"])
    expect(live.wait(), equals: 0)
    let said = live.process.errors.text
    expect(said.contains("now.html: not written, because nothing arrived"), "\(said)")
    expect(said.contains("what is there is of an earlier run") == isOld)
  }

  @Test(arguments: ["/dev/null", "/proc/none/now.html", "."])
  func aPageNeedsAPlaceThatCanBeReplaced(path: String) throws {
    let live = try PipedLive(["--page", path])
    expect(live.wait(), equals: 2)
    expect(live.process.errors.text.contains(path), "\(live.process.errors.text)")
  }

  @Test(arguments: ["btsnoop", "pcapng"])
  func commentsOfTheSourceAreRecorded(ending: String) throws {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    // Command Complete of a Reset, with direction.
    let packet: [UInt8] = [0, 0, 0, 1, 4, 0x0E, 4, 1, 3, 0x0C, 0]
    file.packet(packet, ticks: 1_700_000_000_000_000)
    file.packet(
      packet, ticks: 1_700_000_001_500_000,
      options: [1, 0, 4, 0] + Array("door".utf8) + [1, 0, 4, 0, 0x1B, 0x5B, 0x32, 0x4A])
    file.packet(packet, ticks: 1_700_000_002_000_000)
    let recording = path("recording.\(ending)")
    let live = try PipedLive(["--format", "ndjson", "--write", recording])
    try live.process.send(file.bytes)
    live.process.server.close()
    expect(live.wait(), equals: 0)
    expect(live.process.errors.text.contains("; 2 marks"), "\(live.process.errors.text)")
    let marks = ending == "btsnoop" ? ["--marks", "\(recording).marks"] : []
    let read = try Program.run(["--format", "ndjson"] + marks + [recording])
    expect(read.status == 0 && read.errors == "")
    // A mark that is given is of the record before it.
    let withoutFrame = { (text: String) in
      self.events(text).map { $0.replacing(/"frame":\d+,/, with: "") }
    }
    expect(withoutFrame(live.output.text), equals: withoutFrame(read.output))
    expect(read.output.contains(#""t":1.500000,"event":"mark","text":"door"}"#))
    expect(read.output.contains(#""t":1.500000,"event":"mark","text":"\\x1b[2J"}"#))
  }

  @Test(arguments: [
    [], ["--all"], ["--format", "csv"], ["--format", "json"], ["--errors", "--format", "ndjson"],
    ["--uuid", "2A37", "--time", "utc"], ["--adverts", "none", "--units", "us"],
  ])
  func hasTheFormsAndFiltersOfTheReport(options: [String]) throws {
    let live = try PipedLive(options)
    try live.process.send(try capture("polar-h7.btsnoop"))
    live.process.server.close()
    expect(live.wait(), equals: 0)
    let whole = try Program.run((options + ["--all", Program.capture("polar-h7.btsnoop")]))
    if options.contains("--format") {
      expect(
        Outcome.asItComes(live.output.text), equals: Outcome.asItComes(whole.output))
      return
    }
    // The summary is on standard error.
    let text = live.output.text
    expect(text.hasPrefix("TIMELINE   "))
    expect(!text.contains("FINDINGS"))
    let lines = Set(text.split(separator: "\n"))
    let timeline = try #require(whole.output.split(separator: "TIMELINE").last)
    let expected = timeline.split(separator: "\n").dropFirst().filter { $0.contains(" notify ") }
    expect(expected.count > 5)
    for line in expected { expect(lines.contains(line), "\(line)") }
    let errors = live.process.errors.text
    expect(errors.contains("FINDINGS"))
    expect(errors.contains("DEVICES"))
  }

  @Test func knowsGivenTrees() throws {
    let tree = try Program.run(["gatt", "--format", "json", Program.capture("polar-h7.btsnoop")])
    let file = try folder.file("tree.json", Array(tree.bytes))
    // What follows the discovery: nothing in it names the attributes.
    let records = try CaptureRecords(file: "polar-h7.btsnoop")
    let rest = records.header + records.records.suffix(20).joined()
    let options = ["--gatt", file, "--format", "ndjson"]
    let live = try PipedLive(options)
    try live.process.send(rest)
    live.process.server.close()
    expect(live.wait(), equals: 0)
    let read = try Program.run(options + [try folder.file("rest.btsnoop", rest)])
    expect(live.output.text, equals: read.output)
    expect(live.output.text.contains("\"heart_rate_bpm\""))
    let missing = try PipedLive(["--gatt", file + "x"])
    expect(missing.wait(), equals: 2)
    expect(missing.process.errors.text.contains("--gatt: "))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsItWithAllThatCame(signal: Int32) throws {
    let recording = path("walk.btsnoop")
    let live = try PipedLive(["--format", "ndjson", "--write", recording])
    let records = try CaptureRecords(file: "polar-h7-monitor.btsnoop")
    try live.process.send(records.header + records.records.prefix(100).joined())
    let first = try folder.file(
      "first.btsnoop", records.header + records.records.prefix(100).joined())
    let whole = try Program.run(["--format", "ndjson", first])
    let line = try #require(whole.output.split(separator: "\n").dropLast(2).last)
    expect(live.output.wait { $0.contains(line) })
    live.process.signal(signal)
    expect(live.wait(), equals: 0)
    expect(
      live.process.errors.text,
      equals: "bleinspect: 100 records, none lost; in \(recording)\n")
    let read = try Program.run(["--format", "ndjson", recording])
    expect(events(live.output.text), equals: events(read.output))
  }

  @Test func saysThatTheOtherSideHasEndedIt() throws {
    let live = try PipedLive(["--format", "ndjson"])
    try live.process.send(try capture("polar-h7.btsnoop"))
    live.process.server.close()
    expect(live.wait(), equals: 0)
    let source = live.process.server.source
    expect(
      live.process.errors.text, equals: "bleinspect: \(source) has ended; 157 records, none lost\n")
  }

  @Test(arguments: [
    (["--device", "Nobody"], "nothing matches --device 'Nobody'"),
    (["--uuid", "2A6E"], "nothing that was received matches --uuid"),
    (["--event", "mtu", "--from", "99"], "nothing that was received matches --event with --from"),
  ])
  func saysWhatItDidNotShow(options: [String], words: String) throws {
    for format in ["text", "ndjson"] {
      let live = try PipedLive(options + ["--format", format])
      try live.process.send(try capture("polar-h7.btsnoop"))
      live.process.server.close()
      expect(live.wait(), equals: 0)
      let errors = live.process.errors.text
      expect(errors.contains("bleinspect: \(words)\n"), "\(errors)")
      expect(errors.contains("bleinspect: none of 54 events was shown\n"), "\(errors)")
    }
  }

  @Test func quietSaysNothing() throws {
    for options in [[], ["--format", "ndjson"]] {
      let live = try PipedLive(["--quiet"] + options)
      try live.process.send(try capture("polar-h7.btsnoop"))
      live.process.server.close()
      expect(live.wait(), equals: 0)
      expect(live.process.errors.text.isEmpty)
      expect(!live.output.text.contains("FINDINGS"))
    }
  }

  @Test func endsAfterItsTime() throws {
    let before = MonotonicTime.now()
    let live = try PipedLive(["--for", "0.7", "--format", "csv"])
    expect(live.wait(), equals: 0)
    expect(MonotonicTime.now() - before >= 700_000_000)
    expect(live.process.errors.text, equals: "bleinspect: 0 records, none lost\n")
  }

  @Test(arguments: ["ndjson", "text", "json"]) func endsAfterItsCount(format: String) throws {
    let recording = path("walk.btsnoop")
    let live = try PipedLive(["--count", "7", "--format", format, "--write", recording])
    try live.process.send(try capture("polar-h7.btsnoop"))
    // The server has more to give.
    expect(live.wait(), equals: 0)
    let read = try Program.run(["-n", "7", "--format", format, "--all", recording])
    if format == "ndjson" {
      expect(live.output.text.split(separator: "\n").count, equals: 8)
      expect(events(live.output.text), equals: events(read.output))
    }
    expect(read.status, equals: 0)
  }

  @Test(arguments: [
    ("notification:2A37", "\"event\":\"notification\""),
    ("heart_rate_bpm>0", "\"heart_rate_bpm\":"),
    ("disconnected", "\"event\":\"disconnected\""),
    ("read:\"Battery Level\"", "\"label\":\"Battery Level\",\"request_frame\""),
  ])
  func endsAfterWhatIsWaitedFor(condition: String, mark: String) throws {
    let live = try PipedLive(["--until", condition, "--format", "ndjson"])
    try live.process.send(try capture("polar-h7.btsnoop"))
    expect(live.wait(), equals: 0)
    let lines = live.output.text.split(separator: "\n")
    expect(lines.last?.contains(mark), equals: true)
    // All lines before it are those of the capture; none after it.
    let whole = try Program.run(["--format", "ndjson", Program.capture("polar-h7.btsnoop")])
    expect(whole.output.hasPrefix(live.output.text))
    expect(lines.count { $0.contains(mark) }, equals: 1)
  }

  @Test func whatIsWaitedForAndDoesNotComeIsAFailure() throws {
    let told = "bleinspect: the condition of --until was not met\n"
    // The filters say what can come.
    for options in [["--until", "heart_rate_bpm>250"], ["--until", "read", "--event", "write"]] {
      let live = try PipedLive(options + ["--format", "ndjson"])
      try live.process.send(try capture("polar-h7.btsnoop"))
      live.process.server.close()
      expect(live.wait(), equals: 1)
      expect(live.process.errors.text.hasSuffix(told))
    }
    let timed = try PipedLive(["--until", "disconnected", "--for", "0.2", "--quiet"])
    expect(timed.wait(), equals: 1)
    expect(timed.process.errors.text, equals: told)
    let interrupted = try PipedLive(["--until", "disconnected", "--format", "ndjson"])
    try interrupted.process.send(Array(try capture("polar-h7.btsnoop").prefix(4000)))
    expect(interrupted.output.wait { !$0.isEmpty })
    interrupted.process.signal(SIGINT)
    expect(interrupted.wait(), equals: 1)
    expect(interrupted.process.errors.text.hasSuffix(told))
  }

  @Test func aReadThatMayGoOnIsReportedWithoutAnotherRecord() throws {
    var builder = CaptureBuilder()
    builder.connected(1)
    builder.exchange([0x0A, 3, 0], [0x0B] + [UInt8](repeating: 0x41, count: 22))
    builder.wait(30)
    builder.notification(5, [1])
    let recording = path("walk.btsnoop")
    let live = try PipedLive(["--format", "ndjson", "--write", recording])
    try live.process.send(builder.bytes)
    let sent = MonotonicTime.now()
    expect(live.output.wait { $0.contains("\"event\":\"notification\"") })
    let waited = MonotonicTime.now() - sent
    expect((1_900_000_000...4_000_000_000).contains(waited), "\(waited)")
    live.process.signal(SIGINT)
    expect(live.wait(), equals: 0)
    let read = try Program.run(["--format", "ndjson", recording])
    expect(events(live.output.text), equals: events(read.output))
  }

  @Test func whatCannotBeOpenedIsNoSuccess() throws {
    let refused = try Program.run(["live", "--source", "tcp:127.0.0.1:1"])
    expect(refused.status, equals: 2)
    expect(refused.errors.hasPrefix("bleinspect: tcp:127.0.0.1:1: connection refused"))
    expect(refused.output.isEmpty)
    let there = try folder.file("there.btsnoop", [1, 2, 3])
    for (file, remark) in [("/nowhere/x", "/nowhere/x"), (there, "--force")] {
      // The source is silent: that is no reason to wait with it.
      let live = try PipedLive(["--write", file])
      expect(live.wait(), equals: 2)
      expect(live.process.errors.text.contains(remark))
      expect(live.process.errors.text.split(separator: "\n").count, equals: 1)
      expect(live.output.text.isEmpty)
    }
    try expect(Data(contentsOf: URL(filePath: there)), equals: Data([1, 2, 3]))
    // With nothing to record, nothing is replaced.
    let idle = try PipedLive(["--write", there, "--force", "--for", "0.1"])
    expect(idle.wait(), equals: 0)
    expect(idle.process.errors.text.contains("nothing was recorded because nothing arrived"))
    try expect(Data(contentsOf: URL(filePath: there)), equals: Data([1, 2, 3]))
    let forced = try PipedLive(["--write", there, "--force"])
    try forced.process.send(try capture("polar-h7-monitor.btsnoop"))
    forced.process.server.close()
    expect(forced.wait(), equals: 0)
    try expect(
      Data(contentsOf: URL(filePath: there)), equals: Data(capture("polar-h7-monitor.btsnoop")))
  }
}
