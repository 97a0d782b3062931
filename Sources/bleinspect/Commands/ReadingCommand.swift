import BTSnoop
import Bytes
import GATTSession
import System
import Timeline
import Vocabulary

/// A command that reads captures from start to end.
struct ReadingCommand {
  private var invocation: Invocation
  private let advertisements: AdvertisementChoice
  private let writesAtEnd: Bool
  private let endsProcess: Bool
  private let tellsHidden: Bool
  private let stage: Stage
  private var options: ReadingOptions { invocation.options }

  /// Makes the consumer of the records, for one form of the output: the command is that for it alone.
  typealias Stage =
    (Invocation, OutputStream, EventFilter, GATTSession.Options) -> any RecordStage

  /// - advertisements: those that are shown unless options select.
  /// - writesAtEnd: whether nothing is written before everything is read.
  /// - endsProcess: whether the process exits next; then the stage is not deallocated.
  /// - tellsHidden: whether the output does not show by itself that a part is encrypted.
  /// - stage: makes the consumer of the records.
  init(
    _ invocation: Invocation, advertisements: AdvertisementChoice = .changes,
    writesAtEnd: Bool = false,
    endsProcess: Bool = true, tellsHidden: Bool = false, stage: @escaping Stage
  ) {
    self.invocation = invocation
    self.advertisements = advertisements
    self.writesAtEnd = writesAtEnd
    self.endsProcess = endsProcess
    self.tellsHidden = tellsHidden
    self.stage = stage
  }

  /// A command with one form of its output.
  init(
    _ invocation: Invocation, advertisements: AdvertisementChoice = .changes,
    writesAtEnd: Bool = false,
    endsProcess: Bool = true, tellsHidden: Bool = false,
    stage: @escaping (OutputStream, EventFilter, GATTSession.Options) -> any RecordStage
  ) {
    self.init(
      invocation, advertisements: advertisements, writesAtEnd: writesAtEnd,
      endsProcess: endsProcess, tellsHidden: tellsHidden
    ) { _, out, filter, session in stage(out, filter, session) }
  }

