import ATTDissector
import Bytes
import GATTSession

/// One server whose attributes the capture shows.
package struct GATTServer {
  package let peer: Peer?
  /// Set if the device is unknown.
  package let connection: Connection?
  package let adapter: Adapter?
  package let database: AttributeDatabase

  /// Peers by number, nameless ones by connection, then the host's own.
  package static func all(in session: GATTSession) -> [GATTServer] {
    var servers: [GATTServer] = []
    for peer in session.connectedPeers where !peer.database.isEmpty {
      servers.append(
        GATTServer(peer: peer, connection: nil, adapter: nil, database: peer.database))
    }
    for connection in session.connections
    where connection.peer == nil && !connection.remote.isEmpty {
      servers.append(
        GATTServer(peer: nil, connection: connection, adapter: nil, database: connection.remote))
    }
    for adapter in session.adapters where !adapter.database.isEmpty {
      servers.append(
        GATTServer(peer: nil, connection: nil, adapter: adapter, database: adapter.database))
    }
    return servers
  }

  /// The servers of the devices and connections that a filter selects.
  package static func selected(_ session: GATTSession, by filter: EventFilter) -> [GATTServer] {
    let scope = ReportScope(filter, session)
    return all(in: session).filter { scope.includes($0) }
  }

  /// Its address, if the capture shows one: an adapter without its own address answers with zeros.
  package var address: BluetoothAddress? {
    if let peer { return peer.address }
    guard let own = adapter?.address, own.value != 0 else { return nil }
    return own
  }

  /// Servers of which the capture shows one Database Hash have the same attributes.
  static func withOneTree(_ servers: [GATTServer]) -> [[GATTServer]] {
    var all: [[GATTServer]] = []
    var places: [UInt128: Int] = [:]
    for server in servers {
      guard server.adapter == nil, let hash = server.database.readHash else {
        all.append([server])
        continue
      }
      if let place = places[hash] {
        all[place].append(server)
      } else {
        places[hash] = all.count
        all.append([server])
      }
    }
    return all
  }

  /// How many attributes the capture itself shows.
  var seen: Int {
    [database.services, database.characteristics, database.descriptors].reduce(0) {
      $0 + $1.count { !$0.isKnown && !$0.isStale }
    }
  }

  /// `#1 Polar H7`, `the peer of C1`, `this host`.
  package func title(to out: inout ByteWriter) {
    number(to: &out)
    guard let name = peer?.name else { return }
    out.append(" ")
    out.append(untrusted: name, escaping: .plain)
  }

  /// `#1`, `the peer of C1`, `this host`.
  func number(to out: inout ByteWriter) {
    if let peer {
      out.append("#")
      out.append(decimal: peer.ordinal)
    } else if let connection {
      out.append("the peer of C")
      out.append(decimal: connection.ordinal)
    } else {
      out.append("this host")
      if let index = adapter?.index {
        out.append(" (hci")
        out.append(decimal: UInt64(index))
        out.append(")")
      }
    }
  }
}

/// The attributes of a server in order: services, their characteristics, their descriptors.
package struct ServiceTree {
  package private(set) var services: [(service: Attribute, characteristics: [Attribute])] = []
  /// Attributes of no service, and descriptors of no characteristic.
  package private(set) var loose: [Attribute] = []
  /// What they have in common.
  package var looseTitle: StaticString {
    loose.contains(where: \.isDiscovered) ? "other attributes" : "not discovered"
  }
  private var byCharacteristic: [Int: [Attribute]] = [:]
  private var byService: [Int: [Attribute]] = [:]

  package init(_ database: AttributeDatabase) {
    var inService: [Int: [Attribute]] = [:]
    let used = database.unknowns.filter { !$0.isDeclaration }
    for attribute in (database.characteristics + used).sorted(by: { $0.handle < $1.handle }) {
      if let service = attribute.service {
        inService[Self.key(of: service), default: []].append(attribute)
      } else {
        loose.append(attribute)
      }
    }
    for service in database.services {
      services.append((service, inService[Self.key(of: service)] ?? []))
    }
    for include in database.includes {
      if let service = include.service {
        byService[Self.key(of: service), default: []].append(include)
      }
    }
    for descriptor in database.descriptors {
      if let characteristic = descriptor.characteristic,
        // One that is inferred belongs to a value outside all services.
        characteristic.kind != .unknown || characteristic.service != nil
      {
        byCharacteristic[Self.key(of: characteristic), default: []].append(descriptor)
      } else {
        loose.append(descriptor)
      }
    }
    loose.sort { $0.handle < $1.handle }
  }

  /// The services and characteristics with some UUIDs: all characteristics of a service that has
  /// one of them, those with such a descriptor, and no service without a match; without UUIDs, everything.
  package func chosen(
    _ uuids: Set<BluetoothUUID>
  ) -> [(service: Attribute, characteristics: [Attribute])] {
    if uuids.isEmpty { return services }
    func isChosen(_ attribute: Attribute) -> Bool {
      attribute.uuid.map { uuids.contains($0) } == true
    }
    return services.compactMap { service, characteristics in
      if isChosen(service) { return (service, characteristics) }
      let wanted = characteristics.filter {
        isChosen($0) || descriptors(of: $0).contains(where: isChosen)
      }
      return wanted.isEmpty ? nil : (service, wanted)
    }
  }

  /// Attributes of neither; where UUIDs are selected, those with one of them.
  package func chosenLoose(_ uuids: Set<BluetoothUUID>) -> [Attribute] {
    uuids.isEmpty ? loose : loose.filter { $0.uuid.map { uuids.contains($0) } == true }
  }

  private static func key(of attribute: Attribute) -> Int {
    Int(bitPattern: ObjectIdentifier(attribute))
  }

  /// The included services.
  package func includes(of service: Attribute) -> [Attribute] {
    byService[Self.key(of: service)] ?? []
  }

  package func descriptors(of characteristic: Attribute) -> [Attribute] {
    byCharacteristic[Self.key(of: characteristic)] ?? []
  }
}
