import TestSupport

/// Damage that follows from a seed.
struct Damage {
  private var random: SplitMix

  /// - name: of what is damaged, so that no two have the same damage.
  init(_ name: String, _ number: Int) {
    var seed = UInt64(bitPattern: Int64(number))
    for byte in name.utf8 { seed = (seed ^ UInt64(byte)) &* 0x100_0000_01B3 }
    random = SplitMix(seed: seed)
  }

  mutating func below(_ count: Int) -> Int { count > 0 ? Int(random.next() % UInt64(count)) : 0 }

  /// The bytes with some of them changed, moved, doubled or gone.
  mutating func damaged(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...below(6) where !bytes.isEmpty {
      let at = below(bytes.count)
      let run = min(bytes.count - at, 1 + below(below(4) == 0 ? 200 : 8))
      switch below(8) {
      case 0: bytes[at] ^= 1 << UInt8(below(8))
      case 1, 2: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][below(5)]
      case 3: for k in at..<at + run { bytes[k] = UInt8(truncatingIfNeeded: random.next()) }
      case 4: bytes.removeSubrange(at..<at + run)
      case 5: bytes.insert(contentsOf: bytes[at..<at + run], at: below(bytes.count))
      case 6: for k in at..<at + run { bytes[k] = 0xFF }
      default:
        // What stands elsewhere: a header in place of data, one record's bytes in another.
        let from = below(bytes.count - run + 1)
        for k in 0..<run { bytes[at + k] = bytes[from + k] }
      }
    }
    return bytes
  }
}
