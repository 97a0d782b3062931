import Regression
import TestSupport
import Testing

@Suite struct ComparisonTests {
  @Test func whatWasNotObservedCountsOnlyWhenAskedFor() {
    var comparison = Comparison()
    expect(!comparison.isDifferent(strict: true))
    comparison.differences = [Difference(.missing, .fact, subject: "connection", "was cancelled")]
    expect(!comparison.isDifferent(strict: true))
    comparison.differences.append(
      Difference(.missing, .notObserved, subject: "tree", "no discovery"))
    expect(!comparison.isDifferent(strict: false))
    expect(comparison.isDifferent(strict: true))
    comparison.differences.append(Difference(.missing, subject: "2A38", "read"))
    expect(comparison.isDifferent(strict: false))
  }
}
