import ATTDissector

/// An IRK given by the user.
package struct GivenIdentityKey: Equatable, Sendable {
  /// In either octet order.
  package var key: UInt128
  /// The identity it belongs to, if given.
  package var identity: BluetoothAddress?

  package init(key: UInt128, identity: BluetoothAddress? = nil) {
    self.key = key
    self.identity = identity
  }
}

/// The known identities, with the keys that resolve their addresses.
struct IdentityTable {
  struct Entry {
    /// Candidate keys, one of which is the device's; empty for one whose address does not change.
    var keys: [IdentityResolvingKey]
    var identity: BluetoothAddress?
    /// The device, once seen.
    var device: Peer?
    /// One of its keys has resolved an address.
    fileprivate(set) var hasResolved = false

    func resolves(_ address: BluetoothAddress) -> Bool {
      for key in keys where key.resolves(address) { return true }
      return false
    }
  }

  private(set) var entries: [Entry] = []
  private(set) var isFull = false
  private var hasKeys = false

  /// - Returns: its index; `nil` where there is no room.
  mutating func learn(_ given: GivenIdentityKey) -> Int? {
    // The specification and the hosts' files write the octets in opposite orders.
    var reversed: UInt128 = 0
    for index in 0..<16 {
      reversed |= (given.key >> UInt128(8 * index) & 0xFF) << UInt128(120 - 8 * index)
    }
    return learn([given.key, reversed], identity: given.identity?.identity)?.index
  }

  /// Remembers an identity and its key.
  /// - Parameter values: the key, or its possible values; zero means no key.
  /// - Returns: its index, and whether addresses may now resolve that did not before.
  mutating func learn(
    _ values: [UInt128], identity: BluetoothAddress?
  ) -> (index: Int, isNew: Bool)? {
    let keys = values.compactMap { IdentityResolvingKey($0) }
    if let index = entries.firstIndex(where: { entry in
      let isSameKey =
        entry.keys.isEmpty && keys.isEmpty
        || entry.keys.contains { known in keys.contains { $0.value == known.value } }
      guard let known = entry.identity, let identity else { return isSameKey && !keys.isEmpty }
      return isSameKey && Peer.key(of: known) == Peer.key(of: identity)
    }) {
      if entries[index].identity == nil { entries[index].identity = identity }
      return (index, false)
    }
    guard !keys.isEmpty || identity != nil else { return nil }
    guard entries.count < SessionLimits.identities else {
      isFull = true
      return nil
    }
    entries.append(Entry(keys: keys, identity: identity))
    if !keys.isEmpty { hasKeys = true }
    return (entries.count - 1, true)
  }

  mutating func seen(_ device: Peer, at index: Int) { entries[index].device = device }

  enum Match {
    case none
    case one(Int)
    /// Keys of several identities resolve it: the owner is unknown.
    case several
  }

  mutating func match(_ address: BluetoothAddress) -> Match {
    guard hasKeys, address.isResolvable else { return .none }
    var found = Match.none
    for index in entries.indices where entries[index].resolves(address) {
      entries[index].hasResolved = true
      switch found {
      case .none: found = .one(index)
      case .one(let first):
        // One device may have paired again and received another key.
        let isSame =
          if let one = entries[first].identity, let other = entries[index].identity {
            Peer.key(of: one) == Peer.key(of: other)
          } else {
            false
          }
        if !isSame { found = .several }
      case .several: break
      }
    }
    return found
  }

  /// The owner of a resolvable address; `nil` where it is not certain.
  mutating func holder(of address: BluetoothAddress) -> Int? {
    if case .one(let index) = match(address) { index } else { nil }
  }

  /// The known identity that has the address.
  func index(ofIdentity address: BluetoothAddress) -> Int? {
    let key = Peer.key(of: address)
    return entries.firstIndex { $0.identity.map { Peer.key(of: $0) == key } ?? false }
  }
}
