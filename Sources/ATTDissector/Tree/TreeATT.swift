import Bytes

/// The layouts of ATT PDUs.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part F, 3.4.
enum TreeATT {
  /// Name and fields behind the opcode; `nil` for an opcode that is not assigned.
  static func pdu(_ opcode: UInt8) -> (name: StaticString, layout: TreeLayout)? {
    switch opcode {
    case 0x01:
      (
        "Error Response",
        [
          ("Request opcode in error", .named(1, .attOpcode)), ("Attribute handle", .x16),
          ("Error code", .named(1, .attError)),
        ]
      )
    case 0x02: ("Exchange MTU Request", [("Client Rx MTU", .u16)])
    case 0x03: ("Exchange MTU Response", [("Server Rx MTU", .u16)])
    case 0x04: ("Find Information Request", range)
    // 0x05 depends on its format byte: see `read`.
    case 0x05: ("Find Information Response", [("Format", .named(1, .uuidFormat))])
    case 0x06:
      (
        "Find By Type Value Request",
        range + [("Attribute type", .uuid(2)), ("Attribute value", .rest)]
      )
    case 0x07:
      (
        "Find By Type Value Response",
        [
          (
            "Handles information",
            .restList([("Found attribute handle", .x16), ("Group end handle", .x16)])
          )
        ]
      )
    case 0x08: ("Read By Type Request", range + [("Attribute type", .restUUID)])
    case 0x09:
      ("Read By Type Response", [("Attribute data", .restElements(handleAndValue))])
    case 0x0A: ("Read Request", [("Attribute handle", .x16)])
    case 0x0B: ("Read Response", [("Attribute value", .rest)])
    case 0x0C:
      ("Read Blob Request", [("Attribute handle", .x16), ("Value offset", .u16)])
    case 0x0D: ("Read Blob Response", [("Part attribute value", .rest)])
    case 0x0E:
      ("Read Multiple Request", [("Set of handles", .restList([("Attribute handle", .x16)]))])
    case 0x0F: ("Read Multiple Response", [("Set of values", .rest)])
    case 0x10: ("Read By Group Type Request", range + [("Attribute group type", .restUUID)])
    case 0x11:
      (
        "Read By Group Type Response",
        [
          (
            "Attribute data",
            .restElements([
              ("Attribute handle", .x16), ("End group handle", .x16),
              ("Attribute value", .restUUID),
            ])
          )
        ]
      )
    case 0x12: ("Write Request", handleAndValue)
    case 0x13: ("Write Response", [])
    case 0x16: ("Prepare Write Request", prepare)
    case 0x17: ("Prepare Write Response", prepare)
    case 0x18: ("Execute Write Request", [("Flags", .named(1, .executeWrite))])
    case 0x19: ("Execute Write Response", [])
    case 0x1B: ("Handle Value Notification", handleAndValue)
    case 0x1D: ("Handle Value Indication", handleAndValue)
    case 0x1E: ("Handle Value Confirmation", [])
    case 0x20:
      (
        "Read Multiple Variable Request",
        [("Set of handles", .restList([("Attribute handle", .x16)]))]
      )
    case 0x21:
      (
        "Read Multiple Variable Response",
        [("Length value tuple", .restList([("Attribute value", .counted(2))]))]
      )
    case 0x23:
      (
        "Multiple Handle Value Notification",
        [
          (
            "Handle length value tuple",
            .restList([("Attribute handle", .x16), ("Attribute value", .counted(2))])
          )
        ]
      )
    case 0x52: ("Write Command", handleAndValue)
    case 0xD2:
      (
        "Signed Write Command",
        [
          ("Attribute handle", .x16), ("Attribute value", .restBefore(12)),
          ("Sign counter", .u32), ("Message authentication code", .bytes(8)),
        ]
      )
    default: nil
    }
  }

  private static var range: TreeLayout {
    [("Starting handle", .x16), ("Ending handle", .x16)]
  }
  private static var handleAndValue: TreeLayout {
    [("Attribute handle", .x16), ("Attribute value", .rest)]
  }
  private static var prepare: TreeLayout {
    [("Attribute handle", .x16), ("Value offset", .u16), ("Part attribute value", .rest)]
  }

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
    guard let pdu = pdu(opcode) else {
      sink.open("ATT", detail: "unknown opcode \(hex)")
      if bytes.byteCount > 1 { sink.field("Parameters", TreeText.hex(bytes.clamped(1))) }
      sink.close()
      return
    }
    sink.open("ATT", detail: "\(pdu.name) (\(hex))")
    if opcode == 0x05 {
      TreeReader.readAll(findInformation(bytes), bytes.clamped(1), &sink)
    } else {
      TreeReader.readAll(pdu.layout, bytes.clamped(1), &sink)
    }
    sink.close()
  }

  /// The format byte tells how long the UUIDs are.
  private static func findInformation(_ bytes: RawSpan) -> TreeLayout {
    let format: TreeLayout = [("Format", .named(1, .uuidFormat))]
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
