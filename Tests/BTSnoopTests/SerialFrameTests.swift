import Bytes
import TestSupport
import Testing

@testable import BTSnoop

/// btsnoop 1003 (BCSP) and 1004 (H5).
@Suite struct SerialFrameTests {
  /// A frame as the transports send it, without delimiters.
  private static func frame(
    type: UInt8, _ payload: [UInt8], sequence: UInt8? = nil, hasCRC: Bool = false
  ) -> [UInt8] {
    var bytes: [UInt8] = [
      sequence.map { 0x80 | $0 } ?? 0, UInt8(payload.count & 0x0F) << 4 | type,
      UInt8(payload.count >> 4),
    ]
    if hasCRC { bytes[0] |= 0x40 }
    bytes.append(~(bytes[0] &+ bytes[1] &+ bytes[2]))
    bytes += payload
    if hasCRC {
      let crc = SerialTransport.crc(of: bytes.rawBytes)
      bytes += [UInt8(crc >> 8), UInt8(crc & 0xFF)]
    }
    return bytes
  }

  private static func slip(_ frames: [UInt8]...) -> [UInt8] {
    frames.flatMap { frame in
      [0xC0]
        + frame.flatMap { byte -> [UInt8] in
          switch byte {
          case 0xC0: [0xDB, 0xDC]
          case 0xDB: [0xDB, 0xDD]
          case 0x11: [0xDB, 0xDE]
          case 0x13: [0xDB, 0xDF]
          default: [byte]
          }
        } + [0xC0]
    }
  }

  private func records(
    _ datalink: UInt32, _ packets: [(bytes: [UInt8], flags: UInt32)], original: UInt32? = nil
  ) -> [RecordingSink.Record] {
    var file = BTSnoopBytes(datalink: datalink)
    for packet in packets { file.add(packet.bytes, flags: packet.flags, original: original) }
    let whole = push(file.bytes, BTSnoopParser.self)
    expect(whole.error == nil)
    expect(push(file.bytes, BTSnoopParser.self, pieces: 7), equals: whole)
    return whole.records
  }

  private static let command: [UInt8] = [0xC0, 0xFC, 3, 0xDB, 0x11, 0x13]
  private static let event: [UInt8] = [0x0E, 4, 1, 3, 0x0C, 0]
  private static let acl: [UInt8] = [1, 0x20, 3, 0, 9, 8, 7]

  @Test func theCRC() {
    // CRC-16/MCRF4XX of "123456789" is 0x6F91, and its bits are sent turned around.
    expect(SerialTransport.crc(of: Array("123456789".utf8).rawBytes), equals: 0x89F6)
    expect(SerialTransport.crc(of: RawSpan()), equals: 0xFFFF)
  }

  @Test(arguments: [false, true], [false, true])
  func packetsOfH5(isDelimited: Bool, hasCRC: Bool) {
    let packets: [(UInt8, [UInt8], UInt32, RecordKind)] = [
      (1, Self.command, 0, .command), (4, Self.event, 1, .event), (2, Self.acl, 1, .acl),
      (2, Self.acl, 0, .acl), (3, [1, 0, 1, 5], 0, .sco), (5, [1, 0, 1, 0, 5], 1, .iso),
    ]
    var input: [([UInt8], UInt32)] = []
    for (i, (type, packet, flags, _)) in packets.enumerated() {
      let bytes = Self.frame(type: type, packet, sequence: UInt8(i), hasCRC: hasCRC)
      input.append((isDelimited ? Self.slip(bytes) : bytes, flags))
    }
    let records = records(1004, input)
    expect(records.map(\.kind), equals: packets.map(\.3))
    expect(records.map(\.bytes), equals: packets.map(\.1))
    expect(records.map(\.originalLength), equals: packets.map(\.1.count))
    expect(records.map(\.direction), equals: packets.map { $0.2 == 0 ? .sent : .received })
    expect(records.map(\.frame), equals: [1, 2, 3, 4, 5, 6])
  }

  @Test func packetsOfBCSP() {
    let records = records(
      1003,
      [
        (Self.slip(Self.frame(type: 5, Self.command, sequence: 0, hasCRC: true)), 0),
        (Self.slip(Self.frame(type: 5, Self.event, sequence: 0)), 1),
        (Self.slip(Self.frame(type: 6, Self.acl, sequence: 1)), 1),
        (Self.slip(Self.frame(type: 7, [1, 0, 0])), 1),
        (Self.slip(Self.frame(type: 1, Array("sync".utf8))), 0),
        (Self.slip(Self.frame(type: 0, [])), 0),
      ])
    expect(records.map(\.kind), equals: [.command, .event, .acl, .sco, .system, .system])
    expect(records[0].bytes, equals: Self.command)
    expect(SystemCode.source(records[4].code), equals: .bcsp(1))
    expect(records[4].bytes, equals: Array("sync".utf8))
    expect(SystemCode.source(records[5].code), equals: .bcsp(0))
  }

  @Test func whatH5SaysForItself() {
    let records = records(
      1004,
      [
        (Self.slip(Self.frame(type: 15, [1, 0x7E])), 0), (Self.slip(Self.frame(type: 0, [])), 1),
        (Self.slip(Self.frame(type: 14, [9])), 1),
      ])
    expect(records.map(\.kind), equals: [.system, .system, .system])
    expect(
      records.map { SystemCode.source($0.code) },
      equals: [.threeWire(15), .threeWire(0), .threeWire(14)])
    expect(records.map(\.bytes), equals: [[1, 0x7E], [], [9]])
    expect(records.map(\.direction), equals: [.sent, .received, .received])
  }

