import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import Timeline

extension CommandDeclaration {
  static let replay = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "the timeline, or packets, at their original pace",
    about: manyCaptures
      + " On a terminal, space pauses and resumes, . steps to the next event while paused, and q "
      + "quits. With --records it plays packets, and their reader sees the capture as if live.",
    formats: OutputFormat.ofTimelines,
    sections: [.kinds("--event"), .targets("Formats of packets (--to)")],
    examples: [
      ("bleinspect replay walk.btsnoop", "space, . and q"),
      ("bleinspect replay --speed 10 --max-gap 5 walk.pcapng", "in less time"),
      ("bleinspect replay --records - a.log | wireshark -ki -", "in Wireshark"),
      ("bleinspect replay --records tcp:8872 --to btsnoop log", "as a phone"),
    ],
    exitCodes: [
      "played, or stopped by q, Ctrl-C, or a reader that went away",
      "a capture is damaged; everything before the damage was played",
      "bad usage, or a file that cannot be read or is not a capture",
    ],
    prepare: { invocation, given throws(UsageError) in
      try invocation.checkRecords(given)
      try invocation.checkChart()
      try invocation.checkCaptures()
    },
    run: { ReplayCommand($0).run() })
}

extension Invocation {
  fileprivate mutating func checkRecords(_ given: [OptionDeclaration]) throws(UsageError) {
    guard let place = options.replay.records else {
      if options.writing.annotates {
        throw refused("--annotate is for packets: add --records WHERE")
      }
      guard let target = options.writing.target else { return }
      throw refused("--to \(target.rawValue) is a format of packets: add --records WHERE")
    }
    // Filters select packets as for `convert`.
    if let option = given.first(where: {
      $0.group != .replay && OptionDeclaration.named($0.name, of: .convert) == nil
    }) {
      throw refused("\(option.spelling) is about the timeline; --records plays packets")
    }
    options.writing.target = options.writing.target ?? (options.writing.annotates ? .pcapng : .pcap)
    try checkMarks(given)
    try checkAnnotations(given)
    // A pipe that is also read would wait for itself.
    if case .pipe(let path) = place, files.contains(path) {
      throw refused("--records \(quoted(path)) is one of the captures")
    }
  }
}

/// `bleinspect replay`: plays a capture at its original pace.
struct ReplayCommand {
  private let invocation: Invocation
  private var options: ReadingOptions { invocation.options }

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    do throws(OutputError) {
      try invocation.checkInputs()
      if let place = options.replay.records {
        return try playRecords(to: place, as: options.writing.target ?? .pcap)
      }
      return try playTimeline()
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
  }

  // MARK: The timeline

  private func playTimeline() throws(OutputError) -> ExitCode {
    var filter: EventFilter
    do { filter = try invocation.makeFilter() } catch {
      throw OutputError(message: error.message)
    }
    let session = try invocation.sessionFromFiles()
    if let remark = try invocation.resolveDevice(&filter, session: session), !options.output.quiet {
      OutputChannel.complain(remark)
    }
    let output = try OutputChannel.openWithoutWaiting(options.output.file)
    let world = try makeWorld()
    world.output = output.stream
    let player = makePlayer(world)
    let isTerminal = output.stream.descriptor.isTerminal
    let timeline = invocation.timeline(
      output.stream, filter: filter, isLive: true,
      summary: isTerminal ? output.stream : world.console.stream)
    let stage = LiveStage(timeline, session: session, sink: invocation.sink(filter))
    world.chart = ChartScreen(timeline, on: output.stream)
    if StatusLine.isWanted(options, output: output.stream.descriptor) {
      show(stage, player: player, world: world)
    }
    let reading = read(stage, filter: filter, player: player, world: world)
    world.interruption.drain([output.stream])
    let code = output.finish(world.console.complain)
    return conclude(reading, output: code, world: world)
  }

  // MARK: Packets

