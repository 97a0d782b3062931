import ATTDissector
import GATTSession

/// A device that the recording host was connected to in one role, or that only advertised.
///
/// Devices with private addresses and the same name, or none, count as one: nothing distinguishes
/// them, and one device uses many such addresses.
struct ComparedParty: Sendable {
  /// Its peers: the lowest index of `peers` for each device.
  var devices: [Int32] = []
  /// A lasting address, if it has one.
  var address: BluetoothAddress?
  var name: String?
  /// Any address, for messages.
  var shownAddress: BluetoothAddress?
  /// The role of the recording host; for an advertiser central.
  var host = LinkRole.central
  /// Indices of the side's connections, in order.
  var connections: [Int] = []

  /// Another device of the side has the same name.
  var sharesName = false

  /// Whether its advertisements are of one device: several without a name may be anybody's.
  var isOneDevice: Bool { address != nil || !(name ?? "").isEmpty || Set(devices).count <= 1 }

  /// Its title in messages.
  var title: String {
    if let name, !name.isEmpty {
      guard sharesName, let address else { return name }
      return "\(name) \(address)"
    }
    if let shownAddress { return shownAddress.description }
    return host == .central ? "peripheral" : "central"
  }

  /// Whether an option that names a device means this one.
  func isNamed(_ word: String, timeline: RecordedTimeline) -> Bool {
    if let value = BluetoothAddress.value(of: word) {
      return devices.contains { device in
        let place = Int(device)
        return timeline.peers.indices.contains(place)
          && timeline.peers[place].address?.value == value
      }
    }
    return name?.lowercased() == word.lowercased()
  }
}

extension ComparedSide {
  private struct PartyKey: Hashable {
    var device: Int32
    var name: String?
    var host: LinkRole
  }

  /// Collects what all peers of a device say of it.
  private struct Known {
    var lasting: BluetoothAddress?
    var any: BluetoothAddress?
    var name: String?
  }

  private static func known(
    in timeline: RecordedTimeline, devices: [Int32]
  ) -> [Int32: Known] {
    var known: [Int32: Known] = [:]
    for (index, peer) in timeline.peers.enumerated() where devices.indices.contains(index) {
      var entry = known[devices[index]] ?? Known()
      if let address = peer.address {
        if address.isLasting, entry.lasting == nil || address.isIdentity { entry.lasting = address }
        entry.any = entry.any ?? address
      }
      if let name = peer.name, !name.isEmpty { entry.name = name }
      known[devices[index]] = entry
    }
    return known
  }

  static func parties(
    in timeline: RecordedTimeline, devices: [Int32], connections: [ComparedConnection]
  ) -> [ComparedParty] {
    let known = known(in: timeline, devices: devices)
    var places: [PartyKey: Int] = [:]
    var parties: [ComparedParty] = []
    for (index, connection) in connections.enumerated() {
      let entry = known[connection.device] ?? Known()
      let host = connection.host ?? .central
      let key =
        entry.lasting == nil
        ? PartyKey(device: -1, name: entry.name ?? "", host: host)
        : PartyKey(device: connection.device, name: nil, host: host)
      let place: Int
      if let found = places[key] {
        place = found
      } else {
        place = parties.count
        places[key] = place
        parties.append(
          ComparedParty(
            address: entry.lasting, name: entry.name, shownAddress: entry.lasting ?? entry.any,
            host: host))
      }
      parties[place].connections.append(index)
      if connection.device >= 0, parties[place].devices.last != connection.device {
        parties[place].devices.append(connection.device)
      }
    }
    markSharedNames(&parties)
    return parties
  }

  private static func markSharedNames(_ parties: inout [ComparedParty]) {
    var names: [String: Int] = [:]
    for party in parties { names[party.name ?? "", default: 0] += 1 }
    for place in parties.indices {
      parties[place].sharesName = names[parties[place].name ?? "", default: 0] > 1
    }
  }

  /// The parties that advertise and can be recognized, in order of first advertisement: by a lasting
  /// address, or else by name.
  func advertisers() -> [ComparedParty] {
    let known = Self.known(in: timeline, devices: devices)
    var seen: Set<Int32> = []
    var places: [String: Int] = [:]
    var parties: [ComparedParty] = []
    for index in advertisements {
      guard let peer = timeline.peer(of: self[index]), seen.insert(device(peer)).inserted else {
        continue
      }
      let entry = known[device(peer)] ?? Known()
      if entry.lasting == nil {
        guard let name = entry.name else { continue }
        if let place = places[name] {
          parties[place].devices.append(device(peer))
          continue
        }
        places[name] = parties.count
      }
      parties.append(
        ComparedParty(
          devices: [device(peer)], address: entry.lasting, name: entry.name,
          shownAddress: entry.lasting ?? entry.any))
    }
    return parties
  }
}
