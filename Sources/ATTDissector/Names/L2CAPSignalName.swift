/// Names of L2CAP signaling commands.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part A, 4; 0x0C to 0x11 as in 5.2, the last
/// version that had them.
package enum L2CAPSignalName {
  /// - Returns: `nil` for a reserved code.
  package static func name(code: UInt8) -> StaticString? {
    switch code {
    case 0x01: "Command Reject"
    case 0x02: "Connection Request"
    case 0x03: "Connection Response"
    case 0x04: "Configuration Request"
    case 0x05: "Configuration Response"
    case 0x06: "Disconnection Request"
    case 0x07: "Disconnection Response"
    case 0x08: "Echo Request"
    case 0x09: "Echo Response"
    case 0x0A: "Information Request"
    case 0x0B: "Information Response"
    case 0x0C: "Create Channel Request"
    case 0x0D: "Create Channel Response"
    case 0x0E: "Move Channel Request"
    case 0x0F: "Move Channel Response"
    case 0x10: "Move Channel Confirmation Request"
    case 0x11: "Move Channel Confirmation Response"
    case 0x12: "Connection Parameter Update Request"
    case 0x13: "Connection Parameter Update Response"
    case 0x14: "LE Credit Based Connection Request"
    case 0x15: "LE Credit Based Connection Response"
    case 0x16: "Flow Control Credit"
    case 0x17: "Credit Based Connection Request"
    case 0x18: "Credit Based Connection Response"
    case 0x19: "Credit Based Reconfigure Request"
    case 0x1A: "Credit Based Reconfigure Response"
    default: nil
    }
  }
}
