import ATTDissector
import Bytes
import JSONText
import Timeline

/// The trees of a document as a timeline in which nothing happens but their discovery: trees compare as
/// they do in `diff`.
struct TreeTimeline: ~Copyable {
  private var lines = ByteWriter(capacity: 1 << 16)
  private var connection = 0
  private var frame = 0

  /// - Returns: `nil` where nothing stands in it that counts.
  static func make(
    _ document: GATTDocument, name: String, isExpected: Bool
  ) throws(TimelineRefusal) -> RecordedTimeline? {
    var trees = TreeTimeline()
    trees.lines.append("{\"event\":\"capture\",\"schema\":1}\n")
    for tree in try ServerTree.all(document, isExpected: isExpected) {
      trees.add(tree)
    }
    guard trees.connection > 0 else { return nil }
    var reader = TimelineReader(name: name)
    _ = try reader.consume(trees.lines.bytes, atEnd: true)
    return try reader.finish()
  }

  private init() {}

  private mutating func add(_ tree: ServerTree) {
    connection += 1
    // The host's own attributes may be another's tree in a capture of the other side.
    event("connected", of: tree) { out in
      out.append(tree.isHost ? ",\"role\":\"peripheral\"" : ",\"role\":\"central\"")
    }
    for attribute in tree.attributes {
      event(attribute.kind, of: tree) { out in
        out.append(",\"from\":\"peripheral\",\"handle\":")
        out.append(decimal: Int(attribute.handle))
        for (key, uuid) in zip(["service", "characteristic", "descriptor"], attribute.path) {
          Self.member(key, uuid, to: &out)
        }
        if attribute.instance > 0 {
          out.append(",\"instance\":")
          out.append(decimal: attribute.instance)
        }
        Self.member("label", attribute.label, to: &out)
        out.append(string: attribute.members)
      }
    }
  }

  private mutating func event(
    _ kind: String, of tree: ServerTree, _ members: (inout ByteWriter) -> Void
  ) {
    frame += 1
    lines.append("{\"event\":")
    lines.append(json: kind)
    // No timeline is without a frame and a time.
    lines.append(",\"frame\":")
    lines.append(decimal: frame)
    lines.append(",\"t\":0,\"connection\":")
    lines.append(decimal: connection)
    Self.member("address", tree.address?.description, to: &lines)
    if tree.address != nil { Self.member("address_type", tree.addressType, to: &lines) }
    // Once is enough for an address; without one, the name says whose line it is.
    if tree.address == nil || kind == "connected" { Self.member("name", tree.name, to: &lines) }
    members(&lines)
    lines.append("}\n")
  }

  private static func member(_ key: String, _ value: String?, to out: inout ByteWriter) {
    guard let value else { return }
    out.append(",")
    out.append(json: key)
    out.append(":")
    out.append(json: value)
  }
}
