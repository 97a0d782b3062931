import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Identities from pairing and from the controller.
extension GATTSession {
  /// LE Add Device To Resolving List. Removals only concern the controller's memory.
  func resolvingListGrows(_ cursor: inout ByteCursor, _ record: CaptureRecord) throws(ByteError) {
    let identity = try BluetoothAddress(identity: &cursor)
    let key = try cursor.uint128LittleEndian()
    guard identity.value != 0 else { return }
    devices.learn(key, identity, record)
  }

  /// SMP Identity Address Information: the sender's identity, for the IRK sent before it.
  func identified(
    as identity: BluetoothAddress, _ connection: Connection, _ record: CaptureRecord
  ) {
    let side = record.direction == .received ? 1 : 0
    let key = connection.pairing.identityKeys[side]
    connection.pairing.identityKeys[side] = 0
    // The recording host's own identity is not a peer's; on the air both sides are peers.
    guard identity.value != 0, side == 1 || connection.link != nil else { return }
    let sender = side == 1 ? connection.peer : connection.link?.central
    guard let sender else {
      devices.learn(key, identity, record)
      if side == 1 { name(connection, as: identity, record) }
      tell(identity, connection, record)
      return
    }
    if sender.isIdentified, Peer.key(sender.address) == Peer.key(identity) {
      devices.learn(key, identity, record)
      return
    }
    let other = devices.seen(identity)
    guard !sender.isIdentified, other.map({ isElsewhere($0, connection) }) != true else {
      disbelieve(identity, connection, record)
      return
    }
    devices.identify(sender, as: identity, key, record)
    tell(identity, connection, record)
  }

  /// Sets the peer of a connection that started before the capture.
  private func name(
    _ connection: Connection, as identity: BluetoothAddress, _ record: CaptureRecord
  ) {
    guard let peer = devices.peer(identity, record) else { return }
    devices.number(peer, record)
    give(connection, peer)
  }

  /// Whether a device has another connection on the same adapter: then this is another device.
  private func isElsewhere(_ peer: Peer, _ connection: Connection) -> Bool {
    guard peer.connectionCount > 0, peer !== connection.peer else { return false }
    let open =
      connection.link == nil
      ? adapter(connection.adapter)?.connections.values ?? [] : air.open
    return open.contains { $0 !== connection && $0.peer === peer }
  }

  private func tell(
    _ identity: BluetoothAddress, _ connection: Connection, _ record: CaptureRecord
  ) {
    guard !connection.pairing.isIdentityReported else { return }
    connection.pairing.isIdentityReported = true
    emit(
      Event(.security, record, connection, record.direction), DeviceFact.identity(identity))
  }

  private func disbelieve(
    _ identity: BluetoothAddress, _ connection: Connection, _ record: CaptureRecord
  ) {
    guard !connection.pairing.isIdentityDoubted else { return }
    connection.pairing.isIdentityDoubted = true
    emit(
      Event(.note, record, connection, record.direction),
      DeviceFact.identityDoubted(
        identity, hasAnother: connection.peer?.isIdentified == true))
  }
}
