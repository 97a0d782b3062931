import BTSnoop
import Bytes
import TestSupport
import Testing

/// Comments on packets, which Wireshark and others write.
@Suite struct PcapNGCommentTests {
  private static let packet: [UInt8] = [0, 0, 0, 0, 1, 0xAA]

  private static func option(_ code: UInt16, _ value: [UInt8], isBig: Bool = false) -> [UInt8] {
    var out = OrderedBytes(isBig: isBig)
    out.add(code)
    out.add(UInt16(value.count))
    out.add(value)
    while out.bytes.count % 4 != 0 { out.add(UInt8(0)) }
    return out.bytes
  }

  private static func comment(_ text: String, isBig: Bool = false) -> [UInt8] {
    option(1, Array(text.utf8), isBig: isBig)
  }

  private func comments(_ file: PcapNGBytes) -> [RecordingSink.Comment] {
    let whole = push(file.bytes, PcapNGParser.self)
    expect(whole.error == nil)
    for size in pieceSizes {
      expect(push(file.bytes, PcapNGParser.self, pieces: size), equals: whole)
      expect(read(file.bytes, pieces: size), equals: whole)
    }
    return whole.comments
  }

  @Test(arguments: [false, true]) func comeBeforeTheirPacket(isBig: Bool) {
    var file = PcapNGBytes(isBig: isBig)
    // Has a comment of its own, which is about no packet.
    file.interface(201)
    file.packet(Self.packet)
    file.packet(
      Self.packet,
      options: Self.comment("one", isBig: isBig)
        + Self.option(2, [0, 0, 0, 1], isBig: isBig) + Self.comment("zwölf", isBig: isBig)
        + Self.option(0, [], isBig: isBig) + Self.comment("after the end", isBig: isBig))
    file.packet(Self.packet, options: Self.comment("", isBig: isBig))
    expect(comments(file), equals: [.init(2, "one"), .init(2, "zwölf"), .init(3, "")])
  }

  @Test func theObsoleteBlockHasThem() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.block(2) {
      $0.add(UInt16(0))
      $0.add(UInt16(3))
      $0.add(UInt64(0))
      $0.add(UInt32(6))
      $0.add(UInt32(6))
      $0.add(Self.packet + [0, 0])
      $0.add(Self.comment("old") + Self.option(4, [9, 0, 0, 0, 0, 0, 0, 0]))
    }
    let outcome = push(file.bytes, PcapNGParser.self)
    expect(outcome.comments, equals: [.init(1, "old")])
    // Its own field counts what was lost.
    expect(outcome.records.map(\.drops), equals: [3])
  }

  @Test func areLimited() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    let many = (0..<100).flatMap { Self.comment("\($0)") }
    file.packet(Self.packet, options: many)
    expect(comments(file), equals: (0..<64).map { .init(1, "\($0)") })
  }

  @Test func thatAreDamagedAreNone() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.packet(Self.packet, options: [1, 0, 255, 255, 0x41, 0x41, 0x41, 0x41])
    file.packet(Self.packet, options: [1, 0])
    file.packet(Self.packet, options: Self.comment("x") + [1, 0, 9, 0, 0x41, 0x41, 0x41, 0x41])
    expect(comments(file), equals: [.init(2, ""), .init(3, "x")])
  }

  /// What the end of the file cuts has none: not even a part of one.
  @Test func ofAPacketThatIsCutAreNotRead() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.packet(Self.packet, options: Self.comment("a longer comment"))
    // Without the length at the block's end it is whole.
    for length in 5..<24 {
      let outcome = push(file.bytes.dropLast(length), PcapNGParser.self)
      expect(outcome.records.count, equals: 1)
      expect(outcome.comments, equals: [])
    }
  }
}
