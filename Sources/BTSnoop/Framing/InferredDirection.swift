import Bytes

/// Directions of ACL packets in a capture that has none (link type 187).
///
/// Hosts start a PDU with packet boundary flags 00, controllers with 10 (Core, Vol 4, Part E,
/// 5.4.2). A continuation belongs to the side that has a PDU open on its handle.
struct InferredDirection: Sendable {
  private struct OpenPDUs {
    var last: PacketDirection
    /// Bytes still missing from the PDU of each side.
    var sent = 0
    var received = 0
  }

  /// At most one entry for each of the 4,096 handles.
  private var handles: [UInt16: OpenPDUs] = [:]

  /// Handles that are remembered.
  var count: Int { handles.count }

  /// The direction that the boundary flags alone show; `unknown` unless the packet starts a PDU.
  static func ofStart(_ packet: RawSpan) -> PacketDirection {
    guard packet.byteCount >= 2 else { return .unknown }
    switch packet.uint8(at: 1) >> 4 & 3 {
    case 0: return .sent
    case 2: return .received
    default: return .unknown
    }
  }

  /// - packet: an ACL packet from its handle on, possibly cut.
  mutating func direction(of packet: RawSpan) -> PacketDirection {
    guard packet.byteCount >= 4 else { return Self.ofStart(packet) }
    let handle = packet.uint16LittleEndian(at: 0) & 0xFFF
    let length = Int(packet.uint16LittleEndian(at: 2))
    let start = Self.ofStart(packet)
    guard start == .unknown else {
      let whole = packet.byteCount >= 6 ? Int(packet.uint16LittleEndian(at: 4)) + 4 : length
      let missing = max(whole - length, 0)
      var open = handles[handle] ?? OpenPDUs(last: start)
      open.last = start
      if start == .sent { open.sent = missing } else { open.received = missing }
      handles[handle] = open
      return start
    }
    guard packet.uint8(at: 1) >> 4 & 3 == 1, var open = handles[handle] else { return .unknown }
    let side: PacketDirection
    switch (open.sent > 0, open.received > 0) {
    case (true, false): side = .sent
    case (false, true): side = .received
    default: side = open.last
    }
    if side == .sent {
      open.sent = max(open.sent - length, 0)
    } else {
      open.received = max(open.received - length, 0)
    }
    handles[handle] = open
    return side
  }
}
