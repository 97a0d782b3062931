import ATTDissector
import GATTSession

/// A part of a timeline: filters for one that was read as NDJSON, where no session selects events.
package struct TimelineScope: Equatable, Sendable {
  /// An address, or a name, case-insensitive.
  package var device: String?
  package var connection: UInt64?
  /// Nanoseconds of `t`.
  package var from: Int64?
  package var to: Int64?

  package init() {}
}

extension RecordedTimeline {
  /// Leaves out what is malformed only because the end of the file cuts the last record: that is
  /// reported as a cut.
  package mutating func leaveOutCutRecord() {
    guard !cuts.isEmpty, let lastFrame else { return }
    items.removeAll { $0.kind == .malformed && $0.isTruncated && $0.frame == lastFrame }
  }

  /// The timeline with only what is in the scope. Events without a time are in no time span.
  package func restricted(to scope: TimelineScope) -> RecordedTimeline {
    guard scope != TimelineScope() else { return self }
    let address = scope.device.flatMap { BluetoothAddress.value(of: $0) }
    let name = scope.device?.lowercased()
    let peers = Set(
      self.peers.indices.filter { index in
        let peer = self.peers[index]
        return address.map { peer.address?.value == $0 } ?? (peer.name?.lowercased() == name)
      })
    var timeline = self
    timeline.items.removeAll { item in
      // A mark is of no device.
      if item.kind != .mark {
        if scope.device != nil, !peers.contains(Int(item.peer)) { return true }
        if let connection = scope.connection, UInt64(item.connection) != connection { return true }
      }
      if let from = scope.from, item.time.map({ $0 < from }) ?? true { return true }
      if let to = scope.to, item.time.map({ $0 > to }) ?? true { return true }
      return false
    }
    return timeline
  }
}
