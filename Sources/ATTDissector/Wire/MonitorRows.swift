/// Records of the BlueZ monitor.
///
/// Source: BlueZ, doc/btsnoop-protocol, and the kernel's hci_mon structures; 20 and 21 are from
/// later kernels.
enum MonitorRows: WireRows {
  /// - Returns: `nil` for an unassigned opcode.
  static func row(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0:
      WireRow(
        "New Index",
        [
          ("Type", .named(1, .indexType)), ("Bus", .named(1, .bus)), ("Address", .address),
          ("Name", .text(8)),
        ])
    case 1: WireRow("Delete Index", [])
    case 2: WireRow("Command")
    case 3: WireRow("Event")
    case 4: WireRow("ACL TX")
    case 5: WireRow("ACL RX")
    case 6: WireRow("SCO TX")
    case 7: WireRow("SCO RX")
    case 8: WireRow("Open Index", [])
    case 9: WireRow("Close Index", [])
    case 10: WireRow("Index Info", [("Address", .address), ("Manufacturer", .named(2, .company))])
    case 11: WireRow("Vendor Diagnostics", [("Data", .rest)])
    case 12: WireRow("System Note", [("Text", .restTerminatedText)])
    case 13:
      WireRow(
        "User Logging",
        [
          ("Priority", .named(1, .logPriority)), ("Identifier", .countedText),
          ("Message", .restTerminatedText),
        ])
    case 14:
      WireRow(
        "Control Open",
        [
          ("Cookie", .x32), ("Format", .named(2, .controlFormat)), ("Version", .u8),
          ("Revision", .u16), ("Flags", .x32), ("Name", .countedText),
        ])
    case 15: WireRow("Control Close", [("Cookie", .x32)])
    case 16:
      WireRow(
        "Control Command",
        [
          ("Cookie", .x32), ("Opcode", .named(2, .managementCommand)),
          ("Parameters", .selected(nil) { ManagementRows.parameters($0, isEvent: false) }),
        ])
    case 17:
      WireRow(
        "Control Event",
        [
          ("Cookie", .x32), ("Opcode", .named(2, .managementEvent)),
          ("Parameters", .selected(nil) { ManagementRows.parameters($0, isEvent: true) }),
        ])
    case 18: WireRow("ISO TX")
    case 19: WireRow("ISO RX")
    case 20: WireRow("Driver TX")
    case 21: WireRow("Driver RX")
    default: nil
    }
  }
}
