import ATTDissector
import BTSnoop
import GATTValues

/// Adapters, and all connections, open and ended.
final class Links {
  private(set) var adapters: [Adapter] = []
  /// The adapter of the last record, since most captures have only one.
  private var current: Adapter?
  /// Connections with a summary, in the order of first sight.
  private(set) var connections: [Connection] = []
  /// How many of them there were when the recorder last lost packets.
  private var lossy = 0
  private(set) var connectionCount = 0
  private var openCount = 0
  var standing: StandingTable
  /// A connection that ended with a request open, and the record of its end.
  var unsettled: EndedWithOpenRequest?
  /// The frames in which this host cancelled attempts that went on with the next one.
  var resumed: Set<UInt64> = []
  private let clock: CaptureClock
  private let budget: MemoryBudget
  private let devices: Devices
  private let reporter: Reporter

  init(
    _ standing: [StandingConnection], _ clock: CaptureClock, _ budget: MemoryBudget,
    _ devices: Devices, _ reporter: Reporter
  ) {
    self.standing = StandingTable(standing)
    self.clock = clock
    self.budget = budget
    self.devices = devices
    self.reporter = reporter
  }

  /// The recorder lost packets: of the open connections, those older than the last loss know of one.
  func noteLosses() {
    for connection in connections.dropFirst(lossy) where connection.endTime == nil {
      connection.noteLosses()
    }
    for adapter in adapters { adapter.controller.noteLosses() }
    lossy = connections.count
  }

  // MARK: Adapters

  /// The adapter that now has an index.
  func known(_ index: UInt16?) -> Adapter? {
    adapters.first { $0.index == index && !$0.isReplaced }
  }

  /// The adapter of an index, created if new; `nil` when the table is full, which is reported at the last record.
  func adapter(at index: UInt16?) -> Adapter? {
    if let current, current.index == index { return current }
    current = known(index) ?? make(index, at: clock.last)
    return current
  }

  /// The open connection with a handle on the adapter of the last record, if that has an index.
  func open(_ handle: UInt16, adapter index: UInt16?) -> Connection? {
    guard let current, current.index == index else { return nil }
    return current.connections[handle]
  }

  /// Another controller now has an adapter's index: a known one, or a new one.
  func other(
    _ address: BluetoothAddress, than adapter: Adapter, at record: CaptureRecord?
  ) -> Adapter? {
    adapters.first { $0.index == adapter.index && $0.addresses.contains(address) }
      ?? make(adapter.index, at: record)
  }

  /// An adapter takes over the index of another one.
  func replace(_ adapter: Adapter, by other: Adapter) {
    adapter.isReplaced = true
    other.isReplaced = false
    current = other
  }

  private func make(_ index: UInt16?, at record: CaptureRecord?) -> Adapter? {
    guard adapters.count < SessionLimits.adapters else {
      if let record { reporter.full(.adapters, at: record) }
      return nil
    }
    let made = Adapter(index: index, budget: budget, state: devices.initialState)
    adapters.append(made)
    devices.know(made)
    return made
  }

  // MARK: Connections

  /// Counts a new connection.
  /// - Returns: its ordinal; `nil` when too many are open.
  func begin(_ record: CaptureRecord) -> Int? {
    guard openCount < SessionLimits.openConnections else {
      reporter.full(.openConnections, at: record)
      return nil
    }
    openCount += 1
    connectionCount += 1
    return connectionCount
  }

  /// Adds a new connection.
  func add(_ connection: Connection, at record: CaptureRecord) {
    connection.unnamedState = devices.initialState
    if connections.count < SessionLimits.connections {
      connections.append(connection)
    } else {
      reporter.full(.connections, at: record)
    }
    connection.peer?.connectionCount += 1
    connection.link?.central?.connectionCount += 1
  }

  func ended() { openCount -= 1 }

  /// One that had ended is open again.
  /// - Returns: `false` when too many are open.
  func reopen() -> Bool {
    guard openCount < SessionLimits.openConnections else { return false }
    openCount += 1
    return true
  }
}

/// What decoders of the host's values have learned.
extension Links {
  /// What decoders of the host's values have learned; on the link layer the host is the central.
  func hostState(on connection: Connection) -> DeviceState? {
    if let link = connection.link { return link.central?.state }
    return adapter(at: connection.adapter)?.state
  }

  func changeHostState(on connection: Connection, change: (inout DeviceState) -> Void) {
    if let link = connection.link {
      if let central = link.central { change(&central.state) }
    } else if let adapter = adapter(at: connection.adapter) {
      change(&adapter.state)
    }
  }

  /// Gives a connection its peer, and the peer what the connection has shown so far.
  func give(_ connection: Connection, peer: Peer) {
    devices.forgetPresetPeer(connection, as: peer)
    let nameless = connection.remote
    peer.connectionCount += 1
    peer.database.absorb(nameless, isNewer: true)
    peer.state.merge(connection.unnamedState)
    connection.peer = peer
  }
}
