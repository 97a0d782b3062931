import ATTDissector
import BTSnoop
import Bytes

/// A one-line summary of a record that a recorder wrote beside packets, or a transport for itself.
enum RecorderSummary {
  /// Bytes of a text that are shown.
  private static let textLimit = 300

  static func write(_ record: CaptureRecord, bytes: RawSpan, to out: inout ByteWriter) {
    switch SystemCode.source(record.code) {
    case .monitor, .app: break
    case .packetLogger(let type): packetLogger(type, bytes: bytes, to: &out)
    case .threeWire(let type):
      out.append("H5 ")
      serial(type, name: SerialTransportName.threeWire(type), noun: "packet type ", to: &out)
      if type == 15, bytes.byteCount >= 2,
        let message = SerialTransportName.linkControl(bytes.uint16LittleEndian(at: 0))
      {
        out.append(": ")
        out.append(message)
      }
    case .bcsp(let channel):
      out.append("BCSP ")
      serial(channel, name: SerialTransportName.bcsp(channel), noun: "channel ", to: &out)
      if channel == 1 { text(bytes, to: &out) }
    }
  }

  private static func packetLogger(_ type: UInt8, bytes: RawSpan, to out: inout ByteWriter) {
    out.append("PacketLogger ")
    guard let name = PacketLoggerName.name(of: type) else {
      out.append("record 0x")
      out.append(upperHex: UInt64(type), digits: 2)
      return
    }
    out.append(name)
    if PacketLoggerName.isText(type) { text(bytes, to: &out) }
    if type == PacketLoggerType.syslog.rawValue { syslog(bytes, to: &out) }
  }

  /// Process identifier (u32) and message type (u8); then process, sender, subsystem, category and
  /// message, each terminated by a NUL.
  private static func syslog(_ bytes: RawSpan, to out: inout ByteWriter) {
    guard bytes.byteCount > 5 else { return }
    var texts = bytes.clamped(5)
    let process = texts.clamped(0, count: length(texts))
    for _ in 0..<4 { texts = texts.clamped(length(texts) + 1) }
    out.append(": ")
    out.append(process)
    out.append("[")
    out.append(decimal: UInt64(bytes.uint32LittleEndian(at: 0)))
    out.append("]")
    text(texts, to: &out)
  }

  private static func serial(
    _ type: UInt8, name: StaticString?, noun: StaticString, to out: inout ByteWriter
  ) {
    switch SerialFault(rawValue: type) {
    case .damaged: out.append("frame, damaged")
    case .repeated: out.append("frame, sent again")
    case nil:
      if let name {
        out.append(name)
      } else {
        out.append(noun)
        out.append(decimal: UInt64(type))
      }
    }
  }

  /// Text up to a NUL, without surrounding white space; escaping is up to the caller.
  private static func text(_ bytes: RawSpan, to out: inout ByteWriter) {
    var start = 0
    var end = length(bytes)
    while end > start, bytes.uint8(at: end - 1) <= 0x20 { end -= 1 }
    while start < end, bytes.uint8(at: start) <= 0x20 { start += 1 }
    guard start < end else { return }
    out.append(": ")
    let isLong = end - start > textLimit
    if isLong {
      end = start + textLimit
      // Do not cut within a character.
      while end > start, bytes.uint8(at: end) & 0xC0 == 0x80 { end -= 1 }
    }
    out.append(bytes.clamped(start, count: end - start))
    if isLong { out.append("...") }
  }

  private static func length(_ text: RawSpan) -> Int {
    for i in 0..<text.byteCount where text.uint8(at: i) == 0 { return i }
    return text.byteCount
  }
}
