import Bytes

/// Data packets.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 5.4.2, 5.4.3 and 5.4.5.
extension DissectionTree {
  /// An HCI ACL data packet: handle and flags, length, an L2CAP PDU or a fragment.
  ///
  /// Of a PDU that continues in later packets, the first part is shown.
  /// - Parameters:
  ///   - channel: its state, if the PDU is of a dynamic channel and ends here.
  ///   - isL2CAP: `false` for what a controller sends on a handle that is no link's.
  package static func acl(
    _ bytes: RawSpan, channel: L2CAPChannelView? = nil, isL2CAP: Bool = true,
    into sink: inout TreeWriter
  ) {
    guard bytes.byteCount >= 4 else {
      return short(
        "HCI ACL", bytes: bytes, layout: [("Handle and flags", .x16), ("Data length", .u16)],
        to: &sink)
    }
    let header = bytes.uint16LittleEndian(at: 0)
    let boundary = header >> 12 & 3
    let length = Int(bytes.uint16LittleEndian(at: 2))
    let data = bytes.clamped(4, count: length)
    open("HCI ACL", header: header, to: &sink)
    sink.field("Packet boundary", decimal: Int(boundary), meaning: packetBoundary(boundary))
    sink.field("Broadcast", decimal: Int(header >> 14), meaning: broadcast(header >> 14))
    sink.field("Data length", decimal: length)
    if !isL2CAP {
      sink.field("Data", hex: data)
    } else if boundary == 1 {
      sink.field("Fragment", hex: data)
    } else if data.byteCount > 0 {
      // The handle alone does not show whether the link is a classic one.
      TreeL2CAP.readWithHeader(data, view: channel, isLE: channel?.isLE == true, to: &sink)
    }
    end(bytes, header: 4, length: length, to: &sink)
  }

  /// An HCI synchronous data packet.
  package static func sco(
    _ bytes: RawSpan, into sink: inout TreeWriter
  ) {
    guard bytes.byteCount >= 3 else {
      return short(
        "HCI SCO", bytes: bytes, layout: [("Handle and flags", .x16), ("Data length", .u8)],
        to: &sink)
    }
    let header = bytes.uint16LittleEndian(at: 0)
    let length = Int(bytes.uint8(at: 2))
    open("HCI SCO", header: header, to: &sink)
    sink.field(
      "Packet status", decimal: Int(header >> 12 & 3), meaning: scoStatus(header >> 12 & 3))
    sink.field("Data length", decimal: length)
    TreeReader.readAll(WireTables.data, bytes: bytes.clamped(3, count: length), to: &sink)
    end(bytes, header: 3, length: length, to: &sink)
  }

  /// An HCI ISO data packet.
  package static func iso(
    _ bytes: RawSpan, into sink: inout TreeWriter
  ) {
    guard bytes.byteCount >= 4 else {
      return short(
        "HCI ISO", bytes: bytes, layout: [("Handle and flags", .x16), ("Data length", .u16)],
        to: &sink)
    }
    let header = bytes.uint16LittleEndian(at: 0)
    let boundary = header >> 12 & 3
    let length = Int(bytes.uint16LittleEndian(at: 2) & 0x3FFF)
    open("HCI ISO", header: header, to: &sink)
    sink.field("Packet boundary", decimal: Int(boundary), meaning: isoBoundary(boundary))
    sink.field("Data length", decimal: length)
    var layout: WireLayout = []
    // Only the first fragment of an SDU has a header of its own.
    if boundary & 1 == 0 {
      if header >> 14 & 1 == 1 { layout.append(("Time stamp", .microseconds32)) }
      layout += [("Packet sequence number", .u16), ("SDU length and status", .isoLength)]
    }
    layout.append(("Data", .rest))
    TreeReader.readAll(layout, bytes: bytes.clamped(4, count: length), to: &sink)
    end(bytes, header: 4, length: length, to: &sink)
  }

  private static func short(
    _ label: StaticString, bytes: RawSpan, layout: WireLayout,
    to sink: inout TreeWriter
  ) {
    sink.open(label)
    TreeReader.readAll(layout, bytes: bytes, to: &sink)
    sink.close()
  }

  private static func open(
    _ label: StaticString, header: UInt16, to sink: inout TreeWriter
  ) {
    sink.open(label) {
      $0.append("handle ")
      $0.append(hexNumber: UInt64(header & 0x0FFF), bytes: 2)
    }
  }

  private static func end(
    _ bytes: RawSpan, header: Int, length: Int, to sink: inout TreeWriter
  ) {
    let there = bytes.clamped(header, count: length).byteCount
    if there < length { sink.truncated(needed: length, available: there) }
    let excess = bytes.clamped(header + length)
    if excess.byteCount > 0 { sink.field("Bytes after the packet", hex: excess) }
    sink.close()
  }

  private static func packetBoundary(_ value: UInt16) -> StaticString {
    switch value {
    case 0: "first, not flushable"
    case 1: "continuation"
    case 2: "first, flushable"
    default: "complete"
    }
  }

  private static func broadcast(_ value: UInt16) -> StaticString {
    switch value {
    case 0: "point to point"
    case 1: "BR/EDR broadcast"
    default: "reserved"
    }
  }

  private static func scoStatus(_ value: UInt16) -> StaticString {
    switch value {
    case 0: "correct"
    case 1: "possibly invalid"
    case 2: "no data received"
    default: "data partially lost"
    }
  }

  private static func isoBoundary(_ value: UInt16) -> StaticString {
    switch value {
    case 0: "first"
    case 1: "continuation"
    case 2: "complete"
    default: "last"
    }
  }
}
