import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct MutationTests {
  private static var captures: [[UInt8]] {
    var snoop = BTSnoopBytes(datalink: 1002)
    var monitor = BTSnoopBytes(datalink: 2001)
    var h4 = PcapBytes(linkType: 187)
    var nano = PcapBytes(linkType: 254, isBig: true, magic: 0xA1B2_3C4D)
    var next = PcapNGBytes(isBig: false)
    next.interface(187, resolution: 9, offset: 1)
    next.interface(201)
    for i in 0..<4 as Range<UInt8> {
      let packet: [UInt8] = [i + 1, 0x40, 0x10 * i, 7, 0, 3, 0, 4, 0, 1, 2, 3]
      snoop.add(packet, flags: UInt32(i), time: Int64(i) * 1_000_000)
      monitor.add(packet, flags: UInt32(i) + 2, time: Int64(i))
      h4.add(packet, seconds: UInt32(i))
      nano.add(packet, seconds: UInt32(i))
      next.packet(packet, interface: UInt32(i & 1), ticks: UInt64(i))
    }
    return [
      snoop.bytes, monitor.bytes, h4.bytes, nano.bytes, next.bytes,
      PacketLoggerBytes.allTypes(isBig: true).bytes, PacketLoggerBytes.allTypes(isBig: false).bytes,
      PSDBytes.some().bytes,
    ]
  }

  @Test func changedBytesNeverTrapAndGiveOneResultInAllPieces() {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix(seed: seed)
    for capture in Self.captures {
      for _ in 0..<200 {
        var bytes = capture
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = bytes.indices.randomElement(using: &random) ?? 0
          bytes[index] =
            [0, 1, 0x7F, 0x80, 0xFF, bytes[index] ^ 1, UInt8(random.next() & 0xFF)]
            .randomElement(using: &random) ?? 0
        }
        let whole = read(bytes)
        expect(whole.records.count <= bytes.count)
        expect(read(bytes, pieces: 7), equals: whole, "seed \(seed): \(bytes)")
      }
    }
  }
}
