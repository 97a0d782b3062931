import ATTDissector
import BTSnoop
import CommonClock
import GATTSession
import Timeline

/// How the captures of several recorders become one session: who tells of a connection that several recorded, and
/// when its PDUs were on the air.
///
/// A host tells of its connection: it has every PDU, in the clear. A sniffer says when each was on the air. Where
/// only sniffers have a connection, they tell of it together.
final class SessionPlan: Sendable {
  /// A connection of a capture.
  private struct LinkPlace: Hashable {
    var capture: Int
    var link: Int32
  }

  /// A connection of which another recorder tells.
  struct LeftLink: Sendable {
    var capture: Int
    var link: Int32
    /// Who tells of it.
    var teller: Int
    var tellerLink: Int32
    /// PDUs that the capture has from before the teller's first record of it, or from after the last.
    var outside: Int
  }

  let aligned: AlignedRecorders
  let leftLinks: [LeftLink]
  /// For each capture the first one that is a log of the same host; for a sniffer's, the first sniffer's.
  let firstLog: [Int]
  /// The connections of each capture of which another recorder tells.
  private let left: [Set<Int32>]
  /// A host's reports of advertisements that a sniffer heard, for each capture.
  private let reports: [Set<UInt64>]
  /// How many records the captures before each have.
  private let starts: [UInt64]
  /// What several recorders have: a list for each PDU.
  private let sightings: [SeenPlace]
  /// The first one of a record's list, by its number over all captures.
  private let places: [UInt64: Int32]
  /// Those that are too many for memory.
  private let longPairs: LongPairs
  private let clocks: [PlacingClock]
  /// The time of each capture's first record.
  private let begins: [CaptureTime]

  /// A record, and its time on the clock of the first capture; there are as many as PDUs that are compared.
  private struct SeenPlace: Sendable {
    var frame: UInt64
    var time: CaptureTime
    /// The next one of its list; below 0: none.
    var next: Int32
    var capture: UInt16
    var place: SeenRecord.Place
  }

  init(_ aligned: AlignedRecorders) {
    self.aligned = aligned
    var starts: [UInt64] = []
    var sum: UInt64 = 0
    for recorder in aligned.recorders {
      starts.append(sum)
      sum += recorder.trace.lastFrame
    }
    self.starts = starts
    firstLog = Self.firstLogs(aligned)
    let leftLinks = Self.leftLinks(aligned)
    self.leftLinks = leftLinks
    left = aligned.recorders.indices.map { capture in
      Set(leftLinks.lazy.filter { $0.capture == capture }.map(\.link))
    }
    reports = Self.reports(aligned)
    clocks = aligned.recorders.indices.map { aligned.clock(of: $0) }
    begins = aligned.recorders.map { $0.trace.start ?? CaptureTime(seconds: 0, nanoseconds: 0) }
    longPairs = LongPairs(aligned)
    (sightings, places) = Self.sightings(
      aligned, starts: starts, clocks: clocks, begins: begins, without: longPairs)
  }

  // MARK: Connections

  private static func leftLinks(_ aligned: AlignedRecorders) -> [LeftLink] {
    var roots: [LinkPlace: LinkPlace] = [:]
    func root(of place: LinkPlace) -> LinkPlace {
      var place = place
      while let next = roots[place], next != place { place = next }
      return place
    }
    var members: Set<LinkPlace> = []
    for pair in aligned.pairs where pair.alignment.isAligned {
      for link in pair.alignment.links {
        let one = LinkPlace(capture: pair.first, link: link.first)
        let other = LinkPlace(capture: pair.second, link: link.second)
        members.formUnion([one, other])
        roots[root(of: other)] = root(of: one)
      }
    }
    let groups = Dictionary(grouping: members, by: root(of:))
    let pdus = aligned.recorders.map { $0.trace.dataByLink }
    return groups.values.flatMap { group -> [LeftLink] in
      let teller = group.max {
        aligned.rank($0.capture, link: $0.link) < aligned.rank($1.capture, link: $1.link)
      }
      guard let teller, aligned.recorders[teller.capture].isOfHost else { return [] }
      return group.filter { $0 != teller }.map { place in
        LeftLink(
          capture: place.capture, link: place.link, teller: teller.capture, tellerLink: teller.link,
          outside: aligned.outside(
            pdus[place.capture][place.link] ?? [], capture: place.capture, of: teller.capture,
            its: teller.link)
        )
      }
    }.sorted { ($0.capture, $0.link) < ($1.capture, $1.link) }
  }

