import Bytes

/// Octets to look for, with those that replace them.
package struct PatternTable {
  package struct Pattern {
    package let octets: [UInt8]
    let standIn: [UInt8]
    package let kind: Originals.Kind
    /// A part of an original, which is only looked for.
    let isPart: Bool
    /// Octets as few as these may stand somewhere by chance.
    var isShort: Bool { octets.count < 6 }
  }

  package private(set) var patterns: [Pattern] = []
  /// The patterns that begin with the same four octets: how long they are, the longest first, and each by its octets.
  private struct Group {
    var lengths: [Int] = []
    var indices: [[UInt8]: Int] = [:]
  }
  private var groups: [UInt32: Group] = [:]
  /// Whether there may be a group, by a hash of the four octets: most places of a capture need no more.
  private var filter = [Bool](repeating: false, count: 1 << 16)
  private var seen: Set<[UInt8]> = []

  /// Originals that are replaced where they stand, and not looked for: they are so short, or so uniform,
  /// that they would be found where they were never written.
  package private(set) var unsearched = 0
  package private(set) var searched = 0

  /// - entries: all originals.
  package init(_ entries: [Originals.Entry]) {
    for entry in entries {
      guard Self.isTelling(entry.original, least: entry.kind == .secret ? 6 : 4) else {
        unsearched += 1
        continue
      }
      searched += 1
      switch entry.kind {
      case .address: address(entry)
      case .text: text(entry)
      case .secret: secret(entry)
      }
    }
    for key in groups.keys { groups[key]?.lengths.sort(by: >) }
    seen.removeAll()
  }

  private static let controlLimit = 65_536
  /// How many controls there are for each short pattern.
  private(set) var controlsEach = 0

  /// Random octets of the lengths of the short patterns: 64 for each, fewer where there are many patterns.
  init(controlsOf other: PatternTable) {
    var random = SystemRandomNumberGenerator()
    let shorts = other.patterns.filter(\.isShort)
    guard !shorts.isEmpty else { return }
    controlsEach = max(1, min(64, Self.controlLimit / shorts.count))
    for pattern in shorts {
      for _ in 0..<controlsEach {
        let octets = pattern.octets.map { _ in UInt8.random(in: 0 ... .max, using: &random) }
        add(octets, standIn: [], kind: pattern.kind)
      }
    }
    for key in groups.keys { groups[key]?.lengths.sort(by: >) }
    seen.removeAll()
  }

  /// Whether octets are found only where somebody wrote them.
  /// - least: how many octets, at least: the number of a passkey also stands where other numbers do.
  static func isTelling(_ octets: some Collection<UInt8>, least: Int = 4) -> Bool {
    let different = Set(octets.filter { $0 != 0 && $0 != 0xFF }).count
    return octets.count >= least && different >= (octets.count < 6 ? 3 : 4)
  }

  // MARK: Forms

  private mutating func address(_ entry: Originals.Entry) {
    let kind = entry.kind
    func extended(_ octets: [UInt8]) -> [UInt8] { octets[..<3] + [0xFF, 0xFE] + octets[3...] }
    both(entry.original, standIn: entry.standIn, kind: kind)
    both(extended(entry.original), standIn: extended(entry.standIn), kind: kind)
    for separator in ["", ":", "-", "_", ".", " "] {
      for isUpper in [false, true] {
        func digits(_ octets: [UInt8]) -> [UInt8] {
          Self.hex(octets, isUpper: isUpper, separator: separator)
        }
        add(digits(entry.original), standIn: digits(entry.standIn), kind: kind)
        add(
          digits(entry.original.reversed()), standIn: digits(entry.standIn.reversed()), kind: kind)
      }
    }
  }

  private mutating func text(_ entry: Originals.Entry) {
    let (original, standIn) = (entry.original, entry.standIn)
    add(original, standIn: standIn, kind: .text)
    add(original.map(Self.lower), standIn: standIn, kind: .text)
    add(original.map(Self.upper), standIn: standIn.map(Self.upper), kind: .text)
    let text = String(decoding: original, as: UTF8.self)
    guard text.utf8.elementsEqual(original), standIn.allSatisfy({ $0 < 0x80 }) else { return }
    let units = Array(text.utf16)
    // It has as many octets, and there at least as many units.
    let letters = standIn.prefix(units.count)
    add(
      units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, standIn: letters.flatMap { [$0, 0] },
      kind: .text)
    add(
      units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, standIn: letters.flatMap { [0, $0] },
      kind: .text)
  }

  private mutating func secret(_ entry: Originals.Entry) {
    let (original, standIn) = (entry.original, entry.standIn)
    both(original, standIn: standIn, kind: .secret)
    for isUpper in [false, true] {
      add(
        Self.hex(original, isUpper: isUpper), standIn: Self.hex(standIn, isUpper: isUpper),
        kind: .secret)
      add(
        Self.hex(original.reversed(), isUpper: isUpper),
        standIn: Self.hex(standIn.reversed(), isUpper: isUpper), kind: .secret)
    }
    let length = 8
    guard original.count > length else { return }
    for octets in [original, original.reversed()] {
      for start in 0...octets.count - length {
        let part = Array(octets[start..<start + length])
        if Self.isTelling(part), Set(part).count >= 6 {
          add(part, standIn: [], kind: .secret, isPart: true)
        }
      }
    }
  }

  private mutating func both(_ original: [UInt8], standIn: [UInt8], kind: Originals.Kind) {
    add(original, standIn: standIn, kind: kind)
    add(original.reversed(), standIn: standIn.reversed(), kind: kind)
  }

  private mutating func add(
    _ octets: [UInt8], standIn: [UInt8], kind: Originals.Kind, isPart: Bool = false
  ) {
    guard seen.insert(octets).inserted else { return }
    let head = octets.rawBytes.uint32LittleEndian(at: 0)
    filter[Self.place(of: head)] = true
    var group = groups[head] ?? Group()
    if !group.lengths.contains(octets.count) { group.lengths.append(octets.count) }
    group.indices[octets] = patterns.count
    groups[head] = group
    patterns.append(Pattern(octets: octets, standIn: standIn, kind: kind, isPart: isPart))
  }

  private static func hex(
    _ octets: [UInt8], isUpper: Bool, separator: String = ""
  ) -> [UInt8] {
    let digits = Array((isUpper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    var text: [UInt8] = []
    for (index, octet) in octets.enumerated() {
      if index > 0 { text += separator.utf8 }
      text += [digits[Int(octet >> 4)], digits[Int(octet & 15)]]
    }
    return text
  }

  private static func lower(_ letter: UInt8) -> UInt8 {
    (0x41...0x5A).contains(letter) ? letter | 0x20 : letter
  }

  private static func upper(_ letter: UInt8) -> UInt8 {
    (0x61...0x7A).contains(letter) ? letter & ~0x20 : letter
  }

  // MARK: Search

  private static func place(of head: UInt32) -> Int { Int((head &* 0x9E37_79B1) >> 16) }

  package var longest: Int { patterns.reduce(0) { max($0, $1.octets.count) } }

  /// Visits each place where a pattern stands, with the longest one there.
  package func each(in bytes: RawSpan, _ body: (Int, Pattern) -> Void) {
    guard !patterns.isEmpty, bytes.byteCount >= 4 else { return }
    for start in 0...bytes.byteCount - 4 {
      let head = bytes.uint32LittleEndian(at: start)
      guard filter[Self.place(of: head)], let group = groups[head] else { continue }
      for length in group.lengths where start + length <= bytes.byteCount {
        guard let index = group.indices[bytes.clamped(start, count: length).copy()] else {
          continue
        }
        body(start, patterns[index])
        break
      }
    }
  }
}
