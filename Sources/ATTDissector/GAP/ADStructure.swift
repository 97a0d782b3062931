import ByteReader

/// One structure of advertising data, scan response data or EIR.
///
/// Source: Bluetooth Core Specification, Vol 3, Part C, 11; the types stand in the Assigned Numbers.
package struct ADStructure: Sendable {
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let flags = Kind(rawValue: 0x01)
    package static let incompleteServiceUUIDs16 = Kind(rawValue: 0x02)
    package static let completeServiceUUIDs16 = Kind(rawValue: 0x03)
    package static let incompleteServiceUUIDs32 = Kind(rawValue: 0x04)
    package static let completeServiceUUIDs32 = Kind(rawValue: 0x05)
    package static let incompleteServiceUUIDs128 = Kind(rawValue: 0x06)
    package static let completeServiceUUIDs128 = Kind(rawValue: 0x07)
    package static let shortenedLocalName = Kind(rawValue: 0x08)
    package static let completeLocalName = Kind(rawValue: 0x09)
    package static let txPowerLevel = Kind(rawValue: 0x0A)
    package static let serviceSolicitation16 = Kind(rawValue: 0x14)
    package static let serviceSolicitation128 = Kind(rawValue: 0x15)
    package static let serviceData16 = Kind(rawValue: 0x16)
    package static let appearance = Kind(rawValue: 0x19)
    package static let serviceSolicitation32 = Kind(rawValue: 0x1F)
    package static let serviceData32 = Kind(rawValue: 0x20)
    package static let serviceData128 = Kind(rawValue: 0x21)
    package static let manufacturerSpecificData = Kind(rawValue: 0xFF)

    /// Octets of each UUID of a list of service UUIDs, else `nil`.
    package var serviceUUIDSize: Int? {
      switch rawValue {
      case 0x02, 0x03: 2
      case 0x04, 0x05: 4
      case 0x06, 0x07: 16
      default: nil
      }
    }

    /// Octets of the UUID that leads service data, else `nil`.
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
  /// Where the data stands in the advertising data.
  package var data: Range<Int>
  /// The length octet promises more than there is.
  package var isCut: Bool
}

/// Walks the structures of advertising data. A length of zero ends it early (padding); a structure
/// that promises more than there is comes with what is there.
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

  /// Walks the first list of UUIDs of `size` octets in the bytes.
  package static func uuids(
    in bytes: RawSpan, size: Int, _ body: (BluetoothUUID) -> Void
  ) {
    var offset = 0
    while size > 0, bytes.byteCount - offset >= size {
      if let uuid = BluetoothUUID(littleEndian: bytes.clamped(offset, size)) { body(uuid) }
      offset += size
    }
  }
}
