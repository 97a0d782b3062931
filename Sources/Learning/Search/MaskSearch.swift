import Glibc

/// Looks for a constant that is XORed to all bytes: what is said under it must be far more.
enum MaskSearch {
  /// - isText: whether the bytes are text without a mask.
  static func run(_ table: UnitTable, isText: Bool) -> MaskFinding? {
    guard table.rows.count >= 8, table.maximum >= 3 else { return nil }
    if let found = text(of: table) { return found }
    if isText { return nil }
    let checks = MaskedChecks(table)
    return length(of: table) ?? checks.sums() ?? checks.parity() ?? checks.crcs()
  }

  /// Binary logarithm of all that is tried with all masks.
  static let tried = 24.0

  /// The zeros of what is masked are the mask: the byte that is most frequent, if it is frequent enough.
  static func usual(_ rows: [[UInt8]]) -> UInt8? {
    var counts = [Int](repeating: 0, count: 256)
    var total = 0
    for row in rows {
      for byte in row { counts[Int(byte)] += 1 }
      total += row.count
    }
    guard let most = counts.max(), most * 8 >= total else { return nil }
    return counts.firstIndex(of: most).map { UInt8($0) }.flatMap { $0 == 0 ? nil : $0 }
  }

  /// A counter that is one only under the mask that the zeros show.
  static func counter(_ table: UnitTable) -> MaskFinding? {
    guard table.pairs.count >= 12, let mask = usual(table.rows) else { return nil }
    for at in 0..<min(12, table.minimum) {
      var hits = 0
      var misses = 0
      var fields = Histogram()
      for (one, other) in table.pairs {
        let (a, b) = (table.units[one].bytes[at] ^ mask, table.units[other].bytes[at] ^ mask)
        fields.add(Int(a))
        if b &- a == 1 { hits += 1 } else { misses += 1 }
        if misses > table.pairs.count / 50 { break }
      }
      guard misses <= table.pairs.count / 50, fields.distinct >= 12 else { continue }
      let evidence = Evidence(
        hits: hits, of: table.pairs.count, chance: 1.0 / Double(min(256, fields.distinct)),
        tried: tried)
      guard evidence.grade == .claim else { continue }
      return MaskFinding(byte: mask, reason: "counter", evidence: evidence)
    }
    return nil
  }

  /// A checksum at any place that is one only under the mask that the zeros show.
  static func checksum(_ table: UnitTable) -> MaskFinding? {
    guard table.rows.count >= 8, let mask = usual(table.rows) else { return nil }
    let plain = UnitTable(table.units.map { $0.unmasked(mask) }, window: table.units.count)
    let (start, end) = plain.constants()
    guard let check = ChecksumSearch.run(plain, start: start, end: end),
      check.evidence.grade == .claim,
      check.algorithm.kind != .xor
    else { return nil }
    return MaskFinding(byte: mask, reason: "checksum", evidence: check.evidence)
  }

  /// Messages over several values that are found only under the mask that the zeros show.
  static func messages(_ window: [LearntValue], table: UnitTable) -> MaskFinding? {
    guard table.minimum != table.maximum, let mask = usual(table.rows),
      let message = MessageSearch.run(window.map { $0.unmasked(mask) }),
      case .length = message.framing
    else { return nil }
    return MaskFinding(byte: mask, reason: "messages", evidence: message.evidence)
  }

  private static func text(of table: UnitTable) -> MaskFinding? {
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
  private static func length(of table: UnitTable) -> MaskFinding? {
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
        let chance = Histogram.chance(fields, other: lengths, shift: plus, hits: hits)
        let evidence = Evidence(hits: hits, of: rows.count, chance: chance, tried: tried)
        guard evidence.grade == .claim else { continue }
        // Several masks may do: the one that is the most usual byte is the zero of what is masked.
        let found = MaskFinding(byte: UInt8(mask), reason: "length", evidence: evidence)
        if let known = best, frequency(known.byte, rows: rows) >= frequency(found.byte, rows: rows)
        {
          continue
        }
        best = found
      }
    }
    return best
  }

  static func frequency(_ byte: UInt8, rows: [[UInt8]]) -> Int {
    var count = 0
    for row in rows { for other in row where other == byte { count += 1 } }
    return count
  }
}
