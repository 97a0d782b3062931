extension HCICommandRows {
  /// OGF 0x03 (Vol 4, Part E, 7.3).
  static func controllerAndBaseband(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x0C01:
      WireRow("Set Event Mask", [("Event mask", .flags(8, .eventMask))], returns: [status])
    case 0x0C03: WireRow("Reset", [], returns: [status])
    case 0x0C05:
      WireRow("Set Event Filter", [("Filter type", .u8), ("Condition", .rest)], returns: [status])
    case 0x0C08: WireRow("Flush", [handle], returns: [status, handle])
    case 0x0C09: WireRow("Read PIN Type")
    case 0x0C0A: WireRow("Write PIN Type")
    case 0x0C0B: WireRow("Create New Unit Key")
    case 0x0C0D:
      WireRow(
        "Read Stored Link Key", [address, ("Read all", .enable)],
        returns: [status, ("Max num keys", .u16), ("Num keys read", .u16)])
    case 0x0C11:
      WireRow(
        "Write Stored Link Key", [("Key", .list(1, [address, ("Link key", .bytes(16))]))],
        returns: [status, ("Num keys written", .u8)])
    case 0x0C12:
      WireRow(
        "Delete Stored Link Key", [address, ("Delete all", .enable)],
        returns: [status, ("Num keys deleted", .u16)])
    case 0x0C13: WireRow("Write Local Name", [("Local name", .text(248))], returns: [status])
    case 0x0C14: WireRow("Read Local Name", [], returns: [status, ("Local name", .text(248))])
    case 0x0C15:
      WireRow(
        "Read Connection Accept Timeout", [],
        returns: [status, ("Connection accept timeout", .slots)])
    case 0x0C16:
      WireRow(
        "Write Connection Accept Timeout", [("Connection accept timeout", .slots)],
        returns: [status])
    case 0x0C17: WireRow("Read Page Timeout", [], returns: [status, ("Page timeout", .slots)])
    case 0x0C18: WireRow("Write Page Timeout", [("Page timeout", .slots)], returns: [status])
    case 0x0C19:
      WireRow("Read Scan Enable", [], returns: [status, ("Scan enable", .flags(1, .scanEnable))])
    case 0x0C1A:
      WireRow("Write Scan Enable", [("Scan enable", .flags(1, .scanEnable))], returns: [status])
    case 0x0C1B:
      WireRow(
        "Read Page Scan Activity", [], returns: [status, ("Interval", .slots), ("Window", .slots)])
    case 0x0C1C:
      WireRow(
        "Write Page Scan Activity", [("Interval", .slots), ("Window", .slots)], returns: [status])
    case 0x0C1D:
      WireRow(
        "Read Inquiry Scan Activity", [],
        returns: [status, ("Interval", .slots), ("Window", .slots)])
    case 0x0C1E:
      WireRow(
        "Write Inquiry Scan Activity", [("Interval", .slots), ("Window", .slots)], returns: [status]
      )
    case 0x0C1F:
      WireRow(
        "Read Authentication Enable", [], returns: [status, ("Authentication enable", .enable)])
    case 0x0C20:
      WireRow(
        "Write Authentication Enable", [("Authentication enable", .enable)], returns: [status])
    case 0x0C21: WireRow("Read Encryption Mode")
    case 0x0C22: WireRow("Write Encryption Mode")
    case 0x0C23:
      WireRow("Read Class of Device", [], returns: [status, ("Class of device", .hexNumber(3))])
    case 0x0C24:
      WireRow("Write Class of Device", [("Class of device", .hexNumber(3))], returns: [status])
    case 0x0C25: WireRow("Read Voice Setting", [], returns: [status, ("Voice setting", .x16)])
    case 0x0C26: WireRow("Write Voice Setting", [("Voice setting", .x16)], returns: [status])
    case 0x0C27:
      WireRow(
        "Read Automatic Flush Timeout", [handle],
        returns: [status, handle, ("Flush timeout", .slots)])
    case 0x0C28:
      WireRow(
        "Write Automatic Flush Timeout", [handle, ("Flush timeout", .slots)],
        returns: [status, handle])
    case 0x0C29: WireRow("Read Num Broadcast Retransmissions")
    case 0x0C2A: WireRow("Write Num Broadcast Retransmissions")
    case 0x0C2B: WireRow("Read Hold Mode Activity")
    case 0x0C2C: WireRow("Write Hold Mode Activity")
    case 0x0C2D:
      WireRow(
        "Read Transmit Power Level", [handle, ("Type", .u8)],
        returns: [status, handle, ("Transmit power", .txPower)])
    case 0x0C2E: WireRow("Read Synchronous Flow Control Enable")
    case 0x0C2F:
      WireRow(
        "Write Synchronous Flow Control Enable", [("Synchronous flow control", .enable)],
        returns: [status])
    case 0x0C31:
      WireRow("Set Controller To Host Flow Control", [("Flow control", .u8)], returns: [status])
    case 0x0C33:
      WireRow(
        "Host Buffer Size",
        [
          ("Host ACL data packet length", .u16), ("Host synchronous data packet length", .u8),
          ("Host total num ACL data packets", .u16),
          ("Host total num synchronous data packets", .u16),
        ], returns: [status])
    case 0x0C35:
      WireRow(
        "Host Number Of Completed Packets",
        [("Handle", .list(1, [handle, ("Host num completed packets", .u16)]))])
    case 0x0C36:
      WireRow(
        "Read Link Supervision Timeout", [handle],
        returns: [status, handle, ("Link supervision timeout", .slots)])
    case 0x0C37:
      WireRow(
        "Write Link Supervision Timeout", [handle, ("Link supervision timeout", .slots)],
        returns: [status, handle])
    case 0x0C38:
      WireRow("Read Number Of Supported IAC", returns: [status, ("Num supported IAC", .u8)])
    case 0x0C39:
      WireRow(
        "Read Current IAC LAP", returns: [status, ("IAC", .list(1, [("IAC LAP", .hexNumber(3))]))])
    case 0x0C3A: WireRow("Write Current IAC LAP")
    case 0x0C3B: WireRow("Read Page Scan Period Mode")
    case 0x0C3C: WireRow("Write Page Scan Period Mode")
    case 0x0C3D: WireRow("Read Page Scan Mode")
    case 0x0C3E: WireRow("Write Page Scan Mode")
    case 0x0C3F: WireRow("Set AFH Host Channel Classification")
    case 0x0C42: WireRow("Read Inquiry Scan Type")
    case 0x0C43: WireRow("Write Inquiry Scan Type", [("Scan type", .u8)], returns: [status])
    case 0x0C44: WireRow("Read Inquiry Mode", [], returns: [status, ("Inquiry mode", .u8)])
    case 0x0C45: WireRow("Write Inquiry Mode", [("Inquiry mode", .u8)], returns: [status])
    case 0x0C46: WireRow("Read Page Scan Type")
    case 0x0C47: WireRow("Write Page Scan Type", [("Scan type", .u8)], returns: [status])
    case 0x0C48: WireRow("Read AFH Channel Assessment Mode")
    case 0x0C49: WireRow("Write AFH Channel Assessment Mode")
    case 0x0C51:
      WireRow(
        "Read Extended Inquiry Response", [],
        returns: [
          status, ("FEC required", .enable), ("Extended inquiry response", .restAdvertisingData),
        ])
    case 0x0C52:
      WireRow(
        "Write Extended Inquiry Response",
        [("FEC required", .enable), ("Extended inquiry response", .restAdvertisingData)],
        returns: [status])
    case 0x0C53: WireRow("Refresh Encryption Key", [handle])
    case 0x0C55:
      WireRow("Read Simple Pairing Mode", [], returns: [status, ("Simple pairing mode", .enable)])
    case 0x0C56:
      WireRow("Write Simple Pairing Mode", [("Simple pairing mode", .enable)], returns: [status])
    case 0x0C57:
      WireRow("Read Local OOB Data", [], returns: [status, ("C", .bytes(16)), ("R", .bytes(16))])
    case 0x0C58:
      WireRow(
        "Read Inquiry Response Transmit Power Level", [], returns: [status, ("Tx power", .txPower)])
    case 0x0C59:
      WireRow("Write Inquiry Transmit Power Level", [("Tx power", .txPower)], returns: [status])
    case 0x0C5A: WireRow("Read Default Erroneous Data Reporting")
    case 0x0C5B: WireRow("Write Default Erroneous Data Reporting")
    case 0x0C5F: WireRow("Enhanced Flush")
    case 0x0C60:
      WireRow(
        "Send Keypress Notification", [address, ("Notification type", .named(1, .keypress))],
        returns: [status, address])
    case 0x0C61: WireRow("Read Logical Link Accept Timeout")
    case 0x0C62: WireRow("Write Logical Link Accept Timeout")
    case 0x0C63:
      WireRow(
        "Set Event Mask Page 2", [("Event mask page 2", .flags(8, .eventMaskPage2))],
        returns: [status])
    case 0x0C64: WireRow("Read Location Data")
    case 0x0C65: WireRow("Write Location Data")
    case 0x0C66: WireRow("Read Flow Control Mode")
    case 0x0C67: WireRow("Write Flow Control Mode")
    case 0x0C68: WireRow("Read Enhanced Transmit Power Level")
    case 0x0C69: WireRow("Read Best Effort Flush Timeout")
    case 0x0C6A: WireRow("Write Best Effort Flush Timeout")
    case 0x0C6B: WireRow("Short Range Mode")
    case 0x0C6C:
      WireRow(
        "Read LE Host Support", [],
        returns: [status, ("LE supported host", .enable), ("Simultaneous LE host", .enable)])
    case 0x0C6D:
      WireRow(
        "Write LE Host Support",
        [("LE supported host", .enable), ("Simultaneous LE host", .enable)], returns: [status])
    case 0x0C6E: WireRow("Set MWS Channel Parameters")
    case 0x0C6F: WireRow("Set External Frame Configuration")
    case 0x0C70: WireRow("Set MWS Signaling")
    case 0x0C71: WireRow("Set MWS Transport Layer")
    case 0x0C72: WireRow("Set MWS Scan Frequency Table")
    case 0x0C73: WireRow("Set MWS_PATTERN Configuration")
    case 0x0C74: WireRow("Set Reserved LT_ADDR")
    case 0x0C75: WireRow("Delete Reserved LT_ADDR")
    case 0x0C76: WireRow("Set Connectionless Peripheral Broadcast Data")
    case 0x0C77: WireRow("Read Synchronization Train Parameters")
    case 0x0C78: WireRow("Write Synchronization Train Parameters")
    case 0x0C79:
      WireRow(
        "Read Secure Connections Host Support", [],
        returns: [status, ("Secure connections host support", .enable)])
    case 0x0C7A:
      WireRow(
        "Write Secure Connections Host Support", [("Secure connections host support", .enable)],
        returns: [status])
    case 0x0C7B:
      WireRow(
        "Read Authenticated Payload Timeout", [handle],
        returns: [status, handle, ("Authenticated payload timeout", .tenMilliseconds)])
    case 0x0C7C:
      WireRow(
        "Write Authenticated Payload Timeout",
        [handle, ("Authenticated payload timeout", .tenMilliseconds)], returns: [status, handle])
    case 0x0C7D:
      WireRow(
        "Read Local OOB Extended Data", [],
        returns: [
          status, ("C 192", .bytes(16)), ("R 192", .bytes(16)), ("C 256", .bytes(16)),
          ("R 256", .bytes(16)),
        ])
    case 0x0C7E: WireRow("Read Extended Page Timeout")
    case 0x0C7F: WireRow("Write Extended Page Timeout")
    case 0x0C80: WireRow("Read Extended Inquiry Length")
    case 0x0C81: WireRow("Write Extended Inquiry Length")
    case 0x0C82: WireRow("Set Ecosystem Base Interval")
    case 0x0C83:
      WireRow(
        "Configure Data Path",
        [
          ("Data path direction", .named(1, .dataPathDirection)), ("Data path ID", .u8),
          ("Vendor specific config", .counted(1)),
        ], returns: [status])
    case 0x0C84:
      WireRow("Set Min Encryption Key Size", [("Min encryption key size", .u8)], returns: [status])
    default: nil
    }
  }
}
