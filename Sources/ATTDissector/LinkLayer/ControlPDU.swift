import Bytes

/// The opcode of an LL Control PDU. Those that the session tracks have a name here, all have one in `ControlRows`.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.4.2.
package struct ControlOpcode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let connectionUpdateInd = ControlOpcode(rawValue: 0x00)
  package static let channelMapInd = ControlOpcode(rawValue: 0x01)
  package static let terminateInd = ControlOpcode(rawValue: 0x02)
  package static let encReq = ControlOpcode(rawValue: 0x03)
  package static let encRsp = ControlOpcode(rawValue: 0x04)
  package static let startEncReq = ControlOpcode(rawValue: 0x05)
  package static let unknownRsp = ControlOpcode(rawValue: 0x07)
  package static let pauseEncRsp = ControlOpcode(rawValue: 0x0B)
  package static let versionInd = ControlOpcode(rawValue: 0x0C)
  package static let rejectInd = ControlOpcode(rawValue: 0x0D)
  package static let connectionParamReq = ControlOpcode(rawValue: 0x0F)
  package static let connectionParamRsp = ControlOpcode(rawValue: 0x10)
  package static let rejectExtInd = ControlOpcode(rawValue: 0x11)
  package static let lengthReq = ControlOpcode(rawValue: 0x14)
  package static let lengthRsp = ControlOpcode(rawValue: 0x15)
  package static let phyUpdateInd = ControlOpcode(rawValue: 0x18)
  package static let cisReq = ControlOpcode(rawValue: 0x1F)
  package static let cisInd = ControlOpcode(rawValue: 0x21)
  package static let cisTerminateInd = ControlOpcode(rawValue: 0x22)
  package static let subrateInd = ControlOpcode(rawValue: 0x27)

  /// `LL_VERSION_IND`; `nil` for a reserved opcode.
  package var name: StaticString? { ControlRows.row(rawValue)?.name }

  /// The only role that sends it; `nil` where both may.
  package var onlySender: LinkRole? { ControlRows.row(rawValue)?.onlySender }
}

/// LL_CONNECTION_UPDATE_IND.
///
/// Units: window and interval of 1.25 ms, timeout of 10 ms.
package struct ConnectionUpdateInd: Sendable {
  package var windowSize: UInt8
  package var windowOffset: UInt16
  package var interval: UInt16
  package var latency: UInt16
  package var timeout: UInt16
  /// The connection event at which it takes effect.
  package var instant: UInt16

  /// - cursor: after the opcode, as in all of these.
  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    windowSize = try cursor.uint8()
    windowOffset = try cursor.uint16LittleEndian()
    interval = try cursor.uint16LittleEndian()
    latency = try cursor.uint16LittleEndian()
    timeout = try cursor.uint16LittleEndian()
    instant = try cursor.uint16LittleEndian()
  }
}

/// LL_ENC_REQ: which key the central asks for, and its part of the session key.
package struct EncReq: Sendable {
  package var random: UInt64
  /// EDIV; both are zero for a key that this pairing has made, or LE Secure Connections.
  package var diversifier: UInt16
  package var sessionKeyDiversifier: UInt64
  package var vector: UInt32

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    random = try cursor.uint64LittleEndian()
    diversifier = try cursor.uint16LittleEndian()
    sessionKeyDiversifier = try cursor.uint64LittleEndian()
    vector = try cursor.uint32LittleEndian()
  }
}

/// LL_ENC_RSP: the peripheral's part of the session key.
package struct EncRsp: Sendable {
  package var sessionKeyDiversifier: UInt64
  package var vector: UInt32

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    sessionKeyDiversifier = try cursor.uint64LittleEndian()
    vector = try cursor.uint32LittleEndian()
  }
}

/// LL_SUBRATE_IND: of how many connection events one is used, and the terms from then on.
package struct SubrateInd: Sendable {
  package var factor: UInt16
  package var baseEvent: UInt16
  package var latency: UInt16
  package var continuation: UInt16
  /// Units: 10 ms.
  package var timeout: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    factor = try cursor.uint16LittleEndian()
    baseEvent = try cursor.uint16LittleEndian()
    latency = try cursor.uint16LittleEndian()
    continuation = try cursor.uint16LittleEndian()
    timeout = try cursor.uint16LittleEndian()
  }
}

/// LL_CIS_REQ: an isochronous stream that the central asks for.
package struct CISReq: Sendable {
  package var group: UInt8
  package var stream: UInt8
  package var maxPDUFromCentral: UInt16
  package var maxPDUFromPeripheral: UInt16
  /// Units of 1.25 ms.
  package var interval: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    group = try cursor.uint8()
    stream = try cursor.uint8()
    // PHYs, and the largest SDUs and their intervals.
    try cursor.skip(12)
    maxPDUFromCentral = try cursor.uint16LittleEndian()
    maxPDUFromPeripheral = try cursor.uint16LittleEndian()
    // Subevents, bursts and flush time-outs.
    try cursor.skip(7)
    interval = try cursor.uint16LittleEndian()
  }
}

/// LL_VERSION_IND.
package struct VersionInd: Equatable, Sendable {
  package var version: UInt8
  package var company: UInt16
  package var subversion: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    version = try cursor.uint8()
    company = try cursor.uint16LittleEndian()
    subversion = try cursor.uint16LittleEndian()
  }
}

/// LL_LENGTH_REQ and LL_LENGTH_RSP: what the sender can receive and transmit.
///
/// Units: octets, and microseconds.
package struct LengthPDU: Equatable, Sendable {
  package var maxRxOctets: UInt16
  package var maxRxTime: UInt16
  package var maxTxOctets: UInt16
  package var maxTxTime: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    maxRxOctets = try cursor.uint16LittleEndian()
    maxRxTime = try cursor.uint16LittleEndian()
    maxTxOctets = try cursor.uint16LittleEndian()
    maxTxTime = try cursor.uint16LittleEndian()
  }
}

/// LL_PHY_UPDATE_IND: bits 0 to 2 are LE 1M, 2M and Coded; no bit for no change.
package struct PHYUpdateInd: Sendable {
  package var centralToPeripheral: UInt8
  package var peripheralToCentral: UInt8
  package var instant: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    centralToPeripheral = try cursor.uint8()
    peripheralToCentral = try cursor.uint8()
    instant = try cursor.uint16LittleEndian()
  }
}

/// LL_REJECT_EXT_IND, and LL_REJECT_IND, which does not say what it rejects.
package struct RejectInd: Sendable {
  package var opcode: ControlOpcode?
  package var error: HCIStatus

  package init(_ cursor: inout ByteCursor, isExtended: Bool) throws(ByteError) {
    opcode = isExtended ? ControlOpcode(rawValue: try cursor.uint8()) : nil
    error = HCIStatus(rawValue: try cursor.uint8())
  }
}
