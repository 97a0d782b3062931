import ATTDissector

/// Finds the paths of two captures.
struct PathCollector {
  private let host: RecorderTrace
  private let other: RecorderTrace
  /// The PDUs, by the records with their last parts, and by connection in the order of time.
  private let hostPDUs: [UInt64: Int]
  private let otherPDUs: [UInt64: Int]
  private let hostLinks: [Int32: [Int]]
  private let otherLinks: [Int32: [Int]]
  /// PDUs that both have, by the host's connection.
  private let anchors: [Int32: [Anchor]]
  private let error: Double
  /// A time of the other capture on the host's clock.
  private let onHost: (Double) -> Double

  /// A PDU that both captures have.
  typealias Anchor = (host: ClockAlignment.Anchor.Place, other: ClockAlignment.Anchor.Place)

  init(
    _ host: RecorderTrace, _ other: RecorderTrace, _ anchors: [Anchor], error: Double,
    onHost: @escaping (Double) -> Double
  ) {
    self.host = host
    self.other = other
    self.error = error
    self.onHost = onHost
    let pdus = Self.pdus(host)
    hostPDUs = pdus
    otherPDUs = Self.pdus(other)
    hostLinks = host.dataByLink
    otherLinks = other.dataByLink
    self.anchors = Dictionary(grouping: anchors) { anchor in
      pdus[anchor.host.frame].map { host.sightings[$0].connection } ?? 0
    }
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
    _ link: Int32, otherLink: Int32, isComplete: Bool
  ) -> [DeliveryPath] {
    var paths = [true, false].map { isSent in
      DeliveryPath(
        link: link, otherLink: otherLink, isSent: isSent, isOfHosts: other.isOfHost,
        isComplete: isComplete, error: error)
    }
    var known: (host: Set<UInt64>, other: Set<UInt64>) = ([], [])
    for anchor in anchors[link] ?? [] {
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
      if paths[index].isSent { queue(&paths[index].steps, link: link) }
    }
    if isComplete {
      let alone = Alone(
        host: alone(host, pdus: hostLinks[link], known: known.host),
        other: alone(other, pdus: otherLinks[otherLink], known: known.other))
      addReordered(&paths, alone: alone)
      if other.isOfHost {
        addUndelivered(&paths, alone: alone)
      } else {
        addMissing(&paths, alone: alone)
      }
    }
    return paths.filter { !$0.steps.isEmpty || !$0.undelivered.isEmpty || !$0.unsent.isEmpty }
  }

  /// A PDU waits until those before it are acknowledged, also those that the other recorder does not have.
  private func queue(_ steps: inout [DeliveryPath.Step], link: Int32) {
    let sent = (hostLinks[link] ?? []).lazy.map { host.sightings[$0] }.filter { $0.place == .sent }
    var (free, isKnown) = (-Double.infinity, true)
    var index = 0
    for sighting in sent {
      guard index < steps.count, steps[index].frame == sighting.lastFrame else {
        // When it was acknowledged shows only in what the controller reported.
        if let completed = host.completions[sighting.lastFrame] {
          free = max(free, completed)
        } else {
          isKnown = false
        }
        continue
      }
      let step = steps[index]
      let wait = isKnown ? min(free, step.begin) : step.begin
      if wait > step.host { steps[index].queued = wait - step.host }
      free = max(free, step.acknowledged ?? step.end)
      isKnown = true
      index += 1
    }
  }

  private func addMissing(_ paths: inout [DeliveryPath], alone: Alone) {
    let (link, otherLink) = (paths[0].link, paths[0].otherLink)
    // A sniffer that missed an event cannot tell a PDU from the repetition of one that it did not hear.
    guard let pulse = other.links[otherLink]?.pulse, Double(pulse.heard) > pulse.count else {
      return
    }
    // Between the first and the last PDU that the host has of the peer, its log has all.
    if let first = paths[1].steps.first, let last = paths[1].steps.last {
      let role = host.links[link]?.role
      let keys = Set(alone.host.map(\.keys.whole))
      let repeats = repeats(otherLink, by: role?.opposite)
      for sighting in alone.other
      where sighting.sender != nil && sighting.sender == role?.opposite
        && sighting.depth == .whole && !sighting.mayRepeat && sighting.acknowledged >= 0
        && sighting.isWhole
        && !keys.contains(sighting.keys.whole) && !repeats.contains(sighting.lastFrame)
      {
        let time = onHost(sighting.time)
        guard time > first.host, time < last.begin else { continue }
        paths[1].undelivered.append(
          DeliveryPath.Missing(frame: sighting.lastFrame, time: sighting.time))
      }
    }
    // What the peripheral does not send, it does not have to: of it no sniffer knows that it heard all.
    guard let ended = host.ends[link], let span = other.links[otherLink],
      host.links[link]?.role == .central, onHost(pulse.last) + 2 * pulse.interval > ended
    else { return }
    for sighting in alone.host
    where onHost(pulse.first) < sighting.time && sighting.place == .sent && sighting.time < ended
      && host.completions[sighting.lastFrame] == nil
      && onHost(span.first) < sighting.time && onHost(span.last) > sighting.time
    {
      paths[0].unsent.append(
        DeliveryPath.Missing(frame: sighting.lastFrame, time: sighting.time))
    }
  }

