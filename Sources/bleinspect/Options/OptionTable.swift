import GATTSession
import GATTValues
import Timeline

extension OptionDeclaration {
  /// Every option, in the order in which help shows them.
  ///
  /// Every run makes all rows: what a row needs time for is in closures.
  static let all: [OptionDeclaration] = {
    var all: [OptionDeclaration] = []
    // Each row is moved once.
    all.reserveCapacity(150)
    all += output
    all += filters
    all += reading
    all += records
    all += learn
    all += stats
    all += align
    all += comparison
    all += live
    all += replay
    all += mock
    all += writing
    all += redaction
    all += wireshark
    all += expectation
    all += check
    all += other
    return all
  }()

  /// What help says of an option that a command takes only because others do.
  private static func forScripts(_ why: String) -> String {
    "for scripts that give it to each command: this one \(why)"
  }

  private static let output: [OptionDeclaration] = [
    .init(
      "format", .output, in: .output, for: Command.severalFormats,
      "the form of the output; with =FILE another one into FILE, repeatable"
    ) { options, choice in
      switch choice {
      case .format(let format): options.output.format = format
      case .further(let output): options.output.further.append(output)
      }
    },
    .init(
      "format", .format, in: .output,
      for: Command.formatters.filter { !Command.severalFormats.contains($0) }, ""
    ) { $0.output.format = $1 },
    .init(
      "output", short: "o", .file, in: .output, for: Command.viewers + [.align] + Command.comparers,
      "write to FILE instead of standard output"
    ) { $0.output.file = $1 == "-" ? nil : $1 },
    .init(
      "summary", in: .output, for: Command.summarizers,
      "add Markdown to the summary of a job: the file that $GITHUB_STEP_SUMMARY names"
    ) { $0.output.summarizes = true },
    .init(
      "time", .choice("STYLE", TimeStyle.self), in: .output,
      for: Command.listers.filter { $0 != .gatt && $0 != .learn }, "text"
    ) { $0.output.timeStyle = $1 },
    .init(
      "time", .choice("STYLE", TimeStyle.self), in: .output, for: [.gatt, .learn],
      forScripts("shows no times")
    ) { $0.output.timeStyle = $1 },
    .init(
      "units", .choice("UNITS", Units.self), in: .output,
      for: Command.listers.filter { $0 != .packets && $0 != .learn }, "text"
    ) { $0.output.units = $1 },
    .init(
      "units", .choice("UNITS", Units.self), in: .output, for: [.packets],
      "text of --verbose"
    ) { $0.output.units = $1 },
    .init(
      "units", .choice("UNITS", Units.self), in: .output, for: [.learn],
      forScripts("converts no values")
    ) { $0.output.units = $1 },
    .init(
      "color", .choice("WHEN", ColorChoice.self), in: .output,
      for: Command.coloring.filter { $0 != .gatt }, "color text; auto respects NO_COLOR"
    ) { $0.output.color = $1 },
    .init(
      "color", .choice("WHEN", ColorChoice.self), in: .output, for: [.gatt],
      "color the text of --expect; auto respects NO_COLOR"
    ) { $0.output.color = $1 },
    .init(
      "color", .choice("WHEN", ColorChoice.self), in: .output,
      for: [
        .packets, .exchange, .learn, .stats, .page, .trace, .align, .convert, .check, .baseline,
      ], forScripts("colors nothing")
    ) { $0.output.color = $1 },
    .init(
      "width", .width, in: .output, for: Command.wrapping,
      "text: columns, from 80; else those of a terminal, up to 200, and 80 in a pipe"
    ) { $0.output.width = $1 },
    .init(
      "all", in: .output,
      for: Command.listers.filter { ![.packets, .gatt, .learn, .page].contains($0) },
      "show repeated events one by one"
    ) { $0.output.all = true },
    .init(
      "all", in: .output, for: [.packets],
      forScripts("shows all records one by one")
    ) { $0.output.all = true },
    .init(
      "all", in: .output, for: [.gatt], "all differences of --expect, however many"
    ) { $0.output.all = true },
    .init(
      "all", in: .output, for: [.page], "every finding, device and connection"
    ) { $0.output.all = true },
    .init(
      "all", in: .output, for: [.learn], "include values that a decoder knows"
    ) { $0.output.all = true },
    .init(
      "all", in: .output, for: [.stats], "every connection, characteristic and device"
    ) { $0.output.all = true },
    .init(
      "all", in: .output, for: [.diff], "show all differences, however many"
    ) { $0.output.all = true },
    .init(
      "all", in: .output, for: [.baseline], "include devices that were never connected"
    ) { $0.output.all = true },
    .init(
      "full", in: .output, for: Command.listers,
      "text: every byte of every value"
    ) { $0.output.full = true },
    .init(
      "flat", in: .output, for: [.report],
      "ndjson: a row a field with the same columns, for tables"
    ) { $0.output.flat = true },
    .init(
      "capture-key", in: .output, for: [.report],
      "ndjson, json: path and SHA-256 of the capture in each event"
    ) { $0.output.captureKey = true },
    .init(
      "capture-key", in: .output, for: [.packets, .exchange],
      "ndjson: path and SHA-256 of the capture in each line"
    ) { $0.output.captureKey = true },
    .init(
      "chart", .number, in: .output, for: [.report, .live, .replay], again: .isRefused,
      "text: only a number over time, such as heart_rate_bpm"
    ) { $0.output.chart = $1 },
    .init("ascii", in: .output, for: [.report], "--chart in ASCII") { $0.output.isASCII = true },
    .init("ascii", in: .output, for: [.live, .replay], "--chart and the status line in ASCII") {
      $0.output.isASCII = true
    },
    .init(
      "jobs", .jobs, in: .output, for: [.report],
      "forms for programs: processors to use; by default 2 for large files"
    ) { $0.jobs = $1 },
    .init("quiet", in: .output, "no remarks on standard error, only errors") {
      $0.output.quiet = true
    },
  ]

