import ATTDissector

/// What is asked of a match: in bits, as parts, and in numbers.
fileprivate enum Demand {
  static let bits = 100.0
  static let rival = 0.5
  static let contained = 0.95
  static let containedOfPiece = 0.8
  /// Two sniffers hear different things.
  static let heard = 0.25
  static let broken = 0.02
  static let soon = 0.4
  static let anchors = 30
  /// Nanoseconds.
  static let length = 15e9
  /// A host has what it received at the latest so long after the earliest possible time, in nanoseconds.
  static let delay = 6e6
  /// The error of a clock, in connection intervals and in nanoseconds: the greater one counts.
  static let intervals = 2.0
  static let error = 60e6
  static let pieces = 8
}

extension ClockAlignment {
  /// Nanoseconds, about 285 years; times that are farther apart are clamped.
  private static let farthest = 9e18

  /// Finds the line between two captures by what both have.
  package init(_ first: RecorderTrace, _ second: RecorderTrace) {
    for (trace, isFirst) in [(first, true), (second, false)] {
      if trace.recorder == .none || trace.sightings.isEmpty && !trace.isThinned {
        refusals.append(.nothingToCompare(isFirst: isFirst))
      }
      if trace.sightings.contains(where: { abs($0.time) >= Self.farthest }) {
        refusals.append(.timesTooFarApart(isFirst: isFirst))
      }
      if trace.recorder == .both { refusals.append(.mixed(isFirst: isFirst)) }
    }
    guard refusals.isEmpty else { return }
    let (one, other) = (first.thinned(as: second), second.thinned(as: first))
    // The order of the captures makes no difference.
    let isSwapped = Self.comesFirst(other, one)
    let (a, b) = isSwapped ? (other, one) : (one, other)
    let relations: [TracePair.Relation] =
      switch (a.isOfHost, b.isOfHost) {
      case (false, false): [.sniffers]
      case (true, true): [.sameHost, .bothHosts]
      default: [.hostAndAir]
      }
    let results = relations.map { Self.search(TracePair(a, b, $0)) }
    guard
      var best = results.max(by: {
        ($0.isAligned ? 1 : 0, $0.bits) < ($1.isAligned ? 1 : 0, $1.bits)
      })
    else { return }
    let room = best.room(a, b)
    if isSwapped { best.swap() }
    best.starts = Self.starts(first, second)
    best.widenError()
    if relations != [.sniffers], let error = best.error, error > room {
      best.refusals.append(.loose(error))
    }
    best.isThinned = first.isThinned || second.isThinned
    if !best.isAligned, best.isThinned, best.isOfLengths || best.anchors.isEmpty {
      best.refusals.append(.tooLong)
    }
    self = best
  }

  private static func comesFirst(_ a: RecorderTrace, _ b: RecorderTrace) -> Bool {
    if a.isOfHost != b.isOfHost { return a.isOfHost }
    if a.sightings.count != b.sightings.count { return a.sightings.count > b.sightings.count }
    if a.length != b.length { return a.length > b.length }
    for (one, other) in zip(a.sightings, b.sightings)
    where one.time != other.time || one.keys.whole != other.keys.whole {
      return (one.time, one.keys.whole) < (other.time, other.keys.whole)
    }
    return false
  }

  mutating func swap() {
    // A clock that was set back shows one time twice.
    let changes = zip([nil] + pieces, pieces).map { before, piece -> ClosedRange<Double>? in
      guard let before, let change = piece.change else { return nil }
      let (low, high) = (before.line.there(change.lowerBound), piece.line.there(change.upperBound))
      return min(low, high)...max(low, high)
    }
    pieces = zip(pieces, changes).map { piece, change in
      let begin = piece.line.there(piece.span.lowerBound)
      return Piece(
        span: begin...max(begin, piece.line.there(piece.span.upperBound)),
        line: piece.line.inverse, change: change)
    }
    pieces.sort { $0.span.lowerBound < $1.span.lowerBound }
    anchors = anchors.map {
      Anchor(first: $0.second, second: $0.first, isCertain: $0.isCertain)
    }
    anchors.sort { ($0.second.frame, $0.first.frame) < ($1.second.frame, $1.first.frame) }
    links = links.map { Link(first: $0.second, second: $0.first, anchors: $0.anchors) }
    links.sort { ($0.second, $0.first) < ($1.second, $1.first) }
    findJumps()
    refusals = refusals.map { refusal in
      if case .otherParameters(let number) = refusal {
        return .otherParameters(links.first { $0.second == number }?.first ?? number)
      }
      return refusal
    }
  }

