import ByteReader

/// The fixed channels that matter on an LE link; others are kept by number.
///
/// Source: Bluetooth Core Specification, Vol 3, Part A, 2.1.
package struct L2CAPChannel: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let signaling = L2CAPChannel(rawValue: 0x0001)
  package static let attribute = L2CAPChannel(rawValue: 0x0004)
  package static let leSignaling = L2CAPChannel(rawValue: 0x0005)
  package static let securityManager = L2CAPChannel(rawValue: 0x0006)
}

/// Length and channel of an L2CAP PDU (basic header).
package struct L2CAPHeader: Sendable {
  /// Octets of the information payload.
  package var length: Int
  package var channel: L2CAPChannel

  package static let size = 4

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    length = Int(try cursor.uint16LittleEndian())
    channel = L2CAPChannel(rawValue: try cursor.uint16LittleEndian())
  }
}
