import ATTDissector

/// A device as it is known from outside the capture.
package struct KnownDevice: Equatable, Sendable {
  /// Its identity, or the one address that it has; its kind may be `untold`. `nil`: nobody knows.
  package var address: BluetoothAddress?
  package var name: String?
  package var attributes = KnownAttributes()
  /// The attributes are the recording host's own.
  package var isHost = false
  /// The attributes are also those of peers of which the capture tells nothing.
  package var standsForUnknown = false
  /// Tells its resolvable private addresses; the first octet that is written most significant. Zero
  /// is none. It reaches no output.
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

/// Devices that are known from outside the capture, by what they are found by.
struct KnownDevices {
  private var list: [KnownDevice] = []
  private var byAddress: [UInt64: Int] = [:]
  /// Of those that share a name none is found by it.
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
      // The first one that is given counts.
      if let address = device.address, byAddress[address.value] == nil {
        byAddress[address.value] = list.count
      }
      if let name = device.name { byName[name] = byName[name] == nil ? list.count : .some(nil) }
      list.append(device)
    }
  }

  /// Keys that tell addresses, with whose they are.
  var identities: [(key: UInt128, identity: BluetoothAddress)] {
    list.compactMap { device in
      guard device.identityKey != 0, let address = device.address, address.kind != .untold else {
        return nil
      }
      return (device.identityKey, address.identity)
    }
  }

  func device(_ address: UInt64) -> KnownDevice? { byAddress[address].map { list[$0] } }

  /// By any of its addresses, else by its name.
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
  /// Whether an address is its own.
  func fits(_ other: BluetoothAddress) -> Bool {
    guard let address, address.value == other.value else { return false }
    return address.kind == .untold || other.kind == .untold
      || Peer.key(address) == Peer.key(other)
  }
}
