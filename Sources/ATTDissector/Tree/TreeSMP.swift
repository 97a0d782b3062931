import Bytes

/// Security Manager PDUs; key material is shown.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part H, 3.5 and 3.6.
enum TreeSMP {
  /// Shows one SMP PDU, code first.
  static func read(_ bytes: RawSpan, _ sink: inout some DissectionSink & ~Copyable) {
    guard bytes.byteCount > 0 else {
      sink.open("SMP", detail: "")
      sink.field("truncated", "Code: 1 bytes needed, 0 available")
      sink.close()
      return
    }
    let code = bytes.uint8(at: 0)
    let hex = TreeText.hex(UInt64(code), bytes: 1)
    if let row = SMPRows.row(code) {
      sink.open("SMP", detail: "\(row.name) (\(hex))")
      TreeReader.readAll(row.parameters ?? [], bytes.clamped(1), &sink)
    } else {
      sink.open("SMP", detail: "unknown code \(hex)")
      TreeReader.readAll([("Parameters", .rest)], bytes.clamped(1), &sink)
    }
    sink.close()
  }
}
