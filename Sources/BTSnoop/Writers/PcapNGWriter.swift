import ByteReader

/// Writes pcapng files: one section, little-endian, with an interface for each link type.
///
/// What it writes reads back as the same records but for what pcapng or the link types have no place
/// for: drops, adapters outside of 254, and times before 1970, which are held there.
package struct PcapNGWriter: RecordWriter {
  /// A link type that may be written, and its interface once there is one.
  private struct Interface {
    var linkType: LinkType
    var number: UInt32?
  }

  /// Whether time stamps have nanoseconds; else they are rounded down to microseconds.
  package let hasNanoseconds: Bool
  private var interfaces: [Interface]
  private var count: UInt32 = 1

  /// - linkType: of the first interface, which is there also without records.
  /// - others: those whose interfaces come before their first record. A record is written under the
  ///   first that carries it.
  package init(_ linkType: LinkType, others: [LinkType] = [], hasNanoseconds: Bool = false) {
    self.hasNanoseconds = hasNanoseconds
    interfaces =
      [Interface(linkType: linkType, number: 0)]
      + others.map { Interface(linkType: $0, number: nil) }
  }

  package func appendHeader(to writer: inout ByteWriter) {
    writer.append(uint32LittleEndian: PcapNGBlockType.sectionHeader)
    writer.append(uint32LittleEndian: 28)
    writer.append(uint32LittleEndian: 0x1A2B_3C4D)
    writer.append(uint16LittleEndian: 1)
    writer.append(uint16LittleEndian: 0)
    // The length of the section: not known, since what comes is not known.
    writer.append(uint32LittleEndian: .max)
    writer.append(uint32LittleEndian: .max)
    writer.append(uint32LittleEndian: 28)
    appendInterface(interfaces[0].linkType, to: &writer)
  }

  private func appendInterface(_ linkType: LinkType, to writer: inout ByteWriter) {
    writer.append(uint32LittleEndian: PcapNGBlockType.interfaceDescription)
    writer.append(uint32LittleEndian: 32)
    writer.append(uint16LittleEndian: linkType.rawValue)
    writer.append(uint16LittleEndian: 0)
    writer.append(uint32LittleEndian: UInt32(maximumIncludedLength))
    // if_tsresol: decimals of a second; then the end of the options.
    writer.append(uint16LittleEndian: 9)
    writer.append(uint16LittleEndian: 1)
    writer.append(uint32LittleEndian: hasNanoseconds ? 9 : 6)
    writer.append(uint32LittleEndian: 0)
    writer.append(uint32LittleEndian: 32)
  }

  /// An unknown direction is written as sent; a packet too long for a record is cut.
  /// - Returns: whether one of the link types can carry such a record; if not, nothing is written.
  package mutating func append(
    _ record: borrowing CaptureRecord, _ bytes: RawSpan, to writer: inout ByteWriter
  ) -> Bool {
    for index in interfaces.indices {
      let linkType = interfaces[index].linkType
      guard linkType.carries(record) else { continue }
      let number: UInt32
      if let known = interfaces[index].number {
        number = known
      } else {
        appendInterface(linkType, to: &writer)
        number = count
        interfaces[index].number = number
        count += 1
      }
      appendPacket(record, bytes, linkType, number, to: &writer)
      return true
    }
    return false
  }

  /// An Enhanced Packet Block without options.
  private func appendPacket(
    _ record: borrowing CaptureRecord, _ bytes: RawSpan, _ linkType: LinkType, _ interface: UInt32,
    to writer: inout ByteWriter
  ) {
    let prefix = linkType.prefixLength
    let packet = bytes.clamped(0, maximumIncludedLength - prefix)
    let included = packet.byteCount + prefix
    let padding = -included & 3
    let original = max(record.originalLength, bytes.byteCount)
    let ticks = ticks(record.time)
    let total = UInt32(32 + included + padding)
    writer.append(uint32LittleEndian: PcapNGBlockType.enhancedPacket)
    writer.append(uint32LittleEndian: total)
    writer.append(uint32LittleEndian: interface)
    writer.append(uint32LittleEndian: UInt32(truncatingIfNeeded: ticks >> 32))
    writer.append(uint32LittleEndian: UInt32(truncatingIfNeeded: ticks))
    writer.append(uint32LittleEndian: UInt32(included))
    writer.append(uint32LittleEndian: UInt32(clamping: original + prefix))
    linkType.appendPrefix(of: record, to: &writer)
    writer.append(packet)
    writer.append(repeating: 0, count: padding)
    writer.append(uint32LittleEndian: total)
  }

  /// Since 1970, held at the ends of 64 bits.
  private func ticks(_ time: CaptureTime) -> UInt64 {
    guard time.seconds >= 0 else { return 0 }
    let perSecond: UInt64 = hasNanoseconds ? 1_000_000_000 : 1_000_000
    let (whole, overflow) = UInt64(time.seconds).multipliedReportingOverflow(by: perSecond)
    let rest = UInt64(hasNanoseconds ? time.nanoseconds : time.nanoseconds / 1000)
    let (ticks, carry) = whole.addingReportingOverflow(rest)
    return overflow || carry ? .max : ticks
  }
}
