import GATTSession
import Timeline

/// Compares the trees of two documents alone: handles and values do not count.
///
/// Devices are paired as in `diff`. A device that is not expected is a fact. What is expected and was not
/// discovered counts, since nothing shows that it is there. Of what the expected document has no word of,
/// such as descriptors that nobody looked for, it is told that it was not observed.
/// - isPart: one device was chosen of what was found: that others are not there says nothing.
/// - isStrict: what was not observed counts as well.
/// - Throws: where the expected document holds what no tree has, or expects nothing; the message does not
///   name it.
package func compareTrees(
  expected: GATTDocument, named expectedName: String, actual: GATTDocument,
  named actualName: String, isPart: Bool, isStrict: Bool
) throws(TimelineRefusal) -> ComparisonReport {
  guard let first = try TreeTimeline.make(expected, name: expectedName, isExpected: true) else {
    throw TimelineRefusal("expects nothing: it has no service")
  }
  let second =
    try TreeTimeline.make(actual, name: actualName, isExpected: false)
    ?? RecordedTimeline(name: actualName, form: .timeline)
  var options = ComparisonOptions()
  options.only = [.service, .include, .characteristic, .descriptor]
  options.strict = isStrict
  var comparison = compare(first, second, options)
  // Connections are only how the trees came here.
  comparison.subjects.removeAll { $0.subject != "tree" && $0.subject != "device" }
  comparison.differences.removeAll { $0.subject != "tree" && $0.subject != "device" }
  let isAnyPaired = comparison.subjects.contains { $0.subject == "tree" }
  for index in comparison.differences.indices {
    let difference = comparison.differences[index]
    // Lines of a timeline that nobody sees.
    comparison.differences[index].expected = nil
    comparison.differences[index].actual = nil
    switch (difference.kind, difference.weight, difference.subject) {
    case (.extra, _, "device"):
      let isOther = first.peers.contains { peer in
        peer.name.map { difference.device?.hasPrefix("\($0) (") ?? false } ?? false
      }
      comparison.differences[index].weight = isOther ? .difference : .fact
      comparison.differences[index].message =
        isOther ? "another tree under this name" : "a device of which nothing is expected"
    case (.missing, _, "device"):
      comparison.differences[index].weight = isPart && isAnyPaired ? .fact : .difference
      comparison.differences[index].message = "nothing was discovered of this device"
    case (.missing, .notObserved, _): comparison.differences[index].weight = .difference
    default: break
    }
  }
  return ComparisonReport(
    comparison, expected: .init(name: expectedName, form: .trees, problems: first.problems),
    actual: .init(name: actualName, form: .capture, problems: second.problems),
    isStrict: isStrict)
}
