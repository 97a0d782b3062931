import Foundation
import GATTValues
import TestSupport
import Testing
import Vocabulary

/// The one table of keys, held to the schema, to the documentation and to what the program prints.
@Suite struct VocabularyTests {
  private typealias Object = [String: Any]

  private let definitions: Object
  private let documentation: String

  init() throws {
    let docs = Program.root.appending(path: "docs")
    let schema = try JSONSerialization.jsonObject(
      with: Data(contentsOf: docs.appending(path: "ndjson.schema.json")))
    definitions = try #require((schema as? Object)?["$defs"] as? Object)
    documentation = try String(contentsOf: docs.appending(path: "ndjson.md"), encoding: .utf8)
  }

  private func properties(_ name: String) throws -> [String: Object] {
    let definition = try #require(definitions[name] as? Object, "\(name)")
    return try #require(definition["properties"] as? [String: Object])
  }

  private func rows(_ isMeant: (KeyRow) -> Bool) -> [KeyRow] {
    EventKeys.lexicon.rows.filter { !$0.isLoaded && !$0.kinds.isEmpty && isMeant($0) }
  }

  // MARK: The table

  @Test func aKeyHasOneUnitAndOneRowAPlaceAndKind() {
    for row in EventKeys.lexicon.rows where !row.isLoaded {
      expect(row.name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
      expect(!row.meaning.isEmpty)
      for other in EventKeys.rows(of: row.name) {
        expect(other.key.unit, equals: row.key.unit, "\(row.name)")
        expect(other.type.isNumeric == row.type.isNumeric || row.name == "service_data")
      }
      guard row.place != .decoded else { continue }
      for kind in EventKind.allCases where row.kinds.contains(kind) {
        expect(
          rows { $0.name == row.name && $0.kinds.contains(kind) && $0.place != .decoded }
            .count, equals: 1, "\(row.name) of \(kind.name)")
      }
    }
  }

  // MARK: The schema

  @Test func theCommonKeysAreThoseOfTheSchema() throws {
    try check(
      rows { $0.place == .common || $0.place == .frame || $0.name == "l2cap_channel" }, "any")
  }

  @Test func theKeysOfDecodedValuesAreThoseOfTheSchema() throws {
    let properties = try properties("decoded")
    expect(
      Set(rows { $0.place == .decoded }.map(\.name)).subtracting(properties.keys), equals: [],
      "not in $defs/decoded of docs/ndjson.schema.json")
    // Of the declared keys it has the most frequent; docs/values.md has all.
    for (name, schema) in properties {
      let known = EventKeys.rows(of: name).filter { $0.place == .decoded }
      // Members of nested objects may be of another form under the same name.
      let top = known.contains { !$0.isLoaded } ? known.filter { !$0.isLoaded } : known
      expect(!top.isEmpty, "\(name)")
      for row in top {
        expect(agrees(schema, row, among: known.map(\.type)), "\(name): \(row.type) is \(schema)")
      }
    }
  }

  @Test(arguments: EventKind.allCases)
  func theKeysOfAKindAreThoseOfTheSchema(kind: EventKind) throws {
    try check(
      rows { $0.place == .own && $0.kinds.contains(kind) && $0.name != "l2cap_channel" },
      kind.name.description, besides: ["event"])
  }

  private func check(_ rows: [KeyRow], _ name: String, besides: Set<String> = []) throws {
    let properties = try properties(name)
    expect(
      Set(rows.map(\.name)).symmetricDifference(Set(properties.keys).subtracting(besides)),
      equals: [], "only in Keys.swift, or only in $defs/\(name) of docs/ndjson.schema.json")
    for row in rows {
      guard let schema = properties[row.name] else { continue }
      let types = rows.filter { $0.name == row.name }.map(\.type)
      expect(agrees(schema, row, among: types), "\(row.name): \(row.type) is \(schema)")
    }
  }

  /// Whether the schema takes what the row says, and no other words.
  private func agrees(_ schema: Object, _ row: KeyRow, among types: [KeyType]) -> Bool {
    if case .list(let element) = row.type {
      guard schema["type"] as? String == "array", var items = schema["items"] as? Object else {
        return false
      }
      // An element that is not known is null.
      if let forms = items["type"] as? [String], forms.count == 2, forms[1] == "null" {
        items["type"] = forms[0]
      }
      return agrees(items, element, row.limits, among: types.map(\.element))
    }
    return agrees(schema, row.type, row.limits, among: types)
  }

  private func agrees(
    _ schema: Object, _ type: KeyType, _ limits: ClosedRange<Double>?, among types: [KeyType]
  ) -> Bool {
    let reference = (schema["$ref"] as? String)?.split(separator: "/").last.map(String.init)
    let whole = reference.flatMap { definitions[$0] as? Object } ?? schema
    let form = whole["type"] as? String
    switch type {
    case .integer, .number:
      // JSON has one kind of numbers: a column of the schema may be wider.
      let isNumber = form == "number" || (form == "integer" && !isWithDecimals(type))
      let low = whole["minimum"] as? Double ?? -.infinity
      let high = whole["maximum"] as? Double ?? .infinity
      let limits = limits ?? -.infinity...(.infinity)
      return isNumber && low <= limits.lowerBound && limits.upperBound <= high
    case .boolean: return form == "boolean" || whole["const"] as? Bool == true
    case .word: return form == "string" && whole["enum"] == nil
    case .choice:
      guard let words = whole["enum"] as? [String] else { return form == "string" }
      return Set(words) == Set(types.flatMap { $0.words ?? [] })
    case .text: return form == "string"
    case .hex: return reference == "hex"
    case .uuid: return reference == "uuid"
    case .address: return form == "string" && whole["pattern"] != nil
    case .object: return form == "object"
    case .list: return false
    }
  }

  private func isWithDecimals(_ type: KeyType) -> Bool {
    if case .number = type { true } else { false }
  }

  // MARK: The documentation

  @Test(arguments: EventKind.allCases)
  func theKeysOfAKindAreThoseOfTheDocumentation(kind: EventKind) throws {
    let parts = documentation.components(separatedBy: "\n#### `\(kind.name)`\n")
    let section = try #require(parts.dropFirst().first).components(separatedBy: "\n#").first ?? ""
    let documented = Set(
      section.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line in
        words(line.split(separator: "|").first ?? "")
      })
    let own = Set(
      rows { $0.place == .own && $0.kinds.contains(kind) && $0.name != "l2cap_channel" }.map(\.name)
    )
    expect(
      own.symmetricDifference(documented), equals: [],
      "only in Keys.swift, or only in the table of `\(kind.name)` in docs/ndjson.md")
  }

