/// The opcode of an ATT PDU; unknown numbers are kept.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, 3.4.8.
@usableFromInline
package struct ATTOpcode: RawRepresentable, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  @inlinable package static var errorResponse: Self { Self(rawValue: 0x01) }
  @inlinable package static var exchangeMTURequest: Self { Self(rawValue: 0x02) }
  @inlinable package static var exchangeMTUResponse: Self { Self(rawValue: 0x03) }
  @inlinable package static var findInformationRequest: Self { Self(rawValue: 0x04) }
  @inlinable package static var findInformationResponse: Self { Self(rawValue: 0x05) }
  @inlinable package static var findByTypeValueRequest: Self { Self(rawValue: 0x06) }
  @inlinable package static var findByTypeValueResponse: Self { Self(rawValue: 0x07) }
  @inlinable package static var readByTypeRequest: Self { Self(rawValue: 0x08) }
  @inlinable package static var readByTypeResponse: Self { Self(rawValue: 0x09) }
  @inlinable package static var readRequest: Self { Self(rawValue: 0x0A) }
  @inlinable package static var readResponse: Self { Self(rawValue: 0x0B) }
  @inlinable package static var readBlobRequest: Self { Self(rawValue: 0x0C) }
  @inlinable package static var readBlobResponse: Self { Self(rawValue: 0x0D) }
  @inlinable package static var readMultipleRequest: Self { Self(rawValue: 0x0E) }
  @inlinable package static var readMultipleResponse: Self { Self(rawValue: 0x0F) }
  @inlinable package static var readByGroupTypeRequest: Self { Self(rawValue: 0x10) }
  @inlinable package static var readByGroupTypeResponse: Self { Self(rawValue: 0x11) }
  @inlinable package static var writeRequest: Self { Self(rawValue: 0x12) }
  @inlinable package static var writeResponse: Self { Self(rawValue: 0x13) }
  @inlinable package static var prepareWriteRequest: Self { Self(rawValue: 0x16) }
  @inlinable package static var prepareWriteResponse: Self { Self(rawValue: 0x17) }
  @inlinable package static var executeWriteRequest: Self { Self(rawValue: 0x18) }
  @inlinable package static var executeWriteResponse: Self { Self(rawValue: 0x19) }
  @inlinable package static var handleValueNotification: Self { Self(rawValue: 0x1B) }
  @inlinable package static var handleValueIndication: Self { Self(rawValue: 0x1D) }
  @inlinable package static var handleValueConfirmation: Self { Self(rawValue: 0x1E) }
  @inlinable package static var readMultipleVariableRequest: Self { Self(rawValue: 0x20) }
  @inlinable package static var readMultipleVariableResponse: Self { Self(rawValue: 0x21) }
  @inlinable package static var multipleHandleValueNotification: Self { Self(rawValue: 0x23) }
  @inlinable package static var writeCommand: Self { Self(rawValue: 0x52) }
  @inlinable package static var signedWriteCommand: Self { Self(rawValue: 0xD2) }

  /// The role of a PDU's sender: a client requests, a server responds, notifies or indicates.
  package enum Role: Sendable {
    case request, response, command, notification, indication, confirmation
    case unknown
  }

  package var role: Role { facts.role }

  /// What a request or a command is for.
  package enum Purpose: Sendable {
    case mtu, discovery
    /// Discovery, or reading values of a type.
    case readByType
    case read, write, command
    case other
  }

  package var purpose: Purpose {
    switch self {
    case .exchangeMTURequest: .mtu
    case .findInformationRequest, .findByTypeValueRequest, .readByGroupTypeRequest: .discovery
    case .readByTypeRequest: .readByType
    case .readRequest, .readBlobRequest, .readMultipleRequest, .readMultipleVariableRequest: .read
    case .writeRequest, .prepareWriteRequest, .executeWriteRequest: .write
    case .writeCommand, .signedWriteCommand: .command
    default: .other
    }
  }

  /// What a characteristic declares where this may be done with it; `nil` where nothing is needed.
  package var neededProperty: CharacteristicProperties? {
    switch self {
    case .readRequest, .readBlobRequest: .read
    case .writeRequest, .prepareWriteRequest: .write
    case .writeCommand: .writeWithoutResponse
    case .signedWriteCommand: .authenticatedSignedWrites
    default: nil
    }
  }

  /// Whether a request is for a range of handles, and so not about a single attribute.
  package var asksForRange: Bool { purpose == .discovery || purpose == .readByType }

  /// Whether the sender acts as a client; includes unknown opcodes with the command bit.
  package var isFromClient: Bool { facts.isFromClient }

  /// The request that this response answers; an error response names its own.
  package var request: ATTOpcode? {
    role == .response && self != .errorResponse ? ATTOpcode(rawValue: rawValue - 1) : nil
  }

  /// The specification's name without "ATT_", `nil` for an unknown opcode.
  package var name: StaticString? { facts.name }

  /// Whether one attribute handle follows the opcode. (An error response has its request's opcode
  /// before the handle.)
  package var hasLeadingHandle: Bool { facts.hasLeadingHandle }

  /// What its row says.
  package struct Facts: Sendable {
    package let name: StaticString?
    package let role: Role
    package let hasLeadingHandle: Bool
    package let isFromClient: Bool

    init(_ opcode: UInt8) {
      let row = ATTRows.row(opcode)
      name = row?.name
      role = row?.role ?? .unknown
      if case .attributeHandle? = row?.parameters.first?.1 {
        hasLeadingHandle = true
      } else {
        hasLeadingHandle = false
      }
      isFromClient =
        switch role {
        case .request, .command, .confirmation: true
        case .response, .notification, .indication: false
        case .unknown: opcode & 0x40 != 0
        }
    }
  }

  package var facts: Facts { WireTables.attributePDUs[Int(rawValue)] }
}

/// The facts of all opcodes. To ask here costs less than to ask an opcode, which must make sure each time
/// that the table is there.
package struct ATTOpcodes: Sendable {
  private let facts = WireTables.attributePDUs

  package init() {}

  package subscript(opcode: ATTOpcode) -> ATTOpcode.Facts { facts[Int(opcode.rawValue)] }
}
