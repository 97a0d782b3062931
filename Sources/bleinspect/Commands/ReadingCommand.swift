import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Timeline

/// A command that reads captures from their beginning to their end.
struct ReadingCommand {
  private let invocation: Invocation
  private var options: ReadingOptions { invocation.options }

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    let filter: EventFilter
    do { filter = try invocation.makeFilter() } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    let output: OutputChannel
    let session: GATTSession.Options
    do {
      // Before the output is made: what cannot be read must not empty a file.
      try invocation.checkInputs()
      session = try invocation.sessionKnowingTrees()
      output = try OutputChannel.open(options.output, asItComes: options.follows)
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    return read(stage(output.stream, filter, session), output)
  }

  private func read(_ stage: any RecordStage, _ output: OutputChannel) -> ExitCode {
    let shown = !options.follows && Progress.isWanted(options) ? Progress(stage) : nil
    var pipeline = CapturePipeline(shown ?? stage, isLive: options.follows)
    var problem: CaptureError?
    do { try read(invocation.inputs(), output.stream, into: &pipeline) } catch { problem = error }
    shown?.clear()
    var code = ExitCode.success
    // A file that is no capture has nothing to show; one that comes second does not undo the first.
    if !pipeline.summary.captures.isEmpty {
      pipeline.end(damage: problem)
      code = output.finish()
    }
    for note in pipeline.summary.notes where note.isCut || !options.quiet {
      if note.isCut || note.isWorthTelling { OutputChannel.complain(note.description) }
      if note.isCut, options.strict { code = .failed }
    }
    if let problem {
      OutputChannel.complain(problem.description)
      code = problem.kind == .unusable ? .unusable : .failed
    }
    return code
  }

  private func read(
    _ inputs: [String], _ output: OutputStream, into pipeline: inout CapturePipeline
  ) throws(CaptureError) {
    var reader = CaptureReader()
    guard options.follows else {
      try reader.read(inputs, into: &pipeline)
      return
    }
    let interruption: Interruption
    do { interruption = try Interruption() } catch {
      throw CaptureError(.unusable, file: inputs.last ?? "-", error.message)
    }
    let following = Following(interruption: interruption, listener: output.descriptor) {
      output.flush()
      return output.isOpen
    }
    try reader.follow(inputs, following, into: &pipeline)
  }

  // MARK: What to do with the records

  private func stage(
    _ out: OutputStream, _ filter: EventFilter, _ session: GATTSession.Options
  ) -> any RecordStage {
    let sink = invocation.sink(filter)
    switch invocation.command {
    case .packets:
      if options.format == .ndjson {
        return PacketStage(PacketNDJSONRenderer(out), options: sink, session: session)
      }
      var text = PacketTextRenderer.Options()
      text.timeStyle = invocation.timeStyle
      text.showsTree = options.verbose
      text.showsBytes = options.bytes
      return PacketStage(PacketTextRenderer(out, options: text), options: sink, session: session)
    case .gatt:
      let format: GATTRenderer.Format = options.format == .json ? .json : .text
      // Filters choose what is printed; the trees are built from everything.
      return TimelineStage(
        GATTRenderer(out, format: format, filter: filter), session: session, sink: .init())
    case .report, .convert, .live, .replay, .diff, .baseline, .check:
      return TimelineStage(invocation.timeline(out, filter), session: session, sink: sink)
    }
  }
}

extension CaptureNote {
  /// Whether standard error tells it although nothing failed.
  var isWorthTelling: Bool {
    switch kind {
    case .unreadRecords, .dropped, .leftOut, .emptied, .replaced: true
    case .skipped, .sourceLost, .sourceBack, .noRightToReopen, .noMonitorProtocol: true
    case .noMoreNotes: true
    default: false
    }
  }
}
