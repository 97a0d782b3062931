import ATTDissector

/// A device known from outside the capture.
package struct KnownDevice: Equatable, Sendable {
  /// Its identity, or its only address; its kind may be `unknown`. `nil` if unknown.
  package var address: BluetoothAddress?
  package var name: String?
  package var attributes = KnownAttributes()
  /// Where the attributes are from.
  package var source = AttributeSource.file
  /// Name of the source for readers: the path of a file, or the name of a store.
  package var origin: String?
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

extension KnownDevice {
  /// Lets the attributes of a device apply to peers that the capture does not identify, if those of
  /// no other device are given.
  package static func standingForUnknown(_ devices: [KnownDevice]) -> [KnownDevice] {
    let peers = devices.indices.filter { !devices[$0].isHost && !devices[$0].attributes.isEmpty }
    guard let first = peers.first,
      peers.allSatisfy({ $0 == first || devices[$0].isSame(as: devices[first]) })
    else { return devices }
    var devices = devices
    for index in peers { devices[index].standsForUnknown = true }
    return devices
  }

  /// Whether both are trees of one device.
  fileprivate func isSame(as other: KnownDevice) -> Bool { other.address.map(fits) ?? false }
}

/// Devices known from outside the capture, by address and by name. One device may have several
/// trees: the first one given takes precedence.
struct KnownDevices {
  private var list: [KnownDevice] = []
  private var byAddress: [UInt64: [Int]] = [:]
  /// Devices that share a name are not found by it.
  private var byName: [String: Int?] = [:]
  /// The first tree with a Database Hash.
  private var byHash: [UInt128: Int] = [:]
  private(set) var forUnknown: [KnownDevice] = []
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
      if device.standsForUnknown { forUnknown.append(device) }
      if let address = device.address { byAddress[address.value, default: []].append(list.count) }
      if let name = device.name { enter(name, device: device) }
      if let hash = device.attributes.hash, byHash[hash] == nil { byHash[hash] = list.count }
      list.append(device)
    }
  }

  private mutating func enter(_ name: String, device: KnownDevice) {
    guard let entered = byName[name] else {
      byName[name] = list.count
      return
    }
    if let entered, list[entered].isSame(as: device) { return }
    byName[name] = .some(nil)
  }

  /// The keys, each with its identity.
  var identities: [(key: UInt128, identity: BluetoothAddress)] {
    list.compactMap { device in
      guard device.identityKey != 0, let address = device.address, address.kind != .unknown else {
        return nil
      }
      return (device.identityKey, address.identity)
    }
  }

  func device(_ address: UInt64) -> KnownDevice? {
    byAddress[address]?.first.map { list[$0] }
  }

  /// The tree with a Database Hash: all servers with the hash have the same attributes.
  func device(hash: UInt128) -> KnownDevice? { byHash[hash].map { list[$0] } }

  /// What was given of a device, the first taking precedence: looked up by all of its addresses,
  /// then by its name.
  func devices(for peer: Peer) -> (devices: [KnownDevice], isByName: Bool)? {
    if list.isEmpty { return nil }
    for address in peer.addresses {
      let fitting = trees(at: address)
      if !fitting.isEmpty { return (fitting, false) }
    }
    guard let name = peer.name, let index = byName[name] ?? nil else { return nil }
    return (list[index].address.map(trees) ?? [list[index]], true)
  }

  private func trees(at address: BluetoothAddress) -> [KnownDevice] {
    (byAddress[address.value] ?? []).map { list[$0] }.filter { $0.fits(address) }
  }
}

extension KnownDevice {
  /// Whether an address belongs to it.
  func fits(_ other: BluetoothAddress) -> Bool {
    guard let address, address.value == other.value else { return false }
    return address.kind == .unknown || other.kind == .unknown
      || Peer.key(of: address) == Peer.key(of: other)
  }
}
