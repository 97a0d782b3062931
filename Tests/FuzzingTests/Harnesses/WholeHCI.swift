import BTSnoop
import Bytes
import TestSupport

extension Harness {
  /// A capture of HCI, from its bytes to every output. The input is a list of packets, since fuzzing
  /// lengths and headers of records is the readers' harnesses' work:
  ///
  /// options (2 bytes), connection handle (2), then for each: head, length, bytes. The head's low
  /// four bits are the form (`Form`), bit 4 the next connection handle, bit 5 the second adapter,
  /// bits 6 and 7 how time goes on. With the highest option bit the file is one of PacketLogger, with
  /// the next one pcapng, where a `system` entry with the opcode FF is a comment on the next packet.
  static let wholeHCI = Harness("whole-hci", maximumLength: 1024) { input in
    var entries = EntryList(input)
    let way = Way(number: entries.uint16())
    let handle = entries.uint16() & 0x0FFF
    // Records as the BlueZ monitor has them, with adapters and notes; or those of PacketLogger.
    var file = BTSnoopBytes(datalink: 2001)
    var logger = PacketLoggerBytes()
    var blocks = PcapNGBytes(isBig: false)
    blocks.interface(254)
    var comments: [UInt8] = []
    let isLogger = way.number >> 15 == 1
    let isPcapNG = way.number >> 14 == 1
    var time: Int64 = 1_700_000_000_000_000
    let steps: [Int64] = [1_000, 40_000, 31_000_000, -7_200_000_000]
    while let (head, bytes) = entries.next() {
      time += steps[Int(head >> 6)]
      let form = Form(rawValue: head & 15) ?? .command
      let (opcode, packet) = form.record(bytes, handle: handle + UInt16(head >> 4 & 1))
      if isPcapNG {
        guard form != .system || opcode != 0xFF else {
          comments += PcapNGBytes.comment(packet)
          continue
        }
        let header = [0, head >> 5 & 1, UInt8(opcode >> 8), UInt8(opcode & 0xFF)]
        let cut: UInt32 = form == .cutReceived ? 9 : 0
        blocks.packet(
          header + packet, ticks: UInt64(bitPattern: time),
          original: UInt32(header.count + packet.count) + cut, options: comments)
        comments = []
        continue
      }
      guard !isLogger else {
        logger.add(
          PacketLoggerBytes.type(opcode), packet,
          seconds: UInt32(truncatingIfNeeded: time / 1_000_000),
          microseconds: UInt32(truncatingIfNeeded: time % 1_000_000))
        continue
      }
      file.add(
        packet, flags: UInt32(head >> 5 & 1) << 16 | UInt32(opcode), time: time,
        original: UInt32(packet.count + (form == .cutReceived ? 9 : 0)))
    }
    if isLogger {
      try WholeWay.check(logger.bytes, PacketLoggerParser.self, way)
    } else if isPcapNG {
      try WholeWay.check(blocks.bytes, PcapNGParser.self, way)
    } else {
      try WholeWay.check(file.bytes, BTSnoopParser.self, way)
    }
  }

  /// How an entry becomes a record, lengths and all; the plain forms take every byte as it is.
  enum Form: UInt8 {
    case command, event, aclSent, aclReceived
    case attSent, attReceived, smpSent, smpReceived, signalSent, signalReceived
    /// A channel of which the entry begins with the number.
    case channelSent, channelReceived
    /// The opcode comes first.
    case system
    case meta
    case isoReceived
    /// Of which the capture has left out the end.
    case cutReceived

    func record(_ bytes: [UInt8], handle: UInt16) -> (opcode: UInt16, packet: [UInt8]) {
      switch self {
      case .command: (2, Array(bytes.prefix(2)) + counted(bytes.dropFirst(2)))
      case .event: (3, Array(bytes.prefix(1)) + counted(bytes.dropFirst()))
      case .meta: (3, [0x3E] + counted(bytes[...]))
      case .aclSent: (4, bytes)
      case .aclReceived: (5, bytes)
      case .attSent: (4, acl(bytes, handle, 4))
      case .attReceived: (5, acl(bytes, handle, 4))
      case .signalSent: (4, acl(bytes, handle, 5))
      case .signalReceived: (5, acl(bytes, handle, 5))
      case .smpSent: (4, acl(bytes, handle, 6))
      case .smpReceived, .cutReceived: (5, acl(bytes, handle, self == .cutReceived ? 4 : 6))
      case .channelSent: (4, acl(Array(bytes.dropFirst()), handle, 0x40 + UInt16(bytes.first ?? 0)))
      case .channelReceived:
        (5, acl(Array(bytes.dropFirst()), handle, 0x40 + UInt16(bytes.first ?? 0)))
      case .system: (UInt16(bytes.first ?? 0), Array(bytes.dropFirst()))
      case .isoReceived: (19, bytes)
      }
    }

    private func counted(_ parameters: ArraySlice<UInt8>) -> [UInt8] {
      [UInt8(truncatingIfNeeded: parameters.count)] + parameters
    }

    private func acl(_ pdu: [UInt8], _ handle: UInt16, _ channel: UInt16) -> [UInt8] {
      let words = [handle | 0x2000, UInt16(pdu.count + 4), UInt16(pdu.count), channel]
      return words.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + pdu
    }
  }
}
