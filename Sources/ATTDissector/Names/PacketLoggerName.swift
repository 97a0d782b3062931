/// Names of the record types of Apple's PacketLogger that hold no packet of HCI.
///
/// Source: the names that PacketLogger and Wireshark show.
package enum PacketLoggerName {
  /// - Returns: `nil` for a type that is not known.
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

  /// Whether such a record holds text and nothing else.
  package static func isText(_ type: UInt8) -> Bool { (0xF8...0xFE).contains(type) }
}
