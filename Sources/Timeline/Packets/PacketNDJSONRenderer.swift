import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText
import PacketList

/// One JSON object per line, one line per record.
package final class PacketNDJSONRenderer: PacketRenderer {
  private let out: OutputStream
  private var head = RecordHead(
    clock: TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6))

  private var captures: CaptureKeys?
  /// `,"connection":1,...,"type":"acl","length":`, by what it says.
  private var origins = KeyedTexts(places: 7, size: 128)
  /// `{"opcode":27,"name":"Handle Value Notification"` of each opcode that was met.
  private var opcodes = KeyedTexts(places: 8, size: 80)

  /// - captureKey: of the capture that a record is from; `nil` to leave that out.
  package init(_ out: OutputStream, captureKey: ((CaptureInfo) -> CaptureKey?)? = nil) {
    self.out = out
    captures = captureKey.map { CaptureKeys($0) }
  }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    captures?.add(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    head = RecordHead(clock: clock)
  }

  package func end(_ summary: CaptureSummary) {}

  package func packet(
    _ record: CaptureRecord, bytes: RawSpan, packet: PacketDescription
  ) {
    out.lineEnds(at: write(record, packet: packet, to: &out.buffer))
  }

  /// - Returns: the size of the buffer after that.
  private func write(
    _ record: CaptureRecord, packet: PacketDescription, to line: inout ByteWriter
  ) -> Int {
    head.write(frame: record.frame, time: record.time, adapter: record.adapter, to: &line)
    let key = packet.originKey(of: record)
    if key == 0 || !origins.append(key, to: &line) {
      let start = line.count
      Self.origin(record, packet: packet, to: &line)
      if key != 0 { origins.keep(line.bytes.clamped(start), for: key) }
    }
    line.append(decimal: record.originalLength)
    line.append(",\"summary\":\"")
    if packet.summaryHoldsText {
      line.append(untrusted: packet.summary.bytes, escaping: .json)
    } else {
      line.append(packet.summary.bytes)
    }
    line.append("\"")
    if let radio = record.radio { write(radio, packet: packet, to: &line) }
    if let channel = packet.channel {
      line.append(",\"l2cap_channel\":")
      line.append(decimal: channel.number)
      line.append(",\"psm\":")
      line.append(decimal: UInt64(channel.psm.rawValue))
    }
    if !packet.att.isEmpty { write(packet, to: &line) }
    if captures?.hasMembers == true, let members = captures?.members(of: record.frame) {
      line.append(members)
    }
    line.append("}\n")
    return line.count
  }

  /// Whose it is, where it went, what it is: all up to the number of its length.
  private static func origin(
    _ record: CaptureRecord, packet: PacketDescription, to line: inout ByteWriter
  ) {
    if packet.connectionNumber > 0 {
      line.append(",\"connection\":")
      line.append(decimal: packet.connectionNumber)
    }
    if let handle = packet.connectionHandle {
      line.append(",\"connection_handle\":")
      line.append(decimal: UInt64(handle))
    }
    switch record.direction {
    case .sent: line.append(",\"direction\":\"sent\"")
    case .received: line.append(",\"direction\":\"received\"")
    case .unknown: break
    }
    if let from = packet.from {
      line.append(",\"from\":")
      line.append(jsonWord: from.name)
    }
    line.append(",\"type\":\"")
    line.append(record.kind.name)
    line.append("\",\"length\":")
  }

  /// What a sniffer heard, and what the session derived from it.
  private func write(
    _ radio: RadioInfo, packet: PacketDescription, to line: inout ByteWriter
  ) {
    if let channel = radio.channel {
      line.append(",\"channel\":")
      line.append(decimal: UInt64(channel))
    }
    if let rssi = radio.rssi {
      line.append(",\"rssi_dbm\":")
      line.append(decimal: Int(rssi))
    }
    guard let link = packet.link else { return }
    if let isGood = link.crcOK { line.append(isGood ? ",\"crc_ok\":true" : ",\"crc_ok\":false") }
    if link.isEncrypted { line.append(",\"encrypted\":true") }
    if link.isRetransmission { line.append(",\"retransmission\":true") }
  }

  private func write(_ packet: PacketDescription, to line: inout ByteWriter) {
    line.append(",\"att\":[")
    for index in packet.att.indices {
      let info = packet.att[index]
      if index > 0 { line.append(",") }
      write(info.opcode, to: &line)
      if let handle = info.handle {
        line.append(",\"handle\":")
        line.append(decimal: UInt64(handle))
      }
      if let uuid = info.uuid {
        line.append(",\"uuid\":")
        line.append(json: uuid)
      }
      line.append(",\"value\":\"")
      line.append(hex: packet.bytes.bytes(in: info.value))
      line.append("\"")
      if let error = info.error {
        line.append(",\"error\":")
        line.append(decimal: UInt64(error))
      }
      line.append("}")
    }
    line.append("]")
  }
}

extension PacketNDJSONRenderer {
  private func write(_ opcode: ATTOpcode, to line: inout ByteWriter) {
    let key = UInt64(opcode.rawValue)
    if opcodes.append(key, to: &line) { return }
    let start = line.count
    line.append("{\"opcode\":")
    line.append(decimal: UInt64(opcode.rawValue))
    if let name = opcode.name {
      line.append(",\"name\":\"")
      line.append(name)
      line.append("\"")
    }
    opcodes.keep(line.bytes.clamped(start), for: key)
  }
}

extension PacketDescription {
  /// A number that stands for all that `origin` writes; 0 if the connection's number is too large for that.
  fileprivate func originKey(of record: CaptureRecord) -> UInt64 {
    guard let connection = UInt32(exactly: connectionNumber) else { return 0 }
    let handle = connectionHandle.map { 0x1_0000 | UInt64($0) } ?? 0
    let sender: UInt64 =
      switch from {
      case nil: 0
      case .central: 1
      case .peripheral: 2
      }
    return 1 << 63 | UInt64(connection) << 24 | handle << 7 | sender << 5
      | UInt64(record.direction.rawValue) << 3 | UInt64(record.kind.rawValue)
  }
}

extension RecordKind {
  /// The word for scripts.
  package var name: StaticString {
    switch self {
    case .command: "command"
    case .event: "event"
    case .acl: "acl"
    case .sco: "sco"
    case .iso: "iso"
    case .linkLayer: "ll"
    case .system: "system"
    case .unknown: "unknown"
    }
  }
}
