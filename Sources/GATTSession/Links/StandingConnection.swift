import ATTDissector

/// A connection that is open before the first record, as the system reports it.
///
/// Where Linux has the device's key, it gives the identity address in place of the address on the
/// air, from the start of the connection (net/bluetooth/hci_event.c, `le_conn_complete_evt`) or
/// from the pairing (smp.c, `smp_notify_keys`).
package struct StandingConnection: Equatable, Sendable {
  /// HCI index as in the records; `nil` where they have none.
  package var adapter: UInt16?
  package var handle: UInt16
  /// The peer's address, or its identity if the system knows it; its kind may be `unknown`.
  package var address: BluetoothAddress
  /// The role of the recording host.
  package var role: LinkRole?

  package init(adapter: UInt16?, handle: UInt16, address: BluetoothAddress, role: LinkRole?) {
    self.adapter = adapter
    self.handle = handle
    self.address = address
    self.role = role
  }
}

/// Connections open before the first record, until a record uses their handles: then each becomes a
/// connection of the session, or has ended.
struct StandingTable {
  private struct Key: Hashable {
    var adapter: UInt16?
    var handle: UInt16
  }

  private var entries: [Key: StandingConnection] = [:]
  private(set) var isFull = false

  init(_ connections: [StandingConnection]) {
    for connection in connections {
      guard entries.count < SessionLimits.openConnections else {
        isFull = true
        return
      }
      entries[Key(adapter: connection.adapter, handle: connection.handle)] = connection
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// All standing connections, sorted by adapter and handle.
  var list: [StandingConnection] {
    entries.values.sorted { ($0.adapter ?? 0, $0.handle) < ($1.adapter ?? 0, $1.handle) }
  }

  mutating func take(_ handle: UInt16, adapter: UInt16?) -> StandingConnection? {
    isEmpty ? nil : entries.removeValue(forKey: Key(adapter: adapter, handle: handle))
  }

  /// Removes all of an adapter.
  mutating func takeAll(_ adapter: UInt16?) -> [StandingConnection] {
    if isEmpty { return [] }
    let taken = list.filter { $0.adapter == adapter }
    for connection in taken { _ = take(connection.handle, adapter: adapter) }
    return taken
  }
}
