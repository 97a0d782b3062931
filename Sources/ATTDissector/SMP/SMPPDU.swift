import Bytes

/// The code of a Security Manager PDU; unknown numbers are kept.
///
/// Source: Bluetooth Core Specification, Vol 3, Part H, 3.3.
package struct SMPCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let pairingRequest = SMPCode(rawValue: 0x01)
  package static let pairingResponse = SMPCode(rawValue: 0x02)
  package static let pairingConfirm = SMPCode(rawValue: 0x03)
  package static let pairingRandom = SMPCode(rawValue: 0x04)
  package static let pairingFailed = SMPCode(rawValue: 0x05)
  package static let encryptionInformation = SMPCode(rawValue: 0x06)
  package static let centralIdentification = SMPCode(rawValue: 0x07)
  package static let identityInformation = SMPCode(rawValue: 0x08)
  package static let identityAddressInformation = SMPCode(rawValue: 0x09)
  package static let signingInformation = SMPCode(rawValue: 0x0A)
  package static let securityRequest = SMPCode(rawValue: 0x0B)
  package static let pairingPublicKey = SMPCode(rawValue: 0x0C)
  package static let pairingDHKeyCheck = SMPCode(rawValue: 0x0D)
  package static let keypressNotification = SMPCode(rawValue: 0x0E)

  /// The only role that sends it: the central is the initiator of every pairing; `nil` where both
  /// may. Source: Vol 3, Part H, 2.3 and 2.4.6.
  package var onlySender: LinkRole? {
    switch self {
    case .pairingRequest: .central
    case .pairingResponse, .securityRequest: .peripheral
    default: nil
    }
  }
}

/// A pairing request or response, which have the same layout.
///
/// Source: Vol 3, Part H, 3.5.1 and 3.5.2.
package struct SMPPairingFeatures: Equatable, Sendable {
  package var ioCapability: UInt8
  package var hasOutOfBandData: Bool
  package var authenticationRequirements: UInt8
  /// Octets.
  package var maximumKeySize: UInt8

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    ioCapability = try cursor.uint8()
    hasOutOfBandData = try cursor.uint8() == 1
    authenticationRequirements = try cursor.uint8()
    maximumKeySize = try cursor.uint8()
  }

  package var wantsBonding: Bool { authenticationRequirements & 0x03 == 1 }
  package var wantsProtection: Bool { authenticationRequirements & 0x04 != 0 }
  package var supportsSecureConnections: Bool { authenticationRequirements & 0x08 != 0 }
}

/// The pairing method that results from two devices' features.
///
/// Source: Vol 3, Part H, 2.3.5.1.
package struct SMPPairingMethod: Equatable, Sendable {
  package enum Association: CaseIterable, Sendable {
    case justWorks, passkeyEntry, numericComparison, outOfBand

    package var name: StaticString {
      switch self {
      case .justWorks: "Just Works"
      case .passkeyEntry: "Passkey Entry"
      case .numericComparison: "Numeric Comparison"
      case .outOfBand: "Out of Band"
      }
    }
  }

  package var isSecureConnections: Bool
  package var association: Association
  package var isBonding: Bool
  /// Octets.
  package var keySize: UInt8
  /// Just Works, where what both can show and enter allows more: neither asked for protection.
  package var isUnprotectedByChoice: Bool

  package init(initiator: SMPPairingFeatures, responder: SMPPairingFeatures) {
    let secure = initiator.supportsSecureConnections && responder.supportsSecureConnections
    isSecureConnections = secure
    isBonding = initiator.wantsBonding && responder.wantsBonding
    keySize = min(initiator.maximumKeySize, responder.maximumKeySize)
    let outOfBand =
      secure
      ? initiator.hasOutOfBandData || responder.hasOutOfBandData
      : initiator.hasOutOfBandData && responder.hasOutOfBandData
    let possible = Self.association(
      initiator.ioCapability, responder: responder.ioCapability, secure: secure)
    let isUnprotected = !initiator.wantsProtection && !responder.wantsProtection
    association = outOfBand ? .outOfBand : isUnprotected ? .justWorks : possible
    isUnprotectedByChoice = !outOfBand && isUnprotected && possible != .justWorks
  }

  /// Table 2.8. Capabilities: 0 display only, 1 display yes/no, 2 keyboard only, 3 none, 4 keyboard
  /// and display.
  private static func association(_ initiator: UInt8, responder: UInt8, secure: Bool)
    -> Association
  {
    switch (initiator, responder) {
    case (3, _), (_, 3), (0, 0), (0, 1), (1, 0): .justWorks
    case (1, 1): secure ? .numericComparison : .justWorks
    case (1, 4), (4, 1), (4, 4): secure ? .numericComparison : .passkeyEntry
    case (0...4, 0...4): .passkeyEntry
    default: .justWorks
    }
  }
}
