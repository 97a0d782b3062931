import Bytes

/// Differences between two sides, for a reader.
enum ContrastText {
  /// Values of one side that are shown.
  static let valueLimit = 6

  static func write(_ contrasts: [Contrast], to out: inout ByteWriter) {
    var equal = 0
    var isFirst = true
    for contrast in contrasts {
      if contrast.isEqual {
        equal += 1
        continue
      }
      if !isFirst { out.append("\n") }
      isFirst = false
      write(contrast, to: &out)
    }
    if contrasts.isEmpty {
      out.append("no values were seen\n")
    } else if equal > 0 {
      if !isFirst { out.append("\n") }
      out.append(decimal: equal)
      out.append(equal == 1 ? " characteristic has" : " characteristics have")
      out.append(" the same values on both sides\n")
    }
  }

  private static func write(_ contrast: Contrast, to out: inout ByteWriter) {
    LearnText.name(of: contrast.stream, to: &out)
    if let label = contrast.stream.label {
      out.append(" ")
      out.append(untrusted: label, escaping: .plain)
    }
    out.append(" ")
    out.append(string: contrast.stream.direction.rawValue)
    out.append(": ")
    out.append(decimal: contrast.counts.first)
    out.append(" and ")
    out.append(decimal: contrast.counts.second)
    out.append(" values\n")
    for group in contrast.groups {
      if let code = group.code,
        !group.changes.isEmpty || (group.counts.first == 0) != (group.counts.second == 0)
      {
        out.append("  kind ")
        out.append(upperHex: UInt64(code), digits: max(2, 2 * contrast.kindWidth))
        out.append(": ")
        out.append(decimal: group.counts.first)
        out.append(" and ")
        out.append(decimal: group.counts.second)
        out.append("\n")
      }
      for change in group.changes {
        out.append("    byte ")
        out.append(decimal: change.at)
        out.append(": ")
        list(change.first, to: &out)
        out.append(" -> ")
        list(change.second, to: &out)
        out.append("\n")
      }
    }
    values(contrast.onlyFirst, sign: "-", to: &out)
    values(contrast.onlySecond, sign: "+", to: &out)
  }

  private static func list(_ bytes: [UInt8], to out: inout ByteWriter) {
    if bytes.isEmpty { out.append("others") }
    for (index, byte) in bytes.enumerated() {
      if index > 0 { out.append(", ") }
      out.append(upperHex: UInt64(byte), digits: 2)
    }
  }

  private static func values(
    _ values: [(bytes: [UInt8], count: Int)], sign: StaticString, to out: inout ByteWriter
  ) {
    for (bytes, count) in values.prefix(valueLimit) {
      out.append("  ")
      out.append(sign)
      out.append(" ")
      LearnText.hex(bytes.prefix(24), to: &out)
      if bytes.count > 24 { out.append("...") }
      out.append("  |")
      out.append(printable: bytes.rawBytes.clamped(0, count: 24))
      out.append("|")
      if count > 1 {
        out.append("  x")
        out.append(decimal: count)
      }
      out.append("\n")
    }
    if values.count > valueLimit {
      out.append("  ")
      out.append(sign)
      out.append(" and ")
      out.append(decimal: values.count - valueLimit)
      out.append(" more values\n")
    }
  }
}
