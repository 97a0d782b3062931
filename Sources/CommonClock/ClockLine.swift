/// What to add to the times of one recorder to get those of the other: a straight line.
struct ClockLine: Sendable {
  /// The time at which it is `offset`.
  var anchor: Double
  var offset: Double
  var slope: Double = 0

  func callAsFunction(_ time: Double) -> Double { offset + slope * (time - anchor) }

  func at(_ time: Double) -> ClockLine {
    ClockLine(anchor: time, offset: self(time), slope: slope)
  }

  /// The time of the first recorder at a time of the second one.
  func there(_ time: Double) -> Double { time + self(time) }

  /// The time of the second recorder at a time of the first one.
  func back(_ time: Double) -> Double { anchor + (time - anchor - offset) / (1 + slope) }

  /// The line of the other direction.
  var inverse: ClockLine {
    ClockLine(anchor: there(anchor), offset: -offset, slope: 1 / (1 + slope) - 1)
  }

  /// The most that two clocks drift apart: worn crystals have 50 ppm, those of hosts more.
  static let maximumSlope = 300e-6
}

/// What one PDU that both recorders have says about the line: delivery can only be late.
struct ClockBound: Sendable {
  enum Side: UInt8, Sendable { case lower, upper, exact }

  var time: Double
  var value: Double
  var side: Side
  /// Whether it holds: the PDU was not repeated before.
  var isFirm: Bool

  /// How far the bound is from a line, on its own side; negative: the line contradicts it.
  func room(_ line: ClockLine) -> Double {
    switch side {
    case .upper: value - line(time)
    case .lower: line(time) - value
    case .exact: abs(value - line(time))
    }
  }
}

/// A line between bounds, and the lines between which it must be.
struct ClockFit: Sendable {
  var line: ClockLine
  var upper: ClockLine?
  var lower: ClockLine?
}

extension ClockFit {
  typealias Point = (time: Double, value: Double)

  /// Points at most from which a line is found; of more, the ones nearest to the edge stand for all.
  private static let most = 2048

  /// - tight: the side on which the delay is that of a transport, not that of a queue; `nil`: both are alike.
  init?(_ bounds: [ClockBound], tight: ClockBound.Side?) {
    guard let first = bounds.first, let last = bounds.last else { return nil }
    let exact = bounds.filter { $0.side == .exact }.map { ($0.time, $0.value) }
    if !exact.isEmpty {
      self.init(line: Self.median(exact))
      return
    }
    let span = last.time - first.time
    let above = Self.points(.upper, bounds: bounds, span: span)
    let below = Self.points(.lower, bounds: bounds, span: span)
    let upper = above.isEmpty ? nil : Self.edge(above, beyond: below, isUpper: true)
    let lower = below.isEmpty ? nil : Self.edge(below, beyond: above, isUpper: false)
    let line: ClockLine?
    switch (tight, upper, lower) {
    case (.upper, let upper?, _): line = upper
    case (.lower, _, let lower?): line = lower
    case (_, let upper?, let lower?):
      let middle = (first.time + last.time) / 2
      let (high, low) = (upper.at(middle), lower.at(middle))
      line = ClockLine(
        anchor: middle, offset: (high.offset + low.offset) / 2, slope: (high.slope + low.slope) / 2)
    default: line = upper ?? lower
    }
    guard let line else { return nil }
    self.init(line: line, upper: upper, lower: lower)
  }

  /// The bounds of one side: the firm ones if they reach far enough.
  private static func points(
    _ side: ClockBound.Side, bounds: [ClockBound], span: Double
  ) -> [Point] {
    let all = bounds.filter { $0.side == side }
    let firm = all.filter(\.isFirm)
    let reach = (firm.last?.time ?? 0) - (firm.first?.time ?? 0)
    let chosen = firm.count < 5 || reach < span / 2 ? all : firm
    return thin(
      trim(chosen.map { ($0.time, $0.value) }, isUpper: side == .upper), isUpper: side == .upper)
  }

  // MARK: Without errors

  private static func median(of values: [Double]) -> Double {
    var values = values
    return values.quantile(0.5)
  }

  /// A line through the middle: the median slope of the medians of blocks.
  static func median(_ points: [Point]) -> ClockLine {
    let first = points[0].time
    guard points.count >= 4, points[points.count - 1].time - first >= 5e9 else {
      return ClockLine(anchor: first, offset: median(of: points.map(\.value)))
    }
    let blocks = max(1, min(48, points.count / 4))
    var slope = 0.0
    // The medians of times and of values belong together once the values do not lean.
    for _ in 0..<3 {
      let centers: [Point] = (0..<blocks).map { block in
        let part = points[
          block * points.count / blocks..<(block + 1) * points.count / blocks]
        let level = part.map { $0.value - slope * ($0.time - first) }
        return (median(of: part.map(\.time)), median(of: level))
      }
      slope += slopes(centers)
    }
    slope = max(-ClockLine.maximumSlope, min(ClockLine.maximumSlope, slope))
    return ClockLine(
      anchor: first, offset: median(of: points.map { $0.value - slope * ($0.time - first) }),
      slope: slope)
  }

  /// The median slope between points; 0 where they are too close.
  private static func slopes(_ centers: [Point]) -> Double {
    var slopes: [Double] = []
    for i in centers.indices {
      for j in centers.indices where j > i && centers[j].time - centers[i].time > 1e9 {
        slopes.append(
          (centers[j].value - centers[i].value) / (centers[j].time - centers[i].time))
      }
    }
    return slopes.isEmpty ? 0 : median(of: slopes)
  }