  private static let filters: [OptionDeclaration] = [
    .init(
      "device", .text("DEVICE", example: "Polar"), in: .filters,
      for: Command.sessions.filter { $0 != .diff && $0 != .align }, again: .isRefused,
      "a device: its address, name, or number in the report (1 or #1)"
    ) { $0.selection.device = $1 },
    .init(
      "uuid", .text("UUID", example: "2A37"), in: .filters, for: Command.viewers,
      again: .isRefused,
      "attributes with this UUID or name; of a service, all"
    ) { $0.selection.uuid = $1 },
    .init(
      "connection", .connection, in: .filters, for: Command.filterers + [.check],
      again: .isRefused, "a connection: its number in the report, 2 or C2"
    ) { $0.selection.connection = $1 },
    .init(
      "handle", .handle, in: .filters, for: Command.viewers, again: .isRefused,
      "an attribute handle in hex: 0012, 12 or 0x12"
    ) { ($0.selection.handle, $0.selection.decimalHandle) = ($1.handle, $1.decimal) },
    .init(
      "hci", .adapter, in: .filters, for: Command.filterers, again: .adds,
      "an adapter; also --hciN; repeatable"
    ) { $0.selection.adapters.append($1) },
    .init(
      "event", .kinds, in: .filters, for: Command.listers + [.trace], again: .adds,
      "kinds of events (see below); repeatable"
    ) { $0.selection.events.formUnion($1) },
    .init(
      "frame", .frames, in: .filters, for: Command.filterers, again: .isRefused,
      "records A to B; also A, A- and -B"
    ) { $0.selection.frames = $1 },
    .init(
      "from", .time, in: .filters, for: Command.filterers + [.check],
      "from TIME on: seconds, as text shows them (2:01:05.3, S2+12.5), or a date and time"
    ) { $0.selection.from = $1 },
    .init(
      "to", .time, in: .filters, for: Command.readers + [.live, .check],
      "up to TIME: 12.5, or 2025-08-25T13:49:15.984Z"
    ) { $0.selection.to = $1 },
    .init(
      "to", .timeOrTarget, in: .filters, for: [.convert, .replay], again: .adds,
      "up to TIME; or the format of the packets (see below)"
    ) { options, value throws(SettingError) in
      switch value {
      case .time(let time):
        guard options.selection.to == nil else { throw SettingError("given twice") }
        options.selection.to = time
      case .target(let target):
        guard options.writing.target == nil else { throw SettingError("given twice") }
        options.writing.target = target
      }
    },
    .init(
      "count", short: "n", .ordinal, in: .filters,
      for: Command.filterers.filter { $0 != .stats && $0 != .page },
      "the first N events or records"
    ) { $0.selection.count = $1 },
    .init(
      "adverts", .choice("WHICH", AdvertisementChoice.self), in: .filters,
      for: Command.listers.filter { ![.packets, .exchange, .learn].contains($0) },
      "advertisements"
    ) { $0.selection.adverts = $1 },
    .init(
      "adverts", .choice("WHICH", AdvertisementChoice.self, default: .all), in: .filters,
      for: [.packets], "advertisements"
    ) { $0.selection.adverts = $1 },
    .init(
      "adverts", .choice("WHICH", AdvertisementChoice.self, default: AdvertisementChoice.none),
      in: .filters,
      for: [.exchange, .learn], forScripts("shows no advertisements")
    ) { $0.selection.adverts = $1 },
    .init(
      "adverts", .choice("WHICH", AdvertisementChoice.self, default: .all), in: .filters,
      for: [.trace],
      "advertisements; all show the signal over time"
    ) { $0.selection.adverts = $1 },
    .init(
      "errors", in: .filters,
      for: Command.listers.filter { ![.page, .packets, .exchange].contains($0) } + [.trace],
      "errors and findings, with their context"
    ) { $0.selection.errors = true },
    .init(
      "errors", in: .filters, for: [.packets],
      "ATT error responses, but for those that end a search"
    ) { $0.selection.errors = true },
    .init(
      "errors", in: .filters, for: [.exchange], "requests that were refused or not answered"
    ) { $0.selection.errors = true },
  ]

