import Bytes

/// One value, and below it what each of its bytes is.
extension StreamText {
  /// Bytes that the ruler shows.
  private static let rulerLength = 24

  /// One value, and below it what each of its bytes is.
  func ruler(
    _ fields: FieldSet, kind: KindField?, indent: StaticString, to out: inout ByteWriter
  ) {
    guard
      let example = fields.examples.first(where: { $0.count == fields.lengths.upperBound })
        ?? fields.examples.first
    else { return }
    let shown = min(Self.rulerLength, example.count)
    label("", indent: indent, to: &out)
    for (at, byte) in example.prefix(shown).enumerated() {
      if at > 0 { out.append(" ") }
      out.append(upperHex: UInt64(byte), digits: 2)
    }
    if shown < example.count { out.append(" ...") }
    out.append("\n")
    label("", indent: indent, to: &out)
    for at in 0..<shown {
      let mark = mark(at, length: example.count, fields: fields, kind: kind)
      if at > 0 { out.append(" ") }
      out.append(byte: mark)
      out.append(byte: mark)
    }
    out.append("\n")
  }

  private func mark(
    _ at: Int, length: Int, fields: FieldSet, kind: KindField?
  ) -> UInt8 {
    func isIn(_ start: Int, width: Int) -> Bool {
      let from = start < 0 ? length + start : start
      return at >= from && at < from + width
    }
    let whole = findings.whole
    if let kind, isIn(kind.at, width: kind.width) { return UInt8(ascii: "K") }
    for set in [fields, whole] {
      if let field = set.length, isIn(field.at, width: field.form.width) {
        return UInt8(ascii: "L")
      }
      if let field = set.counter, isIn(field.at, width: field.form.width) {
        return UInt8(ascii: "N")
      }
      if let field = set.checksum, isIn(field.at, width: field.algorithm.width / 8) {
        return UInt8(ascii: "C")
      }
    }
    if fields.constants[at] != nil || fields.endings[at - length] != nil {
      return UInt8(ascii: "=")
    }
    for number in fields.numbers where isIn(number.at, width: number.width) {
      return UInt8(ascii: "#")
    }
    if fields.perConnection.contains(at) { return UInt8(ascii: "c") }
    if fields.toggles[at] != nil { return UInt8(ascii: "b") }
    if fields.noise?.contains(at) == true { return UInt8(ascii: "?") }
    if fields.text != nil || whole.text != nil { return UInt8(ascii: "t") }
    return UInt8(ascii: ".")
  }
}
