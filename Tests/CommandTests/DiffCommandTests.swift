import Foundation
import TestSupport
import Testing

/// `bleinspect diff` as it is run: exit codes, outputs, the configuration, `--update`.
@Suite struct DiffCommandTests {
  private let strap = Program.capture("polar-h7.btsnoop")
  private let folder: TemporaryFolder
  private let baseline: String

  init() throws {
    folder = try TemporaryFolder()
    baseline = try folder.file("expected.ndjson", Array(Program.run(["baseline", strap]).bytes))
  }

  /// The baseline with one value changed: 97 bpm became 98.
  private func changed() throws -> String {
    let text = try String(decoding: Data(contentsOf: URL(filePath: baseline)), as: UTF8.self)
    let other = text.replacing(
      "\"value\":\"0661\",\"decoded\":{\"heart_rate_bpm\":97",
      with: "\"value\":\"0662\",\"decoded\":{\"heart_rate_bpm\":98"
    )
    .replacing("\"text\":\"97 bpm", with: "\"text\":\"98 bpm")
    try #require(other != text)
    return try folder.file("changed.ndjson", Array(other.utf8))
  }

  /// A place says of which connection it is, as the report numbers them.
  @Test func connectionsAreNumberedAsInTheReport() throws {
    let straps = Program.capture("two-straps.btsnoop")
    let lines = try Program.run(["--format", "ndjson", straps]).output
    let other = lines.replacing("\"value\":\"0459\"", with: "\"value\":\"045f\"")
    try #require(other != lines)
    let path = try folder.file("other.ndjson", Array(other.utf8))
    let text = try run([straps, path])
    expect(text.status, equals: 1)
    expect(text.output.contains("\n        expected  C2, frame "), "\(text.output)")
    expect(text.output.contains("\n        actual    C2, line "), "\(text.output)")
    try expect(run(["--format", "json", straps, path]).output.contains("\"connection\": 2,"))
    // There is one only, and a baseline has its own numbers.
    let one = try run([strap, changed()])
    expect(one.output.contains("expected  frame ") && one.output.contains("actual    line "))
  }

  /// With several connections a line of context says of which it is, and what was shown is not shown again.
  @Test func contextIsOfItsConnection() throws {
    let capture = Program.capture("variations/second-connection.btsnoop")
    let lines = try Program.run(["--format", "ndjson", capture]).output.split(separator: "\n")
    var notifications = 0
    let other = lines.map { line in
      guard line.contains("\"event\":\"notification\"") else { return String(line) }
      notifications += 1
      let number = (notifications - 1) % 7
      guard number == 2 || number == 4 else { return String(line) }
      return String(line).replacing(/"value":"[0-9a-f]*"/, with: "\"value\":\"0077\"")
        .replacing(/"decoded":{.*?},/, with: "")
    }.joined(separator: "\n")
    try #require(notifications == 14)
    let path = try folder.file("other.ndjson", Array((other + "\n").utf8))
    let output = try run([capture, path]).output
    let shown = output.split(separator: "\n").filter { $0.contains("notification #") }
    expect(
      shown.map { $0.prefix { $0 != ":" } },
      equals: [
        "      connection 1, notification #1", "      connection 1, notification #2",
        "    ~ connection 1, notification #3", "      connection 1, notification #4",
        "    ~ connection 1, notification #5",
        "      connection 2, notification #1", "      connection 2, notification #2",
        "    ~ connection 2, notification #3", "      connection 2, notification #4",
        "    ~ connection 2, notification #5",
      ], "\(output)")
  }

