import ATTDissector
import GATTSession

/// Compares one device of both sides: what it advertises, its attributes, its connections.
struct PartyComparison {
  private let context: ComparisonContext
  private let a: ComparedParty
  private let b: ComparedParty
  private let title: String
  private(set) var result = Comparison()
  /// For each server its attributes by handle, made on demand.
  private var handles: [HandleKey: [UInt16: Int32]] = [:]

  private var sides: Sides { context.sides }
  private var selection: EventSelection { context.selection }
  private var expected: ComparedSide { context.expected }
  private var actual: ComparedSide { context.actual }

  init(_ context: ComparisonContext, _ a: ComparedParty, _ b: ComparedParty) {
    self.context = context
    self.a = a
    self.b = b
    // For a connection recorded at both ends, the peripheral's name.
    title = a.host == b.host || a.host == .central ? a.title : b.title
  }

  /// Why both are taken for the same device, where that is not certain.
  mutating func reportPairing(_ ambiguous: [String]) {
    if !ambiguous.isEmpty {
      let names = ambiguous.prefix(4).joined(separator: ", ")
      let more = ambiguous.count > 4 ? " and \(ambiguous.count - 4) more" : ""
      result.differences.append(
        Difference(
          .changed, .fact, device: title, subject: "device",
          "paired with \(b.title) by order; equally similar: \(names)\(more) (--map pairs them)")
      )
    } else if a.host == b.host, let name = a.name, let other = b.name, name != other {
      result.differences.append(
        Difference(
          .changed, .fact, device: title, subject: "device", "compared with \(other)"))
    }
  }

  /// - isIdentified: both are known to be the same device.
  mutating func compare(isIdentified: Bool) {
    compareAdvertising(isIdentified)
    compareTrees()
    compareConnections()
    reportAddresses()
  }

  /// Several changing addresses may belong to several devices with one name, which may explain a
  /// difference.
  private mutating func reportAddresses() {
    guard result.differences.contains(where: { $0.weight == .difference }) else { return }
    for (side, party) in [(Side.expected, a), (.actual, b)] {
      let count = Set(party.devices).count
      guard count > 1 else { continue }
      result.differences.append(
        Difference(
          .changed, .fact, device: title, subject: "device",
          "\(count) private addresses on the \(side.rawValue) side count as one device:"
            + " nothing distinguishes them"))
    }
  }

  // MARK: Advertising

  private mutating func compareAdvertising(_ isIdentified: Bool) {
    // Recorded at opposite ends, each side heard another device.
    guard selection.contains(.advertisement), a.host == b.host else { return }
    let rules = ValueRules(sides.options, uuids: [])
    let was = AdvertisingComparison.heard(
      of: expected, advertisements: context.heard(a, side: .expected), rules: rules)
    let new = AdvertisingComparison.heard(
      of: actual, advertisements: context.heard(b, side: .actual), rules: rules)
    if was.count == 0, new.count == 0 { return }
    if was.count == 0 || new.count == 0, !(a.connections.isEmpty && b.connections.isEmpty) {
      // A host that connects from a filter accept list need not hear it first.
      return
    }
    // What a device advertises is compared with its own: another one may be a stranger.
    guard isIdentified, a.isOneDevice, b.isOneDevice else {
      result.differences.append(
        Difference(
          .changed, .fact, device: title, subject: AdvertisingComparison.subject,
          "not compared: nothing shows that both sides heard the same device"))
      return
    }
    var comparison = AdvertisingComparison(
      expected, actual, selection: selection, rules: rules, device: title)
    comparison.compare(was, new: new)
    result.differences += comparison.differences
    result.subjects.append(
      Comparison.Subject(
        device: title, subject: AdvertisingComparison.subject, expected: was.count,
        actual: new.count))
  }

  // MARK: Attributes

