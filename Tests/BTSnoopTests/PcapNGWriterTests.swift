import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct PcapNGWriterTests {
  private func record(_ record: RecordingSink.Record) -> CaptureRecord {
    CaptureRecord(
      frame: record.frame, time: record.time, kind: record.kind, direction: record.direction,
      adapter: record.adapter, originalLength: record.originalLength, code: record.code,
      cumulativeDrops: record.drops, file: record.file)
  }

  private func write(_ records: [RecordingSink.Record], _ writer: PcapNGWriter) -> (
    bytes: [UInt8], done: [Bool]
  ) {
    var writer = writer
    var output = ByteWriter()
    writer.appendHeader(to: &output)
    let done = records.map { writer.append(record($0), bytes: $0.bytes.rawBytes, to: &output) }
    return (output.bytes.copy(), done)
  }

  @Test func theBytes() {
    let packet = RecordingSink.Record(
      time: CaptureTime(seconds: 0x1_0000, nanoseconds: 5000), kind: .command, direction: .sent,
      originalLength: 3, bytes: [3, 0x0C, 0])
    let section: [UInt8] = [
      0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF,
      0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 28, 0, 0, 0,
    ]
    let interface: [UInt8] = [
      1, 0, 0, 0, 32, 0, 0, 0, 201, 0, 0, 0, 0, 0, 4, 0, 9, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0, 0, 32, 0,
      0, 0,
    ]
    // 65,536,000,005 microseconds; five bytes before the packet, or eight and none for padding.
    let block: [UInt8] = [
      6, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 0x0F, 0, 0, 0, 0x05, 0, 0x40, 0x42, 8, 0, 0, 0, 8, 0, 0,
      0, 0, 0, 0, 0, 1, 3, 0x0C, 0, 40, 0, 0, 0,
    ]
    expect(
      write([packet], PcapNGWriter(.h4WithDirection)).bytes, equals: section + interface + block)
  }

  @Test func everyLengthIsPadded() {
    for length in 0...9 {
      let packet = RecordingSink.Record(
        kind: .acl, direction: .received, originalLength: length + 4,
        bytes: [UInt8](repeating: 7, count: length))
      let bytes = write([packet], PcapNGWriter(.h4WithDirection)).bytes
      expect(bytes.count % 4, equals: 0)
      expect(read(bytes).records, equals: [packet])
    }
  }

  @Test(arguments: [false, true]) func timesAreKept(hasNanoseconds: Bool) {
    let times = [
      CaptureTime(seconds: 0, nanoseconds: 0), CaptureTime(seconds: 1, nanoseconds: 123_456_000),
      CaptureTime(seconds: 1_772_355_600, nanoseconds: hasNanoseconds ? 999_999_999 : 999_999_000),
      CaptureTime(seconds: 4_294_967_296, nanoseconds: 0),
    ]
    let records = times.enumerated().map { index, time in
      RecordingSink.Record(
        frame: UInt64(index + 1), time: time, kind: .event, direction: .received,
        originalLength: 2, bytes: [0x0E, 0])
    }
    let outcome = read(
      write(records, PcapNGWriter(.h4WithDirection, hasNanoseconds: hasNanoseconds)).bytes)
    expect(outcome.records, equals: records)
    expect(outcome.infos.first?.timeDecimals, equals: (hasNanoseconds ? 9 : 6))
  }

  @Test func timesThatItCannotSayAreHeld() {
    let far: [Int64] = [.min, -1, .max]
    let records = far.map {
      RecordingSink.Record(
        time: CaptureTime(seconds: $0, nanoseconds: 5), kind: .event, direction: .received,
        originalLength: 0, bytes: [])
    }
    let seconds = read(write(records, PcapNGWriter(.h4WithDirection)).bytes).records.map(
      \.time.seconds)
    expect(seconds, equals: [0, 0, Int64(UInt64.max / 1_000_000)])
  }

  @Test func anInterfaceComesWithItsFirstRecord() {
    let hci = RecordingSink.Record(
      kind: .event, direction: .received, originalLength: 2, bytes: [0x0E, 0])
    let air = RecordingSink.Record(
      frame: 2, kind: .linkLayer, direction: .unknown, originalLength: 4, bytes: [1, 2, 3, 4])
    var last = hci
    last.frame = 3
    let writer = PcapNGWriter(.h4WithDirection, others: [.linkLayerWithRadio])
    let (bytes, done) = write([hci, air, last], writer)
    expect(done, equals: [true, true, true])
    expect(read(bytes).records, equals: [hci, air, last])
    let alone = read(write([], writer).bytes)
    expect(alone.error == nil)
    expect(alone.infos.first?.linkType, equals: "hci_h4_with_phdr")
  }

  @Test func commentsStandWithTheNextRecord() {
    let plain = RecordingSink.Record(
      kind: .event, direction: .received, adapter: 0, originalLength: 2, bytes: [0x0E, 0])
    for lost in [0, 3] as [UInt32] {
      for texts in [["x"], ["four"], ["one", "zwölf"], [""]] {
        var writer = PcapNGWriter(.monitor)
        var out = ByteWriter(capacity: 256)
        writer.appendHeader(to: &out)
        for text in texts {
          let isTaken = writer.comment(Array(text.utf8))
          expect(isTaken)
        }
        let added = writer.commentLength
        var sent = self.record(plain)
        sent.cumulativeDrops = lost
        let start = out.count
        expect(writer.append(sent, bytes: plain.bytes.rawBytes, to: &out))
        let length = out.count - start
        expect(length, equals: 40 + (lost > 0 ? 16 + added - 4 : added))
        expect(writer.commentLength, equals: 0)
        expect(writer.append(sent, bytes: plain.bytes.rawBytes, to: &out))
        let outcome = read(out.bytes.copy())
        expect(outcome.error == nil)
        expect(outcome.records.map(\.drops), equals: [lost, lost])
        expect(outcome.comments, equals: texts.map { RecordingSink.Comment(1, $0) })
      }
    }
    var other = BTSnoopWriter(.monitor)
    let isTaken = other.comment([0x78])
    expect(!isTaken)
  }

  @Test func whatNoInterfaceCarriesIsRefused() {
    let system = RecordingSink.Record(
      kind: .system, direction: .unknown, originalLength: 0, code: 12, bytes: [])
    expect(write([system], PcapNGWriter(.h4WithDirection)).done, equals: [false])
    expect(write([system], PcapNGWriter(.linkLayer)).done, equals: [false])
    expect(write([system], PcapNGWriter(.monitor)).done, equals: [true])
  }

  @Test func aPacketTooLongForARecordIsCut() {
    let long = RecordingSink.Record(
      kind: .acl, direction: .sent, originalLength: 262_144,
      bytes: [UInt8](repeating: 1, count: 262_144))
    let outcome = read(write([long], PcapNGWriter(.h4WithDirection)).bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.bytes.count), equals: [262_139])
    expect(outcome.records.map(\.originalLength), equals: [262_144])
  }
}
