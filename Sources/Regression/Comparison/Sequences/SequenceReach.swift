import GATTSession

/// Between which items of one side the record of the other side demonstrably runs, if it lacks the
/// start or the end of the connection.
///
/// Items correspond by their count: the third notification of an attribute is that of the other side,
/// counted from the front to find how far the other goes, and from the back to find where it began.
struct SequenceReach {
  /// Positions in the side's own sequence: the first and the last item that the other side has, too.
  private let first: Int
  private let last: Int
  /// Where the discovery of the server had ended, if the other side has some of it, too.
  private let discovered: Int

  /// A race between two streams, or a request and a stream, is no order: nanoseconds.
  private static let slack: Int64 = 1_000_000_000

  private struct Group: Hashable {
    let attribute: Int32
    let kind: EventKind
  }

  /// - side: the one whose items are placed.
  init(_ input: SequenceInput, _ side: Side) {
    let own = input.sequence(side)
    let other = input.sequence(side.other)
    guard !other.hasBegin || !other.hasEnd else {
      (first, last, discovered) = (.max, -1, .max)
      return
    }
    let owns = Self.groups(input, side)
    let others = Self.groups(input, side.other)
    let counts = Self.counts(owns)
    let otherCounts = Self.counts(others)
    var seen: [Group: Int] = [:]
    var (first, last) = (Int.max, -1)
    for (position, group) in owns.enumerated() {
      seen[group, default: 0] += 1
      let number = seen[group, default: 0]
      let others = otherCounts[group, default: 0]
      if number <= others { last = position }
      if first == .max, number > counts[group, default: 0] - others, others > 0 { first = position }
    }
    (self.first, self.last) = (first, last)
    discovered = other.discovered == nil ? .max : own.discovered.map { Int($0) } ?? .max
  }

  private static func groups(_ input: SequenceInput, _ side: Side) -> [Group] {
    let sequence = input.sequence(side)
    let items = input.sides.timeline(side).items
    return zip(sequence.items, sequence.attributes).map {
      Group(attribute: $1, kind: items[Int($0)].kind)
    }
  }

  private static func counts(_ groups: [Group]) -> [Group: Int] {
    groups.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// Whether the other side still recorded after this place, and by more than a race.
  func goesBeyond(_ position: Int, _ input: SequenceInput, _ side: Side) -> Bool {
    last > position && Self.isApart(position, last, input, side)
  }

  /// Whether the other side recorded before this place already.
  func hasBegun(before position: Int, _ input: SequenceInput, _ side: Side) -> Bool {
    position >= discovered
      || first < position && Self.isApart(first, position, input, side)
  }

  /// Whether some time lies between two items; without times, whether there is another between them.
  private static func isApart(
    _ early: Int, _ late: Int, _ input: SequenceInput, _ side: Side
  ) -> Bool {
    let count = input.sequence(side).items.count
    guard early < count, late < count else { return late - early > 1 }
    if let from = input.item(UInt32(clamping: early), side).time,
      let to = input.item(UInt32(clamping: late), side).time
    {
      return to - from > slack
    }
    return late - early > 1
  }
}

extension SequenceInput {
  /// Where an item belongs: an unanswered request is reported when its connection ends.
  func place(_ position: UInt32, _ side: Side) -> Int {
    let item = item(position, side)
    guard item.isUnanswered, item.requestFrame > 0 else { return Int(position) }
    let items = sides.timeline(side).items
    var (low, high) = (0, Int(position))
    while low < high {
      let middle = (low + high) / 2
      let frame = items[Int(sequence(side).items[middle])].frame ?? 0
      if frame < item.requestFrame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Of both sides.
struct Reaches {
  var expected: SequenceReach
  var actual: SequenceReach

  /// Between which of a side's items the other's record runs.
  subscript(side: Side) -> SequenceReach { side == .expected ? expected : actual }
}
