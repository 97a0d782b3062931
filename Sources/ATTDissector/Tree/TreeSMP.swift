import Bytes

/// Security Manager PDUs; key material is shown.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part H, 3.5 and 3.6.
enum TreeSMP {
  /// Shows one SMP PDU, code first.
  static func read(_ bytes: RawSpan, into sink: inout TreeWriter) {
    guard bytes.byteCount > 0 else {
      sink.open("SMP")
      sink.truncated("Code", needed: 1, available: 0)
      sink.close()
      return
    }
    let code = bytes.uint8(at: 0)
    if let row = SMPRows.row(code) {
      sink.open("SMP", name: row.name, code: UInt64(code), bytes: 1)
      TreeReader.readAll(row.parameters ?? [], bytes: bytes.clamped(1), to: &sink)
    } else {
      sink.open("SMP") {
        $0.append("unknown code ")
        $0.append(hexNumber: UInt64(code), bytes: 1)
      }
      TreeReader.readAll([("Parameters", .rest)], bytes: bytes.clamped(1), to: &sink)
    }
    sink.close()
  }
}
