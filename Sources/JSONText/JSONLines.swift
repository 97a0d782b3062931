import Bytes

/// Indented JSON, member by member.
package struct JSONLines {
  private var depth = 0
  private var isFirst = true
  /// Called after each element of a list.
  private let pieceEnds: PieceEnd

  package init(pieceEnds: @escaping PieceEnd = { _ in }) { self.pieceEnds = pieceEnds }

  package mutating func object(
    to out: inout ByteWriter, _ body: (inout JSONLines, inout ByteWriter) -> Void
  ) {
    out.append("{")
    depth += 1
    isFirst = true
    body(&self, &out)
    depth -= 1
    if !isFirst { line(to: &out) }
    isFirst = false
    out.append("}")
  }

  private func line(to out: inout ByteWriter) {
    out.append("\n")
    out.append(repeating: 0x20, count: depth * 2)
  }

  private mutating func key(_ key: StaticString, to out: inout ByteWriter) {
    if !isFirst { out.append(",") }
    isFirst = false
    line(to: &out)
    out.append("\"")
    out.append(key)
    out.append("\": ")
  }

  package mutating func member(_ name: StaticString, _ value: Int?, to out: inout ByteWriter) {
    guard let value else { return }
    key(name, to: &out)
    out.append(decimal: value)
  }

  package mutating func member(_ name: StaticString, _ value: Bool?, to out: inout ByteWriter) {
    guard let value else { return }
    key(name, to: &out)
    out.append(value ? "true" : "false")
  }

  package mutating func member(_ name: StaticString, _ value: String?, to out: inout ByteWriter) {
    guard let value else { return }
    key(name, to: &out)
    out.append(json: value)
  }

  package mutating func member(_ name: StaticString, _ value: Double?, to out: inout ByteWriter) {
    guard let value else { return }
    key(name, to: &out)
    out.append(number: value)
  }

  /// A member that `body` writes.
  package mutating func member(
    _ name: StaticString, to out: inout ByteWriter, _ body: (inout ByteWriter) -> Void
  ) {
    key(name, to: &out)
    body(&out)
  }

  /// A number of seconds, exact to the nanosecond.
  package mutating func member(
    _ name: StaticString, seconds nanoseconds: Int64?, to out: inout ByteWriter
  ) {
    guard let nanoseconds else { return }
    key(name, to: &out)
    if nanoseconds < 0 { out.append("-") }
    let (whole, fraction) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    out.append(decimal: whole)
    guard fraction > 0 else { return }
    out.append(".")
    out.append(decimal: fraction, digits: 9)
    while out.bytes.uint8(at: out.count - 1) == 0x30 { out.truncate(to: out.count - 1) }
  }

  /// A member that is an object.
  package mutating func object(
    _ name: StaticString, to out: inout ByteWriter,
    _ body: (inout JSONLines, inout ByteWriter) -> Void
  ) {
    key(name, to: &out)
    object(to: &out, body)
  }

  package mutating func words(_ name: StaticString, _ words: [String], to out: inout ByteWriter) {
    key(name, to: &out)
    out.append("[")
    for (index, word) in words.enumerated() {
      if index > 0 { out.append(", ") }
      out.append(json: word)
    }
    out.append("]")
  }

  package mutating func numbers<Number: FixedWidthInteger>(
    _ name: StaticString, _ numbers: [Number], to out: inout ByteWriter
  ) {
    key(name, to: &out)
    out.append("[")
    for (index, number) in numbers.enumerated() {
      if index > 0 { out.append(", ") }
      out.append(decimal: UInt64(clamping: number))
    }
    out.append("]")
  }

  package mutating func array<Element>(
    _ name: StaticString, _ elements: [Element], to out: inout ByteWriter,
    _ body: (Element, inout JSONLines, inout ByteWriter) -> Void
  ) {
    key(name, to: &out)
    out.append("[")
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { out.append(",") }
      line(to: &out)
      object(to: &out) { body(element, &$0, &$1) }
      pieceEnds(&out)
    }
    depth -= 1
    if !elements.isEmpty { line(to: &out) }
    isFirst = false
    out.append("]")
  }
}
