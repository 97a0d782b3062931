import Glibc

/// Looks for byte stuffing: a byte that comes before all that would be the start or the end of a message.
///
/// What follows an escape is one of few bytes; start and end are nowhere else; and a checksum or a length
/// is right only without the escapes.
struct EscapeSearch {
  private let values: [LearntValue]
  private let start: UInt8?
  private let end: UInt8
  /// What is between start and end.
  private let bodies: [ArraySlice<UInt8>]
  private let frameCount: Int
  private let left: Int

  private static let fewest = 8
  /// Ways to read what follows an escape that are compared.
  private static let candidateLimit = 12
  /// Binary logarithm of escapes and meanings.
  private static let tried = 18.0
  /// That of those that are known: their start and end are evidence, too.
  private static let triedKnown = -8.0

  private struct Candidate {
    var escape: ByteEscape
    var bits: Double
    /// How many of the special bytes were seen.
    var seen: Int
    var places: Int
  }

  static func run(_ values: [LearntValue]) -> MessageForm? {
    guard values.count >= fewest, let search = EscapeSearch(values) else { return nil }
    return search.best()
  }

  private init?(_ values: [LearntValue]) {
    var longest = 0
    var shortest = Int.max
    for value in values {
      longest = max(longest, value.bytes.count)
      shortest = min(shortest, value.bytes.count)
    }
    // Escapes make messages longer: they are of several sizes.
    guard longest >= 4, shortest < longest else { return nil }
    var last = Histogram()
    for value in values where value.bytes.count < longest { last.add(Int(value.bytes.last ?? 0)) }
    guard let (mark, count) = last.mode, count >= 4, count * 20 >= last.total * 19 else {
      return nil
    }
    let end = UInt8(truncatingIfNeeded: mark)
    var frames: [[UInt8]] = []
    var firsts = Histogram()
    var open: [UInt8] = []
    var connection = 0
    var left = 0
    for value in values {
      if value.connection != connection { open = [] }
      connection = value.connection
      open += value.bytes
      if open.count > 64 << 10 { open = [] }
      guard open.last == end, open.count > 1 else { continue }
      frames.append(open)
      firsts.add(Int(open[0]))
      open = []
    }
    guard frames.count >= Self.fewest, let (first, starts) = firsts.mode else { return nil }
    let start = starts * 50 >= frames.count * 49 ? UInt8(truncatingIfNeeded: first) : nil
    for frame in frames where start != nil && frame[0] != start { left += 1 }
    self.values = values
    self.start = start
    self.end = end
    self.left = left
    frameCount = frames.count
    bodies = frames.filter { start == nil || $0[0] == start }
      .map { $0[(start == nil ? 0 : 1)..<($0.count - 1)] }
  }

  private var specials: [UInt8] {
    var specials = [end]
    if let start, start != end { specials.insert(start, at: 0) }
    return specials
  }

  // MARK: Candidates

  private func candidates() -> [Candidate] {
    var counts = [Int](repeating: 0, count: 256)
    var following = [Int](repeating: 0, count: 65536)
    var total = 0
    for body in bodies {
      total += body.count
      var before: UInt8?
      for byte in body {
        counts[Int(byte)] += 1
        if let before { following[Int(before) << 8 | Int(byte)] += 1 }
        before = byte
      }
      // An escape at the end would escape the end.
      if let before { following[Int(before) << 8 | Int(end)] += 1 }
    }
    guard total >= 32 else { return [] }
    let isBare = specials.contains { counts[Int($0)] > 0 }
    var found: [Candidate] = []
    for number in 0..<256 where counts[number] >= 1 {
      let byte = UInt8(number)
      guard !specials.contains(byte) else { continue }
      if isBare {
        if let plain = plain(byte, counts: counts, total: total) { found.append(plain) }
        continue
      }
      let followers = (0..<256).filter { following[number << 8 | $0] > 0 }
      guard followers.count <= specials.count + 1, !followers.contains(Int(end)) else { continue }
      let (hits, places) = occurrences(of: byte)
      let usual = followers.reduce(0) { $0 + counts[$1] }
      let chance = max(
        Double(followers.count) / 256, Double(max(0, usual - hits) + 1) / Double(total + 2))
      let bits = Evidence.tail(hits, k: hits, p: min(1, chance))
      let all = specials + [byte]
      for bits8 in 1..<256 {
        guard isKnown(byte, bits: UInt8(bits8)) || hits >= 3 && places >= 2 else { continue }
        guard followers.allSatisfy({ all.contains(UInt8($0) ^ UInt8(bits8)) }) else { continue }
        found.append(
          Candidate(
            escape: ByteEscape(byte: byte, meaning: .xor(UInt8(bits8))), bits: bits,
            seen: followers.count, places: places))
      }
      if byte == 0xDB, specials == [0xC0], Set(followers).isSubset(of: [0xDC, 0xDD]) {
        found.append(
          Candidate(
            escape: ByteEscape(byte: byte, meaning: .pairs([0xDC: 0xC0, 0xDD: 0xDB])),
            bits: bits + 1,
            seen: followers.count, places: places))
        continue
      }
      guard hits >= 3, places >= 2, followers.count == all.count else { continue }
      for order in Self.orders(all) {
        let pairs = Dictionary(uniqueKeysWithValues: zip(followers.map { UInt8($0) }, order))
        found.append(
          Candidate(
            escape: ByteEscape(byte: byte, meaning: .pairs(pairs)), bits: bits - 3,
            seen: followers.count, places: places))
      }
    }
    return Array(found.sorted { rank(of: $0) > rank(of: $1) }.prefix(Self.candidateLimit))
  }

