/// Security Manager PDUs: the parameters after the code. Key material is shown.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part H, 3.3, 3.5 and 3.6.
enum SMPRows: WireRows {
  /// - Returns: `nil` for a reserved code.
  static func row(_ code: UInt8) -> WireRow? {
    switch code {
    case 0x01:
      WireRow(
        "Pairing Request",
        [
          ("IO capability", .named(1, .ioCapability)), ("OOB data flag", .named(1, .oobData)),
          ("AuthReq", .flags(1, .authenticationRequirements)), ("Maximum encryption key size", .u8),
          ("Initiator key distribution", .flags(1, .keyDistribution)),
          ("Responder key distribution", .flags(1, .keyDistribution)),
        ])
    case 0x02:
      WireRow(
        "Pairing Response",
        [
          ("IO capability", .named(1, .ioCapability)), ("OOB data flag", .named(1, .oobData)),
          ("AuthReq", .flags(1, .authenticationRequirements)), ("Maximum encryption key size", .u8),
          ("Initiator key distribution", .flags(1, .keyDistribution)),
          ("Responder key distribution", .flags(1, .keyDistribution)),
        ])
    case 0x03: WireRow("Pairing Confirm", [("Confirm value", .bytes(16))])
    case 0x04: WireRow("Pairing Random", [("Random value", .bytes(16))])
    case 0x05: WireRow("Pairing Failed", [("Reason", .named(1, .smpFailure))])
    case 0x06: WireRow("Encryption Information", [("Long Term Key", .bytes(16))])
    case 0x07: WireRow("Central Identification", [("EDIV", .x16), ("Rand", .bytes(8))])
    case 0x08: WireRow("Identity Information", [("Identity Resolving Key", .bytes(16))])
    case 0x09:
      WireRow(
        "Identity Address Information", [("Address type", .addressType), ("BD_ADDR", .address)])
    case 0x0A: WireRow("Signing Information", [("Signature Key", .bytes(16))])
    case 0x0B: WireRow("Security Request", [("AuthReq", .flags(1, .authenticationRequirements))])
    case 0x0C:
      WireRow("Pairing Public Key", [("Public key X", .bytes(32)), ("Public key Y", .bytes(32))])
    case 0x0D: WireRow("Pairing DHKey Check", [("DHKey check", .bytes(16))])
    case 0x0E:
      WireRow("Pairing Keypress Notification", [("Notification type", .named(1, .keypress))])
    default: nil
    }
  }
}
