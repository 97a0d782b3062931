/// What a command declares, once for help, for its checks and for running it.
struct CommandDeclaration: Sendable {
  /// What follows the options.
  let operands: String?
  /// The words of which its first operand is one; empty: it is any.
  var operandWords: @Sendable () -> [String] = { [] }
  /// Whether operands may be files.
  var takesFiles = true
  /// One line for the list of commands.
  let summary: String
  /// A paragraph for its own help.
  let about: String
  /// The formats of its output; the first is the default.
  var formats: [OutputFormat] = []
  /// What its help explains after the options.
  var sections: [HelpSection] = []
  let examples: [(line: String, about: String)]
  /// What exit codes 0, 1 and 2 mean.
  let exitCodes: [String]
  /// Checks and completes a command line; the options are those given, in their order.
  var prepare: @Sendable (inout Invocation, [OptionDeclaration]) throws(UsageError) -> Void = {
    invocation, _ throws(UsageError) in try invocation.checkCaptures()
  }
  let run: @Sendable (Invocation) -> ExitCode

  /// What holds for all commands that read several captures.
  static let manyCaptures =
    "Several captures are read as one, in the order given; - is standard input. The format of a "
    + "capture is detected from its content."
}

extension Command {
  var summary: String { declaration.summary }
  var about: String { declaration.about }
  var formats: [OutputFormat] { declaration.formats }
  var sections: [HelpSection] { declaration.sections }
  var examples: [(line: String, about: String)] { declaration.examples }
  var exitCodes: [String] { declaration.exitCodes }
}
