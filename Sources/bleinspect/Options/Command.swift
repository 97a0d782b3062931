/// One command, by its name; its declaration is in the command's file.
///
/// The rows of options name commands in lists: a name is small, and a declaration is made only where it
/// is asked for.
enum Command: String, CaseIterable, Sendable {
  /// The one without a word.
  case report = ""
  case packets, gatt, exchange, learn, stats
  /// `report` as a word: the page for a browser.
  case page = "report"
  case trace, align, convert, redact, live, replay, mock, extcap
  case diff, baseline, check, decoders, explain, complete

  /// In the order in which help lists them.
  static let all = allCases

  /// Commands that show what is in a capture.
  static let readers: [Command] = [
    .report, .packets, .gatt, .exchange, .learn, .stats, .page, .trace,
  ]
  /// Commands that show data.
  static let viewers: [Command] = readers + [.live, .replay, .mock]
  /// Commands that show events or values one by one.
  static let listers: [Command] = viewers.filter { $0 != .stats && $0 != .trace }
  /// Commands whose text has colors.
  static let coloring: [Command] = [.report, .gatt, .live, .replay, .mock, .diff]
  /// Commands whose text is as wide as the page.
  static let wrapping: [Command] = [.report, .exchange, .stats, .live, .replay, .diff, .check]
  /// Commands that have a place for what the tester marked.
  static let markers: [Command] = [
    .report, .page, .exchange, .learn, .trace, .convert, .replay, .check,
  ]
  /// Commands that read captures.
  static let captureReaders: [Command] = readers + [.convert, .replay]
  /// Commands whose filters select records or events.
  static let filterers: [Command] = captureReaders + [.live]
  /// Commands that follow what devices say.
  static let sessions: [Command] = all.filter {
    ![.redact, .extcap, .decoders, .explain, .complete].contains($0)
  }
  /// Commands that make one session of the captures of several recorders.
  static let aligners: [Command] = [.report, .exchange, .stats, .page, .trace, .check]
  /// Commands that take timelines as well as captures.
  static let comparers: [Command] = [.diff, .baseline, .check]
  /// Commands whose output has several formats.
  static let formatters: [Command] =
    viewers.filter { $0 != .page && $0 != .trace } + [.align, .diff, .check]
  /// Commands that write several formats in one run.
  static let severalFormats: [Command] = [
    .report, .packets, .gatt, .exchange, .stats, .diff, .check,
  ]
  /// Commands that a job of continuous integration summarizes.
  static let summarizers: [Command] = [.report, .stats, .page, .diff, .check]

  /// The first operand that selects it; the report has none.
  var word: String? { self == .report ? nil : rawValue }

  /// `bleinspect packets`, as typed.
  var invocation: String { word.map { "bleinspect \($0)" } ?? "bleinspect" }

  /// `bleinspect packets [OPTION]... CAPTURE...`
  var usage: String {
    "\(invocation) [OPTION]..." + (declaration.operands.map { " \($0)" } ?? "")
  }

  var declaration: CommandDeclaration {
    switch self {
    case .report: .report
    case .packets: .packets
    case .gatt: .gatt
    case .exchange: .exchange
    case .learn: .learn
    case .stats: .stats
    case .page: .page
    case .trace: .trace
    case .align: .align
    case .convert: .convert
    case .redact: .redact
    case .live: .live
    case .replay: .replay
    case .mock: .mock
    case .extcap: .extcap
    case .diff: .diff
    case .baseline: .baseline
    case .check: .check
    case .decoders: .decoders
    case .explain: .explain
    case .complete: .complete
    }
  }
}
