/// HCI events.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 7.7.
enum HCIEventRows: WireRows {
  /// Whom an inquiry has found, and how it is reached.
  private static let found: WireLayout = [
    address, ("Page scan repetition mode", .u8), ("Reserved", .x8),
  ]
  private static let classAndOffset: WireLayout = [
    ("Class of device", .hexNumber(3)), ("Clock offset", .x16),
  ]
  private static let rssi: WireLayout = [("RSSI", .rssi)]

  /// - Returns: `nil` for a reserved code.
  static func row(_ code: UInt8) -> WireRow? {
    switch code {
    case 0x01: WireRow("Inquiry Complete", [status])
    case 0x02:
      WireRow(
        "Inquiry Result",
        [("Response", .list(1, found + [("Reserved", .x8)] + classAndOffset))])
    case 0x03:
      WireRow(
        "Connection Complete",
        [
          status, newHandle, address, ("Link type", .named(1, .linkType)),
          ("Encryption enabled", .enable),
        ])
    case 0x04:
      WireRow(
        "Connection Request",
        [address, ("Class of device", .hexNumber(3)), ("Link type", .named(1, .linkType))])
    case 0x05: WireRow("Disconnection Complete", [status, handle, ("Reason", .status)])
    case 0x06: WireRow("Authentication Complete", [status, handle])
    case 0x07:
      WireRow("Remote Name Request Complete", [status, address, ("Remote name", .text(248))])
    case 0x08:
      WireRow(
        "Encryption Change", [status, handle, ("Encryption enabled", .named(1, .encryption))])
    case 0x09: WireRow("Change Connection Link Key Complete", [status, handle])
    case 0x0A: WireRow("Link Key Type Changed", [status, handle, ("Key flag", .u8)])
    case 0x0B:
      WireRow(
        "Read Remote Supported Features Complete",
        [status, handle, ("LMP features", .flags(8, .lmpFeatures))])
    case 0x0C:
      WireRow(
        "Read Remote Version Information Complete",
        [
          status, handle, ("Version", .named(1, .coreVersion)),
          ("Company identifier", .named(2, .company)), ("Subversion", .x16),
        ])
    case 0x0D:
      WireRow(
        "QoS Setup Complete",
        [
          status, handle, ("Unused", .x8), ("Service type", .u8), ("Token rate", .u32),
          ("Peak bandwidth", .u32), ("Latency", .u32), ("Delay variation", .u32),
        ])
    case 0x0E: WireRow("Command Complete")
    case 0x0F:
      WireRow(
        "Command Status",
        [
          ("Status", .named(1, .commandStatus)), ("Num HCI command packets", .u8),
          ("Command opcode", .opcode),
        ])
    case 0x10: WireRow("Hardware Error", [("Hardware code", .x8)])
    case 0x11: WireRow("Flush Occurred", [handle])
    case 0x12: WireRow("Role Change", [status, address, ("New role", .role)])
    case 0x13:
      WireRow(
        "Number Of Completed Packets",
        [("Handle", .list(1, [handle, ("Num completed packets", .u16)]))])
    case 0x14:
      WireRow(
        "Mode Change",
        [status, handle, ("Current mode", .named(1, .linkMode)), ("Interval", .slots)])
    case 0x15:
      WireRow("Return Link Keys", [("Key", .list(1, [address, ("Link key", .bytes(16))]))])
    case 0x16: WireRow("PIN Code Request", [address])
    case 0x17: WireRow("Link Key Request", [address])
    case 0x18:
      WireRow("Link Key Notification", [address, ("Link key", .bytes(16)), ("Key type", .u8)])
    case 0x19: WireRow("Loopback Command")
    case 0x1A: WireRow("Data Buffer Overflow", [("Link type", .named(1, .linkType))])
    case 0x1B: WireRow("Max Slots Change", [handle, ("LMP max slots", .u8)])
    case 0x1C: WireRow("Read Clock Offset Complete", [status, handle, ("Clock offset", .x16)])
    case 0x1D: WireRow("Connection Packet Type Changed", [status, handle, ("Packet type", .x16)])
    case 0x1E: WireRow("QoS Violation", [handle])
    case 0x1F:
      WireRow("Page Scan Mode Change", [address, ("Page scan mode", .u8)])
    case 0x20:
      WireRow("Page Scan Repetition Mode Change", [address, ("Page scan repetition mode", .u8)])
    case 0x21:
      WireRow(
        "Flow Specification Complete",
        [
          status, handle, ("Unused", .x8), ("Flow direction", .u8), ("Service type", .u8),
          ("Token rate", .u32), ("Token bucket size", .u32), ("Peak bandwidth", .u32),
          ("Access latency", .u32),
        ])
    case 0x22:
      WireRow(
        "Inquiry Result with RSSI", [("Response", .list(1, found + classAndOffset + rssi))])
    case 0x23:
      WireRow(
        "Read Remote Extended Features Complete",
        [
          status, handle, ("Page number", .u8), ("Max page number", .u8),
          ("Extended LMP features", lmpFeatures(page: 3)),
        ])
    case 0x2C:
      WireRow(
        "Synchronous Connection Complete",
        [
          status, newHandle, address, ("Link type", .named(1, .linkType)),
          ("Transmission interval", .u8), ("Retransmission window", .u8),
          ("Rx packet length", .u16), ("Tx packet length", .u16), ("Air mode", .u8),
        ])
    case 0x2D:
      WireRow(
        "Synchronous Connection Changed",
        [
          status, handle, ("Transmission interval", .u8), ("Retransmission window", .u8),
          ("Rx packet length", .u16), ("Tx packet length", .u16),
        ])
    case 0x2E:
      WireRow(
        "Sniff Subrating",
        [
          status, handle, ("Max tx latency", .slots), ("Max rx latency", .slots),
          ("Min remote timeout", .slots), ("Min local timeout", .slots),
        ])
    case 0x2F:
      WireRow(
        "Extended Inquiry Result",
        [("Num responses", .u8)] + found + classAndOffset + rssi
          + [("Extended inquiry response", .restAdvertisingData)])
    case 0x30: WireRow("Encryption Key Refresh Complete", [status, handle])
    case 0x31: WireRow("IO Capability Request", [address])
    case 0x32:
      WireRow(
        "IO Capability Response",
        [
          address, ("IO capability", .named(1, .ioCapability)), ("OOB data present", .u8),
          ("Authentication requirements", .x8),
        ])
    case 0x33: WireRow("User Confirmation Request", [address, ("Numeric value", .u32)])
    case 0x34: WireRow("User Passkey Request", [address])
    case 0x35: WireRow("Remote OOB Data Request", [address])
    case 0x36: WireRow("Simple Pairing Complete", [status, address])
    case 0x38:
      WireRow("Link Supervision Timeout Changed", [handle, ("Link supervision timeout", .slots)])
    case 0x39: WireRow("Enhanced Flush Complete", [handle])
    case 0x3B: WireRow("User Passkey Notification", [address, ("Passkey", .u32)])
    case 0x3C:
      WireRow("Keypress Notification", [address, ("Notification type", .named(1, .keypress))])
    case 0x3D:
      WireRow(
        "Remote Host Supported Features Notification",
        [address, ("Host supported features", .flags(8, .lmpFeatures1))])
    case 0x3E: WireRow("LE Meta")
    case 0x40: WireRow("Physical Link Complete")
    case 0x41: WireRow("Channel Selected")
    case 0x42: WireRow("Disconnection Physical Link Complete")
    case 0x43: WireRow("Physical Link Loss Early Warning")
    case 0x44: WireRow("Physical Link Recovery")
    case 0x45: WireRow("Logical Link Complete")
    case 0x46: WireRow("Disconnection Logical Link Complete")
    case 0x47: WireRow("Flow Spec Modify Complete")
    case 0x48: WireRow("Number Of Completed Data Blocks")
    case 0x49: WireRow("AMP Start Test")
    case 0x4A: WireRow("AMP Test End")
    case 0x4B: WireRow("AMP Receiver Report")
    case 0x4C: WireRow("Short Range Mode Change Complete")
    case 0x4D: WireRow("AMP Status Change")
    case 0x4E: WireRow("Triggered Clock Capture")
    case 0x4F: WireRow("Synchronization Train Complete")
    case 0x50: WireRow("Synchronization Train Received")
    case 0x51: WireRow("Connectionless Peripheral Broadcast Receive")
    case 0x52: WireRow("Connectionless Peripheral Broadcast Timeout")
    case 0x53: WireRow("Truncated Page Complete")
    case 0x54: WireRow("Peripheral Page Response Timeout")
    case 0x55: WireRow("Connectionless Peripheral Broadcast Channel Map Change")
    case 0x56: WireRow("Inquiry Response Notification")
    case 0x57: WireRow("Authenticated Payload Timeout Expired", [handle])
    case 0x58: WireRow("SAM Status Change")
    case 0x59:
      WireRow(
        "Encryption Change [v2]",
        [
          status, handle, ("Encryption enabled", .named(1, .encryption)),
          ("Encryption key size", .u8),
        ])
    case 0xFF: WireRow("Vendor Specific")
    default: nil
    }
  }
}
