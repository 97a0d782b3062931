/// The layouts of HCI commands' parameters.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 7.1 to 7.8.
enum TreeCommand {
  /// - Returns: `nil` where there is none: name and hex tell the command.
  static func parameters(_ opcode: UInt16) -> TreeLayout? {
    switch opcode >> 10 {
    case 0x08: lowEnergy(opcode)
    default: classic(opcode)
    }
  }

  /// The return parameters in Command Complete, status included.
  static func returned(_ opcode: UInt16) -> TreeLayout? {
    switch opcode >> 10 {
    case 0x08: returnedLowEnergy(opcode)
    default: returnedClassic(opcode)
    }
  }

  static let handle: (StaticString, TreeType) = ("Connection handle", .connectionHandle)
  static let status: (StaticString, TreeType) = ("Status", .status)
  static let address: (StaticString, TreeType) = ("BD_ADDR", .address)

  private static func classic(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x0401: [("LAP", .hexNumber(3)), ("Inquiry length", .u8), ("Num responses", .u8)]
    case 0x0402, 0x0404: []
    case 0x0405:
      [
        address, ("Packet type", .x16), ("Page scan repetition mode", .u8), ("Reserved", .x8),
        ("Clock offset", .x16), ("Allow role switch", .enable),
      ]
    case 0x0406: [handle, ("Reason", .status)]
    case 0x0408, 0x040C, 0x040E, 0x041A, 0x042C, 0x042D, 0x042F, 0x0433: [address]
    case 0x0409: [address, ("Role", .role)]
    case 0x040A, 0x042A, 0x0434: [address, ("Reason", .status)]
    case 0x040B: [address, ("Link key", .bytes(16))]
    case 0x040D: [address, ("PIN code length", .u8), ("PIN code", .text(16))]
    case 0x040F: [handle, ("Packet type", .x16)]
    case 0x0411, 0x0415, 0x041B, 0x041D, 0x041F, 0x0420, 0x0804, 0x0809, 0x080C: [handle]
    case 0x0413: [handle, ("Encryption enable", .enable)]
    case 0x0419:
      [
        address, ("Page scan repetition mode", .u8), ("Reserved", .x8), ("Clock offset", .x16),
      ]
    case 0x041C: [handle, ("Page number", .u8)]
    case 0x042B:
      [
        address, ("IO capability", .named(1, .ioCapability)), ("OOB data present", .u8),
        ("Authentication requirements", .x8),
      ]
    case 0x042E: [address, ("Numeric value", .u32)]
    case 0x0803:
      [
        handle, ("Sniff max interval", .slots), ("Sniff min interval", .slots),
        ("Sniff attempt", .u16), ("Sniff timeout", .u16),
      ]
    case 0x080B: [address, ("Role", .role)]
    case 0x080D: [handle, ("Link policy settings", .flags(2, .linkPolicy))]
    case 0x080F: [("Default link policy settings", .flags(2, .linkPolicy))]
    default: opcode >> 10 == 0x03 ? baseband(opcode) : information(opcode)
    }
  }

  private static func baseband(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x0C01: [("Event mask", .flags(8, .eventMask))]
    case 0x0C03, 0x0C14, 0x0C15, 0x0C17, 0x0C19, 0x0C1B, 0x0C1D, 0x0C1F, 0x0C23, 0x0C25, 0x0C44,
      0x0C51, 0x0C55, 0x0C57, 0x0C58, 0x0C6C, 0x0C79, 0x0C7D:
      []
    case 0x0C05: [("Filter type", .u8), ("Condition", .rest)]
    case 0x0C08, 0x0C27, 0x0C36, 0x0C7B: [handle]
    case 0x0C0D: [address, ("Read all", .enable)]
    case 0x0C12: [address, ("Delete all", .enable)]
    case 0x0C13: [("Local name", .text(248))]
    case 0x0C16: [("Connection accept timeout", .slots)]
    case 0x0C18: [("Page timeout", .slots)]
    case 0x0C1A: [("Scan enable", .flags(1, .scanEnable))]
    case 0x0C1C, 0x0C1E: [("Interval", .slots), ("Window", .slots)]
    case 0x0C20: [("Authentication enable", .enable)]
    case 0x0C24: [("Class of device", .hexNumber(3))]
    case 0x0C26: [("Voice setting", .x16)]
    case 0x0C28: [handle, ("Flush timeout", .slots)]
    case 0x0C2D: [handle, ("Type", .u8)]
    case 0x0C2F: [("Synchronous flow control", .enable)]
    case 0x0C31: [("Flow control", .u8)]
    case 0x0C33:
      [
        ("Host ACL data packet length", .u16), ("Host synchronous data packet length", .u8),
        ("Host total num ACL data packets", .u16),
        ("Host total num synchronous data packets", .u16),
      ]
    case 0x0C35: [("Handle", .list(1, [handle, ("Host num completed packets", .u16)]))]
    case 0x0C37: [handle, ("Link supervision timeout", .slots)]
    case 0x0C43, 0x0C47: [("Scan type", .u8)]
    case 0x0C45: [("Inquiry mode", .u8)]
    case 0x0C52: [("FEC required", .enable), ("Extended inquiry response", .restAdvertisingData)]
    case 0x0C53: [handle]
    case 0x0C56: [("Simple pairing mode", .enable)]
    case 0x0C59: [("Tx power", .txPower)]
    case 0x0C60: [address, ("Notification type", .named(1, .keypress))]
    case 0x0C63: [("Event mask page 2", .flags(8, .eventMaskPage2))]
    case 0x0C6D: [("LE supported host", .enable), ("Simultaneous LE host", .enable)]
    case 0x0C7A: [("Secure connections host support", .enable)]
    case 0x0C7C: [handle, ("Authenticated payload timeout", .tenMilliseconds)]
    case 0x0C83:
      [
        ("Data path direction", .named(1, .dataPathDirection)), ("Data path ID", .u8),
        ("Vendor specific config", .counted(1)),
      ]
    case 0x0C84: [("Min encryption key size", .u8)]
    default: nil
    }
  }

  private static func information(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x1001, 0x1002, 0x1003, 0x1005, 0x1009, 0x100A, 0x100B, 0x100C, 0x100D, 0x1801: []
    case 0x1004: [("Page number", .u8)]
    case 0x1401, 0x1402, 0x1403, 0x1405, 0x1406, 0x1408: [handle]
    case 0x1407: [handle, ("Which clock", .u8)]
    case 0x1802: [("Loopback mode", .u8)]
    case 0x1803: []
    case 0x1804: [("Simple pairing debug mode", .enable)]
    default: nil
    }
  }

  private static func returnedClassic(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x0402, 0x0404, 0x0C01, 0x0C03, 0x0C05, 0x0C13, 0x0C16, 0x0C18, 0x0C1A, 0x0C1C, 0x0C1E,
      0x0C20, 0x0C24, 0x0C26, 0x0C2F, 0x0C31, 0x0C33, 0x0C43, 0x0C45, 0x0C47, 0x0C52, 0x0C56,
      0x0C59, 0x0C63, 0x0C6D, 0x0C7A, 0x0C83, 0x0C84, 0x080F, 0x1802, 0x1803, 0x1804:
      [status]
    case 0x0408, 0x040B, 0x040C, 0x040D, 0x040E, 0x041A, 0x042B, 0x042C, 0x042D, 0x042E, 0x042F,
      0x0430, 0x0433, 0x0434, 0x0445, 0x0C60:
      [status, address]
    case 0x0809: [status, handle, ("Current role", .role)]
    case 0x080C: [status, handle, ("Link policy settings", .flags(2, .linkPolicy))]
    case 0x080D, 0x0C08, 0x0C28, 0x0C37, 0x0C7C, 0x1402: [status, handle]
    case 0x080E: [status, ("Default link policy settings", .flags(2, .linkPolicy))]
    case 0x0C12: [status, ("Num keys deleted", .u16)]
    case 0x0C0D: [status, ("Max num keys", .u16), ("Num keys read", .u16)]
    case 0x0C14: [status, ("Local name", .text(248))]
    case 0x0C15: [status, ("Connection accept timeout", .slots)]
    case 0x0C17: [status, ("Page timeout", .slots)]
    case 0x0C19: [status, ("Scan enable", .flags(1, .scanEnable))]
    case 0x0C1B, 0x0C1D: [status, ("Interval", .slots), ("Window", .slots)]
    case 0x0C1F: [status, ("Authentication enable", .enable)]
    case 0x0C23: [status, ("Class of device", .hexNumber(3))]
    case 0x0C25: [status, ("Voice setting", .x16)]
    case 0x0C27: [status, handle, ("Flush timeout", .slots)]
    case 0x0C2D: [status, handle, ("Transmit power", .txPower)]
    case 0x0C36: [status, handle, ("Link supervision timeout", .slots)]
    case 0x0C38: [status, ("Num supported IAC", .u8)]
    case 0x0C39: [status, ("IAC", .list(1, [("IAC LAP", .hexNumber(3))]))]
    case 0x0C44: [status, ("Inquiry mode", .u8)]
    case 0x0C51:
      [status, ("FEC required", .enable), ("Extended inquiry response", .restAdvertisingData)]
    case 0x0C55: [status, ("Simple pairing mode", .enable)]
    case 0x0C57: [status, ("C", .bytes(16)), ("R", .bytes(16))]
    case 0x0C58: [status, ("Tx power", .txPower)]
    case 0x0C6C:
      [status, ("LE supported host", .enable), ("Simultaneous LE host", .enable)]
    case 0x0C79: [status, ("Secure connections host support", .enable)]
    case 0x0C7B: [status, handle, ("Authenticated payload timeout", .tenMilliseconds)]
    case 0x0C7D:
      [
        status, ("C 192", .bytes(16)), ("R 192", .bytes(16)), ("C 256", .bytes(16)),
        ("R 256", .bytes(16)),
      ]
    case 0x1001:
      [
        status, ("HCI version", .named(1, .coreVersion)), ("HCI subversion", .x16),
        ("LMP version", .named(1, .coreVersion)), ("Company identifier", .named(2, .company)),
        ("LMP subversion", .x16),
      ]
    case 0x1002: [status, ("Supported commands", .bytes(64))]
    case 0x1003: [status, ("LMP features", .x64)]
    case 0x1004:
      [
        status, ("Page number", .u8), ("Max page number", .u8), ("Extended LMP features", .x64),
      ]
    case 0x1005:
      [
        status, ("ACL data packet length", .u16), ("Synchronous data packet length", .u8),
        ("Total num ACL data packets", .u16), ("Total num synchronous data packets", .u16),
      ]
    case 0x1009: [status, address]
    case 0x100A:
      [
        status, ("Max ACL data packet length", .u16), ("Data block length", .u16),
        ("Total num data blocks", .u16),
      ]
    case 0x100B:
      [
        status, ("Standard codec", .list(1, [("Codec", .x8)])),
        ("Vendor codec", .list(1, [("Company", .named(2, .company)), ("Codec", .x16)])),
      ]
    case 0x100C:
      [status, ("Simple pairing options", .x8), ("Max encryption key size", .u8)]
    case 0x100D:
      [
        status, ("Standard codec", .list(1, [("Codec", .x8), ("Transport", .x8)])),
        (
          "Vendor codec",
          .list(1, [("Company", .named(2, .company)), ("Codec", .x16), ("Transport", .x8)])
        ),
      ]
    case 0x1401: [status, handle, ("Failed contact counter", .u16)]
    case 0x1403: [status, handle, ("Link quality", .u8)]
    case 0x1405: [status, handle, ("RSSI", .rssi)]
    case 0x1406: [status, handle, ("AFH mode", .enable), ("AFH channel map", .bytes(10))]
    case 0x1407: [status, handle, ("Clock", .x32), ("Accuracy", .u16)]
    case 0x1408: [status, handle, ("Key size", .u8)]
    case 0x1801: [status, ("Loopback mode", .u8)]
    default: nil
    }
  }
}
