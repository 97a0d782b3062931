import Vocabulary

/// The headings under which help shows the options.
enum OptionGroup: String, CaseIterable, Sendable {
  case output = "Output"
  case filters = "Filters (show only)"
  case reading = "Reading"
  case packets = "Records (packets)"
  case learn = "Contrast (learn)"
  case stats = "Answers (stats; all unless some are chosen)"
  case align = "Clocks of several recorders"
  case live = "Live"
  case replay = "Replay"
  case mock = "Mock"
  case comparison = "What counts"
  case expectation = "Expectation"
  case check = "Check"
  case writing = "Writing"
  case redaction = "Redaction"
  case wireshark = "Wireshark"
  case other = "Other"
}

/// One option, declared once for reading it and for everything that explains it.
///
/// An option that means something else in some commands has a separate row for those.
struct OptionDeclaration: Sendable {
  /// Without its dashes.
  let name: String
  /// Whether it is applied before those whose values it may change.
  var isEarly: Bool { name == "decoders" || name == "no-config" }
  /// An ASCII letter.
  let short: Character?
  let takesValue: Bool
  /// `nil`: it has no value.
  var value: OptionValue? { takesValue ? makeValue() : nil }
  private let makeValue: @Sendable () -> OptionValue?
  let group: OptionGroup
  let commands: [Command]
  /// What it means to give it again.
  let again: Again
  private let about: String
  private let set: Setter
  /// What to show instead of running the command.
  let answer: (@Sendable (Command) -> String)?

  private typealias Setter =
    @Sendable (inout ReadingOptions, String, Command) throws(SettingError) -> Void

  /// What a value means that comes after another one.
  enum Again: Sendable {
    /// It changes a setting, such as one of an alias.
    case lastHolds
    case adds
    /// It selects or names something, and what is lost would be missed.
    case isRefused
  }

  /// An option with a value.
  init<Value>(
    _ name: String, short: Character? = nil,
    _ kind: @autoclosure @escaping @Sendable () -> OptionKind<Value>, in group: OptionGroup,
    for commands: [Command] = Command.all, again: Again = .lastHolds, _ about: String,
    set: @escaping @Sendable (inout ReadingOptions, Value) throws(SettingError) -> Void
  ) {
    self.init(
      name, short: short, takesValue: true, value: { kind().value }, in: group, for: commands,
      again: again, about
    ) { options, text, command throws(SettingError) in
      try set(&options, try kind().read(text, command))
    }
  }

  /// A switch.
  init(
    _ name: String, short: Character? = nil, in group: OptionGroup,
    for commands: [Command] = Command.all, _ about: String,
    set: @escaping @Sendable (inout ReadingOptions) -> Void
  ) {
    self.init(name, short: short, in: group, for: commands, about) { options, _, _ in
      set(&options)
    }
  }

  /// A question that is answered whatever else is on the command line.
  init(
    _ name: String, short: Character? = nil, _ about: String,
    answer: @escaping @Sendable (Command) -> String
  ) {
    self.init(
      name, short: short, in: .other, for: Command.all, about, answer: answer
    ) { _, _, _ in
    }
  }

  private init(
    _ name: String, short: Character?, takesValue: Bool = false,
    value: @escaping @Sendable () -> OptionValue? = { nil }, in group: OptionGroup,
    for commands: [Command], again: Again = .lastHolds, _ about: String,
    answer: (@Sendable (Command) -> String)? = nil, set: @escaping Setter
  ) {
    self.name = name
    self.short = short
    self.takesValue = takesValue
    makeValue = value
    self.group = group
    self.commands = commands
    self.again = again
    self.about = about
    self.answer = answer
    self.set = set
  }

  /// The row that applies to a command.
  static func named(_ name: String, of command: Command) -> OptionDeclaration? {
    all.first { $0.name == name && $0.commands.contains(command) }
  }

  /// Sets what the option controls.
  /// - isAgain: whether it was given before.
  func apply(
    _ text: String, to invocation: inout Invocation, isAgain: Bool = false
  ) throws(UsageError) {
    do throws(SettingError) {
      if takesValue, text.isEmpty { throw SettingError("is empty") }
      if isAgain, again == .isRefused { throw SettingError("given twice") }
      try set(&invocation.options, text, invocation.command)
    } catch {
      let word = value?.isQuoted ?? true || text.isEmpty ? " \(quoted(text))" : ""
      throw invocation.refused("\(spelling)\(word): \(error.message)")
    }
  }

  /// `--format`: its name in messages.
  var spelling: String { "--\(name)" }

  /// `-x` and `--bytes`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [spelling] }

  /// `-x, --bytes` or `--frame A-B`: its form in help.
  var synopsis: String {
    let names = (short.map { "-\($0), " } ?? "") + spelling
    return value.map { "\(names) \($0.placeholder)" } ?? names
  }

  /// Its help text; a choice ends with its words.
  func help(for command: Command) -> String {
    guard let value, value.isChoice else { return about }
    let words = value.words(command)
    let marked = words.enumerated().map { $0.offset == 0 ? "\($0.element) (default)" : $0.element }
    return (about.isEmpty ? "" : "\(about): ") + Suggestion.alternatives(marked)
  }
}
