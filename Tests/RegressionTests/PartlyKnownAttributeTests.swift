import Foundation
import TestSupport
import Testing

@testable import Regression

/// Attributes that a side knows in part: of a phone that has them from before and does not discover them
/// again, of a discovery that was not recorded whole.
@Suite struct PartlyKnownAttributeTests {
  private static let discovery = ["service", "characteristic", "descriptor", "include"]

  /// As the session tells it: of the configurations it knows what they are, from their values.
  private func undiscovered(_ name: String) throws -> ComparedLines {
    let lines = try ComparedLines(capture: name)
    let blind = lines.without { line in
      Self.discovery.contains { line.contains("\"event\":\"\($0)\"") }
    }
    return
      try blind
      .replacing(#","service":"[^"]*","characteristic":"[^"]*""#, "")
      .replacing(#","label":"[^"]*""#, "")
      .replacing(#","decoded":\{[^}]*\},"text":"[^"]*""#, "", where: "\"characteristic\"")
  }

  private func baseline(of lines: ComparedLines) throws -> RecordedTimeline {
    let folder = try Folder()
    let path = folder.path("expected.ndjson")
    try BaselineFile.replace(path, with: try lines.read(), options: BaselineOptions())
    return try RecordedTimeline.read([path])
  }

  @Test(arguments: ["polar-h7.btsnoop", "variations/expected.btsnoop", "two-straps.btsnoop"])
  func whoDoesNotDiscoverAgainDoesTheSame(_ name: String) throws {
    let lines = try ComparedLines(capture: name)
    let blind = try undiscovered(name)
    expect(blind.lines.contains { $0.contains("\"descriptor\":\"2902\"") })
    expect(!blind.lines.contains { $0.contains("\"characteristic\"") })
    for result in [try compared(lines, blind), try compared(blind, lines)] {
      expect(result.told, equals: [])
      expect(result.differences.contains { $0.message.contains("by the order of use") })
    }
    let expected = try baseline(of: lines)
    expect(compare(expected, with: try blind.read(), options: ComparisonOptions()).told, equals: [])
  }

  @Test func whatItDoesOtherwiseIsReportedOfTheAttribute() throws {
    let lines = try ComparedLines(capture: "variations/expected.btsnoop")
    let other = try undiscovered("variations/value.btsnoop")
    let result = try compared(lines, other)
    expect(result.told.count, equals: 1)
    expect(
      result.told.first?.hasPrefix("changed Heart Rate Measurement: notification #3:"), equals: true
    )
    expect(
      compare(try baseline(of: lines), with: try other.read(), options: ComparisonOptions()).told
        .count, equals: 1)
  }

  /// One service's characteristics were not recorded: its attributes have only the service.
  @Test(arguments: ["180D", "180F", "180A"])
  func aPartOfTheDiscoveryMayBeMissing(_ service: String) throws {
    let lines = try ComparedLines(capture: "variations/expected.btsnoop")
    let partly = try lines.without { line in
      line.contains("\"event\":\"characteristic\"") && line.contains("\"\(service)\"")
    }.replacing("(\"service\":\"\(service)\"),\"characteristic\":\"[^\"]*\"", "$1")
    expect(partly.lines != lines.lines)
    try expect(compared(lines, partly).told, equals: [])
    try expect(compared(partly, lines).told, equals: [])
  }

  @Test func ofAScanResponseAloneTheRestIsNotObserved() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let late = lines.without { line in
      line.contains("\"event\":\"advertisement\"") && !line.contains("SCAN_RSP")
    }
    expect(late.event("advertisement").count > 0)
    let result = try compared(lines, late)
    expect(result.told, equals: [])
    expect(result.all.contains { $0.hasPrefix("not_observed missing advertising: service uuids") })
  }
}
