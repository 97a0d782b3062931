/// What `CaptureRecord.code` says of a `system` record: the high byte tells what wrote it, the low
/// byte what that calls it.
package enum SystemCode {
  /// What a code belongs to.
  package enum Source: Equatable, Sendable {
    /// The BlueZ monitor; its opcode.
    case monitor(UInt16)
    /// Apple's PacketLogger; its record type.
    case packetLogger(UInt8)
    /// The three-wire transport (H5); its packet type, or a `SerialFault`.
    case threeWire(UInt8)
    /// BCSP; its channel, or a `SerialFault`.
    case bcsp(UInt8)
  }

  /// The monitor's own opcodes are below; a higher one cannot be told from the others, and no
  /// kernel has so many.
  static let monitorEnd: UInt16 = 0x0100

  package static func packetLogger(_ type: UInt8) -> UInt16 { 0x0100 | UInt16(type) }
  package static func threeWire(_ type: UInt8) -> UInt16 { 0x0200 | UInt16(type) }
  package static func bcsp(_ channel: UInt8) -> UInt16 { 0x0300 | UInt16(channel) }

  package static func source(_ code: UInt16) -> Source {
    let low = UInt8(truncatingIfNeeded: code)
    return switch code >> 8 {
    case 1: .packetLogger(low)
    case 2: .threeWire(low)
    case 3: .bcsp(low)
    default: .monitor(code)
    }
  }
}

/// Why a frame of a serial transport holds no packet, in the place of its type: the types end at 15.
package enum SerialFault: UInt8, Sendable {
  /// A checksum does not match, the frame is cut, or it is none.
  case damaged = 0x80
  /// The same packet again: the first was told already.
  case repeated = 0x81
}
