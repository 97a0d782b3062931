import ATTDissector
import GATTSession

/// How the values of one characteristic and direction differ between two sides.
package struct Contrast {
  /// A byte that has other values on the one side than on the other.
  package struct ByteChange: Equatable {
    package var at: Int
    /// Its values, sorted; none where they are too many.
    package var first: [UInt8]
    package var second: [UInt8]
  }

  /// Values of one kind, or all.
  package struct Group {
    package var code: Int?
    package var counts: (first: Int, second: Int)
    package var changes: [ByteChange]
  }

  package var stream: LearntStream
  package var counts: (first: Int, second: Int)
  /// The bytes of a code.
  package var kindWidth: Int
  package var groups: [Group]
  /// Values of one side only, the most frequent first.
  package var onlyFirst: [(bytes: [UInt8], count: Int)]
  package var onlySecond: [(bytes: [UInt8], count: Int)]
  package var isEqual: Bool {
    onlyFirst.isEmpty && onlySecond.isEmpty && groups.allSatisfy { $0.changes.isEmpty }
  }

  static let positions = 128
  /// Bytes with more different values on a side are no setting.
  static let setLimit = 4
  /// What the second side's connections are counted from.
  private static let offset = 1 << 40

  static func all(_ first: [LearntStream], second: [LearntStream]) -> [Contrast] {
    // Devices are the same by address or name if both sides have them; otherwise only the attribute
    // counts, since addresses change.
    let known = names(of: first).intersection(names(of: second))
    func key(_ stream: LearntStream) -> String {
      let device = name(of: stream).flatMap { known.contains($0) ? $0 : nil } ?? ""
      return
        "\(device)/\(stream.uuid.map { "\($0)" } ?? "")/\(stream.handle ?? 0)/\(stream.direction)"
    }
    var sides: [String: (first: LearntStream?, second: LearntStream?)] = [:]
    var keys: [String] = []
    for stream in first + second {
      let key = key(stream)
      if sides[key] == nil { keys.append(key) }
    }
    for stream in first where sides[key(stream)]?.first == nil {
      sides[key(stream), default: (nil, nil)].first = stream
    }
    for stream in second where sides[key(stream)]?.second == nil {
      sides[key(stream), default: (nil, nil)].second = stream
    }
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }.compactMap { key in
      guard let (one, other) = sides[key] else { return nil }
      return Contrast(one, other)
    }
  }

  private static func name(of stream: LearntStream) -> String? {
    stream.peer.map { $0.name ?? "\($0.address)" }
  }

  private static func names(of streams: [LearntStream]) -> Set<String> {
    Set(streams.compactMap(name))
  }

  init?(_ first: LearntStream?, _ second: LearntStream?) {
    guard let stream = first ?? second else { return nil }
    self.stream = stream
    counts = (first?.sample.count ?? 0, second?.sample.count ?? 0)
    let others = (second?.sample.window ?? []).map { value in
      var value = value
      value.connection = value.connection &+ Self.offset
      return value
    }
    // What both have in common is learned from both.
    let findings = StreamLearner.learn(window: (first?.sample.window ?? []) + others)
    let taken = findings.whole.taken(fixedLength: nil)
    func isSecond(_ unit: LearntValue) -> Bool { unit.connection >= Self.offset }
    kindWidth = findings.kind?.width ?? 0
    groups = []
    var codes: [Int?] = findings.kind?.codes.prefix(StreamLearner.groupLimit).map { $0.code } ?? []
    if codes.isEmpty { codes = [nil] }
    for code in codes {
      let units = findings.units.filter { code == nil || findings.kind?.code($0.bytes) == code }
      let one = units.filter { !isSecond($0) }.map(\.bytes)
      let other = units.filter { isSecond($0) }.map(\.bytes)
      groups.append(
        Group(
          code: code, counts: (one.count, other.count),
          changes: Self.changes(one, second: other, whole: findings.whole, taken: taken)))
    }
    var values: [[UInt8]: (Int, Int)] = [:]
    for unit in findings.units {
      if isSecond(unit) {
        values[unit.bytes, default: (0, 0)].1 += 1
      } else {
        values[unit.bytes, default: (0, 0)].0 += 1
      }
    }
    func only(_ count: ((Int, Int)) -> Int, none: ((Int, Int)) -> Int) -> [([UInt8], Int)] {
      values.filter { none($0.value) == 0 }.map { ($0.key, count($0.value)) }.sorted {
        $0.1 == $1.1 ? $0.0.lexicographicallyPrecedes($1.0) : $0.1 > $1.1
      }
    }
    onlyFirst = only({ $0.0 }, none: { $0.1 }).map { (bytes: $0.0, count: $0.1) }
    onlySecond = only({ $0.1 }, none: { $0.0 }).map { (bytes: $0.0, count: $0.1) }
  }

  /// The bytes that tell the sides apart: they have no value in common, and few on each side.
  private static func changes(
    _ first: [[UInt8]], second: [[UInt8]], whole: FieldSet, taken: Set<Int>
  ) -> [ByteChange] {
    guard !first.isEmpty, !second.isEmpty else { return [] }
    let length = min(first.map(\.count).min() ?? 0, second.map(\.count).min() ?? 0)
    // The checksum changes with everything.
    let isFixed = whole.lengths.lowerBound == whole.lengths.upperBound
    var changes: [ByteChange] = []
    for at in 0..<min(length, positions) where !taken.contains(at) {
      if let check = whole.checksum, check.at < 0, isFixed, at >= length + check.at {
        continue
      }
      let one = Set(first.map { $0[at] })
      let other = Set(second.map { $0[at] })
      guard one.isDisjoint(with: other), one.count <= setLimit || other.count <= setLimit else {
        continue
      }
      // One value of each may differ by chance; a byte that varies on a side must do so often.
      guard one.count * 2 <= first.count || one.count == 1,
        other.count * 2 <= second.count || other.count == 1
      else { continue }
      changes.append(
        ByteChange(
          at: at, first: one.count <= setLimit ? one.sorted() : [],
          second: other.count <= setLimit ? other.sorted() : []))
    }
    return changes
  }
}
