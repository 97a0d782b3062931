/// Two sightings of one PDU.
struct SightingMatch: Sendable {
  /// Places in the two captures.
  var first: Int
  var second: Int
  var bound: ClockBound
}

/// Which connection of the first capture is which of the second one: the number in the second is the key.
typealias LinkPairs = [Int32: Int32]

extension TracePair {
  /// Partners that are tried for each sighting, and those that are looked at for them.
  private static let tried = 12
  private static let looked = 64

  private struct Node {
    var group: UInt64
    var second: Int32
    var first: Int32
    var gain: Double
  }

  /// The places of the second capture within a span of time.
  func places(in span: ClosedRange<Double>) -> Range<Int> {
    let (low, high) = (b.firstPlace(from: span.lowerBound), b.firstPlace(after: span.upperBound))
    return low..<max(low, high)
  }

  /// The PDUs that both have, along a line: each connection and direction in order.
  ///
  /// - span: of the second capture's time.
  /// - slack: how far the line may be wrong.
  /// - links: the connections that belong together; `nil`: any may.
  func match(
    _ line: ClockLine, span: ClosedRange<Double>, slack: Double, links: LinkPairs? = nil,
    advertisements: Bool
  ) -> [SightingMatch] {
    var nodes: [Node] = []
    for place in places(in: span) {
      let second = b.sightings[place]
      guard (second.kind == .advertisement) == advertisements || second.kind == .connect else {
        continue
      }
      let there = line.there(second.time)
      var (tried, looked) = (0, 0)
      let start = nodes.count
      index.near(place, at: there, window: window(there, slack: slack), in: a.sightings) { other in
        let first = a.sightings[other]
        looked += 1
        if let links, second.connection > 0, first.connection > 0,
          links[second.connection] != first.connection
        {
          return looked < Self.looked
        }
        guard let bound = bound(first, second),
          let cost = cost(bound, second: second, line: line, slack: slack)
        else {
          return looked < Self.looked
        }
        tried += 1
        nodes.append(
          Node(
            group: Self.group(first, second), second: Int32(place), first: Int32(other),
            gain: 1 - 0.45 * cost))
        return tried < Self.tried && looked < Self.looked
      }
      if nodes.count - start > 1 { nodes[start...].sort { $0.first > $1.first } }
    }
    return chosen(nodes, line: line)
  }

  /// What keeps its order.
  private static func group(_ first: Sighting, _ second: Sighting) -> UInt64 {
    let kind = UInt64(second.kind.rawValue)
    guard second.kind != .advertisement else {
      return kind | UInt64(second.keys.brief) << 2
    }
    let direction: UInt64 = second.kind == .data ? UInt64(first.place.rawValue) << 2 : 0
    return kind | direction | UInt64(UInt32(bitPattern: first.connection)) << 4
      | UInt64(UInt32(bitPattern: second.connection)) << 34
  }

  /// - nodes: in the order of the second capture, and falling in the first one where that is the same.
  private func chosen(_ nodes: [Node], line: ClockLine) -> [SightingMatch] {
    var matches: [SightingMatch] = []
    let groups = Dictionary(grouping: nodes, by: \.group).sorted { $0.key < $1.key }
    for (_, group) in groups {
      for node in Self.chain(group) {
        let (first, second) = (a.sightings[Int(node.first)], b.sightings[Int(node.second)])
        if let bound = bound(first, second) {
          matches.append(
            SightingMatch(first: Int(node.first), second: Int(node.second), bound: bound))
        }
      }
    }
    let single = withoutSeconds(matches)
    if single.count < matches.count {
      // Each has one partner: the nearest.
      matches.sort {
        (abs($0.bound.value - line($0.bound.time)), $0.second)
          < (abs($1.bound.value - line($1.bound.time)), $1.second)
      }
      matches = withoutSeconds(matches)
    }
    matches.sort { $0.second < $1.second }
    return matches
  }

  /// Leaves out each match that shares a PDU with an earlier one.
  private func withoutSeconds(_ matches: [SightingMatch]) -> [SightingMatch] {
    var seenFirst = [Bool](repeating: false, count: a.sightings.count)
    var seenSecond = [Bool](repeating: false, count: b.sightings.count)
    return matches.filter { match in
      guard !seenFirst[match.first], !seenSecond[match.second] else { return false }
      seenFirst[match.first] = true
      seenSecond[match.second] = true
      return true
    }
  }

  /// What place each of some numbers has in their order, from 1.
  private struct Ranks {
    private(set) var count: Int
    private let low: Int32
    /// Where the numbers are close together, the rank of each, from the lowest one.
    private var table: [Int32] = []
    private var sorted: [Int32] = []

    init(_ numbers: [Int32]) {
      let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
      self.low = low
      let length = Int(high) - Int(low) + 1
      guard length <= 8 * numbers.count + 64 else {
        sorted = Set(numbers).sorted()
        count = sorted.count
        return
      }
      table = [Int32](repeating: 0, count: length)
      for number in numbers { table[Int(number - low)] = 1 }
      count = 0
      for place in table.indices where table[place] > 0 {
        count += 1
        table[place] = Int32(count)
      }
    }

    subscript(number: Int32) -> Int {
      guard table.isEmpty else { return Int(table[Int(number - low)]) }
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle] < number { low = middle + 1 } else { high = middle }
      }
      return low + 1
    }
  }

  /// The nodes with the largest gain that rise in both captures.
  /// - nodes: in the order of the second capture, and falling in the first one where that is the same.
  private static func chain(_ nodes: [Node]) -> [Node] {
    let ranks = Ranks(nodes.map(\.first))
    var best = [(gain: Double, node: Int)](repeating: (0, -1), count: ranks.count + 1)
    var before = [Int](repeating: -1, count: nodes.count)
    var top = (gain: 0.0, node: -1)
    for (number, node) in nodes.enumerated() {
      let place = ranks[node.first]
      var reached = (gain: 0.0, node: -1)
      var at = place - 1
      while at > 0 {
        if best[at].gain > reached.gain { reached = best[at] }
        at &= at - 1
      }
      before[number] = reached.node
      let gain = reached.gain + node.gain
      at = place
      while at < best.count {
        if gain > best[at].gain { best[at] = (gain, number) }
        at += at & -at
      }
      if gain > top.gain { top = (gain, number) }
    }
    var chosen: [Node] = []
    var number = top.node
    while number >= 0 {
      chosen.append(nodes[number])
      number = before[number]
    }
    return chosen.reversed()
  }

  /// Which connections belong together, by what they have in common.
  func links(_ matches: [SightingMatch]) -> LinkPairs {
    struct Two: Hashable { var first, second: Int32 }
    var votes: [Two: Int] = [:]
    for match in matches {
      let two = Two(
        first: a.sightings[match.first].connection, second: b.sightings[match.second].connection)
      if two.first > 0, two.second > 0 { votes[two, default: 0] += 1 }
    }
    let order = votes.sorted {
      ($1.value, $0.key.second, $0.key.first) < ($0.value, $1.key.second, $1.key.first)
    }
    var links: LinkPairs = [:]
    var used: Set<Int32> = []
    for (two, _) in order where links[two.second] == nil && !used.contains(two.first) {
      links[two.second] = two.first
      used.insert(two.first)
    }
    return links
  }
}

extension RecorderTrace {
  /// The first sighting at a time or later.
  func firstPlace(from time: Double) -> Int { place { $0 < time } }
  /// The first one after a time.
  func firstPlace(after time: Double) -> Int { place { $0 <= time } }

  private func place(_ isBefore: (Double) -> Bool) -> Int {
    var (low, high) = (0, sightings.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(sightings[middle].time) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
