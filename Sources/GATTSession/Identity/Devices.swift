import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Devices, and what shows that two addresses belong to one.
final class Devices {
  private let directory = PeerDirectory()
  /// Known from outside the capture.
  private let preset: KnownDevices
  private let budget: MemoryBudget
  /// A server with each Database Hash, and the capture that shows it.
  private var servers: [UInt128: (database: AttributeDatabase, peer: Peer?, file: Int)] = [:]
  /// The decoders' state for a device before any of its values was seen.
  let initialState: DeviceState
  private let reporter: Reporter
  /// The identities of the keys that the user gave; `nil` for one without room.
  private let givenKeys: [Int?]

  init(_ options: GATTSession.Options, _ budget: MemoryBudget, _ reporter: Reporter) {
    preset = KnownDevices(options.knownDevices)
    self.budget = budget
    self.reporter = reporter
    var state = DeviceState()
    state.thermopileFactor = options.thermopileFactor
    initialState = state
    var given: [Int?] = []
    for key in options.identityKeys { given.append(directory.identities.learn(key)) }
    givenKeys = given
    for known in preset.identities {
      _ = directory.identities.learn([known.key], identity: known.identity)
    }
  }

  /// In the order of first sight.
  var list: [Peer] { directory.list }

  /// Devices that were connected, by ordinal.
  var connected: [Peer] {
    directory.list.filter { $0.ordinal > 0 }.sorted { $0.ordinal < $1.ordinal }
  }

  /// The device seen with an address, or with a key that resolves it; `nil` if it is new.
  func known(_ address: BluetoothAddress) -> Peer? { directory.known(address) }

  /// The device seen with an address; keys are not tried.
  func seen(_ address: BluetoothAddress) -> Peer? { directory.device(under: address) }

  /// The device seen with an address whose type may be unknown.
  func seen(as address: BluetoothAddress) -> Peer? {
    guard address.kind == .unknown else { return seen(address) }
    return directory.typeless(address) ?? seen(BluetoothAddress(address.value, kind: .public))
      ?? seen(BluetoothAddress(address.value, kind: .random))
  }

  /// Assigns `#n` to a device that is connected.
  func number(_ peer: Peer, at record: CaptureRecord) {
    guard peer.ordinal == 0 else { return }
    directory.lastOrdinal += 1
    peer.ordinal = directory.lastOrdinal
    know(peer, at: record)
  }

  /// The device with the address; `nil` when the table is full.
  func peer(_ address: BluetoothAddress, at record: CaptureRecord) -> Peer? {
    if let recent = directory.recent(address), recent.isIdentified || !address.isIdentity {
      return recent
    }
    guard let found = find(address) ?? make(address, at: record) else { return nil }
    if address.isIdentity { found.identify(address) }
    directory.remember(found, as: address)
    return found
  }

  private func find(_ address: BluetoothAddress) -> Peer? {
    if let met = directory.device(under: address) { return met }
    guard let index = directory.identities.holder(of: address) else { return nil }
    let entry = directory.identities.entries[index]
    guard let device = entry.device?.current ?? entry.identity.flatMap(directory.device(under:))
    else {
      return nil
    }
    settle(device, at: index)
    meet(device, address: address)
    return device
  }

  func make(_ address: BluetoothAddress, at record: CaptureRecord) -> Peer? {
    guard directory.count < SessionLimits.devices else {
      reporter.full(.devices, at: record)
      return nil
    }
    let made = directory.add {
      Peer(
        address: address, frame: record.frame, sequence: $0, budget: budget, state: initialState)
    }
    switch directory.identities.match(address) {
    case .one(let index): settle(made, at: index)
    case .none:
      if let index = directory.identities.index(ofIdentity: address) { settle(made, at: index) }
    case .several:
      if !directory.hasReportedAmbiguity {
        directory.hasReportedAmbiguity = true
        reporter.emit(Event(.note, record), fact: DeviceFact.ambiguous(address))
      }
    }
    return made
  }

  /// Binds a device to a known identity.
  private func settle(_ device: Peer, at index: Int) {
    let entry = directory.identities.entries[index]
    if entry.device !== device { directory.identities.seen(device, at: index) }
    if !entry.keys.isEmpty { device.hasKey = true }
    guard let identity = entry.identity, !device.isIdentified else { return }
    device.identify(identity)
    directory.note(device, as: identity)
  }

  /// Remembers another address of a device.
  func meet(_ device: Peer, address: BluetoothAddress) {
    if device.seen(address) { directory.note(device, as: address) }
  }

  /// The given keys, from 0, that have resolved no address of any device.
  var unusedKeys: [Int] {
    givenKeys.indices.filter { number in
      guard let index = givenKeys[number] else { return true }
      return !directory.identities.entries[index].hasResolved
    }
  }

  // MARK: Identities

