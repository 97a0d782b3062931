import Bytes

/// ATT PDUs.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part F, 3.4.
enum TreeATT {
  /// Shows one ATT PDU, opcode first.
  static func read(_ bytes: RawSpan, _ sink: inout TreeWriter) {
    guard bytes.byteCount > 0 else {
      sink.open("ATT")
      sink.truncated("Opcode", needed: 1, available: 0)
      sink.close()
      return
    }
    let opcode = bytes.uint8(at: 0)
    guard let name = WireTables.attributePDUs[Int(opcode)].name,
      let layout = WireTables.attributeLayouts[Int(opcode)]
    else {
      sink.open("ATT") {
        $0.append("unknown opcode ")
        $0.append(hexNumber: UInt64(opcode), bytes: 1)
      }
      if bytes.byteCount > 1 { sink.field("Parameters", hex: bytes.clamped(1)) }
      sink.close()
      return
    }
    sink.open("ATT", name, UInt64(opcode), bytes: 1)
    if opcode == 0x05 {
      TreeReader.readAll(findInformation(bytes), bytes.clamped(1), &sink)
    } else {
      TreeReader.readAll(layout, bytes.clamped(1), &sink)
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