  private static func firstLogs(_ aligned: AlignedRecorders) -> [Int] {
    var first = Array(aligned.recorders.indices)
    let sniffer = first.first { aligned.recorders[$0].trace.recorder == .sniffer }
    for capture in first where aligned.recorders[capture].trace.recorder == .sniffer {
      first[capture] = sniffer ?? capture
    }
    for pair in aligned.comparedPairs where pair.alignment.isAligned && pair.alignment.isOfOneHost {
      let (low, high) = (
        min(first[pair.first], first[pair.second]), max(first[pair.first], first[pair.second])
      )
      first = first.map { $0 == high ? low : $0 }
    }
    return first
  }

  private static func reports(_ aligned: AlignedRecorders) -> [Set<UInt64>] {
    aligned.recorders.indices.map { host in
      guard aligned.recorders[host].isOfHost, aligned.isPlaced(host) else { return [] }
      return aligned.recorders.indices.reduce(into: Set<UInt64>()) { found, air in
        guard aligned.recorders[air].trace.recorder == .sniffer,
          let start = aligned.start(of: air)
        else { return }
        found.formUnion(
          aligned.recorders[host].trace.reports(heardIn: aligned.recorders[air].trace) { time in
            // Drift is little in the time between both.
            Double(aligned.placed(time, of: host).nanoseconds(since: start))
          })
      }
    }
  }

  // MARK: PDUs

  private static func sightings(
    _ aligned: AlignedRecorders, starts: [UInt64], clocks: [PlacingClock], begins: [CaptureTime],
    without long: LongPairs
  ) -> ([SeenPlace], [UInt64: Int32]) {
    var sightings: [SeenPlace] = []
    var places: [UInt64: Int32] = [:]
    for pair in aligned.comparedPairs where pair.alignment.isAligned && !long.has(pair) {
      for anchor in pair.alignment.certainAnchors {
        let both = [(pair.first, anchor.first), (pair.second, anchor.second)]
        var first = both.lazy.compactMap { places[starts[$0] + $1.frame] }.first
        // A record may have several PDUs.
        for (capture, one) in both where places[starts[capture] + one.frame] == nil {
          let place = Int32(clamping: sightings.count)
          places[starts[capture] + one.frame] = first ?? place
          sightings.append(
            SeenPlace(
              frame: one.frame,
              time: clocks[capture](
                begins[capture].adding(clamped: Int64(exactly: one.time.rounded()) ?? .max)),
              next: first.map { sightings[Int($0)].next } ?? -1, capture: UInt16(clamping: capture),
              place: SeenRecord.Place(one.place)))
          // The others of a list follow its first one in any order.
          if let first { sightings[Int(first)].next = place } else { first = place }
        }
      }
    }
    return (sightings, places)
  }

  // MARK: For readers

  /// The number over all captures of a record.
  func number(_ frame: UInt64, of capture: Int) -> UInt64 { starts[capture] + frame }

  /// Whether a sniffer's record tells what this one does.
  func leavesOut(_ frame: UInt64, of capture: Int) -> Bool { reports[capture].contains(frame) }

  /// The adapters of a log that are those of the first log of its host: by the connections that both have, else the
  /// only ones, or those with one number.
  func sameAdapters(_ capture: Int) -> [UInt16?: UInt16?] {
    let first = firstLog[capture]
    guard first != capture else { return [:] }
    let (recorder, other) = (aligned.recorders[capture], aligned.recorders[first])
    var same: [UInt16?: UInt16?] = [:]
    for pair in aligned.comparedPairs
    where pair.isOf(first, capture) && pair.alignment.isAligned {
      for link in pair.alignment.links {
        let (ownLink, itsLink) =
          pair.first == first ? (link.second, link.first) : (link.first, link.second)
        guard let own = recorder.linkAdapters[ownLink], same[own] == nil,
          let its = other.linkAdapters[itsLink]
        else { continue }
        same[own] = .some(its)
      }
    }
    for adapter in recorder.adapters where same[adapter] == nil {
      let free = other.adapters.filter { one in !same.values.contains { $0 == one } }
      if recorder.adapters.count == 1, let one = free.first, free.count == 1 {
        same[adapter] = .some(one)
      } else if free.contains(adapter) {
        same[adapter] = .some(adapter)
      }
    }
    return same
  }

  /// Nanoseconds by which a further log of a host comes late: by what its clock may be wrong, so that the first log tells
  /// of what both have.
  func delay(_ capture: Int) -> Int64 {
    let first = firstLog[capture]
    guard first != capture, aligned.recorders[capture].isOfHost else { return 0 }
    let pair = aligned.comparedPairs.first { $0.isOf(first, capture) }
    return Int64(max(0, min(20e6, pair?.alignment.error ?? 0)))
  }

  /// The connections of a capture of which another recorder tells: those of its records have to be known.
  func left(_ capture: Int) -> Set<Int32> { left[capture] }

