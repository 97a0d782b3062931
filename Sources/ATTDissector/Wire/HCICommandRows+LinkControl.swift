extension HCICommandRows {
  /// OGF 0x01 (Vol 4, Part E, 7.1).
  static func linkControl(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x0401:
      WireRow("Inquiry", [("LAP", .hexNumber(3)), ("Inquiry length", .u8), ("Num responses", .u8)])
    case 0x0402: WireRow("Inquiry Cancel", [], returns: [status])
    case 0x0403: WireRow("Periodic Inquiry Mode")
    case 0x0404: WireRow("Exit Periodic Inquiry Mode", [], returns: [status])
    case 0x0405:
      WireRow(
        "Create Connection",
        [
          address, ("Packet type", .x16), ("Page scan repetition mode", .u8), ("Reserved", .x8),
          ("Clock offset", .x16), ("Allow role switch", .enable),
        ])
    case 0x0406: WireRow("Disconnect", [handle, ("Reason", .status)])
    case 0x0407: WireRow("Add SCO Connection")
    case 0x0408: WireRow("Create Connection Cancel", [address], returns: [status, address])
    case 0x0409: WireRow("Accept Connection Request", [address, ("Role", .role)])
    case 0x040A: WireRow("Reject Connection Request", [address, ("Reason", .status)])
    case 0x040B:
      WireRow(
        "Link Key Request Reply", [address, ("Link key", .bytes(16))], returns: [status, address])
    case 0x040C: WireRow("Link Key Request Negative Reply", [address], returns: [status, address])
    case 0x040D:
      WireRow(
        "PIN Code Request Reply", [address, ("PIN code length", .u8), ("PIN code", .text(16))],
        returns: [status, address])
    case 0x040E: WireRow("PIN Code Request Negative Reply", [address], returns: [status, address])
    case 0x040F: WireRow("Change Connection Packet Type", [handle, ("Packet type", .x16)])
    case 0x0411: WireRow("Authentication Requested", [handle])
    case 0x0413: WireRow("Set Connection Encryption", [handle, ("Encryption enable", .enable)])
    case 0x0415: WireRow("Change Connection Link Key", [handle])
    case 0x0417: WireRow("Link Key Selection")
    case 0x0419:
      WireRow(
        "Remote Name Request",
        [address, ("Page scan repetition mode", .u8), ("Reserved", .x8), ("Clock offset", .x16)])
    case 0x041A: WireRow("Remote Name Request Cancel", [address], returns: [status, address])
    case 0x041B: WireRow("Read Remote Supported Features", [handle])
    case 0x041C: WireRow("Read Remote Extended Features", [handle, ("Page number", .u8)])
    case 0x041D: WireRow("Read Remote Version Information", [handle])
    case 0x041F: WireRow("Read Clock Offset", [handle])
    case 0x0420: WireRow("Read LMP Handle", [handle])
    case 0x0428: WireRow("Setup Synchronous Connection")
    case 0x0429: WireRow("Accept Synchronous Connection Request")
    case 0x042A: WireRow("Reject Synchronous Connection Request", [address, ("Reason", .status)])
    case 0x042B:
      WireRow(
        "IO Capability Request Reply",
        [
          address, ("IO capability", .named(1, .ioCapability)), ("OOB data present", .u8),
          ("Authentication requirements", .x8),
        ], returns: [status, address])
    case 0x042C: WireRow("User Confirmation Request Reply", [address], returns: [status, address])
    case 0x042D:
      WireRow("User Confirmation Request Negative Reply", [address], returns: [status, address])
    case 0x042E:
      WireRow(
        "User Passkey Request Reply", [address, ("Numeric value", .u32)],
        returns: [status, address])
    case 0x042F:
      WireRow("User Passkey Request Negative Reply", [address], returns: [status, address])
    case 0x0430: WireRow("Remote OOB Data Request Reply", returns: [status, address])
    case 0x0433:
      WireRow("Remote OOB Data Request Negative Reply", [address], returns: [status, address])
    case 0x0434:
      WireRow(
        "IO Capability Request Negative Reply", [address, ("Reason", .status)],
        returns: [status, address])
    case 0x0435: WireRow("Create Physical Link")
    case 0x0436: WireRow("Accept Physical Link")
    case 0x0437: WireRow("Disconnect Physical Link")
    case 0x0438: WireRow("Create Logical Link")
    case 0x0439: WireRow("Accept Logical Link")
    case 0x043A: WireRow("Disconnect Logical Link")
    case 0x043B: WireRow("Logical Link Cancel")
    case 0x043C: WireRow("Flow Spec Modify")
    case 0x043D: WireRow("Enhanced Setup Synchronous Connection")
    case 0x043E: WireRow("Enhanced Accept Synchronous Connection Request")
    case 0x043F: WireRow("Truncated Page")
    case 0x0440: WireRow("Truncated Page Cancel")
    case 0x0441: WireRow("Set Connectionless Peripheral Broadcast")
    case 0x0442: WireRow("Set Connectionless Peripheral Broadcast Receive")
    case 0x0443: WireRow("Start Synchronization Train")
    case 0x0444: WireRow("Receive Synchronization Train")
    case 0x0445: WireRow("Remote OOB Extended Data Request Reply", returns: [status, address])
    default: nil
    }
  }
}
