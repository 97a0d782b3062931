import Bytes

/// The layouts of non-packet records of recorders other than the BlueZ monitor.
enum TreeSystem {
  /// - Returns: `nil` for packets and unknown types.
  static func packetLogger(_ type: UInt8) -> WireLayout? {
    switch type {
    case 0xF7:
      [
        ("Process identifier", .u32), ("Message type", .u8), ("Process", .terminatedText),
        ("Sender", .terminatedText), ("Subsystem", .terminatedText),
        ("Category", .terminatedText), ("Message", .restTerminatedText),
      ]
    case _ where PacketLoggerName.isText(type): [("Text", .restTerminatedText)]
    default: nil
    }
  }
}

extension DissectionTree {
  /// A record of Apple's PacketLogger other than a packet.
  package static func packetLogger(
    type: UInt8, _ bytes: RawSpan, into sink: inout some DissectionSink & ~Copyable
  ) {
    let name: StaticString = PacketLoggerName.name(type) ?? "unknown"
    sink.open("PacketLogger", detail: "\(name) (\(TreeText.hex(UInt64(type), bytes: 1)))")
    TreeReader.readAll(TreeSystem.packetLogger(type) ?? [("Data", .rest)], bytes, &sink)
    sink.close()
  }

  /// A message of a serial transport other than a packet.
  package static func serialTransport(
    _ title: String, name: StaticString?, type: UInt8, _ bytes: RawSpan,
    into sink: inout some DissectionSink & ~Copyable
  ) {
    sink.open(title, detail: "\(name ?? "unknown") (\(type))")
    TreeReader.readAll([("Data", .rest)], bytes, &sink)
    sink.close()
  }
}
