/// ATT PDUs: the parameters after the opcode.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part F, 3.4.
enum ATTRows {
  /// - Returns: `nil` for an unassigned opcode.
  static func row(_ opcode: UInt8) -> ATTRow? {
    switch opcode {
    case 0x01:
      ATTRow(
        "Error Response", .response,
        [
          ("Request opcode in error", .named(1, .attOpcode)), attribute,
          ("Error code", .named(1, .attError)),
        ])
    case 0x02: ATTRow("Exchange MTU Request", .request, [("Client Rx MTU", .u16)])
    case 0x03: ATTRow("Exchange MTU Response", .response, [("Server Rx MTU", .u16)])
    case 0x04: ATTRow("Find Information Request", .request, range)
    // Its format determines what follows: see `TreeATT`.
    case 0x05: ATTRow("Find Information Response", .response, [("Format", .named(1, .uuidFormat))])
    case 0x06:
      ATTRow(
        "Find By Type Value Request", .request,
        range + [("Attribute type", .uuid(2)), ("Attribute value", .rest)])
    case 0x07:
      ATTRow(
        "Find By Type Value Response", .response,
        [
          (
            "Handles information",
            .restList([("Found attribute handle", .x16), ("Group end handle", .x16)])
          )
        ])
    case 0x08: ATTRow("Read By Type Request", .request, range + [("Attribute type", .restUUID())])
    case 0x09:
      ATTRow(
        "Read By Type Response", .response, [("Attribute data", .restElements(handleAndValue))])
    case 0x0A: ATTRow("Read Request", .request, [attribute])
    case 0x0B: ATTRow("Read Response", .response, [("Attribute value", .rest)])
    case 0x0C: ATTRow("Read Blob Request", .request, [attribute, ("Value offset", .u16)])
    case 0x0D: ATTRow("Read Blob Response", .response, [("Part attribute value", .rest)])
    case 0x0E:
      ATTRow("Read Multiple Request", .request, [("Set of handles", .restList([attribute]))])
    case 0x0F: ATTRow("Read Multiple Response", .response, [("Set of values", .rest)])
    case 0x10:
      ATTRow(
        "Read By Group Type Request", .request, range + [("Attribute group type", .restUUID())])
    case 0x11:
      ATTRow(
        "Read By Group Type Response", .response,
        [
          (
            "Attribute data",
            .restElements([attribute, ("End group handle", .x16), ("Attribute value", .restUUID())])
          )
        ])
    case 0x12: ATTRow("Write Request", .request, handleAndValue)
    case 0x13: ATTRow("Write Response", .response, [])
    case 0x16: ATTRow("Prepare Write Request", .request, prepare)
    case 0x17: ATTRow("Prepare Write Response", .response, prepare)
    case 0x18: ATTRow("Execute Write Request", .request, [("Flags", .named(1, .executeWrite))])
    case 0x19: ATTRow("Execute Write Response", .response, [])
    case 0x1B: ATTRow("Handle Value Notification", .notification, handleAndValue)
    case 0x1D: ATTRow("Handle Value Indication", .indication, handleAndValue)
    case 0x1E: ATTRow("Handle Value Confirmation", .confirmation, [])
    case 0x20:
      ATTRow(
        "Read Multiple Variable Request", .request, [("Set of handles", .restList([attribute]))])
    case 0x21:
      ATTRow(
        "Read Multiple Variable Response", .response,
        [("Length value tuple", .restList([("Attribute value", .counted(2))]))])
    case 0x23:
      ATTRow(
        "Multiple Handle Value Notification", .notification,
        [("Handle length value tuple", .restList([attribute, ("Attribute value", .counted(2))]))])
    case 0x52: ATTRow("Write Command", .command, handleAndValue)
    case 0xD2:
      ATTRow(
        "Signed Write Command", .command,
        [
          attribute, ("Attribute value", .restBefore(12)), ("Sign counter", .u32),
          ("Message authentication code", .bytes(8)),
        ])
    default: nil
    }
  }
}

extension ATTRows {
  /// The attribute of the PDU, where it is the first field.
  static var attribute: WireField { ("Attribute handle", .attributeHandle) }

  static var range: WireLayout {
    [("Starting handle", .x16), ("Ending handle", .x16)]
  }

  static var handleAndValue: WireLayout {
    [attribute, ("Attribute value", .rest)]
  }

  static var prepare: WireLayout {
    [attribute, ("Value offset", .u16), ("Part attribute value", .rest)]
  }
}