  private mutating func compareTrees() {
    let first = expected.trees(
      a.connections, selection: selection, numbering: context.numbering, side: .expected)
    let second = actual.trees(
      b.connections, selection: selection, numbering: context.numbering, side: .actual)
    for server in [LinkRole.peripheral, .central] {
      let was = server == .central ? first.central : first.peripheral
      let new = server == .central ? second.central : second.peripheral
      if was.isEmpty, new.isEmpty { continue }
      let subject = server == .peripheral ? "tree" : "tree of the central"
      let used = (
        expected.isUsed(a.connections, server: server), actual.isUsed(b.connections, server: server)
      )
      let comparison = TreeComparison(
        TreeComparison.View(
          side: expected, tree: was, hasGaps: expected.mayMissAttributes(a.connections),
          isLate: !expected.hasBegins(a.connections), isCut: !used.0 && used.1),
        TreeComparison.View(
          side: actual, tree: new, hasGaps: actual.mayMissAttributes(b.connections),
          isLate: !actual.hasBegins(b.connections), isCut: !used.1 && used.0),
        sides: sides, selection: selection, numbering: context.numbering, device: title,
        subject: subject)
      result.differences += comparison.differences
      result.subjects.append(
        Comparison.Subject(
          device: title, subject: subject, expected: was.order.count + was.includes.count,
          actual: new.order.count + new.includes.count))
    }
  }

  // MARK: Connections

  private mutating func compareConnections() {
    let pairing = ConnectionPairing(
      a.connections, b.connections, expected, actual, context.numbering)
    if pairing.isCoarse {
      result.limits.append(
        "\(title): \(a.connections.count) and \(b.connections.count) connections are too many to "
          + "find the most alike, so that they are compared in order")
    }
    let isOne = max(a.connections.count, b.connections.count) == 1
    for (place, pair) in pairing.pairs.enumerated() {
      let subject = isOne ? "connection" : "connection \(place + 1)"
      guard let first = pair.expected, let second = pair.actual else {
        lone(pair, subject: subject)
        continue
      }
      compare(
        expected.connections[first], second: actual.connections[second], subject: subject,
        isOne: isOne)
    }
  }

  /// A connection that only one side has.
  private mutating func lone(_ pair: ConnectionPairing.Pair, subject: String) {
    let side: Side = pair.expected == nil ? .actual : .expected
    let (own, other) = side == .expected ? (expected, actual) : (actual, expected)
    guard let place = pair.expected ?? pair.actual else { return }
    let connection = own.connections[place]
    if connection.isRemainder { return }
    let isSelected =
      selection.contains(.connected)
      || own.items(connection).contains { selection.contains(own[$0], in: own.timeline) }
    guard isSelected else { return }
    var difference = Difference(
      side == .expected ? .missing : .extra,
      other.mayMiss([connection]) ? .notObserved : .difference, device: title, subject: subject,
      "\(subject) with \(connection.operations) operation\(connection.operations == 1 ? "" : "s")")
    let evidence = own.timeline.evidence(at: connection.begin ?? own.items(connection).first)
    if side == .expected { difference.expected = evidence } else { difference.actual = evidence }
    result.differences.append(difference)
    result.subjects.append(
      Comparison.Subject(
        device: title, subject: subject, expected: side == .expected ? 1 : 0,
        actual: side == .actual ? 1 : 0))
  }

  private mutating func compare(
    _ first: ComparedConnection, second: ComparedConnection, subject: String, isOne: Bool
  ) {
    result.subjects.append(
      Comparison.Subject(device: title, subject: subject, expected: 1, actual: 1))
    let was = ServerSequences(expected, first, selection, context.numbering, .expected)
    let new = ServerSequences(actual, second, selection, context.numbering, .actual)
    for server in [LinkRole.peripheral, .central] {
      compare(was[server], new: new[server], server: server, connection: isOne ? nil : subject)
    }
    var facts = ConnectionFacts(
      expected, actual, selection: selection, device: title, subject: subject)
    facts.compare((first, second))
    result.differences += facts.differences
    guard selection.link else { return }
    var link = LinkFacts(expected, actual, selection: selection, device: title)
    link.compare(first, second, subject: subject)
    result.differences += link.differences
    result.subjects += link.subjects
  }