  private func playRecords(
    to place: RecordPlace, as target: CaptureTarget
  ) throws(OutputError) -> ExitCode {
    let output = try RecordsOutput(place)
    let world = try makeWorld()
    let player = makePlayer(world)
    let sessionOptions = try invocation.sessionFromFiles()
    var filter = invocation.recordFilter
    if let remark = try invocation.resolveDevice(&filter, session: sessionOptions),
      !options.output.quiet
    {
      world.console.complain(remark)
    }
    if let invitation = output.invitation(isQuiet: options.output.quiet) {
      world.console.complain(invitation)
    }
    if !options.output.quiet, Descriptor.standardError.isTerminal, environment("TERM") != "dumb" {
      show(nil, player: player, world: world)
    }
    let stage = RecordsStage(target, filter: filter, options, session: invocation.session) {
      output.open(player, world: world)
    }
    let reading = read(stage, filter: filter, player: player, world: world)
    if let stream = world.output { world.interruption.drain([stream]) }
    output.close()
    if let problem = output.problem {
      throw OutputError(message: "\(output.name): \(problem.message)")
    }
    var code = ExitCode.success
    if let refusal = stage.refusal {
      world.console.complain("\(output.name): \(refusal.sentence(target))")
      code = .unusable
    }
    if let stream = world.output, let error = stream.error, !error.isClosedConnection {
      world.console.complain(
        OutputChannel.failure(
          of: output.name, error: error, after: stream.written, isPending: false))
      code = .failed
    }
    if !options.output.quiet {
      for message in stage.losses.messages(target) {
        world.console.complain("\(output.name): \(message)")
      }
    }
    return conclude(reading, output: code, world: world)
  }

  // MARK: Both

  /// The result of reading.
  private struct Reading {
    var notes: [CaptureNote] = []
    var problem: CaptureError?
    /// There was at least the start of a capture.
    var isBegun = true
    /// What became of the keys, of marks and of filters.
    var messages: [String] = []
  }

  private func read(
    _ stage: any RecordStage, filter: EventFilter, player: Player, world: MachineWorld
  ) -> Reading {
    let paced = PacedStage(
      stage, player, PlayWindow(filter), onJump: { world.console.remark($0) },
      onEnd: { world.end() })
    var pipeline = CapturePipeline(paced)
    var reader = CaptureReader()
    var reading = Reading()
    do {
      try reader.read(
        invocation.inputs(),
        waiting: { input in player.await { world.wait(until: nil, for: input) } },
        into: &pipeline)
    } catch { reading.problem = error }
    // If the user ended it, its end cannot be wrong.
    if player.end != nil { reading.problem = nil }
    reading.isBegun = !pipeline.summary.captures.isEmpty
    if reading.isBegun { pipeline.end(damage: reading.problem) }
    world.end()
    if player.end == nil {
      reading.notes = pipeline.summary.notes
      reading.messages =
        pipeline.decryption.messages + pipeline.remarks
        + filter.misses(
          in: pipeline.followed, summary: pipeline.summary,
          hasMatch: pipeline.hasMatch || reading.problem != nil)
    }
    return reading
  }

  private func conclude(
    _ reading: Reading, output: ExitCode, world: MachineWorld
  ) -> ExitCode {
    var code = output
    let complain = world.console.complain
    if !options.output.quiet { reading.messages.forEach(complain) }
    for note in reading.notes where note.isReported(quiet: options.output.quiet) {
      complain(note.description)
    }
    if code == .success, reading.notes.contains(where: { $0.fails(strict: options.strict) }) {
      code = .failed
    }
    if let problem = reading.problem {
      complain(problem.description)
      code = problem.kind == .unusable || !reading.isBegun ? .unusable : .failed
    }
    world.interruption.drain([world.console.stream])
    return code
  }

  private func makeWorld() throws(OutputError) -> MachineWorld {
    let console = LiveConsole(isQuiet: options.output.quiet)
    do { return try MachineWorld(console, keys: keys) } catch {
      throw OutputError(message: error.message)
    }
  }

  private func makePlayer(_ world: MachineWorld) -> Player {
    Player(world, speed: options.replay.speed, maximumGap: options.replay.maximumGap)
  }

  /// A user who sees what is played and has a keyboard; standard input may be a capture.
  private var keys: TerminalKeys? {
    guard Descriptor.standardOutput.isTerminal || Descriptor.standardError.isTerminal else {
      return nil
    }
    guard invocation.files.contains("-") else { return TerminalKeys(.standardInput) }
    return Descriptor.standardInput.isTerminal ? nil : TerminalKeys.ofProcess()
  }

  private func show(_ stage: LiveStage?, player: Player, world: MachineWorld) {
    let status = StatusLine(
      stage, on: world.console.stream, isColored: options.output.color != .never,
      isASCII: options.output.isASCII,
      play: { [unowned player, unowned world] in PlayStatus(player, now: world.now).text },
      drops: { 0 })
    world.status = status
    world.console.status = status
  }
}
