/// Names of the non-HCI record types of Apple's PacketLogger.
///
/// Source: the names that PacketLogger and Wireshark show.
package enum PacketLoggerName {
  /// - Returns: `nil` for an unknown type.
  package static func name(_ type: UInt8) -> StaticString? {
    switch type {
    case 0x0A: "LMP sent"
    case 0x0B: "LMP received"
    case 0xF7: "syslog"
    case 0xF8: "kernel"
    case 0xF9: "kernel debug"
    case 0xFA: "error"
    case 0xFB: "power"
    case 0xFC: "note"
    case 0xFD: "config"
    case 0xFE: "new controller"
    default: nil
    }
  }

  /// Whether such a record holds only text.
  package static func isText(_ type: UInt8) -> Bool { (0xF8...0xFE).contains(type) }
}
