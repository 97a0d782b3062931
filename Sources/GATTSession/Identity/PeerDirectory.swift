import ATTDissector

/// Devices by the addresses that they were met under.
///
/// A class: read as a value, all of its parts would be retained for every record.
final class PeerDirectory {
  private struct Recent {
    var key: UInt64
    var peer: Peer
  }

  /// By address without regard to identity or not. Of those that change all the time only a part.
  private var peers: [UInt64: Peer] = [:]
  /// Devices by an address of which nobody has told the type; empty in nearly all captures.
  private var typeless: [UInt64: Peer] = [:]
  /// The last one looked for at each of 1024 places: most reports need no hashing.
  private var recent: [Recent?] = Array(repeating: nil, count: 1024)
  /// In the order of first sight, with those that were found to be another one.
  private var all: [Peer] = []
  /// Devices in `all` that are not another one.
  private(set) var count = 0
  private var lastSequence = 0
  var lastOrdinal = 0
  var identities = IdentityTable()
  /// Once is enough: addresses that the keys of several identities resolve.
  var hasToldAmbiguity = false

  /// In the order of first sight.
  var list: [Peer] { all.filter { !$0.isMerged } }

  private static func place(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }

  /// The device that was met under an address just before.
  func recent(_ address: BluetoothAddress) -> Peer? {
    let key = Peer.key(address)
    guard let found = recent[Self.place(key)], found.key == key, !found.peer.isMerged else {
      return nil
    }
    return found.peer
  }

  func remember(_ peer: Peer, as address: BluetoothAddress) {
    let key = Peer.key(address)
    recent[Self.place(key)] = Recent(key: key, peer: peer)
  }

  /// The device that has been met under an address.
  func device(under address: BluetoothAddress) -> Peer? {
    if let met = peers[Peer.key(address)] { return met.current }
    guard !typeless.isEmpty, let met = typeless.removeValue(forKey: address.value)?.current else {
      return nil
    }
    // Now the type is told.
    met.learnType(of: address)
    note(met, as: address)
    return met
  }

  func typeless(_ address: BluetoothAddress) -> Peer? { typeless[address.value]?.current }

  /// The same, or one that has a key for the address.
  func known(_ address: BluetoothAddress) -> Peer? {
    recent(address) ?? device(under: address)
      ?? identities.holder(of: address).flatMap { identities.entries[$0].device?.current }
  }

  /// Adds a device under the next number; the caller has looked whether there is room.
  func add(_ make: (_ sequence: Int) -> Peer) -> Peer {
    lastSequence += 1
    let made = make(lastSequence)
    all.append(made)
    count += 1
    for address in made.addresses { note(made, as: address) }
    return made
  }

  /// Finds the device under a further address from now on.
  func note(_ peer: Peer, as address: BluetoothAddress) {
    if address.kind == .untold {
      typeless[address.value] = peer
    } else {
      peers[Peer.key(address)] = peer
    }
  }

  /// Two devices were found to be one.
  func unite(_ first: Peer, _ second: Peer) {
    first.absorb(second)
    for address in second.addresses where address.kind != .untold {
      // Of addresses that change all the time only those that the device remembers: no more than that
      // many lead to it.
      let key = Peer.key(address)
      if first.hasAddress(address.value) {
        peers[key] = first
      } else if peers[key]?.current === first {
        peers[key] = nil
      }
    }
    count -= 1
    if all.count > 2 * count + 1024 { all.removeAll { $0.isMerged } }
  }
}
