/// A set of numbers of records, a bit for each up to the highest.
package struct FrameSet: Sendable {
  private var words: [UInt64] = []

  package init() {}

  package mutating func insert(_ frame: UInt64) {
    guard let index = Int(exactly: frame >> 6) else { return }
    while words.count <= index { words.append(0) }
    words[index] |= 1 << (frame & 63)
  }

  package func contains(_ frame: UInt64) -> Bool {
    guard let index = Int(exactly: frame >> 6), index < words.count else { return false }
    return words[index] & 1 << (frame & 63) != 0
  }
}

/// The numbers that records have in a capture into which some of them were written.
///
/// Where all are written they are the same, and take no memory; else two bits a record.
package struct FrameNumbers: Sendable {
  /// The records at the start that keep their numbers.
  private var same: UInt64 = 0
  /// A bit for each record after those.
  private var words: [UInt64] = []
  /// How many are written before each word.
  private var counts: [UInt64] = []
  /// How many are written.
  package private(set) var count: UInt64 = 0

  package init() {}

  /// The next record is written: call it in their order.
  package mutating func write(_ frame: UInt64) {
    defer { count += 1 }
    if words.isEmpty, frame == same + 1 {
      same = frame
      return
    }
    guard frame > same, let index = Int(exactly: (frame - same - 1) >> 6) else { return }
    while words.count <= index {
      words.append(0)
      counts.append(count)
    }
    words[index] |= 1 << ((frame - same - 1) & 63)
  }

  /// Whether each record has kept its number.
  package var areSame: Bool { words.isEmpty }

  /// Its number there; `nil` if it is not written.
  package subscript(_ frame: UInt64) -> UInt64? {
    guard frame > same else { return frame > 0 ? frame : nil }
    let place = frame - same - 1
    guard let index = Int(exactly: place >> 6), index < words.count else { return nil }
    let bit: UInt64 = 1 << (place & 63)
    guard words[index] & bit != 0 else { return nil }
    return counts[index] + UInt64((words[index] & (bit - 1)).nonzeroBitCount) + 1
  }
}