  /// Learns an IRK and the identity it belongs to.
  /// - Parameter key: zero where the device has none.
  func learn(_ key: UInt128, identity: BluetoothAddress, at record: CaptureRecord) {
    let learned = directory.identities.learn([key], identity: identity)
    if directory.identities.isFull {
      reporter.full(.identities, at: record)
    }
    guard let (index, isNew) = learned else { return }
    let entry = directory.identities.entries[index]
    if !isNew, entry.device?.current.isIdentified == true { return }
    var device = entry.device?.current
    if let met = directory.device(under: identity) {
      device = unite(device, other: met, at: record)
    }
    if isNew, !entry.keys.isEmpty {
      for peer in directory.list where !peer.isMerged && !peer.isIdentified && !peer.hasKey {
        guard
          peer.addresses.contains(where: {
            entry.resolves($0) && directory.identities.holder(of: $0) == index
          })
        else { continue }
        device = unite(device, other: peer, at: record)
      }
    }
    if let device { settle(device, at: index) }
  }

  /// Merges two devices, unless each has an identity of its own.
  /// - Returns: the one that remains.
  @discardableResult
  func unite(_ one: Peer?, other: Peer, at record: CaptureRecord) -> Peer {
    guard let one, one !== other else { return other }
    if one.isIdentified, other.isIdentified,
      Peer.key(of: one.address) != Peer.key(of: other.address)
    {
      return one
    }
    let (first, second) = one.sequence < other.sequence ? (one, other) : (other, one)
    let numbers = [first.ordinal, second.ordinal].filter { $0 > 0 }.sorted()
    directory.unite(first, second: second)
    guard let kept = numbers.first, let gone = numbers.dropFirst().first else { return first }
    reporter.renumber(gone, as: kept)
    know(first, at: record)
    var event = Event(.note, record)
    event.peer = first
    reporter.emit(event, fact: DeviceFact.united(kept: kept, gone: gone))
    return first
  }

  /// The controller has resolved an address.
  func resolved(
    _ peer: Peer, from address: BluetoothAddress, at record: CaptureRecord
  ) -> Peer {
    let device = directory.device(under: address).map { unite($0, other: peer, at: record) } ?? peer
    meet(device, address: address)
    return device
  }

  /// A device has sent its identity during pairing.
  func identify(
    _ sender: Peer, as identity: BluetoothAddress, key: UInt128, at record: CaptureRecord
  ) {
    learn(key, identity: identity, at: record)
    let device = seen(identity).map { unite(sender.current, other: $0, at: record) }
    let identified = device ?? sender.current
    identified.identify(identity)
    directory.note(identified, as: identity)
    if let index = directory.identities.index(ofIdentity: identity) {
      settle(identified, at: index)
    }
    if identified.ordinal > 0 { know(identified, at: record) }
  }
}

/// Devices and attributes known from outside the capture: they provide names until the capture
/// shows more.
extension Devices {
  /// What the system knows about an address.
  func given(_ address: UInt64) -> KnownDevice? { preset.device(address) }

  /// At the end, reports what was given but not used.
  func finish(at record: CaptureRecord) {
    if preset.isFull { reporter.full(.knownDevices, at: record) }
    if budget.attributes.wasShort || preset.leavesOutAttributes {
      reporter.full(.attributes, at: record)
    }
    if budget.lastValues.wasShort { reporter.full(.lastValues, at: record) }
    if budget.hasUnsettledLayout { reporter.full(.layoutChanges, at: record) }
  }

  /// Gives a device what is known of it from outside; again once more of it is known.
  func know(_ peer: Peer, at record: CaptureRecord) {
    guard !peer.isKnown, let (given, isByName) = preset.devices(for: peer) else { return }
    peer.isKnown = true
    if peer.name == nil, let name = given.lazy.compactMap(\.name).first {
      peer.named(name.rawBytes, isComplete: true)
    }
    let all = given.filter { !$0.attributes.isEmpty }
    guard let first = all.first else { return }
    // A tree of the device itself counts more.
    peer.database.withdrawMap()
    // Those with another Database Hash are of another version; the server may say of which it is.
    let trees = all.filter { $0.attributes.mayBeSame(as: first.attributes) }
    if isByName, peer.database.lastDiscovery == 0 {
      reporter.emit(
        Event(.note, record),
        fact: DeviceFact.takenByName(given: first.address, device: peer.address))
    }
    for tree in trees {
      fill(peer.database, device: tree)
      for service in tree.attributes.services { peer.state.observe(service: service) }
    }
    // What the capture has shown already contradicts them.
    guard !peer.database.contradictions.isEmpty else { return }
    var event = Event(.note, record)
    event.peer = peer
    reporter.emit(event, fact: DiscoveryFact.contradicted(peer.database.takeContradictions()))
  }

