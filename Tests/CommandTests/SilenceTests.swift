import Foundation
import TestSupport
import Testing

/// Connection events that a sniffer has missed, in the report; the interval is 60 ms.
@Suite struct SilenceTests {
  private func lines(_ arguments: String..., of air: RuleSceneTests.Air) throws -> [String] {
    let outcome = try Program.run(arguments + ["-"], input: Data(air.capture.bytes))
    expect(outcome.status, equals: 0)
    return outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("~") }
  }

  private func air(missing events: [UInt32]) -> RuleSceneTests.Air {
    var air = RuleSceneTests.Air()
    air.read()
    for count in events {
      air.time += count * 60_000
      air.empty()
    }
    return air
  }

  @Test func oneSilence() throws {
    try expect(lines(of: air(missing: [1])), equals: ["~ 120 ms without a record, 60 ms expected"])
  }

  @Test func silencesWithNothingBetween() throws {
    try expect(
      lines(of: air(missing: [1, 1, 1])),
      equals: ["~ 120 ms without a record, 60 ms expected x3"])
    let uneven = air(missing: [2, 1, 4, 0, 1])
    try expect(
      lines(of: uneven), equals: ["~ 120 ms without a record, 60 ms expected x4, at most 300 ms"])
    try expect(lines("--all", of: uneven).count, equals: 4)
  }

  /// What led to an error is shown with it, also that nothing came.
  @Test func theSilenceBeforeAnError() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.exchange([0x0A, 3, 0], [0x0B, 1])
    capture.time += 20_000_000
    capture.add(.event, [5, 4, 0, 1, 0, 0x08])
    let outcome = try Program.run(["--errors", "-"], input: Data(capture.bytes))
    expect(outcome.output.contains("~ 20.010 s"), "\(outcome.output)")
  }

  @Test func whatHappensBetweenThemSeparates() throws {
    var air = air(missing: [1, 1])
    air.read()
    air.time += 60_000
    air.empty()
    try expect(
      lines(of: air),
      equals: [
        "~ 120 ms without a record, 60 ms expected x2",
        "~ 120 ms without a record, 60 ms expected",
      ])
  }
}
