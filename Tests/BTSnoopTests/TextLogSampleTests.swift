import BTSnoop
import Bytes
import Foundation
import TestSupport
import Testing

/// What real tools print of `Captures/polar-h7.btsnoop`: hcidump 5.66, btmon 5.82 and 5.87 (with dates), tshark 4.0.
@Suite struct TextLogSampleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  static func sample(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: "TextLogs/" + name)))
  }

  static func captured() throws -> [RecordingSink.Record] {
    let path = folder.appending(path: "../../Captures/polar-h7.btsnoop")
    return read([UInt8](try Data(contentsOf: path))).records
  }

  @Test(arguments: [
    ("hcidump-R.txt", "hcidump -R", CaptureInfo.Clock.recorder),
    ("tshark-x.txt", "tshark -x", .undated), ("tshark.json", "Wireshark's JSON", .universal),
  ])
  func everyByteIsRead(name: String, title: String, clock: CaptureInfo.Clock) throws {
    let log = read(try Self.sample(name))
    let info = try #require(log.infos.first)
    expect(info.format == .text && info.linkType == "hci_h4" && info.linkTypeDescription == title)
    expect(info.clock, equals: clock)
    expect(log.error == nil && log.notes == [])
    let captured = try Self.captured().prefix(log.records.count)
    expect(log.records.count, equals: name.hasSuffix("json") ? 8 : 157)
    for (record, original) in zip(log.records, captured) {
      expect(record.isSame(as: original), "\(record.frame)")
      let start = clock == .undated ? captured[0].time : CaptureTime(seconds: 0, nanoseconds: 0)
      let since = original.time.nanoseconds(since: start)
      expect(record.time, equals: CaptureTime(seconds: 0, excessNanoseconds: since))
    }
  }

  @Test(arguments: [
    ("btmon-5.82.txt", "btmon", 152, CaptureInfo.Clock.undated),
    ("btmon-5.87.txt", "btmon", 154, .recorder), ("hcidump-X.txt", "hcidump", 140, .recorder),
  ])
  func nothingIsMadeUpFromWords(
    name: String, title: String, whole: UInt64, clock: CaptureInfo.Clock
  ) throws {
    let log = read(try Self.sample(name))
    let info = try #require(log.infos.first)
    expect(info.linkTypeDescription == title && info.clock == clock)
    expect(log.error == nil)
    expect(log.notes.map(\.kind), equals: [.rebuilt(whole: whole, of: 157)])
    let captured = try Self.captured()
    expect(log.records.count, equals: captured.count)
    var equal: UInt64 = 0
    for (record, original) in zip(log.records, captured) {
      expect(original.bytes.starts(with: record.bytes), "\(record.frame)")
      expect(record.kind == original.kind && record.direction == original.direction)
      expect(record.originalLength, equals: original.originalLength)
      if record.bytes == original.bytes { equal += 1 }
      let since = record.time.nanoseconds(since: log.records[0].time)
      expect(since, equals: original.time.nanoseconds(since: captured[0].time))
    }
    expect(equal, equals: whole)
  }

  @Test func partsOfAPDU() throws {
    let text = """
      < LE-ACL: Handle 1 [1/64] [DE:AD:5E:ED:00:0.. flags 0x00 dlen 14  #229 4.709480
      > HCI Event: Number of Completed Packets (0x13) plen 5          #230 4.709481
              Num handles: 1
              Handle: 1 (LE-ACL) Address: DE:AD:5E:ED:00:0A (Static)
              Count: 1
      < LE-ACL: Handle 1 [2/64] [DE:AD:5E:ED:00:0.. flags 0x01 dlen 7  #231 4.709490
            SMP: Pairing Confirm (0x03) len 16
              Confirm value[16]:
              ea a8 e0 6d 20 14 75 b5 06 64 b3 25 0d 44 52 9c  ...m .u..d.%.DR.
      """
    let log = read(Array(text.utf8))
    expect(
      log.records.map(\.bytes),
      equals: [
        [1, 0, 14, 0, 17, 0, 6, 0, 3, 0xEA, 0xA8, 0xE0, 0x6D, 0x20, 0x14, 0x75, 0xB5, 6],
        [0x13, 5, 1, 1, 0, 1, 0],
        [1, 0x10, 7, 0, 0x64, 0xB3, 0x25, 0x0D, 0x44, 0x52, 0x9C],
      ])
  }

  @Test(arguments: [
    "hcidump-R.txt", "hcidump-X.txt", "btmon-5.82.txt", "btmon-5.87.txt", "tshark-x.txt",
    "tshark.json",
  ])
  func oneResultInAllPiecesAndNoTrapAnywhere(name: String) throws {
    let bytes = Array(try Self.sample(name).prefix(12_000))
    let whole = push(bytes, TextLogParser.self)
    for size in [7, 100, 4096] {
      expect(push(bytes, TextLogParser.self, pieces: size), equals: whole)
    }
    expect(push(bytes, TextLogParser.self, limit: 2).records.count, equals: 2)
    for length in stride(from: 0, to: 2500, by: 41) {
      let cut = push(Array(bytes.prefix(length)), TextLogParser.self)
      expect(cut.records.count <= whole.records.count)
      _ = push(Array(bytes[length...].prefix(2500)), TextLogParser.self)
    }
  }
}
