import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct PSDTests {
  @Test func everyFieldOfARecord() throws {
    let outcome = read(PSDBytes.some().bytes)
    expect(outcome.error == nil && outcome.notes == [])
    let info = try #require(outcome.infos.first)
    expect(info.format == .psd && info.linkType == "psd_le_ll" && info.timeDecimals == 9)
    expect(info.linkTypeDescription, equals: "SmartRF Packet Sniffer (LE link layer)")
    let records = outcome.records
    try #require(records.count == 3)
    expect(records.map(\.frame), equals: [1, 2, 3])
    expect(records.allSatisfy { $0.kind == .linkLayer && $0.direction == .unknown })
    expect(records.map(\.bytes.count), equals: [21, 10, 9])
    expect(records.allSatisfy { $0.originalLength == $0.bytes.count })
    expect(records[0].bytes.first == 0xD6 && records[0].bytes.last == 0xCC)
    // Turns of 5000 ticks, 32 of which are a microsecond.
    expect(
      records.map(\.time),
      equals: [
        CaptureTime(seconds: 0, nanoseconds: 4_781_781), CaptureTime(seconds: 1, nanoseconds: 31),
        CaptureTime(seconds: 1, nanoseconds: 312_468),
      ])
    let radios = records.compactMap(\.radio)
    expect(radios.map(\.rssi), equals: [-76, -94, 20])
    expect(radios.map(\.channel), equals: [38, 38, 0])
    expect(radios.map(\.crcOK), equals: [true, false, true])
    expect(radios.allSatisfy { $0.sender == nil && $0.physicalChannel == .unknown })
  }

  @Test func oneResultInAllPieces() {
    let bytes = PSDBytes.some().bytes
    let whole = push(bytes, PSDParser.self)
    for size in pieceSizes {
      expect(push(bytes, PSDParser.self, pieces: size), equals: whole, "\(size)")
      expect(read(bytes, pieces: size), equals: read(bytes), "\(size)")
    }
    expect(push(bytes, PSDParser.self, limit: 2).records.count, equals: 2)
  }

  @Test func everyPrefixIsReadAsFarAsItGoes() {
    let bytes = PSDBytes.some().bytes
    let whole = push(bytes, PSDParser.self)
    for length in 0...bytes.count {
      let outcome = push(Array(bytes.prefix(length)), PSDParser.self)
      guard length >= 16 else {
        expect(outcome.error?.kind, equals: .unusable)
        continue
      }
      let (complete, rest) = length.quotientAndRemainder(dividingBy: PSDBytes.recordSize)
      expect(outcome.error == nil)
      expect(outcome.records.count, equals: complete + (rest >= 16 ? 1 : 0))
      expect(Array(outcome.records.prefix(complete)), equals: Array(whole.records.prefix(complete)))
      switch rest {
      case 0: expect(outcome.notes, equals: [])
      case ..<16:
        expect(outcome.notes.map(\.kind), equals: [.cutHeader(present: rest, needed: 271)])
      default:
        expect(outcome.notes.map(\.kind), equals: [.cutRecord(present: rest, needed: 271)])
        let last = outcome.records[complete]
        expect(last.originalLength, equals: whole.records[complete].originalLength)
        // What follows the packet is known where all of it is there.
        let isWhole = rest >= 16 + last.originalLength + 2
        expect((last.radio?.crcOK != nil), equals: isWhole)
        expect((last.radio?.rssi != nil), equals: isWhole)
      }
      if length >= 16 { expect(read(Array(bytes.prefix(length))), equals: outcome, "\(length)") }
    }
  }

  /// A record that is no packet of LE is kept, and told; the next one is read.
  @Test func anotherRecord() throws {
    var file = PSDBytes.some()
    file.add([1, 2, 3, 4, 5, 6, 7, 8, 9], length: 99)
    file.add([1, 2, 3])
    file.add([0x27, 0x4A, 0x65, 0x50, 0x01, 0x00, 4, 5, 6], channel: 77)
    let outcome = read(file.bytes)
    expect(outcome.records.map(\.kind).suffix(3), equals: [.unknown, .unknown, .linkLayer])
    expect(outcome.records[3].bytes.count, equals: 98)
    expect(outcome.records.last?.radio?.channel == nil)
    var counting = Counting()
    var reader = CaptureReader()
    try reader.read(pieces(of: file.bytes, size: 65_536), name: "test", into: &counting)
    expect(
      counting.tally.note(file: "test", isComplete: true)?.message,
      equals: "2 of 6 records not understood: SmartRF Packet Sniffer record without a packet of LE")
  }

  private struct Counting: RecordSink {
    var tally = UnderstandingTally()

    mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
      tally.count(record)
      return true
    }
  }

  /// The first two records decide what the file is.
  @Test func whatIsNoSuchFile() {
    let good = PSDBytes.some().bytes
    for (index, byte) in [
      (0, 0), (0, 2), (0, 0x21), (6, 0x14), (11, 1), (13, 9), (15, 9), (38, 0xA9),
    ] {
      for start in [0, PSDBytes.recordSize] where index != 38 || start == 0 {
        var bytes = good
        bytes[start + index] = UInt8(byte)
        expect(read(bytes).infos.isEmpty, "\(start) \(index)")
      }
    }
    // IEEE 802.15.4, whose records have another size.
    var other: [UInt8] = [3, 1, 0, 0, 0, 8, 0x71, 0x75, 1, 0, 0, 0, 0, 13, 0, 12, 0x63, 0x88, 0x54]
    other += [UInt8](repeating: 0, count: 151 - other.count)
    expect(read(other + other).error?.kind, equals: .unusable)
  }
}
