import ATTDissector
import Bytes
import GATTSession

/// Gives the attributes of one server's sequences their numbers in one table, those without UUID among
/// them.
///
/// An attribute that a side uses without having discovered it has only a handle there, and handles
/// never tell attributes of two recordings apart. Where the other side has UUIDs, they are matched in
/// the order of their first use, if the same was done with them; otherwise the first such attribute of
/// a side is the first one of the other.
struct AttributesWithoutUUID {
  private(set) var attributes: [ComparedAttribute] = []
  private(set) var expected: ServerSequence
  private(set) var actual: ServerSequence
  /// Titles of the attributes that were matched by their use, and the side that has no UUID of them.
  private(set) var matched: [(side: Side, title: String)] = []

  private let sides: Sides
  private let numbering: AttributeNumbering
  /// Handles do not stand in a baseline, so that those of the other side do not tell apart what neither
  /// has a UUID of.
  private let hasHandles: Bool

  /// An attribute at its first use.
  private struct Use {
    /// A number of the numbering, or a handle.
    var key: Int32
    /// As far as it is known: a service's, or a descriptor whose characteristic is unknown.
    var path: RecordedPath?
    var kinds: UInt32 = 0
    var value: ByteSlice?
  }

  /// Attributes without UUID that are looked at one by one.
  private static let limit = 256

  init(
    _ expected: ServerSequence, _ actual: ServerSequence, _ sides: Sides,
    _ numbering: AttributeNumbering
  ) {
    self.expected = expected
    self.actual = actual
    self.sides = sides
    self.numbering = numbering
    hasHandles = sides.expected.form != .baseline && sides.actual.form != .baseline
    number()
  }

  private mutating func number() {
    var places: [Int32: Int32] = [:]
    // Handles of the sides that stand for a place.
    var unknown: [Side: [Int32: Int32]] = [:]
    for (side, pairs) in match() {
      for (handle, number) in pairs {
        let place = self.place(of: number, &places)
        unknown[side, default: [:]][handle] = place
        if side == .expected {
          attributes[Int(place)].isKnownInExpected = false
        } else {
          attributes[Int(place)].isKnownInActual = false
        }
        matched.append((side, attributes[Int(place)].title))
      }
    }
    var nameless: [Int32] = []
    // Before the first side has its new numbers.
    let vague = [
      Side.expected: vague(expected, .expected), .actual: vague(actual, .actual),
    ]
    for side in Side.allCases {
      let sequence = side == .expected ? expected : actual
      var known = unknown[side] ?? [:]
      var count = 0
      var numbers = sequence.attributes
      for (position, number) in sequence.attributes.enumerated() {
        if vague[side]?.contains(number) == true,
          let handle = ownHandle(sequence.items[position], side),
          let place = unknown[side]?[handle]
        {
          numbers[position] = place
          continue
        }
        if number >= 0 {
          numbers[position] = place(of: number, &places)
          continue
        }
        guard let handle = handle(sequence.items[position], side) else { continue }
        if let place = known[handle] {
          numbers[position] = place
          continue
        }
        if count == nameless.count {
          nameless.append(Int32(clamping: attributes.count))
          attributes.append(.withoutUUID(count + 1))
        }
        numbers[position] = nameless[count]
        known[handle] = nameless[count]
        count += 1
      }
      if side == .expected { expected.attributes = numbers } else { actual.attributes = numbers }
    }
  }

  private mutating func place(of number: Int32, _ places: inout [Int32: Int32]) -> Int32 {
    if let known = places[number] { return known }
    let new = Int32(clamping: attributes.count)
    places[number] = new
    attributes.append(numbering[number])
    return new
  }

  /// The handle of an item, where its side tells it.
  private func ownHandle(_ index: UInt32, _ side: Side) -> Int32? {
    guard sides.timeline(side).form != .baseline else { return nil }
    let handle = sides.timeline(side).items[Int(index)].handle
    return handle == 0 ? nil : Int32(handle)
  }

