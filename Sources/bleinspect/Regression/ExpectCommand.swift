import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Regression
import Timeline

/// `gatt --expect`: compares the trees of captures with those of a document.
struct ExpectCommand {
  private let invocation: Invocation
  private let path: String
  private var options: ReadingOptions { invocation.options }

  /// - path: the document.
  init(_ invocation: Invocation, expecting path: String) {
    self.invocation = invocation
    self.path = path
  }

  func run() -> ExitCode {
    do {
      var expected = try Invocation.trees(path, option: "--expect")
      restrict(&expected)
      let filter = try invocation.makeFilter()
      try invocation.checkInputs()
      let output = try Outputs.open(invocation)
      return try compare(expected, filter: filter, output: output)
    } catch {
      OutputChannel.complain(
        (error as? UsageError)?.message ?? (error as? OutputError)?.message ?? "")
      return .unusable
    }
  }

  /// A filter for a device of the capture also selects it in the document, if it is known by that
  /// there.
  private func restrict(_ expected: inout GATTDocument) {
    guard let word = options.selection.device else { return }
    let address = BluetoothAddress.value(of: word)
    let chosen = expected.devices.filter { device in
      guard let address else { return device.name?.lowercased() == word.lowercased() }
      return device.address.flatMap { BluetoothAddress.value(of: $0) } == address
    }
    if !chosen.isEmpty { expected.devices = chosen }
  }

  private func compare(
    _ expected: GATTDocument, filter: EventFilter, output: Outputs
  ) throws(OutputError) -> ExitCode {
    let collector = GATTCollector(filter)
    var pipeline = CapturePipeline(
      TimelineStage(collector, session: try invocation.sessionFromFiles(), sink: .init()))
    var problems: [String] = []
    let progress = Progress(options, writesAtEnd: true)
    do throws(CaptureError) {
      let inputs = invocation.inputs()
      var reader = CaptureReader(watch: progress?.watch(inputs))
      try reader.read(inputs, into: &pipeline)
      progress?.clear()
      pipeline.end()
    } catch {
      progress?.clear()
      problems.append(error.description)
      if !pipeline.summary.captures.isEmpty { pipeline.end(damage: error) }
    }
    for note in pipeline.summary.notes {
      if note.fails(strict: options.strict) {
        problems.append(note.description)
      } else if note.isCut || note.isPartlyUnread {
        OutputChannel.complain(note.description)
      }
    }
    if !options.output.quiet {
      (pipeline.decryption.messages + pipeline.decryption.hidden + pipeline.remarks).forEach(
        OutputChannel.complain)
    }
    let name = invocation.files.joined(separator: ", ")
    var report: ComparisonReport
    if pipeline.summary.captures.isEmpty {
      report = ComparisonReport(
        Comparison(), expected: .init(name: path, form: .trees),
        actual: .init(name: name, form: .capture))
    } else {
      do throws(TimelineError) {
        report = try compareTrees(
          expected: expected, named: path, actual: collector.document, named: name,
          isPart: options.selection.device != nil || options.selection.connection != nil,
          isStrict: options.strict)
      } catch { throw OutputError(message: "--expect: \(shown(path)): \(error.message)") }
    }
    report.actual.problems += problems
    // A tree that is not there differs in everything, and says nothing.
    report.actual.problems += filter.missed(in: pipeline.followed).map { "\(shown(name)): \($0)" }
    if let empty = pipeline.summary.emptiness { report.actual.problems.append(empty) }
    return show(report, output: output)
  }

  private func show(_ report: ComparisonReport, output: Outputs) -> ExitCode {
    var tests = report.tests
    tests.name = "bleinspect gatt"
    output.write(invocation) { $0.write(report, tests: tests, to: $1) }
    guard output.finish() == .success else { return .unusable }
    for problem in report.problems { OutputChannel.complain(problem) }
    GitHubAnnotations.write(tests)
    return report.exitCode
  }
}
