/// Records of Apple's PacketLogger other than HCI packets.
///
/// Source: the names that PacketLogger and Wireshark show.
enum PacketLoggerRows: WireRows {
  /// - Returns: `nil` for packets and unknown types.
  static func row(_ type: UInt8) -> WireRow? {
    switch type {
    case 0x0A: WireRow("LMP sent")
    case 0x0B: WireRow("LMP received")
    case 0xF7:
      WireRow(
        "syslog",
        [
          ("Process identifier", .u32), ("Message type", .u8), ("Process", .terminatedText),
          ("Sender", .terminatedText), ("Subsystem", .terminatedText),
          ("Category", .terminatedText), ("Message", .restTerminatedText),
        ])
    case 0xF8: WireRow("kernel", text)
    case 0xF9: WireRow("kernel debug", text)
    case 0xFA: WireRow("error", text)
    case 0xFB: WireRow("power", text)
    case 0xFC: WireRow("note", text)
    case 0xFD: WireRow("config", text)
    case 0xFE: WireRow("new controller", text)
    default: nil
    }
  }

  private static var text: WireLayout { [("Text", .restTerminatedText)] }
}
