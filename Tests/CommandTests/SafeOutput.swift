import Foundation
import TestSupport
import Testing

/// What holds for every output, whatever the input was.
enum SafeOutput {
  /// - command: its words, with the format as a word of its own.
  static func check(_ outcome: Outcome, _ command: [String], _ about: String = "") throws {
    expect(outcome.status, equals: 0, "\(command) \(about)")
    let text = try #require(
      String(validating: outcome.bytes, as: UTF8.self), "\(command) \(about): not UTF-8")
    checkCharacters(text, "\(command) \(about)")
    if command.first == "report" { _ = try SafePage(text, "\(command) \(about)") }
    let format = command.firstIndex(of: "--format").map { command[$0 + 1] }
    switch format {
    case "json", "sarif", "codequality": _ = try JSONSerialization.jsonObject(with: outcome.bytes)
    case "ndjson":
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        expect(object is [String: Any], "\(line)")
      }
    case "csv":
      for row in try rows(text) {
        expect(row.count, equals: 14, "\(about): \(row)")
        for cell in row where Double(cell) == nil {
          expect(
            !"=+-@\t\r".unicodeScalars.contains(cell.unicodeScalars.first ?? " "),
            "\(about): \(cell)")
        }
      }
    default: break
    }
    if !text.isEmpty, format != "json" { expect(text.hasSuffix("\n")) }
  }

  /// No character that a terminal obeys or that moves what is around it.
  static func checkCharacters(_ text: String, _ about: String) {
    for scalar in text.unicodeScalars where isHarmful(scalar.value) {
      Issue.record("\(about): U+\(String(scalar.value, radix: 16)) in the output")
      return
    }
  }

  private static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0A: false
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  struct BadTable: Error { var text: String }

  /// RFC 4180 to the letter, with line feeds: quotes only around whole cells, doubled within.
  private static func rows(_ text: String) throws -> [[String]] {
    var rows: [[String]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      var cells: [String] = []
      var rest = line.unicodeScalars[...]
      while true {
        var cell = String.UnicodeScalarView()
        if rest.first == "\"" {
          rest.removeFirst()
          while true {
            guard let next = rest.popFirst() else { throw BadTable(text: String(line)) }
            if next == "\"" {
              guard rest.first == "\"" else { break }
              rest.removeFirst()
            }
            cell.append(next)
          }
        } else {
          while let next = rest.first, next != "," {
            guard next != "\"" else { throw BadTable(text: String(line)) }
            cell.append(next)
            rest.removeFirst()
          }
        }
        cells.append(String(cell))
        guard let separator = rest.popFirst() else { break }
        guard separator == "," else { throw BadTable(text: String(line)) }
      }
      rows.append(cells)
    }
    return rows
  }
}
