import Bytes

/// The fixed channels relevant to ATT; others are kept by number.
///
/// Source: Bluetooth Core Specification, Vol 3, Part A, 2.1.
@usableFromInline
package struct L2CAPChannel: RawRepresentable, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt16
  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  @inlinable package static var signaling: Self { Self(rawValue: 0x0001) }
  @inlinable package static var attribute: Self { Self(rawValue: 0x0004) }
  @inlinable package static var leSignaling: Self { Self(rawValue: 0x0005) }
  @inlinable package static var securityManager: Self { Self(rawValue: 0x0006) }

  /// The fixed channels of an LE link.
  @inlinable package static var fixedLE: ClosedRange<UInt16> { 0x0004...0x0006 }
  /// Dynamically allocated channels of an LE link, at each side.
  @inlinable package static var dynamic: ClosedRange<UInt16> { 0x0040...0x007F }
}

/// The protocol or service of a dynamic channel.
///
/// Source: Assigned Numbers, 2.5 (SPSM).
package struct L2CAPServicePSM: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  /// ATT over BR/EDR.
  package static var att: Self { Self(rawValue: 0x001F) }
  package static var enhancedATT: Self { Self(rawValue: 0x0027) }

  /// `nil` if unassigned. Servers choose values from 0x0080 on.
  package var name: StaticString? {
    switch rawValue {
    case 0x0080...0x00FF: "dynamic"
    case 0x001F: "ATT"
    case 0x0023: "Internet Protocol Support"
    case 0x0025: "Object Transfer"
    case 0x0027: "Enhanced ATT"
    default: nil
    }
  }
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
