import Bytes

/// ATT PDUs.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part F, 3.4.
enum TreeATT {
  /// Shows one ATT PDU, opcode first.
  static func read(_ bytes: RawSpan, _ sink: inout some DissectionSink & ~Copyable) {
    guard bytes.byteCount > 0 else {
      sink.open("ATT", detail: "")
      sink.field("truncated", "Opcode: 1 bytes needed, 0 available")
      sink.close()
      return
    }
    let opcode = bytes.uint8(at: 0)
    let hex = TreeText.hex(UInt64(opcode), bytes: 1)
    guard let row = ATTRows.row(opcode) else {
      sink.open("ATT", detail: "unknown opcode \(hex)")
      if bytes.byteCount > 1 { sink.field("Parameters", TreeText.hex(bytes.clamped(1))) }
      sink.close()
      return
    }
    sink.open("ATT", detail: "\(row.name) (\(hex))")
    if opcode == 0x05 {
      TreeReader.readAll(findInformation(bytes), bytes.clamped(1), &sink)
    } else {
      TreeReader.readAll(row.parameters, bytes.clamped(1), &sink)
    }
    sink.close()
  }

  /// The format byte gives the length of the UUIDs.
  private static func findInformation(_ bytes: RawSpan) -> WireLayout {
    let format: WireLayout = [("Format", .named(1, .uuidFormat))]
    guard bytes.byteCount > 1 else { return format }
    let length: Int
    switch bytes.uint8(at: 1) {
    case 1: length = 2
    case 2: length = 16
    default: return format + [("Information data", .rest)]
    }
    return format + [
      (
        "Information data",
        .restList([("Attribute handle", .x16), ("Attribute type", .uuid(length))])
      )
    ]
  }
}
