import Foundation
import TestSupport
import Testing

/// A baseline learns from good runs what varies.
@Suite struct RunVariationTests {
  private func run(_ pulses: [UInt8]) -> [UInt8] {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    for pulse in pulses { capture.notification([0, pulse]) }
    capture.add(.event, [5, 4, 0, 1, 0, 0x13])
    return capture.bytes
  }

  private func files(_ runs: [[UInt8]]) throws -> (folder: TemporaryFolder, paths: [String]) {
    let folder = try TemporaryFolder()
    let paths = try runs.enumerated().map {
      try folder.file("run\($0.offset).btsnoop", run($0.element))
    }
    return (folder, paths)
  }

  /// What is proposed lets each run pass, and still sees what no run has shown.
  @Test func whatVariesIsProposedAndHolds() throws {
    let (folder, paths) = try files([[60, 61, 62], [63, 61, 65], [60, 70, 71]])
    let expected = folder.url.appending(path: "expected.ndjson").path
    let outcome = try Program.run(["baseline", "--from-runs", "-o", expected] + paths)
    expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    let file = folder.url.appending(path: ".bleinspect-diff.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    expect(text.contains("\"values\": {\"2A37\": \"shape\"}"), "\(text)")
    expect(text.contains("\"values.2A37\": \"2 of 2 further runs differ"), "\(text)")
    for path in paths {
      let diff = try Program.run(["diff", expected, path])
      expect(diff.status, equals: 0, "\(diff.output)")
    }
    let longer = try folder.file("longer.btsnoop", run([60, 61, 62, 63, 64, 65, 66, 67]))
    try expect(Program.run(["diff", expected, longer]).status, equals: 1)
    // What is there is not written over.
    try Data("{}".utf8).write(to: file)
    let again = try Program.run(["baseline", "--from-runs", "-o", expected] + paths)
    expect(again.status == 0 && again.errors.contains("exists, and stays as it is"), "\(again)")
    try expect(String(contentsOf: file, encoding: .utf8), equals: "{}")
  }

  @Test func runsThatAreTheSameNeedNothing() throws {
    let (folder, paths) = try files([[60, 61], [60, 61]])
    let expected = folder.url.appending(path: "expected.ndjson").path
    let outcome = try Program.run(["baseline", "--from-runs", "-o", expected] + paths)
    expect(outcome.status == 0 && outcome.errors.contains("the 2 runs are the same"), "\(outcome)")
    expect(!FileManager.default.fileExists(atPath: folder.url.path + "/.bleinspect-diff.json"))
  }

  @Test func howManyValuesThereAreMayVary() throws {
    let (folder, paths) = try files([[60, 60, 60], [60, 60, 60, 60, 60, 60, 60]])
    let outcome = try Program.run(["baseline", "--from-runs"] + paths)
    expect(outcome.status, equals: 0)
    expect(outcome.errors.contains("\"count\": 4"), "\(outcome.errors)")
    expect(outcome.lines.first, equals: #"{"event":"capture","schema":1,"baseline":1}"#)
    _ = folder
  }

  /// The order of values has no option but to ignore the attribute.
  @Test func anotherOrderIsProposedToBeIgnored() throws {
    let (folder, paths) = try files([[60, 61, 62, 63], [61, 60, 62, 63]])
    let expected = folder.url.appending(path: "expected.ndjson").path
    let outcome = try Program.run(["baseline", "--from-runs", "-o", expected] + paths)
    expect(outcome.status, equals: 0, "\(outcome)")
    for path in paths { try expect(Program.run(["diff", expected, path]).status, equals: 0) }
  }

  /// The proposal compares the device that was asked for, and no other.
  @Test func theDeviceIsPartOfTheProposal() throws {
    let (folder, paths) = try files([[60, 61, 62], [60, 61, 90]])
    let expected = folder.url.appending(path: "expected.ndjson").path
    let address = "D0:11:22:33:44:01"
    let outcome = try Program.run(
      ["baseline", "--from-runs", "--device", address, "-o", expected] + paths)
    expect(outcome.status, equals: 0, "\(outcome)")
    let text = try String(
      contentsOf: folder.url.appending(path: ".bleinspect-diff.json"), encoding: .utf8)
    expect(text.contains("\"device\": \"\(address)\""), "\(text)")
    let numbered = try Program.run(["baseline", "--from-runs", "--device", "#1"] + paths)
    expect(numbered.status == 2 && numbered.errors.contains("not by the number #1"), "\(numbered)")
  }

  @Test func nothingIsProposedOfARunThatIsNotWhole() throws {
    let (folder, paths) = try files([[60, 61], [60, 62]])
    let cut = try folder.file("cut.btsnoop", Array(run([60, 63]).dropLast(3)))
    let outcome = try Program.run(["baseline", "--from-runs"] + paths + [cut])
    expect(outcome.status == 1 && outcome.errors.contains("a run is not whole"), "\(outcome)")
    expect(!outcome.errors.contains("2A37"), "\(outcome.errors)")
  }

  @Test func oneRunShowsNothing() throws {
    let (folder, paths) = try files([[60]])
    let outcome = try Program.run(["baseline", "--from-runs"] + paths)
    expect(outcome.status == 2 && outcome.errors.contains("needs two runs or more, got 1"))
    _ = folder
  }
}
