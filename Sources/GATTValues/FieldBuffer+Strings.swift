import Bytes

extension FieldBuffer {
  /// A string value: a field without its trailing NULs, `text` in quotes, and remarks.
  ///
  /// Many devices send a fixed buffer, so trailing NULs say nothing about the text; their number
  /// stays visible, since a client that does not strip them shows or compares them.
  mutating func add(
    _ key: Key, string value: RawSpan, in context: DecodingContext
  ) {
    if value.byteCount == 0, context.isTruncated { return }
    let string = value.withoutTrailingNULs
    let nulls = value.byteCount - string.byteCount

    add(key, text: string)
    text.append("\"")
    text.append(untrusted: string, escaping: .plain)
    text.append("\"")
    if nulls > 0 {
      text.append(" + ")
      text.append(decimal: nulls)
      text.append(nulls == 1 ? " NUL" : " NULs")
      addNote("")
      let start = note.count
      note.append(decimal: nulls)
      note.append(nulls == 1 ? " trailing NUL" : " trailing NULs")
      noteInText = start..<note.count
    }
    if !context.isTruncated, !string.isUTF8 { addNote("not UTF-8") }
  }
}
