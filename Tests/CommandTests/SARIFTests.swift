import Foundation
import TestSupport
import Testing
import Timeline

/// Findings as alerts: `--format sarif`, and `check --max-severity`.
@Suite struct SARIFTests {
  private typealias Object = [String: Any]

  /// The only run of a document.
  private func run(_ outcome: Outcome) throws -> Object {
    let document = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    expect(document["version"] as? String, equals: "2.1.0")
    let runs = try #require(document["runs"] as? [Object])
    try #require(runs.count == 1)
    return runs[0]
  }

  private func rules(_ run: Object) -> [Object] {
    ((run["tool"] as? Object)?["driver"] as? Object)?["rules"] as? [Object] ?? []
  }

  private func text(_ object: Object, _ key: String = "message") -> String {
    (object[key] as? Object)?["text"] as? String ?? ""
  }

  private func place(_ object: Object) -> (uri: String?, line: Int?) {
    let physical = object["physicalLocation"] as? Object
    return (
      (physical?["artifactLocation"] as? Object)?["uri"] as? String,
      (physical?["region"] as? Object)?["startLine"] as? Int
    )
  }

  /// One result a finding, each with its rule.
  @Test(arguments: [
    "att-kinds.btsnoop", "enhanced-att.btsnoop", "vm-central.btsnoop", "polar-h7.btsnoop",
  ])
  func statsHasItsFindings(capture: String) throws {
    let path = Program.capture(capture)
    let json = try Program.run(["stats", "--format", "json", path])
    let answers = try #require(try JSONSerialization.jsonObject(with: json.bytes) as? Object)
    let findings = try #require(answers["findings"] as? [Object])
    let run = try run(Program.run(["stats", "--format", "sarif", path]))
    let results = try #require(run["results"] as? [Object])
    try #require(results.count == findings.count)
    let rules = rules(run)
    for (result, finding) in zip(results, findings) {
      let rule = try #require(finding["rule"] as? String)
      expect(result["ruleId"] as? String, equals: rule)
      let index = try #require(result["ruleIndex"] as? Int)
      expect(rules[index]["id"] as? String, equals: rule)
      expect(result["level"] as? String, equals: finding["severity"] as? String)
      let frame = try #require(finding["frame"] as? Int)
      let words = try #require(finding["text"] as? String)
      // The frame stands at the beginning, not at the end, too.
      expect(text(result).hasSuffix(" s: " + words.replacing(", frame \(frame)", with: "")))
      expect((result["properties"] as? Object)?["frame"] as? Int, equals: frame)
      let location = try #require((result["locations"] as? [Object])?.first)
      expect(place(location) == ("Captures/\(capture)", 1))
      expect(!text(rules[index], "help").isEmpty)
    }
  }

  /// Each finding names the capture that it is from.
  @Test func severalCaptures() throws {
    let names = ["polar-h7.btsnoop", "att-kinds.btsnoop", "enhanced-att.btsnoop"]
    let paths = names.map { Program.capture($0) }
    let run = try run(Program.run(["stats", "--quiet", "--format", "sarif"] + paths))
    let results = try #require(run["results"] as? [Object])
    let places = results.map { place(($0["locations"] as? [Object])?.first ?? [:]).uri }
    expect(places, equals: [1, 1, 1, 1, 2].map { "Captures/\(names[$0])" })
  }

  @Test func aSectionHasNoFindings() throws {
    let outcome = try Program.run(
      ["stats", "--why", "--format", "sarif", Program.capture("polar-h7.btsnoop")])
    expect(outcome.status == 2 && outcome.output.isEmpty)
    expect(outcome.errors.contains("does not work with a section"))
  }

  /// Names become neither markup nor other addresses.
  @Test func textIsLiteral() {
    expect(SARIFDocument.literal("[x](http://e) {0}"), equals: "[x] (http://e) {{0}}")
    expect(SARIFDocument.reference(to: "a:b c/%d.log"), equals: "a%3Ab%20c/%25d.log")
    expect(SARIFDocument.reference(to: "/tmp/é"), equals: "file:///tmp/%C3%A9")
  }

  // MARK: check

