import ATTDissector
import Answers
import BTSnoop
import Bytes
import GATTSession
import Regression
import System
import Timeline
import Vocabulary

extension CommandDeclaration {
  static let check = CommandDeclaration(
    operands: "CAPTURE [RULE]...",
    summary: "whether rules hold for a recording",
    about: "Checks a capture, an NDJSON timeline or a baseline against rules; - is standard input. "
      + "Each RULE is one argument, or a line of a file (--rules). A rule holds if at least one "
      + "event matches its subject and all that do are as it says. docs/check.md has the whole "
      + "grammar.",
    formats: [.text, .json, .markdown, .junit, .sarif, .codequality],
    sections: [
      .table(
        "Rules",
        rows: [
          ("notification:2A37 count>=10", "at least so many events of a kind"),
          ("notification heart_rate_bpm=40..200", "each of them; also != < <= > >= a|b"),
          ("notification:2A37 max_gap<=2.5", "seconds from one to the next"),
          ("no att_error", "not a single one"),
          ("no disconnected reason=0x08", "none with this reason"),
          ("service 180D", "was discovered"),
          ("characteristic 180D/2A37 properties=notify", "and has these properties"),
          ("connected before 5", "the first within 5 s; also after"),
          ("notification within 3 of connected", "each followed by one in 3 seconds"),
          ("security where step=paired bonded=true", "where: only of the matching ones"),
          ("read device='Polar H7' response_ms<=500", "of one device; also connection=1"),
          ("no finding:link-lost", "what stats finds; also count<=3"),
        ], column: 45),
      .kinds(),
    ],
    examples: [
      ("bleinspect check walk.btsnoop 'no att_error'", "none at all"),
      ("bleinspect check a.log 'notification:2A37 max_gap<=2.5'", "no silence"),
      ("bleinspect check a.log 'read response_ms<=500'", "of each answer"),
      ("bleinspect check --rules strap.rules walk.btsnoop", "a rule per line"),
      ("bleinspect check --rules r --format junit=x.xml a.log", "for CI"),
      ("bleinspect check --max-severity note a.log", "no warning, no error"),
      ("bleinspect check --max-severity note --allow slow-answers a.log", "but for these"),
    ],
    exitCodes: [
      "all rules hold",
      "some do not",
      "trouble: bad usage, no rule, or a capture that was not read completely",
    ],
    prepare: { invocation, _ throws(UsageError) in
      try invocation.takeRules()
      try invocation.checkCaptures()
      try invocation.checkAlign()
    },
    run: { CheckCommand($0).run() })
}

extension Invocation {
  /// The first operand is the capture, all others are rules; with `--align` so are the files that follow it.
  fileprivate mutating func takeRules() throws(UsageError) {
    guard let capture = files.first else {
      throw refused("missing capture: expected a capture or a timeline, and rules")
    }
    var captures = [capture]
    if options.align.isOn {
      for operand in files.dropFirst() {
        // What is no rule is the name of a capture that is not there.
        let isNamed = captures.count < 2 && (try? Rule(operand)) == nil
        guard isNamed || fileExists(operand) else { break }
        captures.append(operand)
      }
    }
    options.check.rules = Array(files.dropFirst(captures.count))
    files = captures
    guard
      !options.check.rules.isEmpty || !options.check.ruleFiles.isEmpty
        || options.check.maxSeverity != nil
    else {
      throw refused(
        "missing rule: expected rules after the capture, --rules FILE or --max-severity LEVEL")
    }
    try checkStandardInput(files + options.check.ruleFiles)
    if let output = options.output.file, options.check.ruleFiles.contains(output) {
      throw refused("--output and --rules name the same file: \(quoted(output))")
    }
  }
}

