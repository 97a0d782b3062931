/// What the program can be asked to do.
enum Command: String, CaseIterable, Sendable {
  case report
  case packets
  case gatt
  case convert
  case live
  case replay
  case diff
  case baseline
  case check

  /// Those that show what is in a capture.
  static let readers: [Command] = [.report, .packets, .gatt]
  /// Those that show something.
  static let viewers: [Command] = readers + [.live, .replay]
  /// Those that read captures.
  static let captureReaders: [Command] = readers + [.convert, .replay]
  /// Those whose filters choose records or events.
  static let filterers: [Command] = captureReaders + [.live]

  /// Those that take timelines as well as captures.
  static let comparers: [Command] = [.diff, .baseline, .check]

  /// The first operand that asks for it; the report needs none.
  var word: String? { self == .report ? nil : rawValue }

  /// `bleinspect packets`, as one types it.
  var invocation: String { word.map { "bleinspect \($0)" } ?? "bleinspect" }

  /// What stands behind the options.
  var operands: String? {
    switch self {
    case .report, .packets, .gatt, .replay, .baseline: "CAPTURE..."
    case .convert: "CAPTURE... OUT"
    case .live: nil
    case .diff: "EXPECTED ACTUAL"
    case .check: "CAPTURE [RULE]..."
    }
  }

  /// `bleinspect packets [OPTION]... CAPTURE...`
  var usage: String {
    "\(invocation) [OPTION]..." + (operands.map { " \($0)" } ?? "")
  }

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .report: "report: findings, devices, connections, values, timeline"
    case .packets: "every record, one line each"
    case .gatt: "the services, characteristics and descriptors of each device"
    case .convert: "captures in, one of another format out; also a filter"
    case .live: "the timeline as it happens; records it, too"
    case .replay: "the timeline at its own pace; or the packets, to a program"
    case .diff: "what differs between two recordings of one scenario"
    case .baseline: "what diff expects: a timeline of what stays the same"
    case .check: "whether rules hold of a recording"
    }
  }

  /// The forms that its output has; the first is the default.
  var formats: [OutputFormat] {
    switch self {
    case .report, .live, .replay: [.text, .ndjson, .csv, .json]
    case .packets: [.text, .ndjson]
    case .gatt: [.text, .json]
    case .convert: []
    case .diff, .check: [.text, .json, .junit]
    case .baseline: []
    }
  }

  var examples: [(line: String, about: String)] {
    switch self {
    case .report:
      [
        ("bleinspect btsnoop_hci.log", "the report"),
        ("bleinspect --device 1 --uuid 2A37 walk.pcapng", "one characteristic"),
        ("bleinspect --format ndjson *.log | jq .decoded", "for scripts"),
        ("zcat trace.gz | bleinspect --errors -", "what went wrong"),
      ]
    case .packets:
      [
        ("bleinspect packets -n 20 btsnoop_hci.log", "the first records"),
        ("bleinspect packets -v --frame 287 btsnoop_hci.log", "one in full"),
      ]
    case .gatt:
      [
        ("bleinspect gatt btsnoop_hci.log", "the tree of each device"),
        ("bleinspect gatt --device 1 --format json walk.pcapng", "for scripts"),
      ]
    case .convert:
      [
        ("bleinspect convert btsnoop_hci.log walk.pcapng", "for Wireshark"),
        ("bleinspect convert --device 1 walk.pcapng strap.log", "one device"),
        ("bleinspect convert --to pcap walk.pklg - | tshark -r -", "in a pipe"),
      ]
    case .live:
      [
        ("sudo bleinspect live --hci0 --write walk.btsnoop", "watch and record"),
        ("bleinspect live --source tcp:localhost:8872", "a phone, by adb"),
        ("bleinspect live --until notification:2A37 --for 30", "did it come?"),
        ("bleinspect live --source tty:/dev/ttyACM0@1000000", "a board"),
        ("bleinspect live --format ndjson | jq .decoded", "for scripts"),
      ]
    case .replay:
      [
        ("bleinspect replay walk.btsnoop", "space, . and q"),
        ("bleinspect replay --speed 10 --max-gap 5 walk.pcapng", "in less time"),
        ("bleinspect replay --records - a.log | wireshark -ki -", "in Wireshark"),
        ("bleinspect replay --records tcp:8872 --to btsnoop log", "as a phone"),
      ]
    case .diff:
      [
        ("bleinspect diff expected.ndjson walk.btsnoop", "what has changed"),
        ("bleinspect diff --values 2A37=shape old.log new.log", "a live pulse"),
        ("bleinspect diff --range heart_rate_bpm=40..200 a b", "within bounds"),
        ("bleinspect diff --format junit --output diff.xml a b", "for CI"),
        ("bleinspect diff --update expected.ndjson walk.btsnoop", "accept it"),
      ]
    case .baseline:
      [
        ("bleinspect baseline walk.btsnoop > expected.ndjson", "for diff"),
        ("bleinspect baseline --device 'Polar H7' walk.pcapng", "one device"),
      ]
    case .check:
      [
        ("bleinspect check walk.btsnoop 'no att_error'", "none at all"),
        ("bleinspect check a.log 'notification:2A37 max_gap<=2.5'", "no silence"),
        ("bleinspect check a.log 'read response_ms<=500'", "of each answer"),
        ("bleinspect check --rules strap.rules walk.btsnoop", "a rule a line"),
        ("bleinspect check --rules r --format junit a.log", "for CI"),
      ]
    }
  }

  /// What its exit codes say, in the order of the codes.
  var exitCodes: [(code: Int, meaning: String)] {
    switch self {
    case .gatt:
      [
        (0, "done, or as expected; also when a capture is cut at its end"),
        (1, "a capture is damaged; or --expect, and a tree is another"),
        (2, "bad usage, or a file that cannot be read; or --expect, and damage"),
      ]
    case .report, .packets, .convert:
      [
        (0, "done, also when nothing matched or a capture is cut at its end"),
        (1, "a capture is damaged; all before the damage has been shown"),
        (2, "bad usage, or a file that cannot be read or is no capture"),
      ]
    case .replay:
      [
        (0, "played, or ended by q, Ctrl-C, or a reader that went away"),
        (1, "a capture is damaged; all before the damage has been played"),
        (2, "bad usage, or a file that cannot be read or is no capture"),
      ]
    case .live:
      [
        (0, "ended by Ctrl-C, --for, --count or the source; or --until was met"),
        (1, "--until was not met, or it could not be recorded any further"),
        (2, "bad usage, no rights, or no adapter"),
      ]
    case .diff:
      [
        (0, "the same"),
        (1, "different"),
        (2, "trouble: bad usage, or a side that could not be read as a whole"),
      ]
    case .baseline:
      [
        (0, "done"),
        (1, "a capture is damaged or cut: what could be read has been written"),
        (2, "bad usage, or a file that cannot be read, or no such device"),
      ]
    case .check:
      [
        (0, "all rules hold"),
        (1, "some do not"),
        (2, "trouble: bad usage, no rule, or a capture not read as a whole"),
      ]
    }
  }

  /// Words kept for commands to come, so that a capture of such a name needs `./` from the start.
  static let reservedWords: Set<String> = [
    "stats", "report", "redact",
  ]
}
