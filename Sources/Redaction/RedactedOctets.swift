import Bytes

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

  /// Replaces what equals an original in octets that stay.
  /// - Returns: how often.
  mutating func replaceCopies(_ patterns: PatternTable) -> Int {
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
    for hit in hits { replace(hit.place, with: hit.standIn) }
    return hits.count
  }
}
