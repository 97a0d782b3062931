import BTSnoop
import Bytes

/// Reads a command line.
struct OptionParser {
  static let version = "0.1.0"

  private let environment: (String) -> String?
  private let fileExists: (String) -> Bool

  init(
    environment: @escaping (String) -> String? = Bytes.environment,
    fileExists: @escaping (String) -> Bool = bleinspect.fileExists
  ) {
    self.environment = environment
    self.fileExists = fileExists
  }

  /// - Parameter arguments: without the program's name.
  func parse(_ arguments: [String]) throws(UsageError) -> Request {
    let declarations = OptionDeclaration.all
    var words: [CommandLineWord] = []
    do {
      words = try Getopt.words(arguments, declarations)
    } catch {
      throw UsageError(explain(error, declarations))
    }

    var given: [(option: OptionDeclaration, value: String?)] = []
    var operands: [String] = []
    var firstIsLiteral = false
    for word in words {
      switch word {
      case .option(let index, let value): given.append((declarations[index], value))
      case .operand(let text, let literal):
        if operands.isEmpty { firstIsLiteral = literal }
        operands.append(text)
      }
    }
    let command = firstIsLiteral ? .report : try takeCommand(from: &operands)
    if given.contains(where: { $0.option.key == .help }) {
      let whole = command == .report
      return .show(HelpText.text(for: whole ? nil : command))
    }
    if given.contains(where: { $0.option.key == .version }) {
      return .show("bleinspect \(Self.version)\n")
    }

    var options = ReadingOptions()
    for (option, value) in given {
      try OptionAssignment(command: command, option: option).apply(value ?? "", to: &options)
    }
    if options.color == .auto, let value = environment("NO_COLOR"), !value.isEmpty {
      options.color = .never
    }
    if command == .convert { try takeOutput(from: &operands, &options) }
    if command == .check { try takeRules(from: &operands, &options) }
    if command == .gatt { try check(trees: given.map(\.option), options) }
    if command == .replay { try check(replay: given.map(\.option), &options) }
    try check(operands, options, command)
    return .run(Invocation(command: command, files: operands, options: options))
  }

  /// The command that the first operand names; it is no operand then.
  private func takeCommand(from operands: inout [String]) throws(UsageError) -> Command {
    guard let first = operands.first else { return .report }
    if let command = Command.allCases.first(where: { $0.word == first }) {
      operands.removeFirst()
      return command
    }
    if Command.reservedWords.contains(first), !fileExists(first) {
      throw UsageError(
        "the command \(quoted(first)) is not in this version, and there is no such file")
    }
    return .report
  }

  /// The last operand is the file to write; its ending names the format unless --to does.
  private func takeOutput(
    from operands: inout [String], _ options: inout ReadingOptions
  ) throws(UsageError) {
    guard operands.count >= 2, let output = operands.popLast() else {
      throw UsageError(
        "expected captures and a file to write, or - for standard output", command: .convert)
    }
    guard !output.isEmpty else {
      throw UsageError("the name of the file to write is empty", command: .convert)
    }
    if output != "-" { options.output = output }
    options.target = options.target ?? CaptureTarget(fileName: output)
    guard options.target == nil else { return }
    let targets = CaptureTarget.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(
      output == "-"
        ? "standard output has no ending that names a format: use --to \(targets)"
        : "\(quoted(output)): the ending names no format: use --to \(targets)",
      command: .convert)
  }

  /// What would compare a part of the trees of one side with all of the other.
  private static let partOptions: Set<OptionKey> = [
    .uuid, .handle, .event, .frame, .from, .to, .count, .adverts, .errors,
  ]

  private func check(
    trees given: [OptionDeclaration], _ options: ReadingOptions
  ) throws(UsageError) {
    func refused(_ problem: String) -> UsageError { UsageError(problem, command: .gatt) }
    guard let expected = options.expectedTrees else {
      if options.format == .junit { throw refused("--format junit is a report of --expect FILE") }
      return
    }
    if expected == "-" { throw refused("--expect - is not read from standard input: give a file") }
    if expected == options.output {
      throw refused("--output \(quoted(expected)) is what is expected")
    }
    if given.count(where: { $0.key == .expect }) > 1 {
      throw refused("--expect is given twice: one document can be compared with")
    }
    if given.contains(where: { $0.key == .gatt }) {
      throw refused("--gatt does not go with --expect: what is given was not discovered")
    }
    if let option = given.first(where: { Self.partOptions.contains($0.key) }) {
      throw refused("\(option.name) does not go with --expect, which compares whole trees")
    }
  }

