import Glibc

/// Finds lines for parts of two captures.
extension TracePair {
  /// Seeds that are followed.
  private static let followed = 8
  /// Nanoseconds by which two lines that mean the same may differ.
  static let sameLine = 40e6

  /// All lines for which something speaks within a span of the second capture, the best first.
  func segments(in span: ClosedRange<Double>, advertisements: Bool) -> [ClockSegment] {
    let seeds = seeds(in: span, advertisements: advertisements)
    var tried: [ClockSeed] = []
    var found: [ClockSegment] = []
    for seed in seeds where tried.count < Self.followed {
      if seed.score < 0.25 * (seeds.first?.score ?? 0) { break }
      if tried.contains(where: { abs(seed.line($0.line.anchor) - $0.line.offset) < $0.width }) {
        continue
      }
      // What an earlier seed has grown over says the same.
      if found.contains(where: {
        $0.span.contains(seed.line.anchor)
          && abs($0.line(seed.line.anchor) - seed.line.offset) < seed.width
      }) {
        continue
      }
      tried.append(seed)
      if let segment = extend(seed, limits: span, advertisements: advertisements) {
        found.append(segment)
      }
    }
    found.sort { ($1.evidence.bits, $0.span.lowerBound) < ($0.evidence.bits, $1.span.lowerBound) }
    var different: [ClockSegment] = []
    for segment in found where !different.contains(where: { $0.isSame(as: segment) }) {
      different.append(segment)
    }
    if !advertisements, let best = different.first { different[0] = polish(best) }
    return different
  }

  private func fit(_ matches: [SightingMatch], span: ClosedRange<Double>) -> ClockFit? {
    let bounds = matches.filter { span.contains($0.bound.time) }.map(\.bound)
    return bounds.count < 2 ? nil : ClockFit(bounds, tight: tightSide)
  }

  /// Grows a seed to all that it explains.
  private func extend(
    _ seed: ClockSeed, limits: ClosedRange<Double>, advertisements: Bool
  ) -> ClockSegment? {
    var line = seed.line
    var reach = 150e9
    var slack = seed.width / 2
    var span = line.anchor...line.anchor
    for round in 0..<24 {
      let tried = (span.lowerBound - reach...span.upperBound + reach).clamped(to: limits)
      guard
        let (matches, links) = matchLinked(
          line, span: tried, slack: slack, advertisements: advertisements),
        let dense = dense(matches, span: tried, links: links, advertisements: advertisements),
        let better = fit(matches, span: dense)
      else { return nil }
      line = better.line
      let grew = dense.lowerBound < span.lowerBound - 1 || dense.upperBound > span.upperBound + 1
      let isWhole = tried.lowerBound <= limits.lowerBound && tried.upperBound >= limits.upperBound
      span = min(dense.lowerBound, span.lowerBound)...max(dense.upperBound, span.upperBound)
      if slack <= 4e6, isWhole && round > 1 || !grew && round > 2 { break }
      let length = max(1e9, dense.upperBound - dense.lowerBound)
      // How far the line may be wrong at the end of the next reach.
      let error = length < 10e9 ? ClockLine.maximumSlope * reach : 4e6 / length * reach
      slack = isWhole || !grew && round > 0 ? 3e6 : min(3e6 + error, 200e6)
      reach = max(reach, length)
    }
    return settle(line, limits: limits, advertisements: advertisements)
  }

  private func dense(
    _ matches: [SightingMatch], span: ClosedRange<Double>, links: LinkPairs,
    advertisements: Bool
  ) -> ClosedRange<Double>? {
    guard advertisements else { return denseSpan(matches, span: span, links: links) }
    guard let first = matches.first, let last = matches.last else { return nil }
    return first.bound.time...max(first.bound.time, last.bound.time)
  }

  private func matchLinked(
    _ line: ClockLine, span: ClosedRange<Double>, slack: Double, advertisements: Bool
  ) -> ([SightingMatch], LinkPairs)? {
    let loose = match(line, span: span, slack: slack, advertisements: advertisements)
    let links = links(loose)
    // Mostly all matches are already of these connections.
    let isLinked = loose.allSatisfy { match in
      let (first, second) = (
        a.sightings[match.first].connection, b.sightings[match.second].connection
      )
      return links.isEmpty || first <= 0 || second <= 0 || links[second] == first
    }
    let matches =
      isLinked
      ? loose
      : match(line, span: span, slack: slack, links: links, advertisements: advertisements)
    return matches.count < 2 ? nil : (matches, links)
  }

