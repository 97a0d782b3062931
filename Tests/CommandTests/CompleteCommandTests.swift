import Foundation
import TestSupport
import Testing

@testable import bleinspect

/// What shells complete, and the manual page: made from the tables that the program reads.
@Suite struct CompleteCommandTests {
  private func complete(_ what: String) throws -> String {
    let outcome = try Program.run(["complete", what])
    expect(outcome.status == 0 && outcome.errors.isEmpty)
    return outcome.output
  }

  @Test func bashCompletes() throws {
    let folder = try TemporaryFolder()
    let script = try folder.file("completion", Array(complete("bash").utf8))
    /// What bash offers for the last of some words.
    func bash(_ words: String...) throws -> Set<String> {
      let list = words.map { "'\($0)'" }.joined(separator: " ")
      let outcome = try Program.shell(
        "bash -c 'source $0; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
          + "_bleinspect; printf \"%s\\n\" \"${COMPREPLY[@]}\"' '\(script)' bleinspect \(list)")
      expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return Set(outcome.lines.filter { !$0.isEmpty })
    }
    try expect(bash("stats", "--form"), equals: ["--format"])
    try expect(
      bash("stats", "--format", ""), equals: ["text", "json", "markdown", "sarif", "codequality"])
    try expect(bash("--adverts", "c"), equals: ["changes"])
    try expect(bash("expl").isSuperset(of: ["explain"]))
    try expect(bash("stats", "expl").isEmpty)
    try expect(bash("check", "--max-gap").isEmpty)
    // A file, after an option that takes one and as an operand.
    try expect(bash("--output", "/et").contains("/etc"))
    try expect(bash("stats", "/et").contains("/etc"))
    // Any text.
    try expect(bash("--device", "").isEmpty)
    // A value in the same word, which bash takes for three.
    try expect(bash("stats", "--format", "=", "s"), equals: ["sarif"])
    try expect(bash("packets", "--format", "="), equals: ["text", "ndjson"])
    try expect(bash("check", "--max-severity", "n"), equals: ["none", "note"])
    try expect(bash("convert", "--to", "pk"), equals: ["pklg"])
    try expect(bash("decoders", ""), equals: ["list", "show", "check", "try", "lua"])
    try expect(bash("decoders", "check", "/et").contains("/etc"))
    try expect(bash("complete", "z"), equals: ["zsh"])
    try expect(bash("explain", "slow-").contains("slow-answers"))
    try expect(bash("live", "/et").isEmpty)
    // The last of a list.
    try expect(bash("--event", "notif"), equals: ["notification"])
    try expect(bash("--event", "read,notif"), equals: ["read,notification"])
    try expect(
      bash("diff", "--only", "=", "read,write,no"),
      equals: [
        "read,write,notification", "read,write,note",
      ])
    let options = HelpText.options(for: .gatt).flatMap(\.spellings)
    try expect(bash("gatt", "-"), equals: Set(options))
  }

  @Test(arguments: ["zsh", "fish", "man"]) func hasEveryRow(what: String) throws {
    let text = try complete(what)
    for option in OptionDeclaration.all {
      switch what {
      case "zsh":
        let sign = option.takesValue ? "=" : ""
        expect(text.contains("'*\(option.spelling)\(sign)["), "\(option.name)")
      case "fish": expect(text.contains(" -l \(option.name) "), "\(option.name)")
      default:
        expect(
          text.contains(option.spelling.replacing("-", with: "\\-")), "\(option.name)")
      }
    }
    for word in Command.all.compactMap(\.word) { expect(text.contains(word)) }
  }

  private static func isInstalled(_ command: String) -> Bool {
    (try? Program.shell("command -v \(command)"))?.status == 0
  }

  /// A shell that is installed understands its file.
  @Test(arguments: ["bash", "zsh", "fish"].filter(isInstalled)) func isValid(shell: String) throws {
    let outcome = try Program.shell("$B complete \(shell) | \(shell) -n /dev/stdin")
    expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(.enabled(if: isInstalled("fish"), "fish is not installed")) func fishCompletes() throws {
    let folder = try TemporaryFolder()
    let script = try folder.file("completion", Array(complete("fish").utf8))
    func fish(_ line: String) throws -> Set<String> {
      let outcome = try Program.shell(
        "HOME=/tmp fish -c \"source '\(script)'; complete -C 'bleinspect \(line)'\"")
      return Set(outcome.lines.map { String($0.prefix { $0 != "\t" }) }.filter { !$0.isEmpty })
    }
    try expect(fish("complete z"), equals: ["zsh"])
    try expect(fish("decoders sh"), equals: ["show"])
    try expect(fish("stats --format=s"), equals: ["--format=sarif"])
    try expect(fish("--event read,notif"), equals: ["read,notification"])
    try expect(fish("diff --only=read,notif"), equals: ["--only=read,notification"])
  }

  @Test(.enabled(if: isInstalled("groff"), "groff is not installed"))
  func theManualPageIsValid() throws {
    let outcome = try Program.shell("$B complete man | groff -man -ww -Tascii -z")
    expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  /// What each command does, and whatever else it heeds.
  @Test func theManualPageSaysWhatCommandsDo() throws {
    let page = try complete("man").replacing("\\-", with: "-")
    for command in Command.all { expect(page.contains("\n\(command.summary).\n"), "\(command)") }
    for word in ["NO_COLOR", "XDG_CONFIG_HOME", "/decoders/", ".bleinspect-diff.json"] {
      expect(page.contains(word))
    }
  }

  @Test func nothingElseIsWritten() throws {
    for words in [[], ["tcsh"], ["bash", "zsh"]] {
      let outcome = try Program.run(["complete"] + words)
      expect(outcome.status == 2 && outcome.output.isEmpty)
    }
  }
}
