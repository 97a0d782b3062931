import GATTSession

/// Compares where a stream starts and ends among the requests.
///
/// Notifications are asynchronous: only the first and the last of a stream are looked at, and only
/// against requests that are further away on both sides than a connection interval and the stream's
/// usual period. Where times are unknown, at least two requests must lie between.
struct SequenceOrder {
  /// The longest usual connection interval, if none is known.
  private static let interval: Int64 = 100_000_000

  /// The most requests between two places that are looked at: more are not between by chance.
  private static let mostBetween = 10_000

  let input: SequenceInput
  let list: OperationList
  let pairs: OperationComparison.Pairs

  /// - alignment: what corresponds. One side may have lost the first of the other.
  func compare(
    _ attribute: Int32, items: SequenceItems, alignment: Alignment,
    to out: inout FindingCollector
  ) {
    guard !pairs.expected.isEmpty else { return }
    var first: (e: Int, a: Int)?
    var last: (e: Int, a: Int)?
    alignment.forEachPair { e, a in
      if first == nil { first = (e, a) }
      last = (e, a)
    }
    guard let first, let last else { return }
    if tell(attribute, items: items, e: first.e, a: first.a, which: "first", to: &out) { return }
    _ = tell(attribute, items: items, e: last.e, a: last.a, which: "last", to: &out)
  }

  private func tell(
    _ attribute: Int32, items: SequenceItems, e: Int, a: Int, which: String,
    to out: inout FindingCollector
  ) -> Bool {
    let (old, new) = (items.expected[e], items.actual[a])
    // How many corresponding operations come before.
    let before = pairs.expected.partitionPoint { list.expected[Int($0)].position > old }
    let now = pairs.actual.partitionPoint { list.actual[Int($0)].position > new }
    guard before != now else { return false }
    let between = min(before, now)..<max(before, now)
    guard
      let passed = between.prefix(Self.mostBetween).first(where: {
        isFar(old, new: new, pair: $0, items: items)
      })
    else { return false }
    let times =
      input.item(at: old, side: .expected).time != nil
      && input.item(at: new, side: .actual).time != nil
    if !times, between.count < 2 { return false }
    let operation = list.expected[Int(pairs.expected[passed])]
    let kind =
      input.item(at: old, side: .expected).kind == .indication ? "indication" : "notification"
    let order = before <= passed ? ("before", "after") : ("after", "before")
    out.add(
      .reordered,
      at: FindingCollector.Place(attribute: attribute, expected: old, actual: new),
      message:
        "the \(which) \(kind) came \(order.0) \(list.fullTitle(of: operation)), now \(order.1) it")
    return true
  }

  /// Whether an operation is so far from an item of a stream on both sides that their order counts.
  private func isFar(_ old: UInt32, new: UInt32, pair: Int, items: SequenceItems) -> Bool {
    let expected = list.expected[Int(pairs.expected[pair])].position
    let actual = list.actual[Int(pairs.actual[pair])].position
    guard let was = distance(old, expected, side: .expected),
      let became = distance(new, actual, side: .actual)
    else {
      // Without times there is only the order.
      return input.item(at: old, side: .expected).time == nil
        || input.item(at: new, side: .actual).time == nil
    }
    let least = max(
      input.expected.interval ?? 0, input.actual.interval ?? 0,
      input.expected.interval == nil && input.actual.interval == nil ? Self.interval : 0,
      period(items, side: .expected), period(items, side: .actual))
    return was > least && became > least
  }

  /// Nanoseconds between two items.
  private func distance(_ a: UInt32, _ b: UInt32, side: Side) -> Int64? {
    guard let first = input.item(at: a, side: side).time,
      let second = input.item(at: b, side: side).time
    else {
      return nil
    }
    let (distance, overflow) = second.subtractingReportingOverflow(first)
    return overflow ? nil : Int64(clamping: distance.magnitude)
  }

  /// The mean time between items of a stream; 0 if there is just one.
  private func period(_ items: SequenceItems, side: Side) -> Int64 {
    let positions = items.positions(of: side)
    guard let first = positions.first, let last = positions.last, positions.count > 1,
      let all = distance(first, last, side: side)
    else { return 0 }
    return all / Int64(positions.count - 1)
  }
}

extension Array {
  /// How many elements come before the first match; all after it match, too.
  func partitionPoint(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
