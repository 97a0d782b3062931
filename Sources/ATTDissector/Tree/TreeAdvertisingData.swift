import Bytes

/// A sequence of AD structures: length, type, data.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part C, 11; Supplement, Part A.
enum TreeAdvertisingData {
  static func read(
    _ name: StaticString, bytes: RawSpan, into sink: inout TreeWriter
  ) {
    guard bytes.byteCount > 0 else { return }
    sink.open(name, octets: bytes.byteCount)
    var cursor = ByteCursor(bytes)
    do {
      while !cursor.isAtEnd {
        let length = Int(try cursor.uint8())
        // A length of 0 ends the significant part.
        if length == 0 {
          let rest = cursor.takeRest()
          if rest.byteCount > 0 {
            sink.field("Padding") {
              $0.append(decimal: rest.byteCount)
              $0.append(" bytes")
            }
          }
          break
        }
        structure(try cursor.take(length), to: &sink)
      }
    } catch {
      TreeReader.truncated("AD structure", error: error, from: &cursor, to: &sink)
    }
    sink.close()
  }

  private static func structure(_ bytes: RawSpan, to sink: inout TreeWriter) {
    guard bytes.byteCount > 0 else { return }
    let type = bytes.uint8(at: 0)
    sink.open(ADTypeRows.row(type)?.name ?? "AD structure") {
      $0.append(hexNumber: UInt64(type), bytes: 1)
    }
    TreeReader.readAll(
      WireTables.advertisingLayouts[Int(type)] ?? WireTables.data, bytes: bytes.clamped(1),
      to: &sink)
    sink.close()
  }
}
