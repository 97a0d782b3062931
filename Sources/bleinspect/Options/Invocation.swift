/// What one command line asks for.
struct Invocation: Equatable, Sendable {
  var command: Command
  /// Captures in the order given; `-` is standard input. None for `live`, else at least one.
  var files: [String]
  var options: ReadingOptions
  /// The command line, as a report shows it to others.
  var line = "bleinspect"
  /// How the captures of several recorders become one session, once that is known.
  var plan: SessionPlan?

  func refused(_ problem: String) -> UsageError { UsageError(problem, command: command) }

  /// Whether the operands can be captures to read.
  func checkCaptures() throws(UsageError) {
    guard !files.isEmpty else {
      throw refused("missing capture: expected files, or - for standard input")
    }
    if files.contains("") { throw refused("empty name of a capture") }
    try checkStandardInput(files)
    if command != .convert, let output = options.output.file, files.contains(output) {
      throw refused("--output \(quoted(output)) is one of the captures")
    }
  }

  func checkStandardInput(_ files: [String]) throws(UsageError) {
    if files.count(where: { $0 == "-" }) > 1 {
      throw refused("standard input (-) can be read only once")
    }
  }
}

/// What to do with a command line.
enum Request: Equatable, Sendable {
  case run(Invocation)
  /// Text for standard output, and nothing else.
  case show(String)
}

/// A command line error, reported on standard error before anything is read.
struct UsageError: Error, Equatable, Sendable {
  /// What was wrong, what was expected, and where help is: whole lines without the last line feed.
  let message: String

  static let exitCode: Int32 = 2

  /// About a file, not about how the program was called.
  init(file problem: String) { message = problem }

  init(_ problem: String, command: Command = .report) {
    message = "\(problem)\nTry '\(command.invocation) --help'."
  }
}
