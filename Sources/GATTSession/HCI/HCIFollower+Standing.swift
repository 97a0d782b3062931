import ATTDissector
import BTSnoop

/// A device that is connected now.
package struct ConnectedDevice: Equatable, Sendable {
  package var adapter: UInt16?
  package var handle: UInt16
  /// The connection's ordinal; 0 for one that no record has shown yet.
  package var connection: Int
  package var address: BluetoothAddress?
  package var name: String?

  package init(
    adapter: UInt16?, handle: UInt16, connection: Int, address: BluetoothAddress?, name: String?
  ) {
    self.adapter = adapter
    self.handle = handle
    self.connection = connection
    self.address = address
    self.name = name
  }
}

/// Connections that were open before the first record.
///
/// Each becomes a connection of the session only when a record uses its handle: so ordinals are
/// the same as without this knowledge, and events say the same and more.
extension HCIFollower {
  /// The peer of a connection that was open before the first record.
  func peer(of known: StandingConnection, at record: CaptureRecord) -> Peer? {
    if known.address.kind != .unknown { return devices.peer(known.address, at: record) }
    return devices.seen(as: known.address) ?? devices.make(known.address, at: record)
  }

  /// A connection whose end is its only record.
  func ended(
    _ known: StandingConnection, reason: HCIStatus, at record: CaptureRecord
  ) {
    let by = reason.terminator(of: .le, request: nil, isAccepted: false)
    reporter.emit(endEvent(known, at: record), fact: LinkFact.ended(reason, by: by, .onlyItsEnd))
  }

  /// Ends the remaining connections of an adapter.
  func endStanding(on adapter: Adapter, cut: Connection.Cut, at record: CaptureRecord) {
    for known in links.standing.takeAll(adapter.index) {
      reporter.emit(endEvent(known, at: record), fact: LinkFact.cut(cut, isOnlyItsEnd: true))
    }
  }

  private func endEvent(_ known: StandingConnection, at record: CaptureRecord) -> Event {
    let peer = peer(of: known, at: record)
    if let peer { devices.know(peer, at: record) }
    var reported = Event(.disconnected, record)
    reported.peer = peer
    reported.adapter = known.adapter
    return reported
  }
}