  @Test(arguments: [UInt32(1003), 1004])
  func packetsThatWereDeframedBefore(datalink: UInt32) {
    let h4: [([UInt8], UInt32)] = [
      ([1] + Self.command, 0), ([4] + Self.event, 1), ([2] + Self.acl, 1), ([2] + Self.acl, 0),
    ]
    let h1: [([UInt8], UInt32)] = [
      (Self.command, 2), (Self.event, 3), (Self.acl, 1), (Self.acl, 0),
    ]
    for input in [h4, h1] {
      let records = records(datalink, input)
      expect(records.map(\.kind), equals: [.command, .event, .acl, .acl])
      expect(records.map(\.bytes), equals: [Self.command, Self.event, Self.acl, Self.acl])
      expect(records.map(\.direction), equals: [.sent, .received, .received, .sent])
    }
    // Cut by the recorder: the length is that of the whole.
    let cut = records(datalink, [(Array(([4] + Self.event).prefix(5)), 1)], original: 7)
    expect(cut.map(\.kind), equals: [.event])
    expect(cut[0].bytes, equals: Array(Self.event.prefix(4)))
    expect(cut[0].originalLength, equals: 6)
  }

  @Test func whatIsSentAgainIsReportedOnce() {
    let frames = (0..<4).map { Self.frame(type: 2, [1, 0, 1, 0, $0], sequence: $0) }
    let records = records(
      1004, [0, 1, 2, 1, 2, 3, 0].map { (Self.slip(frames[$0]), 0) } + [(Self.slip(frames[1]), 1)])
    expect(records.map(\.kind), equals: [.acl, .acl, .acl, .system, .system, .acl, .system, .acl])
    expect(SystemCode.source(records[3].code), equals: .threeWire(SerialFault.repeated.rawValue))
    // After a gap in the capture, and after the transport has begun again.
    let other = Self.frame(type: 2, [1, 0, 1, 0, 99], sequence: 1)
    let sync = Self.frame(type: 15, [1, 0x7E])
    let more = self.records(
      1004, [frames[0], frames[1], frames[3], other, sync, frames[0]].map { (Self.slip($0), 0) })
    expect(more.map(\.kind), equals: [.acl, .acl, .acl, .acl, .system, .acl])
  }

  @Test func severalFramesInARecordHaveItsNumber() {
    let first = Self.frame(type: 1, Self.command, sequence: 0)
    let second = Self.frame(type: 2, Self.acl, sequence: 1)
    let records = records(1004, [(Self.slip(first, second), 0), (Self.slip(first), 1)])
    expect(records.map(\.frame), equals: [1, 1, 2])
    expect(records.map(\.bytes), equals: [Self.command, Self.acl, Self.command])
  }

  @Test func damagedFramesAreNotMisread() {
    let sound = Self.frame(type: 2, Self.acl, sequence: 0, hasCRC: true)
    var badPayload = sound
    badPayload[8] ^= 1
    var badLength = sound
    badLength.removeLast()
    for bytes in [Self.slip(badPayload), badPayload, Self.slip(badLength)] {
      let records = records(1004, [(Self.slip(sound), 0), (bytes, 1)])
      expect(records.map(\.kind), equals: [.acl, .system], "\(bytes)")
      expect(SystemCode.source(records[1].code), equals: .threeWire(SerialFault.damaged.rawValue))
    }
    // An escape of nothing, and one that the end cuts.
    for tail in [[0xDB, 0x00, 0xC0], [0xDB]] as [[UInt8]] {
      let bytes = Self.slip(sound).dropLast() + tail
      expect(records(1004, [(Array(bytes), 1)]).map(\.kind), equals: [.system])
    }
    // Nothing at all, after frames and alone.
    expect(records(1004, [(Self.slip(sound), 0), ([0xC0, 0xC0], 0), ([], 1)]).count, equals: 3)
    expect(records(1003, [([], 0)]).count, equals: 1)
  }

  @Test func cutFramesAreReadAsFarAsTheyGo() {
    let frame = Self.slip(Self.frame(type: 2, Self.acl, sequence: 0, hasCRC: true))
    let records = records(1004, [(Array(frame.prefix(11)), 1)], original: UInt32(frame.count))
    expect(records.map(\.kind), equals: [.acl])
    expect(records[0].bytes, equals: Array(Self.acl.prefix(5)))
    expect(records[0].originalLength, equals: Self.acl.count)
  }

  @Test func chanceNeverTraps() {
    var random = SystemRandomNumberGenerator()
    let heads: [[UInt8]] = [[], [0xC0], [0xC0, 0, 0x10, 0, 0xEF], [1], [2], [4]]
    for _ in 0..<500 {
      let packets = (0..<4).map { _ -> ([UInt8], UInt32) in
        let head = heads.randomElement(using: &random) ?? []
        let tail = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
          [0xC0, 0xDB, 0xDC, UInt8.random(in: 0...255, using: &random)]
            .randomElement(using: &random) ?? 0
        }
        return (head + tail, UInt32.random(in: 0...3, using: &random))
      }
      expect(records(1004, packets).count >= 4)
      expect(records(1003, packets, original: 200).count >= 4)
    }
  }
}
