import ATTDissector
import Bytes
import GATTSession

/// The attribute trees with their last values.
package enum ReportAttributes {
  /// The most trees printed; `gatt` prints all.
  static let trees = 8

  /// Where columns start. What a page is wider than the least goes to names and to values.
  private enum Column {
    static var uuid: Int { 34 + Page.nameExcess }
    static var properties: Int { uuid + 5 }
    static var value: Int { uuid + 10 }
    /// Where values, and how many there were, end.
    static var valueEnd: Int { Page.width - 12 }
    static var countEnd: Int { Page.width - 8 }
    static func nameWidth(_ attribute: Attribute) -> Int {
      (attribute.kind == .descriptor ? 22 : 24) + Page.nameExcess
    }
  }

  /// What `properties` writes.
  package static let legend: StaticString =
    "r read  w write  c write command  n notify  i indicate  * turned on  . unseen"

  /// Where one connection is selected: a device has one tree.
  package static let ofAllConnections: StaticString =
    "values, times and what is turned on are of all connections of a device\n"

  /// - isFull: values with all their bytes.
  /// - pieceEnds: called after each attribute; may take what was written.
  package static func write(
    _ session: GATTSession, scope: ReportScope, isFull: Bool, to out: inout ByteWriter,
    pieceEnds: PieceEnd
  ) {
    let servers = GATTServer.all(in: session).filter { scope.includes($0) }
    var hasMarks = false
    // Whether a row has `?`.
    var hasStale = false
    let names = ShortNames(servers.map(\.database))
    for server in servers.prefix(trees) {
      out.append("\n")
      out.append("GATT of ")
      server.title(to: &out)
      let heading = Column.value - 1
      if out.column < heading { out.tab(to: heading) } else { out.newLine(heading) }
      out.append("last value")
      out.tab(to: Column.countEnd - 5)
      out.append("times\n")
      var given = ByteWriter(capacity: 128)
      GivenNames.write(server.database, to: &given)
      if !given.isEmpty {
        out.append("  ")
        out.append(wrapped: given.bytes, indent: 2)
        out.append("\n")
      }
      let inferred = server.database.descriptors.count { $0.source == .inferred && !$0.isStale }
      if inferred > 0 {
        out.append("  ")
        out.append(inferred, "descriptor")
        out.append(inferred == 1 ? " is inferred from its use" : " are inferred from their use")
        out.append("\n")
      }
      write(
        server.database, names: names, scope: scope, isFull: isFull,
        isHidden: isHidden(server.database, session: session), to: &out, hasStale: &hasStale,
        pieceEnds)
      hasMarks = true
    }
    if servers.count > trees {
      out.append("\n+ ")
      out.append(grouped: UInt64(servers.count - trees), "more tree")
      out.append(" (bleinspect gatt shows all)\n")
    }
    if hasMarks {
      out.append("  ")
      out.append(legend)
      out.append("\n")
      if hasStale {
        out.append("  ? the server has changed since, and it was not discovered again\n")
      }
      if scope.hasOthers(servers.prefix(trees), session: session) {
        out.append("  ")
        out.append(ofAllConnections)
      }
    }
  }

  /// Whether encryption hides what may have been said about it.
  package static func isHidden(_ database: AttributeDatabase, session: GATTSession) -> Bool {
    session.connections.contains { connection in
      connection.hearing.hides
        && (connection.remote === database || connection.local === database)
    }
  }

  /// Why a service has no characteristics.
  package static func absence(in service: Attribute, isHidden: Bool) -> StaticString {
    service.search.isComplete || service.handle == service.endHandle
      ? " (no characteristics)"
      : isHidden || service.search.wasAsked
        ? " (characteristics not seen)" : " (characteristics not asked for)"
  }

  private static func write(
    _ database: AttributeDatabase, names: ShortNames, scope: ReportScope, isFull: Bool,
    isHidden: Bool, to out: inout ByteWriter, hasStale: inout Bool, _ pieceEnds: PieceEnd
  ) {
    let tree = ServiceTree(database)
    for (service, all) in tree.services {
      let characteristics = all.filter { scope.includes($0) }
      if characteristics.isEmpty, !scope.includes(service) { continue }
      out.append("  ")
      if service.hasHandle {
        out.append(upperHex: UInt64(service.handle), digits: 4)
        out.append("-")
        out.append(upperHex: UInt64(service.endHandle), digits: 4)
        out.append(" ")
      }
      if let label = service.label { out.append(untrusted: label, escaping: .plain) }
      if let uuid = service.uuid {
        if out.column + (uuid.long == nil ? 37 : 5) > Page.width {
          out.newLine(12)
        } else if service.label != nil {
          out.append(" ")
        }
        uuid.write(to: &out)
      }
      if !service.isPrimary { out.append(" (secondary)") }
      if characteristics.isEmpty {
        let absence = absence(in: service, isHidden: isHidden)
        if out.column + absence.utf8CodeUnitCount > Page.width { out.newLine(11) }
        out.append(absence)
      }
      out.append("\n")
      for characteristic in characteristics {
        if characteristic.isStale { hasStale = true }
        row(characteristic, names: names, isFull: isFull, to: &out)
        pieceEnds(&out)
        for descriptor in tree.descriptors(of: characteristic) where isShown(descriptor) {
          row(descriptor, names: names, isFull: isFull, to: &out)
          pieceEnds(&out)
        }
      }
    }
    if !tree.loose.isEmpty {
      out.append("  ")
      out.append(tree.looseTitle)
      out.append("\n")
      for attribute in tree.loose {
        if attribute.kind == .characteristic, attribute.isStale { hasStale = true }
        row(attribute, names: names, isFull: isFull, to: &out)
        pieceEnds(&out)
      }
    }
  }

  /// The others are in the row of their characteristic.
  package static func isShown(_ descriptor: Attribute) -> Bool {
    !descriptor.isClientConfiguration && descriptor.uuid?.short != 0x2901
  }

  private static func row(
    _ attribute: Attribute, names: ShortNames, isFull: Bool, to out: inout ByteWriter
  ) {
    out.append("    ")
    if attribute.hasHandle {
      out.append(upperHex: UInt64(attribute.handle), digits: 4)
      out.append(" ")
    }
    if attribute.kind == .descriptor { out.append("  ") }
    var name = ByteWriter(capacity: 128)
    names.write(attribute, to: &name)
    if Page.isNarrow { Abbreviation.fit(&name, to: Column.nameWidth(attribute)) }
    out.append(name.bytes)
    if out.column > Column.uuid { out.newLine(Column.uuid) } else { out.tab(to: Column.uuid) }
    if let short = attribute.uuid?.short { out.append(upperHex: UInt64(short), digits: 4) }
    out.tab(to: Column.properties)
    properties(attribute, to: &out)
    var text = ByteWriter(capacity: 256)
    value(attribute, isFull: isFull, to: &text)
    let column = Column.value
    let fits = out.column < column || out.column + 1 + text.bytes.columns <= Column.valueEnd
    if fits || attribute.values.count == 0 { out.tab(to: column) } else { out.newLine(column) }
    guard attribute.values.count > 0 else {
      out.append(text.bytes)
      out.append("\n")
      return
    }
    out.append(wrapped: text.bytes, indent: column, width: Column.valueEnd)
    var count = ByteWriter(capacity: 64)
    count.append(grouped: UInt64(attribute.values.count))
    out.tab(to: Column.countEnd - count.count)
    out.append(count.bytes)
    out.append("\n")
  }

  package static func properties(_ attribute: Attribute, to out: inout ByteWriter) {
    guard attribute.kind == .characteristic else { return }
    if attribute.properties.contains(.read) { out.append("r") }
    if attribute.properties.contains(.write) { out.append("w") }
    if attribute.properties.contains(.writeWithoutResponse) { out.append("c") }
    if attribute.properties.contains(.notify) { out.append("n") }
    if attribute.properties.contains(.indicate) { out.append("i") }
    if attribute.use.wasSubscribed { out.append("*") }
    if !attribute.isDiscovered { out.append(".") }
    if attribute.isStale { out.append("?") }
  }

  package static func value(
    _ attribute: Attribute, isFull: Bool, to text: inout ByteWriter
  ) {
    guard attribute.values.count > 0 else {
      text.append("-")
      return
    }
    let lastText = attribute.values.lastText
    if lastText.isEmpty {
      let last = attribute.values.last
      text.append(value: last.rawBytes, length: attribute.values.lastLength, isFull: isFull)
      return
    }
    if let measure = attribute.values.measure, let range = attribute.values.range,
      range.lowerBound != range.upperBound
    {
      text.append(number: measure.value, decimals: 2, trimmed: true)
      text.append(" ")
      text.append(string: measure.unit.shown)
      text.append(" (")
      text.append(number: range.lowerBound, decimals: 2, trimmed: true)
      text.append("..")
      text.append(number: range.upperBound, decimals: 2, trimmed: true)
      text.append(")")
      return
    }
    text.append(lastText)
  }
}
