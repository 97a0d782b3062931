import ATTDissector
import AssignedNumbers
import BTSnoop
import ByteReader
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
    do { filter = try makeFilter() } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    let output: OutputChannel
    do {
      // Before the output is made: what cannot be read must not empty a file.
      try invocation.checkInputs()
      output = try OutputChannel.open(options.output, asItComes: options.follows)
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    return read(stage(output.stream, filter), output)
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

  private func stage(_ out: OutputStream, _ filter: EventFilter) -> any RecordStage {
    var sink = TimelineSink.Options()
    sink.filter = filter
    sink.count = options.count
    sink.errorsOnly = options.errors
    switch invocation.command {
    case .packets:
      if options.format == .ndjson {
        return PacketStage(PacketNDJSONRenderer(out), options: sink, session: session)
      }
      var text = PacketTextRenderer.Options()
      text.timeStyle = timeStyle
      text.showsTree = options.verbose
      text.showsBytes = options.bytes
      return PacketStage(PacketTextRenderer(out, options: text), options: sink, session: session)
    case .gatt:
      let format: GATTRenderer.Format = options.format == .json ? .json : .text
      // Filters choose what is printed; the trees are built from everything.
      return TimelineStage(
        GATTRenderer(out, format: format, filter: filter), session: session, sink: .init())
    case .report, .convert:
      return TimelineStage(timeline(out, filter), session: session, sink: sink)
    }
  }

  private func timeline(_ out: OutputStream, _ filter: EventFilter) -> any TimelineRenderer {
    switch options.format {
    case .ndjson: return NDJSONRenderer(out)
    case .csv: return CSVRenderer(out)
    case .json: return JSONRenderer(out)
    case .text:
      var report = ReportRenderer.Options()
      report.timeStyle = timeStyle
      report.showsAll = options.all
      report.showsAdvertisements =
        options.adverts == .all || options.adverts == .changes
        || options.events.contains("advertisement")
      report.isColored = isColored
      report.isLive = options.follows
      report.filter = filter
      return ReportRenderer(out, options: report)
    }
  }

  private var session: GATTSession.Options {
    var session = GATTSession.Options()
    session.units = options.units == .us && options.format == .text ? .us : .metric
    session.readsBadCRC = options.badCRC
    session.identityKeys = options.identityKeys
    session.thermopileFactor =
      options.tmp006S0 == ReadingOptions.tmp006Constants[0] ? .application : .wiki
    return session
  }

  private var timeStyle: Timeline.TimeStyle {
    switch options.timeStyle {
    case .relative: .relative
    case .utc: .utc
    case .local: .local
    case .epoch: .epoch
    case .delta: .delta
    }
  }

  private var isColored: Bool {
    switch options.color {
    case .always: true
    case .never: false
    case .auto: options.output == nil && Descriptor.standardOutput.isTerminal
    }
  }

  // MARK: Filters

  private func makeFilter() throws(UsageError) -> EventFilter {
    var filter = EventFilter()
    if let device = options.device { filter.select(device: device) }
    if let text = options.uuid {
      filter.uuids =
        BluetoothUUID(text: text).map { [$0] }
        ?? Set(
          AssignedNumbers.uuids(named: text).map { BluetoothUUID(value: $0) })
      if filter.uuids.isEmpty {
        throw UsageError(
          "--uuid: no UUID and no assigned name: '\(text)' (180D, 2A37, 36 characters, or a name)",
          command: invocation.command)
      }
    }
    filter.connection = options.connection.map { Int(clamping: $0) }
    filter.handle = options.handle
    filter.adapters = Set(options.adapters)
    filter.kinds = Set(
      EventKind.allCases.filter { options.events.contains($0.name.description) })
    filter.frames = options.frames
    filter.from = options.from.map(TimeLimit.init)
    filter.to = options.to.map(TimeLimit.init)
    // A list of records has every one, unless it is asked to leave some out.
    switch options.adverts ?? (invocation.command == .packets ? .all : .changes) {
    case .changes: filter.advertisements = .changes
    case .all: filter.advertisements = .all
    case .none: filter.advertisements = .none
    }
    return filter
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
