import Glibc

/// Where one line takes over from another one.
extension TracePair {
  /// A change that is less likely than the best one by more than this, as a natural logarithm, is ruled out.
  private static let doubt = 7.0

  /// Segments one after the other, with each PDU in the one to which its delay belongs, and the time in which the line may
  /// have changed.
  func placed(_ segments: [ClockSegment]) -> [ClockSegment] {
    var segments = segments
    for index in segments.indices.dropFirst() {
      let (before, after) = (segments[index - 1], segments[index])
      guard !before.isOfAdvertisements, !after.isOfAdvertisements,
        before.span.upperBound <= after.span.lowerBound,
        let (first, second) = placed(before, after)
      else { continue }
      (segments[index - 1], segments[index]) = (first, second)
    }
    return segments
  }

  private func placed(
    _ before: ClockSegment, _ after: ClockSegment
  ) -> (ClockSegment, ClockSegment)? {
    let matches = before.matches + after.matches
    let (old, new) = (DelayScale(before), DelayScale(after))
    // What all PDUs cost if the line changes before each of them, less what they cost with the first line only.
    var costs = [0.0]
    costs.reserveCapacity(matches.count + 1)
    for match in matches.reversed() {
      let change = new.cost(match.bound) - old.cost(match.bound)
      costs.append(costs[costs.count - 1] + change)
    }
    costs.reverse()
    guard let least = costs.min(), let low = costs.firstIndex(where: { $0 <= least + Self.doubt }),
      let high = costs.lastIndex(where: { $0 <= least + Self.doubt }),
      let place = costs.firstIndex(of: least), place > 0, place < matches.count
    else { return nil }
    var (first, second) = (before, after)
    if place != before.matches.count {
      guard let one = refitted(before, Array(matches[..<place])),
        let other = refitted(after, Array(matches[place...]))
      else { return nil }
      (first, second) = (one, other)
    }
    let begin = matches[max(0, low - 1)].bound.time
    second.change = begin...max(begin, matches[min(high, matches.count - 1)].bound.time)
    return (first, second)
  }

  private func refitted(_ segment: ClockSegment, _ matches: [SightingMatch]) -> ClockSegment? {
    guard matches.count >= 3, let fit = ClockFit(matches.map(\.bound), tight: tightSide) else {
      return nil
    }
    var segment = segment
    let begin = matches[0].bound.time
    segment.span = begin...max(begin, matches[matches.count - 1].bound.time)
    segment.fit = fit
    segment.matches = matches
    segment.evidence = evidence(
      matches, line: fit.line, span: segment.span, links: segment.links)
    return segment
  }
}

/// How long PDUs take along a line: delays with a heavy tail.
private struct DelayScale {
  private let line: ClockLine
  /// The median of each side, in nanoseconds, and at least what stamps differ by.
  private let upper: Double
  private let lower: Double
  private let exact: Double

  init(_ segment: ClockSegment) {
    line = segment.line
    func scale(_ side: ClockBound.Side, atLeast least: Double) -> Double {
      var rooms: [Double] = segment.matches.lazy.map(\.bound).filter { $0.side == side }.map {
        max(0, $0.room(segment.line))
      }
      return rooms.isEmpty ? least : max(least, rooms.quantile(0.5))
    }
    upper = scale(.upper, atLeast: 100_000)
    lower = scale(.lower, atLeast: 100_000)
    exact = scale(.exact, atLeast: 5000)
  }

  /// Minus the logarithm of how likely it is.
  func cost(_ bound: ClockBound) -> Double {
    let room = bound.room(line)
    let scale =
      switch bound.side {
      case .upper: upper
      case .lower: lower
      case .exact: exact
      }
    let early = bound.isFirm && room < 0 ? min(8, -room / 500_000) : 0
    return log(scale) + 2 * log1p(max(0, room) / scale) + early
  }
}
