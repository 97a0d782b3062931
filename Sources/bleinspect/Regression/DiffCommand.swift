import BTSnoop
import Bytes
import GATTSession
import Regression
import System
import Timeline

extension CommandDeclaration {
  static let diff = CommandDeclaration(
    operands: "EXPECTED ACTUAL",
    summary: "what differs between two recordings of one scenario",
    about: "Compares what happened, not when or how it was recorded: times, frames, handles and "
      + "changing addresses never count. EXPECTED and ACTUAL are each a capture or an NDJSON "
      + "timeline (--format ndjson, or bleinspect baseline); one of them may be -, standard "
      + "input. .bleinspect-diff.json beside EXPECTED may hold options; those on the command line "
      + "are added to it.",
    formats: [.text, .json, .markdown, .junit, .sarif, .codequality],
    sections: [.kinds("--only, --ignore")],
    examples: [
      ("bleinspect diff expected.ndjson walk.btsnoop", "what has changed"),
      ("bleinspect diff --values 2A37=shape old.log new.log", "a live pulse"),
      ("bleinspect diff --range heart_rate_bpm=40..200 a b", "within bounds"),
      ("bleinspect diff --format junit=diff.xml a b", "for CI"),
      ("bleinspect diff --update expected.ndjson walk.btsnoop", "accept it"),
    ],
    exitCodes: [
      "the same",
      "different",
      "trouble: bad usage, or a side that could not be read completely",
    ],
    prepare: { invocation, _ throws(UsageError) in try invocation.checkSides() },
    run: { DiffCommand($0).run() })
}

extension Invocation {
  fileprivate func checkSides() throws(UsageError) {
    guard files.count == 2 else {
      throw refused(
        "expected two files, got \(files.count): EXPECTED ACTUAL, each a capture or an NDJSON "
          + "timeline" + (files.count > 2 ? " (convert makes one capture of several)" : ""))
    }
    if files.contains("") { throw refused("empty name of a side") }
    try checkStandardInput(files)
    if let output = options.output.file, files.contains(output) {
      throw refused("--output \(quoted(output)) is one of the sides")
    }
    if options.diff.updates, files.first == "-" {
      throw refused("--update cannot rewrite EXPECTED on standard input")
    }
    if options.diff.configuration != nil, !options.diff.isConfigured {
      throw refused("--config and --no-config contradict each other")
    }
    if options.diff.configuration == "-" {
      throw refused("--config cannot read standard input: give a file")
    }
  }
}

/// `bleinspect diff`: what differs between two recordings of one scenario.
struct DiffCommand {
  let invocation: Invocation
  private let environment: (String) -> String?
  var options: ReadingOptions { invocation.options }

  init(
    _ invocation: Invocation, environment: @escaping (String) -> String? = System.environment
  ) {
    self.invocation = invocation
    self.environment = environment
  }

  /// What to do, after everything that the options name was read.
  struct Plan {
    var counts: ComparisonOptions
    var session: GATTSession.Options
    /// EXPECTED does not exist yet, and is to be written.
    var isNew: Bool
  }

