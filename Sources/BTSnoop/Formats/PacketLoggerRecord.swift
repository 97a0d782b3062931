import Bytes

/// The header of a record of Apple's PacketLogger.
///
/// The format is unpublished; its files hold: a length (of all that follows it), seconds and
/// microseconds (u32 each, in one byte order throughout the file), a type and the packet.
struct PacketLoggerHeader {
  /// The length field, which does not count itself.
  static let lengthSize = 4
  /// Everything before the type.
  static let timedSize = 12
  /// Everything before the packet.
  static let size = 13
  /// Bytes before the type that the length includes.
  private static let timeSize = 8

  /// Bytes after the time: the type and the packet; negative if the length is too short.
  let bodyLength: Int
  let seconds: UInt32
  let microseconds: UInt32

  /// - bytes: at least `timedSize`.
  init(_ bytes: RawSpan, at offset: Int, isBigEndian: Bool) {
    var words: [3 of UInt32] = .init(repeating: 0)
    for i in 0..<3 {
      let word = bytes.uint32LittleEndian(at: offset + 4 * i)
      words[i] = isBigEndian ? word.byteSwapped : word
    }
    bodyLength = Int(words[0]) - Self.timeSize
    seconds = words[1]
    microseconds = words[2]
  }

  /// Bytes of the whole record.
  var recordLength: Int { bodyLength + Self.timedSize }

  var time: CaptureTime {
    let seconds = RecorderClock.universal(Int64(seconds))
    guard microseconds >= 1_000_000 else {
      return CaptureTime(seconds: seconds, nanoseconds: microseconds * 1000)
    }
    return CaptureTime(seconds: seconds, excessNanoseconds: Int64(microseconds) * 1000)
  }

  /// The first two bytes of a length are zero in the right byte order, since no packet is that
  /// long.
  ///
  /// - length: the first four bytes of the file, as big-endian.
  static func isBigEndian(length: UInt32) -> Bool { length <= length.byteSwapped }
}

/// The type of a PacketLogger record.
package struct PacketLoggerType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let command = PacketLoggerType(rawValue: 0x00)
  package static let event = PacketLoggerType(rawValue: 0x01)
  package static let aclSent = PacketLoggerType(rawValue: 0x02)
  package static let aclReceived = PacketLoggerType(rawValue: 0x03)
  package static let scoSent = PacketLoggerType(rawValue: 0x08)
  package static let scoReceived = PacketLoggerType(rawValue: 0x09)
  package static let lmpSent = PacketLoggerType(rawValue: 0x0A)
  package static let lmpReceived = PacketLoggerType(rawValue: 0x0B)
  package static let isoSent = PacketLoggerType(rawValue: 0x12)
  package static let isoReceived = PacketLoggerType(rawValue: 0x13)
  package static let syslog = PacketLoggerType(rawValue: 0xF7)
  package static let newController = PacketLoggerType(rawValue: 0xFE)

  /// Whether it is a text type: from `syslog` to `newController`.
  var isText: Bool { rawValue >= Self.syslog.rawValue && rawValue <= Self.newController.rawValue }

  /// The framing of a record of the type.
  var framing: PacketFraming {
    let (kind, direction): (RecordKind, PacketDirection) =
      switch self {
      case .command: (.command, .sent)
      case .event: (.event, .received)
      case .aclSent: (.acl, .sent)
      case .aclReceived: (.acl, .received)
      case .scoSent: (.sco, .sent)
      case .scoReceived: (.sco, .received)
      case .isoSent: (.iso, .sent)
      case .isoReceived: (.iso, .received)
      case .lmpSent: (.system, .sent)
      case .lmpReceived: (.system, .received)
      default: (.system, .unknown)
      }
    return PacketFraming(
      kind: kind, direction: direction,
      code: kind == .system ? SystemCode.packetLogger(rawValue) : 0, headerLength: 0)
  }
}
