import ATTDissector
import Bytes
import GATTSession
import Timeline

/// The trees of a document as a timeline that contains only their discovery, so that trees are
/// compared as in `diff`.
struct TreeTimeline {
  private var timeline: RecordedTimeline
  private var tables = TimelineTables()
  private var connection: UInt32 = 0

  /// - Returns: `nil` if it contains nothing that counts.
  static func make(
    _ document: GATTDocument, name: String, isExpected: Bool
  ) throws(TimelineError) -> RecordedTimeline? {
    var trees = TreeTimeline(timeline: RecordedTimeline(name: name, form: .trees))
    for tree in try ServerTree.all(document, isExpected: isExpected) { trees.add(tree) }
    return trees.connection > 0 ? trees.timeline : nil
  }

  private init(timeline: RecordedTimeline) { self.timeline = timeline }

  private mutating func add(_ tree: ServerTree) {
    connection += 1
    let peer = tables.peer(tree.address, name: tree.name, in: &timeline)
    // The host's own attributes may be another's tree in a capture of the other side.
    add(.connected, peer: peer) { own in
      own.append(recorded: .event.role)
      own.append(recorded: (tree.isHost ? LinkRole.peripheral : .central).name.rawBytes)
    }
    for attribute in tree.attributes {
      let label = attribute.path.label ?? ""
      let path = tables.path(
        attribute.path, label: label.rawBytes, isEscaped: false, in: &timeline)
      add(attribute.kind, peer: peer, path: path, handle: attribute.handle) {
        attribute.facts.write(to: &$0)
      }
    }
  }

  private mutating func add(
    _ kind: EventKind, peer: Int32, path: Int32 = -1, handle: UInt16 = 0,
    own: (inout ByteWriter) -> Void
  ) {
    let number = UInt32(clamping: timeline.items.count + 1)
    var item = TimelineItem(kind: kind, line: number)
    // Every timeline has a frame and a time.
    item.frame = UInt64(number)
    item.time = 0
    item.connection = connection
    item.peer = peer
    item.path = path
    item.handle = handle
    if kind != .connected { item.from = .peripheral }
    var members = ByteWriter(capacity: 64)
    own(&members)
    item.own = tables.slice(of: members, in: &timeline)
    timeline.items.append(item)
  }
}
