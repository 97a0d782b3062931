import ATTDissector
import BTSnoop
import Bytes

/// Identities from pairing and from the controller.
extension SecurityFollower {
  /// SMP Identity Address Information: the sender's identity, for the IRK sent before it.
  func identified(
    as identity: BluetoothAddress, on connection: Connection, at record: CaptureRecord
  ) {
    let side: Side = record.direction == .received ? .peer : .host
    let key = connection.security.pairing.takeIdentityKey(of: side)
    // The recording host's own identity is not a peer's; on the air both sides are peers.
    guard identity.value != 0, side == .peer || connection.hearing.isOnAir else { return }
    let sender = side == .peer ? connection.peer : connection.link?.central
    guard let sender else {
      devices.learn(key, identity: identity, at: record)
      if side == .peer { name(on: connection, as: identity, at: record) }
      tell(identity, on: connection, at: record)
      return
    }
    if sender.isIdentified, Peer.key(of: sender.address) == Peer.key(of: identity) {
      devices.learn(key, identity: identity, at: record)
      return
    }
    let other = devices.seen(identity)
    guard !sender.isIdentified, other.map({ isElsewhere($0, on: connection) }) != true else {
      disbelieve(identity, on: connection, at: record)
      return
    }
    devices.identify(sender, as: identity, key: key, at: record)
    tell(identity, on: connection, at: record)
  }

  /// Sets the peer of a connection that started before the capture.
  private func name(
    on connection: Connection, as identity: BluetoothAddress, at record: CaptureRecord
  ) {
    guard let peer = devices.peer(identity, at: record) else { return }
    devices.number(peer, at: record)
    links.give(connection, peer: peer)
  }

  /// Whether a device has another connection on the same adapter: then this is another device.
  private func isElsewhere(_ peer: Peer, on connection: Connection) -> Bool {
    guard peer.connectionCount > 0, peer !== connection.peer else { return false }
    let open =
      connection.hearing.isOfHost
      ? links.adapter(at: connection.adapter)?.connections.values ?? [] : air.open
    return open.contains { $0 !== connection && $0.peer === peer }
  }

  private func tell(
    _ identity: BluetoothAddress, on connection: Connection, at record: CaptureRecord
  ) {
    guard connection.security.pairing.noteIdentity(isDoubted: false) else { return }
    reporter.emit(
      Event(.security, record, connection, record.direction), fact: DeviceFact.identity(identity))
  }

  private func disbelieve(
    _ identity: BluetoothAddress, on connection: Connection, at record: CaptureRecord
  ) {
    guard connection.security.pairing.noteIdentity(isDoubted: true) else { return }
    reporter.emit(
      Event(.note, record, connection, record.direction),
      fact: DeviceFact.identityDoubted(
        identity, hasAnother: connection.peer?.isIdentified == true))
  }
}
