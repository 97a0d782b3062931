import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Devices, and what tells that two addresses are of one.
extension GATTSession {
  /// In the order of first sight.
  package var peerList: [Peer] { directory.list }

  /// Devices that were connected, by ordinal.
  package var connectedPeers: [Peer] {
    directory.list.filter { $0.ordinal > 0 }.sorted { $0.ordinal < $1.ordinal }
  }

  /// The device with the address; `nil` when the table is full.
  func peer(_ address: BluetoothAddress, _ record: CaptureRecord) -> Peer? {
    if let recent = directory.recent(address), recent.isIdentified || !address.isIdentity {
      return recent
    }
    guard let found = find(address) ?? make(address, record) else { return nil }
    if address.isIdentity { found.identify(address) }
    directory.remember(found, as: address)
    return found
  }

  private func find(_ address: BluetoothAddress) -> Peer? {
    if let met = directory.met(under: address) { return met }
    guard let index = directory.identities.holder(of: address) else { return nil }
    let entry = directory.identities.entries[index]
    guard let device = entry.device?.current ?? entry.identity.flatMap(directory.met(under:)) else {
      return nil
    }
    settle(device, at: index)
    meet(device, address)
    return device
  }

  func make(_ address: BluetoothAddress, _ record: CaptureRecord) -> Peer? {
    guard directory.count < SessionLimits.devices else {
      reporter.full(.devices, record)
      return nil
    }
    let made = directory.add {
      Peer(
        address: address, frame: record.frame, sequence: $0, budget: budget, state: initialState)
    }
    let identities = directory.identities
    switch identities.match(address) {
    case .one(let index): settle(made, at: index)
    case .none:
      if let index = identities.index(ofIdentity: address) { settle(made, at: index) }
    case .several:
      if !directory.hasToldAmbiguity {
        directory.hasToldAmbiguity = true
        emit(Event(.note, record), DeviceFact.ambiguous(address))
      }
    }
    return made
  }

  /// Ties a device to an identity that is known.
  private func settle(_ device: Peer, at index: Int) {
    let entry = directory.identities.entries[index]
    if entry.device !== device { directory.identities.met(device, at: index) }
    if !entry.keys.isEmpty { device.hasKey = true }
    guard let identity = entry.identity, !device.isIdentified else { return }
    device.identify(identity)
    directory.note(device, as: identity)
  }

  /// Remembers a further address of a device.
  func meet(_ device: Peer, _ address: BluetoothAddress) {
    if device.met(address) { directory.note(device, as: address) }
  }

  // MARK: Identities

  /// Learns whose addresses a key makes.
  /// - Parameter key: zero where the device has none.
  func learn(_ key: UInt128, _ identity: BluetoothAddress, _ record: CaptureRecord) {
    let learned = directory.identities.learn([key], identity)
    if directory.identities.isFull {
      reporter.full(.identities, record)
    }
    guard let (index, isNew) = learned else { return }
    let entry = directory.identities.entries[index]
    if !isNew, entry.device?.current.isIdentified == true { return }
    var device = entry.device?.current
    if let met = directory.met(under: identity) { device = unite(device, met, record) }
    if isNew, !entry.keys.isEmpty {
      for peer in directory.list where !peer.isMerged && !peer.isIdentified && !peer.hasKey {
        guard
          peer.addresses.contains(where: {
            entry.resolves($0) && directory.identities.holder(of: $0) == index
          })
        else { continue }
        device = unite(device, peer, record)
      }
    }
    if let device { settle(device, at: index) }
  }

  /// Makes two devices one, unless each has an identity of its own.
  /// - Returns: the one that remains.
  @discardableResult
  func unite(_ one: Peer?, _ other: Peer, _ record: CaptureRecord) -> Peer {
    guard let one, one !== other else { return other }
    if one.isIdentified, other.isIdentified, Peer.key(one.address) != Peer.key(other.address) {
      return one
    }
    let (first, second) = one.sequence < other.sequence ? (one, other) : (other, one)
    let numbers = [first.ordinal, second.ordinal].filter { $0 > 0 }.sorted()
    directory.unite(first, second)
    guard let kept = numbers.first, let gone = numbers.dropFirst().first else { return first }
    reporter.renumber(gone, as: kept)
    know(first, record)
    var event = Event(.note, record)
    event.peer = first
    emit(event, DeviceFact.united(kept: kept, gone: gone))
    return first
  }

