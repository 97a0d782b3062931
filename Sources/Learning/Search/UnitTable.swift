import Glibc

/// Values to search: messages or values, unmasked, in their order.
struct UnitTable {
  /// All of them.
  let units: [LearntValue]
  /// The pairs of which the second came right after the first.
  let pairs: [(Int, Int)]
  /// One of each content.
  let rows: [[UInt8]]
  let minimum: Int
  let maximum: Int

  static let rowLimit = 512

  /// - window: how many of the units, from the first, came one after the other.
  init(_ units: [LearntValue], window: Int) {
    self.units = units
    var seen: Set<[UInt8]> = []
    var rows: [[UInt8]] = []
    var minimum = Int.max
    var maximum = 0
    for unit in units {
      minimum = min(minimum, unit.bytes.count)
      maximum = max(maximum, unit.bytes.count)
      if seen.insert(unit.bytes).inserted { rows.append(unit.bytes) }
    }
    // Of too many, some from everywhere.
    if rows.count > Self.rowLimit {
      let all = rows
      rows = (0..<Self.rowLimit).map { all[$0 * all.count / Self.rowLimit] }
    }
    self.rows = rows
    self.minimum = units.isEmpty ? 0 : minimum
    self.maximum = maximum
    var pairs: [(Int, Int)] = []
    var index = 1
    while index < min(window, units.count) {
      if units[index].connection == units[index - 1].connection { pairs.append((index - 1, index)) }
      index += 1
    }
    self.pairs = pairs
  }

  /// The units of one kind. Their pairs are what follows within the kind.
  func selecting(_ isOne: ([UInt8]) -> Bool, window: Int) -> UnitTable {
    var chosen: [LearntValue] = []
    var inWindow = 0
    for (index, unit) in units.enumerated() where isOne(unit.bytes) {
      chosen.append(unit)
      if index < window { inWindow += 1 }
    }
    return UnitTable(chosen, window: inWindow)
  }

  // MARK: Constant bytes

  static let shownBytes = 128

  /// The bytes that all have in common, from the start and, where lengths differ, from the end.
  func constants() -> (start: [Int: UInt8], end: [Int: UInt8]) {
    guard let first = rows.first, rows.count > 1 else { return ([:], [:]) }
    var start: [Int: UInt8] = [:]
    for at in 0..<min(minimum, Self.shownBytes) {
      let byte = first[at]
      var isSame = true
      for row in rows where row[at] != byte {
        isSame = false
        break
      }
      if isSame { start[at] = byte }
    }
    guard minimum != maximum else { return (start, [:]) }
    var end: [Int: UInt8] = [:]
    for back in 1..<(min(minimum, 4) + 1) {
      let byte = first[first.count - back]
      var isSame = true
      for row in rows where row[row.count - back] != byte {
        isSame = false
        break
      }
      guard isSame else { break }
      end[-back] = byte
    }
    return (start, end)
  }

  /// How many bytes at the end are the same in all.
  func constantTail(_ start: [Int: UInt8], end: [Int: UInt8]) -> Int {
    if minimum != maximum { return end.count }
    var count = 0
    while count < 4, start[minimum - 1 - count] != nil { count += 1 }
    return count
  }

  // MARK: Length

  func length() -> LengthField? {
    guard minimum != maximum, rows.count >= 3 else { return nil }
    var lengths = Histogram()
    for row in rows { lengths.add(row.count) }
    var best: LengthField?
    let places = min(12, minimum)
    let tried = log2(Double(max(places, 1) * 3 * 72))
    for at in 0..<places {
      for form in [IntegerForm.u8, .u16, .u16be] {
        guard let field = length(at, form: form, lengths: lengths, tried: tried) else { continue }
        if let known = best, known.evidence.bits >= field.evidence.bits { continue }
        best = field
      }
    }
    return best
  }

  private func length(
    _ at: Int, form: IntegerForm, lengths: Histogram, tried: Double
  ) -> LengthField? {
    var rests = Histogram()
    var fields = Histogram()
    for row in rows {
      guard let field = form.read(row, at: at) else { return nil }
      rests.add(row.count - field)
      fields.add(field)
    }
    guard fields.distinct > 1, let (plus, hits) = rests.mode, plus >= -4, plus <= 64 else {
      return nil
    }
    let chance = Histogram.chance(fields, other: lengths, shift: plus, hits: hits)
    let evidence = Evidence(hits: hits, of: rows.count, chance: chance, tried: tried)
    guard evidence.grade != nil else { return nil }
    return LengthField(at: at, form: form, plus: plus, evidence: evidence)
  }

  // MARK: Counter

  private static let counterForms: [(IntegerForm, Range<Int>)] = [
    (.u32, 0..<32), (.u32be, 0..<32), (.u16, 0..<16), (.u16be, 0..<16), (.u8, 0..<8),
    (.u8, 0..<4), (.u8, 4..<8),
  ]

  /// - without: bytes that are known to be something else.
  func counter(without taken: Set<Int>) -> CounterField? {
    guard pairs.count >= 6 else { return nil }
    let ahead = min(12, minimum)
    var places = Array(0..<ahead)
    if minimum != maximum { places += [-1, -2] }
    let tried = log2(Double(places.count * Self.counterForms.count * 256))
    var best: CounterField?
    for at in places {
      for (form, bits) in Self.counterForms {
        // The byte that changes most must change.
        let low = form.isBig ? at + form.width - 1 : at
        let high = form.isBig ? at : at + form.width - 1
        // Its highest and lowest, too: otherwise it is a smaller one.
        guard !taken.contains(low), !taken.contains(high),
          form.width == 1 || carries(high) && carries(low) && !mirrors(high, low),
          let field = counter(at, form: form, bits: bits, tried: tried)
        else { continue }
        if let known = best, !isBetter(field, known) { continue }
        best = field
      }
    }
    return best
  }

