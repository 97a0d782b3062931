import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Devices and attributes that are known from outside the capture: they give names until the capture
/// tells more.
extension GATTSession {
  /// Gives a device what is known of it from outside; again when more of it is known by then.
  func know(_ peer: Peer, _ record: CaptureRecord) {
    guard !peer.isKnown, let (known, isByName) = knownDevices.device(for: peer) else { return }
    peer.isKnown = true
    if peer.name == nil, let name = known.name { peer.named(name.rawBytes, isComplete: true) }
    guard !known.attributes.isEmpty else { return }
    if isByName, peer.database.lastDiscovery == 0 {
      emit(
        Event(.note, record),
        DeviceFact.takenByName(given: known.address, device: peer.address))
    }
    fill(peer.database, known.attributes)
    for service in known.attributes.services { peer.state.observe(service: service) }
  }

  /// Gives a connection whose peer nobody names the attributes that stand for such ones.
  func knowUnnamed(_ connection: Connection, _ record: CaptureRecord) {
    guard connection.peer == nil, let known = knownDevices.forUnknown else { return }
    fill(connection.remote, known.attributes)
    for service in known.attributes.services {
      connection.unnamedState.observe(service: service)
    }
    emit(Event(.note, record, connection), DeviceFact.takenForUnknown)
  }

  /// Takes the given attributes from such a connection, unless its peer is the device they are of.
  func forgetPresetPeer(_ connection: Connection, as peer: Peer) {
    guard let known = knownDevices.forUnknown, connection.remote.hasKnown else { return }
    let isSame =
      peer.addresses.contains { known.fits($0) } || (known.name != nil && known.name == peer.name)
      || known.address == nil
    if !isSame { connection.remote.forgetKnown() }
  }

  /// Gives the recording host's server what is known of it: where several hosts are given, by its
  /// address.
  func know(_ adapter: Adapter) {
    guard !knownDevices.hosts.isEmpty else { return }
    let fitting = knownDevices.hosts.filter { host in
      guard let given = host.address, let own = adapter.address, own.value != 0 else {
        return knownDevices.hosts.count == 1
      }
      return given.value == own.value
    }
    guard let host = fitting.first else {
      // It has another address than the one host that was given.
      adapter.database.forgetKnown()
      return
    }
    guard !adapter.database.hasKnown else { return }
    fill(adapter.database, host.attributes)
    for service in host.attributes.services { adapter.state.observe(service: service) }
  }

  private func fill(_ database: AttributeDatabase, _ attributes: KnownAttributes) {
    database.absorb(AttributeDatabase(attributes, budget: budget), isNewer: false)
  }
}

extension KnownAttributes {
  fileprivate var services: [BluetoothUUID] {
    list.compactMap { attribute in
      if case .service = attribute.form { attribute.uuid } else { nil }
    }
  }
}
