import Bytes

/// Option codes that are read or written (draft-ietf-opsawg-pcapng, sections 3.5 and 4); their
/// meaning depends on the block.
enum PcapNGOption {
  static let end: UInt16 = 0
  /// A comment in UTF-8, in any block; there may be several.
  static let comment: UInt16 = 1
  /// `shb_userappl` of a section header: the program that wrote the file, in UTF-8.
  static let application: UInt16 = 4
  /// 64-bit count of packets lost before a packet.
  static let packetDropCount: UInt16 = 4
  /// 64-bit count of packets that the interface lost, in a statistics block.
  static let interfaceDrops: UInt16 = 5
  static let timeResolution: UInt16 = 9
  static let timeOffset: UInt16 = 14
}

extension BesidePackets {
  enum PcapNGPlace { case section, interface, other }

  /// Counts an option that says something of a person, a computer or a program.
  mutating func count(_ code: UInt16, of place: PcapNGPlace) {
    switch (place, code) {
    case (_, PcapNGOption.comment): comments += 1
    // The hardware, the system, the program; of an interface also the filter.
    case (.section, 2...4), (.interface, 11), (.interface, 12), (.interface, 15):
      recorderTexts += 1
    // Name, description, addresses.
    case (.interface, 2...7): interfaceNames += 1
    // Custom options: only their makers know what is in them.
    case (_, 2988), (_, 2989), (_, 19372), (_, 19373): otherBlocks += 1
    default: break
    }
  }
}

/// Block types that are read (draft-ietf-opsawg-pcapng, section 10); others are skipped.
enum PcapNGBlockType {
  static let sectionHeader: UInt32 = 0x0A0D_0D0A
  static let interfaceDescription: UInt32 = 1
  /// The obsolete Packet Block.
  static let packet: UInt32 = 2
  static let simplePacket: UInt32 = 3
  static let interfaceStatistics: UInt32 = 5
  static let enhancedPacket: UInt32 = 6
}

/// Byte order of a section, from its header.
struct PcapNGByteOrder: Equatable {
  var isBig: Bool

  static let magicOffset = 8

  /// Reads the byte-order magic 1A2B3C4D; `nil` for anything else.
  init?(magic: UInt32) {
    switch magic {
    case 0x1A2B_3C4D: isBig = false
    case 0x4D3C_2B1A: isBig = true
    default: return nil
    }
  }

  func uint16(_ bytes: RawSpan, offset: Int) -> UInt16 {
    let value = bytes.uint16LittleEndian(at: offset)
    return isBig ? value.byteSwapped : value
  }

  func uint32(_ bytes: RawSpan, offset: Int) -> UInt32 {
    let value = bytes.uint32LittleEndian(at: offset)
    return isBig ? value.byteSwapped : value
  }

  /// Two words, the higher one first in both byte orders, as in time stamps.
  func uint64HighFirst(_ bytes: RawSpan, offset: Int) -> UInt64 {
    UInt64(uint32(bytes, offset: offset)) << 32 | UInt64(uint32(bytes, offset: offset + 4))
  }

  func int64(_ bytes: RawSpan, offset: Int) -> Int64 {
    let value = bytes.uint64LittleEndian(at: offset)
    return Int64(bitPattern: isBig ? value.byteSwapped : value)
  }
}

extension PcapNGInterface {
  /// Bytes of an Interface Description Block before its options, from its type.
  static let fixedLength = 16

  /// - block: all but the length at its end; at least `fixedLength` bytes.
  init(_ block: RawSpan, _ order: PcapNGByteOrder) {
    self.init(
      linkType: LinkType(rawValue: order.uint16(block, offset: 8)),
      snapLength: order.uint32(block, offset: 12))
    PcapNGOption.forEach(in: block, from: Self.fixedLength, order: order) { code, offset, length in
      switch (code, length) {
      case (PcapNGOption.timeResolution, 1): clock.resolution = block.uint8(at: offset)
      case (PcapNGOption.timeOffset, 8): clock.offset = order.int64(block, offset: offset)
      default: break
      }
    }
  }
}

extension PcapNGInterface {
  /// Bytes of an Interface Statistics Block before its options, from its type.
  static let statisticsLength = 20

