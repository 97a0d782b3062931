import BTSnoop
import Bytes
import CommonClock
import GATTSession
import System
import Timeline

extension CommandDeclaration {
  static let align = CommandDeclaration(
    operands: "CAPTURE CAPTURE...",
    summary: "put the clocks of several recorders on one",
    about:
      "Finds what one recorder's clock is ahead of another's, and how it drifts, by the PDUs that both have: "
      + "the log of a phone and what a sniffer heard, the logs of both hosts, two sniffers. Says which "
      + "connection of one is which of the other. Refuses where the match could be chance. Each capture is read "
      + "by itself; times are put on the clock of the first one.",
    formats: [.text, .json],
    examples: [
      ("bleinspect align phone.log air.pcapng", "a phone and a sniffer"),
      ("bleinspect align central.log peripheral.log", "both hosts"),
      ("bleinspect align --shift-at 120=4711 phone.log air.pcapng", "by hand"),
    ],
    exitCodes: [
      "all captures are on one clock",
      "one of them is not: it could be chance, or nothing is in common",
      "bad usage, or a file that cannot be read, is not a capture or is damaged",
    ],
    prepare: { invocation, _ throws(UsageError) in
      try invocation.checkCaptures()
      try invocation.checkAligned()
    },
    run: { AlignCommand($0).run() })
}

extension Invocation {
  /// Whether `--align` and what belongs to it can be done.
  /// - excluded: what it does not work with, where that is given.
  func checkAlign(
    _ excluded: [(option: String, isGiven: Bool)] = []
  ) throws(UsageError) {
    guard options.align.isOn else {
      guard !options.align.isByHand else { throw refused("--shift and --shift-at need --align") }
      return
    }
    for (option, isGiven) in excluded where isGiven {
      throw refused("--align does not work with \(option)")
    }
    guard !files.contains("-") else {
      throw refused("--align reads each capture twice: standard input (-) can be read only once")
    }
    try checkAligned()
  }

  /// Whether the captures can be put on one clock.
  func checkAligned() throws(UsageError) {
    guard files.count >= 2 else {
      throw refused("expected two captures or more: one for each recorder")
    }
    guard files.count <= AlignOptions.maximumCaptures else {
      throw refused("more than \(AlignOptions.maximumCaptures) captures")
    }
    guard options.align.shift == nil || options.align.frames == nil else {
      throw refused("--shift and --shift-at contradict each other")
    }
    if options.align.isByHand, files.count > 2 {
      throw refused("--shift and --shift-at are about two captures, got \(files.count)")
    }
  }
}

/// The options of commands that put captures on one clock.
struct AlignOptions: Equatable, Sendable {
  static let maximumCaptures = 16

  /// The captures are of several recorders.
  var isOn = false
  /// What to add to the times of the second capture, in nanoseconds.
  var shift: Int64?
  /// A record of the first capture, and one of the second at the same time.
  var frames: FramePair?

  /// Only how long PDUs took between the recorders.
  var showsPath = false

  var isByHand: Bool { shift != nil || frames != nil }
}

/// Two records at one time.
struct FramePair: Equatable, Sendable {
  var first: UInt64
  var second: UInt64
}

/// `align`: what is between the clocks of several recorders.
struct AlignCommand {
  private let invocation: Invocation
  private var options: ReadingOptions { invocation.options }

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    var aligned: AlignedRecorders
    let output: OutputChannel
    do throws(OutputError) {
      try invocation.checkInputs()
      aligned = try invocation.alignedRecorders(try invocation.sessionFromFiles())
      aligned.compareAll()
      output = try OutputChannel.open(options.output.file)
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    switch options.output.format {
    case .json: AlignmentJSON(aligned).write(to: &output.stream.buffer)
    default: AlignmentText(aligned).write(to: &output.stream.buffer)
    }
    let code = output.finish()
    guard code == .success else { return .unusable }
    if aligned.isDamaged { return .unusable }
    return aligned.areAllPlaced ? .success : .failed
  }
}

extension Invocation {
  /// Reads the captures, and finds what is between their clocks or takes it from the options.
  /// - session: how each is followed.
  /// - tellsNotes: standard error gets what readers remark.
  func alignedRecorders(
    _ session: GATTSession.Options, tellsNotes: Bool = true
  ) throws(OutputError) -> AlignedRecorders {
    let frames = options.align.frames
    let recorders = try readRecorders(
      session, frames: [frames?.first, frames?.second], tellsNotes: tellsNotes)
    for recorder in recorders where recorder.trace.records == 0 {
      throw OutputError(message: "\(shown(recorder.name)): no records")
    }
    return AlignedRecorders(recorders, shift: try shift(frames, recorders: recorders))
  }

  private func shift(
    _ frames: FramePair?, recorders: [ReadRecorder]
  ) throws(OutputError) -> Int64? {
    guard let frames else { return options.align.shift }
    for (recorder, frame) in zip(recorders, [frames.first, frames.second])
    where recorder.frameTime == nil {
      throw OutputError(
        message: "--shift-at: \(shown(recorder.name)) has no record \(frame)")
    }
    guard let first = recorders[0].frameTime, let second = recorders[1].frameTime else {
      return nil
    }
    return first.nanoseconds(since: second)
  }
}
