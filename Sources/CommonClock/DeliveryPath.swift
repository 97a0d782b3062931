import ATTDissector

/// How PDUs of one direction of a connection went between a host and the air, or between two hosts.
package struct DeliveryPath: Sendable {
  /// What the times of one PDU say. Times are nanoseconds since the first record of the host's capture, on its clock.
  package struct Step: Sendable {
    /// The records with its last part: of the host, and of the other recorder.
    package var frame: UInt64
    package var otherFrame: UInt64
    /// When the host handed it down, or had it.
    package var host: Double
    /// Its first transmission that was heard, from its first bit to its last one; of two hosts, when the other one
    /// handed it down or had it.
    package var begin: Double
    package var end: Double
    /// How often it was heard.
    package var attempts: Int
    /// When its acknowledgement was heard.
    package var acknowledged: Double?
    /// When the controller reported it as sent.
    package var completed: Double?
    /// It was not sent before: the receiver still asked for it.
    package var isFirst: Bool
    /// How long a PDU that the host sent waited for PDUs before it.
    package var queued: Double = 0
  }

  /// The connection's number in the host's capture; `otherLink` in the other one.
  package var link: Int32
  package var otherLink: Int32
  /// The host sent the PDUs.
  package var isSent: Bool
  /// Between two hosts.
  package var isOfHosts: Bool
  /// All PDUs were compared, so that one without a partner says something.
  package var isComplete: Bool
  /// The most by which the other recorder's times are wrong, in nanoseconds.
  package var error: Double
  /// In the order of the host.
  package var steps: [Step] = []
  /// What was acknowledged, and is not in the log of the host that received it: what the host received, records of the
  /// other recorder; of what it sent to another host, records of the host.
  package var undelivered: [Missing] = []
  /// What the host handed down, the controller did not report as sent before the connection ended, and the sniffer did
  /// not hear: records of the host.
  package var unsent: [Missing] = []

  package struct Missing: Sendable {
    package var frame: UInt64
    /// Nanoseconds since the first record of its capture.
    package var time: Double
  }

  /// PDUs that the recorders have in another order than those beside them: of each, the record of the host and that of
  /// the other recorder.
  package var reordered: [Reordered] = []

  package struct Reordered: Sendable {
    package var frame: UInt64
    package var otherFrame: UInt64
    /// Nanoseconds since the first record of the host's capture.
    package var time: Double
    /// It came later on the way than others that the host has after it; else before some that it has before it.
    package var isLater: Bool
  }

  /// What a controller held back.
  package struct Held: Sendable {
    package var step: Step
    /// Nanoseconds.
    package var length: Double
    /// The connection interval, in nanoseconds.
    package var interval: Double
  }

  /// Intervals that a PDU waits with nothing before it, at least, where the controller holds it back: one for the next
  /// connection event, one for a clock that is a little wrong, one for an event that was missed.
  private static let held = 3.0
  /// What a host received waits at least so long on the way to it, in nanoseconds.
  private static let late = 100e6

  /// How long it took from the host to its first transmission, or from the end of that to the host, in nanoseconds; at
  /// least 0: a clock may be wrong by as much as is said of it.
  package func length(of step: Step) -> Double {
    max(0, isSent ? step.begin - step.host : step.host - step.end)
  }

  /// What the controller held back: nothing was before it, and its first transmission was heard; or it was
  /// acknowledged, and the host had it late.
  /// - terms: the host's connection.
  package func held(_ terms: LinkSpan) -> [Held] {
    guard !isOfHosts, isComplete else { return [] }
    return steps.compactMap { step in
      let arrived = step.acknowledged ?? step.end
      let length =
        isSent ? length(of: step) - step.queued : step.acknowledged == nil ? 0 : step.host - arrived
      guard !isSent || step.isFirst, length > 0 else { return nil }
      let ends = isSent ? (step.host, step.begin) : (arrived, step.host)
      let (interval, latency) = terms.longest(in: min(ends.0, ends.1)...max(ends.0, ends.1))
      let allowed = max(
        (Self.held + (isSent ? latency : 0)) * interval, isSent ? 0 : Self.late)
      guard interval > 0, length > allowed + error else { return nil }
      return Held(step: step, length: length, interval: interval)
    }
  }
}

extension ClockAlignment {
  /// The paths of PDUs between a host and another recorder: the first one, where both are hosts.
  package func paths(_ first: RecorderTrace, _ second: RecorderTrace) -> [DeliveryPath] {
    guard isAligned, !isGiven, !isOfOneHost, first.isOfHost || second.isOfHost else { return [] }
    let isHostFirst = first.isOfHost
    let (host, other) = isHostFirst ? (first, second) : (second, first)
    let anchors = certainAnchors.map { isHostFirst ? ($0.first, $0.second) : ($0.second, $0.first) }
    let collector = PathCollector(host, other, anchors, error: error ?? 0) { time in
      isHostFirst ? self.first(time) : self.second(time)
    }
    return links.flatMap { link in
      collector.paths(
        isHostFirst ? link.first : link.second, otherLink: isHostFirst ? link.second : link.first,
        isComplete: !isThinned && !isOfLengths)
    }
  }
}
