import ATTDissector
import GATTSession

/// Which events of a timeline a baseline keeps, and their order: what the host does by itself, the
/// advertisements of each device, then one connection after the other.
///
/// Devices nearby are kept only if nothing was connected, so that they do not change the file.
struct BaselineSelection {
  struct Entry {
    /// An index of the timeline's items.
    var item: UInt32
    /// The connection's number in the baseline, 0 for no connection.
    var connection: UInt32
  }

  private(set) var entries: [Entry] = []
  let peers: BaselinePeers

  private let timeline: RecordedTimeline
  private let options: BaselineOptions
  private let connections: BaselineConnections

  /// - Throws: when the options name a device that is not there.
  init(_ timeline: RecordedTimeline, _ options: BaselineOptions) throws(TimelineError) {
    self.timeline = timeline
    self.options = options
    peers = BaselinePeers(timeline)
    var connections = BaselineConnections(timeline, peers)
    if let device = options.device {
      let wanted = peers.named(device, connected: connections.devices)
      guard !wanted.isEmpty else {
        throw TimelineError(
          "--device: no such device in the recording\(nearest(device, timelines: [timeline]))")
      }
      connections.select(wanted)
      self.connections = connections
      add(device: wanted)
    } else {
      self.connections = connections
      add(device: nil)
    }
  }

  /// The most losses that are reported: further ones say nothing new, and each costs a look at
  /// every connection.
  private static let reportedLosses = 256

  private mutating func add(device wanted: Set<Int32>?) {
    var losses = 0
    var later: [Entry] = []
    var advertisements: [(group: Int, item: UInt32)] = []
    var groups: [BaselinePeers.Reported: Int] = [:]
    let related = connections.isEmpty || options.all ? nil : Set(connections.devices)
    for (index, item) in timeline.items.enumerated() {
      let number = UInt32(clamping: index)
      if item.connection > 0 {
        let connection = connections.number(of: item.connection)
        if connection > 0, isKept(item) {
          later.append(Entry(item: number, connection: connection))
        }
        continue
      }
      switch item.kind {
      case .scan, .advertising: entries.append(Entry(item: number, connection: 0))
      case .advertisement:
        let peer = peers[item.peer]
        // A baseline does not name a device whose address changes, but it has no others.
        let isRelated = related?.contains(peer) ?? true || timeline.form == .baseline && peer < 0
        guard wanted?.contains(peer) ?? true, isRelated else { continue }
        let group = groups[peers.reported(peer)] ?? groups.count
        groups[peers.reported(peer)] = group
        advertisements.append((group, number))
      case .note where losses < Self.reportedLosses && timeline.has(.event.lost, item: item):
        losses += 1
        for connection in connections.around(number) {
          later.append(Entry(item: number, connection: connection))
        }
      default: break
      }
    }
    advertisements.sort { ($0.group, $0.item) < ($1.group, $1.item) }
    entries += advertisements.map { Entry(item: $0.item, connection: 0) }
    later.sort { ($0.connection, $0.item) < ($1.connection, $1.item) }
    entries += later
  }

  private func isKept(_ item: TimelineItem) -> Bool {
    switch item.kind {
    case .note:
      let keys: [Key] = [
        .event.role, .event.lost, .event.unreadableFromCentral, .event.goesOn,
      ]
      return keys.contains { timeline.has($0, item: item) }
    // An MTU of another bearer.
    case .mtu: return !timeline.has(.event.l2capChannel, item: item)
    case .adapter: return false
    default: return true
    }
  }
}
