import BTSnoop
import Bytes
import Foundation
import TestSupport
import Testing
import Timeline

@testable import bleinspect

/// What testers mark, with `--mark` and `--marks`.
@Suite struct MarkTests {
  /// An advertisement each 100 ms, from 0 to 0.4 s: a0 to a4.
  private static func capture() -> Data {
    var capture = CaptureBuilder()
    for index in 0..<5 {
      capture.advertisement(1, name: "a\(index)")
      capture.wait(100)
    }
    return Data(capture.bytes)
  }

  private func run(_ arguments: [String]) throws -> Outcome {
    try Program.run(arguments + ["-"], input: Self.capture())
  }

  private func events(_ arguments: [String]) throws -> [[String: Any]] {
    let outcome = try run(["--format", "ndjson"] + arguments)
    expect(outcome.status, equals: 0)
    return try outcome.output.split(separator: "\n").dropFirst().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func texts(_ arguments: [String]) throws -> [String] {
    try events(arguments).map { $0["text"] as? String ?? "" }
  }

  private func marks(_ arguments: [String]) throws -> [String] {
    try events(arguments).filter { $0["event"] as? String == "mark" }
      .map { $0["text"] as? String ?? "" }
  }

  @Test func standAtTheirTime() throws {
    let arguments = ["--mark", "0.25=lamp on", "--mark", " 0.1 = first ", "--mark", "0.1=second"]
    try expect(
      texts(arguments),
      equals: ["\"a0\"", "first", "second", "\"a1\"", "\"a2\"", "lamp on", "\"a3\"", "\"a4\""])
    let mark = try #require(try events(arguments).first { $0["text"] as? String == "lamp on" })
    expect(Set(mark.keys), equals: ["frame", "time", "t", "event", "text"])
    expect(mark["event"] as? String, equals: "mark")
    expect(mark["time"] as? String, equals: "2026-03-01T09:00:00.250000Z")
    expect(mark["t"] as? Double, equals: 0.25)
    // The record after which it stands.
    expect(mark["frame"] as? Int, equals: 3)
    try expect(run(["--format", "ndjson"] + arguments).errors, equals: "")
  }

  @Test func takeDates() throws {
    for time in ["2026-03-01T09:00:00.25Z", "2026-03-01 10:00:00.25+01:00", "+.25"] {
      try expect(texts(["--mark", "\(time)=x"])[3], equals: "x")
    }
  }

  @Test func thoseOutsideOfTheCaptureAreReported() throws {
    let outcome = try run([
      "--format", "ndjson", "--mark=-2=early", "--mark", "9=late\u{1B}[31m", "--mark", "10=later",
    ])
    expect(outcome.status, equals: 0)
    expect(outcome.lines[1].hasPrefix(#"{"frame":1,"time":"2026-03-01T08:59:58.000000Z","t":-2."#))
    expect(outcome.lines[7].hasPrefix(#"{"frame":5,"time":"2026-03-01T09:00:09.000000Z","t":9."#))
    expect(
      outcome.errors,
      equals: """
        bleinspect: 1 mark is before the first record, at 0.000 s: "early" at -2.000 s
        bleinspect: 2 marks are after the last record, at 0.400 s; the first: "late\\x1b[31m" at \
        9.000 s

        """)
    try expect(run(["--quiet", "--mark", "9=late"]).errors, equals: "")
    // The rest is not read.
    let cut = try run(["--format", "ndjson", "-n", "1", "--mark", "9=late"])
    expect(cut.errors == "" && !cut.output.contains("late"))
    // No time is too far away.
    for far in ["9223372036.854775807", "-9223372036.854775807"] {
      try expect(marks(["--mark=\(far)=far"]), equals: ["far"])
    }
  }

  @Test func withoutARecordThereIsNoPlaceForThem() throws {
    let outcome = try Program.run(["--mark", "1=x", "-"], input: Data(CaptureBuilder().bytes))
    expect(outcome.errors.contains("1 mark is left out: there is no record"))
  }

  @Test func textShowsAStar() throws {
    let lines = try run(["--mark", "0.25=lamp on"]).lines
    expect(lines.contains("    3    0.250 * mark                           lamp on"))
    // Its time is no jump of the capture's clock.
    expect(!(try run(["--mark", "999999=x"]).output.contains("the clock jumps")))
  }

  @Test func csvHasThemAsText() throws {
    let outcome = try run(["--format", "csv", "--event", "mark", "--mark", "0.25==SUM(A1)"])
    expect(
      outcome.lines[1], equals: "3,2026-03-01T09:00:00.250000Z,0.250000,,mark,,,,,,,text,'=SUM(A1),"
    )
  }

  @Test func jsonHasThemAmongTheEvents() throws {
    let outcome = try run(["--format", "json", "--mark", "0.25=lamp on"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let events = try #require(document["events"] as? [[String: Any]])
    expect(events.filter { $0["event"] as? String == "mark" }.count, equals: 1)
  }

  @Test func onlyFiltersOfTimeAndKindLeaveThemOut() throws {
    for filter in [
      ["--device", "D0:11:22:33:44:99"], ["--connection", "1"], ["--uuid", "2A37"], ["--hci", "7"],
      ["--handle", "3"], ["--adverts", "none"], ["--errors"], ["--from", "0.2"],
      ["--event", "mark"], ["--frame", "3"],
    ] {
      try expect(marks(["--mark", "0.25=x"] + filter), equals: ["x"], "\(filter)")
    }
    for filter in [["--to", "0.2"], ["--event", "advertisement"], ["--frame", "4"]] {
      try expect(marks(["--mark", "0.25=x"] + filter), equals: [], "\(filter)")
    }
  }

  /// What comes first after a mark is shown, whatever came before.
  @Test func aFoldEndsAtAMark() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    capture.time = CaptureBuilder.start + 10_000_000
    for index in 0..<40 {
      capture.notification([0, UInt8(60 + index)])
      capture.time = CaptureBuilder.start + 10_000_000 + Int64(index + 1) * 100_000
    }
    let plain = try Program.run(["-"], input: Data(capture.bytes))
    expect(!plain.output.contains("80 bpm"))
    let marked = try Program.run(["--mark", "12.05=lamp on", "-"], input: Data(capture.bytes))
    let timeline = try #require(marked.output.components(separatedBy: "TIMELINE").last)
    let lines = timeline.split(separator: "\n")
    let mark = try #require(lines.firstIndex { $0.hasSuffix(" lamp on") }, "\(timeline)")
    expect(lines[mark - 1].contains("80 bpm"), "\(timeline)")
    expect(lines[mark + 1].contains("81 bpm"), "\(timeline)")
  }

  @Test func replayShowsTheSame() throws {
    let marks = [
      "--format", "ndjson", "--mark", "0.25=lamp on", "--mark=-1=early", "--mark", "9=x",
    ]
    let report = try run(marks)
    for speed in ["max", "10"] {
      let replay = try run(["replay", "--speed", speed] + marks)
      expect(replay.output, equals: report.output)
      expect(replay.errors, equals: report.errors)
    }
    try expect(run(["replay", "--records", "/dev/null", "--mark", "1=x"]).status, equals: 2)
  }

  // MARK: Files

  @Test func filesOfMarks() throws {
    let folder = try TemporaryFolder()
    let good = try folder.file(
      "good",
      Array(
        """
        \u{FEFF}# what I did

          0.1 lamp on\r
        0.3=lamp   off # at once
        2026-03-01 09:00:00.35Z at nine
        """.utf8))
    try expect(
      marks(["--marks", good, "--mark", "0=start"]),
      equals: ["start", "lamp on", "lamp off # at once", "at nine"])
  }

  @Test(arguments: [
    ("0.1 one\nnonsense\n", ":2: expected TIME=TEXT, with TIME in seconds (12.5, -3), hours"),
    ("# x\n\n5\n", ":3: expected TIME=TEXT"), ("5 =\n", ":1: no text after the time"),
    ("1 \(String(repeating: "x", count: 1001))", ":1: the text is longer than 1000 bytes"),
    (String(repeating: "1 x\n", count: 10_001), ":10001: more than 10000 marks"),
    (String(repeating: "#", count: Marks.fileLimit + 1), ": larger than 10 MiB"),
  ])
  func badFilesEndBeforeAnyOutput(content: String, problem: String) throws {
    let folder = try TemporaryFolder()
    let bad = try folder.file("bad", Array(content.utf8))
    for command in [[], ["exchange"], ["replay"], ["learn", "--contrast", "mark:x"]] {
      let outcome = try run(command + ["--marks", bad])
      expect(outcome.status, equals: 2)
      expect(outcome.output, equals: "")
      expect(
        outcome.errors.hasPrefix("bleinspect: --marks: \(bad)\(problem)"), "\(outcome.errors)")
    }
  }

  /// What `live` writes is what `--marks` reads.
  @Test(arguments: [
    "lamp on", "=SUM(A1)", "= x", "==", "12.5=on", "2026-03-01 09:00:00Z x", "# no note",
    "\u{1B}[2J", "\u{FEFF}x", "\u{FFFD}", String(repeating: "ö", count: 500),
  ])
  func linesOfFilesReadBack(text: String) throws {
    let line = try #require(
      Mark.fileLine(text, at: CaptureTime(seconds: 1_700_000_000, nanoseconds: 5000)))
    let time = TimeLimit(try #require(TimeBound("2023-11-14T22:13:20.000005Z")))
    try expect(Mark(line), equals: Mark(time: time, text: shown(text)))
  }

  @Test func filesHoldLongMarks() throws {
    // Longer when they are escaped.
    let text = String(repeating: "\u{1B}", count: Mark.longest)
    let line = try #require(
      Mark.fileLine(text, at: CaptureTime(seconds: 1_700_000_000, nanoseconds: 0)))
    try expect(Mark(line).text.utf8.count > 900)
    expect((line.utf8.count + 1) * Marks.limit + 1000 < Marks.fileLimit)
    let folder = try TemporaryFolder()
    let lines = Array((line + "\n").utf8)
    let long = try folder.file("long", Array(repeatElement(lines, count: 1500).joined()))
    let outcome = try run(["--event", "advertisement", "--format", "ndjson", "--marks", long])
    expect(outcome.status == 0 && outcome.output.contains("\"a4\""), "\(outcome.status)")
    expect(outcome.errors.contains("1500 marks are before the first record"))
  }

  @Test func unreadableFiles() throws {
    try expect(run(["--marks", "/no/such/file"]).status, equals: 2)
    let twice = try run(["--marks", "-"])
    expect(twice.status, equals: 2)
    expect(twice.errors.contains("standard input (-) can be read only once"))
  }

  @Test(arguments: [
    "", "5", "=x", "5=", "x=y", "5= ", "2026-03-01=x", "2026-03-01 09:00=x", "0x5=x",
  ])
  func whatIsNoMarkIsRefused(text: String) throws {
    let outcome = try run(["--mark", text])
    expect(outcome.status == 2 && outcome.output == "")
  }

  @Test func textsAreOneLineWithoutControlCharacters() throws {
    let text = "0.1=a\u{1B}[31mb\n\tc\u{202E}d\u{2028}e"
    let shown = #"a\x1b[31mb c\u{202e}d e"#
    let outcome = try run(["--mark", text])
    expect(outcome.output.contains(shown), "\(outcome.output)")
    try expect(marks(["--mark", text]), equals: [shown])
  }

  // MARK: pcapng

  private static func comment(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return [
      1, 0, UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8),
    ]
      + bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
  }

  /// Command Complete of a Reset.
  private static let reset: [UInt8] = [0, 0, 0, 1, 4, 0x0E, 4, 1, 3, 0x0C, 0]

  private func marks(in file: PcapNGBytes, _ arguments: [String] = []) throws -> [String] {
    let outcome = try Program.run(
      arguments + ["--format", "ndjson", "--event", "mark", "-"], input: Data(file.bytes))
    expect(outcome.status == 0 && outcome.errors == "")
    return try outcome.output.split(separator: "\n").dropFirst().map {
      let event = try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      return "\(event["frame"] ?? 0) \(event["t"] as? Double ?? -1) \(event["text"] ?? "")"
    }
  }

  @Test func commentsInPcapNGAreMarks() throws {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    for frame in 1...200 {
      let options =
        switch frame {
        case 1: Self.comment("start")
        case 2: Self.comment("door\n opened\0") + Self.comment(" \n") + Self.comment("\u{1B}[2J")
        case 150: Self.comment(String(repeating: "ö", count: 600))
        default: [UInt8]()
        }
      file.packet(Self.reset, ticks: UInt64(frame) * 1_000_000, options: options)
    }
    let expected = [
      "1 0.0 start", "2 1.0 door opened", #"2 1.0 \x1b[2J"#, "149 149.0 marked",
      "150 149.0 "
        + String(repeating: "ö", count: 497) + "...",
    ]
    // A mark of the same moment comes first.
    try expect(marks(in: file, ["--mark", "149=marked"]), equals: expected)
    try expect(
      marks(in: file, ["replay", "--speed", "max"]),
      equals: expected.filter { !$0.hasSuffix("marked") })
    // It stands before what its packet shows.
    let outcome = try Program.run(["--all", "--format", "ndjson", "-"], input: Data(file.bytes))
    expect(outcome.lines[1].contains(#""event":"mark","text":"start""#))
    expect(outcome.lines[2].contains(#""frame":1,"#) && outcome.lines[2].contains("adapter"))
  }

  /// Comments on packets that are not read are not moved to others, and do not pile up.
  @Test func commentsOnOtherPacketsAreLeftOut() throws {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.interface(1)
    for _ in 0..<3 { file.packet([0, 1, 2], interface: 1, options: Self.comment("Ethernet")) }
    file.packet(Self.reset, options: Self.comment("HCI"))
    file.packet([0, 1, 2], interface: 1, options: Self.comment("Ethernet"))
    let outcome = try Program.run(["--format", "ndjson", "-"], input: Data(file.bytes))
    let marks = outcome.lines.filter { $0.contains(#""event":"mark""#) }
    expect(marks.count == 1 && marks.first?.contains(#""text":"HCI""#) == true)
  }

  // MARK: Other commands

  /// A write command at 2 s, and a notification at 4 s.
  private static func conversation() -> Data {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF7)
    capture.time = CaptureBuilder.start + 2_000_000
    capture.att([0x52, 3, 0, 0x33], isSent: true)
    capture.time = CaptureBuilder.start + 4_000_000
    capture.notification([0x34])
    return Data(capture.bytes)
  }

  @Test func exchangeShowsThemBetweenTurns() throws {
    func exchange(_ arguments: String...) throws -> Outcome {
      try Program.run(["exchange"] + arguments + ["-"], input: Self.conversation())
    }
    let text = try exchange("--mark", "3=it's \"on\"")
    let line = try #require(text.lines.firstIndex { $0.hasSuffix("  mark  it's \"on\"") })
    expect(text.lines[..<line].contains { $0.contains("command FFF7") })
    expect(text.lines[line...].contains { $0.contains("notify FFF7") })
    let json = try exchange("--format", "ndjson", "--mark", "3=it's \"on\"")
    expect(json.lines.contains { $0.contains(#""event":"mark","text":"it's \"on\""}"#) })
    let script = try exchange("--format", "python", "--mark", "3=x\n'''\u{1B}\u{2029}y")
    expect(script.lines.contains(#"    # x '''\x1b y"#), "\(script.output)")
  }

  @Test func rulesCanAskWhatFollows() throws {
    func check(_ arguments: String..., input: Data = Self.conversation()) throws -> Outcome {
      try Program.run(["check"] + arguments, input: input)
    }
    let holds = try check("--mark", "3=on", "-", "notification within 1.5 of mark", "mark text=on")
    expect(holds.status, equals: 0, "\(holds.output)\(holds.errors)")
    let fails = try check("--mark", "3=on", "-", "notification within 0.5 of mark")
    expect(fails.status, equals: 1)
    expect(fails.output.contains("mark: on"), "\(fails.output)")
    let timeline = try Program.run(
      ["--format", "ndjson", "--mark", "3=on", "-"], input: Self.conversation()
    ).bytes
    // A mark is of no device.
    let again = try check(
      "--device", "D0:11:22:33:44:01", "-", "mark count=1", input: timeline)
    expect(again.status, equals: 0, "\(again.output)\(again.errors)")
    let refused = try check("--mark", "3=x", "-", "mark", input: timeline)
    expect(refused.status, equals: 2)
    expect(refused.errors.contains("--mark and --marks need a capture"))
    // It is nothing of a device that is not there.
    let none = try check("--mark", "3=x", "--device", "D0:11:22:33:44:99", "-", "mark")
    expect(none.status, equals: 2, "\(none.output)\(none.errors)")
  }

  @Test func marksAreNoDifference() throws {
    let folder = try TemporaryFolder()
    let plain = try folder.file("plain.btsnoop", Array(Self.conversation()))
    let marked = try Program.run(
      ["--format", "ndjson", "--mark", "3=on", "--mark", "9=off", plain])
    let timeline = try folder.file("marked.ndjson", Array(marked.bytes))
    for strict in [[], ["--strict", "--link"]] {
      try expect(Program.run(["diff"] + strict + [plain, timeline]).status, equals: 0)
      try expect(Program.run(["diff"] + strict + [timeline, plain]).status, equals: 0)
    }
    try expect(Program.run(["diff", "--only", "mark", plain, timeline]).status, equals: 2)
    let baseline = try Program.run(["baseline", timeline])
    expect(baseline.status == 0 && !baseline.output.contains("mark"))
    expect(baseline.bytes, equals: (try Program.run(["baseline", plain])).bytes)
  }
}
