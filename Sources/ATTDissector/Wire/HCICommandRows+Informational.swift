extension HCICommandRows {
  /// OGF 0x04 (Vol 4, Part E, 7.4).
  static func informational(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x1001:
      WireRow(
        "Read Local Version Information", [],
        returns: [
          status, ("HCI version", .named(1, .coreVersion)), ("HCI subversion", .x16),
          ("LMP version", .named(1, .coreVersion)), ("Company identifier", .named(2, .company)),
          ("LMP subversion", .x16),
        ])
    case 0x1002:
      WireRow(
        "Read Local Supported Commands", [],
        returns: [status, ("Supported commands", .flagOctets(64, .supportedCommands))])
    case 0x1003:
      WireRow(
        "Read Local Supported Features", [],
        returns: [status, ("LMP features", .flags(8, .lmpFeatures))])
    case 0x1004:
      WireRow(
        "Read Local Extended Features", [("Page number", .u8)],
        returns: [
          status, ("Page number", .u8), ("Max page number", .u8),
          ("Extended LMP features", lmpFeatures(page: 1)),
        ])
    case 0x1005:
      WireRow(
        "Read Buffer Size", [],
        returns: [
          status, ("ACL data packet length", .u16), ("Synchronous data packet length", .u8),
          ("Total num ACL data packets", .u16), ("Total num synchronous data packets", .u16),
        ])
    case 0x1007: WireRow("Read Country Code")
    case 0x1009: WireRow("Read BD_ADDR", [], returns: [status, address])
    case 0x100A:
      WireRow(
        "Read Data Block Size", [],
        returns: [
          status, ("Max ACL data packet length", .u16), ("Data block length", .u16),
          ("Total num data blocks", .u16),
        ])
    case 0x100B:
      WireRow(
        "Read Local Supported Codecs", [],
        returns: [
          status, ("Standard codec", .list(1, [("Codec", .named(1, .codingFormat))])),
          ("Vendor codec", .list(1, [("Company", .named(2, .company)), ("Codec", .x16)])),
        ])
    case 0x100C:
      WireRow(
        "Read Local Simple Pairing Options", [],
        returns: [status, ("Simple pairing options", .x8), ("Max encryption key size", .u8)])
    case 0x100D:
      WireRow(
        "Read Local Supported Codecs [v2]", [],
        returns: [
          status,
          ("Standard codec", .list(1, [("Codec", .named(1, .codingFormat)), ("Transport", .x8)])),
          (
            "Vendor codec",
            .list(1, [("Company", .named(2, .company)), ("Codec", .x16), ("Transport", .x8)])
          ),
        ])
    case 0x100E: WireRow("Read Local Supported Codec Capabilities")
    case 0x100F: WireRow("Read Local Supported Controller Delay")
    default: nil
    }
  }

  /// OGF 0x05 (Vol 4, Part E, 7.5).
  static func statusParameters(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x1401:
      WireRow(
        "Read Failed Contact Counter", [handle],
        returns: [status, handle, ("Failed contact counter", .u16)])
    case 0x1402: WireRow("Reset Failed Contact Counter", [handle], returns: [status, handle])
    case 0x1403:
      WireRow("Read Link Quality", [handle], returns: [status, handle, ("Link quality", .u8)])
    case 0x1405: WireRow("Read RSSI", [handle], returns: [status, handle, ("RSSI", .rssi)])
    case 0x1406:
      WireRow(
        "Read AFH Channel Map", [handle],
        returns: [status, handle, ("AFH mode", .enable), ("AFH channel map", .classicChannels)])
    case 0x1407:
      WireRow(
        "Read Clock", [handle, ("Which clock", .u8)],
        returns: [status, handle, ("Clock", .x32), ("Accuracy", .u16)])
    case 0x1408:
      WireRow("Read Encryption Key Size", [handle], returns: [status, handle, ("Key size", .u8)])
    case 0x1409: WireRow("Read Local AMP Info")
    case 0x140A: WireRow("Read Local AMP ASSOC")
    case 0x140B: WireRow("Write Remote AMP ASSOC")
    case 0x140C: WireRow("Get MWS Transport Layer Configuration")
    case 0x140D: WireRow("Set Triggered Clock Capture")
    default: nil
    }
  }

  /// OGF 0x06 (Vol 4, Part E, 7.6).
  static func testing(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x1801: WireRow("Read Loopback Mode", [], returns: [status, ("Loopback mode", .u8)])
    case 0x1802: WireRow("Write Loopback Mode", [("Loopback mode", .u8)], returns: [status])
    case 0x1803: WireRow("Enable Implementation Under Test Mode", [], returns: [status])
    case 0x1804:
      WireRow(
        "Write Simple Pairing Debug Mode", [("Simple pairing debug mode", .enable)],
        returns: [status])
    case 0x1807: WireRow("Enable AMP Receiver Reports")
    case 0x1808: WireRow("AMP Test End")
    case 0x1809: WireRow("AMP Test")
    case 0x180A: WireRow("Write Secure Connections Test Mode")
    default: nil
    }
  }
}
