import Foundation
import FoundationXML
import TestSupport
import Testing

/// What `Examples/ci` shows in a shell; `scripts/check-examples` runs its jobs as well.
@Suite struct ExampleTests {
  private static let example = Program.root.appending(path: "Examples/ci")

  private func build(_ capture: String, _ reports: String) throws -> Outcome {
    try Program.shell(
      "BLEINSPECT=$B '\(Self.example.path)/run' '\(VariationTests.path(capture))' '\(reports)'")
  }

  /// Cases and failures of a report, as a parser of XML finds them.
  private final class Report: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]

    init(_ folder: URL, _ name: String) throws {
      super.init()
      let parser = XMLParser(data: try Data(contentsOf: folder.appending(path: name)))
      parser.delegate = self
      expect(parser.parse(), "\(name) is no XML")
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      counts[name, default: 0] += 1
    }
  }

  @Test func aBuildIsGreen() throws {
    let folder = try TemporaryFolder()
    let outcome = try build("again/05", folder.url.path)
    expect(outcome.status, equals: 0, "\(outcome.output)")
    expect(outcome.errors, equals: "")
    expect(outcome.lines.contains("same"))
    for name in ["diff.xml", "check.xml"] {
      let report = try Report(folder.url, name)
      expect(report.counts["testcase", default: 0] > 5)
      expect(report.counts["failure"] == nil)
    }
  }

  @Test func aBuildIsRed() throws {
    let folder = try TemporaryFolder()
    let outcome = try build("value", folder.url.path)
    expect(outcome.status, equals: 1)
    expect(outcome.output.contains("~ notification #3: 91 bpm became 18433 bpm"))
    expect(outcome.output.contains("FAILED  notification:2A37"))
    for name in ["diff.xml", "check.xml"] {
      try expect(Report(folder.url, name).counts["failure"], equals: 1)
    }
  }

  @Test func whatCannotBeReadIsTrouble() throws {
    let folder = try TemporaryFolder()
    let outcome = try build("no-such-recording", folder.url.path)
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("no-such-recording"))
  }

  @Test func theBaselineIsThatOfTheScenario() throws {
    let baseline = try Data(
      contentsOf: Self.example.appending(path: "bluetooth/expected.ndjson"))
    try expect(Program.run(["baseline", VariationTests.path("expected")]).bytes, equals: baseline)
  }
}
