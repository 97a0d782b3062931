import ATTDissector
import Bytes
import GATTSession

/// Pairs the connections of both sides: in order if both have the same number, otherwise those that
/// are most alike.
struct ConnectionPairing {
  struct Pair {
    var expected: Int?
    var actual: Int?
  }

  private(set) var pairs: [Pair] = []
  /// There are too many to find the most alike.
  private(set) var isCoarse = false

  /// The most pairs of connections that are compared.
  private static let limit = 10_000
  /// The most items of a connection that its similarity is measured by.
  private static let itemLimit = 512

  private let expected: ComparedSide
  private let actual: ComparedSide
  private let numbering: AttributeNumbering

  init(
    _ a: [Int], _ b: [Int], _ expected: ComparedSide, _ actual: ComparedSide,
    _ numbering: AttributeNumbering
  ) {
    self.expected = expected
    self.actual = actual
    self.numbering = numbering
    if a.count == b.count || a.isEmpty || b.isEmpty || a.count * b.count > Self.limit {
      isCoarse = a.count != b.count && !a.isEmpty && !b.isEmpty
      for place in 0..<max(a.count, b.count) {
        pairs.append(
          Pair(
            expected: a.indices.contains(place) ? a[place] : nil,
            actual: b.indices.contains(place) ? b[place] : nil))
      }
    } else {
      align(a, b)
    }
  }

  /// Pairs as many connections as possible, in order, and of those the most alike.
  private mutating func align(_ a: [Int], _ b: [Int]) {
    let first = a.map { profile(of: expected, connection: $0, which: .expected) }
    let second = b.map { profile(of: actual, connection: $0, which: .actual) }
    let common = orderedPairs(a.count, actual: b.count) { 1 + Self.likeness(first[$0], second[$1]) }
    var (i, j) = (0, 0)
    // Between two pairs only one side has more: any other pairing is worth a pair.
    for (nextA, nextB) in common + [(a.count, b.count)] {
      pairs += a[i..<nextA].map { Pair(expected: $0, actual: nil) }
      pairs += b[j..<nextB].map { Pair(expected: nil, actual: $0) }
      guard nextA < a.count, nextB < b.count else { break }
      pairs.append(Pair(expected: a[nextA], actual: b[nextB]))
      (i, j) = (nextA + 1, nextB + 1)
    }
  }

  private struct Sign: Hashable {
    var kind: EventKind
    var attribute: Int32
    var value: [UInt8]
  }

  /// How often each thing was done, and with which values.
  private func profile(of side: ComparedSide, connection: Int, which: Side) -> [Sign: Int] {
    var profile: [Sign: Int] = [:]
    for index in side.items(side.connections[connection]).prefix(Self.itemLimit) {
      let item = side[index]
      switch item.kind {
      case .read, .write, .writeCommand, .notification, .indication, .attError, .service,
        .characteristic, .descriptor:
        let number = numbering.number(of: item, side: which)
        profile[Sign(kind: item.kind, attribute: number, value: []), default: 0] += 1
        guard item.hasValue else { continue }
        let value = side.timeline.bytes.rawBytes.clamped(item.value.range).clamped(0, count: 32)
          .copy()
        profile[Sign(kind: item.kind, attribute: number, value: value), default: 0] += 1
      default: break
      }
    }
    return profile
  }

  /// How alike two connections are, from 0 (nothing in common) to 1.
  private static func likeness(_ a: [Sign: Int], _ b: [Sign: Int]) -> Double {
    var common = 0
    var all = 0
    for (sign, count) in a {
      let other = b[sign] ?? 0
      common += min(count, other)
      all += max(count, other)
    }
    for (sign, count) in b where a[sign] == nil { all += count }
    return all == 0 ? 1 : Double(common) / Double(all)
  }
}
