import ATTDissector
import Answers
import BTSnoop
import Bytes
import GATTSession
import Timeline

extension PageSections {
  // MARK: Attributes

  func attributes() {
    begin("attributes")
    let servers = GATTServer.all(in: session).filter { scope.includes($0) }
    let shown = servers.prefix(limit(Limit.trees))
    if servers.isEmpty {
      page.markup("<p>none seen</p>\n")
    } else {
      page.markup("<p class=\"uses\">")
      page.text { $0.append(ReportAttributes.legend) }
      page.markup("</p>")
      page.lineEnds()
    }
    let names = ShortNames(shown.map(\.database))
    for (index, server) in shown.enumerated() {
      page.markup("<h3 id=\"t")
      page.number(index + 1)
      page.markup("\">")
      page.text { server.title(to: &$0) }
      page.markup("</h3>\n<div class=\"wide\"><table data-owner=\"")
      page.number(server.peer?.ordinal ?? server.connection.map { -$0.ordinal } ?? 0)
      page.markup("\" aria-labelledby=\"t")
      page.number(index + 1)
      page.markup("\">\n<thead><tr>")
      for title in ["Handle", "Name", "UUID", "Use", "Last value"] as [StaticString] {
        column(title)
      }
      page.markup("<th scope=\"col\" class=\"n\">Values</th></tr></thead>\n")
      tree(server.database, names: names)
      page.markup("</table></div>")
      page.lineEnds()
    }
    more(servers.count - shown.count, "more tree", hint: " (bleinspect gatt shows all)")
    end()
  }

  private func tree(_ database: AttributeDatabase, names: ShortNames) {
    let tree = ServiceTree(database)
    let isHidden = ReportAttributes.isHidden(database, session: session)
    for (service, all) in tree.services {
      let characteristics = all.filter { scope.includes($0) }
      if characteristics.isEmpty, !scope.includes(service) { continue }
      page.markup("<tbody>\n<tr><th colspan=\"6\" scope=\"rowgroup\">")
      page.text { text in
        if service.hasHandle {
          text.append(upperHex: UInt64(service.handle), digits: 4)
          text.append("-")
          text.append(upperHex: UInt64(service.endHandle), digits: 4)
        }
        if let label = service.label {
          if !text.isEmpty { text.append(" ") }
          text.append(untrusted: label, escaping: .plain)
        }
        if let uuid = service.uuid {
          if !text.isEmpty { text.append(" ") }
          uuid.write(to: &text)
        }
        if !service.isPrimary { text.append(" (secondary)") }
        if characteristics.isEmpty {
          text.append(ReportAttributes.absence(in: service, isHidden: isHidden))
        }
      }
      page.markup("</th></tr>\n")
      for characteristic in characteristics {
        row(characteristic, names: names)
        for descriptor in tree.descriptors(of: characteristic)
        where ReportAttributes.isShown(descriptor) {
          row(descriptor, names: names)
        }
      }
      page.markup("</tbody>\n")
    }
    guard !tree.loose.isEmpty else { return }
    page.markup("<tbody>\n<tr><th colspan=\"6\" scope=\"rowgroup\">")
    page.markup(tree.looseTitle)
    page.markup("</th></tr>\n")
    for attribute in tree.loose { row(attribute, names: names) }
    page.markup("</tbody>\n")
  }

  private func row(_ attribute: Attribute, names: ShortNames) {
    page.markup("<tr data-handle=\"")
    page.number(attribute.handle)
    page.markup("\"><th scope=\"row\" class=\"hex\">")
    if attribute.hasHandle {
      page.text { $0.append(upperHex: UInt64(attribute.handle), digits: 4) }
    }
    page.markup("</th>")
    page.element("td") { names.write(attribute, to: &$0) }
    page.markup("<td class=\"hex\">")
    page.text { text in attribute.uuid?.write(to: &text) }
    page.markup("</td>")
    page.element("td") { ReportAttributes.properties(attribute, to: &$0) }
    var value = ByteWriter(capacity: 64)
    var whole = ByteWriter(capacity: 0)
    ReportAttributes.value(attribute, isFull: options.showsWholeValues, to: &value)
    if !options.showsWholeValues, value.bytes.isShortened {
      let last = attribute.values.last
      whole.append(value: last.rawBytes, length: attribute.values.lastLength, isFull: true)
    }
    page.cell(value, whole: whole)
    page.markup("<td class=\"n\">")
    if attribute.values.count > 0 {
      page.text { $0.append(grouped: UInt64(attribute.values.count)) }
    }
    page.markup("</td></tr>")
    page.lineEnds()
  }
}
