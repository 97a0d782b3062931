import Bytes

extension DissectionTree {
  /// A record of Apple's PacketLogger other than a packet.
  package static func packetLogger(
    type: UInt8, _ bytes: RawSpan, into sink: inout some DissectionSink & ~Copyable
  ) {
    let row = PacketLoggerRows.row(type)
    sink.open(
      "PacketLogger",
      detail: "\(row?.name ?? "unknown") (\(TreeText.hex(UInt64(type), bytes: 1)))")
    TreeReader.readAll(row?.parameters ?? [("Data", .rest)], bytes, &sink)
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
