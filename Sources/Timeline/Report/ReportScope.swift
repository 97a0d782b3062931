import GATTSession

/// Which devices and connections the report is about: all, or those that were chosen.
package struct ReportScope: Sendable {
  private var filter = EventFilter()

  package init() {}

  package init(_ filter: EventFilter) { self.filter = filter }

  var isWhole: Bool {
    filter.connection == nil && filter.device == nil && filter.adapters.isEmpty
  }

  func includes(_ connection: Connection) -> Bool {
    if let wanted = filter.connection, connection.ordinal != wanted { return false }
    if !filter.adapters.isEmpty,
      connection.adapter.map({ !filter.adapters.contains($0) }) ?? true
    {
      return false
    }
    return filter.device == nil || filter.matches(connection.peer)
  }

  /// A device that was chosen, or that has a connection which was.
  func includes(_ peer: Peer, _ session: GATTSession) -> Bool {
    if isWhole { return true }
    if filter.connection == nil, filter.adapters.isEmpty { return filter.matches(peer) }
    return session.connections.contains { $0.peer === peer && includes($0) }
  }

  func includes(_ finding: Finding, _ session: GATTSession) -> Bool {
    if isWhole { return true }
    guard let ordinal = finding.connection,
      let connection = session.connections.first(where: { $0.ordinal == ordinal })
    else { return false }
    return includes(connection)
  }

  /// Whether an attribute is shown in the trees: all, or those of the UUIDs that were chosen.
  func includes(_ attribute: Attribute) -> Bool {
    filter.uuids.isEmpty
      || [attribute.uuid, attribute.service?.uuid].contains {
        $0.map { filter.uuids.contains($0) } ?? false
      }
  }

  func includes(_ server: GATTServer, _ session: GATTSession) -> Bool {
    if let peer = server.peer { return includes(peer, session) }
    if let connection = server.connection { return includes(connection) }
    return filter.device == nil && filter.connection == nil
  }
}
