import Foundation
import TestSupport
import Testing

@Suite struct DecodersCommandTests {
  private let capture = Program.capture("polar-h7.btsnoop")

  private static let rate = """
    { "schema": 1, "characteristics": { "2A37": {
      "name": "Pulse",
      "fields": [ { "skip": 1 }, { "key": "pulse_beats", "type": "u8" }, { "key": "left", "type": "hex" } ],
      "text": "pulse {pulse_beats}",
      "samples": [ { "value": "0661", "decoded": { "pulse_beats": 97, "left": "" }, "text": "pulse 97" } ]
    } } }
    """

  private func file(_ folder: TemporaryFolder, _ name: String, _ text: String) throws -> String {
    try folder.file(name, Array(text.utf8))
  }

  @Test func aFileDecodesInEveryCommandThatShowsValues() throws {
    let folder = try TemporaryFolder()
    let path = try file(folder, "rate.json", Self.rate)
    for arguments in [["--format", "ndjson"], ["--format", "csv"], ["--format", "json"], []] {
      let outcome = try Program.run(arguments + ["--decoders", path, capture])
      expect(outcome.status == 0 && outcome.errors == "")
      expect(outcome.output.contains(arguments.isEmpty ? "pulse " : "pulse_beats"), "\(arguments)")
      // What the strap advertises is another's.
      expect(
        !outcome.output.replacing("advertised_heart_rate_bpm", with: "")
          .contains("heart_rate_bpm"))
    }
    let baseline = try Program.run(["baseline", "--decoders", path, capture])
    expect(baseline.output.contains("pulse_beats"))
    let check = try Program.run(
      ["check", capture, "notification pulse_beats=1..255", "--decoders", path])
    expect(check.status, equals: 0, "\(check.output) \(check.errors)")
    let unknown = try Program.run(["check", capture, "notification pulse_beats=1..255"])
    expect(unknown.status, equals: 2)
  }

  @Test func aPartOfANameAUUIDOrAVendor() throws {
    func list(_ word: String) throws -> [String] {
      try Program.run(["decoders", "list", word]).lines
    }
    try expect(list("2a37"), equals: ["2A37  Heart Rate Measurement  (built in)", ""])
    try expect(list("heart rate").contains("2A37  Heart Rate Measurement  (built in)"))
    try expect(list("HEART RATE").count, equals: list("heart rate").count)
    try expect(list("0009AF10").contains { $0.contains("  Mi Band Authentication  ") })
    let folder = try TemporaryFolder()
    let rate = Self.rate.replacing("\"Pulse\"", with: "\"Pulse\", \"vendor\": \"Acme Watches\"")
    let path = try file(folder, "rate.json", rate)
    let found = try Program.run(["decoders", "list", "acme", "--decoders", path])
    expect(found.output, equals: "2A37  Pulse  (Acme Watches, \(path))\n")
    let none = try Program.run(["decoders", "list", "no such thing"])
    expect(none.status == 1 && none.errors.contains("nothing is declared for no such thing"))
  }

  @Test func theNamesOfAFileSelect() throws {
    let folder = try TemporaryFolder()
    let path = try file(folder, "rate.json", Self.rate)
    let lines = try Program.run(
      [
        "--decoders", path, "--uuid", "pulse", "--event", "notification", "--format", "ndjson",
        capture,
      ])
    expect(lines.status == 0 && lines.errors == "")
    expect(lines.output.split(separator: "\n").count, equals: 1 + 7)
    let rule = try Program.run(["check", capture, "notification:Pulse", "--decoders", path])
    expect(rule.status, equals: 0, "\(rule.errors)")
    let without = try Program.run(["--uuid", "pulse", capture])
    expect(without.status == 2 && without.output == "")
  }

