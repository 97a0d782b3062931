import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import LiveCapture

/// A frame as Zephyr makes it.
/// - fields: of the extension, after the time.
/// - length: what it says of itself; `nil` for the truth.
func frame(
  _ opcode: UInt16, _ payload: [UInt8], ticks: UInt32? = nil, fields: [UInt8] = [],
  flags: UInt8 = 0, length: Int? = nil
) -> [UInt8] {
  let time: [UInt8] = ticks.map { [8] + littleEndian($0) } ?? []
  let truth: Int = 4 + time.count + fields.count + payload.count
  var bytes: [UInt8] = littleEndian(UInt16(truncatingIfNeeded: length ?? truth))
  bytes += littleEndian(opcode)
  bytes += [flags, UInt8(time.count + fields.count)]
  return bytes + time + fields + payload
}

func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
  stride(from: 0, to: number.bitWidth, by: 8).map { shift -> UInt8 in
    UInt8(truncatingIfNeeded: number >> shift)
  }
}

@Suite struct MonitorStreamTests {
  static let event: [UInt8] = [0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]
  static let command: [UInt8] = [0x03, 0x0C, 0x00]
  static let acl: [UInt8] = [0x40, 0x20, 0x07, 0, 3, 0, 4, 0, 0x1B, 0x0E, 0]
  static let text = Array("[00:00:01.234,567] <inf> bt_hci_core: HW Platform: Nordic\r\n".utf8)

  private static func time(_ milliseconds: Int64) -> CaptureTime {
    CaptureTime(unixMicroseconds: 1_800_000_000_000_000 + milliseconds * 1000)
  }

  /// Parses bytes that come in pieces of a size, and gives up at the end.
  private func parse(
    _ bytes: [UInt8], pieces size: Int = .max, adapters: Set<UInt16> = []
  ) -> (sink: RecordingSink, parser: MonitorStreamParser) {
    var parser = MonitorStreamParser(name: "tty:test", adapters: adapters)
    var sink = RecordingSink()
    parser.begin(&sink)
    var pending: [UInt8] = []
    var rest = bytes[...]
    func consume() {
      pending.removeFirst(
        parser.consume(pending.rawBytes, now: Self.time(0), emptied: Self.time(0), into: &sink))
    }
    while !rest.isEmpty {
      pending += rest.prefix(size)
      rest = rest.dropFirst(size)
      consume()
    }
    while !pending.isEmpty || parser.hasNoise {
      pending.removeFirst(parser.giveUp(pending.count, into: &sink))
      consume()
    }
    return (sink, parser)
  }

  @Test func theHeaderAndItsFields() {
    let bytes =
      frame(0, [0, 3] + [1, 2, 3, 4, 5, 6] + Array("zephyr\0\0".utf8), ticks: 7)
      + frame(2, Self.command, ticks: 8) + frame(3, Self.event)
      + frame(4, Self.acl, fields: [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 255])
      + frame(5, Self.acl, ticks: 9, fields: [4, 1])
      + frame(12, Array("Note\0".utf8)) + frame(0x20, [1, 2], ticks: 1)
    let (sink, parser) = parse(bytes)
    expect(
      sink.infos,
      equals: [
        CaptureInfo(
          name: "tty:test", format: .monitor, linkType: "hci_monitor",
          linkTypeDescription: "BlueZ monitor, serial line")
      ])
    expect(
      sink.records.map(\.kind), equals: [.system, .command, .event, .acl, .acl, .system, .system])
    expect(
      sink.records.map(\.direction),
      equals: [.unknown, .sent, .received, .sent, .received, .unknown, .unknown])
    expect(sink.records.map(\.code), equals: [0, 0, 0, 0, 0, 12, 0x20])
    expect(sink.records.map(\.originalLength), equals: [16, 3, 6, 11, 11, 5, 2])
    expect(sink.records[3].bytes, equals: Self.acl)
    expect(sink.records.map(\.drops), equals: [0, 0, 0, 282, 283, 283, 283])
    expect(sink.records.allSatisfy { $0.adapter == 0 })
    expect(sink.frames, equals: Array(1...7))
    expect(parser.drops, equals: 283)
    expect(sink.notes.isEmpty)
  }

