import Bytes

extension ByteWriter {
  /// Untrusted text as character data or in an attribute of XML 1.0.
  ///
  /// XML cannot express most control characters, U+FFFE or U+FFFF, even as references: they are
  /// escaped as in all text of this program, and so is a line feed.
  package mutating func append(xml text: String) {
    var safe = ByteWriter(capacity: 256)
    safe.append(untrusted: text, escaping: .plain)
    let bytes = safe.bytes
    var i = 0
    while i < bytes.byteCount {
      switch bytes.uint8(at: i) {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      // Only `]]>` must be escaped; escaping every `>` is allowed.
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      // `##[` is a command to GitHub's runner anywhere.
      case UInt8(ascii: "#")
      where i + 2 < bytes.byteCount && bytes.uint8(at: i + 1) == UInt8(ascii: "#")
        && bytes.uint8(at: i + 2) == UInt8(ascii: "["):
        append("&#35;")
      case 0xEF
      where i + 2 < bytes.byteCount && bytes.uint8(at: i + 1) == 0xBF
        && bytes.uint8(at: i + 2) >= 0xBE:
        if bytes.uint8(at: i + 2) == 0xBE { append("\\u{fffe}") } else { append("\\u{ffff}") }
        i += 2
      case let byte: append(byte: byte)
      }
      i += 1
    }
  }

  /// A space, the name and the value between quotes.
  mutating func append(attribute name: StaticString, value: String) {
    append(" ")
    append(name)
    append("=\"")
    append(xml: value)
    append("\"")
  }

  mutating func append(attribute name: StaticString, value: Int) {
    append(attribute: name, value: value.description)
  }
}
