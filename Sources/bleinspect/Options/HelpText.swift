import BTSnoop
import GATTSession
import Timeline
import Vocabulary

/// What help explains after the options: a heading and its lines.
struct HelpSection: Sendable {
  let title: String
  /// Laid out only for help.
  private let lines: @Sendable () -> String

  private init(_ title: String, _ lines: @escaping @Sendable () -> String) {
    self.title = title
    self.lines = lines
  }

  var body: String { lines() }

  /// - column: where the second texts start.
  static func table(
    _ title: String, rows: @autoclosure @escaping @Sendable () -> [(String, String)],
    column: Int = HelpText.column
  ) -> HelpSection {
    HelpSection(title) { rows().map { HelpText.row($0, right: $1, at: column) }.joined() }
  }

  static func kinds(_ options: String? = nil) -> HelpSection {
    HelpSection("Kinds of events" + (options.map { " (\($0))" } ?? "")) {
      HelpText.wrapped(EventKind.names.joined(separator: ", "), indent: 2)
    }
  }

  static func targets(_ title: String) -> HelpSection {
    table(title, rows: CaptureTarget.allCases.map { ($0.rawValue, $0.explanation) }, column: 18)
  }
}

/// Help, made from the rows of commands and options.
enum HelpText {
  private static let width = Page.width
  static let column = 27

  /// The help of the program, or of one command.
  static func text(for command: Command?) -> String {
    var out = ""
    if let command {
      out += "\(command.invocation): \(command.summary)\n\n"
      out += "Usage: \(command.usage)\n\n"
      out += wrapped(command.about)
    } else {
      out += wrapped(
        "bleinspect reads captures of Bluetooth Low Energy (btsnoop, pcap, pcapng and others) and "
          + "shows what happened: devices, their attributes, decoded values, and errors. It needs "
          + "no adapter; only `live` listens to adapters, and only `mock` transmits.")
      out += "\nUsage:\n"
      for command in Command.all { out += "  \(command.usage)\n" }
      out += "\n" + wrapped(CommandDeclaration.manyCaptures)
      out += "\nCommands:\n"
      for command in Command.all {
        out += row(command.word ?? "(none)", right: command.summary, at: 11)
      }
    }
    out += options(of: command)
    for section in command?.sections ?? Command.report.sections + Command.convert.sections {
      out += "\n\(section.title):\n\(section.body)"
    }
    out += "\nExamples:\n"
    for example in command?.examples ?? Command.all.flatMap(\.examples) {
      out += "  \(padded(example.line, to: 54)) \(example.about)\n"
    }
    out += "\nExit codes\(command == nil ? " (COMMAND --help has those of a command)" : ""):\n"
    for (code, meaning) in (command ?? .report).exitCodes.enumerated() {
      out += "  \(code)  \(meaning)\n"
    }
    return out
  }

  /// The options of a command; for the program, the first row of each name.
  static func options(for command: Command?) -> [OptionDeclaration] {
    if let command { return OptionDeclaration.all.filter { $0.commands.contains(command) } }
    var names: Set<String> = []
    return OptionDeclaration.all.filter { names.insert($0.name).inserted }
  }

  private static func options(of command: Command?) -> String {
    let all = command.map { options(for: $0) } ?? overview
    var out = ""
    for group in OptionGroup.allCases {
      let options = all.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      out += "\n\(group.rawValue):\n"
      for option in options {
        let help = command.map { option.help(for: $0) } ?? overview(of: option)
        out += row(option.synopsis, right: help, at: column)
      }
    }
    return out
  }

  /// Each name once a group: what means something else in another group is there, too.
  private static var overview: [OptionDeclaration] {
    var names: Set<String> = []
    return OptionDeclaration.all.filter {
      names.insert("\($0.group.rawValue) \($0.name)").inserted
    }
  }

  /// What only the help of a command explains is looked up there.
  private static func overview(of option: OptionDeclaration) -> String {
    let help = option.help(for: .report)
    if option.name == "format" { return help + "; others by command" }
    guard ![Command.report, .convert].contains(where: option.commands.contains),
      let word = Command.all.first(where: option.commands.contains)?.word
    else { return help }
    return help.split(separator: " ").map {
      $0.hasPrefix("below)") ? "\(word) --help\($0.dropFirst(5))" : String($0)
    }.joined(separator: " ")
  }

  fileprivate static func row(_ left: String, right: String, at column: Int) -> String {
    let lines = wrapped(right, indent: column).dropFirst(column)
    return "  \(padded(left, to: column - 3)) \(lines)"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  fileprivate static func wrapped(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    var out = ""
    var line = margin
    for word in text.split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > width {
        out += line + "\n"
        line = margin
      }
      line += (line.count > indent ? " " : "") + word
    }
    return out + line + "\n"
  }
}

extension CaptureTarget {
  /// One line for the list of formats.
  fileprivate var explanation: String {
    let endings = Self.endings.filter { $0.value == self }.keys.sorted().map { ".\($0)" }
    return endings.isEmpty ? details : "\(details) (\(Suggestion.alternatives(endings)))"
  }

  private var details: String {
    switch self {
    case .btsnoop: "H4 packets, 1002"
    case .btsnoopMonitor: "btsnoop of the BlueZ monitor, 2001"
    case .pcap: "HCI: 201; link layer: 256"
    case .pcapng: "HCI: 201; link layer: 256"
    case .pcapngMonitor: "BlueZ monitor, 254"
    case .pcapLE, .pcapngLE: "link layer with radio header, 256"
    case .pklg: "PacketLogger, big-endian"
    case .pcapLEBare, .pcapngLEBare: "link layer, nothing but the packets, 251"
    }
  }
}