  /// What a device advertises is compared by its fields where options are about them.
  @Test(
    arguments: [
      ([], 1), (["--range", "temperature_celsius=20..30"], 0),
      (["--tolerance", "temperature_celsius=3"], 0),
      (["--ignore", "temperature_celsius"], 0), (["--range", "temperature_celsius=20..24"], 1),
      (["--tolerance", "temperature_celsius=10%"], 1), (["--range", "battery_percent=1..100"], 1),
    ] as [([String], Int32)])
  func numbersInAdvertisements(options: [String], status: Int32) throws {
    func timeline(_ temperature: String, _ data: String) -> [UInt8] {
      Array(
        """
        {"event":"capture","schema":1,"format":"btsnoop","link_type":"hci_h4"}
        {"frame":1,"t":0.0,"event":"advertisement","address":"A4:C1:38:EC:0B:03","address_type":"public","name":"GVH5075_0B03","advertising_type":"ADV_IND","connectable":true,"value":"","decoded":{"flags":5,"company_code":[60552],"manufacturer_data":["\(data)"],"govee":{"temperature_celsius":\(temperature),"battery_percent":85}},"text":"T"}

        """.utf8)
    }
    let was = try folder.file("was.ndjson", timeline("22.4", "00036d6a5500"))
    let new = try folder.file("new.ndjson", timeline("25.1", "0003d6aa5500"))
    let outcome = try run(options + [was, new])
    expect(outcome.status, equals: status, "\(outcome.output)\(outcome.errors)")
    switch options.last {
    case "temperature_celsius=20..24":
      expect(outcome.output.contains("temperature_celsius: 25.1, outside of 20..24"))
    case "temperature_celsius=10%":
      expect(outcome.output.contains("temperature_celsius: 22.4 became 25.1"))
    default: break
    }
    try expect(run(options + [was, was]).status, equals: 0)
  }