  @Test(arguments: [
    (["--uuid", "battery levle"], "'battery levle'; did you mean 'Battery Level'?"),
    (["check", "notification:batery"], "2A37, 36 characters, or a name); did you mean Battery?"),
  ])
  func aNameNearlyTyped(arguments: [String], message: String) throws {
    let position = arguments.first == "check" ? 1 : arguments.count
    var arguments = arguments
    arguments.insert(capture, at: position)
    let outcome = try Program.run(arguments)
    expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func packetsShowsWhatValuesMean() throws {
    let known = try Program.run(["packets", "-v", "--frame", "142-143", capture])
    let lines = known.output.split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex { $0.hasSuffix("Attribute value: 0661") })
    expect(
      lines[(place + 1)...].prefix(3),
      equals: [
        "        Heart Rate Measurement, handle 0x0012: 97 bpm  contact",
        "          heart_rate_bpm: 97 bpm", "          sensor_contact: detected",
      ])
    let folder = try TemporaryFolder()
    let path = try file(folder, "rate.json", Self.rate)
    let declared = try Program.run(
      ["packets", "-v", "--frame", "142", "--decoders", path, capture])
    expect(declared.output.contains("Pulse, handle 0x0012: pulse 97\n"), "\(declared.output)")
    expect(declared.output.contains("          pulse_beats: 97\n"))
    expect(!declared.output.contains("heart_rate_bpm"))
    // Without the tree a record stays one line.
    let plain = try Program.run(["packets", "--frame", "142", "--decoders", path, capture])
    expect(!plain.output.contains("pulse") && plain.output.split(separator: "\n").count == 1)
  }

  @Test func aDeclarationIsShownByItsName() throws {
    let named = try Program.run(["decoders", "show", "heart rate measurement"])
    expect(named.status == 0 && named.output.hasPrefix("built in: 2A37\n"))
    try expect(named.output, equals: Program.run(["decoders", "show", "2A37"]).output)
    let other = try Program.run(["decoders", "show", "Heart Rat"])
    expect(other.status == 1 && other.errors == "bleinspect: nothing is declared for Heart Rat\n")
  }

  @Test func aWrongFileEndsTheRunBeforeAnyOutput() throws {
    let folder = try TemporaryFolder()
    let path = try file(
      folder, "bad.json",
      "{ \"schema\": 1,\n \"characteristics\": { \"2A37\": { \"field\": [] } } }")
    for arguments in [["--decoders", path, capture], ["decoders", "check", path]] {
      let outcome = try Program.run(arguments)
      expect(outcome.status == 2 && outcome.output == "")
      expect(
        outcome.errors,
        equals: "bleinspect: \(path): line 2: characteristics.2A37.field: unknown member 'field'; "
          + "did you mean fields?\n")
    }
    // Of several files, each is checked.
    let good = try self.file(
      folder, "good.json",
      "{ \"schema\": 1, \"characteristics\": { \"FFF1\": { \"fields\": [ { \"key\": \"x\", \"type\": \"u8\" } ] } } }"
    )
    let both = try Program.run(["decoders", "check", path, good, path])
    expect(both.status == 2 && both.errors.split(separator: "\n").count == 2)
    expect(both.output, equals: "\(good): 1 declaration, 0 samples\n")
    let missing = try Program.run(["--decoders", "/no/such/file", capture])
    expect(missing.status == 2 && missing.output == "")
    expect(missing.errors, equals: "bleinspect: /no/such/file: No such file or directory\n")
  }

  @Test func everyErrorIsTold() throws {
    let folder = try TemporaryFolder()
    let path = try file(
      folder, "bad.json",
      """
      { "schema": 1, "characteristics": {
        "2A37": { "fields": [ { "key": "rate", "type": "u7" }, { "key": "rate_2", "of": "rate" } ] },
        "2A38": { "fields": [ { "key": "place", "type": "u8", "scale": 0 } ],
          "samples": [ { "value": "01", "text": "2" } ] },
        "2A39": { "fields": [ { "key": "point", "type": "u8" } ],
          "samples": [ { "value": "01", "text": "2" } ] } } }
      """)
    let outcome = try Program.run(["decoders", "check", path])
    expect(outcome.status, equals: 2)
    expect(
      outcome.errors.split(separator: "\n"),
      equals: [
        "bleinspect: \(path): line 2: characteristics.2A37.fields[0].type: unknown type 'u7'; did you mean u8?",
        "bleinspect: \(path): line 3: characteristics.2A38.fields[0].scale: with a scale of 0 every value is the "
          + "same: leave it out, or give the factor",
      ])
    // The samples of what is right are decoded.
    expect(outcome.output.contains("2A39: the sample 01 gives another 'text'"))
    expect(!outcome.output.contains("2A38"))
    let loaded = try Program.run(["--decoders", path, capture])
    expect(loaded.status == 2 && loaded.output == "")
    expect(loaded.errors.hasSuffix(" (and 1 more error: bleinspect decoders check)\n"))
  }