  @Test func checkPointsToItsRules() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "strap.rules")
    try Data("no att_error\n\nnotification:2A37 heart_rate_bpm=40..95\n".utf8).write(to: file)
    let path = Program.capture("polar-h7.btsnoop")
    let outcome = try Program.run(
      ["check", "--format", "sarif", "--rules", file.path, path, "no notification", "service 1234"])
    expect(outcome.status, equals: 1)
    let run = try run(outcome)
    let results = try #require(run["results"] as? [Object])
    let rules = rules(run)
    let first = try #require(results.first)
    expect(first["ruleId"] as? String, equals: "notification:2A37 heart_rate_bpm=40..95")
    expect(
      text(first),
      equals: "heart_rate_bpm=40..95: 1 of 7 does not hold: frame 142, 2.696 s: 97 bpm  contact")
    expect(place((first["locations"] as? [Object])?.first ?? [:]) == ("file://\(file.path)", 3))
    let record = try #require((first["relatedLocations"] as? [Object])?.first)
    expect(place(record) == ("Captures/polar-h7.btsnoop", 1))
    // On the command line it has no line of its own.
    let second = try #require(results.dropFirst().first)
    expect(
      place((second["locations"] as? [Object])?.first ?? [:]) == ("Captures/polar-h7.btsnoop", 1))
    expect(rules.map { $0["id"] as? String }.contains("service 1234"))
    expect(results.allSatisfy { $0["level"] as? String == "error" })
    let calls = try #require(run["invocations"] as? [Object])
    expect(calls.first?["executionSuccessful"] as? Bool, equals: true)
  }

  @Test func aRuleThatCannotBeTestedIsNoSuccess() throws {
    let folder = try TemporaryFolder()
    let rows = try Program.run(["baseline", Program.capture("polar-h7.btsnoop")])
    let file = try folder.file("base.ndjson", Array(rows.output.utf8))
    let outcome = try Program.run(["check", "--format", "sarif", file, "no adapter", "connected"])
    expect(outcome.status, equals: 2, "\(outcome.errors)")
    let calls = try #require(try run(outcome)["invocations"] as? [Object])
    expect(calls.first?["executionSuccessful"] as? Bool, equals: false)
    let notes = try #require(calls.first?["toolExecutionNotifications"] as? [Object])
    expect(notes.count == 1 && text(notes[0]).hasPrefix("no adapter: "))
  }

  /// A timeline of `--adverts none` says that it has none.
  @Test func advertisementsThatWereLeftOut() throws {
    let folder = try TemporaryFolder()
    let capture = Program.capture("polar-h7.btsnoop")
    let lines = try Program.run(["--format", "ndjson", "--adverts", "none", capture])
    let file = try folder.file("none.ndjson", Array(lines.output.utf8))
    let outcome = try Program.run(["check", file, "no advertisement rssi_dbm<-50", "connected"])
    expect(outcome.status, equals: 2)
    expect(outcome.output.contains("the timeline was written without advertisements"))
    try expect(Program.run(["check", file, "connected"]).status, equals: 0)
    // Without a kind, a rule is about them if they may have its keys.
    for rule in ["no local_name=X", "no rssi_dbm<-30", "connected within 5 of advertisement"] {
      try expect(Program.run(["check", file, rule]).status, equals: 2, "\(rule)")
    }
    for rule in ["no heart_rate_bpm>250", "no heart_rate_bpm>250 rssi_dbm<-30", "no connection=9"] {
      try expect(Program.run(["check", file, rule]).status, equals: 0, "\(rule)")
    }
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let check = ["check", "--format", "sarif"]
    // Unreadable input must not empty a file: nothing is written.
    let missing = try Program.run(check + ["/nowhere", "no att_error"])
    expect(missing.status == 2 && missing.output.isEmpty)
    expect(missing.errors, equals: "bleinspect: /nowhere: No such file or directory\n")

    let folder = try TemporaryFolder()
    let file = try folder.file("empty.btsnoop", CaptureBuilder().bytes)
    let empty = try Program.run(check + [file, "no att_error"])
    expect(empty.status, equals: 2)
    let calls = try #require(try run(empty)["invocations"] as? [Object])
    expect(calls.first?["executionSuccessful"] as? Bool, equals: false)
    let notes = try #require(calls.first?["toolExecutionNotifications"] as? [Object])
    expect(notes.count == 1 && text(notes[0]).hasSuffix("empty.btsnoop: no records"))
  }

  @Test(arguments: [
    ("polar-h7.btsnoop", "none", 0), ("att-kinds.btsnoop", "note", 1),
    ("att-kinds.btsnoop", "warning", 0), ("vm-central.btsnoop", "none", 1),
  ])
  func findingsFailACheck(capture: String, limit: String, status: Int32) throws {
    let outcome = try Program.run(["check", "--max-severity", limit, Program.capture(capture)])
    expect(outcome.status, equals: status, "\(outcome.errors)")
    let head = status == 0 ? "ok      " : "FAILED  "
    expect(outcome.lines.first, equals: "\(head)--max-severity \(limit)")
  }

  /// A finding is under its own rule, beside the rules that were asked for.
  @Test func findingsAreAmongRules() throws {
    let path = Program.capture("att-kinds.btsnoop")
    let arguments = ["check", "--max-severity", "note", path, "no notification"]
    let results = try #require(
      try run(Program.run(arguments + ["--format", "sarif"]))["results"] as? [Object])
    expect(
      Set(results.compactMap { $0["ruleId"] as? String }),
      equals: ["no notification", "request-refused"])
    let refused = results.filter { $0["ruleId"] as? String == "request-refused" }
    expect(refused.count == 4 && refused.allSatisfy { $0["level"] as? String == "warning" })
    let text = try Program.run(arguments).output
    expect(text.contains("request-refused: warning: "), "\(text)")
    expect(text.hasSuffix("2 of 2 rules do not hold\n"), "\(text)")
  }

  /// More findings than are kept: what is not kept is counted, and fails a check all the same.
  @Test func nothingGraveIsForgotten() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    for handle in 0..<250 as Range<UInt8> {
      capture.exchange([0x0A, handle, 1], [0x01, 0x0A, handle, 1, 0x02])
    }
    capture.add(.event, [5, 4, 0, 1, 0, 0x3D])
    let input = Data(capture.bytes)
    let check = try Program.run(["check", "--max-severity", "warning", "-"], input: input)
    expect(check.status, equals: 1)
    expect(check.output.contains("and 1 more finding\n"), "\(check.output)")
    let run = try run(Program.run(["stats", "--format", "sarif", "-"], input: input))
    let notes = (run["invocations"] as? [Object])?.first?["toolExecutionNotifications"]
    expect((notes as? [Object])?.first.map { text($0) }, equals: "51 more findings are not kept")
    let json = try Program.run(["stats", "--format", "json", "-"], input: input)
    let answers = try #require(try JSONSerialization.jsonObject(with: json.bytes) as? Object)
    expect(answers["findings_left_out"] as? Int, equals: 51)
    let all = try Program.run(["stats", "--all", "-"], input: input).output
    expect(all.contains("+ 51 more findings, which are not kept"), "\(all)")
    // Of a part it is not known whose they are.
    let part = ["check", "--max-severity", "warning", "--from", "0", "-"]
    try expect(Program.run(part, input: input).status, equals: 2)
  }

  /// A mistyped time makes nothing green.
  @Test func nothingIsNoSuccess() throws {
    let outcome = try Program.run(
      ["check", "--max-severity", "none", "--from", "3000", Program.capture("polar-h7.btsnoop")])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("no event is between --from and --to"))
    expect(outcome.output, equals: "")
  }

  @Test func aTimelineHasNoFindings() throws {
    let timeline = try Program.run(["--format", "ndjson", Program.capture("polar-h7.btsnoop")])
    let outcome = try Program.run(
      ["check", "--max-severity", "note", "-"], input: timeline.bytes)
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("--max-severity needs a capture"))
  }

  // MARK: diff

  private static let sides = ["expected", "value"].map {
    Program.capture("variations/\($0).btsnoop")
  }

  /// A difference is at its line of the baseline, and says where it is in the recording.
  @Test func aDifferenceIsAnAlert() throws {
    let folder = try TemporaryFolder()
    let rows = try Program.run(["baseline", Self.sides[0]])
    let file = try folder.file("base.ndjson", Array(rows.output.utf8))
    let outcome = try Program.run(["diff", "--format", "sarif", file, Self.sides[1]])
    expect(outcome.status, equals: 1)
    let run = try run(outcome)
    let results = try #require(run["results"] as? [Object])
    try #require(results.count == 1)
    expect(results[0]["ruleId"] as? String, equals: "diff-changed")
    expect(
      text(results[0]),
      equals: "Polar H7 000607, Heart Rate Measurement 180D/2A37: notification #3: 91 bpm became "
        + "18433 bpm")
    let location = try #require((results[0]["locations"] as? [Object])?.first)
    expect(place(location) == ("file://\(file)", 38))
    let places = try #require(results[0]["relatedLocations"] as? [Object]).map { place($0) }
    expect(places.count == 2 && places[1] == ("Captures/variations/value.btsnoop", 1))
    let same = try Program.run(["diff", "--format", "sarif", Self.sides[0], Self.sides[0]])
    expect(same.status, equals: 0)
    expect((try self.run(same)["results"] as? [Object])?.count, equals: 0)
  }

  @Test func whatCannotBeComparedIsSaid() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("empty.btsnoop", CaptureBuilder().bytes)
    let outcome = try Program.run(["diff", "--format", "sarif", Self.sides[0], file])
    expect(outcome.status, equals: 2)
    let calls = try #require(try run(outcome)["invocations"] as? [Object])
    expect(calls.first?["executionSuccessful"] as? Bool, equals: false)
    let quality = try Program.run(["diff", "--format", "codequality", Self.sides[0], file])
    let issues = try issues(quality)
    expect(issues.first?["check_name"] as? String == "trouble", "\(issues)")
  }

  // MARK: GitLab

  private func issues(_ outcome: Outcome) throws -> [Object] {
    try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? [Object])
  }

  @Test func gitLabShowsTheSame() throws {
    for command in [
      ["stats", Self.refusals], ["check", Self.refusals, "--max-severity", "none"],
      ["diff", Self.sides[0], Self.sides[1]],
    ] {
      let issues = try issues(Program.run(command + ["--format", "codequality"]))
      let results = try #require(
        try run(Program.run(command + ["--format", "sarif"]))["results"] as? [Object])
      try #require(issues.count == results.count && !issues.isEmpty)
      for (issue, result) in zip(issues, results) {
        expect(issue["check_name"] as? String, equals: result["ruleId"] as? String)
        let level = result["level"] as? String ?? ""
        expect(
          issue["severity"] as? String,
          equals: ["error": "major", "warning": "minor", "note": "info"][level])
        let location = try #require(issue["location"] as? Object)
        expect((location["path"] as? String)?.hasPrefix("Captures/") == true)
        expect((location["lines"] as? Object)?["begin"] as? Int, equals: 1)
      }
      // Each is its own, and the same in the next run.
      let prints = issues.compactMap { $0["fingerprint"] as? String }
      expect(Set(prints).count == issues.count && prints.allSatisfy { $0.count == 64 })
      let again = try self.issues(Program.run(command + ["--format", "codequality"]))
      expect(again.compactMap { $0["fingerprint"] as? String }, equals: prints)
    }
  }

  /// Two recordings of one scenario have the same alerts, whatever their frames are.
  @Test func aFingerprintDoesNotDependOnFrames() throws {
    let capture = Program.capture("att-kinds.btsnoop")
    let folder = try TemporaryFolder()
    let part = folder.url.appending(path: "part.btsnoop").path
    try expect(
      Program.run(["convert", "--frame", "10-", capture, part]).status, equals: 0)
    func prints(_ path: String) throws -> [String] {
      let input = try Data(contentsOf: URL(filePath: path))
      let outcome = try Program.run(
        ["check", "--max-severity", "none", "--format", "codequality", "-"], input: input)
      return try issues(outcome).compactMap { $0["fingerprint"] as? String }
    }
    let all = try prints(capture)
    try expect(!all.isEmpty && prints(part) == all)
  }

  @Test func nothingIsAnEmptyList() throws {
    let outcome = try Program.run(
      ["check", "--format", "codequality", Program.capture("polar-h7.btsnoop"), "connected"])
    expect(outcome.status == 0 && outcome.output == "[]\n")
  }

  // MARK: Accepted findings

  private static let refusals = Program.capture("att-kinds.btsnoop")

  @Test func whatIsAllowedDoesNotFail() throws {
    let limit = ["check", Self.refusals, "--max-severity", "note"]
    let outcome = try Program.run(limit + ["--allow", "request-refused"])
    expect(outcome.status == 0 && outcome.errors == "", "\(outcome.output)\(outcome.errors)")
    expect(
      outcome.lines.first,
      equals: "ok      --max-severity note --allow request-refused  (4 findings allowed)")
    let json = try Program.run(limit + ["--allow", "request-refused", "--format", "json"])
    expect(json.output.contains("\"allowed\": 4"))
    // Another one does not cover them, and nothing needs it.
    let other = try Program.run(limit + ["--allow", "slow-answers,link-lost"])
    expect(other.status == 1 && !other.output.contains("allowed"))
    expect(
      other.errors,
      equals: """
        bleinspect: --allow slow-answers is not needed: no such finding would fail
        bleinspect: --allow link-lost is not needed: no such finding would fail

        """)
    // Its severity is within the limit.
    let warning = ["check", Self.refusals, "--max-severity", "warning"]
    let needless = try Program.run(warning + ["--allow", "request-refused"])
    expect(needless.status == 0 && needless.errors.contains("request-refused is not needed"))
  }

  @Test(arguments: [
    (["--max-severity", "none", "--allow", "slow-answer"], "did you mean slow-answers?"),
    (["--max-severity", "none", "--allow", "link-lost,"], "no rule ''"),
    (["no att_error", "--allow", "link-lost"], "--allow needs --max-severity LEVEL"),
    (["no finding:link-lost", "--allow", "link-lost"], "--allow needs --max-severity LEVEL"),
    (["no finding:slow-answer"], "no rule of stats: 'slow-answer'"),
    (["no finding:slow-answer"], "did you mean slow-answers?"),
    (["finding:slow-answers"], "expected 'no finding', or a count of findings"),
    (["no finding:slow-answers count<=3"], "'count<=3' cannot be combined with 'no'"),
    (["no finding severity=error"], "expected count after a finding, not 'severity=error'"),
    (["no findings"], "no kind of event: 'findings'; did you mean finding?"),
    (["finding count>=0"], "always true"),
  ])
  func whatCannotBeAllowed(arguments: [String], message: String) throws {
    let outcome = try Program.run(["check", Self.refusals] + arguments)
    expect(outcome.status == 2 && outcome.output == "")
    expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("no finding:link-lost", 0, ""), ("no finding:request-refused", 1, ""),
    ("no finding", 1, ""), ("finding:request-refused count<=4", 0, "  (4 findings)"),
    ("finding:request-refused count<4", 1, ""), ("finding count=4..9", 0, "  (4 findings)"),
  ])
  func rulesAboutFindings(rule: String, status: Int32, remark: String) throws {
    let outcome = try Program.run(["check", Self.refusals, rule, "att_error"])
    expect(outcome.status, equals: status, "\(outcome.errors)")
    expect(outcome.output.contains("\(status == 0 ? "ok    " : "FAILED")  \(rule)\(remark)\n"))
    expect(outcome.output.contains("ok      att_error"))
    let timeline = try Program.run(["--format", "ndjson", Self.refusals])
    let other = try Program.run(["check", "-", rule], input: timeline.bytes)
    expect(other.status == 2 && other.errors.contains("\(rule) needs a capture"))
  }

  @Test func noFindingButTheAllowed() throws {
    let outcome = try Program.run(
      ["check", Self.refusals, "no finding", "--allow", "request-refused"])
    expect(outcome.status == 0 && outcome.errors == "", "\(outcome.output)")
    expect(outcome.lines.first, equals: "ok      no finding  (4 findings allowed)")
  }

  /// An alert is at the line of the rule, and under the rule of the finding.
  @Test func aRuleAboutFindingsInAFile() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("r.txt", Array("# known\nno finding:request-refused\n".utf8))
    let run = try run(
      Program.run(["check", "--rules", file, "--format", "sarif", Self.refusals]))
    let results = try #require(run["results"] as? [Object])
    expect(results.count, equals: 4)
    for result in results {
      expect(result["ruleId"] as? String, equals: "request-refused")
      expect(place((result["locations"] as? [Object])?.first ?? [:]) == ("file://\(file)", 2))
    }
  }

  /// Whether what is not kept is allowed is not known.
  @Test func findingsThatAreNotKeptAreNotAllowed() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    for handle in 0..<250 as Range<UInt8> {
      capture.exchange([0x0A, handle, 1], [0x01, 0x0A, handle, 1, 0x02])
    }
    let input = Data(capture.bytes)
    let limit = ["check", "-", "--max-severity", "none"]
    let outcome = try Program.run(limit + ["--allow", "request-refused"], input: input)
    expect(outcome.status, equals: 2, "\(outcome.output)")
    expect(outcome.output.contains("findings of the whole capture are not kept"))
  }

  /// Of a pipe, which can be read only once.
  @Test func standardInputIsReadOnce() throws {
    let capture = try Data(contentsOf: URL(filePath: Program.capture("att-kinds.btsnoop")))
    let outcome = try Program.run(["check", "--max-severity", "note", "-"], input: capture)
    expect(outcome.status, equals: 1)
  }
}
