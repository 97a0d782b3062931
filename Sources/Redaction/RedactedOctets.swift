import Bytes
import GATTValues

/// A checksum in a value of a packet.
struct PlacedSum {
  let sum: ValueChecksum
  /// In the packet.
  let value: Range<Int>
  /// In the value.
  let place: Range<Int>
}

/// The octets of a packet as others may see them: zeros, until a part is allowed or replaced.
struct RedactedOctets {
  private enum Mark: UInt8 {
    /// Neither allowed nor replaced: a zero.
    case closed
    /// How devices talk.
    case plain
    /// A value that stays.
    case value
    case replaced
  }

  let original: [UInt8]
  private(set) var octets: [UInt8]
  private var marks: [Mark]
  /// The sums in values of which parts stay.
  var sums: [PlacedSum] = []

  init(_ original: [UInt8]) {
    self.original = original
    octets = [UInt8](repeating: 0, count: original.count)
    marks = [Mark](repeating: .closed, count: original.count)
  }

  subscript(place: Range<Int>) -> [UInt8] { Array(original[place]) }

  mutating func keep(_ place: Range<Int>, isValue: Bool = false) {
    for index in place.clamped(to: original.indices) {
      octets[index] = original[index]
      marks[index] = isValue ? .value : .plain
    }
  }

  /// - standIn: of the same length.
  mutating func replace(_ place: Range<Int>, with standIn: [UInt8]) {
    for (index, octet) in zip(place.clamped(to: original.indices), standIn) {
      octets[index] = octet
      marks[index] = .replaced
    }
  }

  /// Zeros, which are meant.
  mutating func clear(_ place: Range<Int>) {
    replace(place, with: [UInt8](repeating: 0, count: place.count))
  }

  /// Whether anything is lost: octets that are no zeros, and neither allowed nor replaced.
  var leavesOut: Bool {
    original.indices.contains { marks[$0] == .closed && original[$0] != 0 }
  }

  mutating func keepRest() {
    for index in original.indices where marks[index] == .closed {
      octets[index] = original[index]
      marks[index] = .value
    }
  }

  /// Where copies of originals were.
  struct Copies {
    var inValues = 0
    /// Among octets that say how devices talk.
    var inHeaders = 0
  }

  /// Replaces what equals an original in octets that stay.
  mutating func replaceCopies(_ patterns: PatternTable) -> Copies {
    var copies = Copies()
    var hits: [(place: Range<Int>, standIn: [UInt8])] = []
    patterns.each(in: octets.rawBytes) { start, pattern in
      guard !pattern.isPart else { return }
      let place = start..<start + pattern.octets.count
      // A short one may stand among numbers by chance; they would no longer be what they say.
      let isWanted = place.allSatisfy {
        marks[$0] == .value || marks[$0] == .plain && place.count >= 6
      }
      if isWanted, (hits.last?.place.upperBound ?? 0) <= start {
        hits.append((place, pattern.standIn))
      }
    }
    for hit in hits {
      if hit.place.contains(where: { marks[$0] == .plain }) {
        copies.inHeaders += 1
      } else {
        copies.inValues += 1
      }
      replace(hit.place, with: hit.standIn)
    }
    if !hits.isEmpty { sum() }
    return copies
  }

  /// Makes sums anew, of what is there now.
  private mutating func sum() {
    // A sum may be over another one.
    for _ in 0..<2 {
      for sum in sums {
        let place =
          sum.value.lowerBound + sum.place.lowerBound..<sum.value.lowerBound + sum.place.upperBound
        let other = sum.sum.octets(
          in: Array(octets[sum.value]), at: sum.place, of: Array(original[sum.value]))
        replace(place, with: other)
      }
    }
  }
}
