/// The options, by what they set.
enum OptionKey: CaseIterable, Sendable {
  case format, output
  case device, uuid, connection, handle, hci, event, frame, from, to, count, adverts, errors
  case all, badCRC, follow, gatt, irk, strict, time, units, color, quiet, tmp006S0
  case verbose, bytes
  case force
  case source, write, rotate, keep, duration, until
  case speed, maxGap, records
  case map, link, values, range, tolerance, timeTolerance, ignore, only
  case config, noConfig, update
  case times
  case rules, expect
  case help, version
}

/// The headings under which help shows the options.
enum OptionGroup: String, CaseIterable, Sendable {
  case output = "Output"
  case filters = "Filters (show only)"
  case reading = "Reading"
  case packets = "Records (packets)"
  case live = "Live"
  case replay = "Replay"
  case comparison = "What counts"
  case expectation = "Expectation"
  case check = "Check"
  case writing = "Writing"
  case other = "Other"
}

/// What stands behind an option.
enum OptionValue: Sendable {
  case none
  /// One of some words.
  case choice(String, [String])
  /// Some of some words, with commas between them.
  case list(String, [String])
  case file(String)
  case text(String)

  /// How help names the value.
  var placeholder: String? {
    switch self {
    case .none: nil
    case .choice(let name, _), .list(let name, _), .file(let name), .text(let name): name
    }
  }
}

/// An option as it is declared once, for reading it and for everything that explains it.
struct OptionDeclaration: Sendable {
  let key: OptionKey
  /// An ASCII letter.
  let short: Character?
  /// Without its dashes.
  let long: String?
  let value: OptionValue
  let group: OptionGroup
  /// One line.
  let help: String
  let commands: [Command]

  init(
    _ key: OptionKey, short: Character? = nil, long: String? = nil, _ value: OptionValue = .none,
    in group: OptionGroup, for commands: [Command] = Command.allCases, _ help: String
  ) {
    self.key = key
    self.short = short
    self.long = long
    self.value = value
    self.group = group
    self.help = help
    self.commands = commands
  }

  var takesValue: Bool { value.placeholder != nil }

  /// `--format` or `-n`: how messages name it.
  var name: String { long.map { "--\($0)" } ?? short.map { "-\($0)" } ?? "" }

  /// `-x, --bytes` or `--frame A-B`: how help shows it.
  var spelling: String {
    let names = [short.map { "-\($0)" }, long.map { "--\($0)" }].compactMap(\.self)
    let joined = names.joined(separator: ", ")
    return value.placeholder.map { "\(joined) \($0)" } ?? joined
  }
}
