import Testing

@testable import bleinspect

@Suite struct OptionsHelpTests {
  private let texts: [(command: Command?, text: String)] =
    [(nil, HelpText.text(for: nil))] + Command.allCases.map { ($0, HelpText.text(for: $0)) }

  @Test func isWithin80ColumnsOfASCII() {
    for (_, text) in texts {
      #expect(text.hasSuffix("\n"))
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(line.utf8.count <= 80, "\(line)")
        #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(line)")
        #expect(!line.hasSuffix(" "), "\(line)")
      }
    }
  }

  @Test func mentionsEveryOptionThatThereIs() {
    for (command, text) in texts {
      let lines = text.split(separator: "\n")
      for option in OptionDeclaration.all {
        let spelling = HelpText.spelling(of: option, for: command)
        let count = lines.count { $0.hasPrefix("  \(spelling) ") }
        let has = command.map { option.commands.contains($0) } ?? true
        #expect(count == (has ? 1 : 0), "\(option.spelling) for \(String(describing: command))")
      }
    }
  }

  @Test func mentionsEveryWordOfAChoice() throws {
    for (command, text) in texts {
      for option in OptionDeclaration.all {
        guard command.map({ option.commands.contains($0) }) ?? true,
          case .choice(_, let words) = option.value, option.key != .format
        else { continue }
        let line = try #require(
          text.split(separator: "\n").first { $0.hasPrefix("  \(option.spelling) ") })
        for word in words { #expect(line.contains(word), "\(word)") }
      }
      // A capture is no text in some form, and its records are no events.
      guard command != .convert, command != .baseline else { continue }
      let line = try #require(text.split(separator: "\n").first { $0.contains("--format FORMAT") })
      for format in OutputFormat.allCases {
        let has = (command ?? .report).formats.contains(format)
        #expect(line.contains(" \(format.rawValue)") == has)
      }
      for kind in EventKinds.all { #expect(text.contains(kind)) }
    }
  }

  @Test func mentionsCommandsExamplesAndExitCodes() {
    let text = HelpText.text(for: nil)
    for command in Command.allCases {
      #expect(text.contains(command.summary))
      #expect(text.contains("  \(command.usage)\n"))
    }
    for code in ["  0  ", "  1  ", "  2  "] { #expect(text.contains("\n\(code)")) }
  }

  /// What help shows must be understood.
  @Test func theExamplesAreRight() throws {
    for command in Command.allCases {
      for example in command.examples {
        let parts = example.line.split(separator: "|")
        let part = try #require(parts.first { $0.contains("bleinspect") })
        // As a shell parts them; none of the examples quotes anything. What is before the program
        // gives it rights.
        let words = part.split(separator: " ").map(String.init)
          .drop { $0 != "bleinspect" }.dropFirst()
        guard case .run(let found) = try parse(Array(words)) else { continue }
        #expect(found.command == command)
      }
    }
  }

  @Test func isShownWhereItIsAskedFor() throws {
    let whole = Request.show(HelpText.text(for: nil))
    for line in [["--help"], ["-h"], ["a", "--help"], ["--format", "xml", "-h"], ["-vh"]] {
      #expect(try parse(line) == whole)
    }
    #expect(try parse(["packets", "--help"]) == .show(HelpText.text(for: .packets)))
    #expect(try parse(["--help", "gatt"]) == .show(HelpText.text(for: .gatt)))
    #expect(try parse(["--version"]) == .show("bleinspect 0.1.0\n"))
    #expect(try parse(["gatt", "--version", "a"]) == .show("bleinspect 0.1.0\n"))
    #expect(throws: UsageError.self) { try parse(["--helpme", "--help"]) }
  }

  @Test func everyOptionIsDeclaredOnce() {
    let all = OptionDeclaration.all
    #expect(all.count == OptionKey.allCases.count)
    #expect(Set(all.map(\.key)).count == all.count)
    let longs = all.compactMap(\.long)
    #expect(Set(longs).count == longs.count)
    let shorts = all.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
    for option in all {
      #expect(option.long != nil || option.short != nil)
      #expect(option.short.map { $0.isASCII && $0.isLetter } ?? true)
      #expect(!option.commands.isEmpty)
      #expect(!option.help.isEmpty)
      if case .list(_, let words) = option.value { #expect(words == EventKinds.all) }
    }
    #expect(Set(EventKinds.all).count == EventKinds.all.count)
  }

  @Test func theConstantsAreTheOnesThatAreDeclared() throws {
    let option = try #require(OptionDeclaration.all.first { $0.key == .tmp006S0 })
    guard case .choice(_, let words) = option.value else { return }
    #expect(words.map { Double($0) } == ReadingOptions.tmp006Constants)
  }
}
