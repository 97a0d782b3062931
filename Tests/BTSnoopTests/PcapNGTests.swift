import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct PcapNGTests {
  /// A command as link type 201 stores it.
  static let sent: [UInt8] = [0, 0, 0, 0, 1, 0xAA]
  static let received: [UInt8] = [0, 0, 0, 1, 4, 0xBB, 0xCC]

  private func check(_ bytes: [UInt8]) -> Outcome {
    let whole = push(bytes, PcapNGParser.self)
    for size in pieceSizes {
      expect(push(bytes, PcapNGParser.self, pieces: size), equals: whole)
      expect(read(bytes, pieces: size), equals: whole)
    }
    return whole
  }

  @Test(arguments: [false, true]) func packetBlocks(isBig: Bool) {
    var file = PcapNGBytes(isBig: isBig)
    file.interface(201)
    // Ticks above 32 bits: 1,700,000,000.123456 s.
    file.packet(Self.sent, ticks: 1_700_000_000_123_456)
    file.packet(Self.received, ticks: 1_700_000_001_000_000, original: 40, options: [0, 0, 0, 0])
    file.block(3) {
      $0.add(UInt32(6))
      $0.add(Self.sent)
    }
    // The obsolete block: 3 packets lost before it.
    file.block(2) {
      $0.add(UInt16(0))
      $0.add(UInt16(3))
      $0.add(UInt32(1_700_000_002_000_000 >> 32 as UInt64))
      $0.add(UInt32(truncatingIfNeeded: 1_700_000_002_000_000 as UInt64))
      $0.add(UInt32(7))
      $0.add(UInt32(7))
      $0.add(Self.received)
    }
    let outcome = check(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.frame), equals: [1, 2, 3, 4])
    expect(outcome.records.map(\.kind), equals: [.command, .event, .command, .event])
    expect(outcome.records.map(\.direction), equals: [.sent, .received, .sent, .received])
    expect(outcome.records.map(\.bytes), equals: [[0xAA], [0xBB, 0xCC], [0xAA], [0xBB, 0xCC]])
    expect(outcome.records.map(\.originalLength), equals: [1, 35, 1, 2])
    expect(outcome.records.map(\.drops), equals: [0, 0, 0, 3])
    expect(
      outcome.records.map(\.time),
      equals: [
        CaptureTime(seconds: 1_700_000_000, nanoseconds: 123_456_000),
        CaptureTime(seconds: 1_700_000_001, nanoseconds: 0),
        CaptureTime(seconds: 1_700_000_001, nanoseconds: 0),
        CaptureTime(seconds: 1_700_000_002, nanoseconds: 0),
      ])
    expect(
      outcome.notes,
      equals: [
        CaptureNote(.missingTimes, file: "test", frame: 3),
        CaptureNote(.dropped(3), file: "test"),
      ])
    expect(
      outcome.infos,
      equals: [
        CaptureInfo(
          name: "test", format: .pcapng, linkType: "hci_h4_with_phdr",
          linkTypeDescription: "H4 with direction (201)", timeDecimals: 6)
      ])
  }

  @Test func directionsOfVeryManyHandlesBeginAnew() {
    var file = PcapNGBytes(isBig: false)
    for _ in 0..<20 { file.interface(187) }
    /// A start from the controller of which two bytes are to come, and those.
    func start(_ handle: Int) -> [UInt8] {
      [2, UInt8(handle & 0xFF), UInt8(handle >> 8) | 0x20, 4, 0, 2, 0, 4, 0]
    }
    let rest: [UInt8] = [2, 0, 0x10, 2, 0, 0xAA, 0xBB]
    file.packet(start(0), interface: 0, ticks: 0)
    file.packet(rest, interface: 0, ticks: 0)
    for interface in 0..<UInt32(20) {
      for handle in 0..<4096 { file.packet(start(handle), interface: interface, ticks: 0) }
    }
    // Forgotten since: the flags of a continuation tell no direction.
    file.packet(rest, interface: 1, ticks: 0)
    let outcome = push(file.bytes, PcapNGParser.self)
    expect(outcome.error == nil)
    expect(outcome.records.prefix(2).map(\.direction), equals: [.received, .received])
    expect(outcome.records.last?.direction, equals: .unknown)
  }

  @Test func interfacesOfDifferentLinkTypesAndSectionsOfDifferentByteOrders() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.interface(254, resolution: 9)
    file.interface(187)
    file.packet([0, 3, 0, 2, 0xAA], interface: 1, ticks: 1_000_000_001)
    file.packet([4, 0xBB], interface: 2, ticks: 2_000_000)
    file.section(isBig: true)
    file.interface(187)
    file.packet([1, 0xCC], interface: 0, ticks: 3_000_000)
    let outcome = check(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.kind), equals: [.command, .event, .command])
    expect(outcome.records.map(\.adapter), equals: [3, nil, nil])
    expect(outcome.records.map(\.time.seconds), equals: [1, 2, 3])
    expect(outcome.records.map(\.time.nanoseconds), equals: [1, 0, 0])
    expect(
      outcome.infos,
      equals: [
        CaptureInfo(
          name: "test", format: .pcapng, linkType: "hci_h4_with_phdr,hci_monitor,hci_h4",
          linkTypeDescription: "H4 with direction (201), BlueZ monitor (254), H4 (187)",
          timeDecimals: 9, hasInferredDirections: true)
      ])
  }

  @Test(
    arguments: [
      // (resolution, offset, ticks, seconds, nanoseconds)
      (0, 0, 5, 5, 0),
      (3, 0, 1_234, 1, 234_000_000),
      (6, -10, 1_500_000, -9, 500_000_000),
      (9, 0, UInt64.max, 18_446_744_073, 709_551_615),
      (12, 0, 1_500_000_000_999, 1, 500_000_000),
      (19, 0, 10_000_000_000_000_000_000, 1, 0),
      (20, 0, UInt64.max, 0, 184_467_440),
      (28, 0, UInt64.max, 0, 1),
      (29, 0, UInt64.max, 0, 0),
      (127, 0, UInt64.max, 0, 0),
      (0x80, 7, 3, 10, 0),
      (0x8A, 0, 1_536, 1, 500_000_000),
      (0xA0, 0, 1 << 33 | 1 << 31, 2, 500_000_000),
      (0xBF, 0, 3 << 62, 1, 500_000_000),
      (0xC0, 0, 1 << 63, 0, 500_000_000),
      (0xFF, 0, UInt64.max, 0, 0),
      (0, Int64.max, UInt64.max, Int64.max, 0),
      (6, Int64.min, 0, Int64.min, 0),
    ] as [(UInt8, Int64, UInt64, Int64, UInt32)])
  func clocks(
    resolution: UInt8, offset: Int64, ticks: UInt64, seconds: Int64, nanoseconds: UInt32
  ) {
    for isBig in [false, true] {
      var file = PcapNGBytes(isBig: isBig)
      file.interface(201, resolution: resolution, offset: offset)
      file.packet(Self.sent, ticks: ticks)
      let outcome = push(file.bytes, PcapNGParser.self)
      expect(
        outcome.records.first?.time, equals: CaptureTime(seconds: seconds, nanoseconds: nanoseconds)
      )
      let isFine = resolution < 0x80 ? resolution > 6 : resolution >= 0x80 + 20
      expect(outcome.infos.first?.timeDecimals, equals: (isFine ? 9 : 6))
    }
  }

  @Test func unknownBlocksAreSkippedOfAnyLength() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.block(0x0BAD) { $0.add([1, 2, 3]) }
    file.packet(Self.sent)
    // Larger than what is held.
    file.block(0x0BAD) { $0.add([UInt8](repeating: 9, count: 700_001)) }
    file.packet(Self.received)
    let outcome = read(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.bytes), equals: [[0xAA], [0xBB, 0xCC]])
    expect(push(file.bytes, PcapNGParser.self), equals: outcome)
    expect(push(file.bytes, PcapNGParser.self, pieces: 65_536), equals: outcome)
    // Cut within the large block.
    let cut = read(Array(file.bytes.prefix(500_000)))
    expect(cut.error == nil)
    expect(cut.records.count, equals: 1)
    expect(cut.notes.count == 1 && cut.notes[0].isCut)
    // A length at its end that differs.
    var lying = file.bytes
    lying[lying.count - 44] ^= 1
    let damaged = read(lying)
    expect(damaged.error?.kind, equals: .damaged)
    expect(damaged.records.count, equals: 1)
  }

  @Test func aPacketWithVeryLongOptionsIsDelivered() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.packet(Self.sent, options: [UInt8](repeating: 1, count: 400_000))
    file.packet(Self.received)
    let outcome = read(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.bytes), equals: [[0xAA], [0xBB, 0xCC]])
  }

  @Test func theLongestPacketIsRead() {
    var file = PcapNGBytes(isBig: true)
    file.interface(187)
    file.packet([2] + [UInt8](repeating: 7, count: 262_143))
    file.packet([1])
    let outcome = read(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.bytes.count), equals: [262_143, 0])
  }

  @Test func aSimplePacketIsCutByTheSnapLength() {
    var file = PcapNGBytes(isBig: false)
    file.interface(187, snapLength: 5)
    file.block(3) {
      $0.add(UInt32(30))
      $0.add([4, 1, 2, 3, 4])
    }
    let record = push(file.bytes, PcapNGParser.self).records.first
    expect(record?.bytes, equals: [1, 2, 3, 4])
    expect(record?.originalLength, equals: 29)
  }

  @Test func aFileCutAnywhereGivesAllThatIsWhole() throws {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    let headers = file.bytes.count
    file.packet(Self.sent)
    let first = file.bytes.count
    file.packet(Self.received)
    let bytes = file.bytes
    for end in 0..<bytes.count {
      let cut = Array(bytes.prefix(end))
      let outcome = push(cut, PcapNGParser.self)
      expect(push(cut, PcapNGParser.self, pieces: 1), equals: outcome)
      if end < 28 {
        expect(outcome.error?.kind, equals: .unusable)
        continue
      }
      expect(outcome.error == nil)
      expect(outcome.infos.count, equals: 1)
      let isBorder = [28, headers, first].contains(end)
      expect(outcome.notes.filter(\.isCut).count, equals: (isBorder ? 0 : 1))
      let expected: Int =
        switch end {
        case ..<(headers + 28): 0
        case ..<(first + 28): 1
        default: 2
        }
      expect(outcome.records.count, equals: expected)
      if end >= first + 28 {
        let note = try #require(outcome.notes.first)
        expect(
          note.kind, equals: .cutRecord(present: end - first, needed: bytes.count - first))
        expect(note.offset, equals: Int64(first))
        expect(outcome.records[1].bytes.count, equals: max(min(end - first - 28, 7) - 5, 0))
        expect(outcome.records[1].originalLength, equals: 2)
      }
    }
  }

  @Test func liesAreDamage() throws {
    func lie(_ word: String, _ change: (inout PcapNGBytes) -> Void) throws {
      for isBig in [false, true] {
        var file = PcapNGBytes(isBig: isBig)
        file.interface(201)
        file.packet(Self.sent)
        let offset = file.bytes.count
        change(&file)
        file.packet(Self.received)
        let outcome = check(file.bytes)
        let error = try #require(outcome.error)
        expect(error.kind, equals: .damaged)
        expect(error.offset, equals: Int64(offset))
        expect(error.message.contains(word), "\(error.message)")
        expect(outcome.records.count, equals: 1)
      }
    }
    try lie("at its end") { $0.packet(Self.sent, trailer: 44) }
    try lie("interface 7") { $0.packet(Self.sent, interface: 7) }
    try lie("claims 300000 bytes") { $0.packet(Self.sent, included: 300_000) }
    try lie("room for 8") { $0.packet(Self.sent, included: 9) }
    try lie("claims 8 bytes") {
      $0.output.add(UInt32(6))
      $0.output.add(UInt32(8))
    }
    try lie("4294967292") {
      $0.output.add(UInt32(6))
      $0.output.add(UInt32.max - 3)
    }
    try lie("too few") { $0.block(6) { $0.add(UInt32(0)) } }
    try lie("too few") { $0.block(1) { $0.add(UInt32(0)) } }
    try lie("version 2") { $0.section(isBig: false, major: 2) }
    try lie("byte-order magic") { $0.block(0x0A0D_0D0A) { $0.add(UInt64(0)) } }
  }

  @Test func lyingOptionsAreIgnored() {
    var file = PcapNGBytes(isBig: false)
    file.block(1) {
      $0.add(UInt16(201))
      $0.add(UInt16(0))
      $0.add(UInt32(0))
      $0.add(UInt16(9))
      $0.add(UInt16(60_000))
    }
    file.packet(Self.sent, ticks: 1_000_000, options: [9, 0, 0xFF, 0xFF])
    let outcome = check(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.first?.time.seconds, equals: 1)
  }

  @Test func interfacesHaveALimit() {
    var file = PcapNGBytes(isBig: false)
    for _ in 0..<5000 { file.interface(201) }
    expect(push(file.bytes, PcapNGParser.self).error?.message.contains("4096"), equals: true)
  }

  @Test func recordsOfOtherLinkTypesAreCountedAndTold() {
    var file = PcapNGBytes(isBig: false)
    file.interface(1)
    file.interface(201)
    file.packet([1, 2, 3], interface: 0)
    file.packet(Self.sent, interface: 1)
    file.packet([1, 2, 3], interface: 0)
    let outcome = check(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.frame), equals: [2])
    expect(
      outcome.notes,
      equals: [
        CaptureNote(.unreadRecords(linkType: LinkType(rawValue: 1), count: 2), file: "test")
      ])
    expect(outcome.notes[0].message, equals: "2 records of link type 1 (Ethernet) not read")
    expect(outcome.infos.first?.linkType, equals: "hci_h4_with_phdr")
  }

  @Test(arguments: [(1, "Ethernet"), (255, "baseband"), (249, "USBPcap")] as [(UInt16, String)])
  func aFileOfOtherLinkTypesAloneIsUnusable(linkType: UInt16, word: String) throws {
    for hasPacket in [false, true] {
      var file = PcapNGBytes(isBig: false)
      file.interface(linkType)
      if hasPacket { file.packet([1, 2, 3]) }
      let error = try #require(check(file.bytes).error)
      expect(error.kind, equals: .unusable)
      expect(error.message.contains("\(linkType)") && error.message.contains(word))
    }
  }

  @Test func aFileWithoutPacketsIsFine() {
    var file = PcapNGBytes(isBig: true)
    expect(check(file.bytes).infos.first?.linkTypeDescription, equals: "no interfaces")
    file.interface(254)
    let outcome = check(file.bytes)
    expect(outcome.error == nil && outcome.records.isEmpty && outcome.notes.isEmpty)
    expect(outcome.infos.first?.linkType, equals: "hci_monitor")
  }

  @Test func readingStopsWhenTheSinkSaysSo() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    for _ in 0..<5 { file.packet(Self.sent) }
    expect(push(file.bytes, PcapNGParser.self, limit: 2).records.count, equals: 2)
    expect(read(file.bytes, limit: 2).records.count, equals: 2)
  }
}
