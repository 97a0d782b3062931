import Bytes

/// LE CIS Established v1 and v2.
///
/// Units: interval 1.25 ms, PDUs octets. Source: Bluetooth Core Specification, Vol 4, Part E,
/// 7.7.65.25.
package struct CISEstablished: Sendable {
  package var status: HCIStatus
  package var connectionHandle: UInt16
  package var maxPDUFromCentral: UInt16
  package var maxPDUFromPeripheral: UInt16
  package var interval: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    // Delays and latencies, PHYs, subevents, bursts and flush timeouts.
    try cursor.skip(4 * 3 + 2 + 1 + 4)
    maxPDUFromCentral = try cursor.uint16LittleEndian()
    maxPDUFromPeripheral = try cursor.uint16LittleEndian()
    interval = try cursor.uint16LittleEndian()
  }
}

/// LE CIS Request: the central of a connection requests a stream.
///
/// Source: 7.7.65.26.
package struct CISRequest: Sendable {
  package var aclHandle: UInt16
  package var cisHandle: UInt16
  package var group: UInt8
  package var stream: UInt8

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    aclHandle = try cursor.uint16LittleEndian() & 0x0FFF
    cisHandle = try cursor.uint16LittleEndian() & 0x0FFF
    group = try cursor.uint8()
    stream = try cursor.uint8()
  }
}

/// LE Create CIS: which streams go with which connections.
///
/// Source: 7.8.99.
package struct CreateCIS: Sendable {
  package var streams: [(cis: UInt16, acl: UInt16)] = []

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    for _ in 0..<(try cursor.uint8()) {
      streams.append(
        (
          try cursor.uint16LittleEndian() & 0x0FFF, try cursor.uint16LittleEndian() & 0x0FFF
        ))
    }
  }
}

/// LE Create BIG Complete and LE BIG Sync Established.
///
/// Units: interval 1.25 ms, PDU octets. Source: 7.7.65.27 and 7.7.65.29.
package struct BIGEstablished: Sendable {
  package var status: HCIStatus
  package var group: UInt8
  package var maxPDU: UInt16
  package var interval: UInt16
  package var connectionHandles: [UInt16] = []

  package init(_ cursor: inout ByteCursor, subevent: LESubevent) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    group = try cursor.uint8()
    // The creator also gets the sync delay and the PHY.
    try cursor.skip(subevent == .createBIGComplete ? 3 + 3 + 1 : 3)
    try cursor.skip(4)
    maxPDU = try cursor.uint16LittleEndian()
    interval = try cursor.uint16LittleEndian()
    for _ in 0..<(try cursor.uint8()) {
      connectionHandles.append(try cursor.uint16LittleEndian() & 0x0FFF)
    }
  }
}

/// The header of an ISO data packet.
///
/// Source: Vol 4, Part E, 5.4.5.
package struct ISOHeader: Sendable {
  package var connectionHandle: UInt16
  /// Octets of data, according to the header.
  package var length: Int

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    length = Int(try cursor.uint16LittleEndian() & 0x3FFF)
  }
}

/// The header of a synchronous data packet.
///
/// Source: Vol 4, Part E, 5.4.3.
package struct SCOHeader: Sendable {
  package var connectionHandle: UInt16
  package var length: Int

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    length = Int(try cursor.uint8())
  }
}
