/// What the program can be asked to do.
enum Command: String, CaseIterable, Sendable {
  case report
  case packets
  case gatt
  case convert

  /// Those that show what is in a capture.
  static let readers: [Command] = [.report, .packets, .gatt]

  /// The first operand that asks for it; the report needs none.
  var word: String? { self == .report ? nil : rawValue }

  /// `bleinspect packets`, as one types it.
  var invocation: String { word.map { "bleinspect \($0)" } ?? "bleinspect" }

  /// What stands behind the options.
  var operands: String { self == .convert ? "CAPTURE... OUT" : "CAPTURE..." }

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .report: "report: findings, devices, connections, values, timeline"
    case .packets: "every record, one line each"
    case .gatt: "the services, characteristics and descriptors of each device"
    case .convert: "captures in, one of another format out; also a filter"
    }
  }

  /// The forms that its output has; the first is the default.
  var formats: [OutputFormat] {
    switch self {
    case .report: [.text, .ndjson, .csv, .json]
    case .packets: [.text, .ndjson]
    case .gatt: [.text, .json]
    case .convert: []
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
    }
  }

  /// Words kept for commands to come, so that a capture of such a name needs `./` from the start.
  static let reservedWords: Set<String> = [
    "live", "replay", "diff", "baseline", "check", "stats", "report", "redact",
  ]
}
