import BTSnoop
import Bytes
import GATTSession
import Regression
import System
import Timeline

extension CommandDeclaration {
  static let baseline = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "the part of a timeline that diff expects again",
    about: manyCaptures
      + " Writes the timeline as NDJSON without what differs between recordings: times, record "
      + "numbers, handles, changing addresses, signal strength, and devices nearby. Also takes "
      + "a timeline that --format ndjson wrote. With --from-runs each capture is a run of its own.",
    examples: [
      ("bleinspect baseline walk.btsnoop > expected.ndjson", "for diff"),
      ("bleinspect baseline --device 'Polar H7' walk.pcapng", "one device"),
      ("bleinspect baseline --from-runs -o expected.ndjson 1.log 2.log", "what may vary"),
    ],
    exitCodes: [
      "success",
      "a capture is damaged or cut off, or runs differ beyond what is proposed",
      "bad usage, a file that cannot be read, no records, or no such device",
    ],
    prepare: { invocation, _ throws(UsageError) in
      try invocation.checkCaptures()
      guard invocation.options.baseline.learnsRuns else { return }
      if let device = invocation.options.selection.device, EventFilter.deviceNumber(device) != nil {
        throw invocation.refused(
          "--from-runs compares a device by its address or name, not by the number \(device)")
      }
      guard invocation.files.count < 2 else { return }
      throw invocation.refused("--from-runs needs two runs or more, got \(invocation.files.count)")
    },
    run: { BaselineCommand($0).run() })
}

/// `baseline`: the part of a recording that the next one of the same scenario must match.
struct BaselineCommand {
  private let invocation: Invocation
  private var options: ReadingOptions { invocation.options }

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
      for inputs in options.baseline.learnsRuns
        ? invocation.files.map({ [$0] }) : [invocation.inputs()]
      {
        runs.append(try read(inputs, session: session, progress: progress))
      }
      writer = try BaselineWriter(runs[0], invocation.baseline)
      output = try OutputChannel.open(options.output.file)
    } catch let error as OutputError {
      return refuse(error.message)
    } catch let error as TimelineError {
      return refuse(error.message)
    } catch {
      return refuse("\(error)")
    }
    writer.write(to: output.stream)
    var code = output.finish()
    if writer.count == 0, !options.output.quiet {
      OutputChannel.complain("nothing to expect: the recording shows no device")
    }
    for timeline in runs {
      remark(timeline)
      for problem in timeline.cuts + timeline.problems {
        OutputChannel.complain(problem)
        code = .failed
      }
    }
    guard options.baseline.learnsRuns else { return code }
    guard code == .success else {
      OutputChannel.complain("nothing is proposed: a run is not whole")
      return code
    }
    return propose(RunVariation(runs, device: options.selection.device), count: runs.count)
  }

  private func read(
    _ inputs: [String], session: GATTSession.Options, progress: Progress?
  ) throws -> RecordedTimeline {
    var timeline = try RecordedTimeline.read(
      inputs, session: session, wanted: WantedEvents(areAdvertisementsDecoded: false),
      watch: progress?.watch(inputs))
    guard timeline.hasRecords else {
      let sentences =
        timeline.cuts + timeline.problems + ["\(shown(timeline.name)): no records"]
      throw OutputError(message: sentences.joined(separator: "\n"))
    }
    timeline.decodeAdvertisements(all: options.output.all || options.selection.device != nil)
    return timeline
  }

  /// What is skipped, and may surprise.
  private func remark(_ timeline: RecordedTimeline) {
    guard !options.output.quiet else { return }
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
  private func checkOutput() throws(TimelineError) {
    guard let path = options.output.file, FileStatus(path: path)?.isRegular == true else { return }
    try BaselineFile.check(path)
  }
}

/// What good runs show to vary.
extension BaselineCommand {
  /// Differences that are told of each.
  private static let told = 20

  /// Proposes the options of `diff` that let all runs be the same: beside the baseline, where that is a file.
  private func propose(_ variation: RunVariation, count: Int) -> ExitCode {
    for problem in variation.problems { OutputChannel.complain(problem) }
    guard variation.problems.isEmpty else { return .unusable }
    for one in variation.remaining.prefix(Self.told) {
      let device = one.difference.device.map { "\($0): " } ?? ""
      OutputChannel.complain(
        "\(shown(one.run)): not proposed to vary: "
          + "\(shown(device + one.difference.subject)): \(shown(one.difference.message))")
    }
    if variation.remaining.count > Self.told {
      OutputChannel.complain(
        "\(variation.remaining.count - Self.told) more that are not proposed to vary")
    }
    let code: ExitCode = variation.remaining.isEmpty ? .success : .failed
    guard !variation.isEmpty else {
      if !options.output.quiet, code == .success {
        OutputChannel.complain("the \(count) runs are the same: nothing has to be allowed to vary")
      }
      return code
    }
    var text = ByteWriter(capacity: 1024)
    variation.write(to: &text)
    let file = options.output.file.flatMap { FileStatus(path: $0)?.isRegular == true ? $0 : nil }
    let beside = file.flatMap { DiffCommand.configuration(beside: $0) }
    guard let path = beside, FileStatus(path: path) == nil else {
      let why = beside.map { "\(shown($0)) exists, and stays as it is; " } ?? ""
      OutputChannel.complain(
        why + "for \(DiffConfiguration.fileName), beside the baseline:\n"
          + String(decoding: text.bytes.copy(), as: UTF8.self))
      return code
    }
    do throws(SystemError) {
      let file = try PendingFile(path, replaces: false)
      let out = OutputStream(file.descriptor)
      out.buffer.append(text.bytes)
      out.flush()
      if let error = out.error { throw error }
      try file.publish()
    } catch {
      OutputChannel.complain("\(shown(path)): \(error.message)")
      return .unusable
    }
    if !options.output.quiet {
      OutputChannel.complain("what may vary is proposed in \(shown(path))")
    }
    return code
  }
}

extension Invocation {
  var baseline: BaselineOptions {
    var baseline = BaselineOptions()
    baseline.times = options.baseline.keepsTimes
    baseline.all = options.output.all
    baseline.device = options.selection.device
    return baseline
  }
}