  private mutating func compare(
    _ was: ServerSequence, new: ServerSequence, server: LinkRole, connection: String?
  ) {
    if was.items.isEmpty, new.items.isEmpty { return }
    let was = resolved(was, server: server, which: .expected)
    let new = resolved(new, server: server, which: .actual)
    let numbered = AttributesWithoutUUID(was, new, sides, context.numbering)
    for side in Side.allCases {
      let titles = numbered.matched.filter { $0.side == side }.map(\.title)
      guard !titles.isEmpty else { continue }
      let shown = titles.prefix(4).joined(separator: ", ")
      let more = titles.count > 4 ? " and \(titles.count - 4) more" : ""
      result.differences.append(
        Difference(
          .changed, .notObserved, device: title, subject: connection ?? "connection",
          "the \(side.rawValue) side has no UUID of \(shown)\(more): matched by the order of use"))
    }
    let findings = compareSequences(
      SequenceInput(
        sides: sides, device: title, connection: connection, attributes: numbered.attributes,
        expected: numbered.expected, actual: numbered.actual))
    result.differences += findings.differences
    result.subjects += findings.subjects
    for limit in findings.limits where !result.limits.contains(limit) {
      result.limits.append(limit)
    }
  }

  /// With the attributes that were discovered only after their first use.
  private mutating func resolved(
    _ sequence: ServerSequence, server: LinkRole, which: Side
  ) -> ServerSequence {
    guard sequence.attributes.contains(where: { $0 < 0 }) else { return sequence }
    let side = which == .expected ? expected : actual
    let key = HandleKey(side: which, server: server)
    let known =
      handles[key]
      ?? side.attributesByHandle(
        (which == .expected ? a : b).connections, server: server,
        numbers: context.numbering.numbers(of: which))
    handles[key] = known
    var sequence = sequence
    sequence.resolve(known, timeline: side.timeline)
    return sequence
  }

  private struct HandleKey: Hashable {
    var side: Side
    var server: LinkRole
  }
}

extension ComparedSide {
  /// Whether the recording has the start of each.
  func hasBegins(_ connections: [Int]) -> Bool {
    connections.allSatisfy { self.connections[$0].begin != nil }
  }

  /// Whether packets were lost while attributes were discovered: from the start of a connection to
  /// the first use of an attribute after discovery.
  func mayMissAttributes(_ connections: [Int]) -> Bool {
    if connections.contains(where: { self.connections[$0].isHidden }) { return true }
    return connections.contains { place in
      let connection = self.connections[place]
      let items = items(connection)
      guard let first = items.first,
        let last = items.lastIndex(where: { self[$0].kind.isDiscovery })
      else { return false }
      let use = items[last...].first { self[$0].kind.isValue || self[$0].kind == .attError }
      return !losses(of: connection, first: first, last: use ?? .max).isEmpty
    }
  }

  /// Whether packets were lost during a connection.
  func hasLosses(in connection: ComparedConnection) -> Bool {
    if connection.isHidden { return true }
    guard let first = items(connection).first else { return false }
    return !losses(of: connection, first: first, last: connection.end ?? .max).isEmpty
  }

  /// Whether enough was lost to hide whole connections of the other side.
  func mayMiss(_ connections: [ComparedConnection]) -> Bool {
    let packets = connections.reduce(0) { sum, connection in
      sum + connection.operations + (connection.begin == nil ? 0 : 1)
        + (connection.end == nil ? 0 : 1)
    }
    return mayMiss(packets: packets)
  }

  func mayMiss(packets: Int) -> Bool {
    guard !losses.isEmpty else { return false }
    let lost = losses.reduce(0.0) { $0 + (timeline.number(.event.lost, of: self[$1]) ?? 0) }
    return lost >= Double(packets)
  }

  /// Whether anything but discovery was done at a server.
  func isUsed(_ connections: [Int], server: LinkRole) -> Bool {
    connections.contains { place in
      let connection = self.connections[place]
      guard connection.operations > 0 else { return false }
      return items(connection).contains { index in
        self[index].kind.isValue && timeline.server(of: self[index]) == server
      }
    }
  }
}
