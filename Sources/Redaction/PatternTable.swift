import Bytes

/// Octets to look for, with those that replace them.
///
/// Each form of an original takes 8 octets: the numbers of original and form, and a part of a hash. The form itself is
/// made again when a hash fits.
package struct PatternTable {
  package struct Pattern {
    package let octets: [UInt8]
    let standIn: [UInt8]
    package let kind: Originals.Kind
    /// A part of an original, which is only looked for.
    let isPart: Bool
    /// Octets as few as these may stand somewhere by chance.
    var isShort: Bool { octets.count < PatternTable.shortSize }
  }
  private static let shortSize = 6

  private let entries: [Originals.Entry]
  /// A hash table with linear probing; a free slot is 0.
  private var slots: [Slot]
  private var heads: BitFilter
  /// Heads with lengths.
  private var beginnings: BitFilter
  /// The lengths of all patterns, the longest first.
  private var lengths: [Int] = []
  package private(set) var count = 0

  /// Originals that are replaced where they stand, and not looked for: they are so short, or so uniform,
  /// that they would be found where they were never written.
  package private(set) var unsearched = 0
  package var searched: Int { entries.count }

  /// - entries: all originals.
  package init(_ entries: [Originals.Entry]) {
    let telling = entries.filter {
      Self.isTelling($0.original, least: $0.kind == .secret ? 6 : 4)
    }
    self.init(
      telling, most: telling.reduce(0) { $0 + PatternForm.count(of: $1) },
      forms: PatternForm.count)
    unsearched = entries.count - telling.count
  }

  private static let controlLimit = 65_536
  /// How many controls there are for each short pattern.
  private(set) var controlsEach = 0

  /// Random octets of the lengths of the short patterns: 64 for each, fewer where there are many patterns.
  init(controlsOf other: PatternTable) {
    var random = SystemRandomNumberGenerator()
    let shorts = other.shorts
    let each = shorts.isEmpty ? 0 : max(1, min(64, Self.controlLimit / shorts.count))
    var entries: [Originals.Entry] = []
    for short in shorts {
      for _ in 0..<each {
        entries.append(
          Originals.Entry(
            kind: short.kind,
            original: short.octets.map { _ in UInt8.random(in: 0 ... .max, using: &random) },
            standIn: [], isRandom: false))
      }
    }
    // The first form of all kinds: the octets themselves.
    self.init(entries, most: entries.count) { _ in 1 }
    controlsEach = each
  }

  /// - most: how many patterns there may be.
  /// - forms: how many forms of an entry are looked for.
  private init(_ entries: [Originals.Entry], most: Int, forms: (Originals.Entry) -> Int) {
    self.entries = entries
    var size = 16
    while size * 3 < most * 4 { size *= 2 }
    slots = [Slot](repeating: Slot(), count: size)
    heads = BitFilter(bits: 16 * size)
    beginnings = BitFilter(bits: 16 * size)
    var lengths: Set<Int> = []
    for index in entries.indices {
      for number in 0..<forms(entries[index]) {
        let form = PatternForm.form(number, of: entries[index])
        guard let octets = form.octets(of: entries[index]) else { continue }
        add(octets, Place(entry: index, form: number))
        lengths.insert(octets.count)
      }
    }
    self.lengths = lengths.sorted(by: >)
  }

  /// Whether octets are found only where somebody wrote them.
  /// - least: how many octets, at least: the number of a passkey also stands where other numbers do.
  static func isTelling(_ octets: some Collection<UInt8>, least: Int = 4) -> Bool {
    let different = Set(octets.filter { $0 != 0 && $0 != 0xFF }).count
    return octets.count >= least && different >= (octets.count < 6 ? 3 : 4)
  }

  // MARK: The table

  /// The numbers of an original and of one of its forms.
  private struct Place {
    let entry: Int
    let form: Int
  }

  private struct Slot {
    private var bits: UInt64 = 0
    /// A million entries: originals and controls are at most 200,000. A secret is at most a queued write of 131,070 octets,
    /// which has 32,768 forms.
    private static let entryBits: UInt64 = 20
    private static let formBits: UInt64 = 16

    init() {}

    init(_ place: Place, hash: UInt64) {
      bits = hash << (Self.entryBits + Self.formBits)
      bits |= UInt64(place.entry + 1) << Self.formBits | UInt64(place.form)
    }

    /// `nil` for a free place.
    var place: Place? {
      let entry = Int(bits >> Self.formBits & (1 << Self.entryBits - 1))
      return entry == 0
        ? nil : Place(entry: entry - 1, form: Int(bits & (1 << Self.formBits - 1)))
    }

    func mayBe(hash: UInt64) -> Bool {
      // As many bits of it as there is room for.
      let shift = Self.entryBits + Self.formBits
      return bits >> shift == (hash << shift) >> shift
    }
  }

  /// Adds a pattern, unless one with the same octets is there.
  private mutating func add(_ octets: [UInt8], _ place: Place) {
    let hash = Self.hash(octets.rawBytes)
    var index = first(hash)
    while let there = slots[index].place {
      if slots[index].mayBe(hash: hash), self.octets(there) == octets { return }
      index = next(index)
    }
    slots[index] = Slot(place, hash: hash)
    let head = UInt64(octets.rawBytes.uint32LittleEndian(at: 0))
    heads.insert(head)
    beginnings.insert(Self.beginning(head, octets.count))
    count += 1
  }

  /// The pattern that these octets are.
  private func pattern(_ bytes: RawSpan) -> Pattern? {
    let hash = Self.hash(bytes)
    var index = first(hash)
    while let place = slots[index].place {
      if slots[index].mayBe(hash: hash), let octets = octets(place),
        octets.rawBytes.equals(bytes)
      {
        return pattern(place, octets)
      }
      index = next(index)
    }
    return nil
  }

  private func octets(_ place: Place) -> [UInt8]? {
    let entry = entries[place.entry]
    return PatternForm.form(place.form, of: entry).octets(of: entry)
  }

  private func pattern(_ place: Place, _ octets: [UInt8]) -> Pattern {
    let entry = entries[place.entry]
    let form = PatternForm.form(place.form, of: entry)
    return Pattern(
      octets: octets, standIn: form.standIn(of: entry), kind: entry.kind, isPart: form.isPart)
  }

  /// A slot has the lower bits.
  private func first(_ hash: UInt64) -> Int { Int(hash >> 32) & (slots.count - 1) }
  private func next(_ index: Int) -> Int { (index + 1) & (slots.count - 1) }

  private static func hash(_ bytes: RawSpan) -> UInt64 {
    var hasher = Hasher()
    bytes.hash(into: &hasher)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private static func beginning(_ head: UInt64, _ length: Int) -> UInt64 {
    head | UInt64(length) << 32
  }

  private var shorts: [Pattern] {
    slots.compactMap { slot in
      guard let place = slot.place, entries[place.entry].original.count < Self.shortSize,
        let octets = octets(place), octets.count < Self.shortSize
      else { return nil }
      return pattern(place, octets)
    }
  }

  // MARK: Search

  package var longest: Int { lengths.first ?? 0 }

  /// Visits each place where a pattern stands, with the longest one there.
  package func each(in bytes: RawSpan, _ body: (Int, Pattern) -> Void) {
    guard count > 0, bytes.byteCount >= 4 else { return }
    for start in 0...bytes.byteCount - 4 {
      let head = UInt64(bytes.uint32LittleEndian(at: start))
      guard heads.contains(head) else { continue }
      for length in lengths where start + length <= bytes.byteCount {
        guard beginnings.contains(Self.beginning(head, length)),
          let pattern = pattern(bytes.clamped(start, count: length))
        else { continue }
        body(start, pattern)
        break
      }
    }
  }
}

/// Whether a number may have been inserted: most places of a capture need no more.
private struct BitFilter {
  private var words: [UInt64]
  private let shift: UInt64

  /// - bits: a power of two.
  init(bits: Int) {
    words = [UInt64](repeating: 0, count: max(1, bits / 64))
    shift = UInt64(64 - bits.trailingZeroBitCount)
  }

  private func place(_ number: UInt64) -> (word: Int, bit: UInt64) {
    let index = (number &* 0x9E37_79B9_7F4A_7C15) >> shift
    return (Int(index >> 6), 1 << (index & 63))
  }

  mutating func insert(_ number: UInt64) {
    let (word, bit) = place(number)
    words[word] |= bit
  }

  func contains(_ number: UInt64) -> Bool {
    let (word, bit) = place(number)
    return words[word] & bit != 0
  }
}
