import Foundation

/// One source file of the project.
struct SwiftSource: CustomStringConvertible {
  /// From the package's root: `Sources/BTSnoop/CaptureReader.swift`.
  let path: String
  let code: String
  /// The first line of each doc comment, without its slashes.
  let docBeginnings: [Substring]
  /// The lines that are comments.
  let comments: [Substring]

  var description: String { path }

  init(path: String, text: String) {
    self.path = path
    code = Self.code(of: text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
    comments = lines.filter { $0.hasPrefix("//") }
    docBeginnings = zip([""] + lines, lines).compactMap { before, line in
      line.hasPrefix("/// ") && !before.hasPrefix("///") ? line.dropFirst(4) : nil
    }
  }

  static func all(under folder: String) throws -> [SwiftSource] {
    let base = root.appending(path: folder)
    let names =
      FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      let text = try String(contentsOf: base.appending(path: name), encoding: .utf8)
      return SwiftSource(path: "\(folder)/\(name)", text: text)
    }
  }

  /// The words of the code, as whole words: not those in comments and string literals.
  var words: Set<Substring> {
    Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") })
  }

  /// The names of the types that are declared as errors.
  var errors: [Substring] {
    guard words.contains("Error") else { return [] }
    return code.matches(of: /\b(?:struct|enum|class) (\w+):[^{]*\bError\b[^{]*\{/).map(\.1)
  }

  /// Whether a free function of the name is called: not a method, not a declaration.
  func calls(_ function: String) -> Bool {
    code.ranges(of: "\(function)(").contains { range in
      let before = code[..<range.lowerBound]
      guard let last = before.last else { return true }
      return !(last.isLetter || last.isNumber || "_.`".contains(last)) && !before.hasSuffix("func ")
    }
  }

  private static func code(of text: String) -> String {
    text
      .replacing(/"""[\s\S]*?"""/, with: "")
      .replacing(/"(\\.|[^"\\\n])*"/, with: "")
      .replacing(/\/\/[^\n]*/, with: "")
      .replacing(/\/\*[\s\S]*?\*\//, with: "")
  }
}
