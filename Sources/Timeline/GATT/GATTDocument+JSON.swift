import ByteReader

/// Writes the document with its keys in the order of their declaration, two spaces a level: small
/// enough to read, and the same bytes every time.
extension GATTDocument {
  package func write(to out: inout ByteWriter) {
    var json = JSONLines()
    json.object(to: &out) { json, out in
      json.member("schema", schema, to: &out)
      json.array("devices", devices, to: &out) { device, json, out in
        json.member("number", device.number, to: &out)
        json.member("address", device.address, to: &out)
        json.member("address_type", device.address_type, to: &out)
        json.member("name", device.name, to: &out)
        json.member("is_host", device.is_host, to: &out)
        json.array("services", device.services, to: &out) { write($0, &$1, &$2) }
        if let undiscovered = device.undiscovered {
          json.array("undiscovered", undiscovered, to: &out) { write($0, &$1, &$2) }
        }
      }
    }
    out.append("\n")
  }

  private func write(_ service: Service, _ json: inout JSONLines, _ out: inout ByteWriter) {
    json.member("handle", Int(service.handle), to: &out)
    json.member("end_handle", Int(service.end_handle), to: &out)
    json.member("uuid", service.uuid, to: &out)
    json.member("instance", service.instance, to: &out)
    json.member("label", service.label, to: &out)
    json.member("primary", service.primary, to: &out)
    json.member("stale", service.stale, to: &out)
    if let includes = service.includes {
      json.array("includes", includes, to: &out) { include, json, out in
        json.member("handle", Int(include.handle), to: &out)
        json.member("included_handle", Int(include.included_handle), to: &out)
        json.member("end_handle", Int(include.end_handle), to: &out)
        json.member("uuid", include.uuid, to: &out)
      }
    }
    json.array("characteristics", service.characteristics, to: &out) {
      characteristic, json, out in
      json.member("handle", characteristic.handle.map(Int.init), to: &out)
      json.member("value_handle", Int(characteristic.value_handle), to: &out)
      json.member("uuid", characteristic.uuid, to: &out)
      json.member("instance", characteristic.instance, to: &out)
      json.member("label", characteristic.label, to: &out)
      json.member("user_description", characteristic.user_description, to: &out)
      json.words("properties", characteristic.properties, to: &out)
      json.member("values", characteristic.values, to: &out)
      json.member("last_value", characteristic.last_value, to: &out)
      json.member("last_text", characteristic.last_text, to: &out)
      json.member("stale", characteristic.stale, to: &out)
      json.array("descriptors", characteristic.descriptors, to: &out) { write($0, &$1, &$2) }
    }
  }

  private func write(_ value: Value, _ json: inout JSONLines, _ out: inout ByteWriter) {
    json.member("handle", Int(value.handle), to: &out)
    json.member("uuid", value.uuid, to: &out)
    json.member("label", value.label, to: &out)
    json.member("values", value.values, to: &out)
    json.member("last_value", value.last_value, to: &out)
    json.member("last_text", value.last_text, to: &out)
    json.member("stale", value.stale, to: &out)
  }
}

/// Indented JSON, member by member.
struct JSONLines {
  private var depth = 0
  private var isFirst = true

  mutating func object(
    to out: inout ByteWriter, _ body: (inout JSONLines, inout ByteWriter) -> Void
  ) {
    out.append("{")
    depth += 1
    isFirst = true
    body(&self, &out)
    depth -= 1
    if !isFirst { line(&out) }
    isFirst = false
    out.append("}")
  }

  private func line(_ out: inout ByteWriter) {
    out.append("\n")
    out.append(repeating: 0x20, count: depth * 2)
  }

  private mutating func key(_ key: StaticString, _ out: inout ByteWriter) {
    if !isFirst { out.append(",") }
    isFirst = false
    line(&out)
    out.append("\"")
    out.append(key)
    out.append("\": ")
  }

  mutating func member(_ name: StaticString, _ value: Int?, to out: inout ByteWriter) {
    guard let value else { return }
    key(name, &out)
    out.append(decimal: value)
  }

  mutating func member(_ name: StaticString, _ value: Bool?, to out: inout ByteWriter) {
    guard let value else { return }
    key(name, &out)
    out.append(value ? "true" : "false")
  }

  mutating func member(_ name: StaticString, _ value: String?, to out: inout ByteWriter) {
    guard let value else { return }
    key(name, &out)
    out.append(json: value)
  }

  mutating func words(_ name: StaticString, _ words: [String], to out: inout ByteWriter) {
    key(name, &out)
    out.append("[")
    for (index, word) in words.enumerated() {
      if index > 0 { out.append(", ") }
      out.append(json: word)
    }
    out.append("]")
  }

  mutating func array<Element>(
    _ name: StaticString, _ elements: [Element], to out: inout ByteWriter,
    _ body: (Element, inout JSONLines, inout ByteWriter) -> Void
  ) {
    key(name, &out)
    out.append("[")
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { out.append(",") }
      line(&out)
      object(to: &out) { body(element, &$0, &$1) }
    }
    depth -= 1
    if !elements.isEmpty { line(&out) }
    isFirst = false
    out.append("]")
  }
}
