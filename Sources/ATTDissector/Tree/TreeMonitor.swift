import Bytes

/// The layouts of the BlueZ monitor's records that are no packets.
///
/// Source: BlueZ, doc/btsnoop-protocol, and the kernel's hci_mon structures.
enum TreeMonitor {
  /// - Returns: `nil` for packets and unknown records.
  static func layout(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0:
      [
        ("Type", .named(1, .indexType)), ("Bus", .named(1, .bus)), ("Address", .address),
        ("Name", .text(8)),
      ]
    case 1, 8, 9: []
    case 10: [("Address", .address), ("Manufacturer", .named(2, .company))]
    case 11: [("Data", .rest)]
    case 12: [("Text", .restTerminatedText)]
    case 13:
      [
        ("Priority", .named(1, .logPriority)), ("Identifier", .countedText),
        ("Message", .restTerminatedText),
      ]
    case 14:
      [
        ("Cookie", .x32), ("Format", .named(2, .controlFormat)), ("Version", .u8),
        ("Revision", .u16), ("Flags", .x32), ("Name", .countedText),
      ]
    case 15: [("Cookie", .x32)]
    case 16, 17: [("Cookie", .x32), ("Opcode", .x16), ("Parameters", .rest)]
    default: nil
    }
  }
}
