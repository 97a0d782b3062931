import Bytes
import Foundation
import TestSupport
import Testing

@testable import AssignedNumbers

private let generated: [(file: String, table: NameTable)] = [
  ("AppearanceCategories", .appearanceCategories), ("Appearances", .appearances),
  ("Characteristics", .characteristics), ("Companies", .companies),
  ("CustomCharacteristics", .customCharacteristics), ("CustomServices", .customServices),
  ("Descriptors", .descriptors), ("MemberServices", .memberServices), ("Services", .services),
]
private let written: [(file: String, table: NameTable)] = [
  ("declarations", .declarations), ("sensorTagServices", .sensorTagServices),
  ("sensorTagCharacteristics", .sensorTagCharacteristics),
  ("sensorTagShortServices", .sensorTagShortServices),
  ("sensorTagShortCharacteristics", .sensorTagShortCharacteristics),
]

private let root = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
private let folder = root.appending(path: "Sources/EmbeddedTexts/Names")

@Suite struct NameTableTests {
  @Test(arguments: generated + written)
  func isSortedUniqueAndWhole(file: String, table: NameTable) throws {
    let text = try #require(String(validating: table.text.rawBytes.copy(), as: UTF8.self))
    expect(text.hasSuffix("\n"))
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    expect(!lines.isEmpty)

    var last: UInt128?
    for line in lines {
      let digits = line.prefix(table.digits)
      let name = String(line.dropFirst(table.digits + 1))
      let number = try #require(UInt128(digits, radix: 16), "\(line)")
      expect(String(digits), equals: digits.uppercased())
      expect(line.dropFirst(table.digits).first, equals: " ")
      expect(!name.isEmpty && name == name.trimmingCharacters(in: .whitespaces), "\(line)")
      expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
      expect(!name.contains("Ã"), "UTF-8 read as something else: \(line)")
      if let last { expect(number > last, "\(line)") }
      last = number
      expect(table.name(of: number), equals: name)
    }
  }

  @Test(arguments: generated + written)
  func missesBesideEveryEntry(file: String, table: NameTable) {
    var numbers: Set<UInt128> = []
    table.forEach { number, _ in numbers.insert(number) }
    for number in numbers {
      if number > 0, !numbers.contains(number - 1) { expect(table.name(of: number - 1) == nil) }
      if !numbers.contains(number + 1) { expect(table.name(of: number + 1) == nil) }
    }
    expect(table.name(of: .max) == nil)
  }

  @Test func smallTables() {
    let none = NameTable(digits: 4, "")
    expect(none.name(of: 0) == nil)
    none.forEach { _, _ in Issue.record("an entry of an empty table") }
    let one = NameTable(digits: 4, "180F B\n")
    expect(one.name(of: 0x180F), equals: "B")
    expect(one.name(of: 0x180E) == nil)
    expect(one.name(of: 0x1810) == nil)
  }

  @Test func noUUIDHasTwoNamesOfOneKind() {
    let services: [NameTable] = [
      .services, .memberServices, .customServices, .sensorTagServices, .sensorTagShortServices,
    ]
    let others: [NameTable] = [
      .characteristics, .customCharacteristics, .sensorTagCharacteristics,
      .sensorTagShortCharacteristics, .descriptors, .declarations,
    ]
    for tables in [services, others] {
      var seen: Set<UInt128> = []
      for table in tables {
        table.forEach { number, name in
          expect(seen.insert(table.uuid(number)).inserted, "\(name)")
        }
      }
    }
  }

  @Test func everyAppearanceHasACategory() {
    NameTable.appearances.forEach { code, name in
      expect(NameTable.appearanceCategories.name(of: code >> 6) != nil, "\(name)")
    }
  }

  @Test func everyGeneratedFileIsATableHere() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    expect(files.sorted(), equals: (generated.map { $0.file + ".txt" } + ["README.md"]).sorted())
  }

  @Test func eachFileHasItsSourceAndLicence() throws {
    let requirements = root.appending(path: "scripts/assigned-numbers.requirements.txt")
    let pins = try String(contentsOf: requirements, encoding: .utf8)
      .split(separator: "\n").map { $0.replacing("==", with: " ") }
    expect(pins.count, equals: 2)
    let text = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    for (file, _) in generated {
      let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| \(file).txt | ") })
      expect(pins.contains { row.contains($0) }, "\(row)")
    }
    for pin in pins { expect(text.contains("\n\(pin.prefix { $0 != " " }): "), "\(pin)") }
    expect(text.contains("License"))
  }
}
