import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct BTSnoopFormatTests {
  typealias Record = RecordingSink.Record

  @Test(
    arguments: [
      // (flags, first bytes, kind, direction, code): Android, Bumble (0x10), and unknown types.
      (2, [1, 0xAA], RecordKind.command, PacketDirection.sent, 0),
      (3, [4, 0xAA], .event, .received, 0),
      (0, [2, 0xAA], .acl, .sent, 0),
      (1, [2, 0xAA], .acl, .received, 0),
      (0, [3, 0xAA], .sco, .sent, 0),
      (1, [3, 0xAA], .sco, .received, 0),
      (0, [5, 0xAA], .iso, .sent, 0),
      (1, [5, 0xAA], .iso, .received, 0),
      (0x10, [1, 0xAA], .command, .sent, 0),
      (0x11, [4, 0xAA], .event, .received, 0),
      (0x11, [2, 0xAA], .acl, .received, 0),
      // What the flags say of the direction of commands and events does not count.
      (1, [1, 0xAA], .command, .sent, 0),
      (0, [4, 0xAA], .event, .received, 0),
      (1, [0xF1, 0xAA], .unknown, .received, 0xF1),
      (0, [0, 0xAA], .unknown, .sent, 0),
    ] as [(UInt32, [UInt8], RecordKind, PacketDirection, UInt16)])
  func h4(
    flags: UInt32, packet: [UInt8], kind: RecordKind, direction: PacketDirection, code: UInt16
  ) {
    var file = BTSnoopBytes(datalink: 1002)
    file.add(packet, flags: flags, original: 300)
    let outcome = push(file.bytes, BTSnoopParser.self)
    expect(
      outcome.records,
      equals: [
        Record(
          kind: kind, direction: direction, originalLength: 299, code: code, bytes: [0xAA])
      ])
    expect(
      outcome.infos,
      equals: [
        CaptureInfo(
          name: "test", format: .btsnoop, linkType: "hci_h4", linkTypeDescription: "H4")
      ])
    expect(outcome.error == nil)
  }

  @Test(
    arguments: [
      (0, RecordKind.acl, PacketDirection.sent), (1, .acl, .received), (2, .command, .sent),
      (3, .event, .received),
    ] as [(UInt32, RecordKind, PacketDirection)])
  func h1(flags: UInt32, kind: RecordKind, direction: PacketDirection) {
    var file = BTSnoopBytes(datalink: 1001)
    file.add([7, 8, 9], flags: flags)
    let outcome = push(file.bytes, BTSnoopParser.self)
    expect(
      outcome.records,
      equals: [
        Record(kind: kind, direction: direction, originalLength: 3, bytes: [7, 8, 9])
      ])
    expect(outcome.infos.first?.linkType, equals: "hci_h1")
  }

  /// Times of one second, of others, before and after all that is likely: each as by itself.
  @Test func timesDoNotDependOnThoseBefore() {
    let times: [Int64] = [
      0, 999_999, 1_000_000, 62_168_256_000_000_000, 62_168_256_000_999_999,
      62_168_256_001_000_000, 62_168_255_999_999_999, -1, -999_999, -1_000_000, .min, .min + 1,
      .min + 775_808, .min + 1_775_808, .max, .max - 999_999, 62_168_256_000_000_001, 5,
    ]
    func read(_ times: [Int64]) -> [CaptureTime] {
      var file = BTSnoopBytes(datalink: 1002)
      for time in times { file.add([1, 0xAA], flags: 2, time: time) }
      return push(file.bytes, BTSnoopParser.self).records.map(\.time)
    }
    let alone = times.map { read([$0])[0] }
    for (first, firstTime) in times.enumerated() {
      for (second, secondTime) in times.enumerated() {
        expect(read([firstTime, secondTime]), equals: [alone[first], alone[second]])
      }
    }
  }

  /// Microseconds in the upper half, as an export for macOS has them.
  @Test func timesInTheWrongHalf() {
    var file = BTSnoopBytes(datalink: 1002)
    for time: Int64 in [692_416_312, 692_666_312] {
      file.add([4, 0x0E], flags: 3, time: (time << 32) &- BTSnoopBytes.epoch)
    }
    let outcome = push(file.bytes, BTSnoopParser.self)
    expect(outcome.records.map(\.time.seconds), equals: [692, 692])
    expect(outcome.records.map(\.time.nanoseconds), equals: [416_312_000, 666_312_000])
    expect(outcome.notes, equals: [CaptureNote(.shiftedTimes, file: "test", frame: 1)])
  }

  @Test func everyMonitorOpcode() {
    let packets: [UInt32: (RecordKind, PacketDirection)] = [
      2: (.command, .sent), 3: (.event, .received), 4: (.acl, .sent), 5: (.acl, .received),
      6: (.sco, .sent), 7: (.sco, .received), 18: (.iso, .sent), 19: (.iso, .received),
    ]
    for opcode in UInt32(0)...22 {
      var file = BTSnoopBytes(datalink: 2001)
      file.add([1, 2], flags: 5 << 16 | opcode)
      let (kind, direction) = packets[opcode] ?? (.system, .unknown)
      expect(
        push(file.bytes, BTSnoopParser.self).records,
        equals: [
          Record(
            kind: kind, direction: direction, adapter: 5, originalLength: 2,
            code: kind == .system ? UInt16(opcode) : 0, bytes: [1, 2])
        ])
    }
  }

  @Test func monitorRecordsWithoutAnAdapter() {
    var file = BTSnoopBytes(datalink: 2001)
    file.add(Array("note\0".utf8), flags: 0xFFFF_000C)
    let outcome = push(file.bytes, BTSnoopParser.self)
    expect(outcome.records.first?.adapter == nil)
    expect(outcome.records.first?.code, equals: 12)
    expect(outcome.infos.first?.linkTypeDescription, equals: "BlueZ monitor")
  }

  @Test(
    arguments: [
      // (microseconds since year 0, seconds, nanoseconds)
      (BTSnoopBytes.epoch, 0, 0),
      (BTSnoopBytes.epoch - 1, -1, 999_999_000),
      (BTSnoopBytes.epoch + 1_500_001, 1, 500_001_000),
      // BlueZ writes the year 2000 as this number.
      (0x00E0_3AB4_4A67_6000, 946_684_800, 0),
      (0, -62_168_256_000, 0),
      (Int64.min, -9_223_372_036_855 - 62_168_256_000, 224_192_000),
      (Int64.max, 9_223_372_036_854 - 62_168_256_000, 775_807_000),
    ] as [(Int64, Int64, UInt32)])
  func times(raw: Int64, seconds: Int64, nanoseconds: UInt32) {
    var file = BTSnoopBytes(datalink: 1002)
    file.add([1], flags: 2, time: raw &- BTSnoopBytes.epoch)
    expect(
      push(file.bytes, BTSnoopParser.self).records.first?.time,
      equals: CaptureTime(seconds: seconds, nanoseconds: nanoseconds))
  }

  /// Records of several lengths, one of them stored in part.
  private static var sample: BTSnoopBytes {
    var file = BTSnoopBytes(datalink: 1002)
    file.add([1, 3, 0x0C, 0], flags: 2, time: 1)
    file.add([], flags: 0, time: 2)
    file.add([4, 0x0E, 4, 1, 3, 0x0C, 0], flags: 3, time: 3, drops: 2)
    file.add([2, 0x40, 0, 3], flags: 1, time: 4, original: 30, drops: 5)
    return file
  }

  @Test(arguments: pieceSizes) func allPiecesGiveOneResult(size: Int) {
    let bytes = Self.sample.bytes
    let whole = push(bytes, BTSnoopParser.self)
    expect(whole.records.count, equals: 4)
    expect(whole.records.map(\.frame), equals: [1, 2, 3, 4])
    expect(push(bytes, BTSnoopParser.self, pieces: size), equals: whole)
    expect(read(bytes, pieces: size), equals: whole)
  }

  @Test func droppedPacketsAreReported() {
    let outcome = push(Self.sample.bytes, BTSnoopParser.self)
    expect(outcome.records.map(\.drops), equals: [0, 0, 2, 5])
    expect(outcome.notes, equals: [CaptureNote(.dropped(5), file: "test")])
  }

  @Test func zeroLengthRecordsAreDelivered() {
    for datalink: UInt32 in [1001, 1002, 2001] {
      var file = BTSnoopBytes(datalink: datalink)
      file.add([], flags: 1)
      file.add([], flags: 1, original: 20)
      let records = push(file.bytes, BTSnoopParser.self).records
      expect(records.map(\.bytes), equals: [[], []])
      expect(records.map(\.originalLength), equals: (datalink == 1002 ? [0, 19] : [0, 20]))
      if datalink == 1002 { expect(records.allSatisfy { $0.kind == .unknown && $0.code == 0 }) }
    }
  }

  @Test func aPacketIsNotShorterThanWhatIsStored() {
    var file = BTSnoopBytes(datalink: 1001)
    file.add([1, 2, 3], flags: 1, original: 1)
    expect(push(file.bytes, BTSnoopParser.self).records.first?.originalLength, equals: 3)
  }

  @Test func aFileCutAnywhereGivesAllThatIsWhole() throws {
    let bytes = Self.sample.bytes
    let whole = push(bytes, BTSnoopParser.self).records
    // Where each record begins, with its header.
    let starts = [16, 44, 68, 99]
    let lengths = [4, 0, 7, 4]
    for end in 0..<bytes.count {
      let cut = Array(bytes.prefix(end))
      let outcome = push(cut, BTSnoopParser.self)
      expect(push(cut, BTSnoopParser.self, pieces: 1), equals: outcome)
      guard end >= 16 else {
        let error = try #require(outcome.error)
        expect(error.kind, equals: .unusable)
        expect(outcome.records.isEmpty)
        continue
      }
      expect(outcome.error == nil)
      let count = zip(starts, lengths).count { $0 + 24 + $1 <= end }
      expect(Array(outcome.records.prefix(count)), equals: Array(whole.prefix(count)))
      guard count < 4, end > starts[count] else {
        expect(outcome.records.count, equals: count)
        expect(outcome.notes.filter(\.isCut).isEmpty)
        continue
      }
      let present = end - starts[count] - 24
      let cuts = outcome.notes.filter(\.isCut)
      if present < 0 {
        expect(outcome.records.count, equals: count)
        expect(
          cuts,
          equals: [
            CaptureNote(
              .cutHeader(present: present + 24, needed: 24), file: "test",
              offset: Int64(starts[count]))
          ])
      } else {
        expect(outcome.records.count, equals: count + 1)
        expect(outcome.records.last?.originalLength, equals: whole[count].originalLength)
        expect(outcome.records.last?.bytes.count, equals: max(present - 1, 0))
        expect(
          cuts,
          equals: [
            CaptureNote(
              .cutRecord(present: present, needed: lengths[count]), file: "test",
              offset: Int64(starts[count]), frame: UInt64(count + 1))
          ])
      }
    }
  }

  @Test(arguments: pieceSizes) func aLyingLengthIsDamage(size: Int) throws {
    var file = Self.sample
    let offset = file.bytes.count
    file.add([1, 2, 3], flags: 0, included: 262_145)
    file.add([1, 2, 3], flags: 0)
    let outcome = push(file.bytes, BTSnoopParser.self, pieces: size)
    expect(outcome.records.count, equals: 4)
    let error = try #require(outcome.error)
    expect(error.kind, equals: .damaged)
    expect(error.offset, equals: Int64(offset))
    expect(error.message.contains("262145"))
    expect(read(file.bytes, pieces: size), equals: outcome)
  }

  @Test func theLongestRecordsAreRead() {
    var file = BTSnoopBytes(datalink: 1002)
    let long = [2] + [UInt8](repeating: 7, count: 262_143)
    file.add([1, 1], flags: 2)
    file.add(long, flags: 1)
    file.add(long, flags: 1)
    file.add([1, 2], flags: 2)
    let outcome = read(file.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.bytes.count), equals: [1, 262_143, 262_143, 1])
    expect(outcome.records.last?.bytes, equals: [2])
  }

  @Test func aFileOfAHeaderAloneIsFine() {
    let outcome = push(BTSnoopBytes(datalink: 2001).bytes, BTSnoopParser.self)
    expect(outcome.error == nil)
    expect(outcome.infos.count, equals: 1)
    expect(outcome.records.isEmpty && outcome.notes.isEmpty)
  }

  @Test(
    arguments: [
      (2002, "simulator"), (2002, "btmon -w"), (7, "datalink 7"),
    ] as [(UInt32, String)])
  func otherDatalinksAreNamed(datalink: UInt32, word: String) throws {
    let outcome = push(BTSnoopBytes(datalink: datalink).bytes, BTSnoopParser.self)
    let error = try #require(outcome.error)
    expect(error.kind, equals: .unusable)
    expect(error.message.contains(word))
    expect(outcome.infos.isEmpty)
  }

  @Test func otherVersionsAreNamed() throws {
    let outcome = push(BTSnoopBytes(datalink: 1002, version: 2).bytes, BTSnoopParser.self)
    try expect(#require(outcome.error).message.contains("version 2"))
    expect(outcome.error?.kind, equals: .unusable)
  }

  @Test func readingStopsWhenTheSinkSaysSo() {
    let outcome = push(Self.sample.bytes, BTSnoopParser.self, limit: 2)
    expect(outcome.records.count, equals: 2)
    expect(outcome.notes.isEmpty)
    expect(read(Self.sample.bytes, limit: 2).records, equals: outcome.records)
  }
}
