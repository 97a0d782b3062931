import GATTSession
import Timeline

/// Compares only the trees of two documents: handles and values do not count.
///
/// Devices are paired as in `diff`. An unexpected device is a fact. Anything expected that was not
/// discovered counts, since nothing shows that it is there. What the expected document does not
/// mention, such as descriptors that no client looked for, is reported as not observed.
/// - isPart: one device was selected from those found: the absence of others means nothing.
/// - isStrict: what was not observed counts, too.
/// - Throws: when the expected document contains something that no tree has, or expects nothing;
///   the message does not name the document.
package func compareTrees(
  expected: GATTDocument, named expectedName: String, actual: GATTDocument,
  named actualName: String, isPart: Bool, isStrict: Bool
) throws(TimelineError) -> ComparisonReport {
  guard let first = try TreeTimeline.make(expected, name: expectedName, isExpected: true) else {
    throw TimelineError("expects nothing: it has no service")
  }
  let second =
    try TreeTimeline.make(actual, name: actualName, isExpected: false)
    ?? RecordedTimeline(name: actualName, form: .timeline)
  var options = ComparisonOptions()
  options.only = [.service, .include, .characteristic, .descriptor]
  options.strict = isStrict
  var comparison = compare(first, with: second, options: options)
  // Connections exist only to carry the trees.
  comparison.subjects.removeAll { $0.subject != "tree" && $0.subject != "device" }
  comparison.differences.removeAll { $0.subject != "tree" && $0.subject != "device" }
  let isAnyPaired = comparison.subjects.contains { $0.subject == "tree" }
  for index in comparison.differences.indices {
    let difference = comparison.differences[index]
    // These lines of a timeline are not shown.
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
