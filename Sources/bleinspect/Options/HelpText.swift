import BTSnoop

/// Help, made from the declarations.
enum HelpText {
  private static let width = 80
  private static let column = 27

  /// The help of the program, or of one command.
  static func text(for command: Command?) -> String {
    var out = ""
    if let command {
      out += "\(command.invocation): \(command.summary)\n\n"
      out += "Usage: \(command.usage)\n"
    } else {
      out += wrapped(
        "bleinspect reads captures of Bluetooth Low Energy (btsnoop, pcap, pcapng) and tells what "
          + "happened in them: devices, their attributes, decoded values, and errors. For that it "
          + "needs no adapter; `live` listens to those that there are. It sends nothing.")
      out += "\nUsage:\n"
      for command in Command.allCases { out += "  \(command.usage)\n" }
    }
    out += "\n"
    if command == .diff {
      out += wrapped(diff)
    } else if command == .check {
      out += wrapped(check)
    } else if command != .live {
      out += wrapped(
        "Several captures are read as one, in the order given. - is standard input. The format of "
          + "a capture is found by its content.")
    }
    if command == .live { out += wrapped(live) }
    if command == .replay { out += "\n" + wrapped(replay) }
    if command == .baseline { out += "\n" + wrapped(baseline) }
    if command == nil {
      out += "\nCommands:\n"
      for command in Command.allCases {
        out += row(command.word ?? "(none)", command.summary, at: 11)
      }
    }
    out += options(of: command)
    if command == .check {
      out += "\nRules:\n"
      for (rule, about) in rules { out += row(rule, about, at: 35) }
    }
    if command != .convert, command != .baseline {
      let options = command == .diff ? " (--only, --ignore)" : command == .check ? "" : " (--event)"
      out += "\nKinds of events\(options):\n"
      out += wrapped(EventKinds.all.joined(separator: ", "), indent: 2)
    }
    if command.map(\.writesCaptures) ?? true {
      out +=
        command == .replay
        ? "\nFormats of packets (--to):\n"
        : "\nFormats of OUT (--to, or by the ending of its name):\n"
      for target in CaptureTarget.allCases {
        out += row(target.rawValue, target.explanation, at: 18)
      }
    }
    if command == .live {
      out += "\nSources (--source):\n"
      for (source, about) in sources { out += row(source, about) }
      out += "\nConditions (--until):\n"
      for (condition, about) in conditions { out += row(condition, about) }
    }
    out += "\nExamples:\n"
    for example in command.map(\.examples) ?? Command.allCases.flatMap(\.examples) {
      out += "  \(padded(example.line, to: 54)) \(example.about)\n"
    }
    out += "\nExit codes\(command == nil ? " (those of live: live --help)" : ""):\n"
    for (code, meaning) in (command ?? .report).exitCodes { out += "  \(code)  \(meaning)\n" }
    return out
  }

  private static let live =
    "It listens beside what else uses the adapters, and disturbs nothing. Ctrl-C ends it. Without "
    + "--source it listens to this machine's adapters, for which it needs the right CAP_NET_RAW."

  private static let replay =
    "On a terminal, space pauses and goes on, . steps to the next event while it pauses, and q "
    + "quits. With --records it plays packets: what reads them sees the capture as if live."

  private static let diff =
    "Compares what happened, not when and how it was recorded: times, frames, handles and changing "
    + "addresses never count. EXPECTED and ACTUAL are each a capture or an NDJSON timeline "
    + "(--format ndjson, or bleinspect baseline); one of them may be -, standard input. "
    + ".bleinspect-diff.json beside EXPECTED may hold options; those given here come on top."

  private static let check =
    "Asks rules of a capture, an NDJSON timeline or a baseline; - is standard input. Each RULE is "
    + "one argument, or a line of a file (--rules). At least one event has to be what a rule is "
    + "about, and all that are have to be as it says. docs/check.md has the whole grammar."

