import Foundation
import TestSupport
import Testing

/// `bleinspect gatt --expect`: trees compared alone.
@Suite struct ExpectCommandTests {
  private let expected = Program.capture("variations/expected.btsnoop")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tree(of capture: String, _ change: (String) -> String = { $0 }) throws -> String {
    let json = try Program.run(["gatt", "--format", "json", capture]).output
    return try folder.file("tree.json", Array(change(json).utf8))
  }

  private func run(
    _ tree: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    try Program.run(["gatt", "--expect", tree] + arguments, environment: environment)
  }

  /// What was found: the lines between the names and the summary.
  private func findings(_ outcome: Outcome) -> String {
    outcome.lines.dropFirst(2).prefix { !$0.contains("compared") }.joined(separator: "\n")
  }

  // MARK: Same

  @Test(arguments: Program.captures)
  func aCaptureHasItsOwnTrees(name: String) throws {
    let path = Program.capture(name)
    var hasServices = false
    let tree = try tree(of: path) { json in
      hasServices = json.contains("\"end_handle\"")
      return json
    }
    let outcome = try run(tree, [path])
    guard hasServices else {
      expect(outcome.status, equals: 2)
      expect(outcome.errors.contains("expects nothing"))
      return
    }
    expect(outcome.status, equals: 0, "\(outcome.output)")
    expect(outcome.output.contains("0 differences"))
    expect(outcome.output.hasSuffix("\nsame\n"))
  }

  /// Neither handles nor values, other addresses, the side that recorded, a neighbour, or a container.
  @Test(arguments: [
    "variations/handles-gap.btsnoop", "variations/handles-order.btsnoop",
    "variations/value.btsnoop", "variations/location.btsnoop",
    "variations/address-private.btsnoop", "variations/address-static.btsnoop",
    "variations/strap-side.btsnoop", "variations/neighbour.btsnoop",
    "variations/missing-read.btsnoop", "variations/second-connection.btsnoop",
    "variations/mtu.btsnoop",
  ])
  func whatIsNoPartOfATree(name: String) throws {
    let outcome = try run(try tree(of: expected), [Program.capture(name)])
    expect(outcome.status, equals: 0, "\(outcome.output)")
    expect(outcome.output.hasSuffix("\n\n0 differences; 1 subject compared\nsame\n"))
  }

  @Test func theDevicesOwnSideMayBeWhatIsExpected() throws {
    let side = Program.capture("variations/strap-side.btsnoop")
    try expect(run(try tree(of: side), [expected]).status, equals: 0)
  }

  // MARK: Different

  @Test(arguments: [
    (
      "property",
      """
      Polar H7 000607
        tree
          ~ properties of characteristic 6217FF4A-B07D-5DEB-261E-2586752D942E: read,
            write became read, write_without_response, write in
            6217FF49-AC7B-547E-EECF-016A06970BA9

      """
    ),
    (
      "extra-characteristic",
      """
      Polar H7 000607
        tree
          + characteristic 2BED Battery Level Status (read) in 180F

      """
    ),
    (
      "extra-service",
      """
      Polar H7 000607
        tree
          + service 1804 Tx Power with characteristic 2A07

      """
    ),
  ])
  func oneChange(name: String, words: String) throws {
    let outcome = try run(try tree(of: expected), [Program.capture("variations/\(name).btsnoop")])
    expect(outcome.status, equals: 1)
    expect(outcome.errors.isEmpty)
    expect(findings(outcome), equals: words)
    expect(outcome.output.hasSuffix("\ndifferent\n"))
  }

  @Test func whatIsExpectedAndWasNotDiscoveredIsMissing() throws {
    let other = Program.capture("variations/extra-characteristic.btsnoop")
    let outcome = try run(try tree(of: other), [expected])
    expect(outcome.status, equals: 1)
    expect(
      findings(outcome),
      equals: """
        Polar H7 000607
          tree
            - characteristic 2BED Battery Level Status (read) in 180F

        """)
  }

  @Test func aWholeDeviceMayBeMissing() throws {
    let tag = Program.capture("sensortag-cc2650.btsnoop")
    let outcome = try run(try tree(of: expected), [tag])
    expect(outcome.status, equals: 1)
    expect(
      findings(outcome),
      equals: """
        Polar H7 000607
          device
            - nothing was discovered of this device

        FACTS   never a difference
          CC2650 SensorTag, device
            . a device of which nothing is expected

        """)
  }

