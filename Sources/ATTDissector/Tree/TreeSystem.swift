import Bytes

extension DissectionTree {
  /// A record of Apple's PacketLogger other than a packet.
  package static func packetLogger(
    type: UInt8, bytes: RawSpan, into sink: inout TreeWriter
  ) {
    let row = PacketLoggerRows.row(type)
    sink.open("PacketLogger", name: row?.name ?? "unknown", code: UInt64(type), bytes: 1)
    TreeReader.readAll(row?.parameters ?? WireTables.data, bytes: bytes, to: &sink)
    sink.close()
  }

  /// A message of a serial transport other than a packet.
  package static func serialTransport(
    _ title: StaticString, name: StaticString?, type: UInt8, bytes: RawSpan,
    into sink: inout TreeWriter
  ) {
    sink.open(title) {
      $0.append(name ?? "unknown")
      $0.append(" (")
      $0.append(decimal: UInt64(type))
      $0.append(")")
    }
    TreeReader.readAll(WireTables.data, bytes: bytes, to: &sink)
    sink.close()
  }
}
