/// Names of the Security Manager Protocol.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part H, 3.3 and 3.5.
package enum SMPName {
  /// - Returns: `nil` for a reserved code.
  package static func command(_ code: UInt8) -> StaticString? {
    SMPRows.row(code)?.name
  }

  /// Octets after the code; `nil` for a reserved code.
  package static func length(_ code: UInt8) -> Int? { SMPRows.row(code)?.parameters?.size }

  /// The reason of a Pairing Failed; `nil` for a reserved one.
  package static func failure(_ reason: UInt8) -> StaticString? {
    switch reason {
    case 0x01: "Passkey Entry Failed"
    case 0x02: "OOB Not Available"
    case 0x03: "Authentication Requirements"
    case 0x04: "Confirm Value Failed"
    case 0x05: "Pairing Not Supported"
    case 0x06: "Encryption Key Size"
    case 0x07: "Command Not Supported"
    case 0x08: "Unspecified Reason"
    case 0x09: "Repeated Attempts"
    case 0x0A: "Invalid Parameters"
    case 0x0B: "DHKey Check Failed"
    case 0x0C: "Numeric Comparison Failed"
    case 0x0D: "BR/EDR pairing in progress"
    case 0x0E: "Cross-transport Key Derivation/Generation not allowed"
    case 0x0F: "Key Rejected"
    default: nil
    }
  }

  package static let reservedKeypress: StaticString = "reserved"

  /// The type of a Pairing Keypress Notification in our own words; `nil` for a reserved one.
  package static func keypress(_ type: UInt8) -> StaticString? {
    switch type {
    case 0: "started"
    case 1: "digit_entered"
    case 2: "digit_erased"
    case 3: "cleared"
    case 4: "completed"
    default: nil
    }
  }

  /// `nil` for a reserved value.
  package static func ioCapability(_ value: UInt8) -> StaticString? {
    switch value {
    case 0x00: "DisplayOnly"
    case 0x01: "DisplayYesNo"
    case 0x02: "KeyboardOnly"
    case 0x03: "NoInputNoOutput"
    case 0x04: "KeyboardDisplay"
    default: nil
    }
  }
}
