import Bytes

/// What the headers and flags around a packet say about it.
package struct PacketFraming: Equatable, Sendable {
  package var kind: RecordKind
  package var direction: PacketDirection
  /// HCI index; `nil` if the framing has none.
  package var adapter: UInt16?
  /// The `SystemCode` of a `system` record; of an `unknown` one, the number that `unknown` names.
  package var code: UInt16
  /// Why the record is not understood; `nil` for all kinds but `unknown`.
  package var unknown: UnknownContent?
  /// Bytes before the packet that are not part of it; a cut record may have fewer.
  package var headerLength: Int
  /// The sniffer's data about a link-layer packet; `nil` for all others.
  package var radio: RadioInfo?

  package init(
    kind: RecordKind, direction: PacketDirection, adapter: UInt16? = nil, code: UInt16 = 0,
    headerLength: Int, radio: RadioInfo? = nil
  ) {
    self.kind = kind
    self.direction = direction
    self.adapter = adapter
    self.code = code
    self.headerLength = headerLength
    self.radio = radio
    if kind == .unknown { unknown = .packetType }
  }

  /// A record that is not understood.
  package static func unknown(
    _ content: UnknownContent, code: UInt16 = 0, direction: PacketDirection = .unknown,
    headerLength: Int
  ) -> PacketFraming {
    var framing = PacketFraming(
      kind: .unknown, direction: direction, code: code, headerLength: headerLength)
    framing.unknown = content
    return framing
  }
}

/// The HCI index for no adapter.
let noAdapter: UInt16 = 0xFFFF

extension PacketFraming {
  /// H4: the byte before each packet is its type (Core, Vol 4, Part A, 2).
  ///
  /// - offset: of that byte.
  /// - dataDirection: of packets that are neither commands nor events; those two go one way only.
  static func h4(_ bytes: RawSpan, at offset: Int, dataDirection: PacketDirection)
    -> PacketFraming
  {
    let headerLength = offset + 1
    guard offset < bytes.byteCount else {
      return .unknown(.tooShort, direction: dataDirection, headerLength: headerLength)
    }
    let type = bytes.uint8(at: offset)
    switch type {
    case 1: return PacketFraming(kind: .command, direction: .sent, headerLength: headerLength)
    case 2: return PacketFraming(kind: .acl, direction: dataDirection, headerLength: headerLength)
    case 3: return PacketFraming(kind: .sco, direction: dataDirection, headerLength: headerLength)
    case 4: return PacketFraming(kind: .event, direction: .received, headerLength: headerLength)
    case 5: return PacketFraming(kind: .iso, direction: dataDirection, headerLength: headerLength)
    default:
      return PacketFraming(
        kind: .unknown, direction: dataDirection, code: UInt16(type), headerLength: headerLength)
    }
  }

  /// H1: no type byte; bit 0 of the flags is set for packets from the controller, bit 1 for
  /// commands and events.
  static func h1(flags: UInt32) -> PacketFraming {
    let direction: PacketDirection = flags & 1 == 0 ? .sent : .received
    guard flags & 2 != 0 else {
      return PacketFraming(kind: .acl, direction: direction, headerLength: 0)
    }
    return PacketFraming(
      kind: direction == .sent ? .command : .event, direction: direction, headerLength: 0)
  }

  /// The BlueZ monitor: an opcode and an adapter index (BlueZ, doc/btsnoop-protocol.rst).
  package static func monitor(opcode: UInt16, adapter index: UInt16, headerLength: Int)
    -> PacketFraming
  {
    let adapter = index == noAdapter ? nil : index
    let (kind, direction): (RecordKind, PacketDirection) =
      switch opcode {
      case MonitorOpcode.command: (.command, .sent)
      case MonitorOpcode.event: (.event, .received)
      case MonitorOpcode.aclSent: (.acl, .sent)
      case MonitorOpcode.aclReceived: (.acl, .received)
      case MonitorOpcode.scoSent: (.sco, .sent)
      case MonitorOpcode.scoReceived: (.sco, .received)
      case MonitorOpcode.isoSent: (.iso, .sent)
      case MonitorOpcode.isoReceived: (.iso, .received)
      case ..<SystemCode.monitorEnd: (.system, .unknown)
      default: (.unknown, .unknown)
      }
    var framing = PacketFraming(
      kind: kind, direction: direction, adapter: adapter,
      code: kind == .system || kind == .unknown ? opcode : 0,
      headerLength: headerLength)
    if kind == .unknown { framing.unknown = .monitorOpcode }
    return framing
  }
}

/// Monitor opcodes of packets, and those of adapters that come and go; all but packets are `system`
/// records.
package enum MonitorOpcode {
  package static let newIndex: UInt16 = 0
  package static let deleteIndex: UInt16 = 1
  static let command: UInt16 = 2
  static let event: UInt16 = 3
  static let aclSent: UInt16 = 4
  static let aclReceived: UInt16 = 5
  static let scoSent: UInt16 = 6
  static let scoReceived: UInt16 = 7
  package static let openIndex: UInt16 = 8
  package static let closeIndex: UInt16 = 9
  package static let indexInfo: UInt16 = 10
  static let isoSent: UInt16 = 18
  static let isoReceived: UInt16 = 19
}
