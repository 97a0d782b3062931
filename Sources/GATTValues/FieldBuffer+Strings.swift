import Bytes

extension FieldBuffer {
  /// A string value: a field without its trailing NULs, `text` in quotes, and remarks.
  ///
  /// Many devices send a fixed buffer, so trailing NULs say nothing about the text; their number
  /// stays visible, since a client that does not strip them shows or compares them.
  mutating func add(
    _ key: Key, string value: RawSpan, _ context: DecodingContext
  ) {
    if value.byteCount == 0, context.isTruncated { return }
    var count = value.byteCount
    while count > 0, value.uint8(at: count - 1) == 0 { count -= 1 }
    let string = value.clamped(0, count)
    let nulls = value.byteCount - count

    add(key, text: string)
    text.append("\"")
    text.append(untrusted: string, .plain)
    text.append("\"")
    if nulls > 0 {
      text.append(" + ")
      text.append(decimal: nulls)
      text.append(nulls == 1 ? " NUL" : " NULs")
      textTellsNote = note.isEmpty
      addNote("")
      note.append(decimal: nulls)
      note.append(nulls == 1 ? " trailing NUL" : " trailing NULs")
    }
    if !context.isTruncated, !string.isUTF8 {
      addNote("not UTF-8")
      textTellsNote = false
    }
  }
}

extension RawSpan {
  /// Whether the bytes are well-formed UTF-8 (Unicode, table 3-7).
  var isUTF8: Bool {
    var i = 0
    while i < byteCount {
      let lead = uint8(at: i)
      let tail: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch lead {
      case 0x00...0x7F: tail = 0
      case 0xC2...0xDF: tail = 1
      case 0xE0...0xEF: tail = 2
      case 0xF0...0xF4: tail = 3
      default: return false
      }
      switch lead {
      case 0xE0: second = 0xA0...0xBF
      case 0xED: second = 0x80...0x9F
      case 0xF0: second = 0x90...0xBF
      case 0xF4: second = 0x80...0x8F
      default: break
      }
      guard byteCount - i > tail else { return false }
      for k in 0..<tail {
        let byte = uint8(at: i + 1 + k)
        guard k == 0 ? second.contains(byte) : byte & 0xC0 == 0x80 else { return false }
      }
      i += tail + 1
    }
    return true
  }
}
