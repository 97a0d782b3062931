import Bytes

/// What the session knows about a PDU on a dynamic channel beyond its bytes.
package struct L2CAPChannelView: Sendable {
  /// The session's number of the channel.
  package var number: Int
  package var psm: L2CAPServicePSM
  package var frame: Frame

  package enum Frame: Sendable {
    /// A K-frame; one that starts an SDU has its length first.
    case credited(startsSDU: Bool)
    /// In basic mode the payload is the SDU.
    case basic
    /// In another mode, whose frames are not read.
    case unread
  }

  package init(number: Int, psm: L2CAPServicePSM, frame: Frame) {
    self.number = number
    self.psm = psm
    self.frame = frame
  }

  /// Only LE's dynamic channels have K-frames; on BR/EDR links enhanced ATT has them, too.
  var isLE: Bool {
    if case .credited = frame { true } else { false }
  }
}

/// L2CAP payloads by channel.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part A, 3 and 4.
enum TreeL2CAP {
  /// Shows the payload of an L2CAP PDU, without its header.
  static func read(
    _ payload: RawSpan, cid: UInt16, length: Int, _ view: L2CAPChannelView?,
    _ sink: inout some DissectionSink & ~Copyable
  ) {
    switch view?.frame {
    case .credited(let startsSDU)?:
      guard let view else { return }
      kFrame(payload, length: length, view, startsSDU: startsSDU, &sink)
      return
    case .basic? where view?.psm == .att:
      TreeATT.read(payload, &sink)
      return
    case .basic?, .unread?, nil: break
    }
    switch cid {
    case 0x0004: TreeATT.read(payload, &sink)
    case 0x0001, 0x0005: readSignaling(payload, &sink)
    case 0x0006, 0x0007: TreeSMP.read(payload, &sink)
    default:
      sink.open("L2CAP payload", detail: "")
      TreeReader.readAll([("Data", .rest)], payload, &sink)
      sink.close()
    }
  }

  /// A K-frame, and the SDU in it if it is complete.
  private static func kFrame(
    _ payload: RawSpan, length: Int, _ view: L2CAPChannelView, startsSDU: Bool,
    _ sink: inout some DissectionSink & ~Copyable
  ) {
    let psm = TreeText.named(view.psm.name, UInt64(view.psm.rawValue), bytes: 2)
    sink.open("K-frame", detail: "channel \(view.number), PSM \(psm)")
    defer { sink.close() }
    guard startsSDU else {
      TreeReader.readAll([("SDU, continued", .rest)], payload, &sink)
      return
    }
    guard payload.byteCount >= SDUReassembler.lengthSize else {
      TreeReader.readAll([("SDU length", .u16)], payload, &sink)
      return
    }
    let sduLength = Int(payload.uint16LittleEndian(at: 0))
    sink.field("SDU length", "\(sduLength)")
    let part = payload.clamped(SDUReassembler.lengthSize)
    if view.psm == .enhancedATT, length - SDUReassembler.lengthSize >= sduLength {
      TreeATT.read(part.clamped(0, sduLength), &sink)
      let rest = part.clamped(sduLength)
      if rest.byteCount > 0 { sink.field("Further bytes", TreeText.hex(rest)) }
    } else {
      TreeReader.readAll([("SDU", .rest)], part, &sink)
    }
  }

  /// An SDU that was reassembled from K-frames.
  static func sdu(
    _ bytes: RawSpan, _ view: L2CAPChannelView, _ sink: inout some DissectionSink & ~Copyable
  ) {
    if view.psm == .enhancedATT {
      TreeATT.read(bytes, &sink)
    } else {
      TreeReader.readAll([("SDU", .rest)], bytes, &sink)
    }
  }

  /// The header of an L2CAP PDU and its payload, as far as available.
  static func readWithHeader(
    _ bytes: RawSpan, _ view: L2CAPChannelView?, isLE: Bool,
    _ sink: inout some DissectionSink & ~Copyable
  ) {
    guard bytes.byteCount >= 4 else {
      sink.open("L2CAP", detail: "")
      TreeReader.readAll([("Length", .u16), ("Channel", .x16)], bytes, &sink)
      sink.close()
      return
    }
    let length = Int(bytes.uint16LittleEndian(at: 0))
    let cid = bytes.uint16LittleEndian(at: 2)
    let name = L2CAPChannelName.name(cid: cid) ?? L2CAPChannelName.kind(cid: cid, isLE: isLE)
    let payload = bytes.clamped(4, length)
    sink.open("L2CAP", detail: "\(name) (\(TreeText.hex(UInt64(cid), bytes: 2)))")
    sink.field("Length", "\(length)")
    if payload.byteCount < length {
      sink.field("Fragment", "the first \(payload.byteCount) of \(length) bytes")
    }
    if length > 0, payload.byteCount == 0 {
      sink.field("truncated", "Payload: \(length) bytes needed, 0 available")
    } else {
      read(payload, cid: cid, length: length, view, &sink)
    }
    if bytes.byteCount > length + 4 {
      sink.field("Further bytes", TreeText.hex(bytes.clamped(length + 4)))
    }
    sink.close()
  }

  /// One command, or on classic links one or more.
  private static func readSignaling(
    _ payload: RawSpan, _ sink: inout some DissectionSink & ~Copyable
  ) {
    var cursor = ByteCursor(payload)
    repeat {
      guard cursor.remaining >= 4 else {
        sink.open("L2CAP signal", detail: "")
        TreeReader.readAll(
          [("Code", .x8), ("Identifier", .u8), ("Length", .u16)], cursor.takeRest(), &sink)
        sink.close()
        return
      }
      signal(&cursor, &sink)
    } while !cursor.isAtEnd
  }

  private static func signal(
    _ cursor: inout ByteCursor, _ sink: inout some DissectionSink & ~Copyable
  ) {
    let start = cursor.offset
    let code = cursor.bytes.uint8(at: start)
    let identifier = cursor.bytes.uint8(at: start + 1)
    let length = Int(cursor.bytes.uint16LittleEndian(at: start + 2))
    let data = cursor.bytes.clamped(start + 4, length)
    let hex = TreeText.hex(UInt64(code), bytes: 1)
    let row = L2CAPSignalRows.row(code)
    sink.open("L2CAP signal", detail: "\(row?.name ?? "unknown") (\(hex))")
    sink.field("Identifier", "\(identifier)")
    sink.field("Length", "\(length)")
    TreeReader.readAll(row?.parameters ?? [("Data", .rest)], data, &sink)
    if data.byteCount < length {
      sink.field("truncated", "Data: \(length) bytes needed, \(data.byteCount) available")
    }
    sink.close()
    do { try cursor.skip(4 + data.byteCount) } catch { _ = cursor.takeRest() }
  }
}
