/// The opcode of an ATT PDU; unknown numbers are kept.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, 3.4.8.
package struct ATTOpcode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let errorResponse = ATTOpcode(rawValue: 0x01)
  package static let exchangeMTURequest = ATTOpcode(rawValue: 0x02)
  package static let exchangeMTUResponse = ATTOpcode(rawValue: 0x03)
  package static let findInformationRequest = ATTOpcode(rawValue: 0x04)
  package static let findInformationResponse = ATTOpcode(rawValue: 0x05)
  package static let findByTypeValueRequest = ATTOpcode(rawValue: 0x06)
  package static let findByTypeValueResponse = ATTOpcode(rawValue: 0x07)
  package static let readByTypeRequest = ATTOpcode(rawValue: 0x08)
  package static let readByTypeResponse = ATTOpcode(rawValue: 0x09)
  package static let readRequest = ATTOpcode(rawValue: 0x0A)
  package static let readResponse = ATTOpcode(rawValue: 0x0B)
  package static let readBlobRequest = ATTOpcode(rawValue: 0x0C)
  package static let readBlobResponse = ATTOpcode(rawValue: 0x0D)
  package static let readMultipleRequest = ATTOpcode(rawValue: 0x0E)
  package static let readMultipleResponse = ATTOpcode(rawValue: 0x0F)
  package static let readByGroupTypeRequest = ATTOpcode(rawValue: 0x10)
  package static let readByGroupTypeResponse = ATTOpcode(rawValue: 0x11)
  package static let writeRequest = ATTOpcode(rawValue: 0x12)
  package static let writeResponse = ATTOpcode(rawValue: 0x13)
  package static let prepareWriteRequest = ATTOpcode(rawValue: 0x16)
  package static let prepareWriteResponse = ATTOpcode(rawValue: 0x17)
  package static let executeWriteRequest = ATTOpcode(rawValue: 0x18)
  package static let executeWriteResponse = ATTOpcode(rawValue: 0x19)
  package static let handleValueNotification = ATTOpcode(rawValue: 0x1B)
  package static let handleValueIndication = ATTOpcode(rawValue: 0x1D)
  package static let handleValueConfirmation = ATTOpcode(rawValue: 0x1E)
  package static let readMultipleVariableRequest = ATTOpcode(rawValue: 0x20)
  package static let readMultipleVariableResponse = ATTOpcode(rawValue: 0x21)
  package static let multipleHandleValueNotification = ATTOpcode(rawValue: 0x23)
  package static let writeCommand = ATTOpcode(rawValue: 0x52)
  package static let signedWriteCommand = ATTOpcode(rawValue: 0xD2)

  /// What a PDU is to its sender: a client asks, a server answers or pushes.
  package enum Role: Sendable {
    case request, response, command, notification, indication, confirmation
    case unknown
  }

  package var role: Role {
    switch rawValue {
    case 0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20: .request
    case 0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21: .response
    case 0x1B, 0x23: .notification
    case 0x1D: .indication
    case 0x1E: .confirmation
    case 0x52, 0xD2: .command
    default: .unknown
    }
  }

  /// Whether the sender acts as a client; unknown opcodes with the command bit too.
  package var isFromClient: Bool {
    switch role {
    case .request, .command, .confirmation: true
    case .response, .notification, .indication: false
    case .unknown: rawValue & 0x40 != 0
    }
  }

  /// The request that this response answers; an error response names its own.
  package var request: ATTOpcode? {
    role == .response && self != .errorResponse ? ATTOpcode(rawValue: rawValue - 1) : nil
  }

  /// The specification's name without "ATT_", `nil` for an unknown opcode.
  package var name: StaticString? {
    switch rawValue {
    case 0x01: "Error Response"
    case 0x02: "Exchange MTU Request"
    case 0x03: "Exchange MTU Response"
    case 0x04: "Find Information Request"
    case 0x05: "Find Information Response"
    case 0x06: "Find By Type Value Request"
    case 0x07: "Find By Type Value Response"
    case 0x08: "Read By Type Request"
    case 0x09: "Read By Type Response"
    case 0x0A: "Read Request"
    case 0x0B: "Read Response"
    case 0x0C: "Read Blob Request"
    case 0x0D: "Read Blob Response"
    case 0x0E: "Read Multiple Request"
    case 0x0F: "Read Multiple Response"
    case 0x10: "Read By Group Type Request"
    case 0x11: "Read By Group Type Response"
    case 0x12: "Write Request"
    case 0x13: "Write Response"
    case 0x16: "Prepare Write Request"
    case 0x17: "Prepare Write Response"
    case 0x18: "Execute Write Request"
    case 0x19: "Execute Write Response"
    case 0x1B: "Handle Value Notification"
    case 0x1D: "Handle Value Indication"
    case 0x1E: "Handle Value Confirmation"
    case 0x20: "Read Multiple Variable Request"
    case 0x21: "Read Multiple Variable Response"
    case 0x23: "Multiple Handle Value Notification"
    case 0x52: "Write Command"
    case 0xD2: "Signed Write Command"
    default: nil
    }
  }

  /// Whether one attribute handle follows the opcode. (An error response has its request's opcode
  /// before the handle.)
  package var hasLeadingHandle: Bool {
    switch rawValue {
    case 0x0A, 0x0C, 0x12, 0x16, 0x17, 0x1B, 0x1D, 0x52, 0xD2: true
    default: false
    }
  }
}