  /// What says the same as the PDU before it: it may be that one once more, after an event that the sniffer missed.
  private func repeats(_ link: Int32, by sender: LinkRole?) -> Set<UInt64> {
    var found: Set<UInt64> = []
    var before: UInt32?
    for sighting in (otherLinks[link] ?? []).lazy.map({ other.sightings[$0] })
    where sighting.kind == .data && sighting.sender == sender {
      if sighting.keys.whole == before { found.insert(sighting.lastFrame) }
      before = sighting.keys.whole
    }
    return found
  }

  // MARK: What has no partner in its order

  /// PDUs without a partner.
  private struct Alone {
    var host: [Sighting]
    var other: [Sighting]
  }

  private func alone(
    _ trace: RecorderTrace, pdus: [Int]?, known: Set<UInt64>
  ) -> [Sighting] {
    (pdus ?? []).lazy.map { trace.sightings[$0] }.filter { !known.contains($0.lastFrame) }
  }

  /// What is once on each side and has no partner has one out of the order of the others.
  private func addReordered(_ paths: inout [DeliveryPath], alone: Alone) {
    guard !alone.host.isEmpty, !alone.other.isEmpty else { return }
    func single(_ sightings: [Sighting]) -> [UInt32: Sighting] {
      var counts: [UInt32: (count: Int, first: Sighting)] = [:]
      for sighting in sightings where sighting.depth == .whole {
        counts[sighting.keys.whole, default: (0, sighting)].count += 1
      }
      return counts.compactMapValues { $0.count == 1 ? $0.first : nil }
    }
    let others = single(alone.other)
    let frames = paths.map { path in path.steps.map(\.frame).sorted() }
    let otherFrames = paths.map { path in path.steps.map(\.otherFrame).sorted() }
    for own in single(alone.host).values.sorted(by: { $0.frame < $1.frame }) {
      guard let its = others[own.keys.whole], own.sender == nil || own.sender == its.sender else {
        continue
      }
      let isSent = own.place == .sent
      guard !other.isOfHost || its.place == (isSent ? .received : .sent) else { continue }
      // How many are before it here, and there.
      let before = Self.count(frames[isSent ? 0 : 1], before: own.lastFrame)
      let itsBefore = Self.count(otherFrames[isSent ? 0 : 1], before: its.lastFrame)
      guard before != itsBefore, abs(onHost(its.time) - own.time) < TracePair.queue else {
        continue
      }
      paths[isSent ? 0 : 1].reordered.append(
        DeliveryPath.Reordered(
          frame: own.lastFrame, otherFrame: its.lastFrame, time: own.time,
          isLater: itsBefore > before))
    }
  }

  private static func count(_ sorted: [UInt64], before frame: UInt64) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// What one host sent, and its controller reported as completed, and the other one does not have, though it has what
  /// was sent before and after.
  private func addUndelivered(_ paths: inout [DeliveryPath], alone: Alone) {
    for isSent in [true, false] {
      let path = isSent ? 0 : 1
      guard let first = paths[path].steps.first, let last = paths[path].steps.last else { continue }
      let (sender, sent, received) =
        isSent ? (host, alone.host, alone.other) : (other, alone.other, alone.host)
      let keys = Set(received.lazy.filter { $0.place == .received }.map(\.keys.whole))
      let hasCut = received.contains { $0.depth != .whole }
      for sighting in sent
      where sighting.place == .sent && sighting.depth == .whole && !hasCut
        && !keys.contains(sighting.keys.whole)
      {
        guard let completed = sender.completions[sighting.lastFrame] else { continue }
        let (begin, end) =
          isSent ? (sighting.time, completed) : (onHost(sighting.time), onHost(completed))
        guard begin > first.host, end < last.host else { continue }
        paths[path].undelivered.append(
          DeliveryPath.Missing(frame: sighting.lastFrame, time: sighting.time))
      }
    }
  }
}
