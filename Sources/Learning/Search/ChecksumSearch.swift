import Glibc

/// Looks for checksums: at the end, before constant bytes at the end, or in a header.
///
/// Few values are enough to rule out almost all of what can be: only what holds for them is compared
/// with the rest.
struct ChecksumSearch {
  private let rows: [[UInt8]]
  private let probes: [[UInt8]]
  private let minimum: Int
  private let constants: [Int: UInt8]
  private let isFixed: Bool
  private let tail: Int
  private let tried: Double
  /// The share of values that it has to hold for.
  private let share: Double
  private var best: ChecksumField?
  /// Where what is covered may begin. What is looked for in many ways begins early.
  private var starts: Int { share < Evidence.share ? 4 : Self.starts }

  static let starts = 13
  static let headers = 12
  /// Where a field may have been copied from.
  private static let copies = 32
  /// What is longer is left out.
  static let longest = 4096

  private struct Layout {
    let at: Int
    let lessEnd: Int
    var misses = 0
    var littleMisses = 0
  }

  /// - shift: which values are looked at first.
  init(
    _ table: UnitTable, _ start: [Int: UInt8], _ end: [Int: UInt8], share: Double, shift: Int = 0
  ) {
    self.share = share
    rows = table.rows.filter { $0.count <= Self.longest && $0.count > 1 }
    isFixed = table.minimum == table.maximum
    constants = start
    minimum = max(1, rows.map(\.count).min() ?? 1)
    tail = min(table.constantTail(start, end: end), max(0, minimum - 2))
    let short = rows.filter { $0.count <= 64 }
    let pool = short.count >= rows.count / 2 ? short : rows
    let wanted = min(8, pool.count)
    probes = (0..<wanted).map { pool[($0 * pool.count / wanted + shift) % pool.count] }
    var layouts = 0
    for start in 0..<Self.starts {
      for width in [1, 2, 4] {
        let headers = max(0, min(Self.headers, start - width + 1))
        layouts += (tail + 1) * (headers + 1) * (width == 1 ? 26 : width == 2 ? 68 : 24)
      }
    }
    tried = log2(Double(layouts))
  }

  static func run(
    _ table: UnitTable, start: [Int: UInt8], end: [Int: UInt8],
    share: Double = Evidence.share, shifts: Int = 1
  ) -> ChecksumField? {
    guard table.rows.count >= 4 else { return nil }
    // Where many values have none, those that are looked at first decide: others are tried, too.
    for shift in 0..<shifts {
      var search = ChecksumSearch(table, start, end, share: share, shift: shift)
      guard search.rows.count >= 4 else { return nil }
      search.searchSums()
      search.searchCRCs()
      if let best = search.best { return best }
    }
    return nil
  }

  /// Where a field of a width can be, if what it covers begins at `start`.
  private func layouts(_ start: Int, width: Int) -> [Layout] {
    var layouts: [Layout] = []
    for skip in 0...tail {
      let lessEnd = width + skip
      if start + lessEnd < minimum || start + 2 + lessEnd <= (probes.map(\.count).max() ?? 0) {
        if minimum >= lessEnd, !isConstant(fromEnd: lessEnd, width: width) {
          layouts.append(Layout(at: -lessEnd, lessEnd: lessEnd))
        }
      }
      guard start >= width else { continue }
      for at in 0...min(start - width, Self.headers - 1)
      where at + width <= minimum && !isConstant(at, width: width) {
        layouts.append(Layout(at: at, lessEnd: skip))
      }
    }
    return layouts
  }

  private func isConstant(_ at: Int, width: Int) -> Bool {
    for place in at..<(at + width) where constants[place] == nil { return false }
    return true
  }

  /// Whether one of the bytes of a field is the same in all values.
  private func hasConstant(_ form: IntegerForm, layout: Layout) -> Bool {
    guard let first = rows.first else { return false }
    return (0..<form.width).contains { index in
      func byte(_ row: [UInt8]) -> UInt8 {
        row[(layout.at < 0 ? row.count : 0) + layout.at + index]
      }
      return rows.allSatisfy { byte($0) == byte(first) }
    }
  }