  /// Whether records of a capture have times of other recorders.
  func movesTimes(_ capture: Int) -> Bool {
    leftLinks.contains { $0.teller == capture && firstLog[$0.capture] != firstLog[capture] }
  }

  /// When what a record of a capture has was on the air: where a sniffer heard it, else where the host that received it
  /// had it.
  /// - Returns: `nil`: no other recorder is known to have it but logs of the same host.
  func airTime(_ number: UInt64, of capture: Int) -> CaptureTime? {
    if !longPairs.isEmpty, starts.count == 2 { return airTimeOfTwo(number, of: capture) }
    let seen = list(number).filter {
      Int($0.capture) == capture || firstLog[Int($0.capture)] != firstLog[capture]
    }
    guard seen.count > 1 else { return nil }
    // Of two sniffers, the first one.
    let heard = seen.filter { $0.place == .air }.min { $0.capture < $1.capture }
    return heard?.time ?? seen.map(\.time).max()
  }

  /// The same of two long captures, without a list.
  private func airTimeOfTwo(_ number: UInt64, of capture: Int) -> CaptureTime? {
    guard firstLog[0] != firstLog[1] else { return nil }
    var time: CaptureTime?
    longPairs.partners(number - starts[capture], of: capture) { own, its, other in
      time =
        if its.place == .air {
          self.time(its, of: other)
        } else if own.place == .air {
          self.time(own, of: capture)
        } else {
          max(self.time(own, of: capture), self.time(its, of: other))
        }
    }
    return time
  }

  /// The records that have what a record has, in the order of the captures; none where only one has it.
  func seen(_ number: UInt64) -> [SeenRecord] {
    list(number).sorted { $0.capture < $1.capture }.map { seen in
      let capture = Int(seen.capture)
      return SeenRecord(
        capture: aligned.recorders[capture].name, letter: AlignedRecorders.letter(capture),
        number: capture, frame: seen.frame, time: seen.time, place: seen.place)
    }
  }

  /// What is kept in memory of a record.
  private func kept(_ number: UInt64) -> [SeenPlace] {
    var found: [SeenPlace] = []
    var next = places[number] ?? -1
    while next >= 0 {
      found.append(sightings[Int(next)])
      next = sightings[Int(next)].next
    }
    return found
  }

  private func list(_ number: UInt64) -> [SeenPlace] {
    var found = kept(number)
    if !longPairs.isEmpty { addPartners(number, to: &found) }
    return found
  }

  /// Adds what long captures have of a record, and of those that are one with it.
  private func addPartners(_ number: UInt64, to found: inout [SeenPlace]) {
    var asked = found.map { (capture: Int($0.capture), frame: $0.frame) }
    if asked.isEmpty, let capture = starts.lastIndex(where: { $0 < number }) {
      asked = [(capture, number - starts[capture])]
    }
    var index = 0
    while index < asked.count {
      let (capture, frame) = asked[index]
      index += 1
      longPairs.partners(frame, of: capture) { own, its, other in
        if found.isEmpty { found.append(seenPlace(own, of: capture)) }
        guard !found.contains(where: { Int($0.capture) == other }) else { return }
        for seen in [seenPlace(its, of: other)] + kept(starts[other] + its.frame)
        where !found.contains(where: { $0.capture == seen.capture }) {
          found.append(seen)
          // Of two, the other one has no further one.
          if starts.count > 2 { asked.append((Int(seen.capture), seen.frame)) }
        }
      }
    }
  }

  private func seenPlace(_ place: ClockAlignment.Anchor.Place, of capture: Int) -> SeenPlace {
    SeenPlace(
      frame: place.frame, time: time(place, of: capture), next: -1,
      capture: UInt16(clamping: capture), place: SeenRecord.Place(place.place))
  }

  private func time(_ place: ClockAlignment.Anchor.Place, of capture: Int) -> CaptureTime {
    clocks[capture](begins[capture].adding(clamped: Int64(exactly: place.time.rounded()) ?? .max))
  }