  /// The line that matches find that it finds itself.
  private func settle(
    _ line: ClockLine, limits: ClosedRange<Double>, advertisements: Bool
  ) -> ClockSegment? {
    var line = line
    var result: ClockSegment?
    for slack in [6e6, 2.5e6, 1e6] {
      guard
        let (matches, links) = matchLinked(
          line, span: limits, slack: slack, advertisements: advertisements),
        let dense = dense(matches, span: limits, links: links, advertisements: advertisements)
      else { return nil }
      let inside = prompt(matches.filter { dense.contains($0.bound.time) }, line: line)
      guard let first = inside.first, let last = inside.last else { return nil }
      let covered = first.bound.time...max(first.bound.time, last.bound.time)
      guard let fit = fit(inside, span: covered) else { return nil }
      line = fit.line
      result = ClockSegment(
        span: covered, fit: fit, matches: inside, links: links, isOfAdvertisements: advertisements)
    }
    guard var result, result.matches.count >= 3 else { return nil }
    result.evidence = evidence(
      result.matches, line: result.line, span: result.span, links: result.links)
    return result
  }

  /// Without those at both ends that waited long: what a jump has moved looks as if it had waited.
  private func prompt(_ matches: [SightingMatch], line: ClockLine) -> [SightingMatch] {
    guard relation == .hostAndAir || relation == .bothHosts else { return matches }
    let isPrompt = { (match: SightingMatch) in match.bound.room(line) < 0.5e9 }
    guard let first = matches.firstIndex(where: isPrompt),
      let last = matches.lastIndex(where: isPrompt)
    else { return [] }
    return Array(matches[first...last])
  }

  /// So many PDUs with unique bytes that fit a line show that it is not a connection event off.
  private static let sure = 64

  private func isSure(_ segment: ClockSegment, interval: Double) -> Bool {
    guard let tightSide else { return false }
    let own = segment.matches.lazy.filter { match in
      match.bound.side == tightSide && abs(match.bound.room(segment.line)) < interval / 2
        && index.count(match.second) == 1 && a.sightings[match.first].depth == .whole
        && b.sightings[match.second].depth == .whole
    }
    return own.prefix(Self.sure).count == Self.sure
  }

  /// The same a connection event earlier or later: what looks alike in the middle of a stream.
  private func polish(_ segment: ClockSegment) -> ClockSegment {
    var interval: Int64 = 0
    for (number, other) in segment.links {
      interval = max(interval, b.links[number]?.interval ?? 0, a.links[other]?.interval ?? 0)
    }
    guard interval > 0, relation == .hostAndAir || relation == .bothHosts,
      !isSure(segment, interval: Double(interval))
    else { return segment }
    var best = segment
    for step in [-2, -1, 1, 2] {
      var line = segment.line
      line.offset += Double(step) * Double(interval)
      guard let other = settle(line, limits: segment.span, advertisements: false) else { continue }
      if other.evidence.bits > best.evidence.bits + 10 { best = other }
    }
    return best
  }

  /// A segment that advertisements have found, with what else both have.
  func withData(_ segment: ClockSegment) -> ClockSegment {
    guard segment.isOfAdvertisements,
      let (more, links) = matchLinked(
        segment.line, span: whole, slack: 1e6, advertisements: false)
    else { return segment }
    var segment = segment
    let known = Set(segment.matches.map(\.second))
    segment.matches += more.filter { !known.contains($0.second) }
    segment.matches.sort { $0.second < $1.second }
    segment.links = links
    segment.span =
      min(
        segment.span.lowerBound, more[0].bound.time)...max(
        segment.span.upperBound, more[more.count - 1].bound.time)
    segment.evidence = evidence(
      segment.matches, line: segment.line, span: segment.span, links: links)
    return segment
  }

  // MARK: Jumps

  /// A change of a clock that matters, in nanoseconds.
  private var bend: Double { (relation == .sniffers ? 60_000 : 1e6) + a.step + b.step }

