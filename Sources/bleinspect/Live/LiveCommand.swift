import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import Timeline

extension CommandDeclaration {
  static let live = CommandDeclaration(
    operands: nil,
    takesFiles: false,
    summary: "the timeline as it happens; can record it",
    about: "Listens beside the programs that use the adapters, and disturbs nothing. Ctrl-C stops "
      + "it. Without --source it listens to the adapters of this machine, which needs the "
      + "capability CAP_NET_RAW. The keys m and 1 to 9 set marks.",
    formats: OutputFormat.ofTimelines,
    sections: [
      .kinds("--event"),
      .table(
        "Sources (--source)",
        rows: [
          ("monitor", "the kernel's monitor of all adapters"),
          ("bluetooth-monitor", "the same through libpcap"),
          ("bluetoothN", "adapter hciN through libpcap"),
          ("tcp:HOST:PORT", "btsnoop or pcapng over TCP, such as from Android"),
          ("tty:DEVICE@SPEED", "a board's monitor protocol on a serial line"),
        ]),
      .table(
        "Conditions (--until)",
        rows: [
          ("KIND", "an event of this kind: disconnected"),
          ("KIND:UUID", "of this attribute, by UUID or name: notification:2A37"),
          ("KEY=VALUE", "also != < <= > >=; keys as in NDJSON: heart_rate_bpm>0"),
          ("several, with spaces", "all of them: 'att_error:180D error_code=5'"),
        ]),
    ],
    examples: [
      ("sudo bleinspect live --hci0 --write walk.btsnoop", "watch and record"),
      ("bleinspect live --source tcp:localhost:8872", "a phone, by adb"),
      ("bleinspect live --page now.html", "for a browser beside it"),
      ("bleinspect live --until notification:2A37 --for 30", "did it come?"),
      ("bleinspect live --source tty:/dev/ttyACM0@1000000", "a board"),
      ("bleinspect live --format ndjson | jq .decoded", "for scripts"),
    ],
    exitCodes: [
      "stopped by Ctrl-C, --for, --count, a met --until or the source",
      "--until was not met, or the recording failed",
      "bad usage, missing capability, or no adapter",
    ],
    prepare: { invocation, _ throws(UsageError) in try invocation.checkLive() },
    run: { LiveCommand($0).run() })
}

extension Invocation {
  fileprivate func checkLive() throws(UsageError) {
    if let first = files.first {
      throw refused("live reads no captures: \(quoted(first)); --source says what to listen to")
    }
    try checkChart()
    try checkRecording()
  }
}

/// `bleinspect live`: the timeline as it happens.
struct LiveCommand {
  /// Opens a source that is not the one of `--source`; `nil`: a signal came first.
  typealias Opening = (LiveConsole, Interruption) throws(OutputError) -> (any LiveSource)?

  private let invocation: Invocation
  private let opening: Opening?
  private var options: ReadingOptions { invocation.options }
  private var live: LiveOptions { invocation.options.live }

  init(_ invocation: Invocation, opening: Opening? = nil) {
    self.invocation = invocation
    self.opening = opening
  }

