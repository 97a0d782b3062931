import ByteReader

/// Writes pcap files of link type 201 (H4 with direction), little-endian.
///
/// What it writes reads back as the same records but for what pcap has no place for: adapters, drops,
/// and times before 1970 or after 2106, which are held at those ends.
package struct PcapWriter {
  private static let pseudoHeaderLength = 5

  /// Whether time stamps have nanoseconds; else they are rounded down to microseconds.
  package let hasNanoseconds: Bool

  package init(hasNanoseconds: Bool = false) { self.hasNanoseconds = hasNanoseconds }

  package func appendHeader(to writer: inout ByteWriter) {
    writer.append(uint32LittleEndian: hasNanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4)
    writer.append(uint16LittleEndian: 2)
    writer.append(uint16LittleEndian: 4)
    writer.append(uint32LittleEndian: 0)
    writer.append(uint32LittleEndian: 0)
    writer.append(uint32LittleEndian: UInt32(maximumIncludedLength))
    writer.append(uint32LittleEndian: UInt32(LinkType.h4WithDirection.rawValue))
  }

  /// An unknown direction is written as sent; a packet too long for a record is cut.
  /// - Returns: whether the link type can carry such a record; if not, nothing is written.
  package func append(
    _ record: borrowing CaptureRecord, _ bytes: RawSpan, to writer: inout ByteWriter
  ) -> Bool {
    guard let type = record.h4Type else { return false }
    let packet = bytes.clamped(0, maximumIncludedLength - Self.pseudoHeaderLength)
    let original = max(record.originalLength, bytes.byteCount)
    let time = record.time
    writer.append(uint32LittleEndian: UInt32(clamping: time.seconds))
    writer.append(
      uint32LittleEndian: hasNanoseconds ? time.nanoseconds : time.nanoseconds / 1000)
    writer.append(uint32LittleEndian: UInt32(packet.byteCount + Self.pseudoHeaderLength))
    writer.append(uint32LittleEndian: UInt32(clamping: original + Self.pseudoHeaderLength))
    writer.append(uint32BigEndian: record.direction == .received ? 1 : 0)
    writer.append(byte: type)
    writer.append(packet)
    return true
  }
}