  @Test func anUnknownFieldEndsTheExtension() {
    let (sink, parser) = parse(frame(3, Self.event, fields: [1, 5, 99, 8, 1, 2]))
    expect(sink.records.map(\.bytes), equals: [Self.event])
    expect(parser.drops, equals: 5)
  }

  @Test(arguments: [
    ("a field is cut", frame(3, event, fields: [8, 1, 2, 3])),
    ("a counter is cut", frame(3, event, fields: [1])),
    ("the length is below the extension's", frame(3, event, ticks: 1, length: 8)),
    ("flags", frame(3, event, flags: 1)),
    ("no such opcode", frame(0x100, event)),
    ("New Index of another length", frame(0, event)),
    ("Open Index with a payload", frame(8, event)),
    ("Index Info of another length", frame(10, event)),
    ("longer than any note", frame(12, [UInt8](repeating: 0x61, count: 4097))),
  ])
  func whatIsNoFrameIsSkippedAndToldOnce(what: String, bytes: [UInt8]) {
    let good = frame(3, Self.event, ticks: 5)
    let (sink, parser) = parse(good + bytes + good)
    expect(sink.records.map(\.bytes), equals: [Self.event, Self.event], "\(what)")
    expect(parser.skippedTotal, equals: UInt64(bytes.count), "\(what)")
    let told = sink.notes.map(\.kind)
    expect(
      told,
      equals: (bytes.count > 4096
        ? [.skipped(4096), .skipped(bytes.count - 4096)]
        : [.skipped(bytes.count)]),
      "\(what)")
    expect(sink.notes.allSatisfy { $0.frame == 2 })
  }

  /// A packet that says another length than its frame is a record where one is expected.
  @Test func aPacketWithAnotherLengthIsARecordAfterARecord() {
    let odd: [UInt8] = [0x0E, 9, 1, 2]
    let good = frame(3, Self.event, ticks: 5)
    let (sink, _) = parse(good + frame(3, odd, ticks: 5) + good)
    expect(sink.records.map(\.bytes), equals: [Self.event, odd, Self.event])
    // After noise it is more likely noise.
    let (sink2, _) = parse([0xFF] + frame(3, odd) + good)
    expect(sink2.records.map(\.bytes), equals: [Self.event])
  }

  @Test func textBetweenTheRecords() {
    let record = frame(3, Self.event, ticks: 5)
    let (sink, parser) = parse(Self.text + record + Self.text + Self.text + record + Self.text)
    expect(sink.records.map(\.bytes), equals: [Self.event, Self.event])
    expect(parser.skippedTotal, equals: UInt64(4 * Self.text.count))
    expect(
      sink.notes.map(\.kind),
      equals: [Self.text.count, 2 * Self.text.count, Self.text.count].map { .skipped($0) })
  }

  /// Bytes are lost within a record: at most that and the next are.
  @Test func lostBytes() {
    let records = (0..<20).map { frame(5, Self.acl, ticks: $0) }
    for start in stride(from: 1, to: 60, by: 1) {
      for count in [1, 2, 7, 30] {
        var bytes = records.flatMap { $0 }
        bytes.removeSubrange(start..<start + count)
        let (sink, _) = parse(bytes)
        let whole = sink.records.filter { $0.bytes == Self.acl }.count
        expect(whole >= 16, "\(start), \(count)")
        expect(sink.records.count <= 20)
      }
    }
  }

  @Test func piecesOfAnySizeGiveTheSame() {
    let bytes =
      Self.text + frame(2, Self.command, ticks: 1) + frame(3, Self.event) + [0xFF, 0, 1]
      + frame(5, Self.acl, ticks: 3, fields: [7, 1]) + Self.text.prefix(5)
      + frame(13, [6, 3] + Array("bt\0hello\0".utf8), ticks: 9) + frame(5, Self.acl).dropLast(1)
    let whole = parse(bytes).sink
    expect(whole.records.count, equals: 4)
    for size in 1...40 {
      let pieces = parse(bytes, pieces: size).sink
      expect(pieces.records, equals: whole.records, "\(size)")
      expect(pieces.notes, equals: whole.notes, "\(size)")
    }
  }