  /// Numbers of attributes that a side does not know whole, and the other side not by the same part: -1,
  /// those of which only the service is known, and descriptors of unknown characteristics.
  private func vague(_ sequence: ServerSequence, _ side: Side) -> Set<Int32> {
    let other = Set((side == .expected ? actual : expected).attributes)
    return Set(sequence.attributes).filter { number in
      number < 0 || numbering[number].path.characteristic == nil && !other.contains(number)
    }
  }

  /// The handle of an item without UUID; `nil`: it is of no attribute. All are one where handles are
  /// not told.
  private func handle(_ index: UInt32, _ side: Side) -> Int32? {
    let item = sides.timeline(side).items[Int(index)]
    guard hasHandles else { return item.kind == .attError ? nil : 0 }
    return item.handle == 0 ? nil : Int32(item.handle)
  }

  // MARK: Matching by use

  /// Of each side the handles that stand for an attribute which the other side knows.
  private func match() -> [Side: [(handle: Int32, number: Int32)]] {
    var result: [Side: [(handle: Int32, number: Int32)]] = [:]
    for side in Side.allCases {
      let (own, other) = side == .expected ? (expected, actual) : (actual, expected)
      let vague = vague(own, side)
      // What a baseline has no UUID of could be each of them.
      guard !vague.isEmpty, hasHandles || !other.attributes.contains(where: { $0 < 0 }) else {
        continue
      }
      let unknown = uses(own, side) { number, item in
        vague.contains(number) ? ownHandle(item, side) : nil
      }
      guard !unknown.isEmpty else { continue }
      let known = Set(own.attributes)
      let candidates = uses(other, side.other) { number, _ in
        number >= 0 && !known.contains(number) ? number : nil
      }
      let pairs = align(unknown, candidates, side)
      if !pairs.isEmpty { result[side] = pairs }
    }
    return result
  }

  /// - key: of an item's number and its index; `nil`: it is not looked at.
  private func uses(
    _ sequence: ServerSequence, _ side: Side, key: (Int32, UInt32) -> Int32?
  ) -> [Use] {
    var uses: [Use] = []
    var places: [Int32: Int] = [:]
    for (position, number) in sequence.attributes.enumerated() {
      let index = sequence.items[position]
      guard let key = key(number, index) else { continue }
      let item = sides.timeline(side).items[Int(index)]
      let place: Int
      if let known = places[key] {
        place = known
      } else if uses.count < Self.limit {
        place = uses.count
        places[key] = place
        uses.append(Use(key: key, path: number >= 0 ? numbering[number].path : nil))
      } else {
        continue
      }
      uses[place].kinds |= 1 << UInt32(item.kind.rawValue)
      if uses[place].value == nil, item.hasValue { uses[place].value = item.value }
    }
    return uses
  }

  /// The common order in which the same was done, equal first values preferred.
  private func align(
    _ unknown: [Use], _ candidates: [Use], _ side: Side
  ) -> [(handle: Int32, number: Int32)] {
    orderedPairs(unknown.count, candidates.count) { gain(unknown[$0], candidates[$1], side) }
      .map { (unknown[$0.expected].key, candidates[$0.actual].key) }
  }

  private func gain(_ unknown: Use, _ candidate: Use, _ side: Side) -> Double {
    guard unknown.kinds == candidate.kinds, isPart(unknown.path, candidate.path) else { return 0 }
    guard let value = unknown.value, let other = candidate.value else { return 2 }
    let isEqual = sides.timeline(side).isEqual(value, sides.timeline(side.other), other)
    return isEqual ? 5 : 2
  }
}

extension AttributesWithoutUUID {
  /// Whether what is known of one attribute holds of the other.
  private func isPart(_ path: RecordedPath?, _ whole: RecordedPath?) -> Bool {
    guard let path, let whole else { return true }
    return (path.service == nil || path.service == whole.service)
      && (path.descriptor == nil || path.descriptor == whole.descriptor)
  }
}

extension ComparedAttribute {
  static func withoutUUID(_ number: Int) -> ComparedAttribute {
    var attribute = ComparedAttribute(
      title: "attribute \(number) without UUID", uuid: nil, path: RecordedPath())
    attribute.isKnownInExpected = false
    attribute.isKnownInActual = false
    return attribute
  }
}