  /// The first operand is the capture, all others are rules.
  private func takeRules(
    from operands: inout [String], _ options: inout ReadingOptions
  ) throws(UsageError) {
    func refused(_ problem: String) -> UsageError { UsageError(problem, command: .check) }
    guard let capture = operands.first else {
      throw refused("no capture given: expected a capture or a timeline, and rules")
    }
    options.check.rules = Array(operands.dropFirst())
    operands = [capture]
    guard !options.check.rules.isEmpty || !options.check.ruleFiles.isEmpty else {
      throw refused("no rule given: expected rules behind the capture, or --rules FILE")
    }
    let inputs = operands + options.check.ruleFiles
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw refused("standard input (-) can be read only once")
    }
    if let output = options.output, inputs.contains(output) {
      throw refused("--output \(quoted(output)) is read, too")
    }
  }

  private func check(
    _ files: [String], _ options: ReadingOptions, _ command: Command
  ) throws(UsageError) {
    try checkTimes(options, command)
    guard command != .live else { return try check(live: files, options) }
    guard command != .diff else { return try check(diff: files, options) }
    guard !files.isEmpty else {
      throw UsageError(
        "no capture given: expected files, or - for standard input", command: command)
    }
    if files.contains("") {
      throw UsageError("a capture's name is empty", command: command)
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw UsageError("standard input (-) can be read only once", command: command)
    }
    if command != .convert, let output = options.output, files.contains(output) {
      throw UsageError("--output \(quoted(output)) is one of the captures", command: command)
    }
    try check(replayed: files, options.replay.records)
    if options.follows, options.format == .json {
      throw UsageError("--follow does not go with --format json: use ndjson", command: command)
    }
  }

  private func check(
    live operands: [String], _ options: ReadingOptions
  ) throws(UsageError) {
    func refused(_ problem: String) -> UsageError { UsageError(problem, command: .live) }
    if let first = operands.first {
      throw refused("live reads no captures: \(quoted(first)); --source says what it listens to")
    }
    let live = options.live
    guard let recording = live.recording else {
      let orphans = [
        (live.rotation != nil, "--rotate"), (live.keep != nil, "--keep"),
        (options.force, "--force"),
      ]
      guard let (_, name) = orphans.first(where: { $0.0 }) else { return }
      throw refused("\(name) is about a recording: --write FILE")
    }
    if live.keep != nil, live.rotation == nil {
      throw refused("--keep is about the files of a rotation: --rotate WHEN")
    }
    if recording == options.output {
      throw refused("--write and --output name one file: \(quoted(recording))")
    }
    if recording == "-", options.output == nil {
      throw refused("--write - leaves no standard output for the timeline: --output FILE")
    }
  }

  private func check(
    diff sides: [String], _ options: ReadingOptions
  ) throws(UsageError) {
    func refused(_ problem: String) -> UsageError { UsageError(problem, command: .diff) }
    guard sides.count == 2, let expected = sides.first, let actual = sides.last else {
      let problem = sides.count < 2 ? "two sides are needed" : "\(sides.count) files are too many"
      throw refused("\(problem): expected EXPECTED ACTUAL, each a capture or an NDJSON timeline")
    }
    if sides.contains("") { throw refused("the name of a side is empty") }
    if expected == "-", actual == "-" {
      throw refused("standard input (-) can be read only once: one of the sides must be a file")
    }
    if let output = options.output, sides.contains(output) {
      throw refused("--output \(quoted(output)) is one of the sides")
    }
    if options.diff.updates, expected == "-" {
      throw refused("--update writes EXPECTED, which is standard input here")
    }
    if options.diff.configuration != nil, !options.diff.isConfigured {
      throw refused("--config and --no-config contradict each other")
    }
    if options.diff.configuration == "-" {
      throw refused("--config - is not read from standard input: give a file")
    }
  }

  private func checkTimes(
    _ options: ReadingOptions, _ command: Command
  ) throws(UsageError) {
    let inOrder =
      switch (options.from, options.to) {
      case (.relative(let from), .relative(let to)): from <= to
      case (.absolute(let from, let fromRest), .absolute(let to, let toRest)):
        (from, fromRest) <= (to, toRest)
      default: true
      }
    if !inOrder { throw UsageError("--from is later than --to", command: command) }
  }

  private func explain(
    _ problem: CommandLineProblem, _ declarations: [OptionDeclaration]
  ) -> String {
    let names = declarations.compactMap(\.long)
    switch problem {
    case .unknownLong(let name):
      let nearest = Suggestion.words(for: name, among: names).map { "--\($0)" }
      return "unknown option \(quoted("--\(name)"))" + Suggestion.clause(nearest)
    case .unknownShort(let letter, let word):
      let meant = names.filter { word == "-\($0)" || word.hasPrefix("-\($0)=") }.map { "--\($0)" }
      return "unknown option \(quoted(letter.isEmpty ? word : "-\(letter)"))"
        + Suggestion.clause(meant)
    case .missingValue(let index):
      let option = declarations[index]
      return "\(option.name) needs a value: \(option.spelling)"
    case .unexpectedValue(let index):
      return "\(declarations[index].name) takes no value"
    }
  }
}
