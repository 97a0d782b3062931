import Foundation
import TestSupport
import Testing

/// What the output depends on: the input and the options, and nothing else.
@Suite struct InputTests {
  private func objects(_ arguments: [String]) throws -> [[String: Any]] {
    try Program.run(["--format", "ndjson"] + arguments).output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test(arguments: Program.captures) func standardInputIsAFile(name: String) throws {
    let path = Program.capture(name)
    let input = try Data(contentsOf: URL(filePath: path))
    for arguments in [
      ["--format", "ndjson"], ["--format", "csv"], ["--format", "json"], ["packets"], ["gatt"],
    ] {
      let piped = try Program.run(arguments + ["-"], input: input)
      expect(piped.status, equals: 0)
      let read = try Program.run(arguments + [path])
      expect(piped.withoutProvenance == read.withoutProvenance, "\(arguments)")
    }
    let text = try Program.run(["-"], input: input).lines
    let file = try Program.run([path]).lines
    expect(text.first?.hasPrefix("standard input   "), equals: true)
    expect(text.dropFirst(), equals: file.dropFirst())
  }

  /// Their tree is what their line says; a link with that handle has L2CAP.
  @Test(arguments: [false, true]) func diagnosticsAreNoL2CAP(_ isLink: Bool) throws {
    var capture = SituationCapture(.h4)
    if isLink { capture.connected(1, handle: 0xEDC) }
    capture.add(.aclReceived, [0xDC, 0x2E, 7, 0, 3, 0, 4, 0, 0x1B, 3, 0])
    let outcome = try Program.run(["packets", "-v", "-"], input: Data(capture.bytes))
    expect(outcome.output.contains("Qualcomm diagnostics") != isLink)
    expect(outcome.output.contains("Data: 030004001b0300") != isLink)
    expect(outcome.output.contains("L2CAP: Attribute Protocol"), equals: isLink)
  }

  @Test func aPipeThatComesInPieces() throws {
    let path = Program.capture("two-straps.btsnoop")
    let outcome = try Program.shell(
      "(head -c 700 '\(path)'; sleep 0.2; tail -c +701 '\(path)') | $B --format ndjson -")
    expect(outcome.bytes, equals: (try Program.run(["--format", "ndjson", path])).bytes)
  }

  @Test func aNamedPipe() throws {
    let folder = try TemporaryFolder()
    let path = Program.capture("polar-h7.btsnoop")
    let pipe = folder.url.appending(path: "pipe").path
    let outcome = try Program.shell(
      "mkfifo '\(pipe)'; cat '\(path)' > '\(pipe)' & timeout -s KILL 20 $B --format ndjson '\(pipe)'"
    )
    expect(outcome.status, equals: 0)
    expect(outcome.bytes, equals: (try Program.run(["--format", "ndjson", path])).bytes)
  }

  /// The same packets in four containers make the same events.
  @Test func theContainerDoesNotMatter() throws {
    let lines = try ["polar-h7.btsnoop", "polar-h7.pcap", "polar-h7.pcapng"].map {
      try Program.run(["--format", "ndjson", Program.capture($0)]).lines.dropFirst()
    }
    expect(lines[0], equals: lines[1])
    expect(lines[0], equals: lines[2])
    let monitor = try objects([Program.capture("polar-h7-monitor.btsnoop")])
    let plain = try objects([Program.capture("polar-h7.btsnoop")])
    expect(monitor.count, equals: plain.count + 2)
    for (seen, expected) in zip(monitor.suffix(plain.count - 2), plain.suffix(plain.count - 2)) {
      expect(seen["frame"] as? Int, equals: (expected["frame"] as? Int).map { $0 + 3 })
      expect(seen["time"] as? String, equals: expected["time"] as? String)
      expect(seen["event"] as? String, equals: expected["event"] as? String)
      expect(seen["value"] as? String, equals: expected["value"] as? String)
      expect(seen["adapter"] as? Int, equals: 0)
    }
  }

  @Test func severalCapturesAreOne() throws {
    let folder = try TemporaryFolder()
    var first = CaptureBuilder()
    first.advertisement(1, name: "Carried Over")
    first.connected(1)
    first.wait(20)
    first.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 6, 0x10, 0, 0x15, 0, 0x0F, 0x18])
    first.exchange([8, 0x10, 0, 0x15, 0, 3, 0x28], [9, 7, 0x11, 0, 0x12, 0x12, 0, 0x19, 0x2A])
    first.disconnected()
    var second = CaptureBuilder()
    second.time = first.time + 5_000_000
    second.connected(1)
    second.notification(0x12, [0x55])
    let files = [
      try folder.file("1.log", first.bytes), try folder.file("2.log", second.bytes),
    ]
    let events = try objects(files)
    expect(events.first?["captures"] as? Int, equals: 2)
    let last = try #require(events.last)
    expect(last["frame"] as? Int, equals: 9)
    expect(last["name"] as? String, equals: "Carried Over")
    expect(last["connection"] as? Int, equals: 2)
    expect(last["characteristic"] as? String, equals: "2A19")
    expect(last["t"] as? Double, equals: 5.08)
    expect(last["text"] as? String, equals: "85 %")
    // Alone, the second knows nothing of that.
    let alone = try #require(try objects([files[1]]).last)
    expect(alone["frame"] as? Int, equals: 2)
    expect(alone["name"] == nil)
    expect(alone["characteristic"] == nil)
    let text = try Program.run(files).lines
    expect(text[0].hasPrefix("1.log   btsnoop"))
    expect(text[1].hasPrefix("2.log   btsnoop"))
  }

  @Test func theEnvironmentDoesNotMatter() throws {
    let path = Program.capture("two-straps.btsnoop")
    for arguments in [
      [path], ["--format", "ndjson", path], ["--format", "csv", path], ["--format", "json", path],
      ["packets", "-v", path], ["gatt", path], ["--time", "utc", path],
    ] {
      let plain = try Program.run(arguments)
      let other = try Program.run(
        arguments,
        environment: [
          "TZ": "Asia/Kolkata", "COLUMNS": "40", "LINES": "5", "LC_ALL": "de_DE.UTF-8",
          "LANG": "tr_TR.UTF-8", "TERM": "xterm-256color", "CLICOLOR_FORCE": "1", "NO_COLOR": "1",
        ])
      expect(plain.bytes, equals: other.bytes)
      expect(other.status, equals: 0)
      expect(!plain.bytes.contains(0x1B))
    }
  }

  @Test func color() throws {
    let path = Program.capture("att-kinds.btsnoop")
    let plain = try Program.run([path])
    for environment in [[:], ["NO_COLOR": "1"]] {
      // Asked for in so many words, it comes.
      let colored = try Program.run(["--color", "always", path], environment: environment)
      expect(colored.output.contains("\u{1B}[31m"))
      let bare = colored.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      expect(bare, equals: plain.output)
    }
    try expect(Program.run(["--color", "never", path]).bytes, equals: plain.bytes)
    for format in ["ndjson", "csv", "json"] {
      let arguments = ["--color", "always", "--format", format, path]
      let outcome = try Program.run(arguments)
      expect(!outcome.bytes.contains(0x1B))
      expect(
        outcome.errors,
        equals: "bleinspect: --format \(format) is for programs; without effect: --color\n")
      try expect(Program.run(arguments + ["--quiet"]).errors, equals: "")
      try expect(Program.run(["--color", "never", "--format", format, path]).errors, equals: "")
    }
  }

  /// Scripts give it to each command.
  @Test(arguments: [
    ["stats"], ["report"], ["trace"], ["check", "--max-severity", "warning"], ["baseline"],
    ["packets"], ["gatt"], ["exchange"], ["learn"],
  ])
  func everyCommandTakesColor(command: [String]) throws {
    let path = Program.capture("att-kinds.btsnoop")
    let plain = try Program.run(command + [path])
    let never = try Program.run(command + ["--color", "never", path])
    expect(never.bytes == plain.bytes && never.errors == plain.errors)
    let always = try Program.run(command + ["--color", "always", path])
    expect(always.bytes == plain.bytes && always.status == plain.status)
    expect(
      always.errors,
      equals: "bleinspect: the output of this command has no color; without effect: --color\n"
        + plain.errors)
  }

  @Test func optionsThatChangeOnlyText() throws {
    let path = Program.capture("att-kinds.btsnoop")
    let options = ["--time", "utc", "--units", "us", "--full"]
    try expect(Program.run(options + [path]).errors, equals: "")
    try expect(
      Program.run(["packets", "--format", "ndjson"] + options + [path]).errors,
      equals:
        "bleinspect: --format ndjson is for programs; without effect: --time, --units, --full\n")
  }

  /// What a command takes only because others do, and what needs another option.
  @Test(arguments: [
    (["gatt", "--time", "utc"], "gatt shows whole trees; without effect: --time"),
    (["packets", "--units", "us"], "only --verbose has units; without effect: --units"),
    (
      ["exchange", "--adverts", "all"],
      "exchange shows no advertisements; without effect: --adverts"
    ),
    (
      ["learn", "--time", "utc", "--units", "us", "--adverts", "all"],
      "learn shows no events; without effect: --time, --units, --adverts"
    ),
    (
      ["learn", "--contrast", "0..1", "--full"],
      "--contrast compares all values; without effect: --full"
    ),
  ])
  func optionsWithoutEffect(arguments: [String], remark: String) throws {
    let path = Program.capture("polar-h7.btsnoop")
    let outcome = try Program.run(arguments + [path])
    expect(outcome.status, equals: 0)
    expect(outcome.errors.contains("bleinspect: \(remark)\n"))
    try expect(Program.run(arguments + ["--quiet", path]).errors, equals: "")
  }

  @Test(arguments: [
    ["packets", "-v", "--units", "us"], ["exchange", "--all"], ["exchange", "--adverts", "none"],
    ["exchange", "--format", "ndjson", "--all"], ["learn", "--all", "--full"],
    ["stats", "--all"], ["gatt", "--full", "--units", "us"], ["gatt", "--all"],
    ["packets", "--all"],
    ["--format", "ndjson", "--all"], ["stats", "--format", "json", "--all"],
  ])
  func optionsWithEffect(arguments: [String]) throws {
    let outcome = try Program.run(arguments + [Program.capture("polar-h7.btsnoop")])
    expect(outcome.status == 0 && outcome.errors == "")
  }

  @Test func colorOnATerminal() throws {
    let path = Program.capture("att-kinds.btsnoop")
    let script = "script -qec \"$B '\(path)'\" /dev/null < /dev/null"
    let terminal = try Program.shell(script, environment: ["TERM": "xterm"])
    expect(terminal.status, equals: 0, "\(terminal.errors)")
    expect(terminal.output.contains("\u{1B}[31m"))
    let refused = try Program.shell(script, environment: ["TERM": "xterm", "NO_COLOR": "1"])
    expect(!refused.output.contains("\u{1B}["))
  }

  // MARK: Times

  @Test func timeStyles() throws {
    let path = Program.capture("polar-h7.btsnoop")
    func line(_ style: String, _ environment: [String: String] = [:]) throws -> String {
      let lines = try Program.run(["--time", style, path], environment: environment).lines
      return try #require(lines.last { $0.hasPrefix("  157") })
    }
    try expect(line("relative").hasPrefix("  157    9.328   disconnected"))
    try expect(line("utc").hasPrefix("  157 09:00:09.331   disconnected"))
    try expect(line("epoch").hasPrefix("  157 1772355609.331   disconnected"))
    try expect(line("delta").hasPrefix("  157    0.007   disconnected"))
    try expect(
      line("local", ["TZ": "Asia/Kolkata"]).hasPrefix("  157 14:30:09.331   disconnected"))
    try expect(line("local", ["TZ": "UTC"]), equals: (try line("utc")))
    for style in ["relative", "utc", "local", "epoch", "delta"] {
      let lines = try Program.run(["--time", style, path]).lines
      expect(lines.allSatisfy { $0.count <= 80 }, "\(style)")
      let packets = try Program.run(["packets", "--time", style, path])
      expect(packets.lines.count, equals: 158)
    }
  }

  /// Each line says how long after the one above it is: together, when the last one is.
  @Test(arguments: [
    "polar-h7.btsnoop", "sensortag-cc2650.btsnoop", "two-straps.btsnoop", "enhanced-att.btsnoop",
    "rules/disconnects-repeat.btsnoop",
  ])
  func secondsSinceTheLineAbove(_ capture: String) throws {
    func times(_ style: String) throws -> [Double] {
      let lines = try Program.run(["--time", style, Program.capture(capture)]).lines
      let start = try #require(lines.firstIndex { $0.hasPrefix("TIMELINE") })
      return lines[start...].compactMap { line in
        // A line may begin with its connection.
        let words = line.split(separator: " ").drop { $0.hasPrefix("C") }
        guard words.count > 2, words.first.flatMap({ Int($0) }) != nil else { return nil }
        return words.dropFirst().first.flatMap { Double($0) }
      }
    }
    let moments = try times("relative")
    let steps = try times("delta")
    try #require(moments.count > 3 && steps.count == moments.count)
    expect(steps[0], equals: 0)
    for (index, step) in steps.enumerated().dropFirst() {
      // Both are cut off at the millisecond.
      expect(abs(moments[index] - moments[index - 1] - step) < 0.0015, "line \(index)")
    }
  }

  @Test func aJumpWithinTheFirstRecords() throws {
    let folder = try TemporaryFolder()
    var capture = CaptureBuilder()
    capture.advertisement(1, name: "a")
    capture.wait(3_600_001)
    capture.advertisement(1, name: "b")
    capture.wait(500)
    capture.advertisement(1, name: "c")
    let events = try objects([try folder.file("jump.log", capture.bytes)])
    expect(events.dropFirst().map { $0["t"] as? Double }, equals: [-3600.001, 0, 0.5])
    let raw = try Program.run(["--format", "ndjson", try folder.file("j.log", capture.bytes)])
    expect(raw.output.contains("\"t\":-3600.001000,"))

    var open = CaptureBuilder()
    open.connected(1)
    open.wait(3_600_001)
    open.notification(1, [1])
    let whole = try objects([try folder.file("open.log", open.bytes)])
    expect(whole.dropFirst().map { $0["t"] as? Double }, equals: [0, 3600.001])

    var late = CaptureBuilder()
    for _ in 0..<64 { late.advertisement(1, name: "a") }
    late.wait(3_600_001)
    late.advertisement(1, name: "b")
    try expect(
      objects([try folder.file("late.log", late.bytes)]).last?["t"] as? Double, equals: 3600.001)
  }

  @Test func timeThatGoesBackwards() throws {
    let folder = try TemporaryFolder()
    var capture = CaptureBuilder()
    for (index, step) in [0, -500, 700, -100, 0].enumerated() as EnumeratedSequence<[Int64]> {
      capture.wait(step)
      capture.advertisement(1, name: "\(index)")
    }
    let file = try folder.file("back.log", capture.bytes)
    let events = try objects([file]).dropFirst()
    expect(events.map { $0["frame"] as? Int }, equals: [1, 2, 3, 4, 5, 5])
    expect(events.map { $0["t"] as? Double }, equals: [0, -0.5, 0.2, 0.1, 0.1, 0.1])
    let note = try #require(events.last)
    expect(note["event"] as? String, equals: "note")
    expect(note["count"] as? Int, equals: 2)
    expect(note["largest_step_s"] as? Double, equals: 0.5)
    try expect(Program.run([file]).output.contains("time goes backwards 2 times"))
  }

  @Test func yearsWithoutFourDigits() throws {
    let folder = try TemporaryFolder()
    for (first, isFirst) in [
      (-62_167_219_200_000_001, false), (253_402_300_799_999_999, true),
    ] as [(Int64, Bool)] {
      var capture = CaptureBuilder()
      capture.time = first
      capture.advertisement(1, name: "a")
      capture.time = first + 1
      capture.advertisement(1, name: "b")
      let file = try folder.file("year.log", capture.bytes)
      let events = try objects([file])
      expect((events[0]["start"] != nil), equals: isFirst)
      expect((events[1]["time"] != nil), equals: isFirst)
      expect((events[2]["time"] != nil), equals: !isFirst)
      expect(events[2]["t"] as? Double, equals: 0.000001)
      let csv = try Program.run(["--format", "csv", file]).lines
      expect(csv[isFirst ? 6 : 1].contains(",,0.00000"))
      try expect(Program.run([file]).status, equals: 0)
      try expect(Program.run(["--time", "utc", file]).status, equals: 0)
    }
  }
}
