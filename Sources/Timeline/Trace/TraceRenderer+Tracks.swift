import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// Tracks: made when something first happens on them.
extension TraceRenderer {
  func makeTrack(
    in parent: UInt64?, rank: Int, hasChildren: Bool = false, isCounter: Bool = false,
    unit: FieldUnit = .none
  ) -> UInt64 {
    lastTrack += 1
    trace.track(
      lastTrack, in: parent, named: text.bytes, rank: rank, hasChildren: hasChildren,
      isCounter: isCounter, unit: unit, to: out)
    return lastTrack
  }

  func makeTrack(
    in parent: UInt64?, named name: StaticString, rank: Int, isCounter: Bool = false,
    unit: FieldUnit = .none
  ) -> UInt64 {
    text.removeAll()
    text.append(name)
    return makeTrack(in: parent, rank: rank, isCounter: isCounter, unit: unit)
  }

  /// - Returns: `nil` if there are too many.
  func device(
    _ address: BluetoothAddress?, peer: Peer?, limit: Int = TraceRenderer.advertiserLimit
  ) -> TracedDevice? {
    // Whether an address is an identity may be learned later.
    let key = address?.deviceKey ?? .max
    if let known = devices[key] {
      if let peer { known.peer = peer }
      return known
    }
    guard devices.count < limit else { return nil }
    lastTrack += 1
    let made = TracedDevice(lastTrack, address)
    made.peer = peer
    devices[key] = made
    deviceOrder.append(made)
    return made
  }

  func tracks(of connection: Connection, address: BluetoothAddress?) -> TracedConnection? {
    if let known = connections[connection.ordinal] { return known }
    if connections.count >= connectionLimit { letGoEnded() }
    guard let device = device(address, peer: connection.peer, limit: SessionLimits.devices) else {
      return nil
    }
    let begin = stamp(connection.startTime)
    let made = TracedConnection(
      connection, device, linkTrack(of: device, from: begin), begin: begin)
    connections[connection.ordinal] = made
    return made
  }

  /// The track for a connection that begins, until it ends.
  func linkTrack(of device: TracedDevice, from begin: UInt64) -> UInt64 {
    if let known = device.links.track(from: begin, to: .max) { return known }
    let made = makeTrack(in: device.uuid, named: "connections", rank: Self.firstConnection)
    device.links.add(made, until: .max)
    return made
  }

  /// The places of the tracks of a device.
  private static let firstConnection = 2
  static let firstLane = firstConnection + 1
  static let firstCounter = 1 << 25

  private func letGoEnded() {
    for (ordinal, tracks) in connections.sorted(by: { $0.key < $1.key })
    where !tracks.connection.isOpen {
      end(tracks)
      connections[ordinal] = nil
    }
    connectionLimit = connections.count + Self.keptConnections
  }

  /// The track for a slice of a connection.
  func track(
    _ tracks: TracedConnection, key: TracedConnection.LaneKey, from begin: UInt64,
    to end: UInt64
  ) -> UInt64 {
    let (device, index) = lane(tracks, key: key)
    if let known = device.lanes[index].lane.track(from: begin, to: end) { return known }
    let made = makeTrack(device, key: device.lanes[index].key)
    device.lanes[index].lane.add(made, until: max(begin, end))
    return made
  }

  /// The track for what has no duration.
  func track(_ tracks: TracedConnection, key: TracedConnection.LaneKey) -> UInt64 {
    let (device, index) = lane(tracks, key: key)
    if let known = device.lanes[index].lane.first { return known }
    let made = makeTrack(device, key: device.lanes[index].key)
    device.lanes[index].lane.add(made)
    return made
  }

  private func lane(
    _ tracks: TracedConnection, key: TracedConnection.LaneKey
  ) -> (device: TracedDevice, index: Int) {
    var key = key
    key.host = tracks.connection.role
    return (tracks.device, tracks.device.lane(key))
  }

  private func makeTrack(_ device: TracedDevice, key: TracedDevice.LaneKey) -> UInt64 {
    text.removeAll()
    key.name(to: &text)
    return makeTrack(in: device.uuid, rank: Self.firstLane + key.rank)
  }

  /// What happens on no connection: the track of its adapter.
  func groundTrack(_ adapter: UInt16?) -> UInt64 {
    guard let adapter, adapters[adapter] != nil || adapters.count < SessionLimits.adapters else {
      if let ground { return ground }
      let made = makeTrack(in: nil, named: "capture", rank: 0)
      ground = made
      return made
    }
    if let known = adapters[adapter] { return known }
    text.removeAll()
    text.append("hci")
    text.append(decimal: UInt64(adapter))
    let made = makeTrack(in: nil, rank: 0)
    adapters[adapter] = made
    return made
  }
}
