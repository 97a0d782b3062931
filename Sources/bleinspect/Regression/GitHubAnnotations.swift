import Bytes
import Regression
import System

/// Annotations for GitHub Actions, where the program runs there.
enum GitHubAnnotations {
  /// On standard error, to which the runner listens as well: the output may be a document.
  static func write(_ report: TestReport) {
    guard environment("GITHUB_ACTIONS") == "true" else { return }
    var annotations = ByteWriter()
    Annotations(report).write(to: &annotations)
    try? Descriptor.standardError.write(annotations.bytes)
  }
}
