import Bytes
import GATTSession
import GATTValues
import JSONText
import Timeline

/// Differences between two sides, for a program: docs/contrast.schema.json.
enum ContrastJSON {
  static func write(_ contrasts: [Contrast], to out: inout ByteWriter) {
    out.append("{")
    out.append(member: "schema", 1)
    out.append(jsonKey: "differences")
    out.append("[")
    var isFirst = true
    for contrast in contrasts where !contrast.isEqual {
      out.append(isFirst ? "\n" : ",\n")
      isFirst = false
      write(contrast, to: &out)
    }
    out.append(isFirst ? "]" : "\n]")
    out.append(member: "equal", contrasts.count { $0.isEqual })
    out.append("}\n")
  }

  private static func write(_ contrast: Contrast, to out: inout ByteWriter) {
    out.append("{")
    let stream = contrast.stream
    if let peer = stream.peer {
      out.append(jsonKey: "address")
      out.append(json: peer.address)
      if let name = peer.name { out.append(member: "name", name) }
    }
    if let handle = stream.handle { out.append(member: "handle", UInt64(handle)) }
    if let service = stream.service {
      out.append(jsonKey: "service")
      out.append(json: service)
    }
    if let uuid = stream.uuid {
      out.append(jsonKey: "characteristic")
      out.append(json: uuid)
    }
    if let label = stream.label { out.append(member: "label", label) }
    out.append(member: "direction", stream.direction.rawValue)
    write(contrast.counts, to: &out)
    out.append(member: "kinds", objects: contrast.groups) { group, out in
      if let code = group.code { out.append(member: "kind", code) }
      write(group.counts, to: &out)
      out.append(member: "bytes", objects: group.changes) { change, out in
        out.append(member: "at", change.at)
        write(change.first, key: "first", to: &out)
        write(change.second, key: "second", to: &out)
      }
    }
    write(contrast.onlyFirst, key: "only_first", to: &out)
    write(contrast.onlySecond, key: "only_second", to: &out)
    out.append("}")
  }

  private static func write(_ counts: (first: Int, second: Int), to out: inout ByteWriter) {
    out.append(member: "first_values", counts.first)
    out.append(member: "second_values", counts.second)
  }

  /// The values of a byte; nothing where they are too many.
  private static func write(_ bytes: [UInt8], key: StaticString, to out: inout ByteWriter) {
    guard !bytes.isEmpty else { return }
    out.append(member: key, list: bytes) { $1.append(decimal: UInt64($0)) }
  }

  private static func write(
    _ values: [(bytes: [UInt8], count: Int)], key: StaticString, to out: inout ByteWriter
  ) {
    out.append(member: key, objects: values) { value, out in
      out.append(member: "value", hex: value.bytes.rawBytes)
      out.append(member: "count", value.count)
    }
  }
}
