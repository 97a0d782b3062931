import ATTDissector
import Bytes
import GATTSession

/// The trees with nothing shortened.
enum GATTText {
  static func write(
    _ servers: [GATTServer], _ uuids: Set<BluetoothUUID>, to out: inout ByteWriter,
    pieceEnds: PieceEnd
  ) {
    if servers.isEmpty { out.append("no attributes were seen\n") }
    for (index, server) in servers.enumerated() {
      if index > 0 { out.append("\n") }
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
      var given = ByteWriter(capacity: 128)
      GivenNames.write(server.database, to: &given)
      if !given.isEmpty {
        out.append("  ")
        out.append(given.bytes)
        out.append("\n")
      }
      write(server.database, uuids, to: &out, pieceEnds)
    }
  }

  private static func write(
    _ database: AttributeDatabase, _ uuids: Set<BluetoothUUID>, to out: inout ByteWriter,
    _ pieceEnds: PieceEnd
  ) {
    let tree = ServiceTree(database)
    for (service, wanted) in tree.chosen(uuids) {
      out.append("  ")
      handles(service.handle, service.endHandle, to: &out)
      out.append(service.isPrimary ? "service " : "secondary service ")
      title(service, to: &out)
      if service.isStale { out.append(stale) }
      if service.isKnown { out.append(given) }
      out.append("\n")
      for include in tree.includes(of: service) {
        out.append("    ")
        handles(include.handle, nil, to: &out)
        out.append("includes ")
        handles(include.includedHandle, include.endHandle, to: &out)
        title(include, to: &out)
        out.append("\n")
      }
      for characteristic in wanted {
        row(characteristic, indent: 4, to: &out)
        pieceEnds(&out)
        for descriptor in tree.descriptors(of: characteristic) {
          row(descriptor, indent: 6, to: &out)
          pieceEnds(&out)
        }
      }
    }
    let loose = tree.chosenLoose(uuids)
    if loose.isEmpty { return }
    out.append("  used, not discovered\n")
    for attribute in loose {
      row(attribute, indent: 4, to: &out)
      pieceEnds(&out)
    }
  }

  /// Marks attributes that the server has changed since.
  private static let stale: StaticString = "  (before a change)"
  /// Marks attributes that the capture does not discover.
  private static let given: StaticString = "  (given)"
  /// Marks attributes whose type is known from their use.
  private static let inferred: StaticString = "  (inferred from its use)"

  private static func handles(_ first: UInt16, _ last: UInt16?, to out: inout ByteWriter) {
    out.append(upperHex: UInt64(first), digits: 4)
    if let last {
      out.append("-")
      out.append(upperHex: UInt64(last), digits: 4)
    }
    out.append(" ")
  }

  private static func title(_ attribute: Attribute, to out: inout ByteWriter) {
    if let label = attribute.label {
      out.append(untrusted: label, .plain)
      out.append(" ")
    }
    if attribute.instance > 0 {
      out.append("(")
      out.append(decimal: attribute.instance)
      out.append(") ")
    }
    if let uuid = attribute.uuid { uuid.write(to: &out) } else { out.append("(type unknown)") }
  }

  private static func row(_ attribute: Attribute, indent: Int, to out: inout ByteWriter) {
    out.append(repeating: 0x20, count: indent)
    handles(attribute.handle, nil, to: &out)
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
    if attribute.isKnown { out.append(given) }
    if attribute.source == .inferred { out.append(inferred) }
    if let text = attribute.userDescription, text != attribute.label {
      out.append("  \"")
      out.append(untrusted: text, .plain)
      out.append("\"")
    }
    out.append("\n")
    guard attribute.valueCount > 0 else { return }
    out.append(repeating: 0x20, count: indent + 5)
    out.append("= ")
    if attribute.lastText.isEmpty {
      let value = attribute.lastValue
      out.append(value: value.rawBytes, length: attribute.lastValueLength, isFull: true)
    } else {
      out.append(attribute.lastText)
    }
    if attribute.valueCount > 1 {
      out.append("   (last of ")
      out.append(grouped: UInt64(attribute.valueCount))
      out.append(")")
    }
    out.append("\n")
  }
}