  private func isConstant(fromEnd back: Int, width: Int) -> Bool {
    isFixed && isConstant(minimum - back, width: width)
  }

  // MARK: XOR and sums

  private mutating func searchSums() {
    let limit = min(starts, minimum + 1)
    for start in 0..<limit {
      for layout in layouts(start, width: 1) {
        probe(start, layout: layout, algorithm: .xor)
        probe(start, layout: layout, algorithm: .sum(width: 8, negative: false, constant: 0))
        probe(start, layout: layout, algorithm: .sum(width: 8, negative: true, constant: 0))
      }
      for layout in layouts(start, width: 2) {
        probe(start, layout: layout, algorithm: .sum(width: 16, negative: false, constant: 0))
        probe(start, layout: layout, algorithm: .sum(width: 16, negative: true, constant: 0))
      }
    }
  }

  /// Whether field and function differ by the same in most of the probes.
  private mutating func probe(_ start: Int, layout: Layout, algorithm: CheckAlgorithm) {
    for isBig in algorithm.width == 8 ? [false] : [false, true] {
      var known: (UInt32, UInt32)?
      var counts = (0, 0)
      var misses = 0
      for row in probes {
        guard
          let rest = difference(
            row, start: start, layout: layout, algorithm: algorithm, isBig: isBig)
        else { continue }
        if known == nil { known = (rest, rest) }
        guard let seen = known else { break }
        if rest == seen.0 {
          counts.0 += 1
        } else if counts.1 == 0 || rest == seen.1 {
          known = (seen.0, rest)
          counts.1 += 1
        } else {
          misses += 1
        }
        // Two in the first three must agree.
        if counts.0 + counts.1 + misses >= 3, max(counts.0, counts.1) < 2 { break }
        if min(counts.0, counts.1) + misses >= 2 { break }
      }
      guard let known, max(counts.0, counts.1) >= 3, min(counts.0, counts.1) + misses < 2 else {
        continue
      }
      var found = algorithm
      let constant = counts.0 >= counts.1 ? known.0 : known.1
      found = CheckAlgorithm(
        kind: algorithm.kind, width: algorithm.width, name: algorithm.name, initial: constant,
        isNegative: algorithm.isNegative)
      consider(found, start: start, layout: layout, isBig: isBig)
    }
  }

  private func difference(
    _ row: [UInt8], start: Int, layout: Layout, algorithm: CheckAlgorithm, isBig: Bool
  ) -> UInt32? {
    let end = row.count - layout.lessEnd
    let form = IntegerForm(width: algorithm.width / 8, isBig: isBig)
    guard start < end, let field = form.read(row, at: layout.at) else { return nil }
    let value = algorithm.value(row, in: start..<end)
    switch algorithm.kind {
    case .xor: return UInt32(field) ^ value
    default: return (UInt32(field) &- value) & algorithm.mask
    }
  }

  // MARK: CRC

  private mutating func searchCRCs() {
    let limit = min(starts, minimum + 1)
    var all: [Int: [[Layout]]] = [:]
    for width in [1, 2, 4] { all[width] = (0..<limit).map { layouts($0, width: width) } }
    for crc in CheckAlgorithm.catalogue {
      let table = CRCTables.shared.table(crc)
      let width = crc.width / 8
      guard let places = all[width] else { continue }
      for start in 0..<limit where !places[start].isEmpty {
        probe(crc, table: table, width: width, start: start, places: places[start])
      }
    }
  }

