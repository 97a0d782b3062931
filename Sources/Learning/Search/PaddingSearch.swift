import Glibc

/// Looks for values of one size that say how much of them counts: the rest is zeros.
///
/// Nothing of what is found is taken from values that were cut where the length says: where the zeros begin is
/// seen without it, and has to be where it says more often than by chance.
enum PaddingSearch {
  /// Values are at least so long; shorter ones have no room for a length and what it is of.
  private static let shortest = 6
  private static let fewest = 8
  private static let places = 12

  static func run(_ table: UnitTable) -> PaddingFinding? {
    let size = table.minimum
    guard size == table.maximum, size >= shortest, table.rows.count >= fewest else { return nil }
    let ends = table.rows.map { row in (row.lastIndex { $0 != 0 } ?? -1) + 1 }
    var known = Histogram()
    for end in ends { known.add(end) }
    guard known.distinct >= 3 else { return nil }
    var best: PaddingFinding?
    let places = min(Self.places, size - 1)
    let tried = log2(Double(places * 3 * 72))
    for at in 0..<places {
      for form in [IntegerForm.u8, .u16, .u16be] {
        guard
          let found = find(
            at, form: form, rows: table.rows, ends: ends, known: known, size: size, tried: tried)
        else { continue }
        if let best, best.length.evidence.bits >= found.length.evidence.bits { continue }
        best = found
      }
    }
    return best
  }

  private static func find(
    _ at: Int, form: IntegerForm, rows: [[UInt8]], ends: [Int], known: Histogram,
    size: Int, tried: Double
  ) -> PaddingFinding? {
    var rests = Histogram()
    var fields = Histogram()
    for (row, end) in zip(rows, ends) {
      guard let field = form.read(row, at: at) else { return nil }
      rests.add(end - field)
      fields.add(field)
    }
    // What counts may end with a zero itself: the most frequent distance is the right one.
    guard fields.distinct >= 3, let (plus, exact) = rests.mode, -4...64 ~= plus,
      4 * exact >= 3 * rows.count
    else { return nil }
    var finding = PaddingFinding(
      size: size,
      length: LengthField(
        at: at, form: form, plus: plus, evidence: Evidence(hits: 0, of: 0, bits: 0, tried: 0)))
    let hits = rows.count { finding.cut($0) != nil }
    let chance = Histogram.chance(fields, other: known, shift: plus, hits: exact)
    finding.length.evidence = Evidence(
      hits: hits, of: rows.count, bits: Evidence.tail(rows.count, k: exact, p: chance), tried: tried
    )
    return finding.length.evidence.grade == .claim ? finding : nil
  }
}
