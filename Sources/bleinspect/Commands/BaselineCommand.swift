import BTSnoop
import Bytes
import GATTSession
import Regression
import System

extension CommandDeclaration {
  static let baseline = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "the part of a timeline that diff expects again",
    about: manyCaptures
      + " Writes the timeline as NDJSON without what differs between recordings: times, record "
      + "numbers, handles, changing addresses, signal strength, and devices nearby. Also takes "
      + "a timeline that --format ndjson wrote.",
    examples: [
      ("bleinspect baseline walk.btsnoop > expected.ndjson", "for diff"),
      ("bleinspect baseline --device 'Polar H7' walk.pcapng", "one device"),
      ("bleinspect baseline --from-runs -o expected.ndjson 1.log 2.log", "what may vary"),
    ],
    exitCodes: [
      "success",
      "a capture is damaged or cut off, or runs differ in what no option allows",
      "bad usage, a file that cannot be read, no records, or no such device",
    ],
    prepare: { invocation, _ throws(UsageError) in
      try invocation.checkCaptures()
      guard invocation.options.learnsRuns, invocation.files.count < 2 else { return }
      throw invocation.refused("--from-runs needs two runs or more, got \(invocation.files.count)")
    },
    run: { BaselineCommand($0).run() })
}

/// `baseline`: the part of a recording that the next one of the same scenario must match.
struct BaselineCommand {
  private let invocation: Invocation
  var options: ReadingOptions { invocation.options }

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    var runs: [RecordedTimeline] = []
    let writer: BaselineWriter
    let output: OutputChannel
    do {
      try invocation.checkInputs()
      try checkOutput()
      let session = try invocation.sessionFromFiles()
      let progress = Progress(options, writesAtEnd: true)
      defer { progress?.clear() }
      for inputs in options.learnsRuns ? invocation.files.map({ [$0] }) : [invocation.inputs()] {
        runs.append(try read(inputs, session, progress))
      }
      writer = try BaselineWriter(runs[0], invocation.baseline)
      output = try OutputChannel.open(options.output)
    } catch let error as OutputProblem {
      return refuse(error.message)
    } catch let error as TimelineRefusal {
      return refuse(error.message)
    } catch {
      return refuse("\(error)")
    }
    writer.write(to: output.stream)
    var code = output.finish()
    if writer.count == 0, !options.quiet {
      OutputChannel.complain("nothing to expect: the recording shows no device")
    }
    for timeline in runs {
      remark(timeline)
      for problem in timeline.cuts + timeline.problems {
        OutputChannel.complain(problem)
        code = .failed
      }
    }
    guard options.learnsRuns, code == .success else { return code }
    // A number is that of the first run.
    let device = options.device.flatMap { Int($0) == nil ? $0 : nil }
    return propose(RunVariation(runs, device: device), runs.count)
  }

  private func read(
    _ inputs: [String], _ session: GATTSession.Options, _ progress: Progress?
  ) throws -> RecordedTimeline {
    var timeline = try RecordedTimeline.read(
      inputs, session: session, wanted: WantedEvents(areAdvertisementsDecoded: false),
      watch: progress?.watch(inputs))
    guard timeline.hasRecords else {
      let sentences =
        timeline.cuts + timeline.problems + ["\(shown(timeline.name)): no records"]
      throw OutputProblem(message: sentences.joined(separator: "\n"))
    }
    timeline.decodeAdvertisements(all: options.all || options.device != nil)
    return timeline
  }

  /// What is skipped, and may surprise.
  private func remark(_ timeline: RecordedTimeline) {
    guard !options.quiet else { return }
    if timeline.unknownEvents > 0 {
      OutputChannel.complain(
        "left out \(timeline.unknownEvents) event\(timeline.unknownEvents == 1 ? "" : "s") of kinds "
          + "unknown to this version")
    }
    timeline.remarks.forEach(OutputChannel.complain)
    if timeline.form != .capture, let unused = invocation.unusedOnTimelines {
      OutputChannel.complain(unused)
    }
  }

  private func refuse(_ message: String) -> ExitCode {
    OutputChannel.complain(message)
    return .unusable
  }

  /// A baseline never replaces a recording.
  private func checkOutput() throws(TimelineRefusal) {
    guard let path = options.output, FileStatus(path: path)?.isRegular == true else { return }
    try BaselineFile.check(path)
  }
}

extension Invocation {
  var baseline: BaselineOptions {
    var baseline = BaselineOptions()
    baseline.times = options.keepsTimes
    baseline.all = options.all
    baseline.device = options.device
    return baseline
  }
}
