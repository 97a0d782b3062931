import Bytes
import Glibc

/// Looks for numbers that move smoothly in time, and for times.
struct NumberSearch {
  let table: UnitTable
  private let constants: [Int: UInt8]
  private var taken: Set<Int>
  /// Bytes that may be anything, as those of what is encrypted.
  private var random: Set<Int> = []
  static let positions = 128
  static let pairLimit = 400
  private static let yearTwoThousand: Int64 = 946_684_800_000_000_000

  static func run(
    _ table: UnitTable, constants: [Int: UInt8], without taken: Set<Int>
  ) -> [NumberField] {
    guard table.units.count >= 6, table.minimum > 0 else { return [] }
    var search = NumberSearch(table: table, constants: constants, taken: taken)
    // A clock that was never set shows no times.
    let times = table.units.contains { $0.time < yearTwoThousand } ? [] : search.times()
    return (times + search.numbers()).sorted { $0.at < $1.at }
  }

  // MARK: Times

  private mutating func times() -> [NumberField] {
    var found: [NumberField] = []
    let limit = min(Self.positions, table.minimum)
    for at in 0..<limit {
      for form in [IntegerForm.u32, .u32be] {
        guard isFree(at, width: 4), let field = unixTime(at, form: form) else { continue }
        found.append(field)
        take(at, width: 4)
      }
      for kind in [NumberField.Kind.bcdTime, .dateTime] {
        guard isFree(at, width: 6), let field = calendarTime(at, kind: kind) else { continue }
        found.append(field)
        take(at, width: 6)
      }
    }
    return found
  }

  private func isFree(_ at: Int, width: Int) -> Bool {
    guard at + width <= table.minimum else { return false }
    for place in at..<(at + width) where taken.contains(place) { return false }
    return true
  }

  private mutating func take(_ at: Int, width: Int) { taken.formUnion(at..<(at + width)) }

  private func unixTime(_ at: Int, form: IntegerForm) -> NumberField? {
    var hits = 0
    var count = 0
    var low = Int.max
    var high = 0
    var contents: Set<Int> = []
    for unit in table.units {
      guard let number = form.read(unit.bytes, at: at) else { return nil }
      count += 1
      // Two days: clocks are set to local time, or wrong.
      if abs(number - Int(unit.time / 1_000_000_000)) <= 172_800 { hits += 1 }
      if count == 4, hits == 0 { return nil }
      contents.insert(number)
      low = min(low, number)
      high = max(high, number)
    }
    guard contents.count >= 3 else { return nil }
    // Each is in a window of four days of all that 32 bits can be.
    let evidence = Evidence(
      hits: hits, of: count, chance: 345_600 / 4_294_967_296, tried: log2(64))
    guard evidence.grade == .claim else { return nil }
    return NumberField(
      at: at, kind: .unixTime(form), low: Double(low), high: Double(high), evidence: evidence)
  }

  private func calendarTime(_ at: Int, kind: NumberField.Kind) -> NumberField? {
    var hits = 0
    var count = 0
    var contents: Set<[UInt8]> = []
    for unit in table.units {
      let bytes = unit.bytes
      guard at + 6 <= bytes.count else { return nil }
      count += 1
      contents.insert(Array(bytes[at..<(at + 6)]))
      let parts: [Int] = (at..<(at + 6)).map { place in
        let byte = Int(bytes[place])
        guard kind == .bcdTime else { return byte }
        return byte >> 4 > 9 || byte & 15 > 9 ? 255 : (byte >> 4) * 10 + (byte & 15)
      }
      let day = Int(unit.time / 86_400_000_000_000)
      guard parts[0] < 100, (1...12).contains(parts[1]), (1...31).contains(parts[2]),
        parts[3] < 24, parts[4] < 60, parts[5] < 60
      else {
        if hits == 0, count >= 3 { return nil }
        continue
      }
      let said = CivilDay(
        year: Int64(2000 + parts[0]), month: Int64(parts[1]), day: Int64(parts[2])
      ).number
      if abs(Int(said) - day) <= 2 { hits += 1 }
    }
    guard contents.count >= 3 else { return nil }
    let evidence = Evidence(hits: hits, of: count, chance: 1e-5, tried: log2(64))
    guard evidence.grade == .claim else { return nil }
    return NumberField(at: at, kind: kind, low: 0, high: 0, evidence: evidence)
  }

  // MARK: Numbers

  private static let kinds: [NumberField.Kind] = [
    .float, .integer(.u32, signed: false), .integer(.u32be, signed: false),
    .integer(.u24, signed: false), .integer(.u24be, signed: false),
    .integer(.u16, signed: false), .integer(.u16be, signed: false),
    .integer(.u16, signed: true), .integer(.u16be, signed: true),
    .integer(.u8, signed: false), .integer(.u8, signed: true),
  ]