  func run() -> ExitCode {
    guard options.align.isOn else { return run(nil) }
    do throws(OutputError) {
      // Before the output is made: captures that are not aligned must not empty a file.
      try invocation.checkInputs()
      let session = try invocation.sessionFromFiles()
      let aligned = try invocation.alignedRecorders(session, tellsNotes: false)
      if let code = aligned.refusal() { return code }
      let merged = MergedSession(aligned, session)
      var planned = self
      planned.invocation.plan = merged.plan
      return planned.run(merged)
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
  }

  /// - merged: reads the captures; `nil`: one after the other.
  private func run(_ merged: MergedSession?) -> ExitCode {
    var filter: EventFilter
    do { filter = try invocation.makeFilter(advertisements) } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    let output: Outputs
    var session: GATTSession.Options
    do {
      // Before the output is made: unreadable input must not empty a file.
      try invocation.checkInputs()
      session = try invocation.sessionFromFiles()
      if let merged { session.noticed = merged.plan.noticed() }
      output = try Outputs.open(invocation, asItComes: options.follows)
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    do throws(OutputError) {
      let remarks = [
        try invocation.resolveDevice(&filter, session: session, merged: merged),
        invocation.resolveEvents(&filter, session: session),
      ]
      if !options.output.quiet { remarks.compactMap(\.self).forEach(OutputChannel.complain) }
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    let stage = stage(output, filter: filter, session: session)
    if endsProcess { keepToTheEnd(stage) }
    return read(stage, filter: filter, output: output, merged: merged)
  }

  /// The consumer of the records; for several forms, one of them for each.
  private func stage(
    _ output: Outputs, filter: EventFilter, session: GATTSession.Options
  ) -> any RecordStage {
    let first = stage(invocation, output.main.stream, filter, session)
    guard !output.further.isEmpty else { return first }
    let others = output.further.map { alone, channel in
      stage(alone, channel.stream, filter, alone.adapted(session))
    }
    return ForkedStage(first, others)
  }

  private func read(
    _ stage: any RecordStage, filter: EventFilter, output: Outputs, merged: MergedSession?
  ) -> ExitCode {
    let progress = Progress(options, writesAtEnd: writesAtEnd)
    var pipeline = CapturePipeline(stage, isLive: options.follows)
    var problem: CaptureError?
    do {
      if let merged {
        try merged.read(into: &pipeline)
        problem = merged.damage
      } else {
        let inputs = invocation.inputs()
        let chart = (stage as? TimelineStage).flatMap {
          ChartScreen($0.renderer, on: output.main.stream)
        }
        try read(
          inputs, output: output.main.stream, chart: chart, watch: progress?.watch(inputs),
          into: &pipeline)
      }
    } catch { problem = error }
    progress?.clear()
    var code = ExitCode.success
    // A file that is not a capture has nothing to show; if it comes second, the first still counts.
    if !pipeline.summary.captures.isEmpty {
      pipeline.end(damage: problem)
      code = output.finish()
    }
    if !options.output.quiet {
      let decryption = pipeline.decryption
      decryption.messages.forEach(OutputChannel.complain)
      if tellsHidden { decryption.hidden.forEach(OutputChannel.complain) }
      (pipeline.remarks + (merged?.remarks ?? [])).forEach(OutputChannel.complain)
      invocation.handleRemark(pipeline.followed).map(OutputChannel.complain)
      filter.misses(
        in: pipeline.followed, summary: pipeline.summary,
        hasMatch: pipeline.hasMatch || problem != nil
      ).forEach(OutputChannel.complain)
    }
    for note in pipeline.summary.notes where note.isReported(quiet: options.output.quiet) {
      OutputChannel.complain(note.description)
    }
    if pipeline.summary.notes.contains(where: { $0.fails(strict: options.strict) }) {
      code = .failed
    }
    if let problem {
      OutputChannel.complain(problem.description)
      // Also damage before the first record, such as an archive that is encrypted.
      code = problem.kind == .unusable || pipeline.summary.captures.isEmpty ? .unusable : .failed
    }
    return code
  }

  private func read(
    _ inputs: [String], output: OutputStream, chart: ChartScreen?, watch: ReadingWatch?,
    into pipeline: inout CapturePipeline
  ) throws(CaptureError) {
    var reader = CaptureReader(watch: watch)
    guard options.follows else {
      try reader.read(inputs, into: &pipeline)
      return
    }
    let interruption: Interruption
    do { interruption = try Interruption() } catch {
      throw CaptureError(.unusable, file: inputs.last ?? "-", error.message)
    }
    let following = Following(interruption: interruption, listener: output.descriptor) {
      chart?.drawNow(MonotonicTime.now())
      output.flush()
      return output.isOpen
    }
    try reader.follow(inputs, with: following, into: &pipeline)
  }
}

extension Invocation {
  /// Which handle was taken, where its digits are another one in decimal, and there are both.
  fileprivate func handleRemark(_ session: GATTSession?) -> String? {
    guard let handle = options.selection.handle, let decimal = options.selection.decimalHandle,
      let session
    else {
      return nil
    }
    func name(_ handle: UInt16) -> String? {
      for connection in session.connections {
        for database in [connection.remote, connection.local] {
          guard let attribute = database.attribute(at: handle) else { continue }
          let digits = String(upperHex: Int(handle), digits: 4)
          return attribute.label.map { "0x\(digits) (\($0))" } ?? "0x\(digits)"
        }
      }
      return nil
    }
    guard let taken = name(handle), let other = name(decimal) else { return nil }
    return
      "--handle \(decimal) is taken as hex, \(taken); in decimal, as JSON writes it, it is \(other)"
  }
}

extension CaptureNote {
  /// Whether standard error reports it.
  func isReported(quiet: Bool) -> Bool {
    isCut || isUnreadCapture || isUnreadPart || (!quiet && isWorthReporting)
  }

  /// Whether a command that reads the capture has failed.
  func fails(strict: Bool) -> Bool { isUnreadCapture || isUnreadPart || (strict && isCut) }

  /// Whether standard error reports it although nothing failed.
  private var isWorthReporting: Bool {
    switch kind {
    case .unreadRecords, .notUnderstood, .dropped, .leftOut, .otherCaptures: true
    case .clockTurn, .shiftedTimes, .redacted, .unreadLog, .membersLeftOut: true
    case .otherLines, .damagedRecords, .rebuilt, .inferredHandles, .mixedLog: true
    case .emptied, .replaced: true
    case .skipped, .sourceLost, .sourceBack, .noRightToReopen, .noMonitorProtocol: true
    case .noMoreNotes: true
    default: false
    }
  }
}

extension EventFilter {
  /// What was selected and is not there, for standard error.
  func missed(in session: GATTSession?) -> [String] {
    guard let session else { return [] }
    return misses(session, similar: Suggestion.names).map(\.message)
  }

  /// The same, or that nothing matches.
  /// - whole: what it could have been of.
  func misses(
    in session: GATTSession?, hasMatch: Bool, of whole: String = "in the capture"
  ) -> [String] {
    let missed = missed(in: session)
    guard missed.isEmpty, !hasMatch, let names = selection else { return missed }
    return ["nothing \(whole) matches \(names)"]
  }

  /// The same, or that nothing at all is there.
  func misses(
    in session: GATTSession?, summary: CaptureSummary, hasMatch: Bool
  ) -> [String] {
    summary.emptiness.map { [$0] } ?? misses(in: session, hasMatch: hasMatch)
  }

  /// `--device with --uuid`; `nil` where nothing selects.
  var selection: String? {
    optionNames.isEmpty ? nil : optionNames.joined(separator: " with ")
  }
}

extension CaptureSummary {
  /// Captures without a single record; `nil` where there is one, or something else is said of them.
  var emptiness: String? {
    guard start == nil, damage == nil, notes.isEmpty, !captures.isEmpty else { return nil }
    let names = captures.prefix(3).map { shown($0.name) }.joined(separator: ", ")
    let more = captures.count > 3 ? " and \(captures.count - 3) more" : ""
    return "\(names)\(more): no records"
  }
}

extension FilterMiss {
  /// For standard error.
  fileprivate var message: String {
    switch self {
    case .device(let name, let names):
      "nothing matches --device \(quoted(name))\(Suggestion.clause(names.map { quoted($0) }))"
    case .deviceNumber(let number, let count):
      "nothing matches --device \(number): \(Self.there(count, one: "device has a number", several: "devices have numbers"))"
    case .connection(let number, let count):
      "nothing matches --connection \(number): there \(count == 1 ? "is 1 connection" : "are \(count) connections")"
    }
  }

  private static func there(_ count: Int, one: String, several: String) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(several)"
  }
}