  private static let rules = [
    ("notification:2A37 count>=10", "so many events of a kind"),
    ("notification heart_rate_bpm=40..200", "each says so; also != < <= > >= a|b"),
    ("notification:2A37 max_gap<=2.5", "seconds from one to the next"),
    ("no att_error", "not one of them"),
    ("no disconnected reason=0x08", "not one that is so"),
    ("service 180D", "was discovered"),
    ("characteristic 180D/2A37 properties=notify", "and is so"),
    ("connected before 5", "the first before a second; also after"),
    ("notification within 3 of connected", "one follows each, in so many seconds"),
    ("security where step=paired bonded=true", "where: only of those that are so"),
    ("read device='Polar H7' response_ms<=500", "of one device; also connection=1"),
  ]

  /// Options that mean something else there, or of which less is true.
  private static let helpOfDiff: [OptionKey: String] = [
    .count: "notifications of a stream: exact, +-N or ignore",
    .device: "compare one device alone: its address or name",
    .strict: "what was not observed, or is cut, counts, too",
    .all: "show all differences, however many",
  ]

  private static let baseline =
    "It writes the timeline as NDJSON without what differs from recording to recording: times, record "
    + "numbers, handles, addresses that change, signal strength, and devices around. A timeline that "
    + "--format ndjson wrote does for a capture."

  private static let sources = [
    ("monitor", "the kernel's monitor of all adapters"),
    ("bluetooth-monitor", "the same through libpcap"),
    ("bluetoothN", "the adapter hciN through libpcap"),
    ("tcp:HOST:PORT", "btsnoop or pcapng over TCP, as from Android"),
    ("tty:DEVICE@SPEED", "the monitor protocol of boards on a serial line"),
  ]

  private static let conditions = [
    ("KIND", "an event of the kind: disconnected"),
    ("KIND:UUID", "of an attribute, by UUID or name: notification:2A37"),
    ("KEY=VALUE", "or != < <= > >=; keys as in NDJSON: heart_rate_bpm>0"),
    ("several, with spaces", "all of them: 'att_error:180D error_code=5'"),
  ]

  private static func options(of command: Command?) -> String {
    var out = ""
    for group in OptionGroup.allCases {
      let declarations = OptionDeclaration.all.filter { option in
        Self.group(of: option, for: command) == group
          && (command.map { option.commands.contains($0) } ?? true)
      }
      guard !declarations.isEmpty else { continue }
      out += "\n\(group.rawValue):\n"
      for option in declarations {
        let spelling = Self.spelling(of: option, for: command)
        out += row(spelling, help(of: option, for: command))
      }
    }
    return out
  }

  private static func group(of option: OptionDeclaration, for command: Command?) -> OptionGroup {
    let counts: [OptionKey] = [.count, .device, .strict]
    return command == .diff && counts.contains(option.key) ? .comparison : option.group
  }

  /// `--count`, which the first of something has everywhere else, is about streams in `diff`.
  static func spelling(of option: OptionDeclaration, for command: Command?) -> String {
    option.key == .count && command == .diff ? "--count HOW" : option.spelling
  }

  private static func help(of option: OptionDeclaration, for command: Command?) -> String {
    if option.key == .to, command == .convert {
      return "up to TIME; or the format of OUT (below)"
    }
    if option.key == .to, command == .replay {
      return "up to TIME; or the format of packets (below)"
    }
    if command == .diff, let help = helpOfDiff[option.key] { return help }
    if command == .check, option.key == .strict {
      return "trouble also when the end of a capture is cut off"
    }
    if command == .baseline, option.key == .all {
      return "devices around that were not connected, too"
    }
    guard option.key == .format else { return option.help }
    let formats = (command ?? .report).formats.map(\.rawValue)
    let list = formats.enumerated().map { $0.offset == 0 ? "\($0.element) (default)" : $0.element }
    return Suggestion.alternatives(list)
  }

  private static func row(_ left: String, _ right: String, at column: Int = column) -> String {
    "  \(padded(left, to: column - 3)) \(right)\n"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func wrapped(_ text: String, indent: Int = 0) -> String {
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
