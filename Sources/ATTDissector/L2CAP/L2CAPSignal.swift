import Bytes

/// A command on a signalling channel.
///
/// Source: Bluetooth Core Specification, Vol 3, Part A, 4.
package struct L2CAPSignal: Sendable {
  @usableFromInline
  package struct Code: RawRepresentable, Hashable, Sendable {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
    @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
    @inlinable package static var commandReject: Self { Self(rawValue: 0x01) }
    @inlinable package static var connectionRequest: Self { Self(rawValue: 0x02) }
    @inlinable package static var connectionResponse: Self { Self(rawValue: 0x03) }
    @inlinable package static var configurationRequest: Self { Self(rawValue: 0x04) }
    @inlinable package static var configurationResponse: Self { Self(rawValue: 0x05) }
    @inlinable package static var disconnectionRequest: Self { Self(rawValue: 0x06) }
    @inlinable package static var disconnectionResponse: Self { Self(rawValue: 0x07) }
    @inlinable package static var connectionParameterUpdateRequest: Self { Self(rawValue: 0x12) }
    @inlinable package static var connectionParameterUpdateResponse: Self { Self(rawValue: 0x13) }
    @inlinable package static var leCreditBasedConnectionRequest: Self { Self(rawValue: 0x14) }
    @inlinable package static var leCreditBasedConnectionResponse: Self { Self(rawValue: 0x15) }
    @inlinable package static var flowControlCredit: Self { Self(rawValue: 0x16) }
    @inlinable package static var creditBasedConnectionRequest: Self { Self(rawValue: 0x17) }
    @inlinable package static var creditBasedConnectionResponse: Self { Self(rawValue: 0x18) }
    @inlinable package static var creditBasedReconfigureRequest: Self { Self(rawValue: 0x19) }
    @inlinable package static var creditBasedReconfigureResponse: Self { Self(rawValue: 0x1A) }

    /// Whether it answers a command of the other side, with the identifier of that.
    package var isAnswer: Bool {
      switch self {
      case .commandReject, .connectionResponse, .configurationResponse, .disconnectionResponse,
        .connectionParameterUpdateResponse, .leCreditBasedConnectionResponse,
        .creditBasedConnectionResponse, .creditBasedReconfigureResponse:
        true
      default: false
      }
    }
  }

  /// Code, identifier and length.
  package static let headerSize = 4

  package var code: Code
  package var identifier: UInt8
  /// Octets of data according to the header.
  package var length: Int
  /// The offset of the data in the payload of the channel.
  package var dataOffset: Int

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    code = Code(rawValue: try cursor.uint8())
    identifier = try cursor.uint8()
    length = Int(try cursor.uint16LittleEndian())
    dataOffset = cursor.offset
  }
}

/// The parameters that a peripheral requests.
///
/// Units: intervals of 1.25 ms, timeout of 10 ms. Source: Vol 3, Part A, 4.20.
package struct ConnectionParameters: Equatable, Sendable {
  package var intervalMin: UInt16
  package var intervalMax: UInt16
  package var latency: UInt16
  package var timeout: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    intervalMin = try cursor.uint16LittleEndian()
    intervalMax = try cursor.uint16LittleEndian()
    latency = try cursor.uint16LittleEndian()
    timeout = try cursor.uint16LittleEndian()
  }
}
