import BTSnoop
import Bytes
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
    ],
    exitCodes: [
      "success",
      "a capture is damaged or cut off; what could be read was written",
      "bad usage, a file that cannot be read, no records, or no such device",
    ],
    run: { BaselineCommand($0).run() })
}

/// `baseline`: the part of a recording that the next one of the same scenario must match.
struct BaselineCommand {
  private let invocation: Invocation
  private var options: ReadingOptions { invocation.options }

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    var timeline: RecordedTimeline
    let writer: BaselineWriter
    let output: OutputChannel
    do {
      try invocation.checkInputs()
      try checkOutput()
      let inputs = invocation.inputs()
      let session = try invocation.sessionFromFiles()
      let progress = Progress(options, writesAtEnd: true)
      defer { progress?.clear() }
      timeline = try RecordedTimeline.read(
        inputs, session: session, wanted: WantedEvents(areAdvertisementsDecoded: false),
        watch: progress?.watch(inputs))
      guard timeline.hasRecords else {
        let sentences =
          timeline.cuts + timeline.problems + ["\(shown(timeline.name)): no records"]
        throw OutputProblem(message: sentences.joined(separator: "\n"))
      }
      timeline.decodeAdvertisements(all: options.all || options.device != nil)
      writer = try BaselineWriter(timeline, invocation.baseline)
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
    if timeline.unknownEvents > 0, !options.quiet {
      OutputChannel.complain(
        "left out \(timeline.unknownEvents) event\(timeline.unknownEvents == 1 ? "" : "s") of kinds "
          + "unknown to this version")
    }
    if !options.quiet {
      timeline.remarks.forEach(OutputChannel.complain)
      if timeline.form != .capture, let unused = invocation.unusedOnTimelines {
        OutputChannel.complain(unused)
      }
    }
    for problem in timeline.cuts + timeline.problems {
      OutputChannel.complain(problem)
      code = .failed
    }
    return code
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