  @Test func allOtherKeysAreDocumented() {
    let documented = Set(words(Substring(documentation)))
    for row in rows({ $0.place != .own }) where row.name.wholeMatch(of: /c[2-7]/) == nil {
      expect(documented.contains(row.name), "docs/ndjson.md does not name `\(row.name)`")
    }
  }

  /// What stands between back quotes.
  private func words(_ text: Substring) -> [String] {
    text.matches(of: /`([a-z0-9_]+)`/).map { String($0.1) }
  }

  // MARK: The output

  /// A field has the unit of its key.
  @Test(arguments: Program.captures)
  func theUnitIsThatOfTheKey(capture: String) throws {
    let outcome = try Program.run(["--format", "csv", Program.capture(capture)])
    expect(outcome.status == 0 && outcome.lines.count > 2, "\(outcome.errors)")
    for row in outcome.lines.dropFirst() {
      let cells = #/,([a-z0-9_]+)(\.[a-z0-9]+)?,("([^"]|"")*"|[^,"]*),([^,]*)$/#
      guard let found = row.firstMatch(of: cells) else { continue }
      for known in EventKeys.rows(of: String(found.1)) {
        expect(known.key.unit.symbol, equals: String(found.5), "\(row)")
      }
    }
  }

  /// No event of any capture has a key that its kind does not have, and no baseline a volatile one.
  @Test(arguments: Program.captures)
  func everyKeyIsOfItsKind(capture: String) throws {
    let path = Program.capture(capture)
    for arguments in [["--format", "ndjson", "--adverts", "all", path], ["baseline", path]] {
      let outcome = try Program.run(arguments)
      expect(outcome.status == 0 && outcome.lines.count > 2, "\(outcome.errors)")
      for line in outcome.lines.dropFirst() where !line.isEmpty {
        let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)
        let word = try #require(event["event"] as? String)
        let kind = try #require(EventKind.allCases.first { $0.name.description == word })
        let isBaseline = arguments.first == "baseline"
        for key in event.keys where key != "unanswered" {
          expect(
            EventKeys.rows(of: key, in: kind).contains {
              $0.place != .decoded && (!isBaseline || $0.recall == .always)
            }, "\(key) of \(word): \(line)")
        }
        for key in ((event["decoded"] as? Object) ?? [:]).keys {
          expect(
            EventKeys.rows(of: key, in: kind).contains { $0.place == .decoded },
            "decoded \(key) of \(word)")
        }
      }
    }
  }
}
