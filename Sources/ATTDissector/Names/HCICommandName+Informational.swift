extension HCICommandName {
  /// OGF 0x04 (Vol 4, Part E, 7.4).
  static func informational(_ opcode: UInt16) -> StaticString? {
    switch opcode {
    case 0x1001: "Read Local Version Information"
    case 0x1002: "Read Local Supported Commands"
    case 0x1003: "Read Local Supported Features"
    case 0x1004: "Read Local Extended Features"
    case 0x1005: "Read Buffer Size"
    case 0x1007: "Read Country Code"
    case 0x1009: "Read BD_ADDR"
    case 0x100A: "Read Data Block Size"
    case 0x100B: "Read Local Supported Codecs"
    case 0x100C: "Read Local Simple Pairing Options"
    case 0x100D: "Read Local Supported Codecs [v2]"
    case 0x100E: "Read Local Supported Codec Capabilities"
    case 0x100F: "Read Local Supported Controller Delay"
    default: nil
    }
  }

  /// OGF 0x05 (Vol 4, Part E, 7.5).
  static func status(_ opcode: UInt16) -> StaticString? {
    switch opcode {
    case 0x1401: "Read Failed Contact Counter"
    case 0x1402: "Reset Failed Contact Counter"
    case 0x1403: "Read Link Quality"
    case 0x1405: "Read RSSI"
    case 0x1406: "Read AFH Channel Map"
    case 0x1407: "Read Clock"
    case 0x1408: "Read Encryption Key Size"
    case 0x1409: "Read Local AMP Info"
    case 0x140A: "Read Local AMP ASSOC"
    case 0x140B: "Write Remote AMP ASSOC"
    case 0x140C: "Get MWS Transport Layer Configuration"
    case 0x140D: "Set Triggered Clock Capture"
    default: nil
    }
  }

  /// OGF 0x06 (Vol 4, Part E, 7.6).
  static func testing(_ opcode: UInt16) -> StaticString? {
    switch opcode {
    case 0x1801: "Read Loopback Mode"
    case 0x1802: "Write Loopback Mode"
    case 0x1803: "Enable Implementation Under Test Mode"
    case 0x1804: "Write Simple Pairing Debug Mode"
    case 0x1807: "Enable AMP Receiver Reports"
    case 0x1808: "AMP Test End"
    case 0x1809: "AMP Test"
    case 0x180A: "Write Secure Connections Test Mode"
    default: nil
    }
  }
}
