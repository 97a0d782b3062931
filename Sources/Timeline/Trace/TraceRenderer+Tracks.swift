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
    _ address: BluetoothAddress?, _ peer: Peer?, limit: Int = TraceRenderer.advertiserLimit
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

  func tracks(of connection: Connection, _ address: BluetoothAddress?) -> TracedConnection? {
    if let known = connections[connection.ordinal] { return known }
    if connections.count >= connectionLimit { letGoEnded() }
    guard let device = device(address, connection.peer, limit: SessionLimits.devices) else {
      return nil
    }
    text.removeAll()
    text.append("connection ")
    text.append(decimal: connection.ordinal)
    let uuid = makeTrack(
      in: device.uuid, rank: Self.firstConnection + connection.ordinal, hasChildren: true)
    let made = TracedConnection(connection, device, uuid, begin: stamp(connection.startTime))
    connections[connection.ordinal] = made
    return made
  }

  /// The places of the tracks of a device.
  private static let firstConnection = 2
  static let firstCounter = 1 << 24

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
    _ tracks: TracedConnection, _ key: TracedConnection.LaneKey, from begin: UInt64,
    to end: UInt64
  ) -> UInt64 {
    let index = tracks.lane(key)
    if let known = tracks.lanes[index].lane.track(from: begin, to: end) { return known }
    let made = makeTrack(tracks, key)
    tracks.lanes[index].lane.add(made, until: max(begin, end))
    return made
  }

  /// The track for what has no duration.
  func track(_ tracks: TracedConnection, _ key: TracedConnection.LaneKey) -> UInt64 {
    let index = tracks.lane(key)
    if let known = tracks.lanes[index].lane.first { return known }
    let made = makeTrack(tracks, key)
    tracks.lanes[index].lane.add(made)
    return made
  }

  func makeTrack(
    _ tracks: TracedConnection, _ key: TracedConnection.LaneKey
  ) -> UInt64 {
    text.removeAll()
    tracks.name(of: key, to: &text)
    return makeTrack(in: tracks.uuid, rank: key.rank)
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
