/// The kinds of events that `--event` knows.
enum EventKinds {
  static let all = [
    "adapter", "scan", "advertising", "advertisement", "connected", "connection_updated",
    "disconnected", "phy_updated", "data_length", "mtu", "service", "include", "characteristic",
    "descriptor", "read", "write", "write_command", "notification", "indication", "att_error",
    "security", "malformed", "note",
  ]
}

extension OptionDeclaration {
  /// Every option, in the order in which help shows them.
  static let all: [OptionDeclaration] =
    output + filters + reading + records + comparison + live + replay + writing + expectation
    + check + other

  private static let output: [OptionDeclaration] = [
    .init(
      .format, long: "format", .choice("FORMAT", OutputFormat.allCases.map(\.rawValue)),
      in: .output, for: Command.viewers + [.diff, .check], "form of the output"),
    .init(
      .output, long: "output", .file("FILE"), in: .output,
      for: Command.viewers + Command.comparers,
      "write to FILE instead of standard output"),
    .init(
      .time, long: "time", .choice("STYLE", TimeStyle.allCases.map(\.rawValue)), in: .output,
      for: Command.viewers,
      "text: relative (default), utc, local, epoch or delta"),
    .init(
      .units, long: "units", .choice("UNITS", UnitSystem.allCases.map(\.rawValue)), in: .output,
      for: Command.viewers,
      "text: metric (default) or us"),
    .init(
      .color, long: "color", .choice("WHEN", ColorChoice.allCases.map(\.rawValue)), in: .output,
      for: Command.viewers + [.diff],
      "auto (default), always or never; auto heeds NO_COLOR"),
    .init(
      .all, long: "all", in: .output, for: Command.viewers + [.diff, .baseline],
      "show repeated events one by one, too"),
    .init(.quiet, long: "quiet", in: .output, "no remarks on standard error"),
  ]

  private static let filters: [OptionDeclaration] = [
    .init(
      .device, long: "device", .text("DEVICE"), in: .filters,
      "a device: its address, name, or number in the report"),
    .init(
      .uuid, long: "uuid", .text("UUID"), in: .filters, for: Command.viewers,
      "attributes by UUID or name; a service: all in it"),
    .init(
      .connection, long: "connection", .text("N"), in: .filters, for: Command.filterers + [.check],
      "a connection: its number in the report"),
    .init(
      .handle, long: "handle", .text("HANDLE"), in: .filters, for: Command.viewers,
      "an attribute handle in hex: 0012, 12 or 0x12"),
    .init(
      .hci, long: "hci", .text("N"), in: .filters, for: Command.filterers,
      "an adapter; also --hciN; may be repeated"),
    .init(
      .event, long: "event", .list("KIND,...", EventKinds.all), in: .filters, for: Command.viewers,
      "kinds of events (see below); may be repeated"),
    .init(
      .frame, long: "frame", .text("A-B"), in: .filters, for: Command.filterers,
      "records A to B; also A, A- and -B"),
    .init(
      .from, long: "from", .text("TIME"), in: .filters, for: Command.filterers + [.check],
      "from a second of the capture on, or a date and time"),
    .init(
      .to, long: "to", .text("TIME"), in: .filters, for: Command.filterers + [.check],
      "up to TIME: 12.5, or 2025-08-25T13:49:15.984Z"),
    .init(
      .count, short: "n", long: "count", .text("N"), in: .filters,
      for: Command.filterers + [.diff], "the first N events or records"),
    .init(
      .adverts, long: "adverts", .choice("WHICH", AdvertChoice.allCases.map(\.rawValue)),
      in: .filters, for: Command.viewers, "advertisements: changes (default), all or none"),
    .init(
      .errors, long: "errors", in: .filters, for: Command.viewers,
      "errors and findings, with what is around them"),
  ]

  private static let reading: [OptionDeclaration] = [
    .init(
      .badCRC, long: "bad-crc", in: .reading, for: Command.captureReaders,
      "link layer: read packets with a bad CRC, too"),
    .init(
      .follow, short: "f", long: "follow", in: .reading, for: [.report, .packets],
      "go on as the last capture grows, until Ctrl-C"),
    .init(
      .gatt, long: "gatt", .file("FILE"), in: .reading,
      for: Command.viewers + Command.comparers,
      "known attributes: JSON of gatt; repeatable"),
    .init(
      .irk, long: "irk", .text("KEY"), in: .reading,
      "IRK in either byte order, or KEY=ADDRESS; repeatable"),
    .init(
      .strict, long: "strict", in: .reading, for: Command.captureReaders + [.diff, .check],
      "exit 1 also when the end of a capture is cut off"),
    .init(
      .tmp006S0, long: "tmp006-s0", .choice("S0", ["5.593e-14", "6.4e-14"]), in: .reading,
      for: Command.viewers,
      "SensorTag TMP006 constant: 5.593e-14 or 6.4e-14"),
  ]

  private static let records: [OptionDeclaration] = [
    .init(
      .verbose, short: "v", long: "verbose", in: .packets, for: [.packets],
      "each record's whole dissection as a tree"),
    .init(
      .bytes, short: "x", long: "bytes", in: .packets, for: [.packets], "each record's bytes"),
  ]

  private static let live: [OptionDeclaration] = [
    .init(
      .source, long: "source", .text("SOURCE"), in: .live, for: [.live],
      "what to listen to (see below); monitor (default)"),
    .init(
      .duration, long: "for", .text("S"), in: .live, for: [.live], "end after S seconds"),
    .init(
      .until, long: "until", .text("CONDITION"), in: .live, for: [.live],
      "end behind an event that is so (see below)"),
  ]

  private static let replay: [OptionDeclaration] = [
    .init(
      .speed, long: "speed", .text("X"), in: .replay, for: [.replay],
      "X times as fast, 0.1 to 1000; max: without waiting"),
    .init(
      .maxGap, long: "max-gap", .text("S"), in: .replay, for: [.replay],
      "a longer silence is shortened to S seconds"),
    .init(
      .records, long: "records", .text("WHERE"), in: .replay, for: [.replay],
      "play the packets: to a named pipe, -, or tcp:PORT"),
  ]

  private static let writing: [OptionDeclaration] = [
    .init(
      .write, long: "write", .file("FILE"), in: .writing, for: [.live],
      "record all packets: btsnoop, or pcapng by its name"),
    .init(
      .rotate, long: "rotate", .text("WHEN"), in: .writing, for: [.live],
      "go on in another file: 100k, 10M, 1G, 30s, 15m, 1h"),
    .init(
      .keep, long: "keep", .text("N"), in: .writing, for: [.live],
      "with --rotate: only the last N files stay"),
    .init(
      .force, long: "force", in: .writing, for: [.convert, .live],
      "replace a file that is there"),
  ]

  private static let check: [OptionDeclaration] = [
    .init(
      .rules, long: "rules", .file("FILE"), in: .check, for: [.check],
      "rules, one a line; # begins a remark; repeatable")
  ]

  private static let other: [OptionDeclaration] = [
    .init(
      .help, short: "h", long: "help", in: .other, "show this; COMMAND --help: about one command"),
    .init(.version, long: "version", in: .other, "show the version"),
  ]
}
