import Foundation
import TestSupport
import Testing

/// Recordings in which nothing differs that counts.
@Suite struct RepetitionTests {
  static func files(_ folder: String) throws -> [String] {
    let url = VariationTests.folder.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      .map { url.appending(path: $0).path }
  }

  static let nothing = VariationTests.Told(exit: 0, findings: "")

  /// Every two of them, in the order of their numbers: times, addresses, handles and advertisements
  /// are others in each.
  @Test func tenRecordingsOfOneScenarioAreEqual() throws {
    let files = try Self.files("again")
    try #require(files.count == 10)
    for (index, expected) in files.enumerated() {
      for actual in files.dropFirst(index + 1) {
        try expect(VariationTests.told(expected, actual, ["--link"]), equals: Self.nothing)
      }
    }
  }

  @Test func twentyHeartsHaveOneShape() throws {
    let files = try Self.files("heart")
    try #require(files.count == 20)
    for (expected, actual) in zip(files, files.dropFirst() + files.prefix(1)) {
      try expect(
        VariationTests.told(expected, actual, ["--values", "2A37=shape"]), equals: Self.nothing)
      // The hearts do beat differently.
      try expect(VariationTests.told(expected, actual).exit, equals: 1)
    }
  }

  /// One session in every container that is read.
  @Test func theContainerMakesNoDifference() throws {
    let expected = Program.capture("polar-h7.btsnoop")
    let others =
      ["polar-h7.pcap", "polar-h7.pcapng", "polar-h7-monitor.btsnoop"]
      + Program.formats.filter { !$0.hasPrefix("ll-") }.map { "formats/\($0)" }
    try #require(others.count >= 13)
    for other in others {
      try expect(
        VariationTests.told(expected, Program.capture(other)), equals: Self.nothing, "\(other)")
    }
  }

  /// What a sniffer has lost is reported, and is no difference.
  @Test(arguments: ["polar-h7-ll.pcap", "polar-h7-nrf.pcapng", "formats/ll-bare.pcap"])
  func aLossIsNotObserved(capture: String) throws {
    let told = try VariationTests.told(
      Program.capture("polar-h7.btsnoop"), Program.capture(capture))
    expect(told.exit, equals: 0)
    expect(told.findings.hasPrefix("`?` Body Sensor Location 180D/2A38: read: Chest became"))
    expect(!told.findings.contains("<br>"))
  }

  /// Baselines of recordings in which the services stand in one order are the same file.
  @Test func baselinesAreTheSameBytes() throws {
    let files = try Self.files("again").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    try #require(files.count == 5)
    let baselines = try files.map { try Program.run(["baseline", $0]) }
    expect(Set(baselines.map(\.bytes)).count, equals: 1)
    expect(baselines[0].lines.count > 40)
    expect(baselines.allSatisfy { $0.status == 0 && $0.errors.isEmpty })
  }

  @Test func aBaselineIsAsGoodAsItsCapture() throws {
    let folder = try TemporaryFolder()
    let expected = VariationTests.path("expected")
    let baseline = try folder.file(
      "expected.ndjson", Array(Program.run(["baseline", expected]).bytes))
    for actual in try [expected, VariationTests.path("strap-side")] + Self.files("again") {
      try expect(VariationTests.told(baseline, actual), equals: Self.nothing, "\(actual)")
    }
    let rows = VariationTests.rows.filter { row in
      // What a baseline does not have: times, and attempts to connect.
      row.expected == "expected" && !row.options.contains("time") && row.actual != "cancelled"
    }
    for row in rows {
      let told = try VariationTests.told(
        baseline, VariationTests.path(row.actual),
        row.options.split(separator: " ").map(String.init))
      expect(told, equals: row.outcome, "\(row)")
    }
  }
}
