/// The layouts of HCI events' parameters.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 7.7.
enum TreeEvent {
  private static let status = TreeCommand.status
  private static let handle = TreeCommand.handle
  private static let address = TreeCommand.address

  /// - Returns: `nil` where there is none: name and hex tell the event. Command Complete (0x0E)
  ///   and LE Meta (0x3E) depend on what they hold.
  static func parameters(_ code: UInt8) -> TreeLayout? {
    switch code {
    case 0x01: [status]
    case 0x03:
      [
        status, handle, address, ("Link type", .named(1, .linkType)),
        ("Encryption enabled", .enable),
      ]
    case 0x04:
      [
        address, ("Class of device", .hexNumber(3)), ("Link type", .named(1, .linkType)),
      ]
    case 0x05: [status, handle, ("Reason", .status)]
    case 0x06, 0x09, 0x30: [status, handle]
    case 0x07: [status, address, ("Remote name", .text(248))]
    case 0x08: [status, handle, ("Encryption enabled", .named(1, .encryption))]
    case 0x59:
      [
        status, handle, ("Encryption enabled", .named(1, .encryption)),
        ("Encryption key size", .u8),
      ]
    case 0x0A: [status, handle, ("Key flag", .u8)]
    case 0x0B: [status, handle, ("LMP features", .x64)]
    case 0x0C:
      [
        status, handle, ("Version", .named(1, .coreVersion)),
        ("Company identifier", .named(2, .company)), ("Subversion", .x16),
      ]
    case 0x0F: [status, ("Num HCI command packets", .u8), ("Command opcode", .opcode)]
    case 0x10: [("Hardware code", .x8)]
    case 0x11, 0x1E, 0x39, 0x57: [handle]
    case 0x12: [status, address, ("New role", .role)]
    case 0x13: [("Handle", .list(1, [handle, ("Num completed packets", .u16)]))]
    case 0x14: [status, handle, ("Current mode", .named(1, .linkMode)), ("Interval", .slots)]
    case 0x15: [("Key", .list(1, [address, ("Link key", .bytes(16))]))]
    case 0x16, 0x17, 0x31, 0x34, 0x35: [address]
    case 0x18: [address, ("Link key", .bytes(16)), ("Key type", .u8)]
    case 0x1A: [("Link type", .named(1, .linkType))]
    case 0x1B: [handle, ("LMP max slots", .u8)]
    case 0x1C: [status, handle, ("Clock offset", .x16)]
    case 0x1D: [status, handle, ("Packet type", .x16)]
    case 0x20: [address, ("Page scan repetition mode", .u8)]
    case 0x23:
      [
        status, handle, ("Page number", .u8), ("Max page number", .u8),
        ("Extended LMP features", .x64),
      ]
    case 0x2C:
      [
        status, handle, address, ("Link type", .named(1, .linkType)),
        ("Transmission interval", .u8), ("Retransmission window", .u8),
        ("Rx packet length", .u16), ("Tx packet length", .u16), ("Air mode", .u8),
      ]
    case 0x2D:
      [
        status, handle, ("Transmission interval", .u8), ("Retransmission window", .u8),
        ("Rx packet length", .u16), ("Tx packet length", .u16),
      ]
    case 0x2E:
      [
        status, handle, ("Max tx latency", .slots), ("Max rx latency", .slots),
        ("Min remote timeout", .slots), ("Min local timeout", .slots),
      ]
    case 0x32:
      [
        address, ("IO capability", .named(1, .ioCapability)), ("OOB data present", .u8),
        ("Authentication requirements", .x8),
      ]
    case 0x33: [address, ("Numeric value", .u32)]
    case 0x36: [status, address]
    case 0x38: [handle, ("Link supervision timeout", .slots)]
    case 0x3B: [address, ("Passkey", .u32)]
    case 0x3C: [address, ("Notification type", .named(1, .keypress))]
    case 0x3D: [address, ("Host supported features", .x64)]
    default: nil
    }
  }
}
