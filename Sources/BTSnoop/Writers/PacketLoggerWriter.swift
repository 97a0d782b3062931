import Bytes

/// Writes PacketLogger files, which read back as the same records except for what the format does
/// not have: adapters, drops, and times before 1970 or after 2106, which are clamped.
package struct PacketLoggerWriter: RecordWriter {
  /// Whether numbers are big-endian, as Apple's own tool writes them.
  package let isBigEndian: Bool

  package init(isBigEndian: Bool = true) { self.isBigEndian = isBigEndian }

  /// The format has no file header.
  package func appendHeader(to writer: inout ByteWriter) {}

  /// An unknown direction is written as sent. Of a cut packet, the bytes present are written: the
  /// format cannot give the original length.
  /// - Returns: whether the format supports the record; if not, nothing is written.
  package func append(
    _ record: borrowing CaptureRecord, bytes: RawSpan, to writer: inout ByteWriter
  ) -> Bool {
    guard let type = Self.type(record) else { return false }
    let packet = bytes.clamped(0, count: maximumIncludedLength)
    let header = PacketLoggerHeader.size - PacketLoggerHeader.lengthSize
    append(UInt32(packet.byteCount + header), to: &writer)
    let time = record.time.heldToUnsigned32
    append(UInt32(clamping: time.seconds), to: &writer)
    append(time.nanoseconds / 1000, to: &writer)
    writer.append(byte: type.rawValue)
    writer.append(packet)
    return true
  }

  private func append(_ number: UInt32, to writer: inout ByteWriter) {
    writer.append(uint32BigEndian: isBigEndian ? number : number.byteSwapped)
  }

  private static func type(_ record: borrowing CaptureRecord) -> PacketLoggerType? {
    let isReceived = record.direction == .received
    switch record.kind {
    case .command: return .command
    case .event: return .event
    case .acl: return isReceived ? .aclReceived : .aclSent
    case .sco: return isReceived ? .scoReceived : .scoSent
    case .iso: return isReceived ? .isoReceived : .isoSent
    case .system:
      guard case .packetLogger(let type) = SystemCode.source(record.code) else { return nil }
      return PacketLoggerType(rawValue: type)
    case .unknown, .linkLayer: return nil
    }
  }
}
