import Foundation
import TestSupport
import Testing

/// Recordings of one scenario with one known change each: what `diff` tells of them stands in
/// `Captures/variations/README.md`, line by line as a person has read it.
@Suite struct VariationTests {
  static let folder = Program.root.appending(path: "Captures/variations")
  static let page = folder.appending(path: "README.md")
  static let records = ProcessInfo.processInfo.environment["BLEINSPECT_RECORD"] != nil

  /// A line of the page's table.
  struct Row: CustomTestStringConvertible, Sendable {
    let expected: String
    let actual: String
    let options: String
    let outcome: Told
    var testDescription: String { "\(expected) \(actual) \(options)" }

    init?(_ line: Substring) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 7, let exit = Int32(cells[4]) else { return nil }
      expected = cells[1]
      actual = cells[2]
      options = cells[3].replacing("`", with: "")
      outcome = Told(exit: exit, findings: cells[5])
    }

    func line(_ told: Told) -> String {
      let options = options.isEmpty ? "" : "`\(options)` "
      let findings = told.findings.isEmpty ? "" : told.findings + " "
      return "| \(expected) | \(actual) | \(options)| \(told.exit) | \(findings)|"
    }
  }

  /// Exit code and findings, as a line of the table has them.
  struct Told: Equatable, Sendable {
    var exit: Int32
    var findings: String
  }

  private struct Document: Decodable {
    let differences: [Finding]
    let not_observed: [Finding]
    let facts: [Finding]
  }

  private struct Finding: Decodable {
    let kind: String
    let weight: String
    let subject: String
    let uuid: String?
    let message: String

    var sign: String {
      switch (weight, kind) {
      case ("not_observed", _): "?"
      case ("fact", _): "."
      case (_, "missing"): "-"
      case (_, "extra"): "+"
      case (_, "changed"): "~"
      case (_, "reordered"): ">"
      case (_, "timing"): "@"
      default: "\(weight) \(kind)"
      }
    }

    /// As a cell of a table: no bar ends it.
    var words: String {
      "`\(sign)` \(subject)\(uuid.map { " \($0)" } ?? ""): \(message)".replacing("|", with: "\\|")
    }
  }

  static let lines =
    ((try? String(contentsOf: page, encoding: .utf8)) ?? "")
    .split(separator: "\n", omittingEmptySubsequences: false)
  static let rows = lines.compactMap(Row.init)

  static func path(_ name: String) -> String {
    folder.appending(path: name + ".btsnoop").standardized.path
  }

  static func told(_ expected: String, _ actual: String, _ options: [String] = []) throws -> Told {
    let outcome = try Program.run(
      ["diff", "--no-config", "--format", "json"] + options + [expected, actual])
    expect(outcome.errors, equals: "")
    let document = try JSONDecoder().decode(Document.self, from: outcome.bytes)
    return Told(
      exit: outcome.status,
      findings: (document.differences + document.not_observed + document.facts)
        .map(\.words).joined(separator: "<br>"))
  }

  static func told(_ row: Row) throws -> Told {
    try told(
      path(row.expected), path(row.actual), row.options.split(separator: " ").map(String.init))
  }

  @Test(.enabled(if: !records), arguments: rows) func row(_ row: Row) throws {
    try expect(Self.told(row), equals: row.outcome)
  }

  @Test func everyVariationStandsInTheTable() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".btsnoop") }.map { String($0.dropLast(8)) }
    expect(Set(files).subtracting(Self.rows.flatMap { [$0.expected, $0.actual] }), equals: [])
    expect(files.count > 25)
  }

  @Test(.enabled(if: records)) func record() throws {
    let lines = try Self.lines.map { line in
      guard let row = Row(line) else { return String(line) }
      return row.line(try Self.told(row))
    }
    try lines.joined(separator: "\n").write(to: Self.page, atomically: true, encoding: .utf8)
    Issue.record("recorded: read the table, then run without BLEINSPECT_RECORD")
  }
}
