import ATTDissector
import GATTSession

/// Compares link parameters, if requested: MTU, connection parameters, PHY, data length.
///
/// Compares the states that each went through, not when.
struct LinkFacts {
  private let expected: ComparedSide
  private let actual: ComparedSide
  private let selection: EventSelection
  private let device: String?
  private(set) var differences: [Difference] = []
  private(set) var subjects: [Comparison.Subject] = []

  init(
    _ expected: ComparedSide, _ actual: ComparedSide, selection: EventSelection, device: String?
  ) {
    self.expected = expected
    self.actual = actual
    self.selection = selection
    self.device = device
  }

  private enum Fact: CaseIterable {
    case mtu, parameters, phy, dataLength

    var kinds: [EventKind] {
      switch self {
      case .mtu: [.mtu]
      case .parameters: [.connected, .connectionUpdated]
      case .phy: [.phyUpdated]
      case .dataLength: [.dataLength]
      }
    }

    var title: String {
      switch self {
      case .mtu: "ATT MTU"
      case .parameters: "connection parameters"
      case .phy: "PHY"
      case .dataLength: "data length"
      }
    }

    /// - connection: in words; no number if there is just one.
    func subject(of connection: String) -> String {
      connection == "connection" ? title : "\(title) of \(connection)"
    }

    var keys: [(key: String, title: String, unit: String)] {
      switch self {
      case .mtu: [("mtu", "", ""), ("client_mtu", "client ", ""), ("server_mtu", "server ", "")]
      case .parameters:
        [
          ("interval_ms", "interval ", " ms"), ("peripheral_latency", "latency ", ""),
          ("supervision_timeout_ms", "time-out ", " ms"), ("subrate_factor", "subrate factor ", ""),
          ("initiator_ch_sel", "ChSel of the initiator ", ""),
          ("advertiser_ch_sel", "ChSel of the advertiser ", ""),
        ]
      case .phy: [("tx_phy", "TX ", ""), ("rx_phy", "RX ", "")]
      case .dataLength:
        [
          ("tx_octets", "TX ", " octets"), ("tx_time_us", "TX ", " us"),
          ("rx_octets", "RX ", " octets"), ("rx_time_us", "RX ", " us"),
        ]
      }
    }
  }

  private struct State {
    var words: [String: String]
    var item: UInt32
  }

  mutating func compare(
    _ a: ComparedConnection, _ b: ComparedConnection, subject: String
  ) {
    for fact in Fact.allCases where fact.kinds.contains(where: { selection.contains($0) }) {
      let first = states(fact, side: expected, connection: a, swaps: false)
      // What one host sends, the other receives.
      let second = states(fact, side: actual, connection: b, swaps: a.host != b.host)
      if first.isEmpty, second.isEmpty { continue }
      subjects.append(
        Comparison.Subject(
          device: device, subject: fact.subject(of: subject), expected: first.count,
          actual: second.count))
      compare(fact, first: first, second: second, a, b, subject: subject)
    }
  }

  private mutating func compare(
    _ fact: Fact, first: [State], second: [State], _ a: ComparedConnection,
    _ b: ComparedConnection, subject: String
  ) {
    let keys = fact.keys.filter { selection.contains(key: $0.key) }.map(\.key)
    let isSame =
      first.count == second.count
      && zip(first, second).allSatisfy { was, new in
        keys.allSatisfy { key in
          guard let old = was.words[key], let new = new.words[key] else { return true }
          return old == new
        }
      }
    if isSame { return }
    // Where the states start to differ.
    var place = 0
    while place < first.count, place < second.count,
      keys.allSatisfy({ first[place].words[$0] == second[place].words[$0] })
    {
      place += 1
    }
    let isSeen =
      a.begin != nil && b.begin != nil && (second.count >= first.count || b.end != nil)
      && (first.count >= second.count || a.end != nil) && !a.isHidden && !b.isHidden
    // For single states, only what differs.
    var reported = Set(fact.keys.map(\.key))
    if let was = first.first, let new = second.first, first.count == 1, second.count == 1 {
      reported = Set(keys.filter { was.words[$0] != new.words[$0] })
    }
    var difference = Difference(
      .changed, isSeen || (!first.isEmpty && !second.isEmpty) ? .difference : .notObserved,
      device: device, subject: fact.subject(of: subject),
      "\(words(of: fact, states: first, reported: reported)) became \(words(of: fact, states: second, reported: reported))"
    )
    difference.expected = expected.timeline.evidence(
      at: (first.indices.contains(place) ? first[place] : first.last)?.item)
    difference.actual = actual.timeline.evidence(
      at: (second.indices.contains(place) ? second[place] : second.last)?.item)
    differences.append(difference)
  }

  private func states(
    _ fact: Fact, side: ComparedSide, connection: ComparedConnection, swaps: Bool
  ) -> [State] {
    var states: [State] = []
    for index in side.items(connection) where fact.kinds.contains(side[index].kind) {
      let item = side[index]
      let members = side.timeline.members(of: item.own)
      // An MTU of another channel is a separate fact.
      if members.contains(where: { $0.key == .event.l2capChannel }) { continue }
      var state = State(words: [:], item: index)
      for member in members {
        let name = member.key.description
        let key = swaps ? Self.swapped(name) : name
        // What is ignored makes no state of its own.
        guard fact.keys.contains(where: { $0.key == name }), selection.contains(key: key) else {
          continue
        }
        state.words[key] = side.timeline.words(of: member.value)
      }
      if !state.words.isEmpty, states.last?.words != state.words { states.append(state) }
    }
    return states
  }

  private static func swapped(_ key: String) -> String {
    if key.hasPrefix("tx_") { return "rx_" + key.dropFirst(3) }
    if key.hasPrefix("rx_") { return "tx_" + key.dropFirst(3) }
    return key
  }

  /// The states in order; of many, the first and the last.
  private func words(of fact: Fact, states: [State], reported: Set<String>) -> String {
    if states.isEmpty { return "none" }
    let words = states.map { state in
      fact.keys.compactMap { key, title, unit in
        reported.contains(key) ? state.words[key].map { title + $0 + unit } : nil
      }.joined(separator: ", ")
    }
    if words.count <= 4 { return words.joined(separator: " -> ") }
    return "\(words[0]) -> \(words[1]) -> ... -> \(words[words.count - 1]) (\(words.count) states)"
  }
}
