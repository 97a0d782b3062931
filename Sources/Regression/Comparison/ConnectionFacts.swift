import ATTDissector
import Bytes
import GATTSession

/// Compares why a connection ended, what security it had, and what was malformed.
struct ConnectionFacts {
  let expected: ComparedSide
  let actual: ComparedSide
  let selection: EventSelection
  let device: String?
  let subject: String
  private(set) var differences: [Difference] = []

  init(
    _ expected: ComparedSide, _ actual: ComparedSide, selection: EventSelection,
    device: String?, subject: String
  ) {
    self.expected = expected
    self.actual = actual
    self.selection = selection
    self.device = device
    self.subject = subject
  }

  mutating func compare(_ pair: (expected: ComparedConnection, actual: ComparedConnection)) {
    if selection.contains(.security) { compareSecurity(pair.expected, pair.actual) }
    if selection.contains(.malformed) { compareMalformed(pair.expected, pair.actual) }
    if selection.contains(.disconnected) { compareEnds(pair.expected, pair.actual) }
    // With link facts they are compared like all requests.
    if !selection.link, selection.contains(.attError) { compareStacks(pair.expected, pair.actual) }
  }

  private mutating func add(
    _ kind: Difference.Kind, weight: Difference.Weight, message: String,
    expectedItem: UInt32?, actualItem: UInt32?
  ) {
    var difference = Difference(kind, weight, device: device, subject: subject, message)
    difference.expected = expected.timeline.evidence(at: expectedItem)
    difference.actual = actual.timeline.evidence(at: actualItem)
    differences.append(difference)
  }

  // MARK: The end

  private mutating func compareEnds(_ a: ComparedConnection, _ b: ComparedConnection) {
    guard let first = a.end, let second = b.end else {
      if a.end == nil, b.end == nil { return }
      let side = a.end == nil ? "expected" : "actual"
      add(
        a.end == nil ? .extra : .missing, weight: .notObserved,
        message: "end of the connection: not in the \(side) recording", expectedItem: a.end,
        actualItem: b.end)
      return
    }
    let was = DisconnectReason(expected.timeline, expected[first], a)
    let new = DisconnectReason(actual.timeline, actual[second], b)
    let isOfOneSide = a.host == b.host && a.isOverheard == b.isOverheard
    let isSame = was.isSame(
      as: new, byToo: isOfOneSide && selection.contains(key: "by"),
      reasonToo: selection.contains(key: "reason") && selection.contains(key: "reason_code"))
    guard !isSame else { return }
    add(
      .changed, weight: .difference, message: "disconnected: \(was.words) became \(new.words)",
      expectedItem: first, actualItem: second)
  }

  // MARK: What stacks do by themselves

  /// Refused MTU exchanges and discoveries, which come when a stack likes: facts.
  private mutating func compareStacks(_ a: ComparedConnection, _ b: ComparedConnection) {
    let first = ofStack(expected, connection: a)
    let second = ofStack(actual, connection: b)
    for words in Set(first.keys).union(second.keys).sorted() {
      let (was, new) = (first[words], second[words])
      guard was?.count ?? 0 != new?.count ?? 0 else { continue }
      let isMore = (new?.count ?? 0) > (was?.count ?? 0)
      add(
        isMore ? .extra : .missing, weight: .fact,
        message: was == nil || new == nil
          ? words : "\(words), \(was?.count ?? 0) became \(new?.count ?? 0)",
        expectedItem: was?.first, actualItem: new?.first)
    }
  }

  private func ofStack(
    _ side: ComparedSide, connection: ComparedConnection
  ) -> [String: Group] {
    var groups: [String: Group] = [:]
    for index in side.items(connection) where side.timeline.isOfStack(side[index]) {
      groups[ValueWords.text(of: side[index], side: side.timeline), default: Group(first: index)]
        .count += 1
    }
    return groups
  }

  // MARK: Malformed

  private mutating func compareMalformed(_ a: ComparedConnection, _ b: ComparedConnection) {
    let first = malformed(expected, connection: a)
    let second = malformed(actual, connection: b)
    for (key, items) in first.sorted(by: { $0.value.first < $1.value.first }) {
      let count = second[key]?.count ?? 0
      guard items.count > count else { continue }
      add(
        .missing, weight: .difference,
        message: words(of: expected, group: items, count: items.count - count),
        expectedItem: items.first, actualItem: nil)
    }
    for (key, items) in second.sorted(by: { $0.value.first < $1.value.first }) {
      let count = first[key]?.count ?? 0
      guard items.count > count else { continue }
      add(
        .extra, weight: .difference,
        message: words(of: actual, group: items, count: items.count - count), expectedItem: nil,
        actualItem: items.first)
    }
  }

  private struct Group {
    var first: UInt32
    var count = 0
  }

  /// Compares malformed PDUs by sender and opcode: the bytes have no known meaning, and may contain handles.
  private func malformed(
    _ side: ComparedSide, connection: ComparedConnection
  ) -> [String: Group] {
    var groups: [String: Group] = [:]
    for index in side.items(connection) where side[index].kind == .malformed {
      let item = side[index]
      let sender = item.from.map { String(describing: $0.name) } ?? ""
      let opcode = side.timeline.code(.event.opcode, of: item).map { String($0) } ?? ""
      groups["\(sender) \(opcode)", default: Group(first: index)].count += 1
    }
    return groups
  }

  private func words(of side: ComparedSide, group: Group, count: Int) -> String {
    let item = side[group.first]
    let text = item.text.isEmpty ? "" : ": \(side.timeline.string(item.text))"
    return count == 1 ? "malformed\(text)" : "malformed, \(count) times\(text)"
  }

  // MARK: Security

  private mutating func compareSecurity(_ a: ComparedConnection, _ b: ComparedConnection) {
    let first = SecurityOutcome.all(expected, connection: a)
    let second = SecurityOutcome.all(actual, connection: b)
    // A sniffer does not see all of it, and not every recording has the start.
    let seesFirst = a.begin != nil && !a.isOverheard && !expected.hasLosses(in: a)
    let seesSecond = b.begin != nil && !b.isOverheard && !actual.hasLosses(in: b)
    for step in SecurityOutcome.align(first, second) {
      switch step {
      case .both(let was, let new):
        let changes = was.changes(to: new, selection: selection)
        guard !changes.isEmpty else { continue }
        add(
          .changed, weight: .difference,
          message: "security: \(was.title): \(changes.joined(separator: ", "))",
          expectedItem: was.item, actualItem: new.item)
      case .expected(let was):
        let ended = b.end != nil || second.count > 0
        add(
          .missing, weight: seesSecond && ended ? .difference : .notObserved,
          message: "security: \(was.words)",
          expectedItem: was.item, actualItem: nil)
      case .actual(let new):
        let ended = a.end != nil || first.count > 0
        add(
          .extra, weight: seesFirst && ended ? .difference : .notObserved,
          message: "security: \(new.words)", expectedItem: nil,
          actualItem: new.item)
      }
    }
  }
}
