import Bytes

/// The properties of a characteristic.
///
/// Source: Bluetooth Core Specification, Vol 3, Part G, 3.3.1.1.
package struct CharacteristicProperties: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let broadcast = CharacteristicProperties(rawValue: 0x01)
  package static let read = CharacteristicProperties(rawValue: 0x02)
  package static let writeWithoutResponse = CharacteristicProperties(rawValue: 0x04)
  package static let write = CharacteristicProperties(rawValue: 0x08)
  package static let notify = CharacteristicProperties(rawValue: 0x10)
  package static let indicate = CharacteristicProperties(rawValue: 0x20)
  package static let authenticatedSignedWrites = CharacteristicProperties(rawValue: 0x40)
  package static let extendedProperties = CharacteristicProperties(rawValue: 0x80)

  /// Every bit with its name, in the order of the bits.
  package static let words: [(CharacteristicProperties, StaticString)] = [
    (.broadcast, "broadcast"), (.read, "read"), (.writeWithoutResponse, "write_without_response"),
    (.write, "write"), (.notify, "notify"), (.indicate, "indicate"),
    (.authenticatedSignedWrites, "authenticated_signed_writes"),
    (.extendedProperties, "extended_properties"),
  ]
}

/// The value of a characteristic declaration (attribute type 2803).
///
/// Source: Bluetooth Core Specification, Vol 3, Part G, 3.3.1.
package struct CharacteristicDeclaration: Sendable {
  package var properties: CharacteristicProperties
  package var valueHandle: UInt16
  package var uuid: BluetoothUUID

  package init(properties: CharacteristicProperties, valueHandle: UInt16, uuid: BluetoothUUID) {
    self.properties = properties
    self.valueHandle = valueHandle
    self.uuid = uuid
  }

  /// - Returns: `nil` unless the bytes are 1 + 2 + 2, 4 or 16 octets.
  package init?(_ bytes: RawSpan) {
    guard bytes.byteCount >= 5, let uuid = BluetoothUUID(littleEndian: bytes.clamped(3)) else {
      return nil
    }
    properties = CharacteristicProperties(rawValue: bytes.uint8(at: 0))
    valueHandle = bytes.uint16LittleEndian(at: 1)
    self.uuid = uuid
  }
}

/// The value of an include declaration (attribute type 2802).
///
/// Source: Bluetooth Core Specification, Vol 3, Part G, 3.2.
package struct IncludeDeclaration: Sendable {
  package var includedHandle: UInt16
  package var endHandle: UInt16
  /// Only 16-bit UUIDs are included; others must be read from the included service.
  package var uuid: BluetoothUUID?

  package init(includedHandle: UInt16, endHandle: UInt16, uuid: BluetoothUUID?) {
    self.includedHandle = includedHandle
    self.endHandle = endHandle
    self.uuid = uuid
  }

  package init?(_ bytes: RawSpan) {
    guard bytes.byteCount == 4 || bytes.byteCount == 6 else { return nil }
    includedHandle = bytes.uint16LittleEndian(at: 0)
    endHandle = bytes.uint16LittleEndian(at: 2)
    uuid = bytes.byteCount == 6 ? BluetoothUUID(bytes.uint16LittleEndian(at: 4)) : nil
  }
}
