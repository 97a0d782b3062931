import ATTDissector
import Bytes
import GATTSession

/// One side of a comparison, in order: its connections, and with whom.
///
/// Items are grouped by counting: a million of them cost 4 bytes each.
struct ComparedSide: Sendable {
  let timeline: RecordedTimeline
  /// Indices of the items of connections, grouped by connection and in order.
  private(set) var order: [UInt32] = []
  private(set) var connections: [ComparedConnection] = []
  /// The connected devices, in order of the first connection.
  private(set) var parties: [ComparedParty] = []
  /// For each peer, the lowest one that is the same device.
  private(set) var devices: [Int32]
  /// Items of connections that were never established.
  private(set) var attempts: [UInt32] = []
  /// Items before which the recorder lost packets.
  private(set) var losses: [UInt32] = []
  /// Items before which the sniffer missed something, by the ordinal of their overheard connection.
  private(set) var unheard: [UInt32: [UInt32]] = [:]
  /// Items that are advertisements, scanning, or the host's own advertising.
  private(set) var advertisements: [UInt32] = []
  private(set) var hostStates: [UInt32] = []

  init(_ timeline: RecordedTimeline) {
    self.timeline = timeline
    devices = timeline.peers.indices.map { Int32(clamping: $0) }
    group()
    for peer in devices.indices { devices[peer] = Int32(clamping: root(peer)) }
    for connection in connections where connection.isAttempt {
      if let end = connection.end { attempts.append(end) }
    }
    connections.removeAll { $0.isAttempt }
    // A method of the side that changes one of them in its place would copy them all.
    connections = connections.map { complete($0) }
    parties = Self.parties(in: timeline, devices: devices, connections: connections)
  }

  func items(_ connection: ComparedConnection) -> ArraySlice<UInt32> { order[connection.items] }

  /// Items before which something of a connection may be missing, from one to another.
  func losses(of connection: ComparedConnection, first: UInt32, last: UInt32) -> [UInt32] {
    let own = unheard[connection.ordinal] ?? []
    return (losses.between(first, last: last) + own.between(first, last: last)).sorted()
  }

  subscript(index: UInt32) -> TimelineItem { timeline.items[Int(index)] }

  // MARK: Grouping

  private mutating func group() {
    var places: [UInt32: Int] = [:]
    var counts: [Int] = []
    for (index, item) in timeline.items.enumerated() {
      let number = UInt32(clamping: index)
      guard item.connection > 0 else {
        note(item, number: number)
        continue
      }
      let place: Int
      if let known = places[item.connection] {
        place = known
      } else {
        place = connections.count
        places[item.connection] = place
        connections.append(ComparedConnection(ordinal: item.connection))
        counts.append(0)
      }
      counts[place] += 1
      see(item, number: number, place: place)
    }
    // The first event of a connection may come after one of a later connection.
    let order = connections.indices.sorted { connections[$0].ordinal < connections[$1].ordinal }
    connections = order.map { connections[$0] }
    for (place, connection) in connections.enumerated() { places[connection.ordinal] = place }
    place(order.map { counts[$0] }, places: places)
  }

  /// Groups the items by connection.
  private mutating func place(_ counts: [Int], places: [UInt32: Int]) {
    var starts: [Int] = []
    starts.reserveCapacity(counts.count)
    var sum = 0
    for count in counts {
      starts.append(sum)
      sum += count
    }
    order = Array(repeating: 0, count: sum)
    var next = starts
    for (index, item) in timeline.items.enumerated() {
      guard item.connection > 0, let place = places[item.connection] else { continue }
      order[next[place]] = UInt32(clamping: index)
      next[place] += 1
    }
    for index in connections.indices {
      connections[index].items = starts[index]..<(starts[index] + counts[index])
    }
  }

  /// An event of no connection.
  private mutating func note(_ item: TimelineItem, number: UInt32) {
    switch item.kind {
    case .disconnected: attempts.append(number)
    case .advertisement: advertisements.append(number)
    case .scan, .advertising: hostStates.append(number)
    case .note:
      if timeline.has(.event.lost, item: item) { losses.append(number) }
    default: break
    }
  }

  /// An event of a connection.
  private mutating func see(_ item: TimelineItem, number: UInt32, place: Int) {
    var connection = connections[place]
    defer { connections[place] = connection }
    // What a sniffer heard of the versions has the address of the one that has it: of either side.
    let isOfEither =
      connection.isOverheard && item.kind == .note && timeline.has(.event.versionCode, item: item)
    if !isOfEither, let peer = timeline.peer(of: item) {
      if connection.device >= 0 { unite(Int(connection.device), peer) }
      connection.device = Int32(clamping: peer)
    }
    switch item.kind {
    case .connected:
      guard connection.begin == nil else { break }
      connection.begin = number
      if let role: LinkRole = timeline.word(.event.role, of: item) {
        connection.host = role
      } else {
        connection.isOverheard = true
      }
    case .disconnected:
      connection.end = number
      if timeline.failedToBeEstablished(item) { connection.failedToStand = true }
    case .note:
      guard !item.own.isEmpty else { break }
      if timeline.has(.event.lost, item: item) {
        if connection.isOverheard {
          unheard[connection.ordinal, default: []].append(number)
        } else {
          losses.append(number)
        }
      }
      if timeline.has(.event.unreadableFromCentral, item: item) { connection.isHidden = true }
      if timeline.has(.event.goesOn, item: item) { connection.end = nil }
      connection.host = connection.host ?? timeline.word(.event.role, of: item)
    case .advertising, .scan, .adapter: break
    case .service, .include, .characteristic, .descriptor: connection.discoveries += 1
    case .read, .write, .writeCommand, .notification, .indication, .attError:
      connection.operations += 1
    default: break
    }
  }

  // MARK: Devices

  /// The lowest peer that is the same device. Shortens the path, so that no chain grows long.
  private mutating func root(_ peer: Int) -> Int {
    var place = peer
    while devices.indices.contains(place), Int(devices[place]) != place {
      let next = Int(devices[place])
      devices[place] = devices[next]
      place = next
    }
    return place
  }

  private mutating func unite(_ a: Int, _ b: Int) {
    let (first, second) = (root(a), root(b))
    let (low, high) = (min(first, second), max(first, second))
    if low != high, devices.indices.contains(high) { devices[high] = Int32(clamping: low) }
  }

  /// The device of a peer.
  func device(_ peer: Int) -> Int32 { devices.indices.contains(peer) ? devices[peer] : -1 }

  /// A connection with its device, as known at the end.
  private func complete(_ connection: ComparedConnection) -> ComparedConnection {
    var connection = connection
    if connection.device >= 0 { connection.device = device(Int(connection.device)) }
    // A sniffer reports the peripheral as the peer.
    if connection.isOverheard { connection.host = .central }
    return connection
  }
}
