import Foundation
import TestSupport
import Testing

/// Results that a device has stored: a table by their own time, and a line in the timeline.
@Suite struct StoredResultTests {
  /// 90 mg/dL, measured on 1 March 2024 at some hour; without one, at a time that is not known.
  private func glucose(_ number: UInt8, hour: UInt8?) -> [UInt8] {
    let time: [UInt8] = hour.map { [0xE8, 0x07, 3, 1, $0, 0, 0] } ?? [0, 0, 0, 0, 0, 0, 0]
    return [0x02, number, 0] + time + [0x5A, 0xB0, 0x11]
  }

  private func report(_ values: [[UInt8]], _ arguments: String...) throws -> String {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0x1808, characteristic: 0x2A18)
    for value in values { capture.notification(value) }
    capture.add(.event, [5, 4, 0, 1, 0, 0x13])
    let outcome = try Program.run(arguments + ["-"], input: Data(capture.bytes))
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func theyStandInTheOrderOfTheirOwnTime() throws {
    let text = try report([
      glucose(1, hour: 9), glucose(2, hour: 7), glucose(3, hour: nil), glucose(4, hour: 8),
    ])
    let table = try #require(text.components(separatedBy: "\nRESULTS of ").dropFirst().first)
    let rows = table.split(separator: "\n").dropFirst(2).prefix(4).map(String.init)
    let starts = [
      "2024-03-01T07:00:00", "2024-03-01T08:00:00", "2024-03-01T09:00:00", "no time",
    ]
    for (row, start) in zip(rows, starts) { expect(row.hasPrefix("  " + start), "\(row)") }
    expect(rows.first?.contains("#2  90 mg/dL") == true, "\(rows)")
    expect(text.contains("3 more results, in RESULTS above"), "\(text)")
    // In the timeline only the first has a line.
    expect(text.components(separatedBy: "#1  90 mg/dL").count, equals: 3)
    expect(text.components(separatedBy: "#2  90 mg/dL").count, equals: 2)
  }

  @Test func allOfThemHaveLinesWhereAllAreShown() throws {
    let text = try report([glucose(1, hour: 9), glucose(2, hour: 7)], "--all")
    expect(text.components(separatedBy: "#2  90 mg/dL").count, equals: 4)
    // Where events are chosen there is no table, and nothing is left out for it.
    let chosen = try report([glucose(1, hour: 9), glucose(2, hour: 7)], "--event", "notification")
    expect(!chosen.contains("RESULTS of ") && chosen.contains("#2  90 mg/dL"), "\(chosen)")
  }

  @Test func oneResultNeedsNoTable() throws {
    try expect(!report([glucose(1, hour: 9)]).contains("RESULTS of "))
  }
}