  private mutating func numbers() -> [NumberField] {
    guard table.pairs.count >= 12 else { return [] }
    if table.rows.count >= 12 {
      random = Set(
        (0..<min(Self.positions, table.minimum)).filter { Self.isRandom($0, in: table.rows) })
    }
    var candidates: [(NumberField, roughness: Double)] = []
    let limit = min(Self.positions, table.minimum)
    let tried = log2(Double(Self.positions * Self.kinds.count))
    for at in 0..<limit where constants[at] == nil && !taken.contains(at) {
      // What always goes with the byte before it says nothing of its own.
      if at > 0, table.mirrors(at - 1, at) { continue }
      for kind in Self.kinds {
        guard let found = number(at, kind: kind, tried: tried) else { continue }
        candidates.append(found)
      }
    }
    // Where numbers may have their upper ends.
    let tops = Set(candidates.filter { $0.0.width == 2 && $0.roughness < 0.3 }.map { top($0.0) })
    candidates = candidates.filter { !isTwo($0.0, tops: tops) }
    // What goes on with bytes that nothing else explains is the whole of it.
    candidates = candidates.filter { one in
      !candidates.contains { other in
        other.0.width > one.0.width && isTop(one.0, of: other.0)
          && other.roughness <= 1.05 * one.roughness && !isTwo(other.0, tops: tops)
      }
    }
    // The smoothest first; none uses the bytes of another.
    candidates.sort { ($0.roughness, $0.0.at) < ($1.roughness, $1.0.at) }
    var found: [NumberField] = []
    for (field, _) in candidates where isFree(field.at, width: field.width) {
      found.append(field)
      take(field.at, width: field.width)
    }
    return found
  }

  private func isBig(_ field: NumberField) -> Bool {
    if case .integer(let form, _) = field.kind { return form.isBig }
    return false
  }

  /// The place of the highest byte, apart for both orders.
  private func top(_ field: NumberField) -> Int {
    isBig(field) ? field.at : -1 - (field.at + field.width - 1)
  }

  /// Whether another number begins within the lower bytes of this one.
  private func isTwo(_ field: NumberField, tops: Set<Int>) -> Bool {
    guard case .integer(let form, _) = field.kind, form.width > 2 else { return false }
    for place in field.at..<(field.at + field.width) {
      let other = form.isBig ? place : -1 - place
      if other != top(field), tops.contains(other) { return true }
    }
    return false
  }

  /// Whether a number is the upper bytes of another.
  private func isTop(_ one: NumberField, of other: NumberField) -> Bool {
    guard case .integer(let small, let sign) = one.kind,
      case .integer(let large, let otherSign) = other.kind, sign == otherSign
    else { return false }
    if large.isBig { return one.at == other.at && (small.isBig || small.width == 1) }
    return one.at + small.width == other.at + large.width && !small.isBig
  }

  private func read(_ bytes: [UInt8], at: Int, kind: NumberField.Kind) -> Double? {
    switch kind {
    case .integer(let form, let signed):
      guard let number = form.read(bytes, at: at) else { return nil }
      let top = 1 << (form.width * 8 - 1)
      return Double(signed && number >= top ? number - 2 * top : number)
    case .float:
      guard let number = IntegerForm.u32.read(bytes, at: at) else { return nil }
      let float = Float(bitPattern: UInt32(number))
      guard float == 0 || float.isNormal, abs(float) < 1e9, abs(float) > 1e-6 || float == 0 else {
        return nil
      }
      return Double(float)
    default: return nil
    }
  }

