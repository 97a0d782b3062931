import BTSnoop
import Bytes
import System

/// The command line as a report shows it to others.
enum CommandLineText {
  /// The options whose values are keys.
  private static let keys: Set<String> = ["advert-key", "irk", "ltk", "tk"]
  /// Options that change nothing of any output.
  private static let idle: Set<String> = ["color", "force", "jobs", "output", "quiet", "summary"]

  /// The command line as a shell takes it: without the values of keys, of files only the last part of the path, and
  /// nothing that changes no output.
  /// - arguments: those of a command line that was understood.
  static func shown(_ arguments: [String], of command: Command) -> String {
    let all = arguments.contains { $0.first == "-" && $0 != "-" } ? OptionDeclaration.all : []
    let words = try? Getopt.words(
      arguments, options: all.map { .init($0.name, short: $0.short, takesValue: $0.takesValue) },
      spelled: OptionParser.spelled)
    guard let words else { return "bleinspect" }
    var shown = ["bleinspect"]
    var operands = 0
    for word in words {
      switch word {
      case .operand(let text, _):
        // The first one names the command, if it has a name.
        let index = operands - (command.word == nil ? 0 : 1)
        let isFile = index >= 0 && (command != .check || index == 0)
        let isName = command.word == nil && Command.all.contains { $0.word == lastPart(of: text) }
        shown.append(isFile ? file(text, isName: operands == 0 && isName) : text)
        operands += 1
      case .option(let index, let value):
        let option = OptionDeclaration.named(all[index].name, of: command) ?? all[index]
        guard !idle.contains(option.name) else { continue }
        shown.append(option.spelling)
        if let value { shown.append(self.value(value, of: option)) }
      }
    }
    return shown.map(quotedForShell).joined(separator: " ")
  }

  /// The last part of an operand's path, as it is taken for a file.
  /// - isName: a command has that name.
  private static func file(_ operand: String, isName: Bool) -> String {
    guard operand != "-" else { return operand }
    let name = lastPart(of: operand)
    return isName || name.hasPrefix("-") ? "./\(name)" : name
  }

  private static func value(_ text: String, of option: OptionDeclaration) -> String {
    if keys.contains(option.name) { return "..." }
    if option.name == "format", let parts = text.cut(at: "=") {
      return "\(parts.before)=\(lastPart(of: String(parts.after)))"
    }
    return option.value?.isFile == true ? lastPart(of: text) : text
  }

  /// The last part of a path; a member of an archive is named whole.
  static func lastPart(of operand: String) -> String {
    let name = try? InputName(operand)
    guard let path = name?.path, let member = name?.member else {
      return operand.split(separator: "/").last.map { String($0) } ?? operand
    }
    return "\(lastPart(of: path)):\(member)"
  }

  /// A word of a command line: quoted only where a shell needs it.
  static func quotedForShell(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x25, 0x2B...0x3A, 0x3D, 0x40...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    return isPlain && !word.isEmpty ? word : inSingleQuotes(word)
  }

  /// A text in the single quotes of any shell.
  static func inSingleQuotes(_ text: String) -> String {
    "'" + text.with("'\\''", for: "'") + "'"
  }
}
