import Foundation
import TestSupport
import Testing

@testable import Regression

@Suite struct BaselineComparisonTests {
  private func baseline(
    of timeline: RecordedTimeline, _ folder: Folder, times: Bool = false
  ) throws -> RecordedTimeline {
    var options = BaselineOptions()
    options.times = times
    let path = folder.path("expected.ndjson")
    try BaselineFile.replace(path, with: timeline, options: options)
    return try RecordedTimeline.read([path])
  }

  /// What counts, or could not be seen.
  private func findings(
    _ expected: RecordedTimeline, _ actual: RecordedTimeline, _ options: ComparisonOptions
  ) -> [String] {
    compare(expected, with: actual, options: options).differences.filter { $0.weight != .fact }
      .map { "\($0.weight) \($0.device ?? "-"), \($0.subject): \($0.message)" }
  }

  /// `diff --device ... --update`.
  @Test func aBaselineOfOneDeviceStaysOne() throws {
    let folder = try Folder()
    let capture = try RecordedTimeline.read([Recordings.path("two-straps.btsnoop")])
    let both = try baseline(of: capture, folder)
    expect(BaselineOptions(keepingFormOf: both, device: "Strap One").device == nil)
    var options = BaselineOptions()
    options.device = "Strap One"
    try BaselineFile.replace(folder.path("one.ndjson"), with: capture, options: options)
    let one = try RecordedTimeline.read([folder.path("one.ndjson")])
    expect(BaselineOptions(keepingFormOf: one, device: "strap one").device, equals: "strap one")
    expect(BaselineOptions(keepingFormOf: one, device: "D3:11:22:33:44:01").device != nil)
    expect(BaselineOptions(keepingFormOf: one, device: "Bike Two").device == nil)
    expect(BaselineOptions(keepingFormOf: one, device: nil).device == nil)
  }

  /// What was asked for and cannot be compared is no silence.
  @Test func toleranceOfTimesNeedsTimes() throws {
    let folder = try Folder()
    let capture = try RecordedTimeline.read([Recordings.path("variations/expected.btsnoop")])
    let expected = try baseline(of: capture, folder)
    var options = ComparisonOptions()
    options.timeTolerance = 1_000_000
    let problems = compare(expected, with: capture, options: options).problems
    expect(problems.count, equals: 1)
    expect(problems.first?.contains("expected.ndjson has no times (baseline --times"), equals: true)
    expect(compare(capture, with: capture, options: options).problems, equals: [])
    try expect(
      compare(baseline(of: capture, folder, times: true), with: capture, options: options).problems,
      equals: [])
    expect(compare(expected, with: capture, options: ComparisonOptions()).problems, equals: [])
  }

  @Test(arguments: Recordings.all)
  func aBaselineDiffersInNothingFromItsCapture(_ path: String) throws {
    let folder = try Folder()
    let capture = try RecordedTimeline.read([path])
    let expected = try baseline(of: capture, folder)
    var options = ComparisonOptions()
    expect(findings(expected, capture, options), equals: [])
    expect(findings(capture, expected, options), equals: [])
    expect(findings(expected, expected, options), equals: [])
    options.link = true
    options.count = .exact
    expect(findings(expected, capture, options), equals: [])
    options.timeTolerance = 0
    let timed = try baseline(of: capture, folder, times: true)
    expect(findings(timed, capture, options), equals: [])
  }
}
