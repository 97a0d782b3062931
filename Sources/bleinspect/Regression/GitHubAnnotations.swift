import Bytes
import Regression
import System

/// Annotations for GitHub Actions, if the program runs there.
enum GitHubAnnotations {
  /// On standard error, which the runner reads as well: standard output may be a document.
  static func write(_ report: TestReport) {
    guard environment("GITHUB_ACTIONS") == "true" else { return }
    var annotations = ByteWriter()
    Annotations(report).write(to: &annotations)
    try? Descriptor.standardError.write(annotations.bytes)
  }
}