  /// Without points far beyond the edge that the others form: wrong partners.
  private static func trim(_ points: [Point], isUpper: Bool) -> [Point] {
    var points = points
    for _ in 0..<3 where points.count >= 8 {
      let line = median(points)
      let sign: Double = isUpper ? 1 : -1
      let rooms = points.map { sign * ($0.value - line($0.time)) }
      var ordered = rooms
      let tenth = ordered.quantile(0.1)
      let cut = tenth - 4 * (ordered.quantile(0.5) - tenth) - 1.5e6
      let kept = zip(points, rooms).filter { $0.1 >= cut }.map(\.0)
      if kept.count == points.count { break }
      points = kept
    }
    return points
  }

  /// The points nearest to the edge, of each part of the time.
  private static func thin(_ points: [Point], isUpper: Bool) -> [Point] {
    guard points.count > most else { return points }
    let line = median(points)
    let sign: Double = isUpper ? 1 : -1
    let blocks = most / 8
    return (0..<blocks).flatMap { block -> [Point] in
      let part = points[
        block * points.count / blocks..<(block + 1) * points.count / blocks]
      return part.sorted {
        sign * ($0.value - line($0.time)) < sign * ($1.value - line($1.time))
      }.prefix(8).sorted { $0.time < $1.time }
    }
  }

  // MARK: The edge

  /// The edge of points, without those that alone carry it: a wrong partner, a repetition.
  private static func edge(_ points: [Point], beyond: [Point], isUpper: Bool) -> ClockLine {
    let sign: Double = isUpper ? 1 : -1
    var points = points
    let far = hull(beyond, sign: -sign)
    var (line, cost) = support(points, beyond: far, sign: sign)
    guard points.count >= 8 else { return line }
    for _ in 0..<min(8, max(1, points.count / 50)) {
      let touching = points.indices.filter {
        sign * (points[$0].value - line(points[$0].time)) < 1000
      }
      var best: (line: ClockLine, cost: Double, points: [Point])?
      for index in touching.prefix(4) {
        var rest = points
        rest.remove(at: index)
        let (other, its) = support(rest, beyond: far, sign: sign)
        if cost - its > 0.25 * cost + 200_000, its < best?.cost ?? .infinity {
          best = (other, its, rest)
        }
      }
      guard let best else { break }
      (line, cost, points) = best
    }
    return line
  }

  /// The line that touches the points from below (above, for a negative sign) and is nearest to them on
  /// average; of slopes that are as good, the middle one.
  /// - beyond: points that it should not cross.
  private static func support(
    _ points: [Point], beyond: [Point], sign: Double
  ) -> (line: ClockLine, cost: Double) {
    let count = Double(points.count)
    let middle = points.reduce(0) { $0 + $1.time } / count
    let mean = points.reduce(0) { $0 + $1.value } / count
    let near = hull(points, sign: sign)
    func height(_ slope: Double) -> Double {
      near.reduce(.infinity) { min($0, sign * ($1.value - slope * ($1.time - middle))) }
    }
    func cost(_ slope: Double) -> Double {
      let height = height(slope)
      let crossed = beyond.reduce(0) {
        max($0, sign * ($1.value - slope * ($1.time - middle)) - height)
      }
      return sign * mean - height + 3 * crossed
    }
    var (low, high) = (-ClockLine.maximumSlope, ClockLine.maximumSlope)
    for _ in 0..<48 {
      let (third, rest) = (low + (high - low) / 3, high - (high - low) / 3)
      if cost(third) <= cost(rest) { high = rest } else { low = third }
    }
    let best = (low + high) / 2
    // That few points can tell a slope no better than this.
    let enough = cost(best) * (1 + 2 / count) + 1000
    /// The last slope on the way to an end that is as good.
    func last(to end: Double) -> Double {
      guard cost(end) > enough else { return end }
      var (good, bad) = (best, end)
      for _ in 0..<24 {
        let half = (good + bad) / 2
        if cost(half) <= enough { good = half } else { bad = half }
      }
      return good
    }
    let slope = (last(to: -ClockLine.maximumSlope) + last(to: ClockLine.maximumSlope)) / 2
    return (
      ClockLine(anchor: middle, offset: sign * height(slope), slope: slope), cost(slope)
    )
  }

  /// The lower side of the convex hull of points in the order of time; the upper one for a negative sign.
  private static func hull(_ points: [Point], sign: Double) -> [Point] {
    var hull: [Point] = []
    for point in points {
      while hull.count >= 2 {
        let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
        let turn =
          (b.time - a.time) * (point.value - a.value) - (b.value - a.value) * (point.time - a.time)
        guard sign * turn <= 0 else { break }
        hull.removeLast()
      }
      hull.append(point)
    }
    return hull
  }
}

extension [Double] {
  /// The value that stands at a part of the sorted values, from 0 to 1; changes their order. There must be one.
  mutating func quantile(_ part: Double) -> Double {
    let place = Swift.min(count - 1, Int(Double(count) * part))
    var (low, high) = (0, count - 1)
    var rounds = 0
    while low < high {
      rounds += 1
      // Values may be such that each round takes off little.
      guard rounds < 64 else {
        self[low...high].sort()
        break
      }
      let middle = self[low + (high - low) / 2]
      let pivot = Swift.max(
        Swift.min(self[low], middle), Swift.min(Swift.max(self[low], middle), self[high]))
      var (left, right) = (low, high)
      while left <= right {
        while self[left] < pivot { left += 1 }
        while self[right] > pivot { right -= 1 }
        guard left <= right else { break }
        swapAt(left, right)
        left += 1
        right -= 1
      }
      if place <= right {
        high = right
      } else if place >= left {
        low = left
      } else {
        break
      }
    }
    return self[place]
  }
}
