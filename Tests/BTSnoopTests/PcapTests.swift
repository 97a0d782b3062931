import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct PcapTests {
  typealias Record = RecordingSink.Record

  private func check(_ bytes: [UInt8]) -> Outcome {
    let whole = read(bytes)
    for size in pieceSizes { expect(read(bytes, pieces: size), equals: whole) }
    return whole
  }

  @Test(arguments: [false, true], [UInt32(0xA1B2_C3D4), 0xA1B2_3C4D])
  func bothByteOrdersAndResolutions(isBig: Bool, magic: UInt32) {
    let hasNanoseconds = magic == 0xA1B2_3C4D
    var file = PcapBytes(linkType: 201, isBig: isBig, magic: magic)
    file.add([0, 0, 0, 0, 1, 0xAA], seconds: 1_700_000_000, fraction: 123_456)
    file.add([0, 0, 0, 1, 2, 0xBB, 0xCC], seconds: 4_000_000_000, fraction: 999_999, original: 40)
    let outcome = check(file.bytes)
    expect(outcome.error == nil)
    let scale: UInt32 = hasNanoseconds ? 1 : 1000
    expect(
      outcome.records,
      equals: [
        Record(
          frame: 1, time: CaptureTime(seconds: 1_700_000_000, nanoseconds: 123_456 * scale),
          kind: .command, direction: .sent, originalLength: 1, bytes: [0xAA]),
        Record(
          frame: 2, time: CaptureTime(seconds: 4_000_000_000, nanoseconds: 999_999 * scale),
          kind: .acl, direction: .received, originalLength: 35, bytes: [0xBB, 0xCC]),
      ])
    expect(
      outcome.infos,
      equals: [
        CaptureInfo(
          name: "test", format: .pcap, linkType: "hci_h4_with_phdr",
          linkTypeDescription: "H4 with direction (201)", timeDecimals: hasNanoseconds ? 9 : 6)
      ])
  }

  /// An advertisement as the nRF Sniffer heard it at a time of its board, in microseconds.
  private func heard(at board: UInt32) -> [UInt8] {
    [1, 19, 0, 3, 1, 0, 2, 10, 1, 37, 60, 0, 0]
      + (0..<4).map { UInt8(truncatingIfNeeded: board >> (8 * $0)) }
      + [0xD6, 0xBE, 0x89, 0x8E, 0x40, 0, 1, 2, 3]
  }

  /// The plugin of the nRF Sniffer takes a step back of the board's clock for a turn of it.
  @Test func timesOfTheSnifferThatAreATurnLate() {
    var file = PcapBytes(linkType: 272)
    file.add(heard(at: 4_000_000_000), seconds: 1_700_000_000, fraction: 10)
    file.add(heard(at: 4_000_001_000), seconds: 1_700_000_000, fraction: 1010)
    // 2^32 µs and 1 ms later, by the board 1 ms.
    file.add(heard(at: 4_000_002_000), seconds: 1_700_004_294, fraction: 969_306)
    file.add(heard(at: 4_001_002_000), seconds: 1_700_004_295, fraction: 969_306)
    let outcome = check(file.bytes)
    expect(
      outcome.records.map(\.time),
      equals: [
        CaptureTime(seconds: 1_700_000_000, nanoseconds: 10_000),
        CaptureTime(seconds: 1_700_000_000, nanoseconds: 1_010_000),
        CaptureTime(seconds: 1_700_000_000, nanoseconds: 2_010_000),
        CaptureTime(seconds: 1_700_000_001, nanoseconds: 2_010_000),
      ])
    expect(outcome.notes.map(\.kind) == [.clockTurn(.nordic)] && outcome.notes.first?.frame == 3)
  }

  /// Turns that come again are told once.
  @Test func timesThatTurnAgainAndAgain() {
    var file = PcapBytes(linkType: 272)
    for turn in 0..<200 as Range<UInt32> {
      file.add(heard(at: turn), seconds: turn * 4295, fraction: 0)
    }
    let outcome = check(file.bytes)
    expect(outcome.notes.map(\.kind) == [.clockTurn(.nordic)] && outcome.records.count == 200)
  }

  /// A pause as long as that is one: the board's clock says so, too.
  @Test func aPauseOfTheSniffer() {
    var file = PcapBytes(linkType: 272)
    file.add(heard(at: 0), seconds: 1_700_000_000, fraction: 0)
    file.add(heard(at: 60_000_000), seconds: 1_700_004_295, fraction: 0)
    let outcome = check(file.bytes)
    expect(outcome.notes.isEmpty && outcome.records.last?.time.seconds == 1_700_004_295)
  }

  /// An advertisement as Ubertooth heard it at a time of its board, in units of 100 ns.
  private func ubertooth(at board: UInt32) -> [UInt8] {
    [0, 0, 24, 0, 147, 0, 0, 0, 0x36, 0x75, 12, 0, 0, 0x62, 9, 0]
      + (0..<4).map { UInt8(truncatingIfNeeded: board >> (8 * $0)) }
      + [0xE4, 0xDB, 0xE2, 61, 0xD6, 0xBE, 0x89, 0x8E, 0x40, 0, 1, 2, 3]
  }

  /// Ubertooth's side of the computer subtracts times in 32 bits: of a packet that is older than the one
  /// before, of one after a turn of the board's clock, and back.
  @Test func timesOfUbertoothThatJump() {
    var file = PcapBytes(linkType: 192)
    file.add(ubertooth(at: 1_000_000_000), seconds: 1_700_000_000, fraction: 0)
    // 83 µs older: 2^32 units less 83 µs later.
    file.add(ubertooth(at: 999_999_170), seconds: 1_700_000_429, fraction: 496_647)
    file.add(ubertooth(at: 1_000_299_170), seconds: 1_700_000_429, fraction: 526_647)
    // A silence of less than a turn, and one of more: the board's clock has turned.
    file.add(ubertooth(at: 3_276_700_000), seconds: 1_700_000_657, fraction: 166_730)
    file.add(ubertooth(at: 200_000), seconds: 1_700_001_188, fraction: 510_189)
    file.add(ubertooth(at: 100_200_000), seconds: 1_700_001_526, fraction: 190_189)
    file.add(ubertooth(at: 100_201_000), seconds: 1_700_001_096, fraction: 693_559)
    let outcome = check(file.bytes)
    let origin = CaptureTime(seconds: 1_700_000_000, nanoseconds: 0)
    let times = outcome.records.map {
      Int((Double($0.time.nanoseconds(since: origin)) / 1000).rounded())
    }
    expect(
      times, equals: [0, -83, 29_917, 227_670_000, 227_700_000, 565_380_000, 565_380_100],
      "\(times)")
    expect(outcome.notes.map(\.kind), equals: [.clockTurn(.ubertooth)])
    expect(outcome.notes.first?.frame, equals: 2)
  }

  /// Merged captures of several runs have times that the board's clock does not explain.
  @Test func aSecondRunOfUbertooth() {
    var file = PcapBytes(linkType: 192)
    file.add(ubertooth(at: 1_000_000_000), seconds: 1_700_000_000, fraction: 0)
    file.add(ubertooth(at: 50_000), seconds: 1_700_003_600, fraction: 0)
    file.add(ubertooth(at: 60_000), seconds: 0, fraction: 0)
    file.add(ubertooth(at: .max), seconds: .max, fraction: 999_999)
    let outcome = check(file.bytes)
    expect(outcome.notes.isEmpty)
    expect(
      outcome.records.map(\.time.seconds), equals: [1_700_000_000, 1_700_003_600, 0, 4_294_967_295])
  }

  @Test func recordHeadersOfOldDistributions() {
    var file = PcapBytes(linkType: 187, magic: 0xA1B2_CD34)
    for packet: [UInt8] in [[1, 0xAA], [4, 0xBB]] {
      file.output.add(UInt32(5))
      file.output.add(UInt32(6))
      file.output.add(UInt32(2))
      file.output.add(UInt32(2))
      file.output.add([UInt8](repeating: 0, count: 8))
      file.output.add(packet)
    }
    let outcome = check(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.bytes), equals: [[0xAA], [0xBB]])
    let cut = check(Array(file.bytes.dropLast()))
    expect(cut.error == nil)
    expect(cut.records.map(\.bytes), equals: [[0xAA], []])
    expect(cut.notes.first?.kind, equals: .cutRecord(present: 1, needed: 2))
  }

  @Test func fractionsAboveASecondAreCarried() {
    var file = PcapBytes(linkType: 187)
    file.add([1], seconds: 7, fraction: 2_500_000)
    expect(
      read(file.bytes).records.first?.time,
      equals: CaptureTime(seconds: 9, nanoseconds: 500_000_000))
  }

  @Test func aSnapLengthThatLiesCostsNoBytes() {
    var file = PcapBytes(linkType: 187, snapLength: 4)
    file.add([4, 1, 2, 3, 4, 5, 6, 7])
    file.add([1, 9])
    expect(check(file.bytes).records.map(\.bytes), equals: [[1, 2, 3, 4, 5, 6, 7], [9]])
  }

  @Test func zeroLengthRecordsAreDelivered() {
    for linkType: UInt32 in [187, 201, 254] {
      var file = PcapBytes(linkType: linkType)
      file.add([])
      file.add([], original: 20)
      let outcome = check(file.bytes)
      expect(outcome.error == nil)
      expect(outcome.records.map(\.bytes), equals: [[], []])
      expect(outcome.records.allSatisfy { $0.kind == .unknown })
    }
  }

  @Test func aFileCutAnywhereGivesAllThatIsWhole() throws {
    var file = PcapBytes(linkType: 201)
    file.add([0, 0, 0, 0, 1, 0xAA])
    let second = file.bytes.count
    file.add([0, 0, 0, 1, 4, 0xBB, 0xCC], seconds: 9, original: 50)
    let bytes = file.bytes
    for end in 0..<bytes.count {
      let cut = Array(bytes.prefix(end))
      let outcome = read(cut)
      expect(read(cut, pieces: 1), equals: outcome)
      if end < 24 {
        expect(outcome.error?.kind, equals: .unusable)
        continue
      }
      expect(outcome.error == nil)
      let start = end < second ? 24 : second
      let present = end - start - 16
      let whole = end < second ? 0 : 1
      expect(outcome.records.count, equals: whole + (present >= 0 ? 1 : 0))
      if end == start {
        expect(outcome.notes.isEmpty)
      } else if present < 0 {
        expect(
          outcome.notes,
          equals: [
            CaptureNote(
              .cutHeader(present: end - start, needed: 16), file: "test", offset: Int64(start))
          ])
      } else {
        expect(
          outcome.notes,
          equals: [
            CaptureNote(
              .cutRecord(present: present, needed: whole == 0 ? 6 : 7), file: "test",
              offset: Int64(start), frame: UInt64(whole + 1))
          ])
        if whole == 1 {
          let record = try #require(outcome.records.last)
          expect(record.bytes.count, equals: max(present - 5, 0))
          expect(record.originalLength, equals: 45)
          expect(record.time.seconds, equals: 9)
        }
      }
    }
  }

  @Test func aLyingLengthIsDamage() throws {
    var file = PcapBytes(linkType: 201)
    file.add([0, 0, 0, 0, 1, 0xAA])
    let offset = file.bytes.count
    file.add([0, 0, 0, 0, 1, 0xAA], included: 262_145)
    file.add([0, 0, 0, 0, 1, 0xAA])
    let outcome = check(file.bytes)
    expect(outcome.records.count, equals: 1)
    let error = try #require(outcome.error)
    expect(error.kind, equals: .damaged)
    expect(error.offset, equals: Int64(offset))
    expect(error.message.contains("262145"))
  }

  @Test func theLongestRecordsAreRead() {
    var file = PcapBytes(linkType: 187)
    let long = [2] + [UInt8](repeating: 7, count: 262_143)
    file.add([1, 1])
    file.add(long)
    file.add(long)
    file.add([1, 2])
    let outcome = read(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.bytes.count), equals: [1, 262_143, 262_143, 1])
    expect(outcome.records.map(\.bytes.first), equals: [1, 7, 7, 2])
    let cut = read(Array(file.bytes.dropLast(1000)))
    expect(cut.error == nil)
    expect(cut.records.map(\.bytes.count), equals: [1, 262_143, 262_143 + 18 - 1000])
  }

  @Test func manyRecords() {
    var file = PcapBytes(linkType: 187)
    for i in 0..<20_000 { file.add([4] + [UInt8](repeating: UInt8(i & 0xFF), count: i % 50)) }
    let outcome = read(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.count, equals: 20_000)
    expect(outcome.records.enumerated().allSatisfy { $1.bytes.count == $0 % 50 })
  }

  @Test(
    arguments: [
      (1, "Ethernet"), (249, "USBPcap"), (255, "baseband"), (195, "195"), (55_555, "55555"),
    ] as [(UInt32, String)])
  func otherLinkTypesAreNamed(linkType: UInt32, word: String) throws {
    let error = try #require(check(PcapBytes(linkType: linkType).bytes).error)
    expect(error.kind, equals: .unusable)
    expect(error.message.contains("\(linkType)") && error.message.contains(word))
  }

  @Test func aFileOfAHeaderAloneIsFine() {
    let outcome = check(PcapBytes(linkType: 254, isBig: true).bytes)
    expect(outcome.error == nil && outcome.records.isEmpty && outcome.notes.isEmpty)
    expect(outcome.infos.first?.linkType, equals: "hci_monitor")
  }

  @Test func versionsThatLibpcapRefuses() throws {
    var bytes = PcapBytes(linkType: 201).bytes
    bytes[4] = 9
    let error = try #require(read(bytes).error)
    expect(error.kind, equals: .unusable)
    expect(error.message.contains("version"))
  }

  @Test func readingStopsWhenTheSinkSaysSo() {
    var file = PcapBytes(linkType: 187)
    for _ in 0..<5 { file.add([1]) }
    expect(read(file.bytes, limit: 2).records.count, equals: 2)
  }
}
