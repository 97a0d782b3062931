import Bytes

/// LL Control PDUs; key material is shown.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.4.2.
enum TreeControl {
  /// Shows the payload of an LL Control PDU, opcode first.
  static func read(_ bytes: RawSpan, into sink: inout TreeWriter) {
    guard bytes.byteCount > 0 else {
      sink.open("LL Control")
      sink.truncated("Opcode", needed: 1, available: 0)
      sink.close()
      return
    }
    let opcode = bytes.uint8(at: 0)
    let row = ControlRows.row(opcode)
    sink.open("LL Control", name: row?.name, code: UInt64(opcode), bytes: 1)
    TreeReader.readAll(row?.parameters ?? [("CtrData", .rest)], bytes: bytes.clamped(1), to: &sink)
    sink.close()
  }
}
