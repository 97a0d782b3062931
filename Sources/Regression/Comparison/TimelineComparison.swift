import ATTDissector
import GATTSession

/// Compares two timelines.
/// - watch: called before each device, with how many are done, and how many there are.
package func compare(
  _ expected: RecordedTimeline, with actual: RecordedTimeline, options: ComparisonOptions,
  watch: (_ done: Int, _ all: Int) -> Void = { _, _ in }
) -> Comparison {
  watch(0, 0)
  var comparison = TimelineComparison(Sides(expected, actual, options))
  comparison.compare(watch)
  return comparison.result
}

/// The steps of a comparison: pairs devices, then compares what each pair advertises, its
/// attributes, and its connections.
struct TimelineComparison {
  private let context: ComparisonContext
  private(set) var result = Comparison()
  private var listed = ListedDifferences()
  /// The recordings are of opposite ends: each has devices that the other cannot see.
  private var isOtherEnd = false

  private var sides: Sides { context.sides }
  private var selection: EventSelection { context.selection }
  private var expected: ComparedSide { context.expected }
  private var actual: ComparedSide { context.actual }

  init(_ sides: Sides) { context = ComparisonContext(sides) }

  mutating func compare(_ watch: (_ done: Int, _ all: Int) -> Void) {
    checkTimes()
    var parties = (expected.parties, actual.parties)
    addAdvertisers(&parties.0, &parties.1)
    let pairing = PartyPairing(
      view(of: expected, parties: parties.0, which: .expected),
      view(of: actual, parties: parties.1, which: .actual), sides.options)
    result.limits += pairing.limits
    result.problems += pairing.problems
    isOtherEnd = Self.isOtherEnd(pairing, first: parties.0, second: parties.1)
    var isNamed = sides.options.device == nil
    for (done, pair) in pairing.pairs.enumerated() {
      watch(done, pairing.pairs.count)
      let a = pair.expected.map { parties.0[$0] }
      let b = pair.actual.map { parties.1[$0] }
      if let word = sides.options.device {
        let isMeant =
          a?.isNamed(word, timeline: sides.expected) ?? false
          || b?.isNamed(word, timeline: sides.actual) ?? false
        guard isMeant else { continue }
        isNamed = true
      }
      compare(a, b, paired: pair)
    }
    if !isNamed, let word = sides.options.device {
      let hint = nearest(word, timelines: [sides.expected, sides.actual])
      result.problems.append("--device: neither timeline has a device \"\(word)\"\(hint)")
    }
    compareAttempts()
    if selection.link { compareHost() }
    result.differences = listed.all
    if let limit = listed.limit { result.limits.append(limit) }
    mergeSubjects()
    // A job whose filters or recordings have lost what they compared must not be green.
    let isRead = sides.expected.problems.isEmpty && sides.actual.problems.isEmpty
    if result.subjects.isEmpty, result.problems.isEmpty, isRead,
      !result.differences.contains(where: { $0.weight == .difference })
    {
      result.problems.append("nothing was compared: neither side has anything that counts")
    }
  }

  /// Without times any tolerance would hold.
  private mutating func checkTimes() {
    guard sides.options.timeTolerance != nil else { return }
    for side in Side.allCases {
      let timeline = sides.timeline(of: side)
      let events = timeline.items.lazy.filter(\.isOfConnection)
      guard !events.isEmpty, events.allSatisfy({ $0.time == nil }) else { continue }
      let hint = timeline.form == .baseline ? " (baseline --times writes them)" : ""
      result.problems.append("--time-tolerance: \(timeline.name) has no times\(hint)")
    }
  }

  private static func isOtherEnd(
    _ pairing: PartyPairing, first: [ComparedParty], second: [ComparedParty]
  ) -> Bool {
    var isOther = false
    for pair in pairing.pairs {
      guard let a = pair.expected, let b = pair.actual else { continue }
      if first[a].host == second[b].host { return false }
      isOther = true
    }
    return isOther
  }

  /// Devices that only advertise: if the expected side has no connection, or an option names them.
  private func addAdvertisers(_ a: inout [ComparedParty], _ b: inout [ComparedParty]) {
    let device = sides.options.device.map { [$0] } ?? []
    let map = sides.options.map
    let noConnection = a.isEmpty
    guard noConnection || !device.isEmpty || !map.isEmpty else { return }
    add(expected.advertisers(), to: &a) { party in
      noConnection
        || (device + map.map(\.expected)).contains { party.isNamed($0, timeline: sides.expected) }
    }
    add(actual.advertisers(), to: &b) { party in
      noConnection
        || (device + map.map(\.actual)).contains { party.isNamed($0, timeline: sides.actual) }
    }
  }

  private func add(
    _ advertisers: [ComparedParty], to parties: inout [ComparedParty],
    where isWanted: (ComparedParty) -> Bool
  ) {
    let connected = Set(parties.flatMap(\.devices))
    for party in advertisers where !party.devices.contains(where: connected.contains) {
      if isWanted(party) { parties.append(party) }
    }
  }

  private func view(
    of side: ComparedSide, parties: [ComparedParty], which: Side
  ) -> PartyPairing.View {
    PartyPairing.View(side: side, parties: parties) { place in
      PartyTraits(
        side, parties[place], which, context.numbering,
        advertisements: context.heard(parties[place], side: which))
    }
  }

  // MARK: One device