  private static let reading: [OptionDeclaration] = [
    .init(
      "bad-crc", in: .reading, for: Command.captureReaders,
      "link layer: also read packets with a bad CRC"
    ) { $0.selection.badCRC = true },
    .init(
      "follow", short: "f", in: .reading, for: [.report, .packets],
      "keep reading as the last capture grows, until Ctrl-C"
    ) { $0.follows = true },
    .init(
      "gatt", .file, in: .reading,
      for: Command.viewers + Command.comparers + [.convert, .redact],
      again: .adds,
      "known attributes: JSON of gatt, BlueZ's cache; repeatable"
    ) { $0.knowledge.treeFiles.append($1) },
    .init(
      "decoders", .file, in: .reading,
      for: Command.viewers + Command.comparers + [.convert, .redact, .decoders], again: .adds,
      "decode values as this file declares; repeatable"
    ) { $0.knowledge.decoderFiles.append($1) },
    .init(
      "no-config", in: .reading, for: Command.viewers + [.convert, .redact, .decoders],
      "do not read the declarations in ~/.config/bleinspect/decoders"
    ) { $0.knowledge.readsUserFiles = false },
    .init(
      "advert-key", .advertisementKey, in: .reading, for: Command.sessions, again: .adds,
      "open encrypted advertisements (MiBeacon, BTHome) with this key; also KEY=ADDRESS; repeatable"
    ) { options, key throws(SettingError) in
      guard options.knowledge.advertisementKeys.count < AdvertisementKey.limit else {
        throw SettingError("more than \(AdvertisementKey.limit) keys")
      }
      options.knowledge.advertisementKeys.append(key)
    },
    .init(
      "irk", .identityKey, in: .reading, for: Command.sessions + [.redact], again: .adds,
      "resolve private addresses with this IRK, in either byte order; also KEY=ADDRESS; repeatable"
    ) { options, key throws(SettingError) in
      guard options.knowledge.identityKeys.count < SessionLimits.identities else {
        throw SettingError("more than \(SessionLimits.identities) keys")
      }
      options.knowledge.identityKeys.append(key)
    },
    .init(
      "keys", .file, in: .reading, for: Command.sessions + [.redact], again: .adds,
      "decrypt with the keys that another capture shows: an HCI log, or a pairing; repeatable"
    ) { options, file throws(SettingError) in
      guard options.knowledge.keyCaptures.count < SessionLimits.keyCaptures else {
        throw SettingError("more than \(SessionLimits.keyCaptures) captures")
      }
      options.knowledge.keyCaptures.append(file)
    },
    .init(
      "ltk", .linkKey, in: .reading, for: Command.sessions + [.redact], again: .adds,
      "decrypt links with this long term key, in either byte order; also KEY=ADDRESS; repeatable"
    ) { options, key throws(SettingError) in
      guard options.knowledge.linkKeys.count < SessionLimits.givenLinkKeys else {
        throw SettingError("more than \(SessionLimits.givenLinkKeys) keys")
      }
      options.knowledge.linkKeys.append(key)
    },
    .init(
      "mark", .mark, in: .reading, for: Command.markers, again: .adds,
      "what you did at TIME, for the timeline: 12.5='lamp on'; repeatable"
    ) { options, mark throws(SettingError) in
      guard options.knowledge.marks.count < Marks.limit else {
        throw SettingError("more than \(Marks.limit) marks")
      }
      options.knowledge.marks.append(mark)
    },
    .init(
      "marks", .file, in: .reading, for: Command.markers, again: .adds,
      "the same from FILE, one TIME TEXT per line; # starts a comment; repeatable"
    ) { $0.knowledge.markFiles.append($1) },
    .init(
      "strict", in: .reading, for: Command.captureReaders + [.redact],
      "exit with 1 if the end of a capture is cut off"
    ) { $0.strict = true },
    .init(
      "strict", in: .reading, for: [.check], "exit with 2 if the end of a capture is cut off"
    ) { $0.strict = true },
    .init(
      "time-zone", .timeZone, in: .reading, for: Command.sessions + [.redact],
      "the clock of a PacketLogger file is so far from UTC: +02:00, -05:30, Z"
    ) { $0.knowledge.timeZone = $1 },
    .init(
      "tk", .temporaryKey, in: .reading, for: Command.sessions + [.redact], again: .adds,
      "decrypt legacy pairings with this passkey or temporary key; repeatable"
    ) { options, key throws(SettingError) in
      guard options.knowledge.temporaryKeys.count < SessionLimits.givenLinkKeys else {
        throw SettingError("more than \(SessionLimits.givenLinkKeys) keys")
      }
      options.knowledge.temporaryKeys.append(key)
    },
    .init(
      "tk-search", in: .reading, for: Command.sessions + [.redact],
      "the same with every passkey of six digits, for up to four pairings"
    ) { $0.knowledge.searchesPasskeys = true },
    .init(
      "tmp006-s0", .tmp006S0, in: .reading, for: Command.listers + [.trace], "SensorTag TMP006"
    ) { $0.knowledge.tmp006S0 = $1 },
  ]

  private static let records: [OptionDeclaration] = [
    .init(
      "verbose", short: "v", in: .packets, for: [.packets],
      "show each record as a tree, with what its values mean"
    ) { $0.output.verbose = true },
    .init(
      "bytes", short: "x", in: .packets, for: [.packets], "show the bytes of each record"
    ) { $0.output.bytes = true },
  ]

  private static let other: [OptionDeclaration] = [
    .init(
      "help", short: "h",
      "show this help; COMMAND --help: that of a command; -h alone: a page by problem"
    ) {
      HelpText.text(for: $0 == .report ? nil : $0)
    },
    .init("version", "show the version, and how the program was built") { _ in
      "bleinspect \(OptionParser.version) (\(OptionParser.build))\n"
    },
  ]
}
