import ATTDissector

/// Both timelines of a comparison, and what counts: shared by all steps.
package final class Sides: Sendable {
  package let expected: RecordedTimeline
  package let actual: RecordedTimeline
  package let options: ComparisonOptions

  package init(
    _ expected: RecordedTimeline, _ actual: RecordedTimeline, _ options: ComparisonOptions
  ) {
    self.expected = expected
    self.actual = actual
    self.options = options
  }

  package func timeline(of side: Side) -> RecordedTimeline {
    side == .expected ? expected : actual
  }
}

package enum Side: String, CaseIterable, Sendable {
  case expected, actual

  package var other: Side { self == .expected ? .actual : .expected }
}
