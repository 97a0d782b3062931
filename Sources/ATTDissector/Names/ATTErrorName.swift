/// Names of ATT error codes.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part F, 3.4.1.1; 0xFC to 0xFF: Core
/// Specification Supplement, Part B, 1.2.
package enum ATTErrorName {
  /// No answer, which has no code, in our own word.
  package static let timeout: StaticString = "time_out"

  /// - Returns: `nil` for a reserved code; 0x80 to 0x9F are defined by each service.
  package static func name(of code: UInt8) -> StaticString? {
    switch code {
    case 0x01: "Invalid Handle"
    case 0x02: "Read Not Permitted"
    case 0x03: "Write Not Permitted"
    case 0x04: "Invalid PDU"
    case 0x05: "Insufficient Authentication"
    case 0x06: "Request Not Supported"
    case 0x07: "Invalid Offset"
    case 0x08: "Insufficient Authorization"
    case 0x09: "Prepare Queue Full"
    case 0x0A: "Attribute Not Found"
    case 0x0B: "Attribute Not Long"
    case 0x0C: "Encryption Key Size Too Short"
    case 0x0D: "Invalid Attribute Value Length"
    case 0x0E: "Unlikely Error"
    case 0x0F: "Insufficient Encryption"
    case 0x10: "Unsupported Group Type"
    case 0x11: "Insufficient Resources"
    case 0x12: "Database Out Of Sync"
    case 0x13: "Value Not Allowed"
    case 0x80...0x9F: "Application Error"
    case 0xFC: "Write Request Rejected"
    case 0xFD: "Client Characteristic Configuration Descriptor Improperly Configured"
    case 0xFE: "Procedure Already in Progress"
    case 0xFF: "Out of Range"
    default: nil
    }
  }

  /// What a service means by a code of its own: 0x80 to 0x9F.
  ///
  /// Source: the specification of each service.
  package static func name(of code: UInt8, service: UInt16) -> StaticString? {
    switch (service, code) {
    // Heart Rate.
    case (0x180D, 0x80): "Control Point Not Supported"
    // Cycling Power.
    case (0x1818, 0x80): "Inappropriate Connection Parameters"
    // Environmental Sensing.
    case (0x181A, 0x80): "Write Request Rejected"
    case (0x181A, 0x81): "Condition Not Supported"
    // User Data.
    case (0x181C, 0x80): "User Data Access Not Permitted"
    // Bond Management.
    case (0x181E, 0x80): "Opcode Not Supported"
    case (0x181E, 0x81): "Operation Failed"
    // Continuous Glucose Monitoring.
    case (0x181F, 0x80): "Missing CRC"
    case (0x181F, 0x81): "Invalid CRC"
    // Object Transfer.
    case (0x1825, 0x80): "Write Request Rejected"
    case (0x1825, 0x81): "Object Not Selected"
    case (0x1825, 0x82): "Concurrency Limit Exceeded"
    case (0x1825, 0x83): "Object Name Already Exists"
    // Audio Input Control, Volume Control, Volume Offset Control.
    case (0x1843, 0x80), (0x1844, 0x80), (0x1845, 0x80): "Invalid Change Counter"
    case (0x1843, 0x81), (0x1844, 0x81), (0x1845, 0x81): "Opcode Not Supported"
    case (0x1843, 0x82): "Mute Disabled"
    case (0x1843, 0x83), (0x1845, 0x82): "Value Out Of Range"
    case (0x1843, 0x84): "Gain Mode Change Not Allowed"
    // Coordinated Set Identification.
    case (0x1846, 0x80): "Lock Denied"
    case (0x1846, 0x81): "Lock Release Not Allowed"
    case (0x1846, 0x82): "Invalid Lock Value"
    case (0x1846, 0x83): "OOB SIRK Only"
    case (0x1846, 0x84): "Lock Already Granted"
    // Microphone Control.
    case (0x184D, 0x80): "Mute Disabled"
    // Broadcast Audio Scan.
    case (0x184F, 0x80): "Opcode Not Supported"
    case (0x184F, 0x81): "Invalid Source ID"
    // Hearing Access.
    case (0x1854, 0x80): "Invalid Opcode"
    case (0x1854, 0x81): "Write Name Not Allowed"
    case (0x1854, 0x82): "Preset Synchronization Not Supported"
    case (0x1854, 0x83): "Preset Operation Not Possible"
    case (0x1854, 0x84): "Invalid Parameters Length"

    case (0x185C, 0x81): "Opcode Outside Range"
    case (0x185C, 0x82): "Already In Requested State"
    case (0x185C, 0x83): "Unsupported Feature"
    default: nil
    }
  }
}