  /// What the document holds and no tree can have would else be left out, and be as expected.
  @Test(arguments: [
    ("\"uuid\": \"180D\"", "\"uuid\": \"18OD\"", "services[2].uuid: no UUID"),
    ("\"read\", \"write\"", "\"read\", \"wirte\"", ".properties: what is no property"),
    ("\"services\"", "\"services\": [], \"were\"", "expects nothing: it has no service"),
  ])
  func whatNoTreeHasIsTrouble(text: String, other: String, words: String) throws {
    let tree = try tree(of: expected) { json in
      let changed = json.replacing(text, with: other)
      return changed == json
        ? json.replacing(text.replacing(": ", with: ":"), with: other) : changed
    }
    let outcome = try run(tree, [expected])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains(words))
  }

  /// The handle of a declaration says nothing, and so needs not be there.
  @Test func anExpectedCharacteristicMayHaveNoHandle() throws {
    let more = """
      {"value_handle": 99, "uuid": "2BED", "properties": ["read"], "values": 0, "descriptors": []},
      """
    let tree = try tree(of: expected) { json in
      guard let place = json.firstRange(of: /"characteristics": ?\[/) else { return json }
      return json.replacingCharacters(
        in: place, with: String(json[place]) + more)
    }
    let outcome = try run(tree, [expected])
    expect(outcome.status, equals: 1)
    expect(outcome.output.contains("- characteristic 2BED (read) in 1800"))
  }

  /// Private addresses, and one name: equal trees are of one device, others are not hidden by it.
  @Test func oneDeviceUnderTwoAddresses() throws {
    let again = Program.capture("variations/address-private.btsnoop")
    let other = Program.capture("variations/property.btsnoop")
    let both = try run(try tree(of: again), [again, expected])
    expect(both.status, equals: 0, "\(both.output)")
    let private1 = try tree(of: again)
    let changed = try folder.file(
      "two.json",
      Array(
        try twice(String(decoding: Data(contentsOf: URL(filePath: private1)), as: UTF8.self)).utf8))
    let outcome = try run(changed, [again])
    expect(outcome.status, equals: 1, "\(outcome.output)")
    try expect(run(try tree(of: again), [other]).status, equals: 1)
  }

  /// A document with its devices once more, at another private address and with another property.
  private func twice(_ json: String) throws -> String {
    var document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let devices = try #require(document["devices"] as? [[String: Any]])
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: devices), as: UTF8.self
    ).replacing("\"notify\"", with: "\"indicate\"")
    var more = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    for index in more.indices where more[index]["is_host"] == nil {
      more[index]["address"] = "41:00:00:00:00:01"
      more[index]["address_type"] = "random"
    }
    document["devices"] = devices + more
    return String(
      decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
  }

  // MARK: Devices

  @Test func aDeviceIsChosenOnBothSides() throws {
    let straps = Program.capture("two-straps.btsnoop")
    let tree = try tree(of: straps)
    let names = try Program.run(["gatt", "--format", "json", straps]).output
      .matches(of: /"name": ?"([^"]+)"/).map { String($0.output.1) }
    let name = try #require(names.first)
    let one = try run(tree, ["--device", name, straps])
    expect(one.status, equals: 0, "\(one.output)")
    expect(one.output.contains("1 subject compared"))
    // A number is the capture's: what else is expected need not be there.
    let numbered = try run(tree, ["--device", "1", straps])
    expect(numbered.status, equals: 0, "\(numbered.output)")
    expect(numbered.output.contains("nothing was discovered of this device"))
    let address = try #require(
      try Program.run(["gatt", "--format", "json", straps]).output
        .firstMatch(of: /"address": ?"([0-9A-F:]+)"/)
    ).output.1
    let dashes = address.lowercased().replacing(":", with: "-")
    try expect(run(tree, ["--device", dashes, straps]).status, equals: 0)
  }

  @Test func aDocumentWithoutDevicesExpectsNothing() throws {
    let path = try folder.file("empty.json", Array(#"{"schema":1,"devices":[]}"#.utf8))
    let outcome = try run(path, [expected])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("empty.json: expects nothing"))
  }

  // MARK: Formats

  @Test func asJSON() throws {
    let outcome = try run(
      try tree(of: expected),
      [Program.capture("variations/property.btsnoop"), "--format", "json"])
    expect(outcome.status, equals: 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? [String: Any])
    expect(document["outcome"] as? String, equals: "different")
    expect((document["expected"] as? [String: Any])?["form"] as? String, equals: "trees")
    let difference = try #require((document["differences"] as? [[String: Any]])?.first)
    expect(difference["kind"] as? String, equals: "changed")
    expect(
      difference["uuid"] as? String,
      equals: "6217FF49-AC7B-547E-EECF-016A06970BA9/6217FF4A-B07D-5DEB-261E-2586752D942E")
    expect(difference["expected"] == nil)
  }

  @Test func asJUnit() throws {
    let outcome = try run(
      try tree(of: expected),
      [Program.capture("variations/property.btsnoop"), "--format", "junit"])
    expect(outcome.status, equals: 1)
    let suites = "<testsuites name=\"bleinspect gatt\" tests=\"1\" failures=\"1\""
    expect(outcome.output.contains(suites))
  }

  @Test func inGitHubActions() throws {
    let outcome = try run(
      try tree(of: expected), [Program.capture("variations/property.btsnoop")],
      environment: ["GITHUB_ACTIONS": "true"])
    expect(outcome.errors.hasPrefix("::error"))
    expect(outcome.errors.contains("write became read"))
  }

  // MARK: Trouble

  @Test func whatCannotBeRead() throws {
    let document = try folder.file("bad.json", Array("{\"schema\":1,".utf8))
    let bad = try run(document, [expected])
    expect(bad.status, equals: 2)
    expect(bad.output.isEmpty)
    expect(bad.errors.hasPrefix("bleinspect: --expect: \(document): "))
    let absent = try run(folder.url.path + "/absent.json", [expected])
    expect(absent.status, equals: 2)
    expect(absent.errors.contains("absent.json: No such file or directory"))
    let newer = try folder.file("newer.json", Array(#"{"schema":2,"devices":[]}"#.utf8))
    try expect(run(newer, [expected]).status, equals: 2)
    try expect(run(try tree(of: expected), [document]).status, equals: 2)
  }

  /// A name of a file does not begin another message.
  @Test func namesOfDocumentsDoNothing() throws {
    for (place, text) in [
      #"{"schema":1,"devices":[]}"#, #"{"schema":1,"#,
      #"{"schema":1,"devices":[{"services":[{"handle":1,"end_handle":2,"uuid":"18OA","#
        + #""primary":true,"characteristics":[]}]}]}"#,
    ].enumerated() {
      let document = try folder.file("\(place)\n\u{1B}[31mforged.json", Array(text.utf8))
      let outcome = try run(document, [expected])
      expect(outcome.status, equals: 2)
      expect(outcome.errors.split(separator: "\n").count, equals: 1, "\(outcome.errors)")
      expect(!outcome.errors.contains("\u{1B}"))
    }
  }

  /// All before the damage is compared; the trouble is reported.
  @Test func aDamagedCapture() throws {
    let tree = try tree(of: expected)
    var bytes = try Array(Data(contentsOf: URL(filePath: expected)))
    bytes += Array(repeating: 0xFF, count: 100)
    let damaged = try folder.file("damaged.btsnoop", bytes)
    let outcome = try run(tree, [damaged])
    expect(outcome.status, equals: 2)
    expect(outcome.output.contains("0 differences"))
    expect(outcome.output.hasSuffix("\ntrouble\n"))
    expect(outcome.errors.contains("damaged.btsnoop"))
  }

  @Test func aCutCaptureIsTroubleOnlyIfThatIsAsked() throws {
    let tree = try tree(of: expected)
    let bytes = try Array(Data(contentsOf: URL(filePath: expected)).dropLast(3))
    let cut = try folder.file("cut.btsnoop", bytes)
    let told = try run(tree, [cut])
    expect(told.status, equals: 0)
    expect(told.errors.contains("cut.btsnoop"))
    try expect(run(tree, ["--strict", cut]).status, equals: 2)
  }

  @Test(arguments: [
    (["--uuid", "180D"], "--uuid does not work with --expect"),
    (["--from", "1"], "--from does not work with --expect"),
    (["--output", "tree.json"], "name the same file"),
    (["--gatt", "tree.json"], "what it names was not discovered"),
    (["--expect", "other.json"], "given twice"),
  ])
  func whatCompareCannot(options: [String], words: String) throws {
    let outcome = try run("tree.json", options + [expected])
    expect(outcome.status, equals: 2)
    expect(outcome.output.isEmpty)
    expect(outcome.errors.contains(words))
  }

  /// What is expected stays what it is, whatever other name the report is given.
  @Test func theReportDoesNotReplaceWhatIsExpected() throws {
    let tree = try tree(of: expected)
    let other = folder.url.appending(path: "other.json")
    try FileManager.default.linkItem(atPath: tree, toPath: other.path)
    let before = try Data(contentsOf: other)
    let outcome = try run(tree, ["--output", other.path, expected])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("other.json: is also an input, "))
    let rules = try folder.file("strap.rules", Array("no att_error\n".utf8))
    let around = folder.url.appending(path: ".").path + "/strap.rules"
    let checked = try Program.run(["check", "--rules", around, "--output", rules, expected])
    expect(checked.status, equals: 2)
    expect(checked.errors.contains("strap.rules: is also an input, "))
    // Nor what else is read beside the capture.
    for option in ["--keys", "--marks", "--decoders", "--contrast"] {
      let command = option == "--contrast" ? ["learn"] : []
      let refused = try Program.run(
        command + ["--no-config", option, rules, "--output", around, expected])
      expect(refused.status, equals: 2, "\(option)")
      try expect(Data(contentsOf: URL(filePath: rules)), equals: Data("no att_error\n".utf8))
    }
    let recording = folder.url.appending(path: "recording.btsnoop")
    try FileManager.default.copyItem(atPath: expected, toPath: recording.path)
    for options in [["--keys"], ["--contrast"]] {
      let command = options == ["--contrast"] ? ["learn"] : []
      let refused = try Program.run(
        command + ["--no-config"] + options + [recording.path, "-o", recording.path, expected])
      expect(refused.status, equals: 2)
      expect(refused.errors.contains("recording.btsnoop: is also an input, "))
    }
    let known = try Program.run(["--gatt", tree, "--output", other.path, expected])
    expect(known.status, equals: 2)
    expect(known.errors.contains("other.json: is also an input, "))
    try expect(Data(contentsOf: other), equals: before)
    try expect(Data(contentsOf: URL(filePath: rules)), equals: Data("no att_error\n".utf8))
  }

  /// Nor is what is read beside the capture continued with the report.
  @Test func redirectionsOntoInputsAreRefused() throws {
    let tree = try tree(of: expected)
    let rules = try folder.file("strap.rules", Array("no att_error\n".utf8))
    for line in [
      "$B gatt --expect '\(tree)' '\(expected)' >> '\(tree)'",
      "$B --gatt '\(tree)' '\(expected)' >> '\(tree)'",
      "$B diff --gatt '\(tree)' '\(expected)' '\(expected)' >> '\(tree)'",
      "$B check --rules '\(rules)' '\(expected)' >> '\(rules)'",
      "$B check --rules - '\(expected)' < '\(rules)' >> '\(rules)'",
      "$B --marks '\(rules)' '\(expected)' >> '\(rules)'",
      "$B learn --contrast '\(rules)' '\(expected)' >> '\(rules)'",
      "$B decoders check '\(tree)' >> '\(tree)'",
    ] {
      let before = try [tree, rules].map { try Data(contentsOf: URL(filePath: $0)) }
      let outcome = try Program.shell(line)
      expect(outcome.status, equals: 2, "\(line)")
      try expect([tree, rules].map { try Data(contentsOf: URL(filePath: $0)) }, equals: before)
    }
    let emptied = try Program.shell("$B check --rules '\(rules)' '\(expected)' > '\(rules)'")
    expect(emptied.status, equals: 2)
    expect(emptied.errors, equals: "bleinspect: \(rules): is also standard output\n")
  }

  @Test func onlyExpectationsAreReportsOfTests() throws {
    let outcome = try Program.run(["gatt", "--format", "junit", expected])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("--format junit works only with --expect FILE"))
    let input = try run("-", [expected])
    expect(input.status, equals: 2)
    expect(input.errors.contains("--expect cannot read standard input"))
  }
}
