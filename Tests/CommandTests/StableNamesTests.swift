import Foundation
import GATTSession
import GATTValues
import TestSupport
import Testing
import Vocabulary

@testable import bleinspect

/// What scripts depend on, against the list in the documentation.
///
/// `BLEINSPECT_RECORD=1 swift test --filter StableNamesTests` writes the list again and fails, so
/// that nobody records without reading: what is gone from it, or means something else, needs the
/// next major version.
@Suite struct StableNamesTests {
  private static let list = Program.root.appending(path: "docs/stable-names.txt")

  /// What the tables of this program declare, a line each.
  private static func declared() throws -> [String] {
    var lines: [String] = []
    for command in Command.all {
      let name = command.word ?? "(none)"
      lines.append("command \(name)")
      for format in command.formats { lines.append("format \(name): \(format.rawValue)") }
      for (code, meaning) in command.exitCodes.enumerated() {
        lines.append("exit \(name): \(code), \(meaning)")
      }
      for option in OptionDeclaration.all where option.commands.contains(command) {
        lines.append("option \(name): \(option.synopsis)")
        for word in option.value?.words(command) ?? [] where isKept(option) {
          lines.append("word \(name): \(option.spelling) \(word)")
        }
      }
    }
    lines += EventKind.allCases.map { "event \($0.name)" }
    lines += FindingRule.all.map { "rule \($0.identifier)" }
    lines += EventKeys.lexicon.rows.filter { !$0.isLoaded }.map {
      let unit = $0.key.unit == .none ? "" : " \($0.key.unit.symbol)"
      let type = "\($0.type)".prefix { $0 != "(" }
      return "key \($0.name): \(type)\(unit)"
    }
    lines += try schemas() + values()
    return Set(lines).sorted()
  }

  /// The keys of each declared value, from the page that is made of the declarations.
  private static func values() throws -> [String] {
    let page = try String(
      contentsOf: Program.root.appending(path: "docs/values.md"), encoding: .utf8)
    return page.split(separator: "\n").flatMap { line -> [String] in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count > 2 else { return [] }
      return cells[2].matches(of: /`([a-z0-9_]+)`/).map { "value \(cells[0]): \($0.1)" }
    }
  }

  /// Formats have lines of their own; events, rules and keys do, too.
  private static func isKept(_ option: OptionDeclaration) -> Bool {
    option.name != "format" && option.value?.isChoice == true
  }

  /// Each member that a schema of the documentation declares, by the object that has it.
  private static func schemas() throws -> [String] {
    let folder = Program.root.appending(path: "docs")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var lines: [String] = []
    for file in files where file.hasSuffix(".schema.json") {
      let schema = try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.appending(path: file)))
      collect(schema, file.replacing(".schema.json", with: ""), into: &lines)
    }
    return lines
  }

  private static func collect(_ value: Any, _ place: String, into lines: inout [String]) {
    if let list = value as? [Any] {
      for member in list { collect(member, place, into: &lines) }
    }
    guard let object = value as? [String: Any] else { return }
    let properties = object["properties"] as? [String: Any] ?? [:]
    for (name, member) in properties {
      lines.append("member \(place): \(name)")
      collect(member, "\(place) \(name)", into: &lines)
    }
    for (name, member) in object["$defs"] as? [String: Any] ?? [:] {
      collect(member, "\(place) (\(name))", into: &lines)
    }
    for (name, member) in object where name != "properties" && name != "$defs" {
      collect(member, place, into: &lines)
    }
  }

  @Test func allAreInTheListAndNoneIsGone() throws {
    let declared = try Self.declared()
    if GoldenTests.records {
      try Data((declared.joined(separator: "\n") + "\n").utf8).write(to: Self.list)
      Issue.record("recorded: read what is gone, then run without BLEINSPECT_RECORD")
      return
    }
    let recorded = try String(contentsOf: Self.list, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    let gone = Set(recorded).subtracting(declared)
    let new = Set(declared).subtracting(recorded)
    for line in gone.sorted().prefix(20) { Issue.record("gone, or not as it was: \(line)") }
    for line in new.sorted().prefix(20) { Issue.record("not in the list: \(line)") }
    if !new.isEmpty {
      Issue.record(
        "BLEINSPECT_RECORD=1 swift test --filter StableNamesTests writes what is new to docs/stable-names.txt"
      )
    }
    expect(recorded.count > 1000, "\(recorded.count)")
  }
}
