/// Checksums at the end, or before constant bytes at the end, that are right only under a mask.
struct MaskedChecks {
  private let rows: [[UInt8]]
  /// How many bytes at the end are constant.
  private let tail: Int
  private let starts: Int
  private static let fewest = 8

  init(_ table: UnitTable) {
    let (start, end) = table.constants()
    tail = min(table.constantTail(start, end: end), max(0, table.minimum - 4))
    let tail = tail
    rows = table.rows.filter { $0.count >= 4 + tail && $0.count <= 512 }
    starts = min(4, max(0, (rows.map(\.count).min() ?? 0) - tail - 3))
  }

  private var allowed: Int { rows.count / 50 }

  /// Chooses among masks that fit: the most usual byte is the masked form of zero.
  private func choose(_ found: [MaskFinding]) -> MaskFinding? {
    guard found.count > 1 else { return found.first }
    let counts = found.map { MaskSearch.frequency($0.byte, rows: rows) }
    guard let most = counts.max(), counts.filter({ $0 == most }).count == 1 else { return nil }
    return counts.firstIndex(of: most).map { found[$0] }
  }

  private func finding(_ mask: Int, algorithm: CheckAlgorithm, start: Int, isBig: Bool)
    -> MaskFinding?
  {
    let width = algorithm.width / 8
    let form = IntegerForm(width: width, isBig: isBig)
    var fields = Histogram()
    var sums = Histogram()
    var hits = 0
    for row in rows where row.count - tail - width > start {
      let plain = row.map { $0 ^ UInt8(mask) }
      guard let field = form.read(plain, at: row.count - tail - width) else { continue }
      let sum = Int(algorithm.value(plain, in: start..<(row.count - tail - width)))
      fields.add(field)
      sums.add(sum)
      if field == sum { hits += 1 }
      if fields.total - hits > allowed { return nil }
    }
    guard fields.total >= Self.fewest else { return nil }
    let floor = 1 / Double(UInt64(1) << UInt64(algorithm.width))
    let evidence = Evidence(
      hits: hits, of: fields.total,
      chance: max(floor, Histogram.chance(fields, other: sums, hits: hits)), tried: MaskSearch.tried
    )
    guard evidence.grade == .claim else { return nil }
    return MaskFinding(byte: UInt8(mask), reason: "checksum", evidence: evidence)
  }

  // MARK: Sums

  private static let sums: [(CheckAlgorithm, isBig: Bool)] = [
    (.sum(width: 8, negative: false, constant: 0), false),
    (.sum(width: 8, negative: true, constant: 0), false),
    (.sum(width: 8, negative: true, constant: 0xFF), false),
    (.sum(width: 16, negative: false, constant: 0), false),
    (.sum(width: 16, negative: false, constant: 0), true),
    (.sum(width: 16, negative: true, constant: 0), false),
    (.sum(width: 16, negative: true, constant: 0), true),
    (.sum(width: 16, negative: true, constant: 0xFFFF), false),
    (.sum(width: 16, negative: true, constant: 0xFFFF), true),
  ]

  func sums() -> MaskFinding? {
    guard rows.count >= Self.fewest else { return nil }
    var found: [MaskFinding] = []
    for mask in 1..<256 {
      for start in 0..<starts {
        let alive = sumsAlive(UInt8(mask), start: start)
        guard alive != 0 else { continue }
        for (index, (algorithm, isBig)) in Self.sums.enumerated() where alive >> index & 1 == 1 {
          if let one = finding(mask, algorithm: algorithm, start: start, isBig: isBig) {
            if found.last?.byte != one.byte { found.append(one) }
          }
        }
      }
    }
    return choose(found)
  }

