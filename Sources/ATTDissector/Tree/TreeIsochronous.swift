import Bytes

/// The layouts of isochronous PDUs.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.6 and 2.7; Part G, 3 (framing).
enum TreeIsochronous {
  static func read(
    _ pdu: RawSpan, kind: LinkLayerView.Isochronous, into sink: inout TreeWriter
  ) {
    var cursor = ByteCursor(pdu)
    let first: UInt8
    let length: UInt8
    do {
      first = try cursor.uint8()
      length = try cursor.uint8()
    } catch {
      TreeReader.truncated("Header", error: error, from: &cursor, to: &sink)
      return
    }
    let isControl = kind == .broadcast && first & 3 == 3
    switch kind {
    case .connected: sink.open("CIS PDU")
    case .broadcast: sink.open("BIS PDU")
    case .unknown: sink.open("Isochronous PDU")
    }
    sink.field("LLID", decimal: Int(first & 3), meaning: name(of: first & 3, isControl: isControl))
    switch kind {
    case .connected:
      bit("NESN", octet: first, mask: 0x04, to: &sink)
      bit("SN", octet: first, mask: 0x08, to: &sink)
      bit("CIE", octet: first, mask: 0x10, to: &sink)
      bit("NPI", octet: first, mask: 0x40, to: &sink)
    case .broadcast:
      sink.field("CSSN", decimal: Int(first >> 2 & 7))
      bit("CSTF", octet: first, mask: 0x20, to: &sink)
    case .unknown: sink.field("Flags", hexNumber: UInt64(first & 0xFC), bytes: 1)
    }
    sink.field("Length", decimal: Int(length))
    let payload = cursor.takeRest()
    if payload.byteCount == 0 {
      // Nothing to show.
    } else if isControl, let row = control(payload.uint8(at: 0)) {
      sink.open("BIG Control", name: row.name, code: UInt64(payload.uint8(at: 0)), bytes: 1)
      TreeReader.readAll(row.parameters, bytes: payload.clamped(1), to: &sink)
      sink.close()
    } else if first & 3 == 2, isOfSegments(payload) {
      segments(payload, to: &sink)
    } else {
      sink.field("Payload", hex: payload)
    }
    sink.close()
  }

  private static func name(of type: UInt8, isControl: Bool) -> StaticString {
    switch type {
    case 0: "unframed, complete SDU or its end"
    case 1: "unframed, start or continuation of an SDU"
    case 2: "framed"
    default: isControl ? "BIG Control PDU" : "reserved"
    }
  }

  private static func bit(
    _ name: StaticString, octet: UInt8, mask: UInt8, to sink: inout TreeWriter
  ) {
    sink.field(name, value: octet & mask != 0 ? "1" : "0")
  }

  private static func control(
    _ opcode: UInt8
  ) -> (name: StaticString, parameters: WireLayout)? {
    switch opcode {
    case 0: ("BIG_CHANNEL_MAP_IND", [("ChM", .channels), ("Instant", .u16)])
    case 1: ("BIG_TERMINATE_IND", [("Reason", .status), ("Instant", .u16)])
    default: nil
    }
  }

  // MARK: Framed PDUs

  private static let headerSize = 2
  private static let offsetSize = 3

  /// Whether segments fill it; what is encrypted is no such list.
  private static func isOfSegments(_ payload: RawSpan) -> Bool {
    var offset = 0
    while offset < payload.byteCount {
      guard payload.byteCount - offset >= headerSize else { return false }
      let flags = payload.uint8(at: offset)
      let length = Int(payload.uint8(at: offset + 1))
      guard flags & 0xFC == 0, length >= (flags & 1 == 0 ? offsetSize : 0) else { return false }
      offset += headerSize + length
    }
    return offset == payload.byteCount
  }

  private static func segments(_ payload: RawSpan, to sink: inout TreeWriter) {
    var offset = 0
    while offset < payload.byteCount {
      let flags = payload.uint8(at: offset)
      let segment = payload.clamped(offset + headerSize, count: Int(payload.uint8(at: offset + 1)))
      sink.open("Segment")
      bit("SC", octet: flags, mask: 1, to: &sink)
      bit("CMPLT", octet: flags, mask: 2, to: &sink)
      sink.field("Length", decimal: segment.byteCount)
      var data = segment
      if flags & 1 == 0 {
        var cursor = ByteCursor(segment)
        _ = TreeReader.read([("TimeOffset", .microseconds24)], from: &cursor, into: &sink)
        data = cursor.takeRest()
      }
      if data.byteCount > 0 { sink.field("SDU data", hex: data) }
      sink.close()
      offset += headerSize + segment.byteCount
    }
  }
}
