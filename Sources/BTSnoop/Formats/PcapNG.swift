import Bytes

/// pcapng: blocks of a type, a length, a body and the length again (draft-ietf-opsawg-pcapng).
///
/// A reader of our own, since libpcap refuses a second interface of another link type.
package struct PcapNGParser: CaptureParser {
  /// Largest block, in bytes: a longer one is bogus.
  static let maximumBlockLength = 16 << 20
  /// The most interfaces of a section to remember.
  static let maximumInterfaces = 4096
  /// The most connection handles that all interfaces together remember; then they are cleared.
  static let maximumHandles = 65_536
  /// The most unsupported link types to count separately.
  static let maximumUnreadLinkTypes = 16
  private static let minimumBlockLength = 12

  private let name: String
  private let file: Int
  private var order: PcapNGByteOrder?
  private var interfaces: [PcapNGInterface] = []
  /// Connection handles whose directions all interfaces together remember.
  private var rememberedHandles = 0
  /// Bytes consumed of the file.
  private var offset: Int64 = 0
  /// The rest of a block that is too large to store, and the length that must follow it.
  private var skipping: (rest: Int, total: UInt32, start: Int64)?
  private var output: PcapOutput

  package var nextFrame: UInt64 { output.nextFrame }
  package var isStopped: Bool { output.isStopped }
  /// Packets that the recorder has lost so far.
  package var drops: UInt32 { output.drops }

  package init(name: String, file: Int = 0, firstFrame: UInt64 = 1) {
    self.name = name
    self.file = file
    self.output = PcapOutput(name: name, file: file, format: .pcapng, firstFrame: firstFrame)
  }

  package mutating func consume(
    _ bytes: RawSpan, atEnd: Bool, into sink: inout some RecordSink
  ) throws(CaptureError) -> Int {
    var position = 0
    let start = offset
    defer { offset = start + Int64(position) }
    while !isStopped {
      let rest = bytes.clamped(position)
      let used = try consumeBlock(rest, at: start + Int64(position), atEnd: atEnd, into: &sink)
      if used == 0 { break }
      position += used
    }
    if atEnd, !isStopped {
      try end(bytes.clamped(position), at: start + Int64(position), into: &sink)
      position = bytes.byteCount
    }
    return position
  }

  /// - Returns: bytes consumed; 0 if more are needed, or if the end cuts the block.
  private mutating func consumeBlock(
    _ bytes: RawSpan, at start: Int64, atEnd: Bool, into sink: inout some RecordSink
  ) throws(CaptureError) -> Int {
    if skipping != nil { return try skip(bytes) }
    guard bytes.byteCount >= Self.minimumBlockLength else { return 0 }
    let isSection = bytes.uint32LittleEndian(at: 0) == PcapNGBlockType.sectionHeader
    if isSection { order = try byteOrder(of: bytes, at: start) }
    guard let order else {
      throw CaptureError(.unusable, file: name, "the file does not begin with a section header")
    }
    let type = order.uint32(bytes, offset: 0)
    let total = order.uint32(bytes, offset: 4)
    guard total >= Self.minimumBlockLength, total <= Self.maximumBlockLength else {
      throw damaged(
        start, message: "the block of type \(type) claims \(total) bytes, which no block can have")
    }
    let length = Int(total)
    let isWhole = length <= bytes.byteCount
    guard isWhole || atEnd || bytes.byteCount >= maximumPending else { return 0 }
    if isWhole {
      let trailer = order.uint32(bytes, offset: length - 4)
      guard trailer == total else { throw disagree(start, first: total, second: trailer) }
    }
    let block = bytes.clamped(0, count: length - 4)
    if let fixedLength = PcapNGPacket.fixedLength(type) {
      guard length - 4 >= fixedLength else { throw tooShort(start, type: type, total: total) }
      guard block.byteCount >= fixedLength else { return 0 }
      try packet(
        type, block: block, order: order, room: length - 4 - fixedLength, at: start, into: &sink)
    } else if isWhole || !atEnd {
      try describe(type, block: block, order: order, total: total, at: start)
    }
    if isWhole { return length }
    if atEnd {
      guard PcapNGPacket.fixedLength(type) != nil else { return 0 }
      if !isStopped { output.cut(bytes.byteCount, of: length, at: start, into: &sink) }
      return bytes.byteCount
    }
    skipping = (length - 4 - block.byteCount, total, start)
    return block.byteCount
  }

  private mutating func skip(_ bytes: RawSpan) throws(CaptureError) -> Int {
    guard let (rest, total, start) = skipping, let order else { return 0 }
    if rest > 0 {
      let used = min(rest, bytes.byteCount)
      skipping = (rest - used, total, start)
      return used
    }
    guard bytes.byteCount >= 4 else { return 0 }
    let trailer = order.uint32(bytes, offset: 0)
    guard trailer == total else { throw disagree(start, first: total, second: trailer) }
    skipping = nil
    return 4
  }

  /// - bytes: at least the smallest block.
  private func byteOrder(of bytes: RawSpan, at start: Int64) throws(CaptureError) -> PcapNGByteOrder
  {
    let magic = bytes.uint32LittleEndian(at: PcapNGByteOrder.magicOffset)
    guard let order = PcapNGByteOrder(magic: magic) else {
      let message = "the section header has no byte-order magic"
      if start == 0 { throw CaptureError(.unusable, file: name, message) }
      throw damaged(start, message: message)
    }
    return order
  }

  /// A block without a packet.
  private mutating func describe(
    _ type: UInt32, block: RawSpan, order: PcapNGByteOrder, total: UInt32, at start: Int64
  ) throws(CaptureError) {
    switch type {
    case PcapNGBlockType.sectionHeader:
      guard block.byteCount >= 24 else { throw tooShort(start, type: type, total: total) }
      let major = order.uint16(block, offset: 12)
      guard major == 1 else {
        throw CaptureError(
          start == 0 ? .unusable : .damaged, file: name, offset: start == 0 ? nil : start,
          "pcapng version \(major) is not known, only version 1")
      }
      closeInterfaces()
      PcapNGOption.forEach(in: block, from: 24, order: order) { code, offset, length in
        output.beside.count(code, of: .section)
        guard code == PcapNGOption.application else { return }
        if let how = RedactionMark.reading(block.clamped(offset, count: length)) {
          output.redaction = how
          // The mark counts for none: `redact` writes one of its own.
          output.beside.recorderTexts -= 1
        }
      }
    case PcapNGBlockType.interfaceDescription:
      guard block.byteCount >= PcapNGInterface.fixedLength else {
        throw tooShort(start, type: type, total: total)
      }
      guard interfaces.count < Self.maximumInterfaces else {
        throw damaged(start, message: "more than \(Self.maximumInterfaces) interfaces in a section")
      }
      PcapNGOption.forEach(in: block, from: PcapNGInterface.fixedLength, order: order) {
        code, _, _ in
        output.beside.count(code, of: .interface)
      }
      let interface = PcapNGInterface(block, order)
      interfaces.append(interface)
      output.add(interface.linkType, isFine: interface.clock.isFinerThanMicroseconds)
    case PcapNGBlockType.interfaceStatistics:
      // Packets do not depend on it: skip an invalid one.
      guard block.byteCount >= PcapNGInterface.statisticsLength else { return }
      PcapNGOption.forEach(in: block, from: PcapNGInterface.statisticsLength, order: order) {
        code, _, _ in output.beside.count(code, of: .other)
      }
      let interface = Int(order.uint32(block, offset: 8))
      guard interface < interfaces.count else { return }
      interfaces[interface].readStatistics(block, order: order)
    default: output.beside.otherBlocks += 1
    }
  }

  /// Later packets do not belong to the section's interfaces.
  private mutating func closeInterfaces() {
    for interface in interfaces { output.addCounted(drops: interface.drops) }
    interfaces.removeAll()
    rememberedHandles = 0
  }

  private mutating func packet(
    _ type: UInt32, block: RawSpan, order: PcapNGByteOrder, room: Int, at start: Int64,
    into sink: inout some RecordSink
  ) throws(CaptureError) {
    let packet = PcapNGPacket(type, block, order, room: room, interfaces: interfaces)
    guard packet.interface < interfaces.count else {
      throw damaged(
        start,
        message:
          "the packet is of interface \(packet.interface), but the section has \(interfaces.count)")
    }
    guard packet.included <= maximumIncludedLength else {
      throw lyingLength(packet.included, file: name, offset: start)
    }
    guard packet.included <= room else {
      throw damaged(
        start,
        message: "the packet claims \(packet.included) bytes of a block that has room for \(room)")
    }
    let bytes = block.clamped(packet.offset, count: packet.included)
    try output.begin(&sink)
    // A block that is cut, or too large to be held, has no comments: what it has of them would depend
    // on how it is read.
    if packet.comments != nil {
      let isWhole =
        block.byteCount == packet.offset + room && block.byteCount <= maximumPending - 4
      let frame = output.nextFrame
      packet.forEachComment(in: block, order: order) { text, isInLimit in
        if Annotation.isOne(text) {
          output.beside.annotations += 1
        } else if isWhole, isInLimit {
          sink.comment(text, frame: frame)
        } else {
          output.beside.comments += 1
        }
      }
    }
    let remembered = interfaces[packet.interface].directions.count
    let time = packet.ticks.map { interfaces[packet.interface].clock.time($0) }
    output.deliver(
      bytes, linkType: interfaces[packet.interface].linkType, time: time, included: packet.included,
      original: packet.original, drops: packet.drops,
      directions: &interfaces[packet.interface].directions, into: &sink)
    rememberedHandles += interfaces[packet.interface].directions.count - remembered
    if rememberedHandles > Self.maximumHandles {
      for index in interfaces.indices { interfaces[index].directions = InferredDirection() }
      rememberedHandles = 0
    }
  }

  /// - rest: what could not be consumed.
  private mutating func end(_ rest: RawSpan, at start: Int64, into sink: inout some RecordSink)
    throws(CaptureError)
  {
    guard let order, start > 0 || rest.byteCount == 0 else {
      throw cutFileHeader(rest.byteCount, of: 28, name: name)
    }
    try output.begin(&sink)
    if let skipping {
      let present = Int(start - skipping.start) + rest.byteCount
      output.cut(present, of: Int(skipping.total), at: skipping.start, into: &sink)
    } else if rest.byteCount > 0 {
      let isLengthThere = rest.byteCount >= Self.minimumBlockLength
      sink.note(
        CaptureNote(
          .cutHeader(
            present: rest.byteCount,
            needed: isLengthThere ? Int(order.uint32(rest, offset: 4)) : Self.minimumBlockLength),
          file: name, offset: start))
    }
    closeInterfaces()
    output.end(&sink)
  }

  private func damaged(_ offset: Int64, message: String) -> CaptureError {
    CaptureError(.damaged, file: name, offset: offset, message)
  }

  private func disagree(_ start: Int64, first: UInt32, second: UInt32) -> CaptureError {
    damaged(start, message: "the block says \(first) bytes at its start and \(second) at its end")
  }

  private func tooShort(_ start: Int64, type: UInt32, total: UInt32) -> CaptureError {
    damaged(start, message: "the block of type \(type) has \(total) bytes, too few for its fields")
  }
}
