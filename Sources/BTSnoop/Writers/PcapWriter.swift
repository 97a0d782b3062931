import Bytes

/// Writes pcap files of link type 201, 251, 254 or 256, little-endian.
///
/// Its files read back as the same records except for what pcap or the link type does not have:
/// drops, adapters outside of 254, and times before 1970 or after 2106, which are clamped.
package struct PcapWriter: RecordWriter {
  package let linkType: LinkType
  /// Whether time stamps have nanoseconds; else they are rounded down to microseconds.
  package let hasNanoseconds: Bool

  package init(_ linkType: LinkType = .h4WithDirection, hasNanoseconds: Bool = false) {
    self.linkType = linkType
    self.hasNanoseconds = hasNanoseconds
  }

  package func appendHeader(to writer: inout ByteWriter) {
    writer.append(uint32LittleEndian: hasNanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4)
    writer.append(uint16LittleEndian: 2)
    writer.append(uint16LittleEndian: 4)
    writer.append(uint32LittleEndian: 0)
    writer.append(uint32LittleEndian: 0)
    writer.append(uint32LittleEndian: UInt32(maximumIncludedLength))
    writer.append(uint32LittleEndian: UInt32(linkType.rawValue))
  }

  /// An unknown direction is written as sent; a packet too long for a record is cut.
  /// - Returns: whether the link type supports the record; if not, nothing is written.
  package func append(
    _ record: borrowing CaptureRecord, bytes: RawSpan, to writer: inout ByteWriter
  ) -> Bool {
    guard linkType.carries(record) else { return false }
    let prefix = linkType.prefixLength
    let packet = bytes.clamped(0, count: maximumIncludedLength - prefix)
    let original = max(record.originalLength, bytes.byteCount)
    let time = record.time.heldToUnsigned32
    writer.append(uint32LittleEndian: UInt32(clamping: time.seconds))
    writer.append(
      uint32LittleEndian: hasNanoseconds ? time.nanoseconds : time.nanoseconds / 1000)
    writer.append(uint32LittleEndian: UInt32(packet.byteCount + prefix))
    writer.append(uint32LittleEndian: UInt32(clamping: original + prefix))
    linkType.appendPrefix(of: record, to: &writer)
    writer.append(packet)
    return true
  }
}

extension CaptureTime {
  /// Clamped to 32 bits of seconds since 1970.
  var heldToUnsigned32: CaptureTime {
    if seconds < 0 { return CaptureTime(seconds: 0, nanoseconds: 0) }
    guard seconds > Int64(UInt32.max) else { return self }
    return CaptureTime(seconds: Int64(UInt32.max), nanoseconds: 999_999_999)
  }
}