  /// The controller has resolved an address.
  func resolved(
    _ peer: Peer, from address: BluetoothAddress, _ record: CaptureRecord
  ) -> Peer {
    let device = directory.met(under: address).map { unite($0, peer, record) } ?? peer
    meet(device, address)
    return device
  }

  /// LE Add Device To Resolving List. What it is removed from is the controller's memory only.
  func resolvingListGrows(_ cursor: inout ByteCursor, _ record: CaptureRecord) throws(ByteError) {
    let identity = try BluetoothAddress(identity: &cursor)
    let key = try cursor.uint128LittleEndian()
    guard identity.value != 0 else { return }
    learn(key, identity, record)
  }

  // MARK: Pairing

  /// SMP Identity Address Information: who the sender is, and whose key came before it.
  func identified(
    as identity: BluetoothAddress, _ connection: Connection, _ record: CaptureRecord
  ) {
    let side = record.direction == .received ? 1 : 0
    let key = connection.pairing.identityKeys[side]
    connection.pairing.identityKeys[side] = 0
    // The recording host's identity is no peer's; on the air both sides are peers.
    guard identity.value != 0, side == 1 || connection.link != nil else { return }
    let sender = side == 1 ? connection.peer : connection.link?.central
    guard let sender else {
      learn(key, identity, record)
      if side == 1 { name(connection, as: identity, record) }
      tell(identity, side, connection, record)
      return
    }
    if sender.isIdentified, Peer.key(sender.address) == Peer.key(identity) {
      learn(key, identity, record)
      return
    }
    let other = directory.met(under: identity)
    guard !sender.isIdentified, other.map({ isElsewhere($0, connection) }) != true else {
      disbelieve(identity, side, connection, record)
      return
    }
    learn(key, identity, record)
    let device = directory.met(under: identity).map { unite(sender.current, $0, record) }
    let identified = device ?? sender.current
    identified.identify(identity)
    directory.note(identified, as: identity)
    if let index = directory.identities.index(ofIdentity: identity) {
      settle(identified, at: index)
    }
    if identified.ordinal > 0 { know(identified, record) }
    tell(identity, side, connection, record)
  }

  /// A connection that began before the capture gets its peer.
  private func name(
    _ connection: Connection, as identity: BluetoothAddress, _ record: CaptureRecord
  ) {
    guard let peer = peer(identity, record) else { return }
    number(peer, record)
    give(connection, peer)
  }

  /// Whether a device is connected to the same adapter by another connection: then it is another one.
  private func isElsewhere(_ peer: Peer, _ connection: Connection) -> Bool {
    guard peer.connectionCount > 0, peer !== connection.peer else { return false }
    let open =
      connection.link == nil
      ? adapter(connection.adapter)?.connections.values ?? [] : air.open
    return open.contains { $0 !== connection && $0.peer === peer }
  }

  private func tell(
    _ identity: BluetoothAddress, _ side: Int, _ connection: Connection, _ record: CaptureRecord
  ) {
    guard !connection.pairing.isIdentityTold else { return }
    connection.pairing.isIdentityTold = true
    emit(
      Event(.security, record, connection, record.direction), DeviceFact.identity(identity))
  }

  private func disbelieve(
    _ identity: BluetoothAddress, _ side: Int, _ connection: Connection, _ record: CaptureRecord
  ) {
    guard !connection.pairing.isIdentityDoubted else { return }
    connection.pairing.isIdentityDoubted = true
    emit(
      Event(.note, record, connection, record.direction),
      DeviceFact.identityDoubted(
        identity, hasAnother: connection.peer?.isIdentified == true))
  }
}