  /// HDLC-like framing (RFC 1662, 4.2), and what Sphero's robots do.
  private func isKnown(_ byte: UInt8, bits: UInt8) -> Bool {
    byte == 0x7D && bits == 0x20 && specials == [0x7E]
      || byte == 0xAB && bits == 0x88 && specials == [0x8D, 0xD8]
  }

  private func isKnown(_ escape: ByteEscape) -> Bool {
    switch escape.meaning {
    case .xor(let bits): isKnown(escape.byte, bits: bits)
    // SLIP: RFC 1055.
    case .pairs(let pairs): pairs == [0xDC: 0xC0, 0xDD: 0xDB] && specials == [0xC0]
    }
  }

  /// What is known first, then what is likely, then bits before pairs.
  private func rank(of one: Candidate) -> (Int, Double, Int) {
    let isKnown = isKnown(one.escape) ? 1 : 0
    if case .xor = one.escape.meaning { return (isKnown, one.bits, 1) }
    return (isKnown, one.bits, 0)
  }

  private static func orders(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count > 1 else { return [bytes] }
    return bytes.indices.flatMap { place in
      var rest = bytes
      let first = rest.remove(at: place)
      return orders(rest).map { [first] + $0 }
    }
  }

  /// How often a byte is there, and at how many places. Where it nearly always is, it counts once.
  private func occurrences(of byte: UInt8) -> (hits: Int, places: Int) {
    var at: [Int: Int] = [:]
    for body in bodies {
      for index in body.indices where body[index] == byte {
        at[index - body.startIndex, default: 0] += 1
      }
    }
    var hits = 0
    for count in at.values { hits += 3 * count > bodies.count ? 1 : count }
    return (hits, at.count)
  }

  /// The special bytes stand for themselves where an escape is before them, and are nowhere else.
  private func plain(_ byte: UInt8, counts: [Int], total: Int) -> Candidate? {
    var hits = 0
    var kinds: Set<UInt8> = []
    var places: Set<Int> = []
    for body in bodies {
      var isEscaped = false
      for index in body.indices {
        let next = body[index]
        if isEscaped {
          guard next == byte || specials.contains(next) else { return nil }
          hits += 1
          kinds.insert(next)
          places.insert(index - body.startIndex)
          isEscaped = false
        } else if next == byte {
          isEscaped = true
        } else if specials.contains(next) {
          return nil
        }
      }
      // The end would be escaped.
      if isEscaped { return nil }
    }
    guard hits >= 3, places.count >= 2 else { return nil }
    let usual = kinds.reduce(0) { $0 + counts[Int($1)] }
    let chance = max(
      Double(kinds.count) / 256, Double(max(0, usual - hits) + 1) / Double(total + 2))
    return Candidate(
      escape: ByteEscape(byte: byte, meaning: .xor(0)),
      bits: Evidence.tail(hits, k: hits, p: chance),
      seen: kinds.count, places: places.count)
  }

  // MARK: Proof

  private func best() -> MessageForm? {
    let candidates = candidates()
    guard !candidates.isEmpty else { return nil }
    var best: (form: MessageForm, bits: Double)?
    for candidate in candidates {
      var form = MessageForm(
        framing: .ends(start: start, end: end, escape: candidate.escape),
        start: start.map { [$0] } ?? [], values: values.count, messages: frameCount, left: left,
        evidence: Evidence(hits: 0, of: 0, bits: 0, tried: Self.tried))
      let units = form.joined(values)
      guard units.count >= Self.fewest else { continue }
      let proof = proof(units, escape: candidate.escape)
      let bits = candidate.bits + proof
      // Without any proof, several special bytes have to be seen, and all with the same bit changed.
      let isKnown = isKnown(candidate.escape)
      if proof == 0, !isKnown || candidate.bits < 14 {
        guard candidate.seen > 1, candidate.places > 2, case .xor = candidate.escape.meaning else {
          continue
        }
      }
      form.messages = units.count
      form.evidence = Evidence(
        hits: units.count, of: frameCount, bits: bits,
        tried: isKnown ? Self.triedKnown : Self.tried)
      guard form.evidence.grade == .claim else { continue }
      if let best, best.bits >= bits { continue }
      best = (form, bits)
    }
    return best?.form
  }

  /// What the messages with escapes say: their checksums and lengths are right without them.
  private func proof(_ units: [LearntValue], escape: ByteEscape) -> Double {
    let table = UnitTable(units, window: units.count)
    let (first, last) = table.constants()
    var escaped: Set<[UInt8]> = []
    for body in bodies where body.contains(escape.byte) {
      escaped.insert((start.map { [$0] } ?? []) + escape.undone(Array(body)) + [end])
    }
    var bits = 0.0
    if let check = ChecksumSearch.run(table, start: first, end: last),
      check.evidence.grade == .claim
    {
      let answers = escaped.compactMap { check.holds($0) }
      if answers.allSatisfy({ $0 }) { bits = Double(check.algorithm.width * answers.count) }
    }
    if let length = table.length(), length.evidence.grade == .claim,
      escaped.allSatisfy({ length.holds($0) })
    {
      bits = max(bits, 3 * Double(escaped.count))
    }
    return bits
  }
}
