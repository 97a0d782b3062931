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
    _ payload: RawSpan, cid: UInt16, length: Int, view: L2CAPChannelView?,
    to sink: inout TreeWriter
  ) {
    switch view?.frame {
    case .credited(let startsSDU)?:
      guard let view else { return }
      kFrame(payload, length: length, view: view, startsSDU: startsSDU, to: &sink)
      return
    case .basic? where view?.psm == .att:
      TreeATT.read(payload, into: &sink)
      return
    case .basic?, .unread?, nil: break
    }
    switch cid {
    case 0x0004: TreeATT.read(payload, into: &sink)
    case 0x0001, 0x0005: readSignaling(payload, to: &sink)
    case 0x0006, 0x0007: TreeSMP.read(payload, into: &sink)
    default:
      sink.open("L2CAP payload")
      TreeReader.readAll(WireTables.data, bytes: payload, to: &sink)
      sink.close()
    }
  }

  /// A K-frame, and the SDU in it if it is complete.
  private static func kFrame(
    _ payload: RawSpan, length: Int, view: L2CAPChannelView, startsSDU: Bool,
    to sink: inout TreeWriter
  ) {
    sink.open("K-frame") {
      $0.append("channel ")
      $0.append(decimal: view.number)
      $0.append(", PSM ")
      $0.append(named: view.psm.name, value: UInt64(view.psm.rawValue), bytes: 2)
    }
    defer { sink.close() }
    guard startsSDU else {
      TreeReader.readAll([("SDU, continued", .rest)], bytes: payload, to: &sink)
      return
    }
    guard payload.byteCount >= SDUReassembler.lengthSize else {
      TreeReader.readAll([("SDU length", .u16)], bytes: payload, to: &sink)
      return
    }
    let sduLength = Int(payload.uint16LittleEndian(at: 0))
    sink.field("SDU length", decimal: sduLength)
    let part = payload.clamped(SDUReassembler.lengthSize)
    if view.psm == .enhancedATT, length - SDUReassembler.lengthSize >= sduLength {
      TreeATT.read(part.clamped(0, count: sduLength), into: &sink)
      sink.furtherBytes(part.clamped(sduLength))
    } else {
      TreeReader.readAll([("SDU", .rest)], bytes: part, to: &sink)
    }
  }

  /// An SDU that was reassembled from K-frames.
  static func sdu(
    _ bytes: RawSpan, view: L2CAPChannelView, to sink: inout TreeWriter
  ) {
    if view.psm == .enhancedATT {
      TreeATT.read(bytes, into: &sink)
    } else {
      TreeReader.readAll([("SDU", .rest)], bytes: bytes, to: &sink)
    }
  }

  /// The header of an L2CAP PDU and its payload, as far as available.
  static func readWithHeader(
    _ bytes: RawSpan, view: L2CAPChannelView?, isLE: Bool,
    to sink: inout TreeWriter
  ) {
    guard bytes.byteCount >= 4 else {
      sink.open("L2CAP")
      TreeReader.readAll([("Length", .u16), ("Channel", .x16)], bytes: bytes, to: &sink)
      sink.close()
      return
    }
    let length = Int(bytes.uint16LittleEndian(at: 0))
    let cid = bytes.uint16LittleEndian(at: 2)
    let name = L2CAPChannelName.name(cid: cid) ?? L2CAPChannelName.kind(cid: cid, isLE: isLE)
    let payload = bytes.clamped(4, count: length)
    sink.open("L2CAP", name: name, code: UInt64(cid), bytes: 2)
    sink.field("Length", decimal: length)
    if payload.byteCount < length {
      let there = payload.byteCount
      sink.field("Fragment") {
        $0.append("the first ")
        $0.append(decimal: there)
        $0.append(" of ")
        $0.append(decimal: length)
        $0.append(" bytes")
      }
    }
    if length > 0, payload.byteCount == 0 {
      sink.truncated("Payload", needed: length, available: 0)
    } else {
      read(payload, cid: cid, length: length, view: view, to: &sink)
    }
    sink.furtherBytes(bytes.clamped(length + 4))
    sink.close()
  }

  /// One command, or on classic links one or more.
  private static func readSignaling(
    _ payload: RawSpan, to sink: inout TreeWriter
  ) {
    var cursor = ByteCursor(payload)
    repeat {
      guard cursor.remaining >= 4 else {
        sink.open("L2CAP signal")
        TreeReader.readAll(
          [("Code", .x8), ("Identifier", .u8), ("Length", .u16)], bytes: cursor.takeRest(),
          to: &sink)
        sink.close()
        return
      }
      signal(from: &cursor, to: &sink)
    } while !cursor.isAtEnd
  }

  private static func signal(
    from cursor: inout ByteCursor, to sink: inout TreeWriter
  ) {
    let start = cursor.offset
    let code = cursor.bytes.uint8(at: start)
    let identifier = cursor.bytes.uint8(at: start + 1)
    let length = Int(cursor.bytes.uint16LittleEndian(at: start + 2))
    let data = cursor.bytes.clamped(start + 4, count: length)
    let row = L2CAPSignalRows.row(code)
    sink.open("L2CAP signal", name: row?.name ?? "unknown", code: UInt64(code), bytes: 1)
    sink.field("Identifier", decimal: Int(identifier))
    sink.field("Length", decimal: length)
    TreeReader.readAll(row?.parameters ?? WireTables.data, bytes: data, to: &sink)
    if data.byteCount < length {
      sink.truncated("Data", needed: length, available: data.byteCount)
    }
    sink.close()
    do { try cursor.skip(4 + data.byteCount) } catch { _ = cursor.takeRest() }
  }
}
