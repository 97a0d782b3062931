import BTSnoop
import Bytes
import Regression

/// `--update`: rewrites EXPECTED.
extension DiffCommand {
  /// EXPECTED does not exist: there is nothing to compare with.
  func writeNew(_ plan: Plan) throws(OutputError) -> ExitCode {
    let actual: RecordedTimeline
    do {
      actual = try read(
        invocation.files[1], plan: plan, progress: Progress(options, writesAtEnd: true))
    } catch {
      throw OutputError(message: error.message)
    }
    for problem in actual.problems { OutputChannel.complain(problem) }
    remark(actual)
    guard actual.problems.isEmpty else { return .unusable }
    if actual.peers.isEmpty, !options.output.quiet {
      OutputChannel.complain("nothing to expect: \(shown(actual.name)) shows no device")
    }
    try write(actual, form: BaselineOptions())
    return .failed
  }

  func write(_ actual: RecordedTimeline, form: BaselineOptions) throws(OutputError) {
    let expected = invocation.files[0]
    var actual = actual
    actual.decodeAdvertisements(all: form.all || form.device != nil)
    do { try BaselineFile.replace(expected, with: actual, options: form) } catch {
      throw OutputError(message: error.message)
    }
    if !options.output.quiet {
      OutputChannel.complain("\(shown(expected)): written from \(shown(actual.name))")
    }
  }
}
