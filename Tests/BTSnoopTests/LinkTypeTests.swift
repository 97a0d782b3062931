import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct LinkTypeTests {
  private func framing(_ linkType: LinkType, _ bytes: [UInt8]) -> PacketFraming? {
    linkType.framing(of: bytes.rawBytes)
  }

  @Test func typesWithDirection() {
    let cases: [([UInt8], PacketFraming)] = [
      ([0, 0, 0, 0, 1], PacketFraming(kind: .command, direction: .sent, headerLength: 5)),
      ([0, 0, 0, 1, 4], PacketFraming(kind: .event, direction: .received, headerLength: 5)),
      ([0, 0, 0, 0, 2], PacketFraming(kind: .acl, direction: .sent, headerLength: 5)),
      ([0, 0, 0, 1, 2], PacketFraming(kind: .acl, direction: .received, headerLength: 5)),
      ([0, 0, 0, 1, 3], PacketFraming(kind: .sco, direction: .received, headerLength: 5)),
      ([0, 0, 0, 1, 5], PacketFraming(kind: .iso, direction: .received, headerLength: 5)),
      (
        [0, 0, 0, 1, 9],
        PacketFraming(kind: .unknown, direction: .received, code: 9, headerLength: 5)
      ),
      ([0, 0, 0, 1], .unknown(.tooShort, direction: .received, headerLength: 5)),
      ([0, 0, 0], .unknown(.tooShort, headerLength: 5)),
      ([], .unknown(.tooShort, headerLength: 5)),
    ]
    for (bytes, expected) in cases { expect(framing(.h4WithDirection, bytes), equals: expected) }
  }

  @Test func typesWithoutDirection() {
    let cases: [([UInt8], PacketFraming)] = [
      ([1], PacketFraming(kind: .command, direction: .sent, headerLength: 1)),
      ([4], PacketFraming(kind: .event, direction: .received, headerLength: 1)),
      ([2, 0x40, 0x00], PacketFraming(kind: .acl, direction: .sent, headerLength: 1)),
      ([2, 0x40, 0x20], PacketFraming(kind: .acl, direction: .received, headerLength: 1)),
      ([2, 0x40, 0x10], PacketFraming(kind: .acl, direction: .unknown, headerLength: 1)),
      ([2, 0x40, 0x30], PacketFraming(kind: .acl, direction: .unknown, headerLength: 1)),
      ([2, 0x40], PacketFraming(kind: .acl, direction: .unknown, headerLength: 1)),
      ([3, 0x40, 0x00], PacketFraming(kind: .sco, direction: .unknown, headerLength: 1)),
      ([5, 0x40, 0x00], PacketFraming(kind: .iso, direction: .unknown, headerLength: 1)),
      ([], .unknown(.tooShort, headerLength: 1)),
    ]
    for (bytes, expected) in cases { expect(framing(.h4, bytes), equals: expected) }
  }

  @Test func theMonitorPutsTheAdapterFirst() {
    expect(
      framing(.monitor, [0, 2, 0, 5, 9]),
      equals: PacketFraming(kind: .acl, direction: .received, adapter: 2, headerLength: 4))
    expect(
      framing(.monitor, [0xFF, 0xFF, 0, 12]),
      equals: PacketFraming(kind: .system, direction: .unknown, code: 12, headerLength: 4))
    expect(framing(.monitor, [0, 2, 0]), equals: .unknown(.tooShort, headerLength: 4))
  }

  @Test func typesThatAreNotReadHaveNoFraming() {
    for number in UInt16.min...UInt16.max
    where ![157, 187, 192, 201, 251, 254, 256, 272].contains(number) {
      let linkType = LinkType(rawValue: number)
      expect(!linkType.isRead)
      expect(framing(linkType, [0, 0, 0, 0, 1]) == nil)
      if linkType.refusal.contains("\(number)") == false { Issue.record("\(number)") }
    }
  }

  /// An ACL packet of a handle with boundary flags and a payload.
  private static func acl(_ handle: UInt16, _ flags: UInt16, _ payload: [UInt8]) -> [UInt8] {
    var bytes = OrderedBytes(isBig: false)
    bytes.add(UInt8(2))
    bytes.add(handle | flags << 12)
    bytes.add(UInt16(payload.count))
    bytes.add(payload)
    return bytes.bytes
  }

  @Test func continuationsBelongToTheSideWithAnOpenPDU() {
    var file = PcapBytes(linkType: 187)
    // The host starts a PDU of 6 bytes with 2 of them; the controller sends a whole one between.
    file.add(Self.acl(0x40, 1, [9]))
    file.add(Self.acl(0x40, 0, [6, 0, 4, 0, 1, 2]))
    file.add(Self.acl(0x40, 2, [1, 0, 4, 0, 0x13]))
    file.add(Self.acl(0x40, 1, [3, 4]))
    file.add(Self.acl(0x41, 2, [3, 0, 4, 0, 7]))
    file.add(Self.acl(0x40, 1, [5, 6]))
    file.add(Self.acl(0x41, 1, [8, 9]))
    // Both have one open: the last start decides.
    file.add(Self.acl(0x40, 2, [3, 0, 4, 0, 7]))
    file.add(Self.acl(0x40, 0, [3, 0, 4, 0, 7]))
    file.add(Self.acl(0x40, 1, [8, 9]))
    file.add(Self.acl(0x40, 1, [8, 9]))
    let outcome = read(file.bytes)
    expect(
      outcome.records.map(\.direction),
      equals: [
        .unknown, .sent, .received, .sent, .received, .sent, .received, .received, .sent, .sent,
        .received,
      ])
    expect(outcome.notes, equals: [CaptureNote(.inferredDirections, file: "test", frame: 1)])
    expect(outcome.infos.first?.hasInferredDirections, equals: true)
  }
}
