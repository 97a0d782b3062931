import Foundation
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
    let outcome = try run(try tree(of: path), [path])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("0 differences"))
    #expect(outcome.output.hasSuffix("\nsame\n"))
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
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.hasSuffix("\n\n0 differences; 1 subject compared\nsame\n"))
  }

  @Test func theDevicesOwnSideMayBeWhatIsExpected() throws {
    let side = Program.capture("variations/strap-side.btsnoop")
    #expect(try run(try tree(of: side), [expected]).status == 0)
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
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    #expect(findings(outcome) == words)
    #expect(outcome.output.hasSuffix("\ndifferent\n"))
  }

  @Test func whatIsExpectedAndWasNotDiscoveredIsMissing() throws {
    let other = Program.capture("variations/extra-characteristic.btsnoop")
    let outcome = try run(try tree(of: other), [expected])
    #expect(outcome.status == 1)
    #expect(
      findings(outcome) == """
        Polar H7 000607
          tree
            - characteristic 2BED Battery Level Status (read) in 180F

        """)
  }

  @Test func aWholeDeviceMayBeMissing() throws {
    let tag = Program.capture("sensortag-cc2650.btsnoop")
    let outcome = try run(try tree(of: expected), [tag])
    #expect(outcome.status == 1)
    #expect(
      findings(outcome) == """
        Polar H7 000607
          device
            - nothing was discovered of this device

        FACTS   never a difference
          CC2650 SensorTag, device
            . a device of which nothing is expected

        """)
  }

  /// Of a capture that begins inside a connection, trees that were given are no discovery.
  @Test func whatWasGivenIsNotDiscovered() throws {
    let whole = Program.capture("bonded-reconnect.btsnoop")
    let tree = try tree(of: whole)
    let later = try folder.file("later.btsnoop", [])
    let cut = try Program.run(["convert", "--force", "--from", "3", whole, later])
    try #require(cut.status == 0)
    let given = try run(tree, ["--gatt", tree, later])
    let alone = try run(tree, [later])
    #expect(given.output == alone.output)
    #expect(given.status == alone.status)
  }

  // MARK: Devices

  @Test func aDeviceIsChosenOnBothSides() throws {
    let straps = Program.capture("two-straps.btsnoop")
    let tree = try tree(of: straps)
    let names = try Program.run(["gatt", "--format", "json", straps]).output
      .matches(of: /"name": ?"([^"]+)"/).map { String($0.output.1) }
    let name = try #require(names.first)
    let one = try run(tree, ["--device", name, straps])
    #expect(one.status == 0, "\(one.output)")
    #expect(one.output.contains("1 subject compared"))
    // A number is the capture's: all that is expected stays so.
    let numbered = try run(tree, ["--device", "1", straps])
    #expect(numbered.status == 1)
    #expect(numbered.output.contains("nothing was discovered of this device"))
  }

  @Test func aDocumentWithoutDevicesExpectsNothing() throws {
    let path = try folder.file("empty.json", Array(#"{"schema":1,"devices":[]}"#.utf8))
    let outcome = try run(path, [expected])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("a device of which nothing is expected"))
  }

  // MARK: Formats

  @Test func asJSON() throws {
    let outcome = try run(
      try tree(of: expected),
      [Program.capture("variations/property.btsnoop"), "--format", "json"])
    #expect(outcome.status == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? [String: Any])
    #expect(document["outcome"] as? String == "different")
    #expect((document["expected"] as? [String: Any])?["form"] as? String == "trees")
    let difference = try #require((document["differences"] as? [[String: Any]])?.first)
    #expect(difference["kind"] as? String == "changed")
    #expect(
      difference["uuid"] as? String
        == "6217FF49-AC7B-547E-EECF-016A06970BA9/6217FF4A-B07D-5DEB-261E-2586752D942E")
    #expect(difference["expected"] == nil)
  }

  @Test func asJUnit() throws {
    let outcome = try run(
      try tree(of: expected),
      [Program.capture("variations/property.btsnoop"), "--format", "junit"])
    #expect(outcome.status == 1)
    let suites = "<testsuites name=\"bleinspect gatt\" tests=\"1\" failures=\"1\""
    #expect(outcome.output.contains(suites))
  }

  @Test func inGitHubActions() throws {
    let outcome = try run(
      try tree(of: expected), [Program.capture("variations/property.btsnoop")],
      environment: ["GITHUB_ACTIONS": "true"])
    #expect(outcome.errors.hasPrefix("::error"))
    #expect(outcome.errors.contains("write became read"))
  }

  // MARK: Trouble

  @Test func whatCannotBeRead() throws {
    let document = try folder.file("bad.json", Array("{\"schema\":1,".utf8))
    let bad = try run(document, [expected])
    #expect(bad.status == 2)
    #expect(bad.output.isEmpty)
    #expect(bad.errors.hasPrefix("bleinspect: --expect: \(document): "))
    let absent = try run(folder.url.path + "/absent.json", [expected])
    #expect(absent.status == 2)
    #expect(absent.errors.contains("absent.json: No such file or directory"))
    let newer = try folder.file("newer.json", Array(#"{"schema":2,"devices":[]}"#.utf8))
    #expect(try run(newer, [expected]).status == 2)
    #expect(try run(try tree(of: expected), [document]).status == 2)
  }

  /// All before the damage is compared; the trouble is told.
  @Test func aDamagedCapture() throws {
    let tree = try tree(of: expected)
    var bytes = try Array(Data(contentsOf: URL(filePath: expected)))
    bytes += Array(repeating: 0xFF, count: 100)
    let damaged = try folder.file("damaged.btsnoop", bytes)
    let outcome = try run(tree, [damaged])
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("0 differences"))
    #expect(outcome.output.hasSuffix("\ntrouble\n"))
    #expect(outcome.errors.contains("damaged.btsnoop"))
  }

  @Test func aCutCaptureIsTroubleOnlyIfThatIsAsked() throws {
    let tree = try tree(of: expected)
    let bytes = try Array(Data(contentsOf: URL(filePath: expected)).dropLast(3))
    let cut = try folder.file("cut.btsnoop", bytes)
    let told = try run(tree, [cut])
    #expect(told.status == 0)
    #expect(told.errors.contains("cut.btsnoop"))
    #expect(try run(tree, ["--strict", cut]).status == 2)
  }

  @Test(arguments: [
    (["--uuid", "180D"], "--uuid does not go with --expect"),
    (["--from", "1"], "--from does not go with --expect"),
    (["--output", "tree.json"], "is what is expected"),
  ])
  func whatCompareCannot(options: [String], words: String) throws {
    let outcome = try run("tree.json", options + [expected])
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(words))
  }

  @Test func onlyExpectationsAreReportsOfTests() throws {
    let outcome = try Program.run(["gatt", "--format", "junit", expected])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--format junit is a report of --expect FILE"))
    let input = try run("-", [expected])
    #expect(input.status == 2)
    #expect(input.errors.contains("--expect - is not read from standard input"))
  }
}
