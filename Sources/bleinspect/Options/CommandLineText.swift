/// A command line as others may see it.
enum CommandLineText {
  /// With the last parts of files' names, and without keys; where it is written to is left out.
  static func shown(
    _ command: Command, _ given: [(option: OptionDeclaration, value: String)], _ files: [String]
  ) -> String {
    var words = ["bleinspect"]
    if let word = command.word { words.append(word) }
    for (option, value) in given where option.name != "output" {
      words.append("--\(option.name)")
      guard let kind = option.value else { continue }
      words.append(!kind.isQuoted ? "..." : word(kind.isFile ? lastPart(of: value) : value))
    }
    words += files.map { word(lastPart(of: $0)) }
    return words.joined(separator: " ")
  }

  private static func lastPart(of path: String) -> String {
    String(path.split(separator: "/").last ?? Substring(path))
  }

  /// As a shell takes it for one word.
  private static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B...0x2F, 0x3A, 0x3D, 0x40, 0x5F: true
      default: false
      }
    }
    guard !isPlain || text.isEmpty else { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
