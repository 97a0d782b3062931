import Bytes

/// A sequence of configuration options of L2CAP: type, length, data.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part A, 5.
enum TreeOptions {
  /// Set in the type of an option that its receiver may skip.
  private static let hint: UInt8 = 0x80

  static func read(_ name: StaticString, bytes: RawSpan, into sink: inout TreeWriter) {
    guard bytes.byteCount > 0 else { return }
    sink.open(name, octets: bytes.byteCount)
    var cursor = ByteCursor(bytes)
    do {
      while !cursor.isAtEnd {
        let type = try cursor.uint8()
        let length = Int(try cursor.uint8())
        let there = min(length, cursor.remaining)
        let row = L2CAPOptionRows.row(type & ~hint)
        sink.open(row?.name ?? "Option") {
          $0.append(hexNumber: UInt64(type), bytes: 1)
          if type & hint != 0 { $0.append(", hint") }
        }
        TreeReader.readAll(
          row?.parameters ?? WireTables.data, bytes: try cursor.take(there), to: &sink)
        if there < length { sink.truncated(needed: length, available: there) }
        sink.close()
      }
    } catch {
      TreeReader.truncated("Option", error: error, from: &cursor, to: &sink)
    }
    sink.close()
  }
}
