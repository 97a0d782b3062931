import Bytes
import GATTSession

/// A list of items of both sides that are compared in order: positions in the sequences.
struct SequenceItems {
  var expected: [UInt32] = []
  var actual: [UInt32] = []

  func positions(_ side: Side) -> [UInt32] { side == .expected ? expected : actual }

  mutating func append(_ position: Int, _ side: Side) {
    let position = UInt32(clamping: position)
    if side == .expected { expected.append(position) } else { actual.append(position) }
  }
}

extension SequenceInput {
  /// The item at a position of a sequence.
  func item(_ position: UInt32, _ side: Side) -> TimelineItem {
    side == .expected
      ? sides.expected.items[Int(expected.items[Int(position)])]
      : sides.actual.items[Int(actual.items[Int(position)])]
  }

  /// The attribute of the item at a position.
  func attribute(_ position: UInt32, _ side: Side) -> ComparedAttribute? {
    let numbers = sequence(side).attributes
    guard Int(position) < numbers.count else { return nil }
    let number = Int(numbers[Int(position)])
    return attributes.indices.contains(number) ? attributes[number] : nil
  }

  /// Where a side shows an item. Lines are those of NDJSON files.
  func evidence(_ position: UInt32, _ side: Side, words: String) -> Evidence {
    let item = item(position, side)
    let timeline = sides.timeline(side)
    // The longest value that an attribute can have.
    let value = ByteSlice(offset: item.value.offset, count: min(item.value.count, 512))
    return Evidence(
      line: timeline.form == .capture ? nil : item.line, frame: item.frame, time: item.time,
      value: item.hasValue || !item.value.isEmpty ? timeline.hex(value) : nil, text: words)
  }

  /// Why an item expected between two neighbouring positions of a list may not have been observed;
  /// `nil`: it is not there.
  ///
  /// - from: the position before; -1: the start.
  /// - to: the position after; the count: the end.
  /// - place: the item's on the other side; next: what both sides have after it, of the same stream.
  func excuse(
    _ side: Side, from: Int, to: Int, _ place: Int, _ reach: SequenceReach,
    next: SequenceReach.Anchor? = nil
  ) -> Unobserved? {
    if from < 0, !sequence(side).hasBegin,
      !reach.hasBegun(before: place, side.other, before: next)
    {
      return .startsLater
    }
    return mayBeLost(side, from: from, to: to) ? .lost : nil
  }

  /// Whether the recorder lost packets between two positions.
  func mayBeLost(_ side: Side, from: Int, to: Int) -> Bool {
    let sequence = sequence(side)
    var (low, high) = (0, sequence.losses.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(sequence.losses[middle]) <= from { low = middle + 1 } else { high = middle }
    }
    return low < sequence.losses.count && Int(sequence.losses[low]) <= to
  }
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
