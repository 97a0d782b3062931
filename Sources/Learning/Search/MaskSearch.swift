import Glibc

/// Looks for a constant that is XORed to all bytes: what is said under it must be far more.
enum MaskSearch {
  /// - isText: whether the bytes are text without a mask.
  static func run(_ table: UnitTable, isText: Bool) -> MaskFinding? {
    guard table.rows.count >= 8, table.maximum >= 3 else { return nil }
    if let found = text(table) { return found }
    return isText ? nil : length(table) ?? sum(table)
  }

  /// Binary logarithm of all that is tried with all masks.
  private static let tried = 24.0

  private static func text(_ table: UnitTable) -> MaskFinding? {
    var counts = [Int](repeating: 0, count: 256)
    var total = 0
    for row in table.rows.prefix(128) {
      for byte in row.prefix(64) {
        counts[Int(byte)] += 1
        total += 1
      }
    }
    // No byte of text is that frequent; zeros of other data are.
    guard total >= 64, counts.filter({ $0 > 0 }).count > 12, (counts.max() ?? 0) * 10 < total * 3
    else { return nil }
    func share(_ mask: Int) -> (text: Int, letters: Int, low: Int) {
      var text = 0
      var letters = 0
      var low = 0
      for byte in 0..<256 where counts[byte] > 0 {
        let plain = byte ^ mask
        if plain >= 0x20 && plain < 0x7F || plain == 10 || plain == 13 { text += counts[byte] }
        if (0x61...0x7A).contains(plain) || plain == 0x20 || (0x30...0x39).contains(plain) {
          letters += counts[byte]
        }
        if (0x20..<0x40).contains(plain) { low += counts[byte] }
      }
      return (text, letters, low)
    }
    let plain = share(0)
    guard plain.text * 10 < total * 9 || plain.letters * 2 < total else { return nil }
    var best: (mask: Int, letters: Int)?
    for mask in 1..<256 {
      let found = share(mask)
      // Letters and, of another range, digits and spaces.
      guard found.text == total, found.letters * 4 >= total * 3, found.low * 20 >= total,
        found.low * 3 <= total * 2
      else { continue }
      if let known = best, known.letters >= found.letters { continue }
      best = (mask, found.letters)
    }
    guard let best else { return nil }
    let evidence = Evidence(
      hits: table.rows.count, of: table.rows.count, bits: Double(total) * 1.4, tried: tried)
    guard evidence.grade == .claim else { return nil }
    return MaskFinding(byte: UInt8(best.mask), reason: "text", evidence: evidence)
  }

  /// A length that is one only under a mask.
  private static func length(_ table: UnitTable) -> MaskFinding? {
    guard table.minimum != table.maximum else { return nil }
    let rows = table.rows
    var lengths = Histogram()
    for row in rows { lengths.add(row.count) }
    guard lengths.distinct >= 3 else { return nil }
    var best: MaskFinding?
    for at in 0..<min(6, table.minimum) {
      for mask in 1..<256 {
        var plus: Int?
        var hits = 0
        var misses = 0
        for row in rows {
          let rest = row.count - (Int(row[at]) ^ mask)
          if plus == nil { plus = rest }
          if rest == plus { hits += 1 } else { misses += 1 }
          if misses > rows.count / 50 { break }
        }
        guard misses <= rows.count / 50, let plus, plus >= 0, plus <= 16 else { continue }
        var fields = Histogram()
        for row in rows { fields.add(Int(row[at]) ^ mask) }
        let chance = Histogram.chance(fields, lengths, shift: plus, hits: hits)
        let evidence = Evidence(hits: hits, of: rows.count, chance: chance, tried: tried)
        guard evidence.grade == .claim else { continue }
        // Several masks may do: the one that is the most usual byte is the zero of what is masked.
        let found = MaskFinding(byte: UInt8(mask), reason: "length", evidence: evidence)
        if let known = best, frequency(known.byte, rows) >= frequency(found.byte, rows) { continue }
        best = found
      }
    }
    return best
  }

  private static func frequency(_ byte: UInt8, _ rows: [[UInt8]]) -> Int {
    var count = 0
    for row in rows { for other in row where other == byte { count += 1 } }
    return count
  }

  /// A sum at the end that is one only under a mask: XOR and CRC would show without it.
  private static func sum(_ table: UnitTable) -> MaskFinding? {
    let rows = table.rows.filter { $0.count >= 4 }
    guard rows.count >= 8 else { return nil }
    var best: MaskFinding?
    for mask in 1..<256 {
      for start in 0..<min(4, table.minimum) {
        var hits = 0
        var misses = 0
        let allowed = rows.count / 50
        for row in rows {
          var sum = 0
          for index in start..<(row.count - 1) { sum += Int(row[index]) ^ mask }
          if sum & 255 == Int(row[row.count - 1]) ^ mask { hits += 1 } else { misses += 1 }
          if misses > allowed { break }
        }
        guard misses <= allowed else { continue }
        var fields = Histogram()
        var sums = Histogram()
        for row in rows {
          var sum = 0
          for index in start..<(row.count - 1) { sum += Int(row[index]) ^ mask }
          sums.add(sum & 255)
          fields.add(Int(row[row.count - 1]) ^ mask)
        }
        let chance = max(1.0 / 256, Histogram.chance(fields, sums, hits: hits))
        let evidence = Evidence(hits: hits, of: rows.count, chance: chance, tried: tried)
        guard evidence.grade == .claim else { continue }
        let found = MaskFinding(byte: UInt8(mask), reason: "checksum", evidence: evidence)
        if let known = best, frequency(known.byte, rows) >= frequency(found.byte, rows) { continue }
        best = found
      }
    }
    return best
  }
}
