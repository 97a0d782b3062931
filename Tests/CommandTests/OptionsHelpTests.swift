import GATTSession
import TestSupport
import Testing

@testable import bleinspect

@Suite struct OptionsHelpTests {
  private let texts: [(command: Command?, text: String)] =
    [(nil, HelpText.text(for: nil))] + Command.all.map { ($0, HelpText.text(for: $0)) }

  @Test func isWithin80ColumnsOfASCII() {
    for (_, text) in texts {
      expect(text.hasSuffix("\n"))
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        expect(line.utf8.count <= 80, "\(line)")
        expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(line)")
        expect(!line.hasSuffix(" "), "\(line)")
      }
    }
  }

  @Test func showsEveryRowWhereItHolds() {
    for (command, text) in texts {
      let lines = text.split(separator: "\n")
      for option in OptionDeclaration.all {
        let count = lines.count { $0.hasPrefix("  \(option.synopsis) ") }
        guard let command else {
          // What means something else in another group is there, too.
          let rows = OptionDeclaration.all.filter { $0.synopsis == option.synopsis }
          expect(count <= Set(rows.map(\.group)).count, "\(option.synopsis)")
          continue
        }
        guard option.commands.contains(command) else {
          let isOther = OptionDeclaration.named(option.name, of: command) != nil
          expect(count == 0 || isOther, "\(option.synopsis) of \(command.invocation)")
          continue
        }
        expect(count, equals: 1, "\(option.synopsis) of \(command.invocation)")
        // Lines may be broken anywhere.
        let words = Set(text.split { " \n".contains($0) })
        for word in option.help(for: command).split(separator: " ") {
          expect(words.contains(word), "\(word)")
        }
      }
      for name in Set(OptionDeclaration.all.map(\.name)) where command == nil {
        expect(lines.contains { $0.contains(" --\(name) ") }, "\(name)")
      }
      // Commands that write clocks, captures, baselines or figures choose no kinds of events.
      guard command != .align, command != .convert, command != .redact, command != .baseline,
        command != .decoders, command != .stats, command != .explain, command != .extcap,
        command != .complete
      else { continue }
      let unnamed = EventKind.names.filter { !text.contains($0) }
      expect(
        unnamed, equals: [],
        "not in help of '\(command?.invocation ?? "all")': a command that chooses no kinds of events is named above"
      )
    }
  }

  /// Each row in each of its commands, with the value that it names as an example.
  @Test func everyRowSetsSomethingOfItsOwn() throws {
    for command in Command.all {
      var rows: [(options: ReadingOptions, name: String)] = []
      for option in OptionDeclaration.all where option.commands.contains(command) {
        guard option.answer == nil else { continue }
        var invocation = Invocation(command: command, files: [], options: ReadingOptions())
        // The last word of a choice is not the default.
        let words = option.value?.isChoice == true ? option.value?.words(command) : nil
        let value = words.map { $0.last ?? "" } ?? option.value?.example ?? ""
        try option.apply(value, to: &invocation)
        let name = "\(option.spelling) of \(command.invocation)"
        expect(invocation.options != ReadingOptions(), "\(name)")
        let other = rows.first { $0.options == invocation.options }?.name
        expect(other == nil, "\(name) sets what \(other ?? "") sets")
        rows.append((invocation.options, name))
        if let value = option.value {
          #expect(throws: UsageError.self) { try option.apply("", to: &invocation) }
          for word in value.words(command) where value.isChoice {
            try option.apply(word, to: &invocation)
          }
        }
      }
    }
  }

  @Test func mentionsCommandsExamplesAndExitCodes() {
    let text = HelpText.text(for: nil)
    for command in Command.all {
      expect(text.contains(command.summary))
      expect(text.contains("  \(command.usage)\n"))
    }
    for code in ["  0  ", "  1  ", "  2  "] { expect(text.contains("\n\(code)")) }
    // What only the help of a command explains is not below, and what diff means by a name is listed, too.
    let lines = text.split(separator: "\n")
    expect(lines.filter { $0.contains("(see below)") }.allSatisfy { $0.contains("--event") })
    expect(text.contains("(see live --help)") && text.contains("(see mock --help)"))
    expect(lines.filter { $0.contains("--count") && $0.hasPrefix("  -") }.count, equals: 2)
  }

  /// What help shows must be understood.
  @Test func theExamplesAreRight() throws {
    for command in Command.all {
      for example in command.examples {
        let parts = example.line.split(separator: "|")
        let part = try #require(parts.first { $0.contains("bleinspect") })
        // As a shell parts them; none of the examples quotes anything. What is before the program
        // gives it rights.
        let words = part.split(separator: " ").map(String.init)
          .drop { $0 != "bleinspect" }.dropFirst()
        let request = try parse(Array(words))
        guard case .run(let found) = request else {
          Issue.record("\(example.line): \(request)")
          continue
        }
        expect(found.command, equals: command)
      }
    }
  }

  @Test func isShownWhereItIsAskedFor() throws {
    let whole = Request.show(HelpText.text(for: nil))
    for line in [["--help"], ["-h", "a"], ["a", "--help"], ["--format", "xml", "-h"], ["-vh"]] {
      try expect(parse(line), equals: whole)
    }
    try expect(parse(["-h"]), equals: .show(HelpText.byProblem))
    try expect(parse(["packets", "--help"]), equals: .show(HelpText.text(for: .packets)))
    try expect(parse(["--help", "gatt"]), equals: .show(HelpText.text(for: .gatt)))
    let version = Request.show("bleinspect 1.0.0 (\(OptionParser.build))\n")
    try expect(parse(["--version"]), equals: version)
    try expect(parse(["help"]), equals: parse(["--help"]))
    try expect(parse(["help", "stats"]), equals: parse(["stats", "--help"]))
    try expect(parse(["gatt", "--version", "a"]), equals: version)
    #expect(throws: UsageError.self) { try parse(["--helpme", "--help"]) }
  }

  /// Rows of one name share it: they hold for different commands, and are read alike.
  @Test func rowsOfOneNameAreForDifferentCommands() {
    for (name, rows) in Dictionary(grouping: OptionDeclaration.all, by: \.name) {
      let commands = rows.flatMap(\.commands)
      expect(Set(commands.map(\.invocation)).count, equals: commands.count, "\(name)")
      expect(Set(rows.map { $0.value == nil }).count, equals: 1, "\(name)")
      expect(!name.isEmpty && !commands.isEmpty)
    }
    let shorts = OptionDeclaration.all.compactMap(\.short)
    expect(Set(shorts).count, equals: shorts.count)
    expect(shorts.allSatisfy { $0.isASCII && $0.isLetter })
    expect(Set(Command.all.map(\.invocation)).count, equals: Command.all.count)
    for command in Command.all {
      expect(command.exitCodes.count, equals: 3)
      expect(Command.formatters.contains(command), equals: !command.formats.isEmpty)
    }
  }
}
