import Bytes

/// Writes btsnoop files, which read back as the same records.
package struct BTSnoopWriter: RecordWriter {
  package enum Datalink: UInt32, Sendable {
    /// Packets only, without their adapter.
    case h4 = 1002
    /// BlueZ monitor: packets, adapters and notes; a `nil` adapter is written as no adapter.
    case monitor = 2001
  }

  package let datalink: Datalink

  package init(_ datalink: Datalink) { self.datalink = datalink }

  package func appendHeader(to writer: inout ByteWriter) {
    writer.append(BTSnoopParser.magic)
    writer.append(uint32BigEndian: 1)
    writer.append(uint32BigEndian: datalink.rawValue)
  }

  /// An unknown direction is written as sent; a packet too long for a record is cut.
  /// - Returns: whether the datalink supports the record; if not, nothing is written.
  package func append(
    _ record: borrowing CaptureRecord, bytes: RawSpan, to writer: inout ByteWriter
  ) -> Bool {
    let type: UInt8
    let flags: UInt32
    switch datalink {
    case .h4:
      guard let h4Type = record.h4Type else { return false }
      type = h4Type
      flags = Self.flags(record)
    case .monitor:
      guard let opcode = record.monitorOpcode else { return false }
      type = 0
      flags = UInt32(record.adapter ?? noAdapter) << 16 | UInt32(opcode)
    }
    let overhead = datalink == .h4 ? 1 : 0
    let packet = bytes.clamped(0, count: maximumIncludedLength - overhead)
    let original = max(record.originalLength, bytes.byteCount)
    writer.append(uint32BigEndian: UInt32(clamping: original + overhead))
    writer.append(uint32BigEndian: UInt32(packet.byteCount + overhead))
    writer.append(uint32BigEndian: flags)
    writer.append(uint32BigEndian: record.cumulativeDrops)
    writer.append(uint64BigEndian: UInt64(bitPattern: Self.microseconds(record.time)))
    if datalink == .h4 { writer.append(byte: type) }
    writer.append(packet)
    return true
  }

  private static func flags(_ record: borrowing CaptureRecord) -> UInt32 {
    switch record.kind {
    case .command: 2
    case .event: 3
    default: record.direction == .received ? 1 : 0
    }
  }

  /// Since year 0, clamped to 64 bits.
  static func microseconds(_ time: CaptureTime) -> Int64 {
    let seconds = Int128(time.seconds) + Int128(BTSnoopParser.epochSeconds)
    return Int64(clamping: seconds * 1_000_000 + Int128(time.nanoseconds / 1000))
  }
}
