import ByteReader

/// The header of an HCI command.
///
/// Source: Bluetooth Core Specification, Vol 4, Part E, 5.4.1.
package struct HCICommandHeader: Sendable {
  package var opcode: HCIOpcode
  /// Octets of parameters, as the header says.
  package var length: Int

  package static let size = 3

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    opcode = HCIOpcode(rawValue: try cursor.uint16LittleEndian())
    length = Int(try cursor.uint8())
  }
}

/// The header of an HCI event.
///
/// Source: Vol 4, Part E, 5.4.4.
package struct HCIEventHeader: Sendable {
  package var code: HCIEventCode
  /// Octets of parameters, as the header says.
  package var length: Int

  package static let size = 2

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    code = HCIEventCode(rawValue: try cursor.uint8())
    length = Int(try cursor.uint8())
  }
}

/// The header of an ACL data packet.
///
/// Source: Vol 4, Part E, 5.4.2.
package struct ACLHeader: Sendable {
  package var connectionHandle: UInt16
  /// 0 first, not flushable; 1 continuation; 2 first, flushable; 3 complete.
  package var packetBoundary: UInt8
  package var broadcast: UInt8
  /// Octets of data, as the header says.
  package var length: Int

  package static let size = 4

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    let word = try cursor.uint16LittleEndian()
    connectionHandle = word & 0x0FFF
    packetBoundary = UInt8(truncatingIfNeeded: word >> 12) & 3
    broadcast = UInt8(truncatingIfNeeded: word >> 14)
    length = Int(try cursor.uint16LittleEndian())
  }

  /// 00 and 10 both begin a PDU, in either direction; so does the rare 11.
  package var isStart: Bool { packetBoundary != 1 }
}

/// An HCI command's opcode.
package struct HCIOpcode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let disconnect = HCIOpcode(rawValue: 0x0406)
  package static let reset = HCIOpcode(rawValue: 0x0C03)
  package static let readBDADDR = HCIOpcode(rawValue: 0x1009)
  package static let leSetRandomAddress = HCIOpcode(rawValue: 0x2005)
  package static let leSetAdvertisingParameters = HCIOpcode(rawValue: 0x2006)
  package static let leSetAdvertisingEnable = HCIOpcode(rawValue: 0x200A)
  package static let leSetScanParameters = HCIOpcode(rawValue: 0x200B)
  package static let leSetScanEnable = HCIOpcode(rawValue: 0x200C)
  package static let leCreateConnection = HCIOpcode(rawValue: 0x200D)
  package static let leCreateConnectionCancel = HCIOpcode(rawValue: 0x200E)
  package static let leEnableEncryption = HCIOpcode(rawValue: 0x2019)
  package static let leSetExtendedAdvertisingParameters = HCIOpcode(rawValue: 0x2036)
  package static let leSetExtendedAdvertisingEnable = HCIOpcode(rawValue: 0x2039)
  package static let leSetExtendedScanParameters = HCIOpcode(rawValue: 0x2041)
  package static let leSetExtendedScanEnable = HCIOpcode(rawValue: 0x2042)
  package static let leExtendedCreateConnection = HCIOpcode(rawValue: 0x2043)
}

/// An HCI event's code.
package struct HCIEventCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let connectionComplete = HCIEventCode(rawValue: 0x03)
  package static let disconnectionComplete = HCIEventCode(rawValue: 0x05)
  package static let encryptionChange = HCIEventCode(rawValue: 0x08)
  package static let readRemoteVersionComplete = HCIEventCode(rawValue: 0x0C)
  package static let commandComplete = HCIEventCode(rawValue: 0x0E)
  package static let commandStatus = HCIEventCode(rawValue: 0x0F)
  package static let encryptionKeyRefreshComplete = HCIEventCode(rawValue: 0x30)
  package static let leMeta = HCIEventCode(rawValue: 0x3E)
  package static let encryptionChangeV2 = HCIEventCode(rawValue: 0x59)
}

/// An HCI status or reason; names stand in `HCIStatusName`.
package struct HCIStatus: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let success = HCIStatus(rawValue: 0x00)
  package static let unknownConnection = HCIStatus(rawValue: 0x02)
  package static let connectionTimeout = HCIStatus(rawValue: 0x08)
  package static let remoteUserTerminated = HCIStatus(rawValue: 0x13)
  package static let terminatedByLocalHost = HCIStatus(rawValue: 0x16)
  package static let failedToBeEstablished = HCIStatus(rawValue: 0x3E)
}
