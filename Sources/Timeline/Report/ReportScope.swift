import GATTSession

/// Which devices and connections the report covers: all, or the selected ones.
package struct ReportScope {
  private let filter: EventFilter
  /// The selected connections' ordinals, and their devices: looked up for each device and finding.
  private var connections: Set<Int> = []
  private var peers: Set<ObjectIdentifier> = []

  package init(_ filter: EventFilter, _ session: GATTSession) {
    self.filter = filter
    guard !isWhole else { return }
    for connection in session.connections where includes(connection) {
      connections.insert(connection.ordinal)
      if let peer = connection.peer { peers.insert(ObjectIdentifier(peer)) }
    }
  }

  package var isWhole: Bool {
    filter.connection == nil && filter.device == nil && filter.adapters.isEmpty
  }

  /// Whether only one connection is selected, and a tree has values of others.
  package func hasOthers(_ servers: some Sequence<GATTServer>, session: GATTSession) -> Bool {
    guard let wanted = filter.connection else { return false }
    return servers.contains { server in
      session.connections.contains {
        $0.ordinal != wanted && ($0.remote === server.database || $0.local === server.database)
      }
    }
  }

  package func includes(_ connection: Connection) -> Bool {
    if let wanted = filter.connection, connection.ordinal != wanted { return false }
    if !filter.adapters.isEmpty,
      connection.adapter.map({ !filter.adapters.contains($0) }) ?? true
    {
      return false
    }
    return filter.device == nil || filter.matches(connection.peer)
      || filter.matches(connection.link?.central)
  }

  /// Whether single events are selected: then only they are shown, not what devices have.
  package var selectsEvents: Bool {
    filter.frames != nil || filter.from != nil || filter.to != nil || filter.handle != nil
      || !filter.kinds.isEmpty
  }

  /// Whether anything is selected.
  package var isFiltered: Bool { filter.isActive || !filter.kinds.isEmpty }

  /// A device that was selected, or that has a selected connection.
  package func includes(_ peer: Peer) -> Bool {
    if isWhole { return true }
    if filter.connection == nil, filter.adapters.isEmpty { return filter.matches(peer) }
    return peers.contains(ObjectIdentifier(peer))
  }

  package func includes(_ finding: Finding) -> Bool {
    isWhole || finding.connection.map { connections.contains($0) } ?? false
  }

  /// Whether the trees show an attribute: all, or those of the selected UUIDs.
  package func includes(_ attribute: Attribute) -> Bool {
    filter.uuids.isEmpty
      || [attribute.uuid, attribute.service?.uuid].contains {
        $0.map { filter.uuids.contains($0) } ?? false
      }
  }

  package func includes(_ server: GATTServer) -> Bool {
    if let peer = server.peer { return includes(peer) }
    if let connection = server.connection { return includes(connection) }
    return filter.device == nil && filter.connection == nil
  }
}