  /// What a sniffer missed is not observed, and no more than that.
  @Test(arguments: [
    // One notification with and without the rest of its event, several events; a request and its answer.
    228...228, 226...228, 224...232, 141...144,
    // Three notifications, a second apart.
    224...300,
  ])
  func whatASnifferMissed(frames: ClosedRange<Int>) throws {
    let capture = Program.capture("polar-h7-ll.pcap")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: capture)))
    var kept = Array(bytes.prefix(24))
    var (place, frame) = (24, 1)
    while place + 16 <= bytes.count {
      let length = (8..<12).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) } + 16
      if !frames.contains(frame) { kept += bytes[place..<place + length] }
      (place, frame) = (place + length, frame + 1)
    }
    let other = try folder.file("other.pcap", kept)
    let outcome = try run([capture, other])
    expect(outcome.status, equals: 0, "\(outcome.output)")
    expect(outcome.output.contains("packets are missing in the record"))
    try expect(run(["--strict", capture, other]).status, equals: 1)
    // A timeline and a baseline of it say the same.
    for command in [["--format", "ndjson"], ["baseline"]] {
      let lines = try Program.run(command + [other])
      let timeline = try folder.file("other.ndjson", Array(lines.bytes))
      try expect(run([capture, timeline]).status, equals: 0, "\(command)")
      try expect(run([timeline, capture]).status, equals: 0, "\(command)")
    }
  }

  /// Where a sniffer missed nothing, what is not there is missing.
  @Test func whatASnifferDidNotMiss() throws {
    let capture = Program.capture("polar-h7-ll.pcap")
    let lines = try Program.run(["--format", "ndjson", capture]).lines
    let fewer = lines.filter { !$0.contains("165b9c02a502") }
    try #require(fewer.count == lines.count - 1)
    let path = try folder.file("other.ndjson", Array(fewer.joined(separator: "\n").utf8))
    let outcome = try run([capture, path])
    expect(outcome.status == 1 && outcome.output.contains("notification #3 is missing"))
    // Three seconds are not in one connection event, of which it heard nothing before the third of them.
    let silent = lines.filter { line in
      !["165b9c02a502", "175d009602"].contains { line.contains($0) }
        && !(line.contains("\"value\":\"065b\"") && line.contains("\"frame\":292"))
    }
    try #require(silent.count == lines.count - 3)
    try silent.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    for expected in [
      capture, try folder.file("e.ndjson", Array(Program.run(["baseline", capture]).bytes)),
    ] {
      let stopped = try run([expected, path])
      expect(stopped.status == 1 && stopped.output.contains("3 missing"), "\(stopped.output)")
    }
  }

  /// Text that is no word of a list has no shape: another unit has another revision.
  @Test func theShapeOfText() throws {
    let capture = Program.capture("polar-h7-ll.pcap")
    let lines = try Program.run(["--format", "ndjson", capture]).output
    let other = lines.replacing(
      "\"firmware_revision\":\"1.4.0\"", with: "\"firmware_revision\":\"1.4.1\""
    )
    .replacing("312e342e30", with: "312e342e31")
    try #require(other != lines)
    let path = try folder.file("other.ndjson", Array(other.utf8))
    try expect(run([capture, path]).status, equals: 1)
    try expect(run(["--values", "shape", capture, path]).status, equals: 0)
    let place = lines.replacing(
      "\"sensor_contact\":\"detected\"", with: "\"sensor_contact\":\"not_detected\"")
    try #require(place != lines)
    let moved = try folder.file("moved.ndjson", Array(place.utf8))
    try expect(run(["--values", "shape", capture, moved]).status, equals: 1)
  }

  /// A sniffer hears both sides: what the phone advertises is nothing of the strap's.
  @Test func theOtherSideOfASniffedConnection() throws {
    let strap = #""address":"C0:DE:FA:CE:00:01","address_type":"random","name":"Strap""#
    let phone = #""address":"7A:11:22:33:44:55","address_type":"random""#
    let expected = """
      {"event":"capture","schema":1,"baseline":1}
      {"event":"advertisement",\(strap),"advertising_type":"ADV_IND","connectable":true,"value":"020106","decoded":{"flags":6},"text":""}
      """
    let actual = """
      {"event":"capture","schema":1,"format":"pcap","link_type":"le_ll","start":"2026-03-01T09:00:00.000000Z","adverts":"changes"}
      {"frame":1,"time":"2026-03-01T09:00:00.000000Z","t":0.0,"event":"advertisement",\(phone),"advertising_type":"ADV_IND","connectable":true,"value":"03039ffe","decoded":{"service_uuids":["FE9F"]},"text":""}
      {"frame":2,"time":"2026-03-01T09:00:01.000000Z","t":1.0,"event":"connected","connection":1,\(strap),"from":"central","interval_ms":30,"access_address":"0x50656501","text":""}
      {"frame":3,"time":"2026-03-01T09:00:02.000000Z","t":2.0,"event":"note","connection":1,\(phone),"from":"central","version_code":12,"company_code":15,"subversion":581,"text":""}
      """
    let outcome = try run([
      try folder.file("strap.ndjson", Array(expected.utf8)),
      try folder.file("heard.ndjson", Array(actual.utf8)),
    ])
    expect(!outcome.output.contains("FE9F"), "\(outcome.output)")
  }

  private func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Outcome {
    try Program.run(["diff"] + arguments, input: input, environment: environment)
  }

  // MARK: Exit codes and text

  @Test(arguments: Program.captures)
  func aCaptureIsTheSameAsItself(name: String) throws {
    let path = Program.capture(name)
    let timeline = try folder.file(
      "t.ndjson", Array(Program.run(["--format", "ndjson", path]).bytes))
    let expected = try folder.file("b.ndjson", Array(Program.run(["baseline", path]).bytes))
    // It has nothing but adapters, which are never compared.
    let isEmpty = name == "vm-rights.btsnoop"
    for side in [path, timeline, expected] {
      let outcome = try run(["--strict", side, path])
      expect(outcome.status, equals: (isEmpty ? 2 : 0), "\(outcome.output)")
      expect(outcome.output.hasSuffix(isEmpty ? "\ntrouble\n" : "\nsame\n"))
    }
  }

  @Test func aChangedValue() throws {
    let outcome = try run([try changed(), strap])
    expect(outcome.status, equals: 1)
    expect(outcome.errors.isEmpty)
    let lines = outcome.lines.dropFirst(2)
    expect(
      lines.joined(separator: "\n"),
      equals: """
        Polar H7 000607
          Heart Rate Measurement 180D/2A37
            ~ notification #1: 98 bpm became 97 bpm
                expected  line 44             0662
                actual    frame 142, 2.696 s  0661

        1 difference: 1 changed; 15 subjects compared
        different

        """)
  }

  @Test func whatIsAllowedIsNoDifference() throws {
    let expected = try changed()
    for options in [
      ["--values", "2A37=shape"], ["--values", "ignore"],
      ["--values", "heart rate measurement=ignore"],
      ["--range", "heart_rate_bpm=40..200"], ["--tolerance", "heart_rate_bpm=1"],
      ["--tolerance", "heart_rate_bpm=2%"], ["--ignore", "2A37"],
      ["--ignore", "event:notification"],
      ["--ignore", "180D"], ["--only", "read"],
    ] {
      let outcome = try run(options + [expected, strap])
      expect(outcome.status, equals: 0, "\(options): \(outcome.output)")
    }
    for options in [
      ["--values", "2A38=shape"], ["--range", "heart_rate_bpm=90..95"],
      ["--tolerance", "heart_rate_bpm=0.5"], ["--ignore", "2A38"], ["--only", "notification"],
      ["--count", "ignore"], ["--link"], ["--strict"],
    ] {
      let outcome = try run(options + [expected, strap])
      expect(outcome.status, equals: 1, "\(options): \(outcome.output)")
    }
  }

  /// A job that compares nothing must not be green.
  @Test func nothingToCompareIsTrouble() throws {
    let folder = try TemporaryFolder()
    let scan = try Program.run(["--format", "ndjson", "--event", "scan", strap])
    let empty = try folder.file("scan.ndjson", Array(scan.bytes))
    let outcome = try run([empty, empty])
    expect(outcome.status, equals: 2)
    expect(outcome.lines.contains("trouble"))
    expect(
      outcome.errors,
      equals: "bleinspect: nothing was compared: neither side has anything that counts\n")
    // That neither side has any is a result.
    try expect(run(["--only", "att_error", strap, strap]).status, equals: 0)
  }

  /// An option that selects nothing says so.
  @Test func anAttributeThatIsNotThereIsSaid() throws {
    let outcome = try run([
      "--values", "8E3A=ignore", "--ignore", "2A36", "--ignore", "2A37", "--values", "180D=shape",
      baseline, strap,
    ])
    expect(outcome.status, equals: 0)
    let said = outcome.errors.split(separator: "\n").map(String.init)
    expect(said.count, equals: 2)
    expect(said.contains("bleinspect: --values: no attribute matches 8E3A"))
    expect(
      said.contains {
        $0.hasPrefix("bleinspect: --ignore: no attribute matches 2A36; did you mean '2A")
      })
    try expect(run(["--ignore", "2A36", "--quiet", baseline, strap]).errors, equals: "")
  }

  @Test func standardInputIsASide() throws {
    let capture = try Data(contentsOf: URL(filePath: strap))
    try expect(run([baseline, "-"], input: capture).status, equals: 0)
    try expect(
      run(["-", strap], input: Data(contentsOf: URL(filePath: baseline))).status, equals: 0)
    let both = try run(["-", "-"])
    expect(both.status, equals: 2)
    expect(both.errors.contains("only once"))
  }

  /// What a reader can read is not in hex.
  @Test func commandsInWordsAreShownAsText() throws {
    func capture(_ commands: [String]) -> [UInt8] {
      var capture = CaptureBuilder()
      capture.connected(1)
      capture.exchange(
        [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 0xFF, 0xFF, 0xF0, 0xFF])
      capture.exchange([0x08, 1, 0, 0xFF, 0xFF, 3, 0x28], [0x09, 7, 2, 0, 4, 3, 0, 0xF7, 0xFF])
      for command in commands { capture.att([0x52, 3, 0] + Array(command.utf8), sent: true) }
      return capture.bytes
    }
    let old = try folder.file("old.log", capture(["AT+BATT\r\n", "AT+SN\u{1}"]))
    let new = try folder.file("new.log", capture(["AT+SIT=1\r\n", "AT+SN\u{2}"]))
    let output = try run([old, new]).output
    expect(output.contains(#"write command #1: "AT+BATT\r\n" became "AT+SIT=1\r\n""#), "\(output)")
    expect(output.contains("write command #2: 41542b534e 01 became 41542b534e 02"), "\(output)")
  }

  @Test func aDamagedSideIsTroubleAndStillCompared() throws {
    let bytes = try Data(contentsOf: URL(filePath: strap))
    // After the last record, one that is longer than any can be.
    let header = [UInt8](repeating: 0x7F, count: 24)
    let damaged = try folder.file("damaged.log", Array(bytes) + header)
    let outcome = try run([try changed(), damaged])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("damaged.log: offset "))
    expect(outcome.output.contains("98 bpm became 97 bpm"))
    expect(outcome.output.contains("TROUBLE\n  ! "))
    expect(outcome.output.hasSuffix("; not all could be compared\ntrouble\n"))
    let same = try run(["--format", "json", baseline, damaged])
    expect(same.status, equals: 2)
    expect(same.output.contains("\"outcome\": \"trouble\""))
  }

  /// A recording that was stopped while it wrote is as any that ends there, and is reported.
  @Test func aCutEndIsNoTroubleUnlessStrict() throws {
    let bytes = try Data(contentsOf: URL(filePath: strap))
    let cut = try folder.file("cut.log", Array(bytes.dropLast(7)))
    let outcome = try run([baseline, cut])
    expect(outcome.status, equals: 0)
    expect(outcome.errors.contains("cut.log: offset "))
    expect(outcome.output.contains("end of the connection: not in the actual recording"))
    let strict = try run(["--strict", baseline, cut])
    expect(strict.status, equals: 2)
    expect(strict.errors.contains("cut.log: offset "))
  }

  /// Whatever has a key may be left out by it.
  @Test(arguments: [
    ("ended-by-timeout", ["--ignore", "reason", "--ignore", "by"]),
    ("error-code", ["--ignore", "error_code"]), ("error-code", ["--ignore", "error"]),
  ])
  func reasonsAndErrorsMayBeIgnored(name: String, options: [String]) throws {
    let sides = ["expected", name].map { Program.capture("variations/\($0).btsnoop") }
    try expect(run(sides).status, equals: 1)
    let outcome = try run(options + sides)
    expect(outcome.status, equals: 0, "\(outcome.output)")
  }

  @Test func aDeviceIsMappedOnce() throws {
    let straps = Program.capture("two-straps.btsnoop")
    let trees = try Program.run(["gatt", "--format", "json", straps]).output
    let names = trees.matches(of: /"name": ?"([^"]+)"/).map { String($0.output.1) }
    let addresses = trees.matches(of: /"address": ?"([^"]+)"/).map { String($0.output.1) }
    try #require(names.count >= 2 && names.count == addresses.count)
    let outcome = try run([
      straps, straps, "--map", "\(names[0])=\(names[0])",
      "--map", "\(names[1])=\(addresses[0])",
    ])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("\"\(addresses[0])\" of the actual timeline is mapped twice"))
  }

  @Test func badInputSaysWhereItIs() throws {
    let newer = try folder.file(
      "newer.ndjson", Array("{\"event\":\"capture\",\"schema\":2}\n".utf8))
    let text = try folder.file("text", Array("hello\n".utf8))
    let missing = folder.url.appending(path: "nowhere").path
    for (side, words) in [
      (newer, "newer.ndjson"), (text, "text: "), (missing, "No such file"),
      (folder.url.path, "directory"),
    ] {
      for sides in [[side, strap], [strap, side]] {
        let outcome = try run(sides)
        expect(outcome.status, equals: 2)
        expect(outcome.errors.contains(words), "\(outcome.errors)")
        let isRead = side == newer || side == text
        expect(outcome.output.hasSuffix(isRead ? "\ntrouble\n" : ""))
        expect(outcome.bytes.isEmpty, equals: !isRead)
      }
    }
    // The trouble is of the side that has it.
    for (place, key) in ["expected", "actual"].enumerated() {
      let sides = place == 0 ? [newer, strap] : [strap, newer]
      let json = try JSONSerialization.jsonObject(
        with: try run(sides + ["--format", "json"]).bytes)
      let document = try #require(json as? [String: Any])
      for name in ["expected", "actual"] {
        let side = try #require(document[name] as? [String: Any])
        expect((side["problems"] as? [String])?.count, equals: (name == key ? 1 : 0))
      }
    }
    let noJSON = try folder.file(
      "bad.ndjson", Array("{\"event\":\"capture\",\"schema\":1}\nhello\n".utf8))
    let bad = try run([noJSON, strap])
    expect(bad.status, equals: 2)
    expect(bad.errors.contains("bad.ndjson") && bad.errors.contains("2"))
  }

  /// Numbers that no capture has, in a file that anybody may have written.
  @Test(arguments: [
    #""event":"note","unreadable_from_central":-1e300,"text":"x""#,
    #""event":"note","unreadable_from_peripheral":1e300,"text":"x""#,
    #""event":"connected","interval_ms":-1e300"#, #""event":"connected","interval_ms":1e300"#,
    #""event":"connection_updated","interval_ms":-0.5"#,
  ])
  func numbersBeyondReason(members: String) throws {
    let folder = try TemporaryFolder()
    let capture = Program.capture("polar-h7.btsnoop")
    let recorded = try Program.run(["--format", "ndjson", capture]).bytes
    let line = #"{"frame":9999,"time":"2026-03-01T17:10:00.002480Z","t":600.0,"connection":1,"#
    let added = Array((line + members + "}\n").utf8)
    let file = try folder.file("odd.ndjson", [UInt8](recorded) + added)
    for sides in [[capture, file], [file, capture], [file, file]] {
      expect([0, 1].contains(try Program.run(["diff"] + sides).status))
    }
  }

  @Test func whatNamesNothingIsTrouble() throws {
    let nobody = try run(["--device", "nobody", baseline, strap])
    expect(nobody.status, equals: 2)
    expect(nobody.errors.contains("nobody"))
    let only = try run(["--only", "mtu", baseline, strap])
    expect(only.status, equals: 2)
    expect(only.errors.contains("--link"))
    try expect(run(["--only", "mtu", "--link", baseline, strap]).status, equals: 0)
  }

  // MARK: For machines

  @Test func formatsAndOutput() throws {
    let expected = try changed()
    let json = try run(["--format", "json", expected, strap])
    expect(json.status, equals: 1)
    let document = try JSONSerialization.jsonObject(with: json.bytes) as? [String: Any]
    expect(document?["outcome"] as? String, equals: "different")
    let path = folder.url.appending(path: "diff.xml").path
    let junit = try run(["--format", "junit", "--output", path, expected, strap])
    expect(junit.status, equals: 1)
    expect(junit.bytes.isEmpty)
    let xml = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    expect(xml.hasPrefix("<?xml"))
    expect(xml.contains("failures=\"1\" errors=\"0\""))
    expect(
      xml.contains("name=\"Heart Rate Measurement 180D/2A37\" file=\"\(expected)\" line=\"44\""))
    try expect(run(["--format", "junit", strap, "/nowhere"]).output.isEmpty)
    try expect(run(["--output", expected, expected, strap]).status, equals: 2)
    let full = try Program.shell("$B diff '\(baseline)' '\(strap)' > /dev/full")
    expect(full.status, equals: 2)
    expect(full.errors.contains("No space left"))
  }

  @Test func annotationsOnGitHub() throws {
    let expected = try changed()
    let github = ["GITHUB_ACTIONS": "true"]
    let outcome = try run([expected, strap], environment: github)
    expect(outcome.status, equals: 1)
    let commands = outcome.lines.filter { $0.hasPrefix("::") }
    expect(commands.count, equals: 1)
    expect(
      commands.first?.hasPrefix("::error file=\(expected),line=44,title=Polar H7 000607%3A "),
      equals: true)
    expect(outcome.output.hasSuffix("\ndifferent\n"))
    try expect(run([expected, strap]).lines.allSatisfy { !$0.hasPrefix("::") })
    let json = try run(["--format", "json", expected, strap], environment: github)
    expect(!json.output.contains("::error"))
    let path = folder.url.appending(path: "diff.xml").path
    let beside = try run(
      ["--format", "junit", "--output", path, expected, strap], environment: github)
    expect(beside.lines.filter { $0.hasPrefix("::error ") }.count, equals: 1)
    try expect(
      run([baseline, strap], environment: github).lines.allSatisfy { !$0.hasPrefix("::") })
  }

  @Test func aDeviceCannotSpeakToTheRunner() throws {
    let text = try String(decoding: Data(contentsOf: URL(filePath: try changed())), as: UTF8.self)
    let evil = "::error file=x::y\\n::stop-commands::z ##[error]w"
    let expected = try folder.file(
      "evil.ndjson", Array(text.replacing("Polar H7 000607", with: evil).utf8))
    let other = try folder.file(
      "evil2.ndjson",
      Array(
        String(decoding: Data(contentsOf: URL(filePath: baseline)), as: UTF8.self)
          .replacing("Polar H7 000607", with: evil).utf8))
    let outcome = try run([expected, other], environment: ["GITHUB_ACTIONS": "true"])
    expect(outcome.status, equals: 1)
    let commands = outcome.lines.filter { $0.drop { $0 == " " }.hasPrefix("::") }
    expect(commands.count, equals: 1, "\(outcome.output)")
    expect(
      commands.first?.hasPrefix("::error file=\(expected),line=44,title=%3A%3Aerror"), equals: true)
  }

  // MARK: The configuration

  @Test func theConfigurationStandsBesideTheExpectation() throws {
    let expected = try changed()
    let beside = try folder.file(
      ".bleinspect-diff.json", Array("{\"tolerance\": {\"heart_rate_bpm\": 1}}".utf8))
    try expect(run([expected, strap]).status, equals: 0)
    try expect(run(["--no-config", expected, strap]).status, equals: 1)
    try expect(run(["--tolerance", "heart_rate_bpm=0", expected, strap]).status, equals: 1)
    try expect(run([strap, expected]).status, equals: 1)
    let other = try folder.file("other.json", Array("{\"values\": \"exact\"}".utf8))
    try expect(run(["--config", other, expected, strap]).status, equals: 1)
    try expect(run(["--config", beside, strap, expected]).status, equals: 0)
    let missing = try run(["--config", "/nowhere/x", expected, strap])
    expect(missing.status, equals: 2)
    expect(missing.errors, equals: "bleinspect: /nowhere/x: No such file or directory\n")
    let bad = try folder.file(".bleinspect-diff.json", Array("{\n\"rage\": {}}".utf8))
    let refused = try run([expected, strap])
    expect(refused.status, equals: 2)
    expect(
      refused.errors,
      equals: "bleinspect: \(bad): line 2: rage: unknown option of diff; did you mean range?\n"
    )
    expect(refused.bytes.isEmpty)
  }

  @Test func treesOfTheConfigurationStandBesideIt() throws {
    _ = try folder.file(
      "trees.json", Array(Program.run(["gatt", "--format", "json", strap]).bytes))
    let part = folder.url.appending(path: "part.btsnoop").path
    try expect(Program.run(["convert", "--frame", "140-", strap, part]).status, equals: 0)
    let config = try folder.file(".bleinspect-diff.json", Array("{\"gatt\": \"trees.json\"}".utf8))
    let outcome = try run(["--format", "json", part, part])
    expect(outcome.status, equals: 0)
    expect(outcome.output.contains("180D/2A37"))
    expect(try !run(["--no-config", "--format", "json", part, part]).output.contains("180D/2A37"))
    try Data("{\"gatt\": \"none.json\"}".utf8).write(to: URL(filePath: config))
    try expect(run([part, part]).errors.contains("\(folder.url.path)/none.json: No such file"))
  }

  // MARK: --update

  @Test func updateWritesWhatHasChanged() throws {
    let path = folder.url.appending(path: "new.ndjson").path
    let first = try run(["--update", path, strap])
    expect(first.status, equals: 1)
    expect(first.errors, equals: "bleinspect: \(path): written from \(strap)\n")
    let written = try Data(contentsOf: URL(filePath: path))
    try expect(written, equals: Data(contentsOf: URL(filePath: baseline)))
    let again = try run(["--update", path, strap])
    expect(again.status, equals: 0)
    expect(again.errors.isEmpty)
    let other = try changed()
    let update = try run(["--update", other, strap])
    expect(update.status, equals: 1)
    expect(update.output.contains("98 bpm became 97 bpm"))
    try expect(Data(contentsOf: URL(filePath: other)), equals: written)
  }

  @Test func updateLeavesAloneWhatItMay() throws {
    let other = try changed()
    let before = try Data(contentsOf: URL(filePath: other))
    let cut = try folder.file(
      "cut.log", Array(Data(contentsOf: URL(filePath: strap)).dropLast(7)))
    try expect(run(["--update", other, cut]).status, equals: 2)
    try expect(run(["--update", other, "/nowhere"]).status, equals: 2)
    try expect(run(["--update", "--values", "shape", other, strap]).status, equals: 0)
    try expect(Data(contentsOf: URL(filePath: other)), equals: before)

    let path = folder.url.appending(path: "new.ndjson").path
    try expect(run(["--update", path, cut]).status, equals: 2)
    expect(!FileManager.default.fileExists(atPath: path))

    let bytes = try Data(contentsOf: URL(filePath: strap))
    let capture = try folder.file("capture.log", Array(bytes))
    let refused = try run(["--update", capture, Program.capture("two-straps.btsnoop")])
    expect(refused.status, equals: 2)
    expect(refused.errors.contains("is a capture"))
    try expect(Data(contentsOf: URL(filePath: capture)), equals: bytes)
  }
}