  @Test func theLongestFrame() {
    let payload: [UInt8] = [0x40, 0x20, 0xF7, 0xFF] + [UInt8](repeating: 9, count: 0xFFF7)
    let bytes = frame(5, payload)
    expect(bytes.count, equals: MonitorStreamParser.maximumPending)
    let (sink, _) = parse(bytes, pieces: 1000)
    expect(sink.records.map(\.originalLength), equals: [65_531])
  }

  @Test func aCounterMayStandTwice() {
    let bytes = frame(3, Self.event, fields: [7, 255] + [UInt8](repeating: 7, count: 2))
    let (sink, parser) = parse(bytes)
    expect(parser.drops, equals: 262)
    expect(sink.records.map(\.drops), equals: [262])
  }

  @Test func otherAdaptersAreLeftOut() {
    expect(parse(frame(3, Self.event), adapters: [1]).sink.records.isEmpty)
    expect(parse(frame(3, Self.event), adapters: [0, 1]).sink.records.count, equals: 1)
  }

  @Test func noiseDoesNotTellForever() {
    var bytes: [UInt8] = []
    for _ in 0..<400 { bytes += [0xFF] + frame(3, Self.event, ticks: 1) }
    let (sink, _) = parse(bytes)
    expect(sink.records.count, equals: 400)
    expect(sink.notes.count, equals: LiveOutput.maximumNotes + 1)
    expect(sink.notes.last?.kind, equals: .noMoreNotes)
  }

  // MARK: Time

  /// - step: milliseconds of reading, ticks.
  private func times(_ steps: [(now: Int64, emptied: Int64, ticks: UInt32?)]) -> [Int64] {
    var parser = MonitorStreamParser(name: "tty:test")
    var sink = RecordingSink()
    for step in steps {
      let bytes = frame(3, Self.event, ticks: step.ticks)
      let used = parser.consume(
        bytes.rawBytes, now: Self.time(step.now), emptied: Self.time(step.emptied), into: &sink)
      expect(used, equals: bytes.count)
    }
    return sink.records.map { $0.time.nanoseconds(since: Self.time(0)) / 100_000 }
  }

  @Test func theDevicesTicksCountFromTheFirstRecord() {
    expect(
      times([(0, -5, 70_000), (20, 10, 70_101), (30, 20, 70_103), (31, 20, 70_310)]),
      equals: [0, 101, 103, 310])
  }

  @Test func withoutTicksItIsTheWallClock() {
    expect(
      times([(0, 0, nil), (20, 0, 500), (30, 20, nil), (40, 30, 600)]), equals: [0, 200, 300, 300])
  }

  @Test func theTicksWrapAround() {
    expect(
      times([(0, 0, .max - 10), (10, 0, 20), (1000, 10, 9000)]), equals: [0, 31, 9011])
  }

  @Test func aDeviceThatBeginsAnewIsAnchoredAnew() {
    // Up for a minute, and for more than 32 bits of ticks have a sign for.
    for up: UInt32 in [600_000, 3_000_000_000] {
      expect(
        times([(0, 0, up), (10, 0, up + 100), (5000, 4990, 3), (5010, 5000, 90)]),
        equals: [0, 100, 50_000, 50_087])
    }
  }

  /// Zephyr with a counter of 64 MHz: it begins again each minute, and may do so while it is silent.
  @Test func aCounterThatBeganAnewInSilence() {
    expect(
      times([(0, 0, 100), (100_000, 99_990, 400_000), (100_010, 100_000, 400_050)]),
      equals: [0, 1_000_000, 1_000_050])
  }

  @Test func aFastClockIsHeldAtTheReading() {
    // 10,922 ticks a second.
    expect(
      times([(0, 0, 0), (1000, 990, 10_922), (2000, 1990, 21_844), (2001, 1990, 21_850)]),
      equals: [0, 10_000, 20_000, 20_006])
  }

  @Test func aLogThatWasWrittenLateIsNoReset() {
    expect(
      times([(0, 0, 50_000), (900, 890, 58_990), (905, 900, 53_000), (910, 905, 59_050)]),
      equals: [0, 8990, 3000, 9050])
  }

  /// The program was stopped: what waited meanwhile has the device's times.
  @Test func whatWaitedToBeReadIsNotLate() {
    expect(
      times([(0, 0, 0), (60_000, 5, 100), (60_000, 5, 599_000)]), equals: [0, 100, 599_000])
  }
}
