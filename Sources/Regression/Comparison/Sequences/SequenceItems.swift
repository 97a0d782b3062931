import Bytes
import GATTSession

/// A list of items of both sides that are compared in order: positions in the sequences.
struct SequenceItems {
  var expected: [UInt32] = []
  var actual: [UInt32] = []

  func positions(of side: Side) -> [UInt32] { side == .expected ? expected : actual }

  mutating func append(_ position: Int, side: Side) {
    let position = UInt32(clamping: position)
    if side == .expected { expected.append(position) } else { actual.append(position) }
  }
}

extension SequenceInput {
  /// The item at a position of a sequence.
  func item(at position: UInt32, side: Side) -> TimelineItem {
    side == .expected
      ? sides.expected.items[Int(expected.items[Int(position)])]
      : sides.actual.items[Int(actual.items[Int(position)])]
  }

  /// Where a side shows an item. Lines are those of NDJSON files.
  func evidence(_ position: UInt32, side: Side, words: String) -> Evidence {
    let item = item(at: position, side: side)
    let timeline = sides.timeline(of: side)
    // The longest value that an attribute can have.
    let value = ByteSlice(offset: item.value.offset, count: min(item.value.count, 512))
    return timeline.evidence(
      of: item, value: item.hasValue || !item.value.isEmpty ? value : nil, text: words)
  }

  /// Why an item expected between two neighbouring positions of a list may not have been observed;
  /// `nil`: it is not there.
  ///
  /// - from: the position before; -1: the start.
  /// - to: the position after; the count: the end.
  /// - place: the item's on the other side; next: what both sides have after it, of the same stream.
  /// - all: all that would be missing there.
  func excuse(
    _ side: Side, from: Int, to: Int, place: Int, reach: SequenceReach,
    next: SequenceReach.Anchor? = nil, all: MissingRun? = nil
  ) -> Unobserved? {
    if from < 0, !sequence(of: side).hasBegin,
      !reach.hasBegun(before: place, side: side.other, before: next)
    {
      return .startsLater
    }
    return mayBeLost(side, from: from, to: to, all: all) ? .lost : nil
  }

  /// Whether the recorder lost packets between two positions, and as many as are missing.
  func mayBeLost(_ side: Side, from: Int, to: Int, all: MissingRun? = nil) -> Bool {
    let sequence = sequence(of: side)
    let first = sequence.losses.position(of: UInt32(clamping: from + 1))
    let end = sequence.losses.position(of: UInt32(clamping: to + 1))
    guard first < end else { return false }
    guard sequence.isOverheard, let all, all.count > 1,
      sequence.lost.count == sequence.losses.count
    else { return true }
    let lost = sequence.lost[end - 1] - (first > 0 ? sequence.lost[first - 1] : 0)
    guard lost < ServerSequence.unknown else { return true }
    // What lasts longer than was not heard was not all in it.
    let other = side.other
    if let interval = sequence.interval ?? self.sequence(of: other).interval,
      let start = item(at: all.first, side: other).time,
      let stop = item(at: all.last, side: other).time
    {
      let (length, isEndless) = stop.subtractingReportingOverflow(start)
      let (most, isAny) = Int64(lost + 2).multipliedReportingOverflow(by: interval)
      return !isEndless && (isAny || length <= most)
    }
    return all.count <= 2 * lost
  }
}

/// Items in a row that only one side has: positions in its sequence.
struct MissingRun {
  let first: UInt32
  let last: UInt32
  let count: Int
}

/// Why a side had no chance to show something.
enum Unobserved {
  case lost, startsLater

  func words(_ side: Side) -> String {
    switch self {
    case .lost: "packets are missing in the record of the \(side.title) side"
    case .startsLater: "the record of the \(side.title) side starts later"
    }
  }
}

extension Side {
  /// The word in messages.
  var title: String { self == .expected ? "expected" : "actual" }
}
