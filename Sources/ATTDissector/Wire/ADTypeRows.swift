/// AD structures of advertising, scan response and extended inquiry response data: the data after
/// the type.
///
/// Source: Bluetooth Assigned Numbers, 2.3; Core Specification Supplement, Part A.
enum ADTypeRows: WireRows {
  /// - Returns: `nil` for an unassigned type.
  static func row(_ type: UInt8) -> WireRow? {
    switch type {
    case 0x01: WireRow("Flags", [("Flags", .flags(1, .adFlags))])
    case 0x02:
      WireRow(
        "Incomplete List of 16-bit Service or Service Class UUIDs",
        [("UUIDs", .restList([("UUID", .uuid(2, .service))]))])
    case 0x03:
      WireRow(
        "Complete List of 16-bit Service or Service Class UUIDs",
        [("UUIDs", .restList([("UUID", .uuid(2, .service))]))])
    case 0x04:
      WireRow(
        "Incomplete List of 32-bit Service or Service Class UUIDs",
        [("UUIDs", .restList([("UUID", .uuid(4, .service))]))])
    case 0x05:
      WireRow(
        "Complete List of 32-bit Service or Service Class UUIDs",
        [("UUIDs", .restList([("UUID", .uuid(4, .service))]))])
    case 0x06:
      WireRow(
        "Incomplete List of 128-bit Service or Service Class UUIDs",
        [("UUIDs", .restList([("UUID", .uuid(16, .service))]))])
    case 0x07:
      WireRow(
        "Complete List of 128-bit Service or Service Class UUIDs",
        [("UUIDs", .restList([("UUID", .uuid(16, .service))]))])
    case 0x08: WireRow("Shortened Local Name", [("Name", .restText)])
    case 0x09: WireRow("Complete Local Name", [("Name", .restText)])
    case 0x0A: WireRow("Tx Power Level", [("Tx power", .txPower)])
    case 0x0D: WireRow("Class of Device", [("Class of device", .hexNumber(3))])
    case 0x0E: WireRow("Simple Pairing Hash C-192")
    case 0x0F: WireRow("Simple Pairing Randomizer R-192")
    case 0x10: WireRow("Device ID / Security Manager TK Value")
    case 0x11: WireRow("Security Manager Out of Band Flags")
    case 0x12:
      WireRow(
        "Peripheral Connection Interval Range",
        [
          ("Interval min", .timeOr("not specified", 2, step: 1250)),
          ("Interval max", .timeOr("not specified", 2, step: 1250)),
        ])
    case 0x14:
      WireRow(
        "List of 16-bit Service Solicitation UUIDs",
        [("UUIDs", .restList([("UUID", .uuid(2, .service))]))])
    case 0x15:
      WireRow(
        "List of 128-bit Service Solicitation UUIDs",
        [("UUIDs", .restList([("UUID", .uuid(16, .service))]))])
    case 0x16:
      WireRow("Service Data - 16-bit UUID", [("Service", .uuid(2, .service)), ("Data", .rest)])
    case 0x17: WireRow("Public Target Address", [("Addresses", .restList([("Address", .address)]))])
    case 0x18: WireRow("Random Target Address", [("Addresses", .restList([("Address", .address)]))])
    case 0x19: WireRow("Appearance", [("Appearance", .named(2, .appearance))])
    case 0x1A: WireRow("Advertising Interval", [("Interval", .slots)])
    case 0x1B:
      WireRow(
        "LE Bluetooth Device Address",
        [
          ("Address", .address),
          ("Address type", .split(1, [.init("Address type", 1, .addressType)])),
        ])
    case 0x1C: WireRow("LE Role", [("Role", .named(1, .adRole))])
    case 0x1D: WireRow("Simple Pairing Hash C-256")
    case 0x1E: WireRow("Simple Pairing Randomizer R-256")
    case 0x1F:
      WireRow(
        "List of 32-bit Service Solicitation UUIDs",
        [("UUIDs", .restList([("UUID", .uuid(4, .service))]))])
    case 0x20:
      WireRow("Service Data - 32-bit UUID", [("Service", .uuid(4, .service)), ("Data", .rest)])
    case 0x21:
      WireRow("Service Data - 128-bit UUID", [("Service", .uuid(16, .service)), ("Data", .rest)])
    case 0x22: WireRow("LE Secure Connections Confirmation Value")
    case 0x23: WireRow("LE Secure Connections Random Value")
    case 0x24: WireRow("URI", [("URI", .restText)])
    case 0x25: WireRow("Indoor Positioning")
    case 0x26: WireRow("Transport Discovery Data")
    case 0x27: WireRow("LE Supported Features")
    case 0x28: WireRow("Channel Map Update Indication")
    case 0x29: WireRow("PB-ADV")
    case 0x2A: WireRow("Mesh Message")
    case 0x2B: WireRow("Mesh Beacon")
    case 0x2C: WireRow("BIGInfo")
    case 0x2D: WireRow("Broadcast_Code")
    case 0x2E: WireRow("Resolvable Set Identifier", [("Hash", .bytes(3)), ("Random", .bytes(3))])
    case 0x2F: WireRow("Advertising Interval - long")
    case 0x30: WireRow("Broadcast_Name", [("Name", .restText)])
    case 0x31:
      WireRow(
        "Encrypted Advertising Data",
        [("Randomizer", .bytes(5)), ("Payload", .restBefore(4)), ("MIC", .bytes(4))])
    case 0x32: WireRow("Periodic Advertising Response Timing Information")
    case 0x34: WireRow("Electronic Shelf Label")
    case 0x3D: WireRow("3D Information Data")
    case 0xFF:
      WireRow("Manufacturer Specific Data", [("Company", .named(2, .company)), ("Data", .rest)])
    default: nil
    }
  }
}
