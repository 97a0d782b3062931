import Bytes
import Foundation
import TestSupport
import Testing

@testable import Regression

@Suite struct DiffDocumentTests {
  private func document(_ report: ComparisonReport) throws -> [String: Any] {
    var out = ByteWriter()
    DiffJSON(report).write(to: &out)
    let object = try JSONSerialization.jsonObject(with: Data(out.bytes.copy()))
    return try #require(object as? [String: Any])
  }

  @Test func theDocumentHasAllOfIt() throws {
    let document = try document(DiffSample.report())
    expect(document["schema"] as? Int, equals: 1)
    expect(document["outcome"] as? String, equals: "different")
    expect(document["strict"] as? Bool, equals: false)
    let expected = try #require(document["expected"] as? [String: Any])
    expect(expected["file"] as? String, equals: "expected.ndjson")
    expect(expected["form"] as? String, equals: "baseline")
    expect((expected["problems"] as? [String])?.isEmpty, equals: true)
    let summary = try #require(document["summary"] as? [String: Int])
    expect(
      summary,
      equals: [
        "differences": 5, "missing": 1, "extra": 1, "changed": 1, "reordered": 1, "timing": 1,
        "not_observed": 1, "facts": 1, "subjects": 3,
      ])
    expect((document["not_observed"] as? [Any])?.count, equals: 1)
    expect((document["facts"] as? [Any])?.count, equals: 1)
    expect((document["subjects"] as? [Any])?.count, equals: 3)
    let first = try #require((document["differences"] as? [[String: Any]])?.first)
    expect(first["kind"] as? String, equals: "changed")
    expect(first["uuid"] as? String, equals: "180D/2A37")
    expect((first["context"] as? [String])?.count, equals: 2)
    let before = try #require(first["expected"] as? [String: Any])
    expect(before["line"] as? Int, equals: 46)
    expect(before["t"] as? Double, equals: 4.7)
    expect(before["value"] as? String, equals: "165b9c02a502")
    // A capture has frames, and no lines.
    let after = try #require(first["actual"] as? [String: Any])
    expect(after["frame"] as? Int, equals: 144)
    expect(after["line"] == nil)
  }

  @Test func whatWasNotObservedMovesWhereItCounts() throws {
    let document = try document(DiffSample.report(isStrict: true))
    expect((document["not_observed"] as? [Any])?.isEmpty, equals: true)
    let all = try #require(document["differences"] as? [[String: Any]])
    expect(all.contains { $0["weight"] as? String == "not_observed" })
  }

  @Test func secondsAreExact() throws {
    var comparison = DiffSample.comparison
    for (time, text) in [
      (Int64(0), "0"), (1, "0.000000001"), (-1_500_000_000, "-1.5"),
      (.min, "-9223372036.854775808"),
      (12_000_000_000, "12"),
    ] {
      comparison.differences[0].expected?.time = time
      var out = ByteWriter()
      DiffJSON(DiffSample.report(comparison)).write(to: &out)
      let document = String(decoding: out.bytes.copy(), as: UTF8.self)
      expect(document.contains("\"t\": \(text),"), "\(text)")
    }
  }

  // MARK: Tests

  @Test func everySubjectIsACase() throws {
    let tests = DiffSample.report().tests
    expect(
      tests.cases.map { "\($0.group): \($0.name)" },
      equals: [
        "Polar H7 000607: Heart Rate Measurement 180D/2A37", "Polar H7 000607: tree",
        "Polar H7 000607: Body Sensor Location 180D/2A38", "SensorTag: connection 1",
        "Polar H7 000607: connection 1", "Polar H7 000607: Battery Level 180F/2A19",
        "walk.btsnoop: connections",
      ])
    expect(tests.cases.count { !$0.failures.isEmpty }, equals: 4)
    expect(tests.errors.isEmpty)
    let first = try #require(tests.cases[0].failures.first)
    expect(first.message, equals: "notification #3: 91 bpm became 18433 bpm")
    expect(first.file, equals: "expected.ndjson")
    expect(first.line, equals: 46)
    expect(first.details.contains("expected  line 46, 4.700 s    165b9c02a502"))
    expect(tests.cases[2].failures.isEmpty)
    expect(tests.cases[5].skipped, equals: "ACTUAL is encrypted there")
    expect(tests.cases[6].remarks, equals: ["fact: one attempt to connect was cancelled"])
  }

  @Test func whatWasComparedElsewhereIsNotSkipped() {
    var comparison = DiffSample.comparison
    comparison.differences[5].subject = "Body Sensor Location"
    comparison.differences[5].uuid = "180D/2A38"
    let tests = DiffSample.report(comparison).tests
    expect(tests.cases[2].skipped == nil)
    expect(tests.cases[2].remarks, equals: ["not observed: ACTUAL is encrypted there"])
    let strict = DiffSample.report(comparison, isStrict: true).tests
    expect(strict.cases[2].failures.count, equals: 1)
  }

  @Test func aCaptureAsExpectationHasNoLines() {
    var report = DiffSample.report()
    report.expected = .init(name: "old.btsnoop", form: .capture)
    let failure = report.tests.cases[0].failures.first
    expect(failure?.file, equals: "walk.btsnoop")
    expect(failure?.line == nil)
  }

  @Test func troubleIsAnError() {
    var report = DiffSample.report(Comparison())
    report.actual.problems = ["walk.btsnoop: offset 9: cut"]
    expect(report.tests.errors.map(\.message), equals: ["walk.btsnoop: offset 9: cut"])
    expect(report.tests.errors.first?.file, equals: "walk.btsnoop")
  }
}
