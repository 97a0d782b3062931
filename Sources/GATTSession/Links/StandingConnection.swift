import ATTDissector

/// A connection that stands already when the first record comes, as the system tells of it.
///
/// Linux gives the identity in place of the address on the air where it has the device's key, from the
/// moment of the connection (net/bluetooth/hci_event.c, `le_conn_complete_evt`), or that of the pairing
/// (smp.c, `smp_notify_keys`).
package struct StandingConnection: Equatable, Sendable {
  /// HCI index as the records have it; `nil` where they have none.
  package var adapter: UInt16?
  package var handle: UInt16
  /// The peer's, its identity where the system knows that; its kind may be `untold`.
  package var address: BluetoothAddress
  /// Of the recording host.
  package var role: LinkRole?

  package init(adapter: UInt16?, handle: UInt16, address: BluetoothAddress, role: LinkRole?) {
    self.adapter = adapter
    self.handle = handle
    self.address = address
    self.role = role
  }
}

/// Connections that stood before the first record, until something is met on their handles: then each
/// is a connection of the session, or over.
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

  /// By adapter and handle.
  var list: [StandingConnection] {
    entries.values.sorted { ($0.adapter ?? 0, $0.handle) < ($1.adapter ?? 0, $1.handle) }
  }

  mutating func take(_ handle: UInt16, _ adapter: UInt16?) -> StandingConnection? {
    isEmpty ? nil : entries.removeValue(forKey: Key(adapter: adapter, handle: handle))
  }

  /// All of an adapter.
  mutating func takeAll(_ adapter: UInt16?) -> [StandingConnection] {
    if isEmpty { return [] }
    let taken = list.filter { $0.adapter == adapter }
    for connection in taken { _ = take(connection.handle, adapter) }
    return taken
  }
}