  /// - block: as above; at least `statisticsLength` bytes.
  mutating func readStatistics(_ block: RawSpan, order: PcapNGByteOrder) {
    PcapNGOption.forEach(in: block, from: Self.statisticsLength, order: order) {
      code, offset, length in
      if code == PcapNGOption.interfaceDrops, length == 8 {
        drops = UInt64(bitPattern: order.int64(block, offset: offset))
      }
    }
  }
}

extension PcapNGOption {
  /// - block: all but the length at its end.
  /// - body: gets each option's code, the offset of its value in the block, and the value's length.
  static func forEach(
    in block: RawSpan, from start: Int, order: PcapNGByteOrder,
    _ body: (_ code: UInt16, _ offset: Int, _ length: Int) -> Void
  ) {
    var offset = start
    while block.byteCount - offset >= 4 {
      let code = order.uint16(block, offset: offset)
      let length = Int(order.uint16(block, offset: offset + 2))
      offset += 4
      // An invalid option ends the list; the missing ones have defaults.
      guard code != end, length <= block.byteCount - offset else { return }
      body(code, offset, length)
      offset += (length + 3) & ~3
    }
  }
}

/// The packet of an Enhanced, Simple or obsolete Packet Block.
struct PcapNGPacket {
  var interface: Int
  /// Ticks of the interface's clock; `nil` in a Simple Packet Block.
  var ticks: UInt64?
  /// Packets lost between the packet before and this one.
  var drops: UInt32 = 0
  var included: Int
  var original: Int
  /// The packet's offset from the block's type.
  var offset: Int
  /// The offset of the first comment among its options; `nil` without comments.
  private(set) var comments: Int?

  /// Bytes before the packet, from the block's type; `nil` for a block without a packet.
  static func fixedLength(_ type: UInt32) -> Int? {
    switch type {
    case PcapNGBlockType.enhancedPacket, PcapNGBlockType.packet: 28
    case PcapNGBlockType.simplePacket: 12
    default: nil
    }
  }

  /// - block: at least the `fixedLength` of the type.
  /// - room: bytes in the block for its packet.
  init(
    _ type: UInt32, _ block: RawSpan, _ order: PcapNGByteOrder, room: Int,
    interfaces: [PcapNGInterface]
  ) {
    if type == PcapNGBlockType.simplePacket {
      interface = 0
      original = Int(order.uint32(block, offset: 8))
      let limit = interfaces.first.map { Int($0.snapLength) } ?? 0
      included = min(original, limit == 0 ? .max : limit, room)
      offset = 12
      return
    }
    if type == PcapNGBlockType.packet {
      interface = Int(order.uint16(block, offset: 8))
      let lost = order.uint16(block, offset: 10)
      // All bits set means unknown.
      drops = lost == .max ? 0 : UInt32(lost)
    } else {
      interface = Int(order.uint32(block, offset: 8))
    }
    ticks = order.uint64HighFirst(block, offset: 12)
    included = Int(order.uint32(block, offset: 20))
    original = Int(order.uint32(block, offset: 24))
    offset = 28
    if included < room { readOptions(type, block: block, order: order, room: room) }
  }

  /// The most comments of a packet that are read.
  static let commentLimit = 64

  /// Passes on the comments, and whether each is among the first that are read.
  func forEachComment(in block: RawSpan, order: PcapNGByteOrder, _ body: (RawSpan, Bool) -> Void) {
    guard let comments else { return }
    var count = 0
    PcapNGOption.forEach(in: block, from: comments, order: order) { code, offset, length in
      guard code == PcapNGOption.comment else { return }
      count += 1
      body(block.clamped(offset, count: length), count <= Self.commentLimit)
    }
  }

  @inline(never)
  private mutating func readOptions(
    _ type: UInt32, block: RawSpan, order: PcapNGByteOrder, room: Int
  ) {
    let padded = (included + 3) & ~3
    guard padded < room else { return }
    var lost: UInt64?
    var comments: Int?
    PcapNGOption.forEach(in: block, from: offset + padded, order: order) { code, offset, length in
      if code == PcapNGOption.packetDropCount, length == 8 {
        lost = UInt64(bitPattern: order.int64(block, offset: offset))
      } else if code == PcapNGOption.comment, comments == nil {
        comments = offset - 4
      }
    }
    self.comments = comments
    // The obsolete block has a field for it.
    if type == PcapNGBlockType.enhancedPacket, let lost { drops = UInt32(clamping: lost) }
  }
}
