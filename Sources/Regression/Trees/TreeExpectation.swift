import GATTSession
import Timeline

/// Compares the trees of two documents alone: handles and values do not count.
///
/// Devices are paired as in `diff`. A device that is not expected is a fact. What is expected and was not
/// discovered counts, since nothing shows that it is there; what the expected document has no word of,
/// such as descriptors that nobody looked for, does not.
package func compareTrees(
  expected: GATTDocument, named expectedName: String, actual: GATTDocument, named actualName: String
) throws(TimelineRefusal) -> ComparisonReport {
  let first = try TreeTimeline.make(expected, name: expectedName, isExpected: true)
  let second = try TreeTimeline.make(actual, name: actualName, isExpected: false)
  var options = ComparisonOptions()
  options.only = [.service, .include, .characteristic, .descriptor]
  var comparison = compare(first, second, options)
  comparison.subjects.removeAll { $0.subject != "tree" && $0.subject != "device" }
  for index in comparison.differences.indices {
    let difference = comparison.differences[index]
    // Lines of a timeline that nobody sees.
    comparison.differences[index].expected = nil
    comparison.differences[index].actual = nil
    switch (difference.kind, difference.weight, difference.subject) {
    case (.extra, .difference, "device"):
      comparison.differences[index].weight = .fact
      comparison.differences[index].message = "a device of which nothing is expected"
    case (.missing, _, "device"):
      comparison.differences[index].weight = .difference
      comparison.differences[index].message = "nothing was discovered of this device"
    case (.missing, .notObserved, _): comparison.differences[index].weight = .difference
    default: break
    }
  }
  var report = ComparisonReport(
    comparison, expected: .init(name: expectedName, form: .trees),
    actual: .init(name: actualName, form: .capture))
  report.expected.problems = first.problems
  report.actual.problems = second.problems
  return report
}
