import ATTDissector
import GATTSession

/// What a baseline holds.
package struct BaselineOptions: Equatable, Sendable {
  /// `t` stands in it, which differs from recording to recording.
  package var times = false
  /// What is not related to a connection is in it, too: advertisements of devices around.
  package var all = false
  /// An address, a name, or the number of a device that was connected: only what is about it.
  package var device: String?

  package init() {}

  /// Those with which a timeline was written, so that it can be written again.
  package init(keepingFormOf timeline: RecordedTimeline) {
    times = timeline.items.contains { $0.time != nil }
    let devices = Set(timeline.items.lazy.filter { $0.isOfConnection }.map(\.peer))
    all =
      timeline.form == .baseline && !devices.isEmpty
      && timeline.items.contains { $0.kind == .advertisement && !devices.contains($0.peer) }
  }

  /// The same of a timeline that was compared as far as it is about one device: if it has no other, it
  /// gets no other.
  package init(keepingFormOf timeline: RecordedTimeline, device word: String?) {
    self.init(keepingFormOf: timeline)
    guard let word else { return }
    let value = BluetoothAddress.value(of: word)
    let name = word.lowercased()
    // A name may have come to light only later.
    let meant = timeline.peers.filter {
      value != nil ? $0.address?.value == value : $0.name?.lowercased() == name
    }
    let addresses = Set(meant.compactMap { $0.address?.value })
    let isOther = { (item: TimelineItem) in
      guard item.isOfConnection, timeline.peers.indices.contains(Int(item.peer)) else {
        return false
      }
      let peer = timeline.peers[Int(item.peer)]
      return
        !(peer.address.map { addresses.contains($0.value) } ?? (peer.name?.lowercased() == name))
    }
    if !meant.isEmpty, !timeline.items.contains(where: isOther) { device = word }
  }
}

extension TimelineItem {
  /// An event of a connection that tells more than a remark.
  var isOfConnection: Bool { connection > 0 && kind != .note }
}
