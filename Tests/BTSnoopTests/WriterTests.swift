import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct WriterTests {
  typealias Record = RecordingSink.Record

  private func record(_ record: Record) -> CaptureRecord {
    CaptureRecord(
      frame: record.frame, time: record.time, kind: record.kind, direction: record.direction,
      adapter: record.adapter, originalLength: record.originalLength, code: record.code,
      cumulativeDrops: record.drops, file: record.file)
  }

  private func write(_ records: [Record], _ writer: BTSnoopWriter) -> (Outcome, [Bool]) {
    var output = ByteWriter()
    writer.appendHeader(to: &output)
    let done = records.map { writer.append(record($0), bytes: $0.bytes.rawBytes, to: &output) }
    return (read(output.bytes.copy()), done)
  }

  private func write(_ records: [Record], _ writer: PcapWriter) -> (Outcome, [Bool]) {
    var output = ByteWriter()
    writer.appendHeader(to: &output)
    let done = records.map { writer.append(record($0), bytes: $0.bytes.rawBytes, to: &output) }
    return (read(output.bytes.copy()), done)
  }

  private static let packets: [Record] = [
    Record(
      time: CaptureTime(seconds: 1_700_000_000, nanoseconds: 1000), kind: .command,
      direction: .sent, originalLength: 3, bytes: [3, 0x0C, 0]),
    Record(
      frame: 2, time: CaptureTime(seconds: 1_700_000_000, nanoseconds: 999_999_000), kind: .event,
      direction: .received, originalLength: 80, bytes: [0x0E, 4, 1]),
    Record(
      frame: 3, time: CaptureTime(seconds: 5, nanoseconds: 0), kind: .acl, direction: .sent,
      originalLength: 1, bytes: [1]),
    Record(
      frame: 4, time: CaptureTime(seconds: 4, nanoseconds: 0), kind: .acl, direction: .received,
      originalLength: 9, bytes: []),
    Record(frame: 5, kind: .sco, direction: .received, originalLength: 1, bytes: [1]),
    Record(frame: 6, kind: .iso, direction: .sent, originalLength: 1, bytes: [1]),
  ]

  private static let unknown = Record(
    frame: 7, kind: .unknown, direction: .received, originalLength: 2, code: 0xF1, bytes: [8, 9])

  private static let system = Record(
    frame: 7, kind: .system, direction: .unknown, adapter: 3, originalLength: 2, code: 21,
    bytes: [8, 9])

  @Test func h4ReadsBackTheSame() {
    let records = Self.packets + [Self.unknown]
    let (outcome, done) = write(records, BTSnoopWriter(.h4))
    expect(outcome.error == nil)
    expect(outcome.infos.first?.linkType, equals: "hci_h4")
    expect(outcome.records, equals: records)
    expect(!done.contains(false))
  }

  @Test func theMonitorReadsBackTheSame() {
    var records = Self.packets + [Self.system]
    for i in records.indices where i.isMultiple(of: 2) { records[i].adapter = UInt16(i) }
    records[6].drops = 12
    let (outcome, done) = write(records, BTSnoopWriter(.monitor))
    expect(outcome.infos.first?.linkType, equals: "hci_monitor")
    expect(outcome.records, equals: records)
    expect(!done.contains(false))
  }

  @Test(arguments: [false, true]) func pcapReadsBackTheSame(hasNanoseconds: Bool) {
    var records = Self.packets + [Self.unknown]
    if hasNanoseconds { records[0].time.nanoseconds = 123_456_789 }
    let (outcome, done) = write(records, PcapWriter(hasNanoseconds: hasNanoseconds))
    expect(outcome.infos.first?.linkType, equals: "hci_h4_with_phdr")
    expect(outcome.infos.first?.timeDecimals, equals: (hasNanoseconds ? 9 : 6))
    expect(outcome.records, equals: records)
    expect(!done.contains(false))
  }

  @Test func whatAFormatCannotCarryIsRefused() {
    var linkLayer = Self.unknown
    linkLayer.kind = .linkLayer
    var wide = Self.unknown
    wide.code = 0x1F1
    expect(
      write([Self.system, linkLayer, wide], BTSnoopWriter(.h4)).1, equals: [false, false, false])
    expect(write([Self.unknown, linkLayer], BTSnoopWriter(.monitor)).1, equals: [false, false])
    expect(write([Self.system, linkLayer, wide], PcapWriter()).1, equals: [false, false, false])
    expect(write([Self.system], PcapWriter()).0.error == nil)
  }

  @Test func extremeTimesAreKeptOrHeldAtTheEnds() {
    let raws: [Int64] = [.min, -1, 0, 1, .max]
    var file = BTSnoopBytes(datalink: 1002)
    for raw in raws { file.add([1], flags: 2, time: raw &- BTSnoopBytes.epoch) }
    let records = read(file.bytes).records
    expect(write(records, BTSnoopWriter(.h4)).0.records, equals: records)
    var far = records
    far[0].time.seconds = .min
    far[4].time.seconds = .max
    expect(write(far, BTSnoopWriter(.h4)).0.records, equals: records)
    let seconds = write(far, PcapWriter()).0.records.map(\.time.seconds)
    expect(seconds, equals: [0, 0, 0, 0, Int64(UInt32.max)])
  }

  @Test func aPacketTooLongForARecordIsCut() {
    let long = Record(
      kind: .acl, direction: .sent, originalLength: 262_144,
      bytes: [UInt8](repeating: 1, count: 262_144))
    let h4 = write([long], BTSnoopWriter(.h4)).0
    expect(h4.error == nil)
    expect(h4.records.map(\.bytes.count), equals: [262_143])
    expect(h4.records.map(\.originalLength), equals: [262_144])
    expect(write([long], BTSnoopWriter(.monitor)).0.records, equals: [long])
    let pcap = write([long], PcapWriter()).0
    expect(pcap.error == nil)
    expect(pcap.records.map(\.bytes.count), equals: [262_139])
  }
}
