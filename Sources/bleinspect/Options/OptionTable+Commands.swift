import Answers
import GATTSession
import Redaction
import Regression

/// Options of one command alone, or of two.
extension OptionDeclaration {
  /// Options that `.bleinspect-diff.json` may set, too.
  static let settings: [OptionDeclaration] = [
    setting(
      "values",
      kind: .setting(
        "MODE", example: "2A37=shape", words: ["exact", "shape", "ignore"],
        ComparisonSetting.values(words:)),
      about: "exact (default), shape or ignore; or UUID=MODE"),
    setting(
      "count",
      kind: .setting(
        "HOW", example: "2", words: ["exact", "ignore"], ComparisonSetting.count(words:)),
      again: .lastHolds, about: "notifications of a stream: exact, +-N or ignore"),
    setting(
      "range",
      kind: .setting("KEY=A..B", example: "heart_rate_bpm=40..", ComparisonSetting.range(words:)),
      about: "a decoded number may be anything from A to B"),
    setting(
      "tolerance",
      kind: .setting("KEY=N", example: "pressure_hpa=2%", ComparisonSetting.tolerance(words:)),
      about: "a decoded number may differ by N, or by N%"),
    setting(
      "time-tolerance",
      kind: .setting("S", example: "0.5", ComparisonSetting.timeTolerance(words:)),
      again: .lastHolds, about: "compare times, too: gaps may differ by S seconds"),
    setting(
      "ignore", kind: .setting("WHAT", example: "event:mtu", ComparisonSetting.ignore(words:)),
      about: "ignore a KEY, UUID, UUID.KEY or event:KIND"),
    setting(
      "only",
      kind: .setting(
        "KIND,...", example: "read,mtu", words: EventKind.names, ComparisonSetting.only(words:)),
      about: "compare only these kinds of events"),
    .init("link", in: .comparison, for: [.diff], "compare MTU, interval, PHY and data length") {
      $0.diff.settings.append(.link)
    },
    setting(
      "device", kind: .setting("DEVICE", example: "Polar") { .device($0) }, again: .isRefused,
      about: "compare only this device: its address or name"),
    setting(
      "map", kind: .setting("A=B", example: "Old=New", ComparisonSetting.map(words:)),
      about: "device A of EXPECTED is B of ACTUAL: address or name"),
    .init("strict", in: .comparison, for: [.diff], "also count what was not observed or is cut off")
    {
      $0.diff.settings.append(.strict)
    },
  ]

  private static func setting(
    _ name: String, kind: @autoclosure @escaping @Sendable () -> OptionKind<ComparisonSetting>,
    again: OptionDeclaration.Again = .adds, about: String
  ) -> OptionDeclaration {
    .init(name, kind(), in: .comparison, for: [.diff], again: again, about) {
      $0.diff.settings.append($1)
    }
  }

  static let comparison: [OptionDeclaration] =
    settings + [
      .init(
        "config", .file, in: .comparison, for: [.diff],
        "read FILE instead of .bleinspect-diff.json"
      ) { $0.diff.configuration = $1 },
      .init(
        "no-config", in: .comparison, for: [.diff], "do not read .bleinspect-diff.json"
      ) { $0.diff.isConfigured = false },
    ]

  static let live: [OptionDeclaration] = [
    .init(
      "source", .source, in: .live, for: [.live],
      "what to listen to (see below); default: monitor"
    ) { $0.live.source = $1 },
    .init(
      "for", .seconds(from: 1, expected: "seconds above 0, such as 10 or 0.5"), in: .live,
      for: [.live, .mock],
      "stop after S seconds"
    ) { $0.live.duration = $1 },
    .init(
      "until", .condition, in: .live, for: [.live, .mock],
      "stop after the first matching event (see below)"
    ) { $0.live.condition = $1 },
  ]

  static let replay: [OptionDeclaration] = [
    .init(
      "speed", .speed, in: .replay, for: [.replay],
      "play X times as fast, 0.1 to 1000; max: do not wait"
    ) { $0.replay.speed = $1 },
    .init(
      "max-gap", .seconds(from: 0, expected: "seconds, such as 5 or 0.5"), in: .replay,
      for: [.replay],
      "shorten longer silences to S seconds"
    ) { $0.replay.maximumGap = $1 },
    .init(
      "records", .recordPlace, in: .replay, for: [.replay],
      "play packets to a named pipe, -, or tcp:PORT"
    ) { $0.replay.records = $1 },
  ]