  /// A segment, cut where a clock jumps or bends within it.
  func cut(_ segment: ClockSegment, depth: Int = 0) -> [ClockSegment] {
    let bounds = segment.matches.map(\.bound)
    guard depth < 4, !segment.isOfAdvertisements, bounds.count >= 24,
      mayBend(bounds, line: segment.line), let place = bestCut(bounds, line: segment.line)
    else { return [segment] }
    let middle = (bounds[place - 1].time + bounds[place].time) / 2
    var parts: [ClockSegment] = []
    for (part, range) in [
      (0..<place, segment.span.lowerBound...middle),
      (place..<bounds.count, middle...segment.span.upperBound),
    ] {
      guard let fit = ClockFit(Array(bounds[part]), tight: tightSide),
        let settled = settle(fit.line, limits: range, advertisements: false)
      else { return [segment] }
      parts.append(settled)
    }
    let both = parts.reduce(0) { $0 + $1.matches.count }
    guard both + 1 >= segment.matches.count else { return [segment] }
    return parts.flatMap { cut($0, depth: depth + 1) }
  }

  /// Up to so many bounds are searched at once; of more, as many are tried first, to see whether a search pays.
  private static let mostBounds = 8192

  private func mayBend(_ bounds: [ClockBound], line: ClockLine) -> Bool {
    let step = bounds.count / Self.mostBounds + 1
    guard step > 1 else { return true }
    return bestCut(stride(from: 0, to: bounds.count, by: step).map { bounds[$0] }, line: line)
      != nil
  }

  private func bestCut(_ bounds: [ClockBound], line: ClockLine) -> Int? {
    let whole = unlikeliness(bounds[...], line: line)
    var best: (place: Int, score: Double, lines: [ClockLine])?
    func attempt(_ place: Int) {
      let parts = [bounds[..<place], bounds[place...]]
      guard
        parts.allSatisfy({ part in
          part.count(where: { tightSide == nil || $0.side == tightSide }) >= 8
            && part[part.endIndex - 1].time - part[part.startIndex].time >= 3e9
        })
      else { return }
      var lines: [ClockLine] = []
      var score = 0.0
      for part in parts {
        guard let fit = ClockFit(Array(part), tight: tightSide) else { return }
        lines.append(fit.line)
        score += unlikeliness(part, line: fit.line)
      }
      if score < best?.score ?? .infinity { best = (place, score, lines) }
    }
    let step = max(1, bounds.count / 20)
    for place in stride(from: step, to: bounds.count, by: step) { attempt(place) }
    for fine in [max(1, step / 5), max(1, step / 25)] {
      guard let center = best?.place else { return nil }
      for offset in -5...5 where offset != 0 {
        let place = center + offset * fine
        if place > 0, place < bounds.count { attempt(place) }
      }
    }
    guard let best, whole - best.score > 25 + 3 * log(Double(bounds.count)) else { return nil }
    // Not only where there are few points.
    let spans = [(0, best.place - 1), (best.place, bounds.count - 1)]
    let change = zip(best.lines, spans).map { other, span -> Double in
      let middle = (bounds[span.0].time + bounds[span.1].time) / 2
      return abs(other(middle) - line(middle))
    }
    return change.contains { $0 >= bend } ? best.place : nil
  }

  /// Minus the logarithm of how likely bounds are: delays with a heavy tail.
  private func unlikeliness(_ bounds: ArraySlice<ClockBound>, line: ClockLine) -> Double {
    var result = 0.0
    for side in [ClockBound.Side.upper, .lower, .exact] {
      let rooms = bounds.lazy.filter { $0.side == side }.map { ($0.room(line), $0.isFirm) }
      var delays: [Double] = rooms.map { max(0, $0.0) }
      guard !delays.isEmpty else { continue }
      let scale = max(side == .exact ? 5000 : 100_000, delays.quantile(0.5))
      result += Double(delays.count) * log(scale)
      for delay in delays { result += 2 * log1p(delay / scale) }
      for (room, isFirm) in rooms where isFirm && room < 0 { result += min(8, -room / 500_000) }
    }
    return result
  }
}

extension ClockSegment {
  /// Whether both mean the same line.
  func isSame(as other: ClockSegment) -> Bool {
    let low = max(span.lowerBound, other.span.lowerBound)
    let high = min(span.upperBound, other.span.upperBound)
    let middle = (low + high) / 2
    return abs(line(middle) - other.line(middle)) < TracePair.sameLine
  }

  func isOfSameTime(as other: ClockSegment) -> Bool {
    let low = max(span.lowerBound, other.span.lowerBound)
    let high = min(span.upperBound, other.span.upperBound)
    let length = other.span.upperBound - other.span.lowerBound
    return high - low > 0.3 * length || length < 2e9
  }
}
