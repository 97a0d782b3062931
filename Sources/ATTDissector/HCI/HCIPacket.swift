import Bytes

/// The header of an HCI command.
///
/// Source: Bluetooth Core Specification, Vol 4, Part E, 5.4.1.
package struct HCICommandHeader: Sendable {
  package var opcode: HCIOpcode
  /// Octets of parameters, according to the header.
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
  /// Octets of parameters, according to the header.
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
  /// Octets of data, according to the header.
  package var length: Int

  package static let size = 4

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    let word = try cursor.uint16LittleEndian()
    connectionHandle = word & 0x0FFF
    packetBoundary = UInt8(truncatingIfNeeded: word >> 12) & 3
    broadcast = UInt8(truncatingIfNeeded: word >> 14)
    length = Int(try cursor.uint16LittleEndian())
  }

  /// 00 and 10 both start a PDU, in either direction; so does the rare 11.
  package var isStart: Bool { packetBoundary != 1 }
  /// No connection has such a handle (Vol 4, Part E, 5.4.2).
  package var hasReservedHandle: Bool { connectionHandle > 0x0EFF }
  /// Qualcomm's controllers send the host diagnostic data, which is not L2CAP, on this handle.
  package var isOfQualcommDiagnostics: Bool { connectionHandle == 0x0EDC }
}

/// An HCI command's opcode.
@usableFromInline
package struct HCIOpcode: RawRepresentable, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt16
  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  /// The opcode group of vendor commands.
  package static var vendorGroup: UInt16 { 0x3F }

  @inlinable package static var createConnection: Self { Self(rawValue: 0x0405) }
  @inlinable package static var disconnect: Self { Self(rawValue: 0x0406) }
  @inlinable package static var reset: Self { Self(rawValue: 0x0C03) }
  @inlinable package static var writeLocalName: Self { Self(rawValue: 0x0C13) }
  @inlinable package static var readLocalName: Self { Self(rawValue: 0x0C14) }
  @inlinable package static var readLocalVersion: Self { Self(rawValue: 0x1001) }
  @inlinable package static var readBufferSize: Self { Self(rawValue: 0x1005) }
  @inlinable package static var readBDADDR: Self { Self(rawValue: 0x1009) }
  @inlinable package static var readRSSI: Self { Self(rawValue: 0x1405) }
  @inlinable package static var leReadBufferSize: Self { Self(rawValue: 0x2002) }
  @inlinable package static var leReadBufferSizeV2: Self { Self(rawValue: 0x2060) }
  @inlinable package static var leSetRandomAddress: Self { Self(rawValue: 0x2005) }
  @inlinable package static var leSetAdvertisingParameters: Self { Self(rawValue: 0x2006) }
  @inlinable package static var leSetAdvertisingData: Self { Self(rawValue: 0x2008) }
  @inlinable package static var leSetScanResponseData: Self { Self(rawValue: 0x2009) }
  @inlinable package static var leSetAdvertisingEnable: Self { Self(rawValue: 0x200A) }
  @inlinable package static var leSetScanParameters: Self { Self(rawValue: 0x200B) }
  @inlinable package static var leSetScanEnable: Self { Self(rawValue: 0x200C) }
  @inlinable package static var leCreateConnection: Self { Self(rawValue: 0x200D) }
  @inlinable package static var leCreateConnectionCancel: Self { Self(rawValue: 0x200E) }
  @inlinable package static var leEnableEncryption: Self { Self(rawValue: 0x2019) }
  @inlinable package static var leConnectionUpdate: Self { Self(rawValue: 0x2013) }
  @inlinable package static var leSetDataLength: Self { Self(rawValue: 0x2022) }
  @inlinable package static var leSetPHY: Self { Self(rawValue: 0x2032) }
  @inlinable package static var leRemoteConnectionParameterRequestReply: Self {
    Self(rawValue: 0x2020)
  }
  @inlinable package static var leRemoteConnectionParameterRequestNegativeReply: Self {
    Self(rawValue: 0x2021)
  }
  @inlinable package static var leSubrateRequest: Self { Self(rawValue: 0x207E) }
  @inlinable package static var leLongTermKeyRequestReply: Self { Self(rawValue: 0x201A) }
  @inlinable package static var leLongTermKeyRequestNegativeReply: Self { Self(rawValue: 0x201B) }
  @inlinable package static var leClearFilterAcceptList: Self { Self(rawValue: 0x2010) }
  @inlinable package static var leAddDeviceToFilterAcceptList: Self { Self(rawValue: 0x2011) }
  @inlinable package static var leRemoveDeviceFromFilterAcceptList: Self { Self(rawValue: 0x2012) }
  @inlinable package static var leAddDeviceToResolvingList: Self { Self(rawValue: 0x2027) }
  @inlinable package static var leSetAdvertisingSetRandomAddress: Self { Self(rawValue: 0x2035) }
  @inlinable package static var leSetExtendedAdvertisingParameters: Self { Self(rawValue: 0x2036) }
  @inlinable package static var leSetExtendedAdvertisingData: Self { Self(rawValue: 0x2037) }
  @inlinable package static var leSetExtendedScanResponseData: Self { Self(rawValue: 0x2038) }
  @inlinable package static var leSetExtendedAdvertisingEnable: Self { Self(rawValue: 0x2039) }
  @inlinable package static var leRemoveAdvertisingSet: Self { Self(rawValue: 0x203C) }
  @inlinable package static var leClearAdvertisingSets: Self { Self(rawValue: 0x203D) }
  @inlinable package static var leSetPeriodicAdvertisingParameters: Self { Self(rawValue: 0x203E) }
  @inlinable package static var leSetPeriodicAdvertisingData: Self { Self(rawValue: 0x203F) }
  @inlinable package static var leSetPeriodicAdvertisingEnable: Self { Self(rawValue: 0x2040) }
  @inlinable package static var leSetExtendedScanParameters: Self { Self(rawValue: 0x2041) }
  @inlinable package static var leSetExtendedScanEnable: Self { Self(rawValue: 0x2042) }
  @inlinable package static var leExtendedCreateConnection: Self { Self(rawValue: 0x2043) }
  @inlinable package static var leSetCIGParameters: Self { Self(rawValue: 0x2062) }
  @inlinable package static var leCreateCIS: Self { Self(rawValue: 0x2064) }
  @inlinable package static var leCreateBIG: Self { Self(rawValue: 0x2068) }
  @inlinable package static var leBIGCreateSync: Self { Self(rawValue: 0x206B) }
  @inlinable package static var leRejectCISRequest: Self { Self(rawValue: 0x2067) }
  @inlinable package static var lePeriodicAdvertisingCreateSync: Self { Self(rawValue: 0x2044) }
  @inlinable package static var lePeriodicAdvertisingTerminateSync: Self { Self(rawValue: 0x2046) }
  @inlinable package static var leSetExtendedAdvertisingParametersV2: Self {
    Self(rawValue: 0x207F)
  }
  @inlinable package static var leExtendedCreateConnectionV2: Self { Self(rawValue: 0x2085) }
}