  func run() -> ExitCode {
    let loop: LiveLoop
    let output: OutputChannel
    let filter: EventFilter
    do {
      filter = try makeFilter()
      let interruption = try makeInterruption()
      let console = LiveConsole(isQuiet: options.output.quiet)
      guard let (source, standing) = try openSource(console, interruption: interruption) else {
        guard live.condition != nil else { return .success }
        console.complain(Self.unmet)
        return .failed
      }
      try dropPrivileges(source)
      // From here on everything is read and created as the user.
      try invocation.checkOtherInputs()
      let session = try self.session(standing, console: console)
      try checkRecording()
      output = try OutputChannel.openWithoutWaiting(options.output.file)
      let timeline = invocation.timeline(
        output.stream, filter: filter, isLive: true, summary: summary(output, console: console))
      let stage = LiveStage(
        timeline, session: session, sink: invocation.sink(filter), until: live.condition)
      loop = LiveLoop(
        source, stage, output: output.stream, recorder: recorder, interruption: interruption,
        console: console)
      // Who plays a peripheral goes on whether or not anybody reads the timeline.
      if opening != nil { loop.output.leavesOut = true }
      loop.page = try page(session, filter: filter, console: console)
      loop.keys = try makeKeys()
      loop.chart = ChartScreen(timeline, on: output.stream)
      watch(loop, filter: filter)
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    let end = loop.run(for: live.duration)
    if let problem = openingProblem(loop, end: end) {
      OutputChannel.complain(problem)
      return .unusable
    }
    loop.close()
    let recording = loop.recorder?.close()
    loop.finish()
    var code = conclude(loop, end: end, filter: filter, recording: recording, output: output)
    if loop.page?.finish() == false { code = .failed }
    loop.drain()
    return code
  }

  /// Goes to standard output if that is a terminal, else to standard error.
  private func summary(_ output: OutputChannel, console: LiveConsole) -> OutputStream {
    output.stream.descriptor.isTerminal ? output.stream : console.stream
  }

  /// What a user at a terminal sees next to the timeline.
  private func watch(_ loop: LiveLoop, filter: EventFilter) {
    guard !options.output.quiet, Descriptor.standardError.isTerminal else { return }
    if opening == nil {
      loop.quiet = QuietWatch(
        adapters: Set(options.selection.adapters), selection: filter.selection,
        now: MonotonicTime.now())
    }
    guard StatusLine.isWanted(options, output: loop.output.descriptor) else { return }
    loop.status = StatusLine(
      loop.stage, on: loop.console.stream, isColored: options.output.color != .never,
      isASCII: options.output.isASCII
    ) { [unowned loop] in loop.lost }
  }

  // MARK: Opening

  private func makeFilter() throws(OutputError) -> EventFilter {
    do { return try invocation.makeFilter() } catch { throw OutputError(message: error.message) }
  }

  private func makeInterruption() throws(OutputError) -> Interruption {
    do { return try Interruption() } catch { throw OutputError(message: error.message) }
  }

  private func makeKeys() throws(OutputError) -> LiveKeys? {
    do { return try LiveKeys() } catch { throw OutputError(message: error.message) }
  }

  /// - Returns: the source, and the connections of this machine from before it was opened; `nil` if
  ///   a signal came first.
  private func openSource(
    _ console: LiveConsole, interruption: Interruption
  ) throws(OutputError) -> (any LiveSource, StandingConnections?)? {
    if let opening { return try opening(console, interruption).map { ($0, nil) } }
    let adapters = Set(options.selection.adapters)
    let open = { () throws(CaptureError) in try live.source.open(adapters: adapters) }
    do throws(CaptureError) {
      switch live.source {
      case .pcap(.adapter(let index)):
        return try StandingConnections.around(adapters: [index], open: open)
      case .monitor, .pcap: return try StandingConnections.around(adapters: adapters, open: open)
      case .tcp, .serial: return (try open(), nil)
      }
    } catch { throw OutputError(message: error.description) }
  }

  private func dropPrivileges(_ source: any LiveSource) throws(OutputError) {
    do { try Privileges.drop(keeping: source.keptCapabilities) } catch {
      throw OutputError(message: error.message)
    }
  }

  private func session(
    _ standing: StandingConnections?, console: LiveConsole
  ) throws(OutputError) -> GATTSession.Options {
    var session = try invocation.sessionFromFiles()
    guard let known = standing?.known() else { return session }
    // libpcap does not say which adapter a record came from.
    var hasAdapters = true
    if case .pcap(.adapter) = live.source { hasAdapters = false }
    known.apply(to: &session, hasAdapters: hasAdapters)
    for line in known.lines { console.remark(line) }
    if let remark = known.remark { console.remark(remark) }
    return session
  }

  private func page(
    _ session: GATTSession.Options, filter: EventFilter, console: LiveConsole
  ) throws(OutputError) -> LivePage? {
    guard let path = live.page else { return nil }
    let invocation = invocation
    return try LivePage(path, console, otherUse: { invocation.otherUse(ofPage: path) }) { out in
      invocation.page(out, filter: filter, session: session)
    }
  }

  private var recorder: (() throws(RecordingError) -> Recorder)? {
    guard let path = live.recording else { return nil }
    let options = recorderOptions
    return { () throws(RecordingError) in try Recorder(path, options: options) }
  }

  /// A source may be silent for long before the recording starts.
  private func checkRecording() throws(OutputError) {
    guard let path = live.recording else { return }
    do { try Recorder.check(path, options: recorderOptions) } catch {
      throw OutputError(message: error.message)
    }
  }

  private var recorderOptions: Recorder.Options {
    Recorder.Options(
      rotation: live.rotation, keep: live.keep.map { Int(clamping: $0) },
      replaces: options.output.force,
      maximumMarks: Marks.limit)
  }

  // MARK: The end

  /// Why it did not even start: some sources are surely open only once they deliver something.
  private func openingProblem(_ loop: LiveLoop, end: LiveEnd) -> String? {
    if let refusal = loop.intake.refusal { return refusal.message }
    if case .sourceFailed(let error) = end, error.kind == .unusable { return error.description }
    return nil
  }

  private func conclude(
    _ loop: LiveLoop, end: LiveEnd, filter: EventFilter, recording: RecordingSummary?,
    output: OutputChannel
  ) -> ExitCode {
    let complain = loop.console.complain
    var code = output.finish(complain)
    if case .sourceFailed(let error) = end {
      complain(error.description)
      code = .failed
    }
    if let error = recording?.error {
      if !error.isClosedPipe { complain(error.message) }
      code = .failed
    }
    if !options.output.quiet {
      for loss in recording?.losses ?? [] {
        complain("\(shown(live.recording ?? "")): \(loss)")
      }
      loop.stage.session.decryption.messages.forEach(complain)
      if loop.intake.records > 0, options.selection.count == nil {
        loop.stage.session.unusedIdentityKeys.forEach(complain)
      }
      loop.stage.session.unusedTrees.forEach(complain)
      filter.misses(
        in: loop.stage.session, hasMatch: loop.stage.hasMatch || loop.intake.records == 0,
        of: "that was received"
      ).forEach(complain)
      let events = loop.stage.activity.events
      if loop.stage.reported == 0, events > 0 {
        complain(
          events == 1 ? "the only event was not shown" : "none of \(events) events was shown")
      }
      complain(lastLine(loop, end: end, recording: recording))
    }
    if live.condition != nil, !loop.stage.isMet {
      complain(Self.unmet)
      code = .failed
    }
    return code
  }

  private static let unmet = "the condition of --until was not met"

  /// What was received, what was lost, and where the recording is.
  private func lastLine(
    _ loop: LiveLoop, end: LiveEnd, recording: RecordingSummary?
  ) -> String {
    var text = ByteWriter(capacity: 128)
    if end == .sourceEnded { text.append(string: "\(loop.source.name) has ended; ") }
    let records = loop.intake.records
    text.append(decimal: records)
    text.append(records == 1 ? " record, " : " records, ")
    let lost = loop.lost
    if lost == 0 { text.append("none") } else { text.append(decimal: lost) }
    text.append(" lost")
    if let recording {
      append(recording, to: &text)
    } else if live.recording != nil {
      text.append("; nothing was recorded because nothing arrived")
    }
    if loop.output.leftOut > 0 {
      text.append("; ")
      text.append(decimal: loop.output.leftOut)
      text.append(" lines were not shown because nobody read them")
    }
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }

  private func append(_ recording: RecordingSummary, to text: inout ByteWriter) {
    text.append("; ")
    if recording.unrecorded + recording.leftOut > 0 {
      text.append(decimal: recording.records)
      text.append(" of them ")
    }
    text.append("in ")
    let names = recording.files.map { $0 == "-" ? "standard output" : $0 }
    text.append(string: names.joined(separator: ", "))
    if recording.fileCount > names.count {
      text.append(" (")
      text.append(decimal: recording.fileCount)
      text.append(" files)")
    }
    guard recording.marks > 0 else { return }
    text.append("; ")
    text.append(decimal: recording.marks)
    text.append(recording.marks == 1 ? " mark" : " marks")
    if let file = recording.marksFile { text.append(string: " in \(file)") }
  }
}