  static let mock: [OptionDeclaration] = [
    .init(
      "controller", .controller, in: .mock, for: [.mock],
      "the controller to drive (see below)"
    ) { $0.mock.controller = $1 },
    .init(
      "address", .choice("KIND", MockOptions.Address.self), in: .mock, for: [.mock],
      "static, or the controller's own"
    ) { $0.mock.address = $1 },
    .init(
      "speed", .playFactor, in: .mock, for: [.mock],
      "notify X times as fast as recorded, 0.1 to 1000"
    ) { $0.mock.speed = $1 },
    .init(
      "loop", in: .mock, for: [.mock], "start again after the last recorded notification"
    ) { $0.mock.loops = true },
    .init(
      "reads", .choice("WHICH", MockOptions.Reads.self), in: .mock, for: [.mock],
      "values that reads give: as recorded, or the last"
    ) { $0.mock.reads = $1 },
    .init(
      "set", .attributeValue, in: .mock, for: [.mock], again: .adds,
      "what is read of an attribute: 2A19=64, Battery Level=64, 0x0027=64; repeatable"
    ) { options, value throws(SettingError) in
      guard options.mock.values.count < MockOptions.maximumValues else {
        throw SettingError("more than \(MockOptions.maximumValues) values")
      }
      options.mock.values.append(value)
    },
    .init(
      "script", .file, in: .mock, for: [.mock], again: .isRefused,
      "what else it does: values, errors, ends; NDJSON"
    ) { $0.mock.script = $1 },
    .init(
      "ends", .choice("WHEN", MockOptions.Ends.self), in: .mock, for: [.mock],
      "the peripheral ends connections"
    ) { $0.mock.ends = $1 },
    .init(
      "security", .choice("HOW", MockOptions.Security.self), in: .mock, for: [.mock],
      "pairing, and errors that ask for it"
    ) { $0.mock.security = $1 },
    .init(
      "clients", .ordinal, in: .mock, for: [.mock], "how many at a time, if the controller can"
    ) { $0.mock.clients = $1 },
    .init(
      "expect-connection", in: .mock, for: [.mock], "exit with 1 if nobody connected"
    ) { $0.mock.expectsConnection = true },
  ]

  static let writing: [OptionDeclaration] = [
    .init(
      "write", .file, in: .writing, for: [.live, .mock],
      "record all packets: btsnoop, or pcapng by extension"
    ) { $0.live.recording = $1 },
    .init(
      "rotate", .rotation, in: .writing, for: [.live, .mock],
      "next file after 100k, 10M, 1G, 30s, 15m, 1h"
    ) { $0.live.rotation = $1 },
    .init(
      "keep", .ordinal, in: .writing, for: [.live, .mock],
      "with --rotate: keep only the last N files"
    ) { $0.live.keep = $1 },
    .init(
      "page", .file, in: .writing, for: [.live], again: .isRefused,
      "a page for a browser, as of report, replaced every few seconds"
    ) { $0.live.page = $1 },
    .init(
      "annotate", in: .writing, for: [.convert, .replay],
      "what is known of each packet as comments in pcapng, for Wireshark"
    ) { $0.writing.annotates = true },
    .init(
      "ethers", .file, in: .writing, for: [.convert], again: .isRefused,
      "with --annotate: the names of devices, for a profile of Wireshark"
    ) { $0.writing.namesFile = $1 },
    .init(
      "decrypt", in: .writing, for: [.convert],
      "write what --ltk, --tk, --keys or the capture itself opens in the clear"
    ) { $0.writing.decrypts = true },
    .init(
      "around", .seconds(from: 0, expected: "seconds, such as 5 or 0.5"), in: .writing,
      for: [.convert],
      again: .isRefused,
      "with --connection: only so many seconds before, during and after it"
    ) { $0.selection.around = $1 },
    .init(
      "force", in: .writing, for: [.convert, .redact, .page, .live, .mock],
      "replace an existing file"
    ) { $0.output.force = true },
  ]

  static let redaction: [OptionDeclaration] = [
    .init(
      "redact", in: .redaction, for: [.convert],
      "write what can be shown to others, as 'bleinspect redact' does; needed for the options below"
    ) { $0.writing.redacts = true },
    .init(
      "to", .target, in: .redaction, for: [.redact], again: .isRefused,
      "the format of OUT (see below)"
    ) { $0.writing.target = $1 },
    .init(
      "values", .choice("HOW", RedactedValues.self), in: .redaction, for: [.convert, .redact],
      "values of attributes and advertisements"
    ) { $0.redaction.values = $1 },
    .init(
      "secret", .file, in: .redaction, for: [.convert, .redact], again: .isRefused,
      "the same stand-ins for all captures redacted with this file, of at least 16 bytes"
    ) { $0.redaction.secret = $1 },
    .init(
      "map", .file, in: .redaction, for: [.convert, .redact], again: .isRefused,
      "write what became what to FILE, which only you can read"
    ) { $0.redaction.map = $1 },
    .init(
      "keep-vendor", in: .redaction, for: [.convert, .redact],
      "keep the manufacturer's half of public addresses"
    ) { $0.redaction.keepsVendor = true },
    .init(
      "keep-unknown", in: .redaction, for: [.convert, .redact],
      "keep what is not understood: vendor commands, messages, comments"
    ) { $0.redaction.keepsUnknown = true },
    .init(
      "shift-time", in: .redaction, for: [.convert, .redact],
      "move all times: the first is 2000-01-01"
    ) { $0.redaction.shiftsTime = true },
  ]

