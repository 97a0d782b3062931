import Bytes

/// One structure of advertising data, scan response data or EIR.
///
/// Source: Bluetooth Core Specification, Vol 3, Part C, 11; the types are in the Assigned Numbers.
package struct ADStructure: Sendable {
  @usableFromInline
  package struct Kind: RawRepresentable, Hashable, Sendable {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
    @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
    /// For `switch`, where the general one is two calls for each case.
    @inlinable package static func ~= (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

    @inlinable package static var flags: Self { Self(rawValue: 0x01) }
    @inlinable package static var incompleteServiceUUIDs16: Self { Self(rawValue: 0x02) }
    @inlinable package static var completeServiceUUIDs16: Self { Self(rawValue: 0x03) }
    @inlinable package static var incompleteServiceUUIDs32: Self { Self(rawValue: 0x04) }
    @inlinable package static var completeServiceUUIDs32: Self { Self(rawValue: 0x05) }
    @inlinable package static var incompleteServiceUUIDs128: Self { Self(rawValue: 0x06) }
    @inlinable package static var completeServiceUUIDs128: Self { Self(rawValue: 0x07) }
    @inlinable package static var shortenedLocalName: Self { Self(rawValue: 0x08) }
    @inlinable package static var completeLocalName: Self { Self(rawValue: 0x09) }
    @inlinable package static var txPowerLevel: Self { Self(rawValue: 0x0A) }
    @inlinable package static var serviceData16: Self { Self(rawValue: 0x16) }
    @inlinable package static var appearance: Self { Self(rawValue: 0x19) }
    @inlinable package static var serviceData32: Self { Self(rawValue: 0x20) }
    @inlinable package static var serviceData128: Self { Self(rawValue: 0x21) }
    @inlinable package static var manufacturerSpecificData: Self { Self(rawValue: 0xFF) }

    /// Size in octets of each UUID in a list of service UUIDs, else `nil`.
    package var serviceUUIDSize: Int? {
      switch self {
      case .incompleteServiceUUIDs16, .completeServiceUUIDs16: 2
      case .incompleteServiceUUIDs32, .completeServiceUUIDs32: 4
      case .incompleteServiceUUIDs128, .completeServiceUUIDs128: 16
      default: nil
      }
    }

    /// Size in octets of the UUID at the start of service data, else `nil`.
    package var serviceDataUUIDSize: Int? {
      switch self {
      case .serviceData16: 2
      case .serviceData32: 4
      case .serviceData128: 16
      default: nil
      }
    }
  }

  package var kind: Kind
  /// The range of the data in the advertising data.
  package var data: Range<Int>
  /// The length octet exceeds the available bytes.
  package var isCut: Bool
}

/// Iterates over the structures of advertising data. A length of zero ends it early (padding); a
/// structure with a length beyond the end has the bytes that are available.
package struct ADStructures: Sendable {
  private var offset = 0
  package init() {}

  package mutating func next(in bytes: RawSpan) -> ADStructure? {
    guard offset < bytes.byteCount else { return nil }
    let length = Int(bytes.uint8(at: offset))
    guard length > 0, offset + 1 < bytes.byteCount else { return nil }
    let end = min(offset + 1 + length, bytes.byteCount)
    defer { offset = end }
    return ADStructure(
      kind: ADStructure.Kind(rawValue: bytes.uint8(at: offset + 1)), data: offset + 2..<end,
      isCut: end < offset + 1 + length)
  }

  /// Iterates over the first list of UUIDs of `size` octets in the bytes.
  package static func uuids(
    in bytes: RawSpan, size: Int, _ body: (BluetoothUUID) -> Void
  ) {
    var offset = 0
    while size > 0, bytes.byteCount - offset >= size {
      if let uuid = BluetoothUUID(littleEndian: bytes.clamped(offset, count: size)) { body(uuid) }
      offset += size
    }
  }
}
