import Bytes
import Foundation
import System
import TestSupport
import Testing

/// What somebody sees who runs `live` in a terminal.
@Suite(.serialized, .waitsForProcesses) struct LiveTerminalTests {
  private static let unicode = ["LANG": "C.UTF-8", "TERM": "xterm"]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A strap of that name which is connected, and 2A37 as far as it takes to be decoded.
  private func strap(_ name: [UInt8]) -> CaptureBuilder {
    var builder = CaptureBuilder()
    builder.advertisement(1, name: name)
    builder.connected(1)
    builder.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 0xFF, 0xFF, 0x0D, 0x18])
    builder.exchange([0x08, 1, 0, 0xFF, 0xFF, 3, 0x28], [0x09, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A])
    return builder
  }

  /// A run with both outputs on one terminal.
  private func run(
    _ options: [String] = [], columns: UInt16 = 80, environment: [String: String] = unicode
  ) throws -> (live: LiveProcess, screen: Collector, terminal: Descriptor) {
    let (master, terminal) = try makeTerminal(columns: columns)
    let live = try LiveProcess(
      options, output: terminal, errors: terminal, environment: environment)
    return (live, Collector(master), terminal)
  }

  @Test func theStatusLineStandsBelowAndLeavesNothing() throws {
    let (live, screen, terminal) = try run()
    var builder = strap(Array("Polar H7".utf8))
    builder.notification(3, [0, 72])
    try live.send(builder.bytes)
    expect(
      screen.wait {
        Screen($0).last.hasPrefix("1 connected: Polar H7  ") && $0.contains("72 bpm")
      })
    // Lines come above it.
    expect(Screen(screen.text).lines.dropLast().contains { $0.contains("72 bpm") })
    var more = CaptureBuilder()
    more.time = builder.time
    more.wait(1000)
    more.notification(3, [0, 73])
    try live.send(Array(more.bytes.dropFirst(16)))
    expect(screen.wait { Screen($0).last.contains("73 bpm") })
    let lines = Screen(screen.text).lines.dropLast()
    expect(lines.count { $0.contains("connected: ") }, equals: 0)
    expect(lines.contains { $0.contains("73 bpm") && $0.contains("notify") })
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    expect(screen.wait { $0.contains("records, none lost") })
    let end = screen.screenAtTheEnd()
    expect(end.strange.isEmpty)
    expect(end.last.isEmpty)
    expect(!end.lines.contains { $0.contains("events/s") })
    // The summary is on the terminal, after the timeline.
    let timeline = try #require(end.lines.firstIndex { $0.hasPrefix("TIMELINE") })
    let devices = try #require(end.lines.firstIndex { $0.hasPrefix("DEVICES") })
    expect(timeline < devices)
    withExtendedLifetime(terminal) {}
  }

  @Test(arguments: ["walk.pcapng", "walk.btsnoop"]) func keysSetMarks(name: String) throws {
    let recording = folder.url.appending(path: name).path
    let (master, terminal) = try makeTerminal(columns: 80)
    let before = mode(of: terminal)
    let live = try LiveProcess(
      ["--write", recording], input: terminal, output: terminal, errors: terminal,
      environment: Self.unicode)
    let screen = Collector(master)
    expect(screen.wait { _ in givesKeys(terminal) })
    try master.write(Array("m".utf8).rawBytes)
    expect(screen.wait { $0.contains("no mark set: nothing has been received yet") })
    var builder = strap(Array("Polar H7".utf8))
    builder.notification(3, [0, 72])
    try live.send(builder.bytes)
    expect(screen.wait { $0.contains("72 bpm  ") || $0.contains("notify") })
    try master.write(Array("m".utf8).rawBytes)
    expect(screen.wait { Screen($0).lines.contains { $0.contains("* mark ") } })
    // Other keys do nothing, and none is echoed.
    try master.write(Array("xyz0 7".utf8).rawBytes)
    expect(screen.wait { Screen($0).lines.contains { $0.hasSuffix(" mark 7") } })
    var more = CaptureBuilder()
    more.time = builder.time
    more.wait(60_000)
    more.notification(3, [0, 73])
    try live.send(Array(more.bytes.dropFirst(16)))
    expect(screen.wait { $0.contains("73 bpm") })
    if name == "walk.pcapng" {
      try master.write(Array("m".utf8).rawBytes)
      expect(screen.wait { $0.components(separatedBy: "* mark ").count == 4 })
    }
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    let marks = name == "walk.pcapng" ? "2 marks" : "2 marks in \(recording).marks"
    expect(
      screen.wait { $0.replacingOccurrences(of: "\r\n", with: "").contains(marks) },
      "\(screen.text)")
    if name == "walk.pcapng" {
      expect(screen.wait { $0.contains("1 mark left out: no packet came after it") })
    }
    expect(mode(of: terminal), equals: before)
    expect(!Screen(screen.text).lines.contains { $0.contains("xyz") })
    // As users read it again.
    let given = name == "walk.pcapng" ? [] : ["--marks", "\(recording).marks"]
    let outcome = try Program.run(["--format", "ndjson"] + given + [recording])
    expect(outcome.errors, equals: "")
    let events = outcome.lines
    let texts = events.filter { $0.contains(#""event":"mark""#) }
    expect(texts.count, equals: 2, "\(outcome.output)")
    expect(texts.first?.hasSuffix(#""text":"mark"}"#), equals: true)
    expect(texts.last?.hasSuffix(#""text":"mark 7"}"#), equals: true)
    // Between the two values.
    let first = try #require(events.firstIndex { $0.contains("72 bpm") })
    let last = try #require(events.firstIndex { $0.contains("73 bpm") })
    let places = events.indices.filter { events[$0].contains(#""event":"mark""#) }
    expect(places.allSatisfy { first < $0 && $0 < last }, "\(outcome.output)")
    // Without --force nothing is replaced, nor are old marks left beside a new recording.
    if name == "walk.btsnoop" {
      try FileManager.default.removeItem(atPath: recording)
      let again = try PipedLive(["--write", recording])
      try again.process.send(builder.bytes)
      expect(again.wait(), equals: 2)
      expect(again.process.errors.text.contains("walk.btsnoop.marks"))
    }
  }

  @Test func theHeartBeatsAtItsPace() throws {
    let (live, screen, terminal) = try run(["--format", "ndjson"])
    var builder = strap(Array("Polar H7".utf8))
    builder.notification(3, [0, 72])
    try live.send(builder.bytes)
    expect(screen.wait { $0.contains("\u{2665} ") })
    // A busy machine hides beats: of three times, one has them all.
    let measured = (1...3).lazy.map { _ in changesOfHeart(screen) }
    expect(measured.contains { abs($0.seen - $0.expected) <= 3 })
    live.signal(SIGTERM)
    expect(live.wait(), equals: 0)
    withExtendedLifetime(terminal) {}
  }

  /// Those that are drawn in 5 s, and those that 72 beats a minute make.
  private func changesOfHeart(_ screen: Collector) -> (seen: Double, expected: Double) {
    let before = screen.text.count
    let start = MonotonicTime.now()
    usleep(5_000_000)
    let text = String(screen.text.dropFirst(before))
    let seconds = Double(MonotonicTime.now() - start) / 1e9
    // What is drawn last, of each drawing.
    let hearts = text.unicodeScalars.filter { $0 == "\u{2665}" || $0 == "\u{2661}" }
    let changes = zip(hearts, hearts.dropFirst()).count { $0 != $1 }
    return (Double(changes), seconds * 72 / 60 * 2)
  }

  @Test func theHeartIsPlainWithASCII() throws {
    let (live, screen, terminal) = try run(["--format", "csv", "--ascii"])
    var builder = strap(Array("Polar H7".utf8))
    builder.notification(3, [0, 200])
    try live.send(builder.bytes)
    expect(screen.wait { $0.contains("<3 200 bpm") })
    expect(screen.wait { Screen($0).last.contains("     200 bpm") })
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    expect(!screen.text.contains("\u{2665}") && !screen.text.contains("\u{2661}"))
    withExtendedLifetime(terminal) {}
  }

  // MARK: Charts

  private static let chart = ["--chart", "heart_rate_bpm"]

  @Test func aChartIsDrawnAgainInItsPlace() throws {
    let (live, screen, terminal) = try run(Self.chart)
    var builder = strap(Array("Polar H7".utf8))
    builder.notification(3, [0, 72])
    try live.send(builder.bytes)
    expect(screen.wait { Screen($0).last.contains("72 bpm") && $0.contains("1 value") })
    // A remark stays where it is written, and the chart goes on below it.
    for count in 2...5 {
      var more = CaptureBuilder()
      more.time = builder.time
      more.wait(1000)
      more.notification(3, [0, 72 + UInt8(count)])
      builder.time = more.time
      try live.send(Array(more.bytes.dropFirst(16)))
      expect(screen.wait { Screen($0).lines.contains { $0.hasPrefix("\(count) values, 72 to ") } })
    }
    // The chart and the line below it are drawn one after the other.
    var shown = Screen(screen.text)
    expect(
      screen.wait {
        shown = Screen($0)
        return shown.lines.count == 13 && shown.last.contains("77 bpm")
      })
    let title = "Polar H7  D0:11:22:33:44:01  Heart Rate Measurement  heart_rate_bpm"
    expect(shown.strange.isEmpty)
    expect(shown.lines.count, equals: 13, "\(shown.lines)")
    expect(shown.lines.first, equals: title)
    expect(shown.lines[1].hasPrefix("5 values, 72 to 77, mean "))
    expect(shown.lines[2].hasPrefix("77 |") && shown.lines[9].hasPrefix("72 |\u{2581}"))
    expect(shown.last.contains("77 bpm"))
    expect(shown.lines.allSatisfy { $0.unicodeScalars.count < 80 })
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    expect(screen.wait { $0.contains("records, none lost") })
    let end = screen.screenAtTheEnd()
    expect(end.lines.count { $0 == title }, equals: 1)
    expect(end.lines[1].hasPrefix("5 values"))
    expect(end.last.isEmpty)
    withExtendedLifetime(terminal) {}
  }

  @Test func whatIsWrittenBelowAChartStays() throws {
    let (master, terminal) = try makeTerminal(columns: 60)
    let live = try LiveProcess(
      Self.chart, input: terminal, output: terminal, errors: terminal, environment: Self.unicode)
    let screen = Collector(master)
    expect(screen.wait { _ in givesKeys(terminal) })
    try master.write(Array("m".utf8).rawBytes)
    expect(screen.wait { $0.contains("no mark set") })
    var builder = strap(Array("A strap with a name of some length".utf8))
    builder.notification(3, [0, 72])
    try live.send(builder.bytes)
    expect(screen.wait { $0.contains("1 value") })
    live.server.close()
    expect(live.wait(), equals: 0)
    expect(screen.wait { $0.contains("records, none lost") })
    let lines = Screen(screen.text).lines
    expect(lines[0].contains("no mark set"))
    expect(lines.contains { $0.contains("records, none lost") })
    expect(lines.contains { $0.hasPrefix("72 |") })
  }

  /// In a pipe it is drawn once, at the end.
  @Test(arguments: [[], ["--ascii"]]) func aPipeHasTheChartAtItsEnd(options: [String]) throws {
    let live = try PipedLive(Self.chart + options, environment: Self.unicode)
    var builder = strap(Array("Polar H7".utf8))
    for value in 0..<8 {
      builder.notification(3, [0, 72 + UInt8(value)])
      builder.wait(1000)
    }
    try live.process.send(builder.bytes)
    usleep(600_000)
    expect(live.output.text.isEmpty)
    live.process.server.close()
    expect(live.wait(), equals: 0)
    let lines = live.output.text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == 13)
    expect(lines[1], equals: "8 values, 72 to 79, mean 75.50")
    expect(lines[2].hasSuffix(options.isEmpty ? " \u{2588}" : " #"))
    expect(!live.output.text.contains("\u{1B}"))
    expect(live.process.errors.text.contains("none lost"))
  }

  @Test func aNarrowWindowIsNotLeft() throws {
    let (live, screen, terminal) = try run(["--format", "csv"], columns: 44)
    var builder = strap(Array("A strap with a name of some length".utf8))
    builder.notification(3, [0, 72])
    try live.send(builder.bytes)
    expect(screen.wait { Screen($0).last.contains("72 bpm") })
    expect(Screen(screen.text).last.count, equals: 43)
    expect(Screen(screen.text).last.contains("\u{2026}"))
    // It is asked each time how wide it is.
    resize(terminal, columns: 120)
    expect(screen.wait { Screen($0).last.contains("A strap with a name of some length") })
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
  }

  @Test func namesAndLocalesAreMindedAndColoursNotForced() throws {
    let name: [UInt8] = Array("a\u{1B}[2J\u{1B}]0;x\u{7}\r\nB\u{FC}ro".utf8)
    let (live, screen, terminal) = try run(
      ["--format", "csv"], environment: ["LANG": "C", "TERM": "xterm", "NO_COLOR": "1"])
    var builder = strap(name)
    builder.notification(3, [0, 72])
    try live.send(builder.bytes)
    expect(screen.wait { Screen($0).last.contains("72 bpm") })
    let status = Screen(screen.text)
    expect(status.last.hasPrefix("1 connected: a"))
    expect(status.last.unicodeScalars.allSatisfy { $0.isASCII })
    expect(screen.wait { $0.contains("<3 72 bpm") })
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    expect(status.strange.isEmpty)
    expect(!screen.text.contains("\u{1B}[31m"))
    expect(!screen.text.contains("\u{7}"))
    withExtendedLifetime(terminal) {}
  }

  @Test(arguments: [["--quiet"], ["--quiet", "--format", "ndjson"]])
  func quietHasNone(options: [String]) throws {
    let (live, screen, terminal) = try run(options)
    try live.send(strap(Array("Polar H7".utf8)).bytes)
    expect(screen.wait { $0.contains("Polar H7") })
    usleep(300_000)
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    expect(!screen.text.contains("events/s"))
    expect(!screen.text.contains("none lost"))
    withExtendedLifetime(terminal) {}
  }

  @Test func aDumbTerminalHasNone() throws {
    let (live, screen, terminal) = try run(environment: ["TERM": "dumb"])
    try live.send(strap(Array("Polar H7".utf8)).bytes)
    expect(screen.wait { $0.contains("Polar H7") })
    usleep(300_000)
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    expect(!screen.text.contains("\u{1B}[K"))
    expect(!screen.text.contains("events/s"))
    withExtendedLifetime(terminal) {}
  }

  /// With standard output in a pipe, another program writes to the same screen.
  @Test func aPipeHasNone() throws {
    let (master, terminal) = try makeTerminal(columns: 80)
    let screen = Collector(master)
    let (reader, writer) = makePipe()
    let output = Collector(reader)
    let live = try LiveProcess(
      ["--format", "ndjson"], output: writer, errors: terminal, environment: Self.unicode)
    try live.send(strap(Array("Polar H7".utf8)).bytes)
    expect(output.wait { $0.contains("Polar H7") })
    usleep(300_000)
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    expect(screen.wait { $0.contains("none lost") })
    expect(!screen.text.contains("\u{1B}") && !output.text.contains("\u{1B}"))
  }

  @Test func aFileHasOneOnStandardError() throws {
    let (master, terminal) = try makeTerminal(columns: 80)
    let screen = Collector(master)
    let file = folder.url.appending(path: "out").path
    let live = try LiveProcess(
      ["--output", file], output: terminal, errors: terminal, environment: Self.unicode)
    try live.send(strap(Array("Polar H7".utf8)).bytes)
    expect(screen.wait { Screen($0).last.contains("1 connected: Polar H7") })
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    expect(screen.wait { $0.contains("none lost") })
    expect(!Screen(screen.text).lines.contains { $0.contains("events/s") })
    let text = try String(contentsOfFile: file, encoding: .utf8)
    expect(text.contains("Polar H7") && !text.contains("\u{1B}") && !text.contains("events/s"))
  }

  @Test func aSilenceIsReportedOnceWithWhatTheAdapterDoes() throws {
    let (live, screen, terminal) = try run()
    var builder = CaptureBuilder(datalink: 2001)
    builder.record([0, 0, 1, 0, 0, 0, 0, 0, 0x68, 0x63, 0x69, 0x30, 0, 0, 0, 0], flags: 0)
    builder.record([1, 0, 0, 0, 0, 0, 15, 0], flags: 10)
    try live.send(builder.bytes)
    expect(screen.wait { $0.contains("hci0 present") })
    let start = MonotonicTime.now()
    expect(screen.wait { $0.contains("nothing to show for 10 s: hci0 is up, no scanning seen") })
    let waited = MonotonicTime.now() - start
    expect((9_000_000_000...30_000_000_000).contains(waited))
    usleep(1_000_000)
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    expect(screen.text.ranges(of: "nothing to show").count, equals: 1)
    withExtendedLifetime(terminal) {}
  }

  /// Ctrl-S: the terminal takes nothing any more.
  @Test func aStoppedTerminalStopsNoRecording() throws {
    let (master, terminal) = try makeTerminal(columns: 80)
    let recording = folder.url.appending(path: "walk.btsnoop").path
    let live = try LiveProcess(
      ["--write", recording], output: terminal, errors: terminal, environment: Self.unicode)
    var builder = strap(Array("Polar H7".utf8))
    for _ in 0..<5000 { builder.notification(3, [0, 72]) }
    try live.send(builder.bytes)
    live.server.close()
    let end = MonotonicTime.now() + 20_000_000_000
    let wanted = builder.bytes.count - 5006
    while MonotonicTime.now() < end, (FileStatus(path: recording)?.size ?? 0) < wanted {
      usleep(10_000)
    }
    expect((FileStatus(path: recording)?.size ?? 0) == wanted)
    let screen = Collector(master)
    expect(live.wait(), equals: 0)
    expect(screen.wait { $0.contains("none lost") })
    withExtendedLifetime(terminal) {}
  }
}
