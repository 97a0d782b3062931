import ATTDissector

/// Which PDUs have no other partner than their own, where only lengths were compared.
///
/// Neighbours of one length, direction and connection that are closer than delays are long form a cluster. Both recorders
/// have PDUs in the same order: where a cluster has as many of each recorder, each has the partner of its place. Where one
/// of them lacks some, nothing tells which.
struct MatchCertainty {
  private let pair: TracePair
  private let segment: ClockSegment
  /// How far a time may be wrong, in nanoseconds.
  private let error: Double

  init(_ pair: TracePair, _ segment: ClockSegment, error: Double) {
    (self.pair, self.segment, self.error) = (pair, segment, error)
  }

  /// What may be one PDU.
  private struct Group: Hashable {
    var link: Int32
    var place: Sighting.Place
    var length: UInt32
  }

  private struct Sender: Hashable {
    var link: Int32
    var sender: LinkRole?
  }

  private struct Item {
    /// On the clock of the first capture.
    var time: Double
    var isFirst: Bool
    /// Its match, by its number; `nil`: it has none.
    var match: Int?
  }

  /// For each match, whether it is certain.
  func found() -> [Bool] {
    let matches = segment.matches
    var certain = matches.map { !isOfLength($0) }
    guard certain.contains(false) else { return certain }
    for items in groups().values {
      let side = items.lazy.compactMap(\.match).first.map { matches[$0].bound.side } ?? .exact
      let longest = longestDelay(items)
      var start = 0
      var reach = -Double.infinity
      for index in 0...items.count {
        if index == items.count || items[index].time > reach {
          settle(items[start..<index], &certain)
          start = index
        }
        guard index < items.count else { break }
        let item = items[index]
        // The one that is first on the way reaches the other one's delay.
        let isBefore = side == .exact || item.isFirst == (side == .lower)
        reach = max(reach, item.time + error + (isBefore ? longest : 0))
      }
    }
    return certain
  }

  private func isOfLength(_ match: SightingMatch) -> Bool {
    let (first, second) = (pair.a.sightings[match.first], pair.b.sightings[match.second])
    return first.kind == .data && min(first.depth, second.depth) == .length
  }

  private func settle(_ cluster: ArraySlice<Item>, _ certain: inout [Bool]) {
    let firsts = cluster.filter(\.isFirst)
    let seconds = cluster.filter { !$0.isFirst }
    guard firsts.count == seconds.count else { return }
    let partners = Set(firsts.compactMap(\.match))
    guard partners.count == firsts.count, partners == Set(seconds.compactMap(\.match)) else {
      return
    }
    for match in partners { certain[match] = true }
  }

  /// The longest delay of these PDUs but for the last twentieth, which may be wrong partners.
  private func longestDelay(_ items: [Item]) -> Double {
    let delays = items.lazy.filter(\.isFirst).compactMap(\.match).map {
      max(0, segment.matches[$0].bound.room(segment.line))
    }.sorted()
    return delays.isEmpty ? 0 : delays[min(delays.count - 1, delays.count * 95 / 100)]
  }

  /// The PDUs of the connections that both have, by what they may be, in the order of time.
  private func groups() -> [Group: [Item]] {
    let line = segment.line
    var (firsts, seconds): ([Int: Int], [Int: Int]) = ([:], [:])
    var places: [Sender: Sighting.Place] = [:]
    for (number, match) in segment.matches.enumerated() {
      firsts[match.first] = number
      seconds[match.second] = number
      let second = pair.b.sightings[match.second]
      guard second.kind == .data else { continue }
      places[Sender(link: second.connection, sender: second.sender)] =
        pair.a.sightings[match.first].place
    }
    let linked = Set(segment.links.values)
    let span = line.there(segment.span.lowerBound)...line.there(segment.span.upperBound)
    var groups: [Group: [Item]] = [:]
    for (place, first) in pair.a.sightings.enumerated()
    where first.kind == .data && linked.contains(first.connection)
      && (span.contains(first.time) || firsts[place] != nil)
    {
      let group = Group(link: first.connection, place: first.place, length: first.keys.length)
      groups[group, default: []].append(
        Item(time: first.time, isFirst: true, match: firsts[place]))
    }
    for (place, second) in pair.b.sightings.enumerated()
    where second.kind == .data
      && (segment.span.contains(second.time) || seconds[place] != nil)
    {
      guard let link = segment.links[second.connection],
        let way = places[Sender(link: second.connection, sender: second.sender)]
      else { continue }
      let group = Group(link: link, place: way, length: second.keys.length)
      groups[group, default: []].append(
        Item(time: line.there(second.time), isFirst: false, match: seconds[place]))
    }
    return groups.mapValues { items in
      items.sorted { ($0.time, $0.isFirst ? 1 : 0) < ($1.time, $1.isFirst ? 1 : 0) }
    }
  }
}