  static let wireshark: [OptionDeclaration] = [
    .init(
      "install", in: .wireshark, for: [.extcap],
      "make it known to your Wireshark, with a profile named bleinspect"
    ) { $0.writing.installs = true },
    .init(
      "force", in: .wireshark, for: [.extcap], "with --install: write the profile anew"
    ) { $0.output.force = true },
  ]

  static let expectation: [OptionDeclaration] = [
    .init(
      "expect", .file, in: .expectation, for: [.gatt], again: .isRefused,
      "compare the trees with this JSON from gatt"
    ) { $0.expectedTrees = $1 },
    .init(
      "times", in: .expectation, for: [.baseline], "keep times, for diff --time-tolerance"
    ) { $0.baseline.keepsTimes = true },
    .init(
      "from-runs", in: .expectation, for: [.baseline],
      "each CAPTURE is a good run: propose what may vary"
    ) { $0.baseline.learnsRuns = true },
    .init(
      "update", in: .expectation, for: [.diff], "rewrite EXPECTED from ACTUAL if they differ"
    ) { $0.diff.updates = true },
  ]

  static let learn: [OptionDeclaration] = [
    .init(
      "contrast", OptionKind("OTHER", example: "12..15.5", read: ContrastSide.init),
      in: .learn, for: [.learn], again: .isRefused,
      "what differs from the capture OTHER; from the seconds A..B of this one; or from what "
        + "follows its marks: mark:TEXT, mark:TEXT..SECONDS"
    ) { $0.contrast = $1 }
  ]

  static let stats: [OptionDeclaration] = [
    .init("why", in: .stats, for: [.stats], "why each connection ended, by which records") {
      $0.stats.insert(.why)
    },
    .init("latency", in: .stats, for: [.stats], "how long requests waited for their answers") {
      $0.stats.insert(.latency)
    },
    .init("throughput", in: .stats, for: [.stats], "how much was sent, each way") {
      $0.stats.insert(.throughput)
    },
    .init("subscriptions", in: .stats, for: [.stats], "what was turned on, and what came of it") {
      $0.stats.insert(.subscriptions)
    },
    .init("signal", in: .stats, for: [.stats], "how often and how well each device was heard") {
      $0.stats.insert(.signal)
    },
    .init(
      "path", in: .stats, for: [.stats],
      "with --align: how long PDUs took between host, air and the other host, and which were lost"
    ) { $0.align.showsPath = true },
  ]

  static let align: [OptionDeclaration] = [
    .init(
      "align", in: .align, for: Command.aligners,
      "one session of the captures of several recorders, on one clock"
    ) { $0.align.isOn = true },
    .init(
      "align", in: .align, for: [.convert],
      "one clock for captures of several recorders: an interface for each, in order of time"
    ) { $0.align.isOn = true },
    .init(
      "shift", .shift, in: .align, for: [.align, .convert] + Command.aligners, again: .isRefused,
      "do not search: add S seconds to the times of the second capture"
    ) { $0.align.shift = $1 },
    .init(
      "shift-at", .framePair, in: .align, for: [.align, .convert] + Command.aligners,
      again: .isRefused,
      "the same by records: A's record FRAME is at the time of B's record FRAME"
    ) { $0.align.frames = $1 },
  ]

  static let check: [OptionDeclaration] = [
    .init(
      "rules", .file, in: .check, for: [.check], again: .adds,
      "rules, one per line; # starts a comment; repeatable"
    ) { $0.check.ruleFiles.append($1) },
    .init(
      "max-severity", .severity, in: .check, for: [.check],
      "fail on findings of stats above none, note or warning"
    ) { $0.check.maxSeverity = $1 },
    .init(
      "allow", .findingRules, in: .check, for: [.check], again: .adds,
      "accept findings of these rules (see explain); repeatable"
    ) { options, rules in
      for rule in rules where !options.check.allowed.contains(rule) {
        options.check.allowed.append(rule)
      }
    },
  ]
}
