import Foundation
import Testing

@testable import Regression

@Suite struct BaselineComparisonTests {
  private func baseline(
    of timeline: RecordedTimeline, _ folder: Folder, times: Bool = false
  ) throws -> RecordedTimeline {
    var options = BaselineOptions()
    options.times = times
    let path = folder.path("expected.ndjson")
    try BaselineFile.replace(path, with: timeline, options)
    return try RecordedTimeline.read([path])
  }

  /// What counts, or could not be seen.
  private func findings(
    _ expected: RecordedTimeline, _ actual: RecordedTimeline, _ options: ComparisonOptions
  ) -> [String] {
    compare(expected, actual, options).differences.filter { $0.weight != .fact }
      .map { "\($0.weight) \($0.device ?? "-"), \($0.subject): \($0.message)" }
  }

  @Test(arguments: Recordings.all)
  func aBaselineDiffersInNothingFromItsCapture(_ path: String) throws {
    let folder = try Folder()
    let capture = try RecordedTimeline.read([path])
    let expected = try baseline(of: capture, folder)
    var options = ComparisonOptions()
    #expect(findings(expected, capture, options) == [])
    #expect(findings(capture, expected, options) == [])
    #expect(findings(expected, expected, options) == [])
    options.link = true
    options.count = .exact
    #expect(findings(expected, capture, options) == [])
    options.timeTolerance = 0
    let timed = try baseline(of: capture, folder, times: true)
    #expect(findings(timed, capture, options) == [])
  }
}
