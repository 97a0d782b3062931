import GATTSession

/// How far the record of each side demonstrably runs, where it lacks the start or the end of the
/// connection.
///
/// It is judged by the side's own clock, from what both sides have: an item that only one side has
/// comes so long after the last one that both have. The other side can have recorded it only if its
/// record goes on for longer than that.
struct SequenceReach {
  /// An item that both sides have: its positions in the sequences.
  struct Anchor {
    var expected: Int
    var actual: Int

    subscript(side: Side) -> Int { side == .expected ? expected : actual }
  }

  private let input: SequenceInput
  /// Requests that both sides have, in order.
  private let requests: [Anchor]

  /// How much later or earlier anything may be, in nanoseconds; at least half of the time in question.
  private static let slack = 1e9
  /// The slack in items, where there are no times.
  private static let slackOfItems = 5

  init(_ input: SequenceInput, _ list: OperationList, _ pairs: OperationComparison.Pairs) {
    self.input = input
    requests = zip(pairs.expected, pairs.actual).map {
      Anchor(
        expected: Int(list.expected[Int($0)].position), actual: Int(list.actual[Int($1)].position))
    }
  }

  /// Whether the other side still recorded when an item of one side came.
  /// - after: what both have before it, of the same stream.
  func goesBeyond(_ position: Int, side: Side, after: Anchor?) -> Bool {
    let place = firstRequest(from: position, side: side)
    let request = place > 0 ? requests[place - 1] : nil
    let start =
      input.expected.hasBegin && input.actual.hasBegin ? Anchor(expected: 0, actual: 0) : nil
    guard
      let anchor = [after, request].compactMap({ $0 }).max(by: { $0[side] < $1[side] }) ?? start
    else { return false }
    let end = input.sequence(of: side.other).items.count - 1
    guard end >= anchor[side.other] else { return false }
    return isLonger(
      (anchor[side.other], end), side: side.other,
      than: (anchor[side], max(position, anchor[side])), otherSide: side
    )
  }

  /// Whether the other side recorded already when an item of one side came.
  /// - before: what both have after it, of the same stream.
  func hasBegun(before position: Int, side: Side, before next: Anchor?) -> Bool {
    if input.sequence(of: side.other).discovered != nil,
      let own = input.sequence(of: side).discovered,
      position >= Int(own)
    {
      return true
    }
    let place = firstRequest(from: position, side: side)
    if place > 0 { return true }
    let request = requests.dropFirst(place).first { $0[side] > position }
    let lasts = Anchor(
      expected: input.expected.items.count - 1, actual: input.actual.items.count - 1)
    let end = input.expected.hasEnd && input.actual.hasEnd ? lasts : nil
    guard let anchor = [next, request].compactMap({ $0 }).min(by: { $0[side] < $1[side] }) ?? end,
      anchor[side.other] >= 0
    else { return false }
    return isLonger(
      (0, anchor[side.other]), side: side.other, than: (min(position, anchor[side]), anchor[side]),
      otherSide: side)
  }

  /// The first of the requests at a position or after it.
  private func firstRequest(from position: Int, side: Side) -> Int {
    var (low, high) = (0, requests.count)
    while low < high {
      let middle = (low + high) / 2
      if requests[middle][side] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a stretch of one side is clearly longer than one of the other.
  private func isLonger(
    _ stretch: (from: Int, to: Int), side: Side, than other: (from: Int, to: Int),
    otherSide: Side
  ) -> Bool {
    if let own = length(stretch, side: side), let other = length(other, side: otherSide) {
      return own > other + max(Self.slack, other / 2)
    }
    return stretch.to - stretch.from >= 2 * (other.to - other.from) + Self.slackOfItems
  }

  /// In nanoseconds; times of a hostile file may be as far apart as they like.
  private func length(_ stretch: (from: Int, to: Int), side: Side) -> Double? {
    let count = input.sequence(of: side).items.count
    guard stretch.from < count, count > 0,
      let from = input.item(at: UInt32(clamping: stretch.from), side: side).time,
      let to = input.item(at: UInt32(clamping: min(stretch.to, count - 1)), side: side).time
    else { return nil }
    return Double(to) - Double(from)
  }
}

extension SequenceInput {
  /// Where an item belongs: an unanswered request is reported when its connection ends.
  func place(of position: UInt32, side: Side) -> Int {
    let item = item(at: position, side: side)
    guard item.isUnanswered, item.requestFrame > 0 else { return Int(position) }
    let items = sides.timeline(of: side).items
    var (low, high) = (0, Int(position))
    while low < high {
      let middle = (low + high) / 2
      let frame = items[Int(sequence(of: side).items[middle])].frame ?? 0
      if frame < item.requestFrame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