  private static func search(_ pair: TracePair) -> ClockAlignment {
    var result = ClockAlignment()
    let whole = pair.whole
    var found = pair.segments(in: whole, advertisements: false)
    if found.first?.evidence.bits ?? 0 < Demand.bits {
      let advertised = pair.segments(in: whole, advertisements: true)
      if advertised.first?.evidence.bits ?? 0 > found.first?.evidence.bits ?? 0 {
        found = advertised.map(pair.withData)
      }
    }
    guard let best = found.first else {
      result.refusals = [.nothingInCommon]
      return result
    }
    var segments = pair.cut(best)
    var rests = rests(of: whole, outside: best.span)
    while let rest = rests.popLast(), segments.count < Demand.pieces {
      let more = pair.pieces(in: rest)
      guard let first = more.first, let last = more.last else { continue }
      segments += more
      rests += Self.rests(of: rest, outside: first.span.lowerBound...last.span.upperBound)
    }
    segments.sort { $0.span.lowerBound < $1.span.lowerBound }
    segments = pair.placed(segments)
    let rivals = found.dropFirst().filter { rival in
      rival.isOfSameTime(as: best) && !segments.contains { $0.isSame(as: rival) }
    }
    result.take(segments, rivals: Array(rivals), pair: pair)
    return result
  }

  private static func rests(
    of whole: ClosedRange<Double>, outside span: ClosedRange<Double>
  ) -> [ClosedRange<Double>] {
    var rests: [ClosedRange<Double>] = []
    if span.lowerBound - 1 > whole.lowerBound {
      rests.append(whole.lowerBound...span.lowerBound - 1)
    }
    if span.upperBound + 1 < whole.upperBound {
      rests.append(span.upperBound + 1...whole.upperBound)
    }
    return rests
  }

  private mutating func take(
    _ segments: [ClockSegment], rivals: [ClockSegment], pair: TracePair
  ) {
    isOfOneHost = pair.relation == .sameHost
    pieces = segments.map { Piece(span: $0.span, line: $0.line, change: $0.change) }
    let matches = segments.flatMap(\.matches)
    var linked: LinkPairs = [:]
    for segment in segments.sorted(by: { $0.matches.count > $1.matches.count }) {
      linked.merge(segment.links) { known, _ in known }
    }
    var counts: [Int32: Int] = [:]
    for match in matches {
      let number = pair.b.sightings[match.second].connection
      guard linked[number] == pair.a.sightings[match.first].connection else { continue }
      counts[number, default: 0] += 1
    }
    links = linked.map { number, other in
      Link(first: other, second: number, anchors: counts[number, default: 0])
    }.sorted { ($0.second, $0.first) < ($1.second, $1.first) }
    bits = segments.reduce(0) { $0 + $1.evidence.bits }
    rival = (rivals.map(\.evidence.bits).max() ?? 0) / max(1, bits)
    length = (matches.last?.bound.time ?? 0) - (matches.first?.bound.time ?? 0)
    isOfAdvertisements = segments.allSatisfy(\.isOfAdvertisements)
    isOfLengths = matches.contains {
      min(pair.a.sightings[$0.first].depth, pair.b.sightings[$0.second].depth) == .length
    }
    error = segments.map { pair.error(of: $0) }.reduce(0) { largest, one in
      guard let largest, let one else { return nil }
      return max(largest, one)
    }
    let certain = segments.flatMap { MatchCertainty(pair, $0, error: error ?? 0).found() }
    anchors = zip(matches, certain).map { match, isCertain in
      Anchor(
        first: pair.a.sightings[match.first].end, second: pair.b.sightings[match.second].end,
        isCertain: isCertain)
    }
    findJumps()
    judge(segments, matches: matches, linked: linked, pair: pair)
  }

  /// The largest error of times, in nanoseconds, with which two captures are taken for one session: with more room
  /// between what one side sent and the other received, much fits by chance.
  private func room(_ a: RecorderTrace, _ b: RecorderTrace) -> Double {
    let interval = links.compactMap { a.links[$0.first]?.interval }.max() ?? 0
    return max(Demand.error, Demand.intervals * Double(interval)) + a.step + b.step
  }

  /// Before the first anchor a line is less certain: its slope may be wrong by the room at both of its ends.
  private mutating func widenError() {
    guard let piece = pieces.first, let known = error else { return }
    let length = max(1, piece.span.upperBound - piece.span.lowerBound)
    error = known * (1 + 2 * max(0, piece.span.lowerBound) / length)
  }