  /// Gives a peer whose Database Hash was read the tree with that hash, whoever it was given for;
  /// else what a capture before has shown of another server with the hash: both have the same
  /// attributes.
  func know(on connection: Connection, byHash hash: UInt128, at record: CaptureRecord) {
    let database = connection.remote
    let before = database.count
    let given: KnownDevice
    if let tree = preset.device(hash: hash) {
      given = tree
    } else if let other = other(with: hash, than: connection, at: record) {
      given = other
    } else {
      return
    }
    // The same server counts more than others like it.
    database.withdrawMap()
    database.forgetStaleServices()
    fill(database, device: given)
    for service in given.attributes.services {
      if let peer = connection.peer {
        peer.state.observe(service: service)
      } else {
        connection.unnamedState.observe(service: service)
      }
    }
    guard database.count > before else { return }
    reporter.emit(
      Event(.note, record, connection),
      fact: DeviceFact.takenByHash(given: given.address, isSeen: given.source == .hash))
  }

  /// What a capture before has shown of another server with a Database Hash.
  private func other(
    with hash: UInt128, than connection: Connection, at record: CaptureRecord
  ) -> KnownDevice? {
    guard let (database, peer, file) = servers[hash], database.hash?.value == hash,
      !database.isEmpty
    else {
      if servers[hash] != nil || servers.count < SessionLimits.devices {
        servers[hash] = (connection.remote, connection.peer, record.file)
      }
      return nil
    }
    guard database !== connection.remote, file != record.file else { return nil }
    var device = KnownDevice(address: peer?.current.address)
    device.attributes = database.seen
    device.source = .hash
    let number = peer?.current.ordinal ?? 0
    device.origin =
      (number > 0 ? "#\(number)" : "another device") + ", which has the same Database Hash"
    return device.attributes.isEmpty ? nil : device
  }

  /// Compares a value whose handle nothing names with the map of the device that has the peer's
  /// name. Two handles with values that fit are enough to use it.
  /// - Parameter length: `nil` if the capture has only the start of the value.
  func compare(
    _ handle: UInt16, kind: EventKind, length: Int?, on connection: Connection,
    database: AttributeDatabase, at record: CaptureRecord
  ) {
    guard let peer = connection.peer, let map = peer.map, peer.database === database,
      !database.mapState.isRejected, database.mapState.map != nil || !database.hasKnown
    else { return }
    switch map.judge(handle, kind: kind, length: length) {
    case .unclear: return
    case .contradicts: database.rejectMap()
    case .fits:
      guard database.mapState.fits(handle), database.mapState.map == nil else { return }
      // What was seen before it had the name.
      guard database.fits(map) else { return database.rejectMap() }
      database.mapState.map = map
      fill(database, device: map.device)
      for service in map.device.attributes.services { peer.state.observe(service: service) }
      // What the capture shows otherwise speaks against it.
      guard database.contradictions.isEmpty else { return }
      reporter.emit(Event(.note, record, connection), fact: DeviceFact.takenByMap(map.title))
    }
  }

  /// Gives a connection with an unknown peer the attributes provided for such peers.
  func knowUnnamed(on connection: Connection, at record: CaptureRecord) {
    guard connection.peer == nil, !preset.forUnknown.isEmpty else { return }
    for given in preset.forUnknown {
      fill(connection.remote, device: given)
      for service in given.attributes.services {
        connection.unnamedState.observe(service: service)
      }
    }
    reporter.emit(Event(.note, record, connection), fact: DeviceFact.takenForUnknown)
  }

  /// Removes the given attributes from such a connection, unless they belong to its peer.
  func forgetPresetPeer(_ connection: Connection, as peer: Peer) {
    guard !preset.forUnknown.isEmpty, connection.remote.hasKnown else { return }
    let isSame = preset.forUnknown.contains { given in
      peer.addresses.contains { given.fits($0) } || (given.name != nil && given.name == peer.name)
        || given.address == nil
    }
    if !isSame { connection.remote.forgetKnown() }
  }

  /// Gives the recording host's server what is known of it; by its address, where several hosts are
  /// given.
  func know(_ adapter: Adapter) {
    guard !preset.hosts.isEmpty else { return }
    let fitting = preset.hosts.filter { host in
      guard let given = host.address, let own = adapter.address, own.value != 0 else {
        return preset.hosts.count == 1
      }
      return given.value == own.value
    }
    guard let host = fitting.first else {
      // Its address differs from that of the one host given.
      adapter.database.forgetKnown()
      return
    }
    guard !adapter.database.hasKnown else { return }
    fill(adapter.database, device: host)
    for service in host.attributes.services { adapter.state.observe(service: service) }
  }

  private func fill(_ database: AttributeDatabase, device: KnownDevice) {
    database.absorb(AttributeDatabase(device, budget: budget), isNewer: false)
  }
}

extension KnownAttributes {
  /// Whether both may be the attributes of one version of a server.
  fileprivate func mayBeSame(as other: KnownAttributes) -> Bool {
    guard let hash, let other = other.hash else { return true }
    return hash == other
  }

  fileprivate var services: [BluetoothUUID] {
    list.compactMap { attribute in
      if case .service = attribute.form { attribute.uuid } else { nil }
    }
  }
}