  /// Whether a byte changes from one value to the next.
  private func carries(_ at: Int) -> Bool {
    guard at >= 0 ? at < minimum : -at <= minimum else { return false }
    return pairs.contains { one, other in
      let (a, b) = (units[one].bytes, units[other].bytes)
      return a[at < 0 ? a.count + at : at] != b[at < 0 ? b.count + at : at]
    }
  }

  /// Whether one byte is always another and a constant, or a constant less the other: both change, and
  /// neither carries anything into the other.
  func mirrors(_ one: Int, _ other: Int) -> Bool {
    guard let first = rows.first, rows.count >= 4 else { return false }
    func byte(_ row: [UInt8], at: Int) -> UInt8 { row[at < 0 ? row.count + at : at] }
    let (sum, difference) = (
      byte(first, at: one) &+ byte(first, at: other), byte(first, at: one) &- byte(first, at: other)
    )
    var sums = 0
    var differences = 0
    var isConstant = true
    for (count, row) in rows.enumerated() {
      if count == 16, max(sums, differences) < 12 { return false }
      if byte(row, at: one) &+ byte(row, at: other) == sum { sums += 1 }
      if byte(row, at: one) &- byte(row, at: other) == difference { differences += 1 }
      if byte(row, at: one) != byte(first, at: one) { isConstant = false }
    }
    return !isConstant && max(sums, differences) * 10 >= rows.count * 9
  }

  private func isBetter(_ one: CounterField, _ other: CounterField) -> Bool {
    if abs(one.evidence.bits - other.evidence.bits) > 1 {
      return one.evidence.bits > other.evidence.bits
    }
    // Equally likely: the smallest form that says it, by ones if possible.
    if (abs(one.step) == 1) != (abs(other.step) == 1) { return abs(one.step) == 1 }
    return one.bits.count < other.bits.count
  }

  private func counter(
    _ at: Int, form: IntegerForm, bits: Range<Int>, tried: Double
  ) -> CounterField? {
    let mask = (1 << bits.count) - 1
    var steps = Histogram()
    var fields = Histogram()
    var seen = 0
    for (one, other) in pairs {
      guard let a = form.read(units[one].bytes, at: at),
        let b = form.read(units[other].bytes, at: at)
      else { continue }
      let from = a >> bits.lowerBound & mask
      steps.add((b >> bits.lowerBound - from) & mask)
      fields.add(from)
      seen += 1
      // A wrong one shows early.
      if seen == 12, let mode = steps.mode, mode.count < 9 { return nil }
    }
    guard fields.distinct > 2 || bits.count == 4, let (step, hits) = steps.mode, step != 0 else {
      return nil
    }
    let signed = step > mask / 2 + 1 ? step - mask - 1 : step
    // A byte takes any step; a wider one that runs round within a few values says little.
    guard abs(signed) <= max(128, (mask + 1) / 16) else { return nil }
    var chance = -Double(hits)
    for (number, count) in fields.counts {
      chance += Double(count) * Double(fields[(number + step) & mask])
    }
    chance = max(0, chance) / Double(max(1, fields.total * (fields.total - 1)))
    // A field of so many bits meets any number that often.
    chance = max(chance, 1 / Double(mask + 1))
    let evidence = Evidence(hits: hits, of: steps.total, chance: min(1, chance), tried: tried)
    guard evidence.grade != nil else { return nil }
    return CounterField(at: at, form: form, bits: bits, step: signed, evidence: evidence)
  }

  // MARK: Bytes of a connection

  /// Positions that are constant in each of at least two connections, and differ from one to another.
  func perConnection(_ constants: [Int: UInt8]) -> [Int] {
    var connections: [Int: (first: [UInt8], count: Int)] = [:]
    for unit in units { connections[unit.connection, default: (unit.bytes, 0)].count += 1 }
    guard connections.values.filter({ $0.count >= 4 }).count > 1 else { return [] }
    var places: [Int] = []
    for at in 0..<min(minimum, Self.shownBytes) where constants[at] == nil {
      guard units.allSatisfy({ connections[$0.connection]?.first[at] == $0.bytes[at] }) else {
        continue
      }
      // One byte may be the same by chance. What takes one of two values is something else.
      let contents = Set(connections.values.map { $0.first[at] })
      if 4 * contents.count >= 3 * min(connections.count, 64) { places.append(at) }
    }
    return places
  }

  // MARK: Bits

  /// The bits that change, for bytes in which only a few do.
  func toggles(_ constants: [Int: UInt8], taken: Set<Int>) -> [Int: UInt8] {
    var toggles: [Int: UInt8] = [:]
    for at in 0..<min(minimum, Self.shownBytes) where constants[at] == nil && !taken.contains(at) {
      var ones: UInt8 = 0
      var zeros: UInt8 = 0
      for row in rows {
        ones |= row[at]
        zeros |= ~row[at]
      }
      let changing = ones & zeros
      if (1...2).contains(changing.nonzeroBitCount) { toggles[at] = changing }
    }
    return toggles
  }
}
