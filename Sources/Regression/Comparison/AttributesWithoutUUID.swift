import ATTDissector
import Bytes
import GATTSession

/// Numbers all attributes of one server's sequences in one table, including those without a UUID.
///
/// An attribute that a side used without discovering it has only a handle there, and handles never
/// identify attributes across recordings. If the other side has UUIDs, attributes are matched by
/// order of first use, if used the same way; otherwise the first such attribute of one side is the
/// first one of the other.
struct AttributesWithoutUUID {
  private(set) var attributes: [ComparedAttribute] = []
  private(set) var expected: ServerSequence
  private(set) var actual: ServerSequence
  /// Titles of the attributes that were matched by use, and the side that lacks their UUIDs.
  private(set) var matched: [(side: Side, title: String)] = []

  private let sides: Sides
  private let numbering: AttributeNumbering
  /// A baseline has no handles, so the other side's handles must not separate attributes that have
  /// a UUID on neither side.
  private let hasHandles: Bool

  /// An attribute at its first use.
  private struct Use {
    /// A number of the numbering, or a handle.
    var key: Int32
    /// The known part: a service's, or a descriptor whose characteristic is unknown.
    var path: RecordedPath?
    var kinds: UInt32 = 0
    var value: ByteSlice?
  }

  /// The most attributes without UUID that are matched one by one.
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
    var places = Array(repeating: Int32(-1), count: numbering.attributes.count)
    // The handles of both sides that share one place.
    var unknown: [Side: [Int32: Int32]] = [:]
    for (side, pairs) in match() {
      for (handle, number) in pairs {
        let place = self.place(of: number, places: &places)
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
    // Before the first side is renumbered.
    let vague = [
      Side.expected: vague(expected, side: .expected), .actual: vague(actual, side: .actual),
    ]
    for side in Side.allCases {
      let sequence = side == .expected ? expected : actual
      let matched = unknown[side] ?? [:]
      let vague = matched.isEmpty ? [] : vague[side] ?? []
      var known = matched
      var count = 0
      var numbers = sequence.attributes
      for (position, number) in sequence.attributes.enumerated() {
        if vague.contains(number), let handle = ownHandle(at: sequence.items[position], side: side),
          let place = matched[handle]
        {
          numbers[position] = place
          continue
        }
        if number >= 0 {
          numbers[position] = place(of: number, places: &places)
          continue
        }
        guard let handle = handle(at: sequence.items[position], side: side) else { continue }
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

  private mutating func place(of number: Int32, places: inout [Int32]) -> Int32 {
    if places[Int(number)] >= 0 { return places[Int(number)] }
    let new = Int32(clamping: attributes.count)
    places[Int(number)] = new
    attributes.append(numbering[number])
    return new
  }

  /// The handle of an item, if its side shows it.
  private func ownHandle(at index: UInt32, side: Side) -> Int32? {
    guard sides.timeline(of: side).form != .baseline else { return nil }
    let handle = sides.timeline(of: side).items[Int(index)].handle
    return handle == 0 ? nil : Int32(handle)
  }

  /// Numbers of attributes that a side knows only in part and the other side does not share: -1,
  /// attributes of which only the service is known, and descriptors of unknown characteristics.
  private func vague(_ sequence: ServerSequence, side: Side) -> Set<Int32> {
    let vague = distinct(sequence).filter {
      $0 < 0 || numbering[$0].path.characteristic == nil
    }
    guard vague.contains(where: { $0 >= 0 }) else { return vague }
    return vague.subtracting(distinct(side == .expected ? actual : expected).filter { $0 >= 0 })
  }

  /// The numbers that occur.
  private func distinct(_ sequence: ServerSequence) -> Set<Int32> {
    var isThere = Array(repeating: false, count: numbering.attributes.count + 1)
    for number in sequence.attributes { isThere[Int(number) + 1] = true }
    return Set(isThere.indices.filter { isThere[$0] }.map { Int32(clamping: $0 - 1) })
  }

  /// The handle of an item without UUID; `nil`: it has no attribute. All are one where handles are
  /// not shown.
  private func handle(at index: UInt32, side: Side) -> Int32? {
    let item = sides.timeline(of: side).items[Int(index)]
    guard hasHandles else { return item.kind == .attError ? nil : 0 }
    return item.handle == 0 ? nil : Int32(item.handle)
  }

  // MARK: Matching by use

  /// For each side the handles of attributes that the other side knows.
  private func match() -> [Side: [(handle: Int32, number: Int32)]] {
    var result: [Side: [(handle: Int32, number: Int32)]] = [:]
    for side in Side.allCases {
      let (own, other) = side == .expected ? (expected, actual) : (actual, expected)
      let vague = vague(own, side: side)
      // An attribute without UUID in a baseline could be any of them.
      guard !vague.isEmpty, hasHandles || !other.attributes.contains(where: { $0 < 0 }) else {
        continue
      }
      let unknown = uses(own, side: side) { number, item in
        vague.contains(number) ? ownHandle(at: item, side: side) : nil
      }
      guard !unknown.isEmpty else { continue }
      let known = distinct(own)
      let candidates = uses(other, side: side.other) { number, _ in
        number >= 0 && !known.contains(number) ? number : nil
      }
      let pairs = align(unknown, candidates: candidates, side: side)
      if !pairs.isEmpty { result[side] = pairs }
    }
    return result
  }

  /// - key: from an item's number and its index; `nil`: skip it.
  private func uses(
    _ sequence: ServerSequence, side: Side, key: (Int32, UInt32) -> Int32?
  ) -> [Use] {
    var uses: [Use] = []
    var places: [Int32: Int] = [:]
    for (position, number) in sequence.attributes.enumerated() {
      let index = sequence.items[position]
      guard let key = key(number, index) else { continue }
      let item = sides.timeline(of: side).items[Int(index)]
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

  /// The longest common order of equal uses; equal first values are preferred.
  private func align(
    _ unknown: [Use], candidates: [Use], side: Side
  ) -> [(handle: Int32, number: Int32)] {
    orderedPairs(unknown.count, actual: candidates.count) {
      gain(unknown[$0], candidate: candidates[$1], side: side)
    }
    .map { (unknown[$0.expected].key, candidates[$0.actual].key) }
  }

  private func gain(_ unknown: Use, candidate: Use, side: Side) -> Double {
    guard unknown.kinds == candidate.kinds, isPart(unknown.path, whole: candidate.path) else {
      return 0
    }
    guard let value = unknown.value, let other = candidate.value else { return 2 }
    let isEqual = sides.timeline(of: side).isEqual(
      value, other: sides.timeline(of: side.other), otherSlice: other)
    return isEqual ? 5 : 2
  }
}

extension AttributesWithoutUUID {
  /// Whether what is known of one attribute fits the other.
  private func isPart(_ path: RecordedPath?, whole: RecordedPath?) -> Bool {
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
