import Glibc

/// Looks for the byte that says what the rest of a value is: an op code.
///
/// A kind explains the rest: how long it is, and what stands at the other places. What it explains, in
/// bits, is compared with what it costs to list that for each code.
struct KindSearch {
  private let rows: [[UInt8]]
  private let taken: Set<Int>
  private let limit: Int
  /// What moves smoothly in all values.
  private let numbers: [NumberField]
  static let positions = 12
  static let columns = 24
  static let codes = 48

  static func run(_ table: UnitTable, without taken: Set<Int>) -> KindField? {
    guard table.rows.count >= 8, table.minimum >= 1 else { return nil }
    let search = KindSearch(
      rows: table.rows, taken: taken, limit: min(positions, table.minimum),
      numbers: NumberSearch.run(table, constants: table.constants().start, without: taken))
    return search.best(table)
  }

  private func best(_ table: UnitTable) -> KindField? {
    var best: (at: Int, width: Int, gain: Double)?
    for at in 0..<limit where !taken.contains(at) {
      guard let gain = gain(at, width: 1, table: table) else { continue }
      if gain > (best?.gain ?? 0) * 1.02 { best = (at, 1, gain) }
    }
    guard let first = best else { return nil }
    // Op codes of two bytes: each says something, and both together not much less.
    for (at, other) in [(first.at - 1, first.at - 1), (first.at, first.at + 1)]
    where at >= 0 && at + 1 < limit && !taken.contains(other) {
      guard let alone = gain(other, width: 1, table: table), alone > 0.25 * first.gain,
        let gain = gain(at, width: 2, table: table), gain > 0.6 * first.gain
      else { continue }
      if best?.width == 1 || gain > (best?.gain ?? 0) { best = (at, 2, gain) }
    }
    guard let best else { return nil }
    var counts = Histogram()
    for unit in table.units {
      if let code = read(unit.bytes, at: best.at, width: best.width) { counts.add(code) }
    }
    let tried = log2(Double(Self.positions * Self.columns * 2))
    let evidence = Evidence(
      hits: rows.count, of: rows.count, bits: best.gain, tried: tried)
    // At least a bit of each value.
    guard evidence.grade == .claim, best.gain >= Double(rows.count) else { return nil }
    let codes = counts.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return KindField(
      at: best.at, width: best.width, codes: codes.map { (code: $0.key, count: $0.value) },
      evidence: evidence)
  }

  private func read(_ row: [UInt8], at: Int, width: Int) -> Int? {
    IntegerForm(width: width, isBig: true).read(row, at: at)
  }

  /// What the codes at a place explain, in bits.
  private func gain(_ at: Int, width: Int, table: UnitTable) -> Double? {
    // Codes and symbols by number: tables of counts are much faster than dictionaries.
    var numbers: [Int: Int] = [:]
    var codes: [Int] = []
    var sizes: [Int] = []
    codes.reserveCapacity(rows.count)
    let most = min(Self.codes, rows.count / 3)
    for row in rows {
      guard let code = read(row, at: at, width: width) else { return nil }
      let number = numbers[code] ?? numbers.count
      if number == numbers.count {
        guard number < most else { return nil }
        numbers[code] = number
        sizes.append(0)
      }
      codes.append(number)
      sizes[number] += 1
    }
    let n = Double(rows.count)
    guard sizes.count >= 2 else { return nil }
    var single = 0
    for size in sizes where size == 1 { single += 1 }
    guard Double(single) <= 0.15 * n, !moves(at, width: width, table: table, distinct: sizes.count)
    else { return nil }
    let ofCodes = entropy(sizes)
    var total = 0.0
    var alone = [Int](repeating: 0, count: 257)
    var joint = [Int](repeating: 0, count: 257 * sizes.count)
    for column in -1..<min(Self.columns, table.maximum) {
      if column >= at && column < at + width || taken.contains(column) { continue }
      for index in alone.indices { alone[index] = 0 }
      for index in joint.indices { joint[index] = 0 }
      for index in 0..<rows.count {
        let row = rows[index]
        let symbol = column < 0 ? min(row.count, 256) : column < row.count ? Int(row[column]) : 256
        alone[symbol] += 1
        joint[codes[index] * 257 + symbol] += 1
      }
      var symbols = 0
      for count in alone where count > 0 { symbols += 1 }
      guard symbols > 1 else { continue }
      var pairs = 0
      for count in joint where count > 0 { pairs += 1 }
      let information = ofCodes + entropy(alone) - entropy(joint)
      let cost = Double(sizes.count - 1) * Double(min(symbols, 40) - 1) / 2 * log2(n)
      // What does not repeat explains nothing: a table of all values would do the same.
      let sparse = Double(pairs) / n
      let bits = n * information * max(0, 1 - sparse) - cost * (sparse > 0.5 ? 1 : 0.5)
      if bits > 0 { total += bits }
    }
    return total * independence(at, width: width, table: table)
  }

  private func entropy(_ counts: [Int]) -> Double {
    var sum = 0.0
    for count in counts where count > 1 { sum += Double(count) * log2(Double(count)) }
    return log2(Double(rows.count)) - sum / Double(rows.count)
  }

  /// Whether what stands there is a number that moves: a kind jumps.
  private func moves(_ at: Int, width: Int, table: UnitTable, distinct: Int) -> Bool {
    let isNumber = numbers.contains { $0.at <= at && at < $0.at + $0.width }
    guard distinct > 3 || isNumber else { return false }
    var changes = 0
    var near = 0
    var steps = 0
    var spread = 0
    let n = table.pairs.count
    for (index, (one, other)) in table.pairs.enumerated() {
      let far = table.pairs[(index + n / 3 + index % 7) % n].1
      guard let a = read(table.units[one].bytes, at: at, width: width),
        let b = read(table.units[other].bytes, at: at, width: width), a != b
      else { continue }
      changes += 1
      if abs(a - b) <= 2 || abs(a - b) >= (1 << (8 * width)) - 2 { near += 1 }
      guard let c = read(table.units[far].bytes, at: at, width: width), a != c else { continue }
      steps += abs(a - b)
      spread += abs(a - c)
    }
    guard changes >= 4 else { return false }
    return 10 * near > 7 * changes || distinct > 3 && 10 * steps < 7 * spread
  }

  /// Values of one stretch of time are alike anyway: only as many count as the code changes.
  private func independence(_ at: Int, width: Int, table: UnitTable) -> Double {
    guard table.pairs.count >= 8 else { return 1 }
    var changes = 1
    for (one, other) in table.pairs
    where read(table.units[one].bytes, at: at, width: width)
      != read(table.units[other].bytes, at: at, width: width)
    {
      changes += 1
    }
    return min(1, 4 * Double(changes) / Double(table.pairs.count))
  }
}
