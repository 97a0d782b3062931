import Foundation
import FoundationXML
import TestSupport
import Testing

/// `check` as a process: what it says, where, and with which exit code.
@Suite struct CheckCommandTests {
  private let polar = Program.capture("polar-h7.btsnoop")

  private func check(
    _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Outcome {
    try Program.run(["check"] + arguments, input: input, environment: environment)
  }

  /// The rules that documentation shows hold of a recording of which they should.
  @Test(arguments: [
    "notification:2A37 count>=5 max_gap<=2.5 heart_rate_bpm=40..200", "no att_error",
    "no disconnected reason=0x08", "characteristic 180D/2A37 properties=notify",
    "read response_ms<=500", "connected before 5", "notification:2A37 within 3 of connected",
    "descriptor 180D/2A37/2902", "service 180D",
  ])
  func holds(rule: String) throws {
    let outcome = try check([polar, rule])
    expect(outcome.status, equals: 0)
    expect(outcome.errors.isEmpty)
    expect(outcome.lines.first?.hasPrefix("ok      \(rule)"), equals: true)
    expect(outcome.output.hasSuffix(": the rule holds\n"))
  }

  @Test func whatDoesNotHoldIsReportedWithItsPlace() throws {
    let outcome = try check([polar, "notification:2A37 heart_rate_bpm=40..95", "no att_error"])
    expect(outcome.status, equals: 1)
    expect(
      outcome.output,
      equals: """
        FAILED  notification:2A37 heart_rate_bpm=40..95
                heart_rate_bpm=40..95: 1 of 7 does not hold
                  frame 142, 2.696 s: 97 bpm  contact
        ok      no att_error

        \(polar): 1 of 2 rules does not hold

        """)
  }

  /// Reports show codes in hex, and who copies them may mean that.
  @Test func aDecimalCodeIsSaidInHex() throws {
    let lost = Program.capture("rules/link-lost.btsnoop")
    let outcome = try check([
      lost, "no disconnected reason=22", "disconnected reason!=19|0x16|5", "disconnected reason=8",
      "no disconnected reason=0x16",
    ])
    expect(outcome.status, equals: 0)
    expect(
      outcome.lines.prefix(4),
      equals: [
        "ok      no disconnected reason=22  (22 is 0x16)",
        "ok      disconnected reason!=19|0x16|5  (1 event, 19 is 0x13)",
        "ok      disconnected reason=8  (1 event)", "ok      no disconnected reason=0x16",
      ])
  }

  @Test func theCaptureComesFirst() throws {
    let outcome = try check(["no att_error", polar])
    expect(outcome.status, equals: 2)
    expect(
      outcome.errors,
      equals: """
        bleinspect: 'no att_error' is a rule, and no file of this name is there: the capture comes first

        """)
    try expect(check(["nowhere.btsnoop", "no att_error"]).errors.contains("No such file"))
  }

  /// A rule that holds for a device that is not there tests nothing.
  @Test func aDeviceThatIsNotThereIsSaid() throws {
    let slip = try check([polar, "no att_error device='Polar H7'", "read device=Nobody count=0"])
    expect(slip.status, equals: 0)
    expect(
      slip.errors,
      equals: """
        bleinspect: no device matches device='Polar H7'; did you mean 'Polar H7 000607'?
        bleinspect: no device matches device=Nobody

        """)
    for rule in ["no att_error device='polar h7 000607'", "no att_error device!=Nobody"] {
      try expect(check([polar, rule]).errors, equals: "")
    }
    try expect(check([polar, "no att_error device=Nobody", "--quiet"]).errors, equals: "")
    // Such a rule does not hold.
    try expect(check([polar, "read device=Nobody"]).errors, equals: "")
  }

  @Test func anAttributeThatIsNotThereIsSaid() throws {
    let slip = try check([
      polar, "no att_error:9AED", "indication:180D/2A36 count=0", "no write:'Alert Status'",
    ])
    expect(slip.status, equals: 0)
    let said = slip.errors.split(separator: "\n").map(String.init)
    expect(
      said.prefix(2),
      equals: [
        "bleinspect: no attribute matches 9AED",
        "bleinspect: no attribute matches 180D/2A36; did you mean '2A26', '2A37' or '2A38'?",
      ])
    expect(said.count, equals: 3)
    expect(said.last?.hasPrefix("bleinspect: no attribute matches 'Alert Status'"), equals: true)
    // These say that it is not there, or that nothing happens to one that is.
    for rule in [
      "no notification:2A38", "no characteristic 2A36", "no advertisement:180F",
      "no read:180D/2A37",
    ] {
      try expect(check([polar, rule]).errors, equals: "", "\(rule)")
    }
    try expect(check([polar, "no att_error:9AED", "--quiet"]).errors, equals: "")
  }

  @Test func keysAreOfNoUseForATimeline() throws {
    let timeline = try Program.run(["--format", "ndjson", polar]).bytes
    let key = String(repeating: "5a", count: 16)
    for options in [["--ltk", key], ["--irk", key], ["--tk", "1"]] {
      let outcome = try check(options + ["-", "no att_error"], input: timeline)
      expect(outcome.status, equals: 0)
      expect(
        outcome.errors,
        equals: "bleinspect: a timeline is read as it is; without effect: \(options[0])\n")
    }
  }

  /// The words of a declared key are those of its declarations.
  @Test(arguments: [
    ("notification sensor_contact=detectd", "detectd"),
    ("read body_sensor_location=Nose", "nose"), ("write status=flying", "flying"),
  ])
  func aWordThatNoValueCanBeIsRefused(rule: String, word: String) throws {
    let outcome = try check([polar, rule])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.lowercased().contains(word))
  }

