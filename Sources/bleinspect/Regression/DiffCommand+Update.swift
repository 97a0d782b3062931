import Regression

/// `--update`: EXPECTED is written anew.
extension DiffCommand {
  func writeNew(_ plan: Plan) throws(OutputProblem) -> ExitCode {
    throw OutputProblem(message: "--update is not in this version")
  }

  func update(from actual: RecordedTimeline, like expected: RecordedTimeline) throws(OutputProblem) {
    throw OutputProblem(message: "--update is not in this version")
  }
}
