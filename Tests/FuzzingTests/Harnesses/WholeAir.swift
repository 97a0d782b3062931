import BTSnoop
import Bytes
import TestSupport

extension Harness {
  /// A capture of the link layer, from its bytes to every output. The input is a list of packets:
  ///
  /// options (2 bytes), an access address (4), then for each: head, length, flags of the radio (2),
  /// bytes from the PDU's header on. The head's low two bits are how time goes on, bit 2 whether it is
  /// of the access address, bit 3 a wrong CRC, bits 4 to 7 the channel; 4 there is no channel but a
  /// comment on the next packet.
  static let wholeAir = Harness("whole-air", maximumLength: 1024) { input in
    var entries = EntryList(input)
    let way = Way(number: entries.uint16())
    let address = entries.uint32()
    var file = RadioFile()
    let steps: [Int64] = [150, 7_500, 4_000_000, -1_000]
    var time: Int64 = 1_700_000_000_000_000
    var comments: [UInt8] = []
    while let (head, bytes) = entries.next() {
      guard head >> 4 != 4 else {
        comments += PcapNGBytes.comment(bytes)
        continue
      }
      time += steps[Int(head & 3)]
      let channels: [UInt8] = [0, 12, 39, 5, 5, 7, 11, 22, 1, 2, 3, 4, 8, 9, 10, 40]
      var flags = UInt16(bytes.first ?? 0) | UInt16(bytes.dropFirst().first ?? 0) << 8
      // Mostly the CRC is right, and is reported to be.
      flags = head & 8 == 0 ? flags | 0x0C03 : flags
      file.add(
        channel: channels[Int(head >> 4)], flags: flags,
        address: head & 4 == 0 ? 0x8E89_BED6 : address, pdu: bytes.dropFirst(2), time: time,
        options: comments)
      comments = []
    }
    try WholeWay.check(file.bytes, PcapNGParser.self, way)
  }
}

/// A pcapng file of link-layer packets with radio headers, in the making.
struct RadioFile {
  private(set) var bytes: [UInt8] = []

  init() {
    block(0x0A0D_0D0A, [0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8))
    block(1, [0, 1, 0, 0, 0, 0, 4, 0])
  }

  /// - time: microseconds since 1970.
  mutating func add(
    channel: UInt8, flags: UInt16, address: UInt32, pdu: ArraySlice<UInt8>, time: Int64,
    options: [UInt8]
  ) {
    let packet =
      [channel, 0xC8, 0x80, 0] + octets(address) + octets(flags) + octets(address) + pdu
      + [0xAA, 0xBB, 0xCC]
    let length = UInt32(packet.count)
    let ticks = UInt64(bitPattern: time)
    var body = octets(UInt32(0))
    body += octets(UInt32(truncatingIfNeeded: ticks >> 32))
    body += octets(UInt32(truncatingIfNeeded: ticks))
    body += octets(length) + octets(length) + packet
    body += [UInt8](repeating: 0, count: -packet.count & 3) + options
    block(6, body)
  }

  private mutating func block(_ type: UInt32, _ body: [UInt8]) {
    let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    let length = octets(UInt32(padded.count + 12))
    bytes += octets(type) + length + padded + length
  }

  private func octets(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: 0, to: number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
