import Bytes

/// A sequence of AD structures: length, type, data.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part C, 11; Supplement, Part A.
enum TreeAdvertisingData {
  static func read(
    _ name: StaticString, _ bytes: RawSpan, _ sink: inout some DissectionSink & ~Copyable
  ) {
    guard bytes.byteCount > 0 else { return }
    sink.open("\(name)", detail: "\(bytes.byteCount) bytes")
    var cursor = ByteCursor(bytes)
    do {
      while !cursor.isAtEnd {
        let length = Int(try cursor.uint8())
        // A length of 0 ends the significant part.
        if length == 0 {
          let rest = cursor.takeRest()
          if rest.byteCount > 0 { sink.field("Padding", "\(rest.byteCount) bytes") }
          break
        }
        structure(try cursor.take(length), &sink)
      }
    } catch {
      TreeReader.truncated("AD structure", error, &cursor, &sink)
    }
    sink.close()
  }

  private static func structure(_ bytes: RawSpan, _ sink: inout some DissectionSink & ~Copyable) {
    guard bytes.byteCount > 0 else { return }
    let type = bytes.uint8(at: 0)
    let hex = TreeText.hex(UInt64(type), bytes: 1)
    let row = ADTypeRows.row(type)
    sink.open("\(row?.name ?? "AD structure")", detail: hex)
    TreeReader.readAll(row?.parameters ?? [("Data", .rest)], bytes.clamped(1), &sink)
    sink.close()
  }
}
