import Bytes

/// Connection Request (0x02) for a channel of a BR/EDR link.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part A, 4.2.
package struct ChannelRequest: Equatable, Sendable {
  package var psm: UInt16
  /// The requester's end.
  package var sourceCID: UInt16

  /// - Parameter cursor: over the command's data only.
  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    psm = try cursor.uint16LittleEndian()
    sourceCID = try cursor.uint16LittleEndian()
  }
}

/// Connection Response (0x03).
///
/// Source: Vol 3, Part A, 4.3.
package struct ChannelResponse: Equatable, Sendable {
  /// The responder's end.
  package var destinationCID: UInt16
  /// The requester's end.
  package var sourceCID: UInt16
  package var result: ChannelResult

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    destinationCID = try cursor.uint16LittleEndian()
    sourceCID = try cursor.uint16LittleEndian()
    result = ChannelResult(rawValue: try cursor.uint16LittleEndian())
  }
}

/// The result of a Connection Request; unknown numbers are kept.
///
/// Source: Vol 3, Part A, 4.3.
package struct ChannelResult: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package static var success: Self { Self(rawValue: 0) }
  /// The final result comes in a further response.
  package static var pending: Self { Self(rawValue: 1) }
  package var name: StaticString? { WireEnumeration.connectionResult.name(of: UInt64(rawValue)) }
}

/// Configuration Request (0x04): what its sender accepts on a channel.
///
/// Source: Vol 3, Part A, 4.4.
package struct ConfigurationRequest: Equatable, Sendable {
  /// The end of the request's receiver.
  package var destinationCID: UInt16
  /// Further options follow in another request.
  package var continues: Bool
  package var options: ChannelOptions

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    destinationCID = try cursor.uint16LittleEndian()
    continues = try cursor.uint16LittleEndian() & 1 != 0
    options = try ChannelOptions(&cursor)
  }
}

/// Configuration Response (0x05).
///
/// Source: Vol 3, Part A, 4.5.
package struct ConfigurationResponse: Equatable, Sendable {
  /// The end of the response's receiver.
  package var sourceCID: UInt16
  package var result: UInt16
  package var options: ChannelOptions

  package static let success: UInt16 = 0
  /// The final result comes in a further response.
  package static let pending: UInt16 = 4

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    sourceCID = try cursor.uint16LittleEndian()
    try cursor.skip(2)
    result = try cursor.uint16LittleEndian()
    // Options that are not understood are only named, without their content.
    options =
      result == Self.success || result == Self.pending
      ? try ChannelOptions(&cursor) : ChannelOptions()
  }
}

/// The options that decide how a channel's PDUs are read; `nil` where they are not mentioned.
///
/// Source: Vol 3, Part A, 5.1 and 5.4.
package struct ChannelOptions: Equatable, Sendable {
  /// Octets of the largest SDU that the sender of the request accepts.
  package var mtu: UInt16?
  package var mode: ChannelMode?

  package init() {}

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    while !cursor.isAtEnd {
      // The first bit is for options that may be ignored.
      let type = try cursor.uint8() & 0x7F
      let length = Int(try cursor.uint8())
      switch type {
      case 0x01 where length == 2: mtu = try cursor.uint16LittleEndian()
      case 0x04 where length >= 1:
        mode = ChannelMode(rawValue: try cursor.uint8())
        try cursor.skip(length - 1)
      default: try cursor.skip(length)
      }
    }
  }
}

/// How a channel's PDUs are framed; unknown numbers are kept.
///
/// Source: Vol 3, Part A, 5.4.
package struct ChannelMode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The payload of a PDU is the SDU.
  package static var basic: Self { Self(rawValue: 0) }

  package var name: StaticString? {
    switch rawValue {
    case 0: "Basic mode"
    case 1: "Retransmission mode"
    case 2: "Flow Control mode"
    case 3: "Enhanced Retransmission mode"
    case 4: "Streaming mode"
    default: nil
    }
  }
}
