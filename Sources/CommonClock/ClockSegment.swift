import Glibc

/// A time in which one line holds: from jump to jump of a clock.
struct ClockSegment: Sendable {
  /// The part of the second capture's time that it is for.
  var span: ClosedRange<Double>
  var fit: ClockFit
  var matches: [SightingMatch]
  var links: LinkPairs
  var isOfAdvertisements: Bool
  var evidence = MatchEvidence()
  /// When it took over from the segment before it; `nil`: somewhere between both.
  var change: ClosedRange<Double>?

  var line: ClockLine { fit.line }
}

/// What speaks for and against a match.
struct MatchEvidence: Sendable {
  /// How rare it is that so much fits by chance, in bits, less what is missing.
  var bits = 0.0
  /// Bounds that are broken.
  var broken = 0
  /// The part of what both recorders must have that both have: 0 to 1.
  var contained = 1.0
}

extension TracePair {
  /// Nanoseconds within which a match counts as one at the right time.
  private var gate: Double {
    switch relation {
    case .sniffers: 0.5e6 + a.step + b.step
    case .sameHost: 5e6
    case .hostAndAir, .bothHosts: 20e6
    }
  }

  /// What a PDU costs that is missing, in bits.
  private static let missingCost = 6.0

  func evidence(
    _ matches: [SightingMatch], line: ClockLine, span: ClosedRange<Double>, links: LinkPairs
  ) -> MatchEvidence {
    var evidence = MatchEvidence()
    let length = max(1, a.length)
    for match in matches {
      let room = abs(match.bound.value - line(match.bound.time))
      let rate = Double(index.count(match.second)) / length
      evidence.bits -= log2(min(0.7, rate * (gate + 2 * room)))
      if isBroken(match.bound, line: line) { evidence.broken += 1 }
    }
    let shares = shares(matches, links: links, span: span) { _ in line }
    evidence.contained = contained(shares)
    if !evidence.bits.isFinite { evidence.bits = 0 }
    let missing = relation == .hostAndAir ? shares.second : shares.first
    if relation != .sniffers {
      evidence.bits -= Self.missingCost * Double(missing.all - missing.matched)
    }
    return evidence
  }

  /// How many PDUs of the time that both have of each connection are matched, and how many there are.
  struct Share: Sendable {
    var matched = 0
    var all = 0
    var part: Double { all == 0 ? 1 : Double(matched) / Double(all) }
  }

  /// - span: of the second capture's time.
  /// - line: the one that holds at a time of the second capture.
  func shares(
    _ matches: [SightingMatch], links: LinkPairs, span: ClosedRange<Double>,
    _ line: (Double) -> ClockLine
  ) -> (first: Share, second: Share) {
    var (first, second) = (Share(), Share())
    var common: [Int32: ClosedRange<Double>] = [:]
    var firstOfSecond: [Int32: Int32] = [:]
    for (number, other) in links {
      firstOfSecond[other] = number
      guard let here = b.links[number], let there = a.links[other] else { continue }
      let low = max(here.first, line(here.first).back(there.first), span.lowerBound) + 1e8
      let high = min(here.last, line(here.last).back(there.last), span.upperBound) - 1e8
      if low <= high { common[number] = low...high }
    }
    let matchedFirst = Set(matches.map(\.first))
    let matchedSecond = Set(matches.map(\.second))
    for place in places(in: span) where b.sightings[place].kind == .data {
      let sighting = b.sightings[place]
      guard common[sighting.connection]?.contains(sighting.time) == true else { continue }
      second.all += 1
      if matchedSecond.contains(place) { second.matched += 1 }
    }
    for (place, sighting) in a.sightings.enumerated() where sighting.kind == .data {
      guard let number = firstOfSecond[sighting.connection], let common = common[number] else {
        continue
      }
      let time = line(common.lowerBound).back(sighting.time)
      guard common.contains(line(time).back(sighting.time)) else { continue }
      first.all += 1
      if matchedFirst.contains(place) { first.matched += 1 }
    }
    return (first, second)
  }

  /// A sniffer misses much; the log of a host has all that a sniffer heard.
  func contained(_ shares: (first: Share, second: Share)) -> Double {
    switch relation {
    case .hostAndAir: shares.second.part
    case .sniffers: max(shares.first.part, shares.second.part)
    case .sameHost, .bothHosts: min(shares.first.part, shares.second.part)
    }
  }

  /// Where matches are dense.
  func denseSpan(
    _ matches: [SightingMatch], span: ClosedRange<Double>, links: LinkPairs
  ) -> ClosedRange<Double>? {
    let matched = Set(matches.map(\.second))
    let miss = relation == .sniffers ? -0.25 : -1
    var best = (sum: 0.0, span: ClosedRange<Double>?.none)
    var sum = 0.0
    var start = span.lowerBound
    for place in places(in: span) {
      let sighting = b.sightings[place]
      let isMatched = matched.contains(place)
      guard isMatched || sighting.kind == .data && links[sighting.connection] != nil else {
        continue
      }
      if sum <= 0 { (sum, start) = (0, sighting.time) }
      sum += isMatched ? 1 : miss
      if sum > best.sum { best = (sum, start...max(start, sighting.time)) }
    }
    return best.span
  }
}
