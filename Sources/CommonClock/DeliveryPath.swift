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
  /// The last connection interval that the host knows, in nanoseconds; 0: unknown.
  package var interval: Double
  /// In the order of the host.
  package var steps: [Step] = []
  /// What the peer was heard to acknowledge on the air, whole, and the host does not have: records of the sniffer.
  package var undelivered: [Missing] = []
  /// What the host handed down, the controller did not report as sent before the connection ended, and the sniffer did
  /// not hear: records of the host.
  package var unsent: [Missing] = []

  package struct Missing: Sendable {
    package var frame: UInt64
    /// Nanoseconds since the first record of its capture.
    package var time: Double
  }

  /// Intervals that a PDU waits with nothing before it, at least, where the controller holds it back: one for the next
  /// connection event, one for a clock that is a little wrong, one for an event that was missed.
  private static let held = 3.0

  /// How long it took from the host to its first transmission, or from the end of that to the host, in nanoseconds; at least 0: a clock may
  /// be wrong by as much as is said of it.
  package func length(_ step: Step) -> Double {
    max(0, isSent ? step.begin - step.host : step.host - step.end)
  }

  /// What the controller held back: nothing was before it, and its first transmission was heard.
  package var heldSteps: [Step] {
    guard isSent, !isOfHosts, interval > 0 else { return [] }
    return steps.filter { $0.isFirst && length($0) - $0.queued > Self.held * interval }
  }
}

extension ClockAlignment {
  /// The paths of PDUs between a host and another recorder: the first one, where both are hosts.
  package func paths(_ first: RecorderTrace, _ second: RecorderTrace) -> [DeliveryPath] {
    guard isAligned, !isGiven, first.isOfHost || second.isOfHost else { return [] }
    let isHostFirst = first.isOfHost
    let (host, other) = isHostFirst ? (first, second) : (second, first)
    let collector = PathCollector(host, other) { time in
      isHostFirst ? self.first(time) : self.second(time)
    }
    return links.flatMap { link in
      collector.paths(
        isHostFirst ? link.first : link.second, isHostFirst ? link.second : link.first,
        anchors.map { isHostFirst ? ($0.first, $0.second) : ($0.second, $0.first) },
        isComplete: !isThinned && !isOfLengths)
    }
  }
}

/// Finds the paths of two captures.
private struct PathCollector {
  private let host: RecorderTrace
  private let other: RecorderTrace
  /// The PDUs, by the records with their last parts.
  private let hostPDUs: [UInt64: Int]
  private let otherPDUs: [UInt64: Int]
  /// A time of the other capture on the host's clock.
  private let onHost: (Double) -> Double

  init(
    _ host: RecorderTrace, _ other: RecorderTrace, onHost: @escaping (Double) -> Double
  ) {
    self.host = host
    self.other = other
    self.onHost = onHost
    hostPDUs = Self.pdus(host)
    otherPDUs = Self.pdus(other)
  }

  private static func pdus(_ trace: RecorderTrace) -> [UInt64: Int] {
    var places: [UInt64: Int] = [:]
    for (index, sighting) in trace.sightings.enumerated() where sighting.kind == .data {
      places[sighting.lastFrame] = index
    }
    return places
  }

  /// - isComplete: all PDUs were compared, so that one without a partner says something.
  func paths(
    _ link: Int32, _ otherLink: Int32,
    _ anchors: [(host: ClockAlignment.Anchor.Place, other: ClockAlignment.Anchor.Place)],
    isComplete: Bool
  ) -> [DeliveryPath] {
    var paths = [true, false].map { isSent in
      DeliveryPath(
        link: link, otherLink: otherLink, isSent: isSent, isOfHosts: other.isOfHost,
        interval: Double(host.links[link]?.interval ?? 0))
    }
    var known: (host: Set<UInt64>, other: Set<UInt64>) = ([], [])
    for anchor in anchors {
      guard let own = hostPDUs[anchor.host.frame].map({ host.sightings[$0] }),
        let its = otherPDUs[anchor.other.frame].map({ other.sightings[$0] }),
        own.connection == link, its.connection == otherLink
      else { continue }
      known.host.insert(own.lastFrame)
      known.other.insert(its.lastFrame)
      let begin = onHost(its.time)
      paths[own.place == .sent ? 0 : 1].steps.append(
        DeliveryPath.Step(
          frame: own.lastFrame, otherFrame: its.lastFrame, host: own.time, begin: begin,
          end: begin + its.airtime, attempts: Int(its.attempts),
          acknowledged: its.acknowledged < 0 ? nil : onHost(its.acknowledged),
          completed: host.completions[own.lastFrame], isFirst: its.isFirm))
    }
    for index in paths.indices {
      paths[index].steps.sort { ($0.host, $0.frame) < ($1.host, $1.frame) }
      if paths[index].isSent { queue(&paths[index].steps) }
    }
    if isComplete, !other.isOfHost { addMissing(&paths, known) }
    return paths.filter { !$0.steps.isEmpty || !$0.undelivered.isEmpty || !$0.unsent.isEmpty }
  }

  /// A PDU waits until those before it are acknowledged.
  private func queue(_ steps: inout [DeliveryPath.Step]) {
    var free = -Double.infinity
    for index in steps.indices {
      let step = steps[index]
      if free > step.host { steps[index].queued = max(0, min(free, step.begin) - step.host) }
      free = max(free, step.acknowledged ?? step.end)
    }
  }

  private func addMissing(
    _ paths: inout [DeliveryPath], _ known: (host: Set<UInt64>, other: Set<UInt64>)
  ) {
    let (link, otherLink) = (paths[0].link, paths[0].otherLink)
    // Between the first and the last PDU that the host has of the peer, its log has all.
    if let first = paths[1].steps.first, let last = paths[1].steps.last {
      let role = host.links[link]?.role
      let keys = Set(
        host.sightings.lazy.filter {
          $0.kind == .data && $0.connection == link && !known.host.contains($0.lastFrame)
        }.map(\.keys.whole))
      for sighting in other.sightings
      where sighting.kind == .data && sighting.connection == otherLink
        && sighting.sender != nil && sighting.sender == role?.opposite
        && sighting.depth == .whole && sighting.acknowledged >= 0 && sighting.isWhole
        && !known.other.contains(sighting.lastFrame) && !keys.contains(sighting.keys.whole)
      {
        let time = onHost(sighting.time)
        guard time > first.host, time < last.begin else { continue }
        paths[1].undelivered.append(
          DeliveryPath.Missing(frame: sighting.lastFrame, time: sighting.time))
      }
    }
    guard let ended = host.ends[link], let span = other.links[otherLink] else {
      return
    }
    for sighting in host.sightings
    where sighting.kind == .data && sighting.connection == link && sighting.place == .sent
      && sighting.time < ended && !known.host.contains(sighting.lastFrame)
      && host.completions[sighting.lastFrame] == nil
      && onHost(span.first) < sighting.time && onHost(span.last) > sighting.time
    {
      paths[0].unsent.append(
        DeliveryPath.Missing(frame: sighting.lastFrame, time: sighting.time))
    }
  }
}
