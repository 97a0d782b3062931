/// Names of the record types of the BlueZ monitor.
///
/// Source: BlueZ, doc/btsnoop-protocol; 20 and 21 are of later Linux kernels.
package enum MonitorOpcodeName {
  /// - Returns: `nil` for an opcode that has no meaning yet.
  package static func name(_ opcode: UInt16) -> StaticString? {
    switch opcode {
    case 0: "New Index"
    case 1: "Delete Index"
    case 2: "Command"
    case 3: "Event"
    case 4: "ACL TX"
    case 5: "ACL RX"
    case 6: "SCO TX"
    case 7: "SCO RX"
    case 8: "Open Index"
    case 9: "Close Index"
    case 10: "Index Info"
    case 11: "Vendor Diagnostics"
    case 12: "System Note"
    case 13: "User Logging"
    case 14: "Control Open"
    case 15: "Control Close"
    case 16: "Control Command"
    case 17: "Control Event"
    case 18: "ISO TX"
    case 19: "ISO RX"
    case 20: "Driver TX"
    case 21: "Driver RX"
    default: nil
    }
  }
}