  /// What several recorders show together, by a record of the connection that the session has: the first one from then
  /// on.
  func noticed() -> [UInt64: [NoticedFinding]] {
    var noticed: [UInt64: [NoticedFinding]] = [:]
    // The records of each connection, in the order of their own times.
    var records: [LinkPlace: [(time: CaptureTime, frame: UInt64)]] = [:]
    let links = aligned.recorders.map { $0.trace.dataByLink }
    for finding in RecorderFindings(aligned, aligned.paths).list {
      let time = aligned.placed(finding.time, of: finding.capture)
      let place =
        leftLinks.first { $0.capture == finding.capture && $0.link == finding.link }.map {
          LinkPlace(capture: $0.teller, link: $0.tellerLink)
        } ?? LinkPlace(capture: finding.capture, link: finding.link)
      if records[place] == nil {
        let trace = aligned.recorders[place.capture].trace
        records[place] = (links[place.capture][place.link] ?? []).map { index in
          let sighting = trace.sightings[index]
          return (aligned.placed(sighting.time, of: place.capture), sighting.lastFrame)
        }
      }
      let known = records[place] ?? []
      var (low, high) = (0, known.count)
      while low < high {
        let middle = (low + high) / 2
        if known[middle].time < time { low = middle + 1 } else { high = middle }
      }
      guard !known.isEmpty else { continue }
      let record = known[min(low, known.count - 1)]
      noticed[number(record.frame, of: place.capture), default: []].append(
        NoticedFinding(
          finding.rule, frame: number(finding.frame, of: finding.capture), time: time,
          text: finding.text))
    }
    return noticed
  }
}

extension SeenRecord.Place {
  fileprivate init(_ place: Sighting.Place) {
    self =
      switch place {
      case .sent: .sender
      case .received: .receiver
      case .air: .air
      }
  }
}

extension ReadRecorder {
  var isOfHost: Bool { if case .host = trace.recorder { true } else { false } }
}

extension AlignedRecorders {
  func start(of capture: Int) -> CaptureTime? {
    recorders[capture].trace.start.map { placed($0, of: capture) }
  }

  /// A time of a capture, in nanoseconds since its first record, on the clock of the first one.
  func placed(_ time: Double, of capture: Int) -> CaptureTime {
    let start = recorders[capture].trace.start ?? CaptureTime(seconds: 0, nanoseconds: 0)
    return placed(
      start.adding(clamped: Int64(exactly: time.rounded()) ?? .max), of: capture)
  }

  /// Who had better tell of a connection: a host, the central's, the one that has it longer.
  fileprivate func rank(_ capture: Int, link: Int32) -> (Int, Double, Int) {
    let trace = recorders[capture].trace
    let span = trace.links[link]
    let role = !recorders[capture].isOfHost ? 0 : span?.role == .central ? 2 : 1
    return (role, span.map { $0.last - $0.first } ?? 0, -capture)
  }

  /// How many PDUs of a connection are not in the time in which another recorder has it.
  /// - pdus: their places among the sightings.
  fileprivate func outside(
    _ pdus: [Int], capture: Int, of teller: Int, its: Int32
  ) -> Int {
    // Where the clock was set back, its times are no span.
    guard let span = recorders[teller].trace.links[its], span.first <= span.last else { return 0 }
    // A second covers what clocks and queues do.
    let first = placed(span.first, of: teller).adding(clamped: -1_000_000_000)
    let last = placed(span.last, of: teller).adding(clamped: 1_000_000_000)
    return pdus.count { index in
      let time = placed(recorders[capture].trace.sightings[index].time, of: capture)
      return time < first || last < time
    }
  }
}

extension SessionPlan: Equatable {
  static func == (a: SessionPlan, b: SessionPlan) -> Bool { a === b }

  var records: SeenRecords { { self.seen($0) } }
}

extension SessionPlan {
  /// On which clock each capture is, and who tells of the connections that several have.
  var notes: [CaptureNote] {
    var notes: [CaptureNote] = []
    for pair in aligned.pairs where pair.alignment.isAligned {
      let (alignment, name) = (pair.alignment, aligned.recorders[pair.second].name)
      let (a, b) = (AlignedRecorders.letter(pair.first), AlignedRecorders.letter(pair.second))
      var text =
        "on the clock of \(a): \(b) \(AlignmentText.signed(Double(alignment.offset) / 1e9, decimals: 6)) s"
      if alignment.isGiven {
        text += ", as given"
      } else {
        text += ", \(AlignmentText.signed(alignment.drift, decimals: 1)) ppm"
        if let error = alignment.error {
          text += ", wrong by \(AlignmentText.fixed(error / 1e6, decimals: 3)) ms at most"
        }
        if alignment.isThinned { text += "; of a part of the PDUs" }
        if alignment.isOfOneHost { text += "; the log of the same host as \(a)" }
      }
      notes.append(CaptureNote(.merged(text), file: name))
    }
    for left in leftLinks.prefix(8) {
      let (teller, letter) = (
        AlignedRecorders.letter(left.teller), AlignedRecorders.letter(left.capture)
      )
      notes.append(
        CaptureNote(
          .merged(
            "C\(left.link) of \(letter) is told by \(teller)"
              + (firstLog[left.capture] == firstLog[left.teller] ? "" : ", at the times of the air")
          ),
          file: aligned.recorders[left.capture].name))
    }
    return notes
  }
}
