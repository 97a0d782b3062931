import ATTDissector
import Timeline

/// The devices of a timeline as a baseline names them: without addresses that change, each under
/// the identity that was known at the end.
struct BaselinePeers {
  private let timeline: RecordedTimeline
  /// For each peer, the peer that stands in for it.
  private var standing: [Int32]
  /// For each peer, its name in the baseline.
  private(set) var reported: [Reported]

  /// A device in a line; the parts that a baseline leaves out are the same for all.
  struct Reported: Hashable {
    var address: BluetoothAddress?
    var name: String?
  }

  init(_ timeline: RecordedTimeline) {
    self.timeline = timeline
    standing = timeline.peers.indices.map { Int32(clamping: $0) }
    reported = timeline.peers.map { peer in
      Reported(address: peer.address.flatMap { $0.isLasting ? $0 : nil }, name: peer.name)
    }
    // The last peer of each connection that has a lasting address.
    var known: [UInt32: Int32] = [:]
    for item in timeline.items where item.isOfConnection && isLasting(item.peer) {
      known[item.connection] = item.peer
    }
    for item in timeline.items where item.isOfConnection {
      guard standing.indices.contains(Int(item.peer)), !isLasting(item.peer),
        let identity = known[item.connection]
      else { continue }
      standing[Int(item.peer)] = identity
      if reported[Int(identity)].name == nil {
        reported[Int(identity)].name = reported[Int(item.peer)].name
      }
    }
  }

  /// The index under which an item's peer is written; -1: not written.
  subscript(peer: Int32) -> Int32 {
    standing.indices.contains(Int(peer)) ? standing[Int(peer)] : -1
  }

  private func isLasting(_ peer: Int32) -> Bool {
    reported.indices.contains(Int(peer)) && reported[Int(peer)].address != nil
  }

  /// What is written of an item's peer.
  func reported(_ peer: Int32) -> Reported {
    let place = Int(self[peer])
    return reported.indices.contains(place) ? reported[place] : Reported()
  }

  /// The peers that an address, a name, or a number refers to.
  /// - connected: the connected ones, in order.
  func named(_ text: String, connected: [Int32]) -> Set<Int32> {
    var found: Set<Int32> = []
    let address = BluetoothAddress.value(of: text)
    let name = text.lowercased()
    for (index, peer) in timeline.peers.enumerated() {
      let isMeant =
        address.map { $0 == peer.address?.value } ?? (peer.name?.lowercased() == name)
      if isMeant { found.insert(self[Int32(clamping: index)]) }
    }
    if found.isEmpty, address == nil, let number = EventFilter.deviceNumber(text),
      number > 0, number <= connected.count
    {
      found.insert(connected[number - 1])
    }
    return found
  }
}
