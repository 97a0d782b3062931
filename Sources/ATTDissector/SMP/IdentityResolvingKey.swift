import Bytes

/// The key that resolves a device's resolvable private addresses (IRK).
///
/// It has no description and never appears in the output.
/// Source: Bluetooth Core Specification, Vol 6, Part B, 1.3.2.3.
package struct IdentityResolvingKey: Sendable {
  /// The first octet written is the most significant; on the wire it comes last.
  package let value: UInt128
  private let cipher: AES128

  /// - Parameter value: zero stands for no key, of a device whose addresses do not change.
  package init?(_ value: UInt128) {
    guard value != 0 else { return nil }
    self.value = value
    cipher = AES128(key: value)
  }

  /// Whether the address was made with the key.
  package func resolves(_ address: BluetoothAddress) -> Bool {
    address.isResolvable
      && hash(UInt32(truncatingIfNeeded: address.value >> 24))
        == UInt32(truncatingIfNeeded: address.value) & 0xFF_FFFF
  }

  /// The random address hash function ah, of 24 bits.
  ///
  /// Source: Vol 3, Part H, 2.2.2.
  package func hash(_ prand: UInt32) -> UInt32 {
    cipher.encryptLow(UInt128(prand & 0xFF_FFFF)) & 0xFF_FFFF
  }
}

/// A device's identity address as SMP Identity Address Information and LE Add Device To Resolving
/// List have it.
///
/// Source: Vol 3, Part H, 3.6.5; Vol 4, Part E, 7.8.38.
extension BluetoothAddress {
  package init(identity cursor: inout ByteCursor) throws(ByteError) {
    let kind = Kind(rawValue: try cursor.uint8() & 1 | 2)
    self.init(try cursor.uint48LittleEndian(), kind: kind)
  }
}
