import Bytes
import System
import Vocabulary

/// Parses a command line.
struct OptionParser {
  static let version = "1.0.0"
  /// How this program was built: as `make build` or as `make release` does.
  static let build: String = {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }()

  private let environment: (String) -> String?
  private let fileExists: (String) -> Bool
  private let loadDeclarations: (Invocation) throws(UsageError) -> Void

  init(
    environment: @escaping (String) -> String? = System.environment,
    fileExists: @escaping (String) -> Bool = System.fileExists,
    loadDeclarations: @escaping (Invocation) throws(UsageError) -> Void = { _ in }
  ) {
    self.environment = environment
    self.fileExists = fileExists
    self.loadDeclarations = loadDeclarations
  }

  /// - Parameter arguments: without the program's name.
  func parse(_ arguments: [String]) throws(UsageError) -> Request {
    if arguments == ["-h"] { return .show(HelpText.byProblem) }
    // Without options there is no need for the table, which takes a twentieth of a short run.
    let all = arguments.contains { $0.first == "-" && $0 != "-" } ? OptionDeclaration.all : []
    var words: [CommandLineWord] = []
    do {
      words = try Getopt.words(
        arguments, options: all.map { .init($0.name, short: $0.short, takesValue: $0.takesValue) },
        spelled: Self.spelled)
    } catch {
      throw UsageError(explain(error, options: all))
    }

    var given: [(option: OptionDeclaration, value: String)] = []
    var operands: [String] = []
    var firstIsLiteral = false
    for word in words {
      switch word {
      case .option(let index, let value): given.append((all[index], value ?? ""))
      case .operand(let text, let literal):
        if operands.isEmpty { firstIsLiteral = literal }
        operands.append(text)
      }
    }
    if operands.first == "help", !firstIsLiteral, !fileExists("help"),
      let help = OptionDeclaration.all.first(where: { $0.name == "help" })?.answer
    {
      // As git and others have it: `help stats`.
      operands.removeFirst()
      let asked = operands.first
      let command = try takeCommand(from: &operands)
      if command == .report, let asked, asked != "help" {
        throw UsageError("no command \(quoted(asked))")
      }
      return .show(help(command))
    }
    let command = firstIsLiteral ? .report : try takeCommand(from: &operands)
    for option in all where given.contains(where: { $0.option.name == option.name }) {
      if let answer = option.answer { return .show(answer(command)) }
    }

    var invocation = Invocation(command: command, files: operands, options: ReadingOptions())
    for index in given.indices {
      given[index].option = try row(given[index].option.name, of: command)
    }
    // What conditions can name is known before they are read.
    var applied: Set<String> = []
    for isEarly in [true, false] {
      for (option, value) in given where option.isEarly == isEarly {
        let isAgain = !applied.insert(option.name).inserted
        try option.apply(value, to: &invocation, isAgain: isAgain)
      }
      if isEarly { try loadDeclarations(invocation) }
    }
    if invocation.options.output.color == .auto, environment("NO_COLOR")?.isEmpty == false {
      invocation.options.output.color = .never
    }
    guard isInOrder(invocation.options.selection.from, to: invocation.options.selection.to) else {
      throw invocation.refused("--from is later than --to")
    }
    try invocation.takeSummary(environment)
    try command.declaration.prepare(&invocation, given.map(\.option))
    try invocation.checkOutputs()
    return .run(invocation)
  }

  /// The command that the first operand names; it then is not an operand.
  private func takeCommand(from operands: inout [String]) throws(UsageError) -> Command {
    guard let first = operands.first else { return .report }
    if let command = Command.all.first(where: { $0.word == first }) {
      operands.removeFirst()
      return command
    }
    guard !fileExists(first) else {
      let late = operands.dropFirst().first { word in
        Command.all.contains { $0.word == word } && !fileExists(word)
      }
      guard let late else { return .report }
      throw UsageError("no file \(quoted(late)): a command comes before the captures")
    }
    let meant = Suggestion.words(for: first, among: Command.all.compactMap(\.word))
    // A letter may mean anything, and who writes `./` means a file.
    guard meant.isEmpty || first.count < 3 || first.contains("/") else {
      throw UsageError(
        "no command and no file \(quoted(first))" + Suggestion.clause(meant.map { quoted($0) }))
    }
    return .report
  }

  private func row(
    _ name: String, of command: Command
  ) throws(UsageError) -> OptionDeclaration {
    if let option = OptionDeclaration.named(name, of: command) { return option }
    let owners = Command.all.filter { OptionDeclaration.named(name, of: $0) != nil }
    let names = Suggestion.alternatives(owners.map { "'\($0.invocation)'" })
    throw UsageError("--\(name) is an option of \(names) only", command: command)
  }

  private func isInOrder(_ from: TimeBound?, to: TimeBound?) -> Bool {
    switch (from, to) {
    case (.relative(let from), .relative(let to)): from <= to
    case (.section(let from, let fromRest), .section(let to, let toRest)) where from == to:
      fromRest <= toRest
    case (.absolute(let from, let fromRest), .absolute(let to, let toRest)):
      (from, fromRest) <= (to, toRest)
    default: true
    }
  }

  /// `--hci=0` for `--hci0`.
  static func spelled(_ word: String) -> String? {
    let digits = word.dropFirst(5)
    guard word.hasPrefix("--hci"), !digits.isEmpty,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return "--hci=\(digits)"
  }

  private func explain(_ problem: CommandLineError, options: [OptionDeclaration]) -> String {
    let names = HelpText.options(for: nil).map(\.name)
    switch problem {
    case .unknownLong(let name):
      let nearest = Suggestion.words(for: name, among: names).map { "--\($0)" }
      return "unknown option \(quoted("--\(name)"))" + Suggestion.clause(nearest)
    case .unknownShort(let letter, let word):
      let meant = names.filter { word == "-\($0)" || word.hasPrefix("-\($0)=") }.map { "--\($0)" }
      return "unknown option \(quoted(letter.isEmpty ? word : "-\(letter)"))"
        + Suggestion.clause(meant)
    case .missingValue(let index):
      return "\(options[index].spelling) needs a value: \(options[index].synopsis)"
    case .unexpectedValue(let index):
      return "\(options[index].spelling) takes no value"
    }
  }
}
