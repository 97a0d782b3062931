import ATTDissector
import Bytes
import GATTSession

/// The trees with nothing shortened.
enum GATTText {
  static func write(
    _ servers: [GATTServer], uuids: Set<BluetoothUUID>, to out: inout ByteWriter,
    pieceEnds: PieceEnd
  ) {
    if servers.isEmpty { out.append("no attributes were seen\n") }
    for (index, same) in GATTServer.withOneTree(servers).enumerated() {
      if index > 0 { out.append("\n") }
      for server in same { title(server, to: &out) }
      guard let server = same.max(by: { $0.seen < $1.seen }) else { continue }
      if same.count > 1 { out.append("  one Database Hash: all have the same attributes\n") }
      var given = ByteWriter(capacity: 128)
      GivenNames.write(server.database, to: &given)
      if !given.isEmpty {
        out.append("  ")
        out.append(given.bytes)
        out.append("\n")
      }
      write(server.database, of: same, uuids: uuids, to: &out, pieceEnds)
    }
  }

  private static func title(_ server: GATTServer, to out: inout ByteWriter) {
    server.title(to: &out)
    if let address = server.address {
      out.append("   ")
      address.write(to: &out)
      if let kind = address.kind.name {
        out.append("  ")
        out.append(kind)
      }
    }
    out.append("\n")
  }

  private static func write(
    _ database: AttributeDatabase, of same: [GATTServer], uuids: Set<BluetoothUUID>,
    to out: inout ByteWriter, _ pieceEnds: PieceEnd
  ) {
    let tree = ServiceTree(database)
    for (service, wanted) in tree.chosen(uuids) {
      out.append("  ")
      handles(service.handle, through: service.endHandle, to: &out)
      out.append(service.isPrimary ? "service " : "secondary service ")
      title(service, to: &out)
      if service.isStale { out.append(stale) }
      if service.isKnown { out.append(service.source == .map ? known : given) }
      out.append("\n")
      for include in tree.includes(of: service) {
        out.append("    ")
        handles(include.handle, through: nil, to: &out)
        out.append("includes ")
        handles(include.includedHandle, through: include.endHandle, to: &out)
        title(include, to: &out)
        out.append("\n")
      }
      for characteristic in wanted {
        row(characteristic, of: same, indent: 4, to: &out)
        pieceEnds(&out)
        for descriptor in tree.descriptors(of: characteristic) {
          row(descriptor, of: same, indent: 6, to: &out)
          pieceEnds(&out)
        }
      }
    }
    let loose = tree.chosenLoose(uuids)
    if loose.isEmpty { return }
    out.append("  ")
    out.append(tree.looseTitle)
    out.append("\n")
    for attribute in loose {
      row(attribute, of: same, indent: 4, to: &out)
      pieceEnds(&out)
    }
  }

  /// Marks attributes that the server has changed since.
  private static let stale: StaticString = "  (before a change)"
  /// Marks attributes that the capture does not discover.
  private static let given: StaticString = "  (given)"
  /// Marks attributes that are named as those of a known device.
  private static let known: StaticString = "  (known device)"
  /// Marks attributes whose type is known from their use.
  private static let inferred: StaticString = "  (inferred from its use)"

  private static func handles(_ first: UInt16, through last: UInt16?, to out: inout ByteWriter) {
    out.append(upperHex: UInt64(first), digits: 4)
    if let last {
      out.append("-")
      out.append(upperHex: UInt64(last), digits: 4)
    }
    out.append(" ")
  }

  private static func title(_ attribute: Attribute, to out: inout ByteWriter) {
    if let label = attribute.label {
      out.append(untrusted: label, escaping: .plain)
      out.append(" ")
    }
    if attribute.instance > 0 {
      out.append("(")
      out.append(decimal: attribute.instance)
      out.append(") ")
    }
    if let uuid = attribute.uuid { uuid.write(to: &out) } else { out.append("(type unknown)") }
  }

  private static func row(
    _ attribute: Attribute, of same: [GATTServer], indent: Int, to out: inout ByteWriter
  ) {
    out.append(repeating: 0x20, count: indent)
    handles(attribute.handle, through: nil, to: &out)
    title(attribute, to: &out)
    if attribute.kind == .characteristic {
      out.append("  [")
      var isFirst = true
      for (property, word) in CharacteristicProperties.words
      where attribute.properties.contains(property) {
        if !isFirst { out.append(", ") }
        isFirst = false
        out.append(word)
      }
      out.append("]")
    }
    if attribute.isStale { out.append(stale) }
    if attribute.isKnown { out.append(attribute.source == .map ? known : given) }
    if attribute.source == .inferred { out.append(inferred) }
    if let text = attribute.userDescription, text != attribute.label {
      out.append("  \"")
      out.append(untrusted: text, escaping: .plain)
      out.append("\"")
    }
    out.append("\n")
    guard same.count > 1 else { return value(of: attribute, server: nil, indent: indent, to: &out) }
    for server in same {
      guard let twin = server.database.attribute(at: attribute.handle), twin.uuid == attribute.uuid
      else { continue }
      value(of: twin, server: server, indent: indent, to: &out)
    }
  }

  /// - Parameter server: whose value it is, where several have the attribute.
  private static func value(
    of attribute: Attribute, server: GATTServer?, indent: Int, to out: inout ByteWriter
  ) {
    guard attribute.values.count > 0 else { return }
    out.append(repeating: 0x20, count: indent + 5)
    if let server {
      server.number(to: &out)
      out.append(" ")
    }
    out.append("= ")
    let text = attribute.values.lastText
    if text.isEmpty {
      let value = attribute.values.last
      out.append(value: value.rawBytes, length: attribute.values.lastLength, isFull: true)
    } else {
      out.append(text)
    }
    if attribute.values.count > 1 {
      out.append("   (last of ")
      out.append(grouped: UInt64(attribute.values.count))
      out.append(")")
    }
    out.append("\n")
  }
}
