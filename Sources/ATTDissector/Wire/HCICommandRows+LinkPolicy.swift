extension HCICommandRows {
  /// OGF 0x02 (Vol 4, Part E, 7.2).
  static func linkPolicy(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x0801: WireRow("Hold Mode")
    case 0x0803:
      WireRow(
        "Sniff Mode",
        [
          handle, ("Sniff max interval", .slots), ("Sniff min interval", .slots),
          ("Sniff attempt", .u16), ("Sniff timeout", .u16),
        ])
    case 0x0804: WireRow("Exit Sniff Mode", [handle])
    case 0x0805: WireRow("Park State")
    case 0x0806: WireRow("Exit Park State")
    case 0x0807: WireRow("QoS Setup")
    case 0x0809:
      WireRow("Role Discovery", [handle], returns: [status, handle, ("Current role", .role)])
    case 0x080B: WireRow("Switch Role", [address, ("Role", .role)])
    case 0x080C:
      WireRow(
        "Read Link Policy Settings", [handle],
        returns: [status, handle, ("Link policy settings", .flags(2, .linkPolicy))])
    case 0x080D:
      WireRow(
        "Write Link Policy Settings", [handle, ("Link policy settings", .flags(2, .linkPolicy))],
        returns: [status, handle])
    case 0x080E:
      WireRow(
        "Read Default Link Policy Settings",
        returns: [status, ("Default link policy settings", .flags(2, .linkPolicy))])
    case 0x080F:
      WireRow(
        "Write Default Link Policy Settings",
        [("Default link policy settings", .flags(2, .linkPolicy))], returns: [status])
    case 0x0810: WireRow("Flow Specification")
    case 0x0811: WireRow("Sniff Subrating")
    default: nil
    }
  }
}
