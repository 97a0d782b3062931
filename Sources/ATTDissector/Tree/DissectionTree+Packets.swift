import Bytes

/// The full dissection of one record, for people. Every entry point accepts any bytes: it shows
/// what is available, then what was missing in a field `truncated`.
///
/// Key material is shown: this is for `packets -v` only.
package enum DissectionTree {
  /// An HCI command packet: opcode, length, parameters.
  package static func command(
    _ bytes: RawSpan, into sink: inout TreeWriter
  ) {
    guard bytes.byteCount >= 3 else {
      sink.open("HCI Command")
      TreeReader.readAll([("Opcode", .opcode), ("Parameter length", .u8)], bytes: bytes, to: &sink)
      sink.close()
      return
    }
    let opcode = bytes.uint16LittleEndian(at: 0)
    let length = Int(bytes.uint8(at: 2))
    sink.open("HCI Command") { $0.append(opcode: opcode) }
    sink.field("Parameter length", decimal: length)
    let layout =
      WireTables.commandLayouts[opcode] ?? AndroidRows.row(opcode)?.parameters
      ?? WireTables.parameters
    body(layout, bytes: bytes, header: 3, length: length, to: &sink)
    sink.close()
  }

  /// An HCI event packet: code, length, parameters.
  package static func event(
    _ bytes: RawSpan, into sink: inout TreeWriter
  ) {
    guard bytes.byteCount >= 2 else {
      sink.open("HCI Event")
      TreeReader.readAll([("Event code", .x8), ("Parameter length", .u8)], bytes: bytes, to: &sink)
      sink.close()
      return
    }
    let code = bytes.uint8(at: 0)
    let length = Int(bytes.uint8(at: 1))
    let parameters = bytes.clamped(2, count: length)
    sink.open("HCI Event", name: WireTables.eventNames[Int(code)], code: UInt64(code), bytes: 1)
    sink.field("Parameter length", decimal: length)
    switch code {
    case 0x0E:
      body(
        WireTables.commandComplete, then: returned(parameters), bytes: bytes, header: 2,
        length: length,
        to: &sink)
    case 0x3E where parameters.byteCount > 0:
      let subevent = parameters.uint8(at: 0)
      let index = 0x100 | Int(subevent)
      sink.field(
        "Subevent", meaning: WireTables.eventNames[index], value: UInt64(subevent), bytes: 1)
      let layout = WireTables.eventLayouts[index] ?? WireTables.parameters
      body(layout, bytes: bytes, header: 3, length: length - 1, to: &sink)
    case 0x3E:
      body([("Subevent", .x8)], bytes: bytes, header: 2, length: length, to: &sink)
    case 0xFF:
      let row = TexasInstrumentsRows.row(parameters)
      if let row { sink.field("Form", value: row.name) }
      body(
        row?.parameters ?? WireTables.parameters, bytes: bytes, header: 2, length: length, to: &sink
      )
    default:
      let layout = WireTables.eventLayouts[Int(code)] ?? WireTables.parameters
      body(layout, bytes: bytes, header: 2, length: length, to: &sink)
    }
    sink.close()
  }

  /// The return parameters of Command Complete depend on the command.
  private static func returned(_ parameters: RawSpan) -> WireLayout {
    guard parameters.byteCount > 3 else { return [] }
    let opcode = parameters.uint16LittleEndian(at: 1)
    // The return parameters of a failed command may be the status alone.
    if parameters.byteCount == 4 { return WireTables.statusAlone }
    if let layout = WireTables.returnedLayouts[opcode] { return layout }
    if let layout = AndroidRows.row(opcode)?.returned { return layout }
    guard opcode >> 10 != HCIOpcode.vendorGroup, opcode != 0 else {
      return [("Return parameters", .rest)]
    }
    return [("Status", .status), ("Return parameters", .rest)]
  }

  /// The parameters after a header with their length.
  /// - further: what follows the fields of `layout`.
  static func body(
    _ layout: WireLayout, then further: WireLayout = [], bytes: RawSpan, header: Int,
    length: Int,
    to sink: inout TreeWriter
  ) {
    let there = bytes.clamped(header, count: length)
    var cursor = ByteCursor(there)
    let whole =
      TreeReader.read(layout, from: &cursor, into: &sink)
      && TreeReader.read(further, from: &cursor, into: &sink)
    if whole { sink.furtherBytes(cursor.takeRest()) }
    if whole, there.byteCount < length {
      sink.truncated(needed: length, available: there.byteCount)
    }
    let excess = bytes.clamped(header + max(length, 0))
    if excess.byteCount > 0 { sink.field("Bytes after the packet", hex: excess) }
  }

  /// The payload of a complete L2CAP PDU, without its header.
  /// - Parameter channel: its state, if the PDU is a K-frame.
  package static func l2cap(
    _ payload: RawSpan, cid: UInt16, channel: L2CAPChannelView? = nil,
    into sink: inout TreeWriter
  ) {
    TreeL2CAP.read(payload, cid: cid, length: payload.byteCount, view: channel, to: &sink)
  }

  /// An SDU that was reassembled from K-frames.
  package static func sdu(
    _ bytes: RawSpan, channel: L2CAPChannelView,
    into sink: inout TreeWriter
  ) {
    TreeL2CAP.sdu(bytes, view: channel, to: &sink)
  }

  /// AD structures, for example of a link-layer advertising PDU.
  package static func advertisingData(
    _ bytes: RawSpan, into sink: inout TreeWriter
  ) {
    TreeAdvertisingData.read("Advertising data", bytes: bytes, into: &sink)
  }

  /// A record of the BlueZ monitor, including packets.
  package static func monitor(
    opcode: UInt16, bytes: RawSpan, into sink: inout TreeWriter
  ) {
    switch opcode {
    case 2: return command(bytes, into: &sink)
    case 3: return event(bytes, into: &sink)
    case 4, 5: return acl(bytes, into: &sink)
    case 6, 7: return sco(bytes, into: &sink)
    case 18, 19: return iso(bytes, into: &sink)
    default: break
    }
    let row = MonitorRows.row(opcode)
    sink.open("Monitor") {
      $0.append(row?.name ?? "unknown")
      $0.append(" (")
      $0.append(decimal: UInt64(opcode))
      $0.append(")")
    }
    TreeReader.readAll(row?.parameters ?? WireTables.data, bytes: bytes, to: &sink)
    sink.close()
  }
}