  private mutating func probe(
    _ crc: CheckAlgorithm, table: [UInt32], width: Int, start: Int, places: [Layout]
  ) {
    var layouts = places
    var alive = layouts.count
    var asked = 0
    for row in probes {
      // What is covered ends at the last constant bytes, or before the field in front of them.
      let low = row.count - tail - width
      guard low >= start else { continue }
      asked += 1
      var state = crc.update(crc.start, bytes: row, range: start..<max(start, low), table: table)
      var at = max(start, low)
      var sums: [UInt32] = []
      sums.reserveCapacity(tail + width + 1)
      sums.append(crc.finish(state))
      while at < row.count {
        state = crc.update(state, bytes: row, range: at..<(at + 1), table: table)
        sums.append(crc.finish(state))
        at += 1
      }
      // `sums[i]` covers up to `max(start, low) + i`.
      let base = max(start, low)
      for index in layouts.indices
      where layouts[index].misses < 2 || layouts[index].littleMisses < 2 {
        let layout = layouts[index]
        let end = row.count - layout.lessEnd
        guard end > start, end >= base, end - base < sums.count else { continue }
        let sum = Int(sums[end - base])
        let wasAlive = layout.misses < 2 || layout.littleMisses < 2
        if IntegerForm(width: width, isBig: true).read(row, at: layout.at) != sum {
          layouts[index].misses += 1
        }
        if IntegerForm(width: width).read(row, at: layout.at) != sum {
          layouts[index].littleMisses += 1
        }
        let isAlive = layouts[index].misses < 2 || layouts[index].littleMisses < 2
        if wasAlive, !isAlive { alive -= 1 }
      }
      if alive == 0 { return }
    }
    guard asked >= 4 else { return }
    for layout in layouts {
      if layout.littleMisses < 2 { consider(crc, start: start, layout: layout, isBig: false) }
      if layout.misses < 2, width > 1 { consider(crc, start: start, layout: layout, isBig: true) }
    }
  }

  // MARK: All values

  private mutating func consider(
    _ algorithm: CheckAlgorithm, start: Int, layout: Layout, isBig: Bool
  ) {
    var fields = Histogram()
    var sums = Histogram()
    var hits = 0
    var covered = 0
    let form = IntegerForm(width: algorithm.width / 8, isBig: isBig)
    for row in rows {
      let end = row.count - layout.lessEnd
      guard start < end, let field = form.read(row, at: layout.at) else { continue }
      let sum = Int(algorithm.value(row, in: start..<end))
      fields.add(field)
      sums.add(sum)
      covered += end - start
      if field == sum { hits += 1 }
    }
    guard fields.total >= max(4, rows.count / 2), covered >= 2 * fields.total else { return }
    let isPlain = algorithm.kind != .crc
    if isCopy(form, start: start, layout: layout) { return }
    var floor = 1 / Double(UInt64(1) << UInt64(algorithm.width))
    // Where few values all differ, that no two agree by chance says no more than how few they are: what
    // counts up beside what counts down has a constant sum. A CRC leaves no such order.
    if isPlain { floor = max(floor, 1 / Double(fields.total * (fields.total - 1))) }
    let chance = max(floor, Histogram.chance(fields, other: sums, hits: hits))
    if isPlain, !algorithm.isUsual {
      if algorithm.width > 8, hasConstant(form, layout: layout) { return }
      // One byte that goes up beside another that goes down.
      if algorithm.width == 8, follows(start, layout: layout, algorithm: algorithm) { return }
    }
    var tried = tried
    if algorithm.kind != .crc, !algorithm.isUsual { tried += Double(algorithm.width) }
    var evidence = Evidence(hits: hits, of: fields.total, chance: chance, tried: tried)
    if share < Evidence.share {
      guard Double(hits) >= share * Double(fields.total),
        evidence.bits >= tried + Evidence.claimBits
      else { return }
    } else {
      if evidence.grade != .claim, hits == fields.total,
        let few = fewValues(
          algorithm, start: start, layout: layout, isBig: isBig, fields: fields, sums: sums)
      {
        evidence = few
      }
      guard evidence.grade != nil else { return }
    }
    let found = ChecksumField(
      algorithm: algorithm, at: layout.at, isBig: isBig, from: start, lessEnd: layout.lessEnd,
      evidence: evidence)
    if let best, !isBetter(found, best) { return }
    best = found
  }

