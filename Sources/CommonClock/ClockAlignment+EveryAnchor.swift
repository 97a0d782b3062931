/// All PDUs that two long captures have, by the lines that a part of them has shown.
extension ClockAlignment {
  /// PDUs of the second capture that are compared at once, and those of each capture around them at most.
  package static let windowLength = 16_384
  private static let mostAround = 1 << 17
  /// What lies around a window, in nanoseconds.
  private static let margin = 1e9
  /// How long before the first anchor and after the last one others may be, in nanoseconds.
  private static let rim = 10e9
  /// How far the line may be wrong, in nanoseconds.
  private static let slack = 1e6

  /// Passes on the anchors whose two PDUs can only be one, in parts, in the order of the times of one capture.
  /// - Returns: whether all PDUs were compared: they must be kept, and not too many of one time.
  package func forEachAnchor(
    _ first: RecorderTrace, _ second: RecorderTrace,
    windowLength: Int = ClockAlignment.windowLength, _ body: ([Anchor]) -> Void
  ) -> Bool {
    defer {
      first.spool?.forget()
      second.spool?.forget()
    }
    guard isAligned, !isGiven, !isOfAdvertisements, first.isReadable, second.isReadable else {
      return false
    }
    let relation: TracePair.Relation =
      switch (first.isOfHost, second.isOfHost) {
      case (false, false): .sniffers
      case (true, true): isOfOneHost ? .sameHost : .bothHosts
      default: .hostAndAir
      }
    let isSwapped = relation == .hostAndAir && !first.isOfHost
    var oriented = self
    if isSwapped { oriented.swap() }
    return oriented.forEachAnchor(
      of: isSwapped ? second : first, and: isSwapped ? first : second, as: relation,
      windowLength: windowLength
    ) { anchors in
      body(
        isSwapped
          ? anchors.map { Anchor(first: $0.second, second: $0.first, isCertain: true) } : anchors)
    }
  }

  private func forEachAnchor(
    of a: RecorderTrace, and b: RecorderTrace, as relation: TracePair.Relation, windowLength: Int,
    _ body: ([Anchor]) -> Void
  ) -> Bool {
    let linked = Dictionary(
      links.map { ($0.second, $0.first) }, uniquingKeysWith: { known, _ in known })
    let others = Set(linked.values)
    var known: Set<UInt64> = []
    for window in windows(of: b, length: windowLength) {
      let (low, high, line) = (window.low, window.high, window.line)
      let around = low - Self.margin...high + Self.margin
      let wait = TracePair.queue + Self.margin
      let there = line.there(around.lowerBound) - wait...line.there(around.upperBound) + wait
      guard
        let seconds = b.kept(in: around, atMost: Self.mostAround),
        let firsts = a.kept(in: there, atMost: Self.mostAround)
      else { return false }
      var (one, other) = (a, b)
      one.sightings = firsts.filter { others.contains($0.connection) }
      other.sightings = seconds.filter { linked[$0.connection] != nil }
      let pair = TracePair(one, other, relation)
      let matches = pair.match(
        line, span: around, slack: Self.slack, links: linked, advertisements: false)
      let certain =
        isOfLengths
        ? MatchCertainty(
          pair,
          ClockSegment(
            span: around, fit: ClockFit(line: line), matches: matches, links: linked,
            isOfAdvertisements: false), error: error ?? 0
        ).found() : []
      var anchors: [Anchor] = []
      var used: Set<UInt64> = []
      for (index, match) in matches.enumerated() where !isOfLengths || certain[index] {
        let (first, second) = (one.sightings[match.first], other.sightings[match.second])
        guard second.time >= low, second.time < high, !known.contains(first.lastFrame) else {
          continue
        }
        used.insert(first.lastFrame)
        anchors.append(Anchor(first: first.end, second: second.end))
      }
      known = used
      if !anchors.isEmpty { body(anchors) }
    }
    return true
  }

  private struct Window {
    var low: Double
    var high: Double
    var line: ClockLine
  }

  private func windows(of trace: RecorderTrace, length: Int) -> [Window] {
    var windows: [Window] = []
    let ends = trace.ends(ofParts: length)
    for (index, piece) in pieces.enumerated() {
      var low =
        index == 0
        ? piece.span.lowerBound - Self.rim
        : (pieces[index - 1].span.upperBound + piece.span.lowerBound) / 2
      let last =
        index + 1 == pieces.count
        ? piece.span.upperBound + Self.rim
        : (piece.span.upperBound + pieces[index + 1].span.lowerBound) / 2
      for end in ends where end > low && end < last {
        windows.append(Window(low: low, high: end, line: piece.line))
        low = end
      }
      if low < last { windows.append(Window(low: low, high: last, line: piece.line)) }
    }
    return windows
  }
}

extension RecorderTrace {
  /// Whether all of its PDUs can be read.
  fileprivate var isReadable: Bool { hasAllPDUs || spool?.blocks.isEmpty == false }

  /// The PDUs in a span of time; `nil` if there are more than `most` in the spool, or they cannot be read.
  fileprivate func kept(in span: ClosedRange<Double>, atMost most: Int) -> [Sighting]? {
    guard !hasAllPDUs else {
      let (low, high) = (firstPlace(from: span.lowerBound), firstPlace(after: span.upperBound))
      return Array(sightings[low..<max(low, high)])
    }
    return spool?.sightings(in: span, atMost: most)
  }

  /// Times between which there are about `count` PDUs.
  fileprivate func ends(ofParts count: Int) -> [Double] {
    let blocks =
      hasAllPDUs
      ? sightings.map { (1, $0.time) }
      : spool?.blocks.map { ($0.count, $0.span.upperBound) } ?? []
    var ends: [Double] = []
    var (held, latest) = (0, -Double.infinity)
    for (number, end) in blocks {
      held += number
      latest = max(latest, end)
      guard held >= count else { continue }
      if latest > ends.last ?? -.infinity { ends.append(latest) }
      held = 0
    }
    return ends
  }
}
