import ATTDissector

/// A device known from outside the capture.
package struct KnownDevice: Equatable, Sendable {
  /// Its identity, or its only address; its kind may be `untold`. `nil` if unknown.
  package var address: BluetoothAddress?
  package var name: String?
  package var attributes = KnownAttributes()
  /// The attributes are those of the recording host.
  package var isHost = false
  /// The attributes also apply to peers that the capture does not identify.
  package var standsForUnknown = false
  /// Resolves its private addresses; the first octet written is the most significant. Zero: no key.
  /// Never shown in the output.
  package var identityKey: UInt128 = 0

  package init(address: BluetoothAddress? = nil, name: String? = nil) {
    self.address = address
    self.name = name
  }
}

extension KnownDevice: CustomStringConvertible, CustomReflectable {
  package var description: String { name ?? address?.description ?? "a device" }
  /// Without the key.
  package var customMirror: Mirror { Mirror(self, children: [("name", description)]) }
}

/// Devices known from outside the capture, by address and by name.
struct KnownDevices {
  private var list: [KnownDevice] = []
  private var byAddress: [UInt64: Int] = [:]
  /// Devices that share a name are not found by it.
  private var byName: [String: Int?] = [:]
  private(set) var forUnknown: KnownDevice?
  private(set) var hosts: [KnownDevice] = []
  private(set) var isFull = false
  private(set) var leavesOutAttributes = false

  init(_ devices: [KnownDevice]) {
    var attributes = 0
    for given in devices {
      var device = given
      attributes += device.attributes.list.count
      if attributes > SessionLimits.attributes {
        device.attributes = KnownAttributes()
        leavesOutAttributes = true
      }
      guard list.count + hosts.count < SessionLimits.knownDevices else {
        isFull = true
        return
      }
      if device.isHost {
        hosts.append(device)
        continue
      }
      if device.standsForUnknown { forUnknown = device }
      // The first one given wins.
      if let address = device.address, byAddress[address.value] == nil {
        byAddress[address.value] = list.count
      }
      if let name = device.name { byName[name] = byName[name] == nil ? list.count : .some(nil) }
      list.append(device)
    }
  }

  /// The keys, each with its identity.
  var identities: [(key: UInt128, identity: BluetoothAddress)] {
    list.compactMap { device in
      guard device.identityKey != 0, let address = device.address, address.kind != .untold else {
        return nil
      }
      return (device.identityKey, address.identity)
    }
  }

  func device(_ address: UInt64) -> KnownDevice? { byAddress[address].map { list[$0] } }

  /// Looked up by all of its addresses, then by its name.
  func device(for peer: Peer) -> (device: KnownDevice, isByName: Bool)? {
    if list.isEmpty { return nil }
    for address in peer.addresses {
      guard let known = device(address.value), known.fits(address) else { continue }
      return (known, false)
    }
    guard let name = peer.name, let index = byName[name] ?? nil else { return nil }
    return (list[index], true)
  }
}

extension KnownDevice {
  /// Whether an address belongs to it.
  func fits(_ other: BluetoothAddress) -> Bool {
    guard let address, address.value == other.value else { return false }
    return address.kind == .untold || other.kind == .untold
      || Peer.key(address) == Peer.key(other)
  }
}
