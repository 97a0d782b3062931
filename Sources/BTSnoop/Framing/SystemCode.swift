/// The `CaptureRecord.code` of a `system` record: the high byte identifies the origin, the low byte
/// is its own code.
package enum SystemCode {
  /// The origin of a code, with the code there.
  package enum Source: Equatable, Sendable {
    /// The BlueZ monitor; its opcode.
    case monitor(UInt16)
    /// Apple's PacketLogger; its record type.
    case packetLogger(UInt8)
    /// The three-wire transport (H5); its packet type, or a `SerialFault`.
    case threeWire(UInt8)
    /// BCSP; its channel, or a `SerialFault`.
    case bcsp(UInt8)
    /// The log of an app; an `AppLogEntry` says what.
    case app(UInt8)
  }

  /// The monitor's own opcodes are below; a higher one would be ambiguous, and no kernel has so
  /// many.
  static let monitorEnd: UInt16 = 0x0100

  package static func packetLogger(_ type: UInt8) -> UInt16 { 0x0100 | UInt16(type) }
  package static func threeWire(_ type: UInt8) -> UInt16 { 0x0200 | UInt16(type) }
  package static func bcsp(_ channel: UInt8) -> UInt16 { 0x0300 | UInt16(channel) }
  package static func app(_ entry: UInt8) -> UInt16 { 0x0400 | UInt16(entry) }

  package static func source(_ code: UInt16) -> Source {
    let low = UInt8(truncatingIfNeeded: code)
    return switch code >> 8 {
    case 1: .packetLogger(low)
    case 2: .threeWire(low)
    case 3: .bcsp(low)
    case 4: .app(low)
    default: .monitor(code)
    }
  }
}

/// Why a frame of a serial transport holds no packet, in place of its type: the types end at 15.
package enum SerialFault: UInt8, Sendable {
  /// A checksum does not match, the frame is cut, or it is not a frame.
  case damaged = 0x80
  /// A repeated packet: the first one was already reported.
  case repeated = 0x81
}