  private mutating func findJumps() {
    jumps = zip(pieces, pieces.dropFirst()).compactMap { before, after in
      let (low, high) = (before.span.upperBound, after.span.lowerBound)
      let time = (low + high) / 2
      let span = after.change ?? min(low, high)...max(low, high)
      let size = after.line(time) - before.line(time)
      return abs(size) > max(1e6, error ?? 1e6) ? Jump(span: span, time: time, size: size) : nil
    }
  }

  private mutating func judge(
    _ segments: [ClockSegment], matches: [SightingMatch], linked: LinkPairs, pair: TracePair
  ) {
    if bits < Demand.bits { refusals.append(.little(bits: max(0, bits), of: Demand.bits)) }
    let connects = matches.contains { pair.b.sightings[$0.second].kind == .connect }
    let isDelayed = pair.relation == .hostAndAir || pair.relation == .bothHosts
    if isDelayed, !connects, matches.count < Demand.anchors || length < Demand.length {
      refusals.append(.short(anchors: matches.count, length: length))
    }
    if rival > Demand.rival { refusals.append(.ambiguous(rival)) }
    let line = { (time: Double) -> ClockLine in
      segments.last { $0.span.lowerBound <= time }?.line ?? segments[0].line
    }
    // Also where no line was found.
    let shares = pair.shares(matches, links: linked, span: -.infinity ... .infinity, line)
    let contained = pair.contained(shares)
    if contained < (pair.relation == .sniffers ? Demand.heard : Demand.contained) {
      refusals.append(.missing(contained))
    }
    let broken = segments.reduce(0) { $0 + $1.evidence.broken }
    if Double(broken) > Demand.broken * Double(matches.count) + 1 {
      refusals.append(.reversed(broken, of: matches.count))
    }
    if pair.relation == .hostAndAir {
      let delays = segments.flatMap { segment in
        segment.matches.filter { $0.bound.side == .upper }.map { $0.bound.room(segment.line) }
      }
      let most = Demand.delay + pair.a.step + pair.b.step
      let soon = Double(delays.count { $0 < most }) / Double(max(1, delays.count))
      if delays.count >= 8, soon < Demand.soon, contained < 0.985 { refusals.append(.late(soon)) }
    }
    for link in links {
      if let one = pair.a.links[link.first]?.firstInterval,
        let other = pair.b.links[link.second]?.firstInterval, one != other
      {
        refusals.append(.otherParameters(link.first))
      }
    }
  }
}

extension TracePair {
  /// What a clock does before or after a jump; empty where nothing is sure.
  fileprivate func pieces(in span: ClosedRange<Double>) -> [ClockSegment] {
    let enough = places(in: span).lazy.filter {
      b.sightings[$0].kind == .data && index.count($0) > 0
    }.prefix(6)
    guard enough.count == 6 else { return [] }
    let found = segments(in: span, advertisements: false)
    guard let best = found.first else { return [] }
    let parts = cut(best)
    let bits = parts.reduce(0) { $0 + $1.evidence.bits }
    let rivals = found.dropFirst().filter { rival in
      rival.isOfSameTime(as: best) && !parts.contains { $0.isSame(as: rival) }
    }
    guard bits >= Demand.bits,
      rivals.allSatisfy({ $0.evidence.bits <= Demand.rival * bits }),
      parts.allSatisfy({
        $0.evidence.contained >= Demand.containedOfPiece
          && Double($0.evidence.broken) <= Demand.broken * Double($0.matches.count) + 1
      })
    else { return [] }
    return parts
  }

  /// How wrong the line of a segment can be; `nil` where nothing bounds it from one side.
  fileprivate func error(of segment: ClockSegment) -> Double? {
    let least = a.step + b.step
    if relation == .sniffers || relation == .sameHost {
      let rooms = segment.matches.map { $0.bound.room(segment.line) }.sorted()
      return max(least, rooms[min(rooms.count - 1, rooms.count * 95 / 100)])
    }
    guard let upper = segment.fit.upper, let lower = segment.fit.lower else { return nil }
    let ends = [segment.span.lowerBound, segment.span.upperBound]
    return ends.map { abs(upper($0) - lower($0)) }.reduce(least, max)
  }
}

extension Sighting {
  var end: ClockAlignment.Anchor.Place {
    .init(frame: lastFrame, time: lastTime, place: place)
  }
}
