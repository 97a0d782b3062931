import Bytes

/// A name in one of the tables, kept and written without a copy.
package struct AssignedName: Sendable {
  let table: ConstantText
  let range: Range<Int>

  /// Writes the name as text that is safe to show on a terminal.
  package func write(to out: inout ByteWriter) {
    out.append(untrusted: table.rawBytes.clamped(range), escaping: .plain)
  }

  /// Lends the name's UTF-8.
  package func withBytes(_ body: (RawSpan) -> Void) { body(table.rawBytes.clamped(range)) }
}

extension AssignedName: CustomStringConvertible {
  package var description: String {
    String(decoding: table.rawBytes.clamped(range).copy(), as: UTF8.self)
  }
}