/// An HCI event's code.
@usableFromInline
package struct HCIEventCode: RawRepresentable, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  @inlinable package static var connectionComplete: Self { Self(rawValue: 0x03) }
  @inlinable package static var connectionRequest: Self { Self(rawValue: 0x04) }
  @inlinable package static var disconnectionComplete: Self { Self(rawValue: 0x05) }
  @inlinable package static var encryptionChange: Self { Self(rawValue: 0x08) }
  @inlinable package static var readRemoteVersionComplete: Self { Self(rawValue: 0x0C) }
  @inlinable package static var commandComplete: Self { Self(rawValue: 0x0E) }
  @inlinable package static var commandStatus: Self { Self(rawValue: 0x0F) }
  @inlinable package static var encryptionKeyRefreshComplete: Self { Self(rawValue: 0x30) }
  @inlinable package static var vendorSpecific: Self { Self(rawValue: 0xFF) }
  @inlinable package static var roleChange: Self { Self(rawValue: 0x12) }
  @inlinable package static var hardwareError: Self { Self(rawValue: 0x10) }
  @inlinable package static var numberOfCompletedPackets: Self { Self(rawValue: 0x13) }
  @inlinable package static var leMeta: Self { Self(rawValue: 0x3E) }
  @inlinable package static var encryptionChangeV2: Self { Self(rawValue: 0x59) }
}

/// An HCI status or reason; the names are in `HCIStatusName`.
@usableFromInline
package struct HCIStatus: RawRepresentable, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  @inlinable package static var success: Self { Self(rawValue: 0x00) }
  @inlinable package static var unknownConnection: Self { Self(rawValue: 0x02) }
  @inlinable package static var pinOrKeyMissing: Self { Self(rawValue: 0x06) }
  @inlinable package static var connectionTimeout: Self { Self(rawValue: 0x08) }
  @inlinable package static var commandDisallowed: Self { Self(rawValue: 0x0C) }
  @inlinable package static var remoteUserTerminated: Self { Self(rawValue: 0x13) }
  @inlinable package static var terminatedByLocalHost: Self { Self(rawValue: 0x16) }
  @inlinable package static var linkLayerResponseTimeout: Self { Self(rawValue: 0x22) }
  @inlinable package static var instantPassed: Self { Self(rawValue: 0x28) }
  @inlinable package static var unacceptableParameters: Self { Self(rawValue: 0x3B) }
  @inlinable package static var micFailure: Self { Self(rawValue: 0x3D) }
  @inlinable package static var advertisingTimeout: Self { Self(rawValue: 0x3C) }
  @inlinable package static var operationCancelled: Self { Self(rawValue: 0x44) }
  @inlinable package static var failedToBeEstablished: Self { Self(rawValue: 0x3E) }
}