  /// A number is smooth if it is nearer to the one before than to any other.
  private func number(
    _ at: Int, kind: NumberField.Kind, tried: Double
  ) -> (NumberField, roughness: Double)? {
    let width = NumberField(
      at: at, kind: kind, low: 0, high: 0,
      evidence: Evidence(hits: 0, of: 0, bits: 0, tried: 0)
    ).width
    guard isFree(at, width: width) else { return nil }
    // All its bytes must change. One at an end that does not belongs to a smaller number; and past
    // one in the middle nothing is carried: the bytes around it are two numbers.
    for place in at..<(at + width) where constants[place] != nil { return nil }
    let n = table.pairs.count
    let count = min(Self.pairLimit, n)
    var near = 0
    var asked = 0
    // Of those, the pairs in which it changes.
    var moved = 0
    var movedNear = 0
    var steps = 0.0
    // As the other sign: around zero, an unsigned number jumps from end to end.
    var otherSteps = 0.0
    let other = kind.otherSign
    var spread = 0.0
    var low = Double.infinity
    var high = -Double.infinity
    var contents: Set<Double> = []
    for index in 0..<count {
      let pair = table.pairs[index * n / count]
      // Half of all away: as different as what has nothing to do with it.
      let far = table.pairs[(index * n / count + n / 3 + index % 7) % n]
      guard let a = read(table.units[pair.0].bytes, at: at, kind: kind),
        let b = read(table.units[pair.1].bytes, at: at, kind: kind),
        let c = read(table.units[far.1].bytes, at: at, kind: kind)
      else { return nil }
      contents.insert(b)
      low = min(low, a, b)
      high = max(high, a, b)
      steps += abs(a - b)
      if let other, let a = read(table.units[pair.0].bytes, at: at, kind: other),
        let b = read(table.units[pair.1].bytes, at: at, kind: other)
      {
        otherSteps += abs(a - b)
      }
      spread += abs(a - c)
      guard abs(a - b) != abs(a - c) else { continue }
      asked += 1
      if abs(a - b) < abs(a - c) { near += 1 }
      guard a != b else { continue }
      moved += 1
      if abs(a - b) < abs(a - c) { movedNear += 1 }
    }
    // What mostly stays, and jumps when it does not, is a state or an op code.
    guard 5 * movedNear > 3 * moved else { return nil }
    guard contents.count >= 6, spread > 0, asked >= 12 else { return nil }
    // That one value is sent several times in a row is no sign that the next one is near.
    if (at..<(at + width)).allSatisfy(random.contains),
      Evidence.tail(moved, k: movedNear, p: 0.5) < tried + Evidence.claimBits
    {
      return nil
    }
    // The lowest byte of a large number is nearly any: otherwise it is something beside a smaller one.
    if case .integer(let form, _) = kind, form.width > 2 {
      let lowest = form.isBig ? at + form.width - 1 : at
      let lows = Set(table.rows.map { $0[lowest] }).count
      guard lows >= min(48, table.rows.count / 4) else { return nil }
    }
    if isApart(at, kind: kind) { return nil }
    let roughness = steps / spread
    guard roughness < 0.32, Double(near) > 0.8 * Double(asked) else { return nil }
    let evidence = Evidence(
      hits: near, of: asked, bits: Evidence.tail(asked, k: near, p: 0.5), tried: tried)
    guard evidence.bits >= tried + Evidence.claimBits else { return nil }
    // As a signed number only where there are negative ones, and where it is smooth beyond doubt:
    // what wraps around looks signed.
    if case .integer(_, true) = kind, low >= 0 { return nil }
    if case .integer(_, true) = kind, steps * 2 > otherSteps,
      near * 20 < asked * 19 || roughness > 0.2
    {
      return nil
    }
    if case .integer(_, false) = kind, otherSteps * 2 < steps { return nil }
    // What jumps from one end to the other is the other sign, or nothing.
    if case .integer(let form, _) = kind, high - low > Double(1 << (form.width * 8)) * 0.97,
      roughness > 0.1
    {
      return nil
    }
    return (field(at, kind: kind, low: low, high: high, evidence: evidence), roughness)
  }

  private func field(
    _ at: Int, kind: NumberField.Kind, low: Double, high: Double, evidence: Evidence
  ) -> NumberField {
    NumberField(at: at, kind: kind, low: low, high: high, evidence: evidence)
  }

  // MARK: Noise

  /// Whether a byte of different values looks as if it may be anything.
  static func isRandom(_ at: Int, in all: [[UInt8]]) -> Bool {
    let rows = all.prefix(256)
    // Of n random bytes that many are different, by the birthday sum.
    let n = Double(rows.count)
    let expected = 256 * (1 - pow(255.0 / 256, n))
    var seen = [Bool](repeating: false, count: 256)
    var distinct = 0
    var ones = 0
    for row in rows {
      let byte = row[at]
      ones += byte.nonzeroBitCount
      if !seen[Int(byte)] {
        seen[Int(byte)] = true
        distinct += 1
      }
    }
    let deviation = abs(Double(ones) - 4 * n) / (2 * n).squareRoot()
    return Double(distinct) >= expected * 0.9 - 2 && deviation < 4
  }

  /// The bytes from the first that looks random to the last, if all between do.
  static func noise(_ table: UnitTable, without taken: Set<Int>) -> Range<Int>? {
    guard table.rows.count >= 12, table.minimum >= 8 else { return nil }
    let limit = min(table.minimum, UnitTable.shownBytes)
    var best = 0..<0
    var start: Int?
    for at in 0...limit {
      if at < limit, !taken.contains(at), isRandom(at, in: table.rows) {
        start = start ?? at
      } else if let from = start {
        if at - from > best.count { best = from..<at }
        start = nil
      }
    }
    return best.count >= 8 ? best : nil
  }
}

extension NumberField.Kind {
  /// The form with the other signedness; `nil` if it is no integer.
  fileprivate var otherSign: Self? {
    if case .integer(let form, let signed) = self { .integer(form, signed: !signed) } else { nil }
  }
}
