import Bytes

/// Events other than LE meta events, as far as connections with ATT need them. Each is read from
/// the cursor after the event header.

/// The end of the setup of a BR/EDR link.
///
/// Source: Bluetooth Core Specification, Vol 4, Part E, 7.7.3.
package struct ConnectionComplete: Sendable {
  package var status: HCIStatus
  package var connectionHandle: UInt16
  package var peer: BluetoothAddress
  /// 0 SCO, 1 ACL.
  package var linkType: UInt8
  package var isEncrypted: Bool

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    peer = BluetoothAddress(try cursor.uint48LittleEndian(), kind: .public)
    linkType = try cursor.uint8()
    isEncrypted = try cursor.uint8() != 0
  }

  /// Whether it carries L2CAP.
  package var isACL: Bool { linkType == 1 }
}

/// The roles on a BR/EDR link have changed.
///
/// Source: Vol 4, Part E, 7.7.18.
package struct RoleChange: Sendable {
  package var status: HCIStatus
  package var peer: BluetoothAddress
  /// Whether the recording host is now the peripheral.
  package var isPeripheral: Bool

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    peer = BluetoothAddress(try cursor.uint48LittleEndian(), kind: .public)
    isPeripheral = try cursor.uint8() != 0
  }
}

/// Source: Bluetooth Core Specification, Vol 4, Part E, 7.7.5.
package struct DisconnectionComplete: Sendable {
  package var status: HCIStatus
  package var connectionHandle: UInt16
  package var reason: HCIStatus

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    reason = HCIStatus(rawValue: try cursor.uint8())
  }
}

/// Encryption Change v1 and v2, and Encryption Key Refresh Complete.
///
/// Source: Vol 4, Part E, 7.7.8 and 7.7.39.
package struct EncryptionChange: Sendable {
  package var status: HCIStatus
  package var connectionHandle: UInt16
  /// 0 off; 1 on (AES-CCM on LE); 2 AES-CCM on BR/EDR. A key refresh leaves it on.
  package var enabled: UInt8
  /// Octets, v2 only.
  package var keySize: UInt8?

  package init(_ cursor: inout ByteCursor, code: HCIEventCode) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    enabled = code == .encryptionKeyRefreshComplete ? 1 : try cursor.uint8()
    keySize = code == .encryptionChangeV2 ? try cursor.uint8() : nil
  }

  /// What a controller would report for encryption seen on the air.
  package init(status: HCIStatus, isEnabled: Bool) {
    self.status = status
    connectionHandle = 0
    enabled = isEnabled ? 1 : 0
  }
}

/// Source: Vol 4, Part E, 7.7.12.
package struct ReadRemoteVersionComplete: Sendable {
  package var status: HCIStatus
  package var connectionHandle: UInt16
  package var version: UInt8
  package var company: UInt16
  package var subversion: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    version = try cursor.uint8()
    company = try cursor.uint16LittleEndian()
    subversion = try cursor.uint16LittleEndian()
  }

  /// `5.3` for 12; `nil` for an unassigned number.
  package static func versionName(_ number: UInt8) -> StaticString? {
    WireEnumeration.coreVersion.name(of: UInt64(number))
  }
}

/// What Read Local Version Information returns, after its status.
///
/// Source: Vol 4, Part E, 7.4.1.
package struct LocalVersion: Equatable, Sendable {
  /// Version of the host controller interface.
  package var version: UInt8
  package var company: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    version = try cursor.uint8()
    // HCI subversion, LMP version.
    try cursor.skip(3)
    company = try cursor.uint16LittleEndian()
  }
}

/// Source: Vol 4, Part E, 7.7.14. The return parameters follow in the cursor.
package struct CommandComplete: Sendable {
  package var opcode: HCIOpcode
  /// The first return parameter, which is the status for all but a few commands.
  package var status: HCIStatus?

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    try cursor.skip(1)
    opcode = HCIOpcode(rawValue: try cursor.uint16LittleEndian())
    status = cursor.isAtEnd ? nil : HCIStatus(rawValue: try cursor.uint8())
  }
}

/// Source: Vol 4, Part E, 7.7.15.
package struct CommandStatus: Sendable {
  package var status: HCIStatus
  package var opcode: HCIOpcode

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    try cursor.skip(1)
    opcode = HCIOpcode(rawValue: try cursor.uint16LittleEndian())
  }
}
