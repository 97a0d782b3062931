import Bytes

/// A 48-bit device address with its type.
///
/// Source: Bluetooth Core Specification, Vol 6, Part B, 1.3.
package struct BluetoothAddress: Hashable, Sendable {
  /// The address types of HCI events; unknown numbers are kept.
  @usableFromInline
  package struct Kind: RawRepresentable, Hashable, Sendable {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
    @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

    @inlinable package static var `public`: Self { Self(rawValue: 0) }
    @inlinable package static var random: Self { Self(rawValue: 1) }
    @inlinable package static var publicIdentity: Self { Self(rawValue: 2) }
    @inlinable package static var randomIdentity: Self { Self(rawValue: 3) }
    /// Extended advertising without an address.
    @inlinable package static var anonymous: Self { Self(rawValue: 0xFF) }
    /// Unknown type; not a number of any event.
    @inlinable package static var unknown: Self { Self(rawValue: 0xFE) }

    /// The kinds of addresses that have a name.
    package static let named: [Self] = [
      .public, .random, .publicIdentity, .randomIdentity, .anonymous,
    ]

    /// The kind with a name in the output; `nil` for any other word.
    package init?(named name: RawSpan) {
      for known in Self.named {
        if let own = known.name, own.rawBytes.equals(name) {
          self = known
          return
        }
      }
      return nil
    }

    /// The name in the output, `nil` for a reserved number.
    package var name: StaticString? {
      switch self {
      case .public: "public"
      case .random: "random"
      case .publicIdentity: "public_identity"
      case .randomIdentity: "random_identity"
      case .anonymous: "anonymous"
      default: nil
      }
    }
  }

  /// 48 bits of address, 8 bits of type above them.
  package let rawValue: UInt64

  /// - Parameter value: 48 bits, the first printed octet most significant.
  package init(_ value: UInt64, kind: Kind) {
    self.rawValue = value & 0xFFFF_FFFF_FFFF | UInt64(kind.rawValue) << 48
  }

  package var value: UInt64 { rawValue & 0xFFFF_FFFF_FFFF }
  package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: rawValue >> 48)) }

  /// Whether it is an identity address, which stays the same whatever address is on the air.
  package var isIdentity: Bool { kind == .publicIdentity || kind == .randomIdentity }
  /// This address as an identity address.
  package var identity: BluetoothAddress {
    BluetoothAddress(value, kind: Kind(rawValue: kind.rawValue & 1 | 2))
  }
  /// A number that an identity address shares with the plain address of its type: they are one device.
  package var deviceKey: UInt64 { value | UInt64(kind.rawValue & 1) << 48 }
  /// A random address whose two highest bits are 01: it changes, and a key resolves it.
  package var isResolvable: Bool { kind == .random && value >> 46 == 0b01 }
  /// A random address whose two highest bits are 00.
  package var isNonResolvable: Bool { kind == .random && value >> 46 == 0b00 }
  /// It changes from time to time.
  package var isPrivate: Bool { isResolvable || isNonResolvable }

  /// Whether it is the same in every recording: public, static random, or an identity.
  package var isLasting: Bool {
    switch kind {
    case .public, .publicIdentity, .randomIdentity: true
    case .random: value >> 46 == 0b11
    default: false
    }
  }

  /// `AA:BB:CC:DD:EE:FF`.
  package func write(to out: inout ByteWriter) { out.append(colonHex: value) }

  /// Reads `AA:BB:CC:DD:EE:FF`, in any case; hyphens may replace the colons.
  package static func value(of text: String) -> UInt64? {
    var value: UInt64 = 0
    var digits = 0
    for (index, byte) in text.utf8.enumerated() {
      if index % 3 == 2 {
        guard byte == 0x3A || byte == 0x2D else { return nil }
        continue
      }
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt64(byte - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | UInt64(byte - 0x61 + 10)
      default: return nil
      }
      digits += 1
    }
    return digits == 12 && text.utf8.count == 17 ? value : nil
  }
}

extension BluetoothAddress: CustomStringConvertible {
  package var description: String {
    var out = ByteWriter(capacity: 64)
    write(to: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }
}