  /// Whether the field is always the same as some of the bytes before or after it: that they are repeated
  /// explains it.
  private func isCopy(_ form: IntegerForm, start: Int, layout: Layout) -> Bool {
    let places = minimum - start - layout.lessEnd - form.width + 1
    guard places > 0 else { return false }
    return (0..<min(places, Self.copies)).contains { place in
      isCopy(form, layout: layout) { _ in start + place }
        || isCopy(form, layout: layout) { $0.count - layout.lessEnd - form.width - place }
    }
  }

  private func isCopy(
    _ form: IntegerForm, layout: Layout, of place: ([UInt8]) -> Int
  ) -> Bool {
    rows.allSatisfy { form.read($0, at: place($0)) == form.read($0, at: layout.at) }
  }

  /// Few values prove a checksum that is where most are, of all that is before it, with nothing added: it is
  /// one of few that are tried, and its number says as much as the changes do.
  private func fewValues(
    _ algorithm: CheckAlgorithm, start: Int, layout: Layout, isBig: Bool, fields: Histogram,
    sums: Histogram
  ) -> Evidence? {
    guard start <= 2, layout.at < 0, layout.at == -layout.lessEnd,
      algorithm.kind == .crc || algorithm.isUsual,
      layout.lessEnd == algorithm.width / 8 + tail || tail == 0
    else { return nil }
    let isPlain = algorithm.kind != .crc
    if isPlain, follows(start, layout: layout, algorithm: algorithm) { return nil }
    let chance = max(
      1 / Double(UInt64(1) << UInt64(algorithm.width)),
      Histogram.chance(fields, other: sums, hits: fields.total))
    return Evidence(
      hits: fields.total, of: fields.total, chance: chance, tried: isPlain ? 5 : 9)
  }

  /// Whether the field is one of the bytes and a constant, or a constant less that byte, or XORed with it.
  private func follows(_ start: Int, layout: Layout, algorithm: CheckAlgorithm) -> Bool {
    guard algorithm.width == 8, let first = rows.first else { return true }
    func field(_ row: [UInt8]) -> UInt8 { row[(layout.at < 0 ? row.count : 0) + layout.at] }
    for at in start..<max(start, minimum - layout.lessEnd) where at != layout.at {
      let (byte, check) = (first[at], field(first))
      if rows.allSatisfy({ field($0) &- $0[at] == check &- byte })
        || rows.allSatisfy({ field($0) &+ $0[at] == check &+ byte })
        || rows.allSatisfy({ field($0) ^ $0[at] == check ^ byte })
      {
        return true
      }
    }
    return false
  }

  /// Whether a checksum is preferred to another one that holds as well: the likelier, then the plainer.
  private func isBetter(_ one: ChecksumField, _ other: ChecksumField) -> Bool {
    // What holds for all values says more than what holds for those that are long enough.
    if one.evidence.count != other.evidence.count, one.isFaultless, other.isFaultless {
      return one.evidence.count > other.evidence.count
    }
    // A sum of two bytes of which one is a sum with nothing added is found with some constant, too.
    if one.isFaultless, other.isFaultless, one.algorithm.kind != .crc, other.algorithm.kind != .crc,
      one.evidence.grade == .claim, other.evidence.grade == .claim,
      one.algorithm.isUsual != other.algorithm.isUsual
    {
      return one.algorithm.isUsual
    }
    let margin = 0.02 * max(one.evidence.bits, other.evidence.bits) + 1
    if abs(one.evidence.bits - other.evidence.bits) > margin {
      return one.evidence.bits > other.evidence.bits
    }
    let plain = (one.algorithm.isUsual, other.algorithm.isUsual)
    if plain.0 != plain.1 { return plain.0 }
    let rank = (self.rank(of: one.algorithm), self.rank(of: other.algorithm))
    if rank.0 != rank.1 { return rank.0 < rank.1 }
    return false
  }

  private func rank(of algorithm: CheckAlgorithm) -> Int {
    switch algorithm.kind {
    case .xor: 0
    case .sum: algorithm.isNegative ? 2 : 1
    case .crc: 3
    }
  }
}

extension ChecksumField {
  /// It holds wherever it can be, and hardly by chance.
  fileprivate var isFaultless: Bool { evidence.hits == evidence.count && evidence.grade != nil }
}
