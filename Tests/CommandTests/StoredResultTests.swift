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

  /// A glucose value counts from the start of its session, which was read before.
  @Test func continuousGlucoseHasTheTimeOfItsSession() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0x1F, 0x18])
    capture.exchange(
      [0x08, 1, 0, 9, 0, 3, 0x28],
      [0x09, 7, 2, 0, 0x12, 3, 0, 0xA7, 0x2A, 4, 0, 0x02, 5, 0, 0xAA, 0x2A])
    capture.notification([6, 0, 110, 0, 5, 0])
    capture.exchange([0x0A, 5, 0], [0x0B, 0xE8, 0x07, 2, 29, 23, 59, 58, 4, 4])
    capture.notification([6, 0, 110, 0, 5, 0])
    let values = try capture.events("notification").compactMap { event in
      ((event["decoded"] as? [String: Any])?["records"] as? [[String: Any]])?.first
    }
    expect(values.count, equals: 2)
    expect(values.first?["measured_at"] == nil)
    expect(values.last?["measured_at"] as? String, equals: "2024-03-01T00:04:58")
  }
}