  /// Which of the sums hold for the first rows, a bit each.
  private func sumsAlive(_ mask: UInt8, start: Int) -> Int {
    var alive = (1 << Self.sums.count) - 1
    var misses = 0
    for row in rows.prefix(12) {
      let end = row.count - tail
      var sum = 0
      var at = start
      while at < end - 2 {
        sum &+= Int(row[at] ^ mask)
        at += 1
      }
      let (high, low) = (Int(row[end - 2] ^ mask), Int(row[end - 1] ^ mask))
      let short = (sum &+ high) & 255
      let long = sum & 0xFFFF
      let (big, little) = (high << 8 | low, low << 8 | high)
      var right = 0
      if short == low { right |= 1 }
      if (short &+ low) & 255 == 0 { right |= 2 }
      if short ^ low == 255 { right |= 4 }
      if long == little { right |= 8 }
      if long == big { right |= 16 }
      if (long &+ little) & 0xFFFF == 0 { right |= 32 }
      if (long &+ big) & 0xFFFF == 0 { right |= 64 }
      if long ^ little == 0xFFFF { right |= 128 }
      if long ^ big == 0xFFFF { right |= 256 }
      // One of the first may be wrong where so many are allowed.
      if alive & right == 0 {
        misses += 1
        if misses > min(1, allowed) { return 0 }
      } else {
        alive &= right
      }
    }
    return alive
  }

  // MARK: XOR

  /// An XOR of an even number of masked bytes is as without a mask; one of an odd number is the mask.
  func parity() -> MaskFinding? {
    guard rows.count >= Self.fewest else { return nil }
    var found: [MaskFinding] = []
    for start in 0..<starts {
      var odd = Histogram()
      var counts = (even: 0, zero: 0)
      for row in rows {
        var rest: UInt8 = 0
        for index in start..<(row.count - tail) { rest ^= row[index] }
        if (row.count - tail - start) % 2 == 1 {
          odd.add(Int(rest))
        } else {
          counts.even += 1
          if rest == 0 { counts.zero += 1 }
        }
      }
      guard odd.total >= 3, counts.even >= 3, let (mask, hits) = odd.mode, mask != 0,
        rows.count - hits - counts.zero <= allowed,
        let one = finding(mask, algorithm: .xor, start: start, isBig: false)
      else { continue }
      found.append(one)
    }
    return found.first
  }

  // MARK: CRC

  /// Under a mask, the CRCs of values of one length differ from what they should be by the same.
  func crcs() -> MaskFinding? {
    var lengths = Histogram()
    for row in rows { lengths.add(row.count) }
    guard rows.count >= Self.fewest, let (length, count) = lengths.mode, count >= 4 else {
      return nil
    }
    let probes = rows.filter { $0.count == length }.prefix(6)
    var seen: Set<[UInt32]> = []
    for crc in CheckAlgorithm.catalogue {
      let key = [UInt32(crc.width), crc.polynomial, crc.isReflected ? 1 : 0]
      guard seen.insert(key).inserted else { continue }
      let table = CRCTables.shared.table(crc)
      for start in 0..<starts {
        for isBig in crc.width == 8 ? [false] : [false, true] {
          guard isConstant(crc, table: table, start: start, isBig: isBig, probes: probes) else {
            continue
          }
          if let found = solve(key, start: start, isBig: isBig) { return found }
        }
      }
    }
    return nil
  }

  private func isConstant(
    _ crc: CheckAlgorithm, table: [UInt32], start: Int, isBig: Bool,
    probes: ArraySlice<[UInt8]>
  ) -> Bool {
    let width = crc.width / 8
    let form = IntegerForm(width: width, isBig: isBig)
    var first: UInt32?
    var fields: Set<Int> = []
    for row in probes {
      let at = row.count - tail - width
      guard at > start, let field = form.read(row, at: at) else { return false }
      fields.insert(field)
      let rest = crc.update(0, bytes: row, range: start..<at, table: table) ^ UInt32(field)
      if first == nil { first = rest }
      guard rest == first else { return false }
    }
    return fields.count >= 3
  }

  private func solve(_ key: [UInt32], start: Int, isBig: Bool) -> MaskFinding? {
    var found: [MaskFinding] = []
    for crc in CheckAlgorithm.catalogue
    where [UInt32(crc.width), crc.polynomial, crc.isReflected ? 1 : 0] == key {
      for mask in 1..<256 {
        if let one = finding(mask, algorithm: crc, start: start, isBig: isBig) { found.append(one) }
      }
    }
    return choose(found)
  }
}