  /// A capture, its timeline and standard input say the same.
  @Test func aTimelineIsAsGoodAsACapture() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "walk.ndjson")
    let ndjson = try Program.run(["--format", "ndjson", polar]).bytes
    try ndjson.write(to: file)
    let rules = [
      "notification:2A37 count=7 heart_rate_bpm=40..95", "read response_ms<=10",
      "characteristic 180D/2A39", "connected before 1",
    ]
    func told(_ outcome: Outcome) -> ArraySlice<String> { outcome.lines.dropLast(2) }
    let capture = try check([polar] + rules)
    expect(capture.status, equals: 1)
    expect(told(try check([file.path] + rules)), equals: told(capture))
    expect(told(try check(["-"] + rules, input: ndjson)), equals: told(capture))
    expect(
      told(try check(["-"] + rules, input: try Data(contentsOf: URL(filePath: polar)))),
      equals: told(capture))
  }

  @Test func rulesComeFromFiles() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "strap.rules")
    try Data("# strap\n\nno att_error\n  indication  \n".utf8).write(to: file)
    let outcome = try check(["--rules", file.path, polar, "connected"])
    expect(outcome.status, equals: 1)
    expect(outcome.lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("FAILED") }.count, equals: 3)
    try Data("no att_eror\n".utf8).write(to: file)
    let wrong = try check(["--rules", file.path, polar])
    expect(wrong.status, equals: 2)
    expect(wrong.output.isEmpty)
    expect(
      wrong.errors,
      equals: """
        bleinspect: \(file.path):1: no kind of event: 'att_eror'; did you mean att_error?
          no att_eror
             ^^^^^^^^

        """)
    try Data("# nothing\n".utf8).write(to: file)
    try expect(check(["--rules", file.path, polar]).errors.contains("no rules"))
    try expect(check(["--rules", "/nowhere", polar]).status, equals: 2)
  }

  @Test func rulesComeFromStandardInput() throws {
    let rules = Data("# strap\nno att_error\nindication\n".utf8)
    let outcome = try check(["--rules", "-", polar], input: rules)
    expect(outcome.status, equals: 1)
    expect(outcome.lines.first, equals: "ok      no att_error")
    // A line of standard input is no place to look at.
    let sarif = try check(["--rules", "-", polar, "--format", "sarif"], input: rules)
    expect(sarif.status == 1 && !sarif.output.contains("\"uri\":\"-\""))
    let wrong = try check(["--rules", "-", polar], input: Data("no att_eror\n".utf8))
    expect(wrong.status == 2 && wrong.errors.hasPrefix("bleinspect: -:1: no kind of event"))
    let both = try check(["--rules", "-", "-"], input: rules)
    expect(both.status, equals: 2)
    expect(both.errors.hasPrefix("bleinspect: standard input (-) can be read only once\n"))
  }

  /// Each of its lines would be a wrong rule.
  @Test func aCaptureIsNoFileOfRules() throws {
    let folder = try TemporaryFolder()
    let timeline = try Program.run(["--format", "ndjson", polar])
    let files = [
      (polar, "is a capture, and no rules"),
      (try folder.file("walk.ndjson", Array(timeline.bytes)), "is a timeline, and no rules"),
      (try folder.file("zeros", [0x6E, 0x6F, 0, 0x0A]), "is no text, and no rules"),
    ]
    for (file, words) in files {
      let outcome = try check(["--rules", file, polar])
      expect(outcome.status == 2 && outcome.lines == [""])
      expect(outcome.errors.hasPrefix("bleinspect: --rules: \(file): \(words);"))
      expect(outcome.errors.split(separator: "\n").count, equals: 1)
    }
  }

  @Test(arguments: [
    (["notification heart_rate_pbm>0"], "did you mean heart_rate_bpm?"),
    (["NOTIFICATION"], "'NOTIFICATION'; did you mean notification?"),
    (["notify:2A37"], "'notify'; did you mean notification?"),
    (["no update"], "'update'; did you mean connection_updated?"),
    (["command:2A39"], "begin with a kind; did you mean write_command?"),
    (["no error"], "begin with a kind; did you mean att_error?"),
    (["NO att_error"], "'NO'; did you mean no?"),
    (["read COUNT>1"], "'COUNT'; did you mean count?"),
    (["notification Heart_Rate_BPM>0"], "did you mean heart_rate_bpm?"),
    (["no\u{A0}att_error"], "'no'; there is a no-break space (U+00A0): use a plain one\n"),
    (
      ["no disconnected device=\u{201C}Polar H7\u{201D}"],
      "there is a typographic quotation mark (U+201D): use \" or '\n"
    ),
    (
      ["att_error error=\u{2018}Invalid Handle\u{2019}"],
      "there is a typographic quotation mark (U+2018): use \" or '\n"
    ),
    (["where heart_rate_bpm>90"], "the kind of event comes before 'where'\n"),
    // Of the keys that the kind has, and without those that only accompany another.
    (["connected interval<=30"], "the key 'interval'; did you mean interval_ms?\n"),
    (["connected interval_min_ms_statu=1"], "did you mean interval_min_ms_status?\n"),
    (["notification:2A37 gap<=2"], "the key 'gap'; did you mean max_gap or min_"),
    (["advertisement rssi>-90"], "the key 'rssi'; did you mean rssi_dbm?\n"),
    (["disconnected by=peer"], "'by' is never 'peer': it is local, remote or unknown\n"),
    (
      ["characteristic properties=notifies"],
      "'properties' is never 'notifies'; did you mean notify?\n"
    ),
    (
      ["no disconnected reason=timeout"],
      "'reason' is never 'timeout'; did you mean \"Page Timeout\", \"Connection Timeout\", "
    ),
    (
      ["no att_error error=InsufficientAuthentication"],
      "did you mean \"Insufficient Authentication\"?\n"
    ),
    (["att_error error=Insufficent"], "did you mean \"Insufficient Resources\", \"Insufficient "),
    (["read 2A19 count>1"], "an attribute follows 'read' after a colon: read:2A19\n"),
    (["no write 2A39"], "an attribute follows 'write' after a colon: write:2A39\n"),
    (["read response_ms<5 and count>1"], "terms follow each other without 'and': all must hold\n"),
    (
      ["heart_rate_bpm between 40"],
      "'heart_rate_bpm' is a key of events, no kind: compare it, as in heart_rate_bpm=1, or begin "
        + "with a kind\n"
    ),
    (["connection interval<=30"], "'connection' is a key of events, no kind"),
    (["connected count==1"], "expected = and not ==: 'count==1'\n"),
    (["heart_rate_bpm=200..40"], "the range '200..40' is empty"),
    ([], "missing rule"),
    ([""], "rule: is empty"),
    (
      ["no att_error", "--format", "csv"],
      "expected text, json, markdown, junit, sarif or codequality"
    ),
    (["no att_error", "--uuid", "2A37"], "--uuid is an option of"),
  ])
  func refuses(arguments: [String], because problem: String) throws {
    let outcome = try check([polar] + arguments)
    expect(outcome.status, equals: 2)
    expect(outcome.output.isEmpty)
    expect(outcome.errors.contains(problem), "\(outcome.errors)")
  }

  @Test func aSecondCaptureIsNoRule() throws {
    let outcome = try check([polar, polar])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("is a file, not a rule: only one capture is checked"))
  }

  /// Rules are asked of what could be read; what could not be read at all is trouble.
  @Test func aCutCaptureIsAskedAsFarAsItGoes() throws {
    let folder = try TemporaryFolder()
    let cut = folder.url.appending(path: "cut.btsnoop")
    try Data(contentsOf: URL(filePath: polar)).dropLast(5).write(to: cut)
    let outcome = try check([cut.path, "notification:2A37 count=7", "indication"])
    expect(outcome.status, equals: 1)
    expect(outcome.output.contains("ok      notification:2A37 count=7"))
    expect(outcome.output.contains("FAILED  indication"))
    expect(outcome.errors.contains(cut.path))
    let none = try check(["/nowhere", "no att_error", "--format", "junit"])
    expect(none.status, equals: 2)
    expect(none.output.isEmpty && none.errors.contains("No such file"))
    try expect(check(["/nowhere", "no att_error"]).output.isEmpty)
  }

  @Test func machinesReadWhatFailed() throws {
    struct Document: Decodable {
      struct Rule: Decodable {
        struct Finding: Decodable {
          struct Example: Decodable { var frame: Int; var t: Double; var text: String }
          var term: String?
          var count: Int?
          var examples: [Example]?
        }
        var rule: String
        var outcome: String
        var findings: [Finding]
      }
      var schema: Int
      var outcome: String
      var rules: [Rule]
    }
    let rules = ["notification:2A37 heart_rate_bpm=40..95", "no att_error"]
    let json = try check([polar, "--format", "json"] + rules)
    expect(json.status, equals: 1)
    let document = try JSONDecoder().decode(Document.self, from: json.bytes)
    expect(document.schema, equals: 1)
    expect(document.outcome, equals: "failed")
    expect(document.rules.map(\.outcome), equals: ["failed", "holds"])
    expect(document.rules[0].findings[0].examples?[0].frame, equals: 142)
    expect(document.rules[0].findings[0].term, equals: "heart_rate_bpm=40..95")
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "check.xml")
    let junit = try check([polar, "--format", "junit", "--output", file.path] + rules)
    expect(junit.status, equals: 1)
    expect(junit.output.isEmpty)
    let parser = XMLParser(data: try Data(contentsOf: file))
    expect(parser.parse())
  }

  @Test func gitHubIsReportedWhereItListens() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "strap.rules")
    try Data("\nindication\n".utf8).write(to: file)
    let arguments = ["--rules", file.path, polar]
    try expect(check(arguments).errors.isEmpty)
    let outcome = try check(arguments, environment: ["GITHUB_ACTIONS": "true"])
    expect(outcome.errors.hasPrefix("::error file=\(file.path),line=2,title="))
    expect(outcome.errors.hasSuffix("::there is no indication\n"))
  }

  @Test func filtersTakeAPart() throws {
    let ndjson = try Program.run(["--format", "ndjson", polar]).bytes
    for arguments in [["--to", "3"], ["--from", "3"]] {
      let rule = "notification:2A37 count=7"
      let capture = try check([polar, rule] + arguments)
      let timeline = try check(["-", rule] + arguments, input: ndjson)
      expect(capture.status, equals: 1, "\(arguments)")
      expect(capture.lines.dropLast(2), equals: timeline.lines.dropLast(2), "\(arguments)")
    }
    try expect(
      check([polar, "notification count=7", "--device", "Polar H7 000607"]).status, equals: 0)
  }

  /// Whatever a rule asks of nobody, nobody breaks it.
  @Test func whatIsChosenHasToBeThere() throws {
    let ndjson = try Program.run(["--format", "ndjson", polar]).bytes
    for arguments in [["--device", "Nobody"], ["--connection", "2"]] {
      for (capture, input) in [(polar, Data()), ("-", ndjson)] {
        let outcome = try check([capture, "no att_error"] + arguments, input: input)
        expect(outcome.status, equals: 2)
        expect(outcome.errors.contains("nothing matches \(arguments[0]) "))
      }
    }
  }

  /// The cut itself is reported; that the rest of its record is no packet is no other fault.
  @Test func aCutRecordIsNotMalformed() throws {
    let folder = try TemporaryFolder()
    let bytes = try Array(Data(contentsOf: URL(filePath: polar)).dropLast(5))
    let cut = try folder.file("cut.btsnoop", bytes)
    try expect(check([cut, "no malformed"]).status, equals: 0)
    try expect(check([cut, "no malformed"]).errors.contains("cut.btsnoop: offset "))
    try expect(check([cut, "no malformed", "--strict"]).status, equals: 2)
  }

  /// Names and values from the air stay text in every form.
  @Test func hostileTextDoesNothing() throws {
    for capture in Program.captures {
      for format in ["text", "json", "junit"] {
        let outcome = try check(
          [Program.capture(capture), "no advertisement", "no connected", "--format", format],
          environment: ["GITHUB_ACTIONS": "true"])
        expect([0, 1, 2].contains(outcome.status))
        for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
          expect(scalar.properties.generalCategory != .control)
        }
        if format == "junit" { expect(XMLParser(data: outcome.bytes).parse(), "\(capture)") }
      }
    }
  }
}
