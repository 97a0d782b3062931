/// One command, declared once for parsing, help and running it.
///
/// The row of a command is in the command's file.
struct Command: Sendable {
  /// The first operand that selects it; the report has none.
  let word: String?
  /// What follows the options.
  let operands: String?
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

  /// In the order in which help lists them.
  static let all: [Command] = [
    .report, .packets, .gatt, .exchange, .learn, .stats, .page, .trace, .convert, .live, .replay,
    .mock, .diff, .baseline, .check, .decoders, .explain, .complete,
  ]

  /// Those that show what is in a capture.
  static let readers: [Command] = [
    .report, .packets, .gatt, .exchange, .learn, .stats, .page, .trace,
  ]
  /// Those that show data.
  static let viewers: [Command] = readers + [.live, .replay, .mock]
  /// Those that show events or values one by one.
  static let listers: [Command] = viewers.filter { $0 != .stats && $0 != .trace }
  /// Those that have a place for what the tester marked.
  static let markers: [Command] = [
    .report, .page, .exchange, .learn, .trace, .convert, .replay, .check,
  ]
  /// Those that read captures.
  static let captureReaders: [Command] = readers + [.convert, .replay]
  /// Those whose filters select records or events.
  static let filterers: [Command] = captureReaders + [.live]
  /// Those that follow what devices say.
  static let sessions: [Command] = all.filter {
    $0 != .decoders && $0 != .explain && $0 != .complete
  }
  /// Those that take timelines as well as captures.
  static let comparers: [Command] = [.diff, .baseline, .check]

  /// Reserved for later commands: a capture with such a name needs `./` from the start.
  static let reservedWords: Set<String> = ["redact"]

  /// `bleinspect packets`, as typed.
  var invocation: String { word.map { "bleinspect \($0)" } ?? "bleinspect" }

  /// `bleinspect packets [OPTION]... CAPTURE...`
  var usage: String {
    "\(invocation) [OPTION]..." + (operands.map { " \($0)" } ?? "")
  }

  /// What holds for all commands that read several captures.
  static let manyCaptures =
    "Several captures are read as one, in the order given; - is standard input. The format of a "
    + "capture is detected from its content."
}

extension Command: Equatable {
  static func == (one: Command, other: Command) -> Bool { one.word == other.word }
}