  @Test func noMoreThanAHundredErrorsAreTold() throws {
    let folder = try TemporaryFolder()
    let fields = (0..<200).map { #"{ "key": "a\#($0)", "type": "u7" }"# }
    let path = try file(
      folder, "bad.json",
      #"{ "schema": 1, "characteristics": { "2A37": { "fields": [ \#(fields.joined(separator: ",")) ] } } }"#
    )
    let outcome = try Program.run(["decoders", "check", path])
    let lines = outcome.errors.split(separator: "\n")
    expect(outcome.status == 2 && lines.count == 101)
    expect(lines.last, equals: "bleinspect: \(path): more than 100 errors; the rest is not listed")
  }

  @Test func samplesThatExpectNothingAreCounted() throws {
    let folder = try TemporaryFolder()
    let path = try file(
      folder, "idle.json",
      Self.rate.replacingOccurrences(
        of: #""value": "0661", "decoded""#,
        with: #""value": "0661" }, { "value": "0661", "decoded""#))
    let outcome = try Program.run(["decoders", "check", path])
    expect(
      outcome.output,
      equals: "\(path): 1 declaration, 2 samples, 1 without anything that is expected\n")
  }

  @Test func checkShowsSamplesThatFail() throws {
    let folder = try TemporaryFolder()
    let good = try file(folder, "good.json", Self.rate)
    let outcome = try Program.run(["decoders", "check", good])
    expect(outcome.status, equals: 0)
    expect(outcome.output, equals: "\(good): 1 declaration, 1 sample\n")
    let bad = try file(folder, "other.json", Self.rate.replacingOccurrences(of: "97,", with: "98,"))
    let failed = try Program.run(["decoders", "check", bad])
    expect(failed.status, equals: 1)
    expect(failed.output.contains("2A37: the sample 0661 gives another 'decoded'"))
    expect(failed.output.contains("found    {\"pulse_beats\":97,\"left\":\"\"}"))
  }

  @Test func theSamplesOfTheExamplesAreRight() throws {
    let folder = Program.root.appending(path: "Examples/decoders")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".json")
    }
    expect(files.count >= 2)
    for file in files {
      let outcome = try Program.run(["decoders", "check", folder.appending(path: file).path])
      expect(outcome.status, equals: 0, "\(file): \(outcome.output) \(outcome.errors)")
      expect(!outcome.output.contains(" 0 samples"), "\(file)")
    }
  }

  @Test func theUsersFolderIsReadUnlessTheCommandIsForCI() throws {
    let folder = try TemporaryFolder()
    let place = "\(folder.url.path)/bleinspect/decoders"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Self.rate.write(toFile: "\(place)/rate.json", atomically: true, encoding: .utf8)
    let environment = ["XDG_CONFIG_HOME": folder.url.path]
    func output(_ arguments: [String]) throws -> String {
      try Program.run(arguments, environment: environment).output
    }
    try expect(output(["--format", "ndjson", capture]).contains("pulse_beats"))
    expect(try !output(["--no-config", "--format", "ndjson", capture]).contains("pulse_beats"))
    expect(try !output(["baseline", capture]).contains("pulse_beats"))
    try expect(output(["decoders", "list", "2A37"]).contains("Pulse"))
    try expect(output(["decoders", "show", "2A37"]).contains("pulse_beats"))
  }

  @Test func whatIsBuiltInIsShownAsItIsDeclared() throws {
    let shown = try Program.run(["decoders", "show", "2A19"]).output
    expect(shown.hasPrefix("built in: 2A19\n{\n  \"name\": \"Battery Level\""))
    expect(shown.contains("\"battery_level_percent\""))
    expect(!shown.contains("samples"))
  }
}
