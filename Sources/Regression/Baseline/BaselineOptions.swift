import ATTDissector
import GATTSession

/// What a baseline holds.
package struct BaselineOptions: Equatable, Sendable {
  /// It keeps `t`, which differs from recording to recording.
  package var times = false
  /// Also keeps what belongs to no connection: advertisements of devices nearby.
  package var all = false
  /// An address, a name, or the number of a connected device: keep only what is about it.
  package var device: String?

  package init() {}

  /// The options that the timeline was written with, so that it can be written again.
  package init(keepingFormOf timeline: RecordedTimeline) {
    times = timeline.items.contains { $0.time != nil }
    let devices = Set(timeline.items.lazy.filter { $0.isOfConnection }.map(\.peer))
    all =
      timeline.form == .baseline && !devices.isEmpty
      && timeline.items.contains { $0.kind == .advertisement && !devices.contains($0.peer) }
  }

  /// The options for rewriting a timeline: one that is about a single device gets no others.
  package init(keepingFormOf timeline: RecordedTimeline, device word: String?) {
    self.init(keepingFormOf: timeline)
    guard let word else { return }
    let value = BluetoothAddress.value(of: word)
    let name = word.lowercased()
    // The name may have appeared only later.
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
  /// An event of a connection that says more than a remark.
  var isOfConnection: Bool { connection > 0 && kind != .note }
}
