import Bytes
import GATTSession
import GATTValues
import JSONText
import Timeline

/// Differences between two sides, for a program: docs/contrast.schema.json.
enum ContrastJSON {
  static func write(_ contrasts: [Contrast], to out: inout ByteWriter) {
    out.append("{\"schema\":1,\"differences\":[")
    var isFirst = true
    for contrast in contrasts where !contrast.isEqual {
      out.append(isFirst ? "\n" : ",\n")
      isFirst = false
      write(contrast, to: &out)
    }
    out.append(isFirst ? "],\"equal\":" : "\n],\"equal\":")
    out.append(decimal: contrasts.count { $0.isEqual })
    out.append("}\n")
  }

  private static func write(_ contrast: Contrast, to out: inout ByteWriter) {
    out.append("{")
    let stream = contrast.stream
    if let peer = stream.peer {
      out.append("\"address\":")
      out.append(json: peer.address)
      if let name = peer.name {
        out.append(",\"name\":")
        out.append(json: name)
      }
      out.append(",")
    }
    if let handle = stream.handle {
      out.append("\"handle\":")
      out.append(decimal: UInt64(handle))
      out.append(",")
    }
    if let service = stream.service {
      out.append("\"service\":")
      out.append(json: service)
      out.append(",")
    }
    if let uuid = stream.uuid {
      out.append("\"characteristic\":")
      out.append(json: uuid)
      out.append(",")
    }
    if let label = stream.label {
      out.append("\"label\":")
      out.append(json: label)
      out.append(",")
    }
    out.append("\"direction\":")
    out.append(json: stream.direction.rawValue)
    out.append(",")
    write(contrast.counts, to: &out)
    out.append(",\"kinds\":[")
    for (index, group) in contrast.groups.enumerated() {
      out.append(index == 0 ? "{" : ",{")
      if let code = group.code {
        out.append("\"kind\":")
        out.append(decimal: code)
        out.append(",")
      }
      write(group.counts, to: &out)
      out.append(",\"bytes\":[")
      for (index, change) in group.changes.enumerated() {
        out.append(index == 0 ? "{\"at\":" : ",{\"at\":")
        out.append(decimal: change.at)
        write(change.first, "first", to: &out)
        write(change.second, "second", to: &out)
        out.append("}")
      }
      out.append("]}")
    }
    out.append("]")
    write(contrast.onlyFirst, "only_first", to: &out)
    write(contrast.onlySecond, "only_second", to: &out)
    out.append("}")
  }

  private static func write(_ counts: (first: Int, second: Int), to out: inout ByteWriter) {
    out.append("\"first_values\":")
    out.append(decimal: counts.first)
    out.append(",\"second_values\":")
    out.append(decimal: counts.second)
  }

  /// The values of a byte; nothing where they are too many.
  private static func write(_ bytes: [UInt8], _ key: StaticString, to out: inout ByteWriter) {
    guard !bytes.isEmpty else { return }
    out.append(jsonKey: key, comma: true)
    out.append("[")
    for (index, byte) in bytes.enumerated() {
      if index > 0 { out.append(",") }
      out.append(decimal: UInt64(byte))
    }
    out.append("]")
  }

  private static func write(
    _ values: [(bytes: [UInt8], count: Int)], _ key: StaticString, to out: inout ByteWriter
  ) {
    out.append(jsonKey: key, comma: true)
    out.append("[")
    for (index, (bytes, count)) in values.enumerated() {
      out.append(index == 0 ? "{\"value\":\"" : ",{\"value\":\"")
      out.append(hex: bytes.rawBytes)
      out.append("\",\"count\":")
      out.append(decimal: count)
      out.append("}")
    }
    out.append("]")
  }
}