  private mutating func compare(
    _ a: ComparedParty?, _ b: ComparedParty?, paired: PartyPairing.Pair
  ) {
    guard let a, let b else {
      if let a { lone(a, side: .expected) }
      if let b { lone(b, side: .actual) }
      return
    }
    var pair = PartyComparison(context, a, b)
    pair.reportPairing(paired.ambiguous)
    pair.compare(isIdentified: paired.isIdentified)
    for difference in pair.result.differences { listed.add(difference) }
    result.subjects += pair.result.subjects
    for limit in pair.result.limits where !result.limits.contains(limit) {
      result.limits.append(limit)
    }
  }

  /// A device that only one side has.
  private mutating func lone(_ party: ComparedParty, side: Side) {
    let own = side == .expected ? expected : actual
    let other = side == .expected ? actual : expected
    let connections = party.connections.map { own.connections[$0] }
    // Devices nearby that only advertise in the actual recording do not matter.
    if connections.isEmpty, side == .actual { return }
    if !connections.isEmpty, connections.allSatisfy(\.isRemainder) { return }
    let heard = context.heard(party, side: side)
    guard !connections.isEmpty || selection.contains(.advertisement) else { return }
    let failed = connections.isEmpty ? nil : neverEstablished(with: party.address, side: other)
    var what =
      connections.isEmpty
      ? "device that advertises"
      : "device with \(connections.count) connection\(connections.count == 1 ? "" : "s")"
    if failed != nil {
      what += ", never established in the \(side == .expected ? "actual" : "expected") recording"
    }
    let mayBeLost =
      connections.isEmpty ? other.mayMiss(packets: heard.count) : other.mayMiss(connections)
    var difference = Difference(
      side == .expected ? .missing : .extra,
      mayBeLost || isOtherEnd ? .notObserved : .difference, device: party.title,
      subject: "device", what)
    let first = connections.first.flatMap { $0.begin ?? own.items($0).first } ?? heard.first
    let evidence = own.timeline.evidence(at: first)
    let otherEvidence = failed.flatMap { other.timeline.evidence(at: $0) }
    difference.expected = side == .expected ? evidence : otherEvidence
    difference.actual = side == .actual ? evidence : otherEvidence
    listed.add(difference)
    let count = max(1, connections.count)
    result.subjects.append(
      Comparison.Subject(
        device: party.title, subject: "device", expected: side == .expected ? count : 0,
        actual: side == .actual ? count : 0))
  }

  /// The end of a connection with a device that was never established.
  private func neverEstablished(with address: BluetoothAddress?, side: ComparedSide) -> UInt32? {
    guard let address else { return nil }
    return side.attempts.first { number in
      let item = side[number]
      guard item.connection > 0, side.timeline.failedToBeEstablished(item),
        let peer = side.timeline.peer(of: item)
      else { return false }
      return side.timeline.peers[peer].address == address
    }
  }

  // MARK: No device

  /// Connections that were never established: a fact.
  private mutating func compareAttempts() {
    // A baseline has none, whatever there was.
    guard selection.contains(.disconnected), expected.attempts.count != actual.attempts.count,
      sides.expected.form != .baseline, sides.actual.form != .baseline
    else { return }
    let (first, second) = (expected.attempts, actual.attempts)
    let isMore = second.count > first.count
    var difference = Difference(
      isMore ? .extra : .missing, .fact, subject: "connection attempts",
      "attempts to connect that failed or were cancelled: \(first.count) became \(second.count)")
    difference.expected = sides.expected.evidence(at: first.first)
    difference.actual = sides.actual.evidence(at: second.first)
    listed.add(difference)
  }

  /// How both hosts scanned and advertised.
  private mutating func compareHost() {
    for kind in [EventKind.scan, .advertising] where selection.contains(kind) {
      let first = expected.states(kind, selection: selection)
      let second = actual.states(kind, selection: selection)
      // The recording is of the other host, or of a sniffer.
      guard !first.isEmpty, !second.isEmpty else { continue }
      result.subjects.append(
        Comparison.Subject(
          device: nil, subject: "own \(kind.words)", expected: first.count, actual: second.count))
      guard first.map(\.words) != second.map(\.words) else { continue }
      let place = zip(first, second).prefix { $0.words == $1.words }.count
      var difference = Difference(
        .changed, subject: "own \(kind.words)",
        "\(kind.words): \(first.indices.contains(place) ? first[place].words : "nothing more") became "
          + (second.indices.contains(place) ? second[place].words : "nothing more"))
      difference.expected = sides.expected.evidence(
        at: first.indices.contains(place) ? first[place].item : nil)
      difference.actual = sides.actual.evidence(
        at: second.indices.contains(place) ? second[place].item : nil)
      listed.add(difference)
    }
  }

  /// A characteristic used in several connections is one subject.
  private mutating func mergeSubjects() {
    struct Key: Hashable {
      var device: String?
      var subject: String
      var uuid: String?
    }
    var places: [Key: Int] = [:]
    var merged: [Comparison.Subject] = []
    for subject in result.subjects {
      let key = Key(device: subject.device, subject: subject.subject, uuid: subject.uuid)
      if let place = places[key] {
        merged[place].expected += subject.expected
        merged[place].actual += subject.actual
      } else {
        places[key] = merged.count
        merged.append(subject)
      }
    }
    result.subjects = merged
  }
}
