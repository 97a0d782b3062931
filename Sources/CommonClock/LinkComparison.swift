import ATTDissector

/// What two recorders show together of a connection that both have.
package struct LinkComparison: Sendable {
  /// Its number in the captures.
  package var first: Int32
  package var second: Int32
  package var difference: Difference?
  package var drift: Drift?
  /// What a sniffer heard, of the first capture or the second one.
  package var misses: [(isFirst: Bool, events: MissedEvents)] = []

  /// Connection parameters that are not the same, at the end of the time that both have.
  package struct Difference: Sendable {
    package var first: LinkSpan.Terms
    package var second: LinkSpan.Terms
  }

  /// A central's sleep clock that is less accurate than it says.
  package struct Drift: Sendable {
    /// The sniffer is the first one.
    package var isFirst: Bool
    /// What the central says, in parts per million, and by how much its events come late by the clocks of the sniffer
    /// and of the other recorder.
    package var accuracy: Int
    package var bySniffer: Double
    package var byOther: Double
    /// The last event that was counted: its record, and nanoseconds since the first one.
    package var frame: UInt64
    package var time: Double
    package var length: Double
  }

  /// Nanoseconds, and connection intervals, for which parameters differ at least.
  private static let lasting = 2e9
  private static let intervals = 10.0
  /// Connection events that prove an interval.
  private static let heard = 20
  /// The error that is allowed for a recorder's clock, in parts per million: that of an active clock.
  /// Source: Core, Vol 6, Part B, 4.2.1.
  private static let active = 50.0
  /// Nanoseconds in which a drift is measured at least.
  private static let measured = 30e9
  /// Events that are missed in a row, besides those that the latency lets a peripheral leave out.
  private static let missed = 6
}

extension ClockAlignment {
  /// Compares the connections that both captures have; none where the user gave the clock, or one host logged both.
  package func comparisons(_ first: RecorderTrace, _ second: RecorderTrace) -> [LinkComparison] {
    guard isAligned, !isGiven, !isOfOneHost else { return [] }
    return links.compactMap { link in
      guard let one = first.links[link.first], let other = second.links[link.second] else {
        return nil
      }
      var comparison = LinkComparison(first: link.first, second: link.second)
      comparison.difference = LinkComparison.difference(
        (one, first.isOfHost), (other, second.isOfHost), alignment: self)
      comparison.drift =
        second.isOfHost ? nil : LinkComparison.drift(other, isFirst: false, alignment: self)
      if comparison.drift == nil, !first.isOfHost {
        comparison.drift = LinkComparison.drift(one, isFirst: true, alignment: self)
      }
      for (span, isFirst) in [(one, true), (other, false)] {
        comparison.misses += LinkComparison.misses(span).map { (isFirst, $0) }
      }
      return comparison
    }
  }
}

extension LinkComparison {
  fileprivate static func difference(
    _ one: (span: LinkSpan, isOfHost: Bool), _ other: (span: LinkSpan, isOfHost: Bool),
    alignment: ClockAlignment
  ) -> Difference? {
    guard one.isOfHost || other.isOfHost, one.span.hasStart, other.span.hasStart else {
      return nil
    }
    // On the clock of the first one.
    let otherTerms = other.span.terms.map { terms in
      var terms = terms
      terms.time = alignment.first(terms.time)
      return terms
    }
    let end = min(one.span.last, alignment.first(other.span.last))
    guard let first = one.span.terms.last(where: { $0.time <= end }),
      var second = otherTerms.last(where: { $0.time <= end }), !first.isSame(as: second)
    else { return nil }
    let longest = Double(max(first.interval, second.interval))
    let latency = Double(max(first.latency, second.latency))
    let least = max(lasting, intervals * (1 + latency) * longest)
    guard end - max(first.time, second.time) >= least else { return nil }
    if !one.isOfHost || !other.isOfHost {
      // What a sniffer missed of a change says nothing; the rhythm of the events does.
      guard first.interval != second.interval,
        let pulse = (one.isOfHost ? other : one).span.pulse, pulse.heard >= heard,
        pulse.interval == Double(one.isOfHost ? second.interval : first.interval),
        (one.isOfHost ? alignment.first(pulse.last) : pulse.last) > end - least
      else { return nil }
    }
    second.time = other.span.terms.first { $0.frame == second.frame }?.time ?? second.time
    return Difference(first: first, second: second)
  }

  /// - isFirst: the sniffer is the first recorder.
  fileprivate static func drift(
    _ span: LinkSpan, isFirst: Bool, alignment: ClockAlignment
  ) -> Drift? {
    guard let accuracy = span.accuracy, let pulse = span.pulse, pulse.length >= measured,
      alignment.jumps.isEmpty, let error = alignment.error, alignment.length > 0
    else { return nil }
    let bySniffer = pulse.drift
    let byOther = bySniffer + (isFirst ? -alignment.drift : alignment.drift)
    // The line between the clocks may be turned by its error at both ends.
    let slope = 2 * error / alignment.length * 1e6
    let most = Double(accuracy) + active
    guard bySniffer.sign == byOther.sign, abs(bySniffer) > most, abs(byOther) > most + slope else {
      return nil
    }
    return Drift(
      isFirst: isFirst, accuracy: accuracy, bySniffer: bySniffer, byOther: byOther,
      frame: pulse.lastFrame, time: pulse.last, length: pulse.length)
  }

  fileprivate static func misses(_ span: LinkSpan) -> [MissedEvents] {
    span.misses.filter { run in
      run.count >= missed + (run.by == .peripheral ? run.latency : 0)
    }
  }
}