  func run() -> ExitCode {
    do {
      let plan = try plan()
      // Before the long reading, so that output errors are reported at once.
      let output = try Outputs.open(invocation)
      if plan.isNew { return try writeNew(plan) }
      return try compare(plan, output: output)
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
  }

  private func compare(
    _ plan: Plan, output: Outputs
  ) throws(OutputError) -> ExitCode {
    let progress = Progress(options, writesAtEnd: true)
    defer { progress?.clear() }
    let expected: RecordedTimeline
    do throws(TimelineError) {
      expected = try read(invocation.files[0], plan: plan, progress: progress)
      if options.diff.updates, expected.form == .capture {
        throw TimelineError(
          "\(shown(expected.name)): is a capture; --update rewrites only NDJSON timelines")
      }
    } catch {
      return refused(error, side: \.expected, output: output)
    }
    let actual: RecordedTimeline
    do throws(TimelineError) {
      // Where nothing is connected, devices that advertise are compared.
      actual = try read(
        invocation.files[1], plan: plan, progress: progress, decodesAll: !expected.isConnected)
    } catch {
      return refused(error, side: \.actual, output: output)
    }
    let comparison = Regression.compare(expected, with: actual, options: plan.counts) {
      progress?.compares($0, of: $1)
    }
    progress?.clear()
    let report = ComparisonReport(
      comparison, expected: .init(expected), actual: .init(actual), isStrict: plan.counts.strict)
    for problem in report.problems { OutputChannel.complain(problem) }
    remark(expected)
    remark(actual)
    if !options.output.quiet {
      for setting in options.diff.settings {
        if let miss = setting.miss([expected, actual]) { OutputChannel.complain(miss) }
      }
    }
    if expected.form != .capture, actual.form != .capture, !options.output.quiet,
      let unused = invocation.unusedOnTimelines
    {
      OutputChannel.complain(unused)
    }
    guard show(report, output: output) == .success else { return .unusable }
    if options.diff.updates, report.outcome == .different {
      try write(actual, form: BaselineOptions(keepingFormOf: expected, device: plan.counts.device))
    }
    return report.exitCode
  }

  func read(
    _ file: String, plan: Plan, progress: Progress?, decodesAll: Bool = false
  ) throws(TimelineError) -> RecordedTimeline {
    // What is said of it comes on a line of its own.
    defer { progress?.clear() }
    var side = try RecordedTimeline.read(
      [file], session: plan.session, wanted: WantedEvents(areAdvertisementsDecoded: false),
      watch: progress?.watch([file]))
    // Two recordings that failed are not the same.
    if !side.hasRecords, side.problems.isEmpty {
      side.problems.append("\(shown(side.name)): no records")
    }
    side.decodeAdvertisements(all: decodesAll || plan.counts.device != nil)
    if plan.counts.strict || options.diff.updates {
      side.problems = side.cuts + side.problems
      side.cuts = []
    }
    return side
  }

  /// What is skipped, and may surprise.
  func remark(_ side: RecordedTimeline) {
    for cut in side.cuts { OutputChannel.complain(cut) }
    guard !options.output.quiet else { return }
    for remark in side.remarks { OutputChannel.complain(remark) }
    guard side.unknownEvents > 0 else { return }
    OutputChannel.complain(
      "\(shown(side.name)): skipped \(side.unknownEvents) events of kinds unknown to this version")
  }

  // MARK: Showing

  /// A side that could not be read: the report says so, too.
  private func refused(
    _ refusal: TimelineError,
    side: WritableKeyPath<ComparisonReport, ComparisonReport.Side>,
    output: Outputs
  ) -> ExitCode {
    OutputChannel.complain(refusal.message)
    var report = ComparisonReport(
      Comparison(), expected: .init(name: invocation.files[0], form: .timeline),
      actual: .init(name: invocation.files[1], form: .capture))
    report[keyPath: side].problems = [refusal.message]
    _ = show(report, output: output)
    return .unusable
  }

  private func show(_ report: ComparisonReport, output: Outputs) -> ExitCode {
    if annotates {
      // Before the report, whose last line gives the outcome.
      let isShared = options.output.file == nil
      let code = annotate(report, output: isShared ? output.main : .standard, finishes: !isShared)
      guard code == .success else { return code }
    }
    output.write(invocation) { $0.write(report, tests: report.tests, to: $1) }
    return output.finish()
  }

  /// Whether to annotate for GitHub: not if standard output is for another program.
  private var annotates: Bool {
    environment("GITHUB_ACTIONS") == "true"
      && (options.output.format == .text || options.output.file != nil)
  }

  private func annotate(
    _ report: ComparisonReport, output: OutputChannel, finishes: Bool = true
  ) -> ExitCode {
    Annotations(report.tests).write(to: &output.stream.buffer)
    return finishes ? output.finish() : .success
  }
}

extension Invocation {
  /// A comparison in the form that is asked for.
  func write(_ report: ComparisonReport, tests: TestReport, to out: OutputStream) {
    switch options.output.format {
    case .json:
      DiffJSON(report, provenance.noting(redactions: report.redactions)).write(to: &out.buffer)
    case .junit: JUnitDocument(tests).write(to: &out.buffer)
    case .sarif:
      report.writeAlerts(as: .sarif, version: OptionParser.version, to: &out.buffer)
    case .codequality:
      report.writeAlerts(as: .codeQuality, version: OptionParser.version, to: &out.buffer)
    case .markdown:
      DiffMarkdown(
        report, provenance.noting(redactions: report.redactions), name: tests.name
      ).write(to: &out.buffer)
    default:
      var text = DiffText.Options()
      text.isColored = isColored
      text.showsAll = options.output.all
      DiffText(report, options: text).write(to: &out.buffer)
    }
  }
}

extension ComparisonReport {
  var exitCode: ExitCode {
    switch outcome {
    case .same: .success
    case .different: .failed
    case .trouble: .unusable
    }
  }
}
