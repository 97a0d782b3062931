import Bytes

/// Writes pcapng files: one section, little-endian, with an interface for each link type.
///
/// Its files read back as the same records except for what pcapng or the link types do not have:
/// adapters outside of 254, and times before 1970, which are clamped.
package struct PcapNGWriter: RecordWriter {
  /// A link type that may be written, and its interface once it exists.
  private struct Interface {
    var linkType: LinkType
    var number: UInt32?
    /// The capture whose packets it has; `nil`: those of all.
    var file: Int?
    /// Its name in the file; empty: none.
    var name: [UInt8] = []
    /// Packets lost in total.
    var drops: UInt64 = 0
  }

  /// Whether time stamps have nanoseconds; else they are rounded down to microseconds.
  package let hasNanoseconds: Bool
  /// What the section header says of the program that wrote it; empty: nothing.
  package var application: [UInt8] = []
  private var interfaces: [Interface]
  private var count: UInt32 = 1
  private var lost = LostPackets()
  /// Packets lost in each capture, where records of several are mixed.
  private var lostByFile: [LostPackets] = []
  /// Comments of the next record.
  private var comments: [[UInt8]] = []
  /// Ticks of the last record.
  private var end: UInt64 = 0

  /// - linkType: of the first interface, which is written even without records.
  /// - others: link types whose interfaces are written before their first record. A record is
  ///   written under the first link type that carries it.
  package init(_ linkType: LinkType, others: [LinkType] = [], hasNanoseconds: Bool = false) {
    self.hasNanoseconds = hasNanoseconds
    interfaces =
      [Interface(linkType: linkType, number: 0)]
      + others.map { Interface(linkType: $0, number: nil) }
  }

  /// Gives each capture interfaces of its own; call it before anything is written.
  /// - names: of the captures.
  package mutating func separate(_ names: [String]) {
    let all = interfaces
    interfaces = names.enumerated().flatMap { file, name in
      all.map { interface in
        var own = interface
        own.number = nil
        own.file = file
        own.name = Array((name.split(separator: "/").last ?? "").utf8.prefix(255))
        return own
      }
    }
    lostByFile = Array(repeating: LostPackets(), count: names.count)
    if interfaces.isEmpty { interfaces = all }
  }

  package mutating func appendHeader(to writer: inout ByteWriter) {
    for index in interfaces.indices {
      interfaces[index].number = index == 0 ? 0 : nil
      interfaces[index].drops = 0
    }
    count = 1
    lost = LostPackets()
    lostByFile = lostByFile.map { _ in LostPackets() }
    end = 0
    let options = application.isEmpty ? 0 : 8 + (application.count + 3) & ~3
    let length = UInt32(28 + options)
    writer.append(uint32LittleEndian: PcapNGBlockType.sectionHeader)
    writer.append(uint32LittleEndian: length)
    writer.append(uint32LittleEndian: 0x1A2B_3C4D)
    writer.append(uint16LittleEndian: 1)
    writer.append(uint16LittleEndian: 0)
    // The section length: unknown, since what follows is not known yet.
    writer.append(uint32LittleEndian: .max)
    writer.append(uint32LittleEndian: .max)
    if !application.isEmpty {
      Self.append(PcapNGOption.application, text: application, to: &writer)
      writer.append(uint32LittleEndian: UInt32(PcapNGOption.end))
    }
    writer.append(uint32LittleEndian: length)
    appendInterface(interfaces[0], to: &writer)
  }

  private func appendInterface(_ interface: Interface, to writer: inout ByteWriter) {
    let name = interface.name
    let length = UInt32(32 + (name.isEmpty ? 0 : 4 + (name.count + 3) & ~3))
    writer.append(uint32LittleEndian: PcapNGBlockType.interfaceDescription)
    writer.append(uint32LittleEndian: length)
    writer.append(uint16LittleEndian: interface.linkType.rawValue)
    writer.append(uint16LittleEndian: 0)
    writer.append(uint32LittleEndian: UInt32(maximumIncludedLength))
    if !name.isEmpty {
      // if_name.
      writer.append(uint16LittleEndian: 2)
      writer.append(uint16LittleEndian: UInt16(name.count))
      writer.append(name)
      writer.append(repeating: 0, count: -name.count & 3)
    }
    // if_tsresol: decimals of a second; then the end of the options.
    writer.append(uint16LittleEndian: 9)
    writer.append(uint16LittleEndian: 1)
    writer.append(uint32LittleEndian: hasNanoseconds ? 9 : 6)
    writer.append(uint32LittleEndian: 0)
    writer.append(uint32LittleEndian: length)
  }

  /// An unknown direction is written as sent; a packet too long for a record is cut.
  /// - Returns: whether one of the link types supports the record; if not, nothing is written.
  package mutating func append(
    _ record: borrowing CaptureRecord, bytes: RawSpan, to writer: inout ByteWriter
  ) -> Bool {
    for index in interfaces.indices {
      let linkType = interfaces[index].linkType
      let file = interfaces[index].file
      if let file, file != record.file { continue }
      guard linkType.carries(record) else { continue }
      let number: UInt32
      if let known = interfaces[index].number {
        number = known
      } else {
        appendInterface(interfaces[index], to: &writer)
        number = count
        interfaces[index].number = number
        count += 1
      }
      let lost =
        lostByFile.indices.contains(record.file)
        ? lostByFile[record.file].before(record) : lost.before(record)
      interfaces[index].drops += UInt64(lost)
      end = ticks(record.time)
      appendPacket(
        record, bytes: bytes, linkType: linkType, interface: number, lost: lost, to: &writer)
      return true
    }
    return false
  }

  /// Interface Statistics Blocks of the interfaces that have lost packets.
  package mutating func appendTrailer(to writer: inout ByteWriter) {
    for interface in interfaces {
      guard let number = interface.number, interface.drops > 0 else { continue }
      writer.append(uint32LittleEndian: PcapNGBlockType.interfaceStatistics)
      writer.append(uint32LittleEndian: 40)
      writer.append(uint32LittleEndian: number)
      writer.append(uint32LittleEndian: UInt32(truncatingIfNeeded: end >> 32))
      writer.append(uint32LittleEndian: UInt32(truncatingIfNeeded: end))
      append(PcapNGOption.interfaceDrops, value: interface.drops, to: &writer)
      writer.append(uint32LittleEndian: 40)
    }
  }

  package mutating func comment(_ text: [UInt8]) -> Bool {
    guard comments.count < PcapNGPacket.commentLimit else { return false }
    comments.append(text.count > Int(UInt16.max) ? Array(text.prefix(Int(UInt16.max))) : text)
    return true
  }

  package var commentLength: Int {
    comments.isEmpty ? 0 : comments.reduce(4) { $0 + 4 + ($1.count + 3) & ~3 }
  }

  package mutating func cutComments(to length: Int) -> Int {
    let count = comments.count
    while commentLength > length { comments.removeLast() }
    return count - comments.count
  }

  static func append(_ option: UInt16, text: [UInt8], to writer: inout ByteWriter) {
    writer.append(uint16LittleEndian: option)
    writer.append(uint16LittleEndian: UInt16(text.count))
    writer.append(text)
    writer.append(repeating: 0, count: -text.count & 3)
  }

  /// A single option of 64 bits.
  private func append(_ option: UInt16, value: UInt64, to writer: inout ByteWriter) {
    writer.append(uint16LittleEndian: option)
    writer.append(uint16LittleEndian: 8)
    writer.append(uint32LittleEndian: UInt32(truncatingIfNeeded: value))
    writer.append(uint32LittleEndian: UInt32(truncatingIfNeeded: value >> 32))
    writer.append(uint32LittleEndian: UInt32(PcapNGOption.end))
  }

  /// An Enhanced Packet Block; options say how many packets were lost before it, and what was
  /// commented.
  private mutating func appendPacket(
    _ record: borrowing CaptureRecord, bytes: RawSpan, linkType: LinkType, interface: UInt32,
    lost: UInt32, to writer: inout ByteWriter
  ) {
    let prefix = linkType.prefixLength
    let packet = bytes.clamped(0, count: maximumIncludedLength - prefix)
    let included = packet.byteCount + prefix
    let padding = -included & 3
    let original = max(record.originalLength, bytes.byteCount)
    // The end of the options counts once.
    let options = lost > 0 ? 16 + max(0, commentLength - 4) : commentLength
    let total = UInt32(32 + included + padding + options)
    writer.append(uint32LittleEndian: PcapNGBlockType.enhancedPacket)
    writer.append(uint32LittleEndian: total)
    writer.append(uint32LittleEndian: interface)
    writer.append(uint32LittleEndian: UInt32(truncatingIfNeeded: end >> 32))
    writer.append(uint32LittleEndian: UInt32(truncatingIfNeeded: end))
    writer.append(uint32LittleEndian: UInt32(included))
    writer.append(uint32LittleEndian: UInt32(clamping: original + prefix))
    linkType.appendPrefix(of: record, to: &writer)
    writer.append(packet)
    writer.append(repeating: 0, count: padding)
    for comment in comments { Self.append(PcapNGOption.comment, text: comment, to: &writer) }
    if lost > 0 {
      append(PcapNGOption.packetDropCount, value: UInt64(lost), to: &writer)
    } else if !comments.isEmpty {
      writer.append(uint32LittleEndian: UInt32(PcapNGOption.end))
    }
    if !comments.isEmpty { comments.removeAll() }
    writer.append(uint32LittleEndian: total)
  }

  /// Since 1970, clamped to 64 bits.
  private func ticks(_ time: CaptureTime) -> UInt64 {
    guard time.seconds >= 0 else { return 0 }
    let perSecond: UInt64 = hasNanoseconds ? 1_000_000_000 : 1_000_000
    let (whole, overflow) = UInt64(time.seconds).multipliedReportingOverflow(by: perSecond)
    let rest = UInt64(hasNanoseconds ? time.nanoseconds : time.nanoseconds / 1000)
    let (ticks, carry) = whole.addingReportingOverflow(rest)
    return overflow || carry ? .max : ticks
  }
}
