import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import PacketList
import Vocabulary

/// One line per record for people; on request followed by the whole dissection or the bytes.
package final class PacketTextRenderer: PacketRenderer {
  package struct Options: Sendable {
    package var timeStyle = TimeStyle.relative
    package var showsTree = false
    package var showsBytes = false
    /// Every byte of every value.
    package var showsWholeValues = false
    package init() {}
  }

  private let out: OutputStream
  private let options: Options
  private var clock = TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  private var previous: CaptureTime?
  /// The dissection of the record.
  private var tree = TreeWriter(depth: 4, names: TreeNameCache())
  /// What the record's values mean.
  private var decoded = TreeWriter(depth: 4)
  private var lexicon = EventKeys.lexicon
  private var frame: UInt64 = 0

  package init(_ out: OutputStream, options: Options) {
    self.out = out
    self.options = options
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) { self.clock = clock }

  package func end(_ summary: CaptureSummary) {}

  package var showsDecoded: Bool { options.showsTree }

  package func willProcess(_ record: CaptureRecord) {
    frame = record.frame
    decoded.text.removeAll()
  }

  package func answered(_ request: borrowing AnsweredRequest) {
    decoded.begin()
    decoded.text.append("Answers frame ")
    decoded.text.append(decimal: request.requestFrame)
    let nanoseconds = request.time.nanoseconds(since: request.requestTime)
    // Below zero the clock was set in between.
    if nanoseconds >= 0 {
      decoded.text.append(", ")
      decoded.text.append(duration: nanoseconds)
    }
    decoded.end()
  }

  package func event(_ event: borrowing Event, fields: borrowing EventFields) {
    let isAdvertisement = event.kind == .advertisement
    guard isAdvertisement || event.kind.isValue && event.content.hasValue else { return }
    let meaning = fields.decoded.text.bytes
    let hasFields = !fields.decoded.fields.isEmpty
    guard hasFields || !isAdvertisement && meaning.byteCount > 0 else { return }
    Lexicon.renew(&lexicon)
    decoded.begin()
    if isAdvertisement {
      decoded.text.append("Advertising data")
    } else if let label = event.label {
      decoded.text.append(untrusted: label, escaping: .plain)
    } else {
      decoded.text.append("Attribute value")
    }
    if let handle = event.handle {
      decoded.text.append(", handle 0x")
      decoded.text.append(upperHex: UInt64(handle), digits: 4)
    }
    // A long read, or an indication that awaits its confirmation, is known later.
    if event.frame != frame {
      decoded.text.append(", record ")
      decoded.text.append(decimal: event.frame)
    }
    if meaning.byteCount > 0 {
      decoded.text.append(": ")
      decoded.text.append(untrusted: meaning, escaping: .plain)
    }
    decoded.endBranch()
    decoded.members(0..<fields.decoded.fields.count, in: fields.decoded, lexicon: lexicon)
    if fields.decoded.hasRemark {
      let remark = fields.decoded.remark
      let note = fields.decoded.note.bytes
      decoded.begin()
      decoded.text.append("Note: ")
      decoded.text.append(untrusted: note.clamped(remark.before), escaping: .plain)
      decoded.text.append(untrusted: note.clamped(remark.after), escaping: .plain)
      decoded.end()
    }
    decoded.close()
  }

  package func packet(
    _ record: CaptureRecord, bytes: RawSpan, packet: PacketDescription
  ) {
    write(record, bytes: bytes, packet: packet, to: &out.buffer)
    previous = record.time
    if options.showsTree {
      tree.text.removeAll()
      Self.dissect(record, bytes: bytes, packet: packet, into: &tree)
      out.buffer.append(tree.text.bytes)
      out.buffer.append(decoded.text.bytes)
    }
    if options.showsBytes { HexDump.write(bytes, indent: 8, to: &out.buffer) }
    out.lineEnds()
  }

  private func write(
    _ record: CaptureRecord, bytes: RawSpan, packet: PacketDescription,
    to line: inout ByteWriter
  ) {
    line.append(right: record.frame, plain: 6)
    line.append(" ")
    let column = TimeColumn(clock: clock, style: options.timeStyle)
    column.write(record.time, previous: previous, decimals: 6, to: &line)
    if let adapter = record.adapter {
      line.append(" hci")
      line.append(decimal: UInt64(adapter))
    }
    line.append(" ")
    switch record.direction {
    case .sent: line.append(">")
    case .received: line.append("<")
    case .unknown where record.kind == .linkLayer:
      line.append(
        packet.from == .central ? ">" : packet.from == .peripheral ? "<" : " ")
    case .unknown: line.append(" ")
    }
    line.append(" ")
    let start = line.count
    line.append(record.kind.name)
    line.append(repeating: 0x20, count: 8 - (line.count - start))
    let connection = line.count
    if packet.connectionNumber > 0 {
      line.append("C")
      line.append(decimal: packet.connectionNumber)
    }
    line.append(repeating: 0x20, count: 4 - (line.count - connection))
    line.append(right: UInt64(record.originalLength + record.countedHeader), plain: 4)
    line.append("  ")
    line.append(untrusted: packet.summary.bytes, escaping: .plain)
    for index in packet.att.indices {
      let info = packet.att[index]
      value(packet.bytes.bytes(in: info.value), of: info.opcode, to: &line)
    }
    if bytes.byteCount < record.originalLength {
      line.append("  (cut to ")
      line.append(decimal: bytes.byteCount + record.countedHeader)
      line.append(")")
    }
    line.append("\n")
  }

  /// The payload of an ATT PDU, as far as a line has room for it.
  private func value(_ bytes: RawSpan, of opcode: ATTOpcode, to line: inout ByteWriter) {
    switch opcode {
    case .readResponse, .readBlobResponse, .writeRequest, .writeCommand, .signedWriteCommand,
      .handleValueNotification, .handleValueIndication:
      guard bytes.byteCount > 0 else { return }
      line.append(": ")
      line.append(value: bytes, length: bytes.byteCount, isFull: options.showsWholeValues)
    case .readBlobRequest where bytes.byteCount >= 2:
      line.append(", offset ")
      line.append(decimal: UInt64(bytes.uint16LittleEndian(at: 0)))
    case .prepareWriteRequest where bytes.byteCount >= 2:
      line.append(", offset ")
      line.append(decimal: UInt64(bytes.uint16LittleEndian(at: 0)))
      line.append(": ")
      line.append(
        value: bytes.clamped(2), length: bytes.byteCount - 2, isFull: options.showsWholeValues)
    case .executeWriteRequest where bytes.byteCount >= 1:
      line.append(bytes.uint8(at: 0) == 0 ? ", cancel" : ", write")
    default: break
    }
  }

  private static func dissect(
    _ record: CaptureRecord, bytes: RawSpan, packet: PacketDescription,
    into sink: inout TreeWriter
  ) {
    // The record holds only the last part of a PDU that ends here.
    let isJoined = packet.joined.count >= L2CAPHeader.size
    let isRead = packet.att.count == 1 && packet.att[0].opcode == .readByTypeResponse
    sink.asked = isRead ? packet.asked : nil
    switch record.kind {
    case .command: DissectionTree.command(bytes, into: &sink)
    case .event: DissectionTree.event(bytes, into: &sink)
    case .acl:
      DissectionTree.acl(
        bytes, channel: isJoined ? nil : packet.channel, isL2CAP: !packet.isDiagnostic, into: &sink)
    case .sco: DissectionTree.sco(bytes, into: &sink)
    case .iso: DissectionTree.iso(bytes, into: &sink)
    case .system: system(record, bytes: bytes, into: &sink)
    case .linkLayer:
      var view = packet.link?.view ?? LinkLayerView()
      view.channel = isJoined ? nil : packet.channel
      if let radio = record.radio { heard(radio, crcOK: packet.link?.crcOK, into: &sink) }
      DissectionTree.linkLayer(bytes, plain: packet.plain.bytes, view: view, into: &sink)
    case .unknown: break
    }
    if isJoined { joined(packet.joined, channel: packet.channel, into: &sink) }
    if let channel = packet.channel { joinedSDU(packet.sdu, channel: channel, into: &sink) }
  }

  private static func joined(
    _ joined: borrowing ByteWriter, channel: L2CAPChannelView?, into sink: inout TreeWriter
  ) {
    let pdu = joined.bytes
    sink.open("Joined L2CAP PDU", octets: pdu.byteCount)
    DissectionTree.l2cap(
      pdu.clamped(L2CAPHeader.size), cid: pdu.uint16LittleEndian(at: 2), channel: channel,
      into: &sink)
    sink.close()
  }

  private static func joinedSDU(
    _ sdu: borrowing ByteWriter, channel: L2CAPChannelView, into sink: inout TreeWriter
  ) {
    guard !sdu.isEmpty else { return }
    sink.open("Joined SDU", octets: sdu.count)
    DissectionTree.sdu(sdu.bytes, channel: channel, into: &sink)
    sink.close()
  }

  /// `Radio: channel 12, LE 2M, -60 dBm, CRC right`: what the sniffer says besides the bytes.
  private static func heard(_ radio: RadioInfo, crcOK: Bool?, into sink: inout TreeWriter) {
    guard let channel = radio.channel else { return }
    sink.begin()
    sink.text.append("Radio: channel ")
    sink.text.append(decimal: UInt64(channel))
    sink.text.append(", LE ")
    sink.text.append(radio.phy.name)
    if let rssi = radio.rssi {
      sink.text.append(", ")
      sink.text.append(decimal: Int(rssi))
      sink.text.append(" dBm")
    }
    if let event = radio.eventCounter {
      sink.text.append(", connection event ")
      sink.text.append(decimal: UInt64(event))
    }
    if let crcOK { sink.text.append(crcOK ? ", CRC right" : ", CRC wrong") }
    sink.end()
  }

  private static func system(
    _ record: CaptureRecord, bytes: RawSpan, into sink: inout TreeWriter
  ) {
    switch SystemCode.source(record.code) {
    case .monitor(let opcode): DissectionTree.monitor(opcode: opcode, bytes: bytes, into: &sink)
    case .packetLogger(let type):
      DissectionTree.packetLogger(type: type, bytes: bytes, into: &sink)
    case .threeWire(let type):
      DissectionTree.serialTransport(
        "H5", name: SerialTransportName.threeWire(type), type: type, bytes: bytes, into: &sink)
    case .bcsp(let channel):
      DissectionTree.serialTransport(
        "BCSP", name: SerialTransportName.bcsp(channel), type: channel, bytes: bytes, into: &sink)
    case .app: break
    }
  }
}

/// Bytes as offset, hex and printable ASCII, 16 a line.
enum HexDump {
  static func write(_ bytes: RawSpan, indent: Int, to out: inout ByteWriter) {
    var offset = 0
    while offset < bytes.byteCount {
      let row = bytes.clamped(offset, count: 16)
      out.append(repeating: 0x20, count: indent)
      out.append(upperHex: UInt64(offset), digits: 4)
      out.append(" ")
      for i in 0..<16 {
        out.append(byte: 0x20)
        if i < row.byteCount { out.append(hex: row.clamped(i, count: 1)) } else { out.append("  ") }
        if i == 7 { out.append(byte: 0x20) }
      }
      out.append("  ")
      out.append(printable: row)
      out.append("\n")
      offset += 16
    }
  }
}
