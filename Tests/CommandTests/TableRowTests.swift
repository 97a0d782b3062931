import Foundation
import TestSupport
import Testing

/// `--flat` and `--capture-key`: NDJSON for tables.
@Suite struct TableRowTests {
  private typealias Object = [String: Any]

  private static let columns = [
    "frame", "time", "t", "adapter", "event", "connection", "address", "name", "service",
    "characteristic", "label", "field", "value_number", "value_text", "value_bool", "unit",
    "capture_path", "capture_sha256",
  ]

  private func objects(_ text: String) throws -> [Object] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
    }
  }

  /// The cells of a line of RFC 4180.
  private func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }

  /// The rows of CSV, with types.
  @Test(arguments: Program.captures) func rowsAreThoseOfCSV(capture: String) throws {
    let path = Program.capture(capture)
    let flat = try Program.run(["--quiet", "--format", "ndjson", "--flat", path]).output
    let table = try Program.run(["--quiet", "--format", "csv", path]).output
      .split(separator: "\n").dropFirst()
    let rows = try objects(flat)
    expect(rows.count == table.count && !rows.isEmpty)
    for (row, line) in zip(rows, table) {
      expect(Set(row.keys), equals: Set(Self.columns))
      let cells = cells(line)
      func text(_ key: String) -> String {
        switch row[key] {
        case let text as String: text
        case let number as NSNumber: number.stringValue
        default: ""
        }
      }
      for (index, key) in Self.columns.prefix(12).enumerated() where key != "t" {
        expect(text(key), equals: cells[index], "\(key): \(line)")
      }
      expect(text("unit"), equals: cells[13])
      let values = ["value_number", "value_text", "value_bool"].filter { !(row[$0] is NSNull) }
      expect(values.count <= 1, "\(line)")
      let value = cells[12]
      switch values.first {
      case "value_number"?:
        // The parser of the test rounds.
        let (number, expected) = (
          (row["value_number"] as? NSNumber)?.doubleValue ?? .nan, Double(value) ?? .nan
        )
        expect(abs(number - expected) <= abs(expected) * 1e-12, "\(line)")
      case "value_bool"?: expect((row["value_bool"] as? Bool).map { "\($0)" }, equals: value)
      case "value_text"?:
        // Against formulas.
        let plain = value.hasPrefix("'") ? String(value.dropFirst()) : value
        expect(row["value_text"] as? String, equals: plain)
      default: expect(value.isEmpty)
      }
    }
    // In the order of the documentation.
    let first = try #require(flat.split(separator: "\n").first)
    let keys = first.matches(of: #/[{,]"([a-z_0-9]+)":/#).map { String($0.1) }
    expect(keys, equals: Self.columns)
  }

  /// A field has one type in a table.
  @Test func aFieldHasOneType() throws {
    var types: [String: String] = [:]
    for capture in Program.captures {
      let path = Program.capture(capture)
      for row in try objects(
        try Program.run(["--quiet", "--format", "ndjson", "--flat", path]).output)
      {
        guard let field = row["field"] as? String,
          let type = ["value_number", "value_text", "value_bool"].first(where: {
            !(row[$0] is NSNull)
          })
        else { continue }
        expect(types[field, default: type], equals: type, "\(field) in \(capture)")
        types[field] = type
      }
    }
    expect(types["heart_rate_bpm"] == "value_number" && types["value"] == "value_text")
  }

  // MARK: Captures

  private let one = Program.capture("polar-h7.btsnoop")
  private let other = Program.capture("two-straps.btsnoop")

  /// `sha256sum`, of another maker.
  private func digest(_ path: String) throws -> String {
    String(try Program.shell("sha256sum '\(path)'").output.prefix(64))
  }

  @Test func linesNameTheirCapture() throws {
    let alone = try objects(try Program.run(["--quiet", "--format", "ndjson", one]).output)
    expect(alone.dropFirst().allSatisfy { $0["capture"] == nil })
    let last = try #require(alone.last?["frame"] as? Int)
    let both = try objects(try Program.run(["--quiet", "--format", "ndjson", one, other]).output)
    expect(both[0]["adverts"] as? String, equals: "changes")
    let digests = (try digest(one), try digest(other))
    var seen: Set<String> = []
    for event in both.dropFirst() {
      let capture = try #require(event["capture"] as? Object)
      let isFirst = try #require(event["frame"] as? Int) <= last
      expect(capture["path"] as? String, equals: (isFirst ? one : other))
      expect(capture["sha256"] as? String, equals: (isFirst ? digests.0 : digests.1))
      seen.insert(capture["path"] as? String ?? "")
    }
    expect(seen.count, equals: 2)
    for arguments in [["--flat"], ["--flat", "--capture-key"]] {
      for row in try objects(
        try Program.run(["--quiet", "--format", "ndjson"] + arguments + [one]).output)
      {
        let isNamed = arguments.count == 2
        expect((row["capture_path"] as? String), equals: (isNamed ? one : nil))
        expect((row["capture_sha256"] as? String), equals: (isNamed ? digests.0 : nil))
      }
    }
  }

  /// Records and turns, too.
  @Test(arguments: ["packets", "exchange"]) func otherLinesNameTheirCapture(command: String) throws
  {
    let words = [command, "--quiet", "--format", "ndjson"]
    let alone = try objects(try Program.run(words + [one]).output)
    expect(alone.allSatisfy { $0["capture"] == nil })
    let named = try objects(try Program.run(words + ["--capture-key", one]).output)
    let hash = try digest(one)
    expect(named.count, equals: alone.count)
    for line in named where line["event"] as? String != "capture" {
      let capture = try #require(line["capture"] as? Object)
      expect(capture["path"] as? String == one && capture["sha256"] as? String == hash)
    }
    let both = try objects(try Program.run(words + [one, other]).output)
    let paths = both.compactMap { ($0["capture"] as? Object)?["path"] as? String }
    expect(Set(paths), equals: [one, other])
    expect(paths, equals: paths.filter { $0 == one } + paths.filter { $0 == other })
    let refused = try Program.run([command, "--capture-key", one])
    expect(refused.status == 2 && refused.errors.contains("--capture-key needs --format ndjson"))
  }

  /// An archive may have several captures: each line says which it is from.
  @Test func membersOfAnArchiveAreNamed() throws {
    let folder = try TemporaryFolder()
    let zip = folder.url.appending(path: "bugreport.zip").path
    let logs = "FS/data/misc/bluetooth/logs/btsnoop_hci.log"
    let script = """
      import zipfile, sys
      z = zipfile.ZipFile(sys.argv[1], 'w', 8)
      z.writestr('bugreport-x.txt', '== dumpstate')
      z.write(sys.argv[2], '\(logs).last')
      z.write(sys.argv[3], '\(logs)')
      z.close()
      """
    try expect(
      Program.shell("python3 -c \"\(script)\" '\(zip)' '\(one)' '\(other)'").status, equals: 0)
    let hash = try digest(zip)
    let arguments = [
      ["--format", "ndjson"], ["packets", "--format", "ndjson"],
      ["exchange", "--format", "ndjson"],
    ]
    for words in arguments {
      let lines = try objects(try Program.run(words + ["--quiet", zip]).output)
      let captures = lines.compactMap { $0["capture"] as? Object }
      expect(
        Set(captures.compactMap { $0["path"] as? String }),
        equals: ["\(zip):\(logs).last", "\(zip):\(logs)"])
      expect(captures.allSatisfy { $0["sha256"] as? String == hash })
      // One that is named needs no name.
      let member = try objects(try Program.run(words + ["--quiet", "\(zip):\(logs)"]).output)
      expect(member.count > 5 && member.allSatisfy { $0["capture"] == nil })
    }
    let rows = try objects(
      try Program.run(["--format", "ndjson", "--flat", "--quiet", zip]).output)
    expect(Set(rows.compactMap { $0["capture_path"] as? String }).count, equals: 2)
  }

  @Test func standardInputHasNoHash() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: one))
    let events = try objects(
      try Program.run(["--quiet", "--format", "ndjson", "--capture-key", "-"], input: bytes).output)
    let capture = try #require(events.last?["capture"] as? Object)
    expect(capture["path"] as? String == "-" && capture["sha256"] == nil)
  }

  /// The key says nothing about what happened.
  @Test func comparisonsIgnoreIt() throws {
    let folder = try TemporaryFolder()
    let named = folder.url.appending(path: "named.ndjson").path
    let plain = folder.url.appending(path: "plain.ndjson").path
    try expect(
      Program.run(["--format", "ndjson", "--capture-key", "--output", named, one]).status, equals: 0
    )
    try expect(Program.run(["--format", "ndjson", "--output", plain, one]).status, equals: 0)
    try expect(Program.run(["diff", named, plain]).status, equals: 0)
    try expect(Program.run(["diff", named, one]).status, equals: 0)
    let baselines = [named, plain].map { ["baseline", $0] }
    try expect(Program.run(baselines[0]).output, equals: Program.run(baselines[1]).output)
  }

  @Test func adverts() throws {
    for (choice, expected) in [("changes", "changes"), ("all", nil), ("none", "none")]
      as [(String, String?)]
    {
      let text = try Program.run(["--format", "ndjson", "--adverts", choice, one]).output
      try expect(objects(text)[0]["adverts"] as? String, equals: expected)
    }
  }

  @Test(arguments: ["--flat", "--capture-key"]) func onlyOfNDJSON(option: String) throws {
    let outcome = try Program.run([option, "--format", "csv", one])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("\(option) needs --format ndjson"))
  }
}
