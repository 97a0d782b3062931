/// Whether a value that nothing decodes is text.
package struct PlainText {
  /// So few letters may be there by chance.
  package static let ambiguous = 3

  /// Bytes before the NULs at the end if all are printable ASCII, CR, LF or TAB; else 0.
  package private(set) var letters = 0
  /// NULs at the end.
  package private(set) var nulls = 0

  package init(_ value: RawSpan) {
    var end = value.byteCount
    while end > 0, value.uint8(at: end - 1) == 0 { end -= 1 }
    nulls = value.byteCount - end
    var isBlank = true
    for i in 0..<end {
      switch value.uint8(at: i) {
      case 0x21...0x7E: isBlank = false
      case 0x09, 0x0A, 0x0D, 0x20: break
      default: return
      }
    }
    if !isBlank { letters = end }
  }
}

extension ByteWriter {
  /// Text in quotes, of printable ASCII, CR, LF and TAB.
  package mutating func append(quoted text: RawSpan) {
    append("\"")
    for i in 0..<text.byteCount {
      switch text.uint8(at: i) {
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x22: append("\\\"")
      case 0x5C: append("\\\\")
      case let byte: append(byte: byte)
      }
    }
    append("\"")
  }
}
