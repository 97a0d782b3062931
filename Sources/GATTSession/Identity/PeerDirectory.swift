import ATTDissector

/// Devices by the addresses they were seen with.
///
/// A class: read as a value, all of its parts would be retained for every record.
final class PeerDirectory {
  private struct Recent {
    var key: Int
    var peer: Peer
  }

  /// Devices by address, identity or not; the number of changing addresses is limited. (A new type
  /// of keys would cost each run a search of all conformances.)
  private var peers: [Int: Peer] = [:]
  /// Devices by an address of unknown type; empty in nearly all captures.
  private var typeless: [UInt64: Peer] = [:]
  /// The last lookup in each of 1024 slots: most reports need no hashing.
  private var recent: [Recent?] = Array(repeating: nil, count: 1024)
  /// In the order of first sight, including devices merged into others.
  private var all: [Peer] = []
  /// Devices in `all` that were not merged into others.
  private(set) var count = 0
  private var lastSequence = 0
  var lastOrdinal = 0
  var identities = IdentityTable()
  /// The ambiguity of addresses that keys of several identities resolve is reported once.
  var hasReportedAmbiguity = false

  /// In the order of first sight.
  var list: [Peer] { all.filter { !$0.isMerged } }

  private static func place(_ key: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }

  /// The device last looked up with an address.
  func recent(_ address: BluetoothAddress) -> Peer? {
    let key = Peer.key(of: address)
    guard let found = recent[Self.place(key)], found.key == key, !found.peer.isMerged else {
      return nil
    }
    return found.peer
  }

  func remember(_ peer: Peer, as address: BluetoothAddress) {
    let key = Peer.key(of: address)
    recent[Self.place(key)] = Recent(key: key, peer: peer)
  }

  /// The device seen with an address.
  func device(under address: BluetoothAddress) -> Peer? {
    if let met = peers[Peer.key(of: address)] { return met.current }
    guard !typeless.isEmpty, let met = typeless.removeValue(forKey: address.value)?.current else {
      return nil
    }
    // The type is known now.
    met.learnType(of: address)
    note(met, as: address)
    return met
  }

  func typeless(_ address: BluetoothAddress) -> Peer? { typeless[address.value]?.current }

  /// The device seen with an address, or with a key that resolves it.
  func known(_ address: BluetoothAddress) -> Peer? {
    recent(address) ?? device(under: address)
      ?? identities.holder(of: address).flatMap { identities.entries[$0].device?.current }
  }

  /// Adds a device with the next number; the caller has checked that there is room.
  func add(_ make: (_ sequence: Int) -> Peer) -> Peer {
    lastSequence += 1
    let made = make(lastSequence)
    all.append(made)
    count += 1
    for address in made.addresses { note(made, as: address) }
    return made
  }

  /// Makes the device known by another address.
  func note(_ peer: Peer, as address: BluetoothAddress) {
    if address.kind == .unknown {
      typeless[address.value] = peer
    } else {
      peers[Peer.key(of: address)] = peer
    }
  }

  /// Merges two devices.
  func unite(_ first: Peer, second: Peer) {
    first.absorb(second)
    for address in second.addresses where address.kind != .unknown {
      // Of changing addresses only those that the device remembers are kept: this bounds the table.
      let key = Peer.key(of: address)
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