/// `check`: applies rules to a recording.
struct CheckCommand {
  private let invocation: Invocation
  private var options: ReadingOptions { invocation.options }

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    let rules: [Rule]
    let ofFindings: [Rule]
    var filter: EventFilter
    var session: GATTSession.Options
    var merged: MergedSession?
    let output: Outputs
    do {
      if let first = invocation.files.first, !fileExists(first), (try? Rule(first)) != nil {
        throw OutputError(
          message:
            "\(quoted(first)) is a rule, and no file of this name is there: the capture comes first"
        )
      }
      // Before the output is made: unreadable input must not empty a file.
      try invocation.checkInputs()
      let all = try RuleSource(options.check).rules()
      rules = all.filter { !$0.isAboutFindings }
      ofFindings = all.filter(\.isAboutFindings)
      if !options.check.allowed.isEmpty, options.check.maxSeverity == nil,
        ofFindings.allSatisfy({ $0.findingRule != nil })
      {
        throw invocation.refused("--allow needs --max-severity LEVEL, or the rule 'no finding'")
      }
      filter = try invocation.makeFilter()
      session = try invocation.sessionFromFiles()
      if options.align.isOn {
        let aligned = try invocation.alignedRecorders(session, tellsNotes: false)
        guard aligned.refusal() == nil else { return .unusable }
        let session = MergedSession(aligned, session)
        merged = session
      }
      if let merged { session.noticed = merged.plan.noticed() }
      output = try Outputs.open(invocation)
    } catch {
      OutputChannel.complain(
        (error as? UsageError)?.message ?? (error as? OutputError)?.message ?? "")
      return .unusable
    }
    let missing: String?
    do { missing = try invocation.resolveDevice(&filter, session: session, merged: merged) } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    let search = FindingRules(ofFindings, output.main.stream, filter, invocation)
    let report: RuleReport
    do {
      report = try applied(
        rules, search: search, filter: filter, session: session, merged: merged, missing: missing)
    } catch {
      report = RuleReport(name: invocation.files.first ?? "-", refusal: sentence(of: error))
    }
    return finish(report, output: output)
  }

  /// Reads the recording, and applies the rules to it.
  /// - missing: what to say of a capture without the device that was asked for.
  /// - Throws: why the rules cannot be applied.
  private func applied(
    _ rules: [Rule], search: FindingRules?, filter: EventFilter,
    session: GATTSession.Options, merged: MergedSession?, missing: String?
  ) throws -> RuleReport {
    let progress = Progress(options, writesAtEnd: true)
    defer { progress?.clear() }
    // Whether there is anything of a part shows in events of all kinds.
    let wanted = WantedEvents(filter.isActive ? nil : rules.kinds)
    let run = RuleRun(rules)
    // A part of a timeline may be chosen by what only its end shows.
    let look = EarlyLook(run, ofTimelines: !filter.isActive)
    var timeline =
      if let merged {
        try RecordedTimeline.read(
          invocation.files, session: session, sink: invocation.sink(filter), wanted: wanted,
          beside: search?.sink, look: look
        ) { pipeline throws(CaptureError) in
          try merged.read(into: &pipeline)
          if let damage = merged.damage { throw damage }
        }
      } else {
        try RecordedTimeline.read(
          invocation.files, session: session, sink: invocation.sink(filter), wanted: wanted,
          beside: search?.sink, watch: progress?.watch(invocation.files), look: look)
      }
    progress?.clear()
    // A rule about what is missing would hold, or not, whatever happened.
    if timeline.form == .capture, let missing { throw OutputError(message: missing) }
    try checkUse(of: timeline, search: search)
    if options.strict {
      timeline.problems = timeline.cuts + timeline.problems
    } else {
      for cut in timeline.cuts { OutputChannel.complain(cut) }
      timeline.leaveOutCutRecord()
    }
    try checkMarks(of: timeline)
    if !options.output.quiet {
      timeline.remarks.forEach(OutputChannel.complain)
      if timeline.form != .capture, let unused = invocation.unusedOnTimelines {
        OutputChannel.complain(unused)
      }
    }
    let names = timeline.deviceNames
    timeline = try restricted(timeline)
    run.take(timeline)
    try checkEvents(of: timeline, run: run, names: names)
    if !options.output.quiet, !filter.isActive {
      for absence in run.absences(in: timeline) {
        OutputChannel.complain(
          "no \(absence.what) matches \(shown(absence.term))"
            + Suggestion.clause(absence.similar.map { quoted($0) }))
      }
    }
    // `no att_error` would pass for a part that does not exist.
    if options.selection.from != nil || options.selection.to != nil, run.tally.events == 0 {
      throw OutputError(
        message: "\(shown(timeline.name)): no event is between --from and --to")
    }
    if !options.output.quiet {
      for rule in search?.unusedAllowances ?? [] {
        OutputChannel.complain(
          "--allow \(rule.identifier) is not needed: no such finding would fail")
      }
    }
    return RuleReport(run, timeline, further: search?.outcomes ?? [])
  }

  private func checkUse(of timeline: RecordedTimeline, search: FindingRules?) throws {
    guard timeline.form != .capture, let search else { return }
    throw OutputError(
      message: "\(shown(timeline.name)): \(shown(search.origin)) needs a capture: a timeline "
        + "has no findings")
  }

  private func checkMarks(of timeline: RecordedTimeline) throws {
    guard timeline.form == .capture || options.knowledge.marks.isEmpty else {
      throw OutputError(
        message: "\(shown(timeline.name)): --mark and --marks need a capture; a timeline has "
          + "marks of its own")
    }
  }

  /// - names: of all devices, also those that were not chosen.
  private func checkEvents(
    of timeline: RecordedTimeline, run: RuleRun, names: [String]
  ) throws {
    if run.tally.events == run.tally.count(of: .mark), let chosen = chosenPart {
      throw OutputError(
        message: "\(shown(timeline.name)): nothing matches \(chosen)\(hint(names))")
    }
    if !timeline.hasRecords {
      throw OutputError(message: "\(shown(timeline.name)): no records")
    }
    if timeline.form != .capture, run.tally.events == 0 {
      throw OutputError(message: "\(shown(timeline.name)): no events")
    }
  }

  private func sentence(of error: any Error) -> String {
    (error as? TimelineError)?.message ?? (error as? OutputError)?.message ?? ""
  }

  /// What options select, which must exist for rules to mean anything.
  private var chosenPart: String? {
    if let device = options.selection.device { return "--device \(quoted(device))" }
    return options.selection.connection.map { "--connection \($0)" }
  }

  /// The names that a misspelt one may mean.
  private func hint(_ names: [String]) -> String {
    guard let device = options.selection.device, EventFilter.deviceNumber(device) == nil,
      BluetoothAddress.value(of: device) == nil,
      !names.contains(where: { $0.lowercased() == device.lowercased() })
    else { return "" }
    return Suggestion.clause(Suggestion.names(for: device, among: names).map { quoted($0) })
  }

  /// Filters for a timeline, where no session has selected anything.
  private func restricted(
    _ timeline: RecordedTimeline
  ) throws(OutputError) -> RecordedTimeline {
    guard timeline.form != .capture else { return timeline }
    var scope = TimelineScope()
    scope.device = options.selection.device
    scope.connection = options.selection.connection
    scope.from = try nanoseconds(options.selection.from, option: "--from")
    scope.to = try nanoseconds(options.selection.to, option: "--to")
    if timeline.form == .baseline, scope.from != nil || scope.to != nil,
      !timeline.items.contains(where: { $0.time != nil })
    {
      throw OutputError(
        message: "\(shown(timeline.name)): a baseline without times, which --from and --to need")
    }
    return timeline.restricted(to: scope)
  }

  private func nanoseconds(
    _ bound: TimeBound?, option: String
  ) throws(OutputError) -> Int64? {
    switch bound {
    case nil: return nil
    case .relative(let nanoseconds): return nanoseconds
    case .absolute:
      throw OutputError(message: "\(option): dates need a capture; for a timeline, give seconds")
    case .section:
      throw OutputError(
        message: "\(option): sections need a capture; for a timeline, give seconds of t")
    }
  }

  // MARK: Output

  private func finish(_ report: RuleReport, output: Outputs) -> ExitCode {
    output.write(invocation) { $0.write(report, to: $1) }
    guard output.finish() == .success else { return .unusable }
    for problem in report.problems { OutputChannel.complain(problem) }
    GitHubAnnotations.write(report.testReport)
    return switch report.result {
    case .holds: .success
    case .failed: .failed
    case .trouble: .unusable
    }
  }
}

extension Invocation {
  /// The outcome of rules in the form that is asked for.
  fileprivate func write(_ report: RuleReport, to out: OutputStream) {
    switch options.output.format {
    case .json:
      report.writeJSON(provenance.noting(redactions: report.redactions), to: &out.buffer)
    case .junit: JUnitDocument(report.testReport).write(to: &out.buffer)
    case .sarif:
      report.writeAlerts(as: .sarif, version: OptionParser.version, to: &out.buffer)
    case .codequality:
      report.writeAlerts(as: .codeQuality, version: OptionParser.version, to: &out.buffer)
    case .markdown:
      report.writeMarkdown(provenance.noting(redactions: report.redactions), to: &out.buffer)
    // Without an outcome only the trouble can be shown.
    default:
      if !report.outcomes.isEmpty { report.writeText(to: &out.buffer) }
    }
  }
}
