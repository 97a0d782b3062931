import GATTSession

/// The connections of a timeline that a baseline keeps: those that were established.
struct BaselineConnections {
  private struct Connection {
    var ordinal: UInt32
    /// The first and the last item of the connection.
    var first: UInt32
    var last: UInt32
    var hasEnd = false
    /// Values, errors and discovered attributes.
    var events = 0
    var failedToStand = false
    var devices: Set<Int32> = []
    /// Its number in the baseline; 0: left out.
    var number: UInt32 = 0
  }

  private var connections: [Connection] = []
  private var places: [UInt32: Int] = [:]
  /// Each device of each connection, as first seen.
  private var meetings: [(device: Int32, place: Int)] = []
  /// The devices of the connections that are in the baseline, in the order of their first one.
  private(set) var devices: [Int32] = []

  init(_ timeline: RecordedTimeline, _ peers: BaselinePeers) {
    for (index, item) in timeline.items.enumerated() where item.isOfConnection {
      let place = self.place(of: item.connection, item: UInt32(clamping: index))
      connections[place].last = UInt32(clamping: index)
      let device = peers[item.peer]
      if device >= 0, connections[place].devices.insert(device).inserted {
        meetings.append((device, place))
      }
      switch item.kind {
      case .disconnected:
        connections[place].hasEnd = true
        if timeline.failedToBeEstablished(item) { connections[place].failedToStand = true }
      case .note where timeline.has(.event.goesOn, item: item): connections[place].hasEnd = false
      case .attError: connections[place].events += 1
      default: if item.kind.isValue || item.kind.isDiscovery { connections[place].events += 1 }
      }
    }
    number { _ in true }
  }

  private mutating func place(of ordinal: UInt32, item: UInt32) -> Int {
    if let known = places[ordinal] { return known }
    places[ordinal] = connections.count
    connections.append(Connection(ordinal: ordinal, first: item, last: item))
    return connections.count - 1
  }

  var isEmpty: Bool { devices.isEmpty && !connections.contains { $0.number > 0 } }

  /// Keeps only those of some devices.
  mutating func select(_ wanted: Set<Int32>) {
    number { !$0.devices.isDisjoint(with: wanted) }
    devices.removeAll { !wanted.contains($0) }
  }

  /// Numbers those that were established and are wanted, by ordinal.
  private mutating func number(where isWanted: (Connection) -> Bool) {
    var number: UInt32 = 0
    let order = connections.indices.sorted { connections[$0].ordinal < connections[$1].ordinal }
    for place in order {
      let stood = !connections[place].failedToStand || connections[place].events > 0
      let isKept = stood && isWanted(connections[place])
      if isKept { number += 1 }
      connections[place].number = isKept ? number : 0
    }
    var met: Set<Int32> = []
    devices = []
    for meeting in meetings where connections[meeting.place].number > 0 {
      if met.insert(meeting.device).inserted { devices.append(meeting.device) }
    }
  }

  /// The number of a connection in the baseline; 0: left out.
  func number(of ordinal: UInt32) -> UInt32 {
    places[ordinal].map { connections[$0].number } ?? 0
  }

  /// The most open connections that a loss of packets is reported for.
  private static let maximumAround = 64

  /// The connections open at an item, up to that number.
  func around(_ item: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    for connection in connections where connection.number > 0 {
      guard connection.first < item, !connection.hasEnd || item < connection.last else { continue }
      found.append(connection.number)
      if found.count == Self.maximumAround { break }
    }
    return found
  }
}
