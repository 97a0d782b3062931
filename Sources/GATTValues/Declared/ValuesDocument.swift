import ATTDissector
import Bytes

/// docs/values.md: all values that this program declares.
package enum ValuesDocument {
  package static func text(of files: [DeclarationFile]) -> String {
    var contents = ""
    var sections = ""
    for file in files where !file.declarations.isEmpty {
      let title = file.name ?? ""
      contents += "- [\(title)](#\(anchor(title)))\n"
      sections += section(title, file: file)
    }
    return """
      <!-- Written by scripts/declarations; do not edit. -->

      # Values that are decoded

      What the bytes of each value mean is declared in `Sources/GATTValues/Declarations`; `bleinspect decoders
      show` prints a declaration by its UUID, or by what carries it (`company 004C`), and
      [decoders.md](decoders.md) describes the language. Keys end in their unit, which follows them here; `[]`
      marks a list. A key in parentheses follows only where there is something to say: a number after its word
      (`_code`), or why there is no value (`_status`).

      \(contents)
      \(sections)
      """
  }

  private static func section(_ title: String, file: DeclarationFile) -> String {
    var text = "## \(title)\n\n"
    if let source = file.source { text += "\(escaped(source)).\n\n" }
    text += "| UUID | name | keys | source |\n|---|---|---|---|\n"
    // One declaration of several companies is one row.
    var rows: [(numbers: [String], cells: String)] = []
    for declaration in file.declarations {
      let name = escaped(declaration.name ?? "")
      let vendor = declaration.vendor.map { " (\(escaped($0)))" } ?? ""
      let way = declaration.direction.map { $0 == .write ? ", written" : ", notified" } ?? ""
      let keys = keys(of: declaration.code)
      let cells = "| \(name)\(way)\(vendor) | \(keys) | \(escaped(declaration.source ?? "")) |"
      if let last = rows.indices.last, rows[last].cells == cells {
        rows[last].numbers.append(declaration.target.words)
      } else {
        rows.append(([declaration.target.words], cells))
      }
    }
    for row in rows { text += "| \(row.numbers.joined(separator: ", ")) \(row.cells)\n" }
    return text + "\n"
  }

  private static func keys(of code: ProgramCode) -> String {
    let keys = code.declaredKeys
    let names = Set(keys.map(\.name))
    return keys.map { key in
      let unit = key.unit.isEmpty ? "" : " \(key.unit)"
      let text = "`\(key.name)\(key.isList ? "[]" : "")`\(unit)"
      let isCompanion = ["_code", "_status"].contains {
        key.name.hasSuffix($0) && names.contains(String(key.name.dropLast($0.count)))
      }
      return isCompanion ? "(\(text))" : text
    }.joined(separator: " ")
  }

  /// The anchor that GitHub makes of a title.
  private static func anchor(_ title: String) -> String {
    String(
      title.lowercased().compactMap { character in
        character.isLetter || character.isNumber || character == "-"
          ? character : character == " " ? "-" : nil
      })
  }

  private static func escaped(_ text: String) -> String {
    String(text.flatMap { "|<>[]*_".contains($0) ? ["\\", $0] : [$0] })
  }
}
