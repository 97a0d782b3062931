import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTSession
import GATTValues

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
  /// What the record's values mean, in lines.
  private var decoded = ByteWriter(capacity: 0)
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
    decoded.removeAll()
  }

  package func event(_ event: borrowing Event, _ fields: borrowing EventFields) {
    let isAdvertisement = event.kind == .advertisement
    guard isAdvertisement || event.kind.isValue && event.hasValue else { return }
    let meaning = fields.decoded.text.bytes
    let hasFields = !fields.decoded.fields.isEmpty
    guard hasFields || !isAdvertisement && meaning.byteCount > 0 else { return }
    var sink = TreePrinter(line: ByteWriter(capacity: 0), depth: 4)
    swap(&sink.line, &decoded)
    sink.indent()
    if isAdvertisement {
      sink.line.append("Advertising data")
    } else if let label = event.label {
      sink.line.append(untrusted: label, .plain)
    } else {
      sink.line.append("Attribute value")
    }
    if let handle = event.handle {
      sink.line.append(", handle 0x")
      sink.line.append(upperHex: UInt64(handle), digits: 4)
    }
    // A long read, or an indication that awaits its confirmation, is known later.
    if event.frame != frame {
      sink.line.append(", record ")
      sink.line.append(decimal: event.frame)
    }
    if meaning.byteCount > 0 {
      sink.line.append(": ")
      sink.line.append(untrusted: meaning, .plain)
    }
    sink.line.append("\n")
    sink.depth += 1
    sink.members(0..<fields.decoded.fields.count, fields.decoded)
    let note = fields.decoded.note.bytes
    if note.byteCount > 0, !fields.decoded.textIncludesNote {
      sink.indent()
      sink.line.append("Note: ")
      sink.line.append(untrusted: note, .plain)
      sink.line.append("\n")
    }
    swap(&sink.line, &decoded)
  }

  package func packet(
    _ record: CaptureRecord, _ bytes: RawSpan, _ packet: borrowing PacketInfo
  ) {
    var line = ByteWriter(capacity: 0)
    swap(&line, &out.buffer)
    line.append(right: record.frame, plain: 6)
    line.append(" ")
    let column = TimeColumn(clock: clock, style: options.timeStyle)
    column.write(record.time, previous: previous, decimals: 6, to: &line)
    previous = record.time
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
    if let ordinal = packet.connection?.ordinal {
      line.append("C")
      line.append(decimal: ordinal)
    }
    line.append(repeating: 0x20, count: 4 - (line.count - connection))
    line.append(right: UInt64(record.originalLength), plain: 4)
    line.append("  ")
    line.append(untrusted: packet.summary.bytes, .plain)
    for info in packet.att { value(info, packet, &line) }
    if bytes.byteCount < record.originalLength {
      line.append("  (cut to ")
      line.append(decimal: bytes.byteCount)
      line.append(")")
    }
    line.append("\n")
    if options.showsTree {
      tree(record, bytes, packet, &line)
      line.append(decoded.bytes)
    }
    if options.showsBytes { HexDump.write(bytes, indent: 8, to: &line) }
    swap(&line, &out.buffer)
    out.lineEnds()
  }

  /// The payload of an ATT PDU, as far as a line has room for it.
  private func value(
    _ info: ATTInfo, _ packet: borrowing PacketInfo, _ line: inout ByteWriter
  ) {
    let bytes = packet.bytes.bytes.clamped(info.value)
    switch info.opcode {
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

  private func tree(
    _ record: CaptureRecord, _ bytes: RawSpan, _ packet: borrowing PacketInfo,
    _ line: inout ByteWriter
  ) {
    var sink = TreePrinter(line: ByteWriter(capacity: 0), depth: 4)
    swap(&sink.line, &line)
    // The record holds only the last part of a PDU that ends here.
    let joined = packet.joined.bytes
    let isJoined = joined.byteCount >= L2CAPHeader.size
    switch record.kind {
    case .command: DissectionTree.command(bytes, into: &sink)
    case .event: DissectionTree.event(bytes, into: &sink)
    case .acl: DissectionTree.acl(bytes, channel: isJoined ? nil : packet.channel, into: &sink)
    case .sco: DissectionTree.sco(bytes, into: &sink)
    case .iso: DissectionTree.iso(bytes, into: &sink)
    case .system: system(record, bytes, &sink)
    case .linkLayer:
      var view = packet.link?.view ?? LinkLayerView()
      view.channel = isJoined ? nil : packet.channel
      let plain = packet.plain.bytes
      if plain.byteCount > 0 {
        DissectionTree.linkLayer(plain, view, into: &sink)
      } else {
        DissectionTree.linkLayer(bytes, view, into: &sink)
      }
    case .unknown: break
    }
    if isJoined {
      sink.open("Joined L2CAP PDU", detail: "\(joined.byteCount) bytes")
      DissectionTree.l2cap(
        joined.clamped(L2CAPHeader.size), cid: joined.uint16LittleEndian(at: 2),
        channel: packet.channel, into: &sink)
      sink.close()
    }
    let sdu = packet.sdu.bytes
    if sdu.byteCount > 0, let channel = packet.channel {
      sink.open("Joined SDU", detail: "\(sdu.byteCount) bytes")
      DissectionTree.sdu(sdu, channel: channel, into: &sink)
      sink.close()
    }
    swap(&sink.line, &line)
  }
}

extension PacketTextRenderer {
  private func system(_ record: CaptureRecord, _ bytes: RawSpan, _ sink: inout TreePrinter) {
    switch SystemCode.source(record.code) {
    case .monitor(let opcode): DissectionTree.monitor(opcode: opcode, bytes, into: &sink)
    case .packetLogger(let type):
      DissectionTree.packetLogger(type: type, bytes, into: &sink)
    case .threeWire(let type):
      DissectionTree.serialTransport(
        "H5", name: SerialTransportName.threeWire(type), type: type, bytes, into: &sink)
    case .bcsp(let channel):
      DissectionTree.serialTransport(
        "BCSP", name: SerialTransportName.bcsp(channel), type: channel, bytes, into: &sink)
    }
  }
}

/// The dissection as indented lines.
struct TreePrinter: DissectionSink, ~Copyable {
  var line: ByteWriter
  var depth: Int

  mutating func indent() { line.append(repeating: 0x20, count: depth * 2) }

  mutating func open(_ label: String, detail: String) {
    indent()
    line.append(string: label)
    if !detail.isEmpty {
      line.append(": ")
      line.append(string: detail)
    }
    line.append("\n")
    depth += 1
  }

  mutating func close() { depth -= 1 }

  mutating func field(_ name: StaticString, _ value: String) {
    indent()
    line.append(name)
    line.append(": ")
    line.append(string: value)
    line.append("\n")
  }

  func name(of uuid: BluetoothUUID) -> String? { AssignedNumbers.attribute(uuid.value) }
  func companyName(of company: UInt16) -> String? { AssignedNumbers.company(company) }
  func appearanceName(of appearance: UInt16) -> String? {
    AssignedNumbers.appearance(appearance)
  }
}

/// Bytes as offset, hex and printable ASCII, 16 a line.
enum HexDump {
  static func write(_ bytes: RawSpan, indent: Int, to out: inout ByteWriter) {
    var offset = 0
    while offset < bytes.byteCount {
      let row = bytes.clamped(offset, 16)
      out.append(repeating: 0x20, count: indent)
      out.append(upperHex: UInt64(offset), digits: 4)
      out.append(" ")
      for i in 0..<16 {
        out.append(byte: 0x20)
        if i < row.byteCount { out.append(hex: row.clamped(i, 1)) } else { out.append("  ") }
        if i == 7 { out.append(byte: 0x20) }
      }
      out.append("  ")
      out.append(printable: row)
      out.append("\n")
      offset += 16
    }
  }
}
