import BTSnoop
import Bytes
import Foundation
import TestSupport
import Testing

@testable import LiveCapture

/// What is written, and when.
@Suite struct RecorderTests {
  static let names = ["a.btsnoop", "a.pcapng"]

  private let folder: RecordingTestFolder
  private let clock = TestClock()

  init() throws { folder = try RecordingTestFolder() }

  private func recorder(_ name: String) throws(RecordingError) -> Recorder {
    try Recorder(folder(name), options: Recorder.Options(clock))
  }

  @Test(arguments: names) func itIsACaptureFromTheStart(name: String) throws {
    let recorder = try recorder(name)
    expect(recorder.millisecondsUntilFlush == nil)
    let back = ReadBack(folder(name))
    expect(back.error == nil)
    expect(back.infos.map(\.linkType), equals: ["hci_monitor"])
    expect(back.infos.first?.format.rawValue, equals: String(name.dropFirst(2)))
    expect(back.records.isEmpty)
    let size = try folder.size(name)
    let summary = recorder.close()
    expect(
      summary,
      equals: RecordingSummary(bytes: Int64(size), files: [folder(name)], fileCount: 1))
    try expect(folder.size(name), equals: size)
    expect(recorder.close(), equals: summary)
  }

  @Test func aFileOfMarksHasAsManyAsItsReadersTake() throws {
    var options = Recorder.Options(clock)
    options.maximumMarks = 2
    let recorder = try Recorder(folder("a.btsnoop"), options: options)
    let path = folder("a.btsnoop.marks")
    for number in 1...4 {
      Recorded(number).append(to: recorder)
      do throws(RecordingError) {
        try recorder.mark([0x78], line: "\(number) x")
        expect(number <= 2)
      } catch {
        expect(number > 2)
        expect(error.message, equals: "\(path): has 2 marks, and no room for more; left out")
      }
    }
    let summary = recorder.close()
    expect(summary.error == nil && summary.marks == 2 && summary.records == 4)
    let file = try String(contentsOfFile: path, encoding: .utf8)
    expect(file.hasSuffix(".\n1 x\n2 x\n"))
  }

  @Test(arguments: names) func nothingWaitsLongerThanASecond(name: String) throws {
    let recorder = try recorder(name)
    let records = (1...3).map { Recorded($0) }
    records[0].append(to: recorder)
    expect(recorder.millisecondsUntilFlush, equals: 1000)
    clock.now += 400
    records[1].append(to: recorder)
    expect(recorder.millisecondsUntilFlush, equals: 600)
    clock.now += 599
    recorder.flushIfDue()
    expect(ReadBack(folder(name)).records.isEmpty)
    clock.now += 1
    expect(recorder.millisecondsUntilFlush, equals: 0)
    recorder.flushIfDue()
    expect(recorder.millisecondsUntilFlush == nil)
    expect(ReadBack(folder(name)).records, equals: Array(records[..<2]))
    clock.now += 5000
    records[2].append(to: recorder)
    expect(recorder.millisecondsUntilFlush, equals: 1000)
    // Whoever comes late is not told of a time that is over.
    clock.now += 9000
    expect(recorder.millisecondsUntilFlush, equals: 0)
    expect(recorder.close().records, equals: 3)
    expect(ReadBack(folder(name)).records, equals: records)
  }

  @Test(arguments: names) func muchIsWrittenAtOnceInWholeRecords(name: String) throws {
    let recorder = try recorder(name)
    let records = (1...300).map { Recorded($0, length: $0 * 7) }
    for (index, record) in records.enumerated() {
      record.append(to: recorder)
      let back = ReadBack(folder(name))
      expect(back.error == nil)
      expect(back.notes.isEmpty)
      expect(back.records, equals: Array(records[..<back.records.count]))
      let waiting = records[back.records.count..<(index + 1)].reduce(0) { $0 + $1.bytes.count }
      expect(waiting < Recorder.flushSize)
    }
    let summary = recorder.close()
    expect(summary.records, equals: 300)
    expect(summary.bytes, equals: Int64(try folder.size(name)))
    expect(ReadBack(folder(name)).records, equals: records)
  }

  @Test(arguments: names) func lengthsAndTimesAtTheirEnds(name: String) throws {
    let recorder = try recorder(name)
    var cut = Recorded(2, length: 4)
    cut.originalLength = 300
    var long = Recorded(3, length: maximumIncludedLength - 4)
    long.adapter = nil
    var empty = Recorded(4, length: 0)
    empty.time = CaptureTime(seconds: 0, nanoseconds: 0)
    empty.kind = .system
    (empty.direction, empty.code) = (.unknown, 12)
    let records = [cut, long, empty]
    for record in records { record.append(to: recorder) }
    let summary = recorder.close()
    expect(summary.losses.isEmpty)
    expect(ReadBack(folder(name)).records, equals: records)
  }

  /// A recording that has nothing of what is sniffed is none: the user learns it at once.
  @Test(arguments: names) func theLinkLayerIsRefused(name: String) throws {
    let recorder = try recorder(name)
    var air = Recorded(2)
    air.kind = .linkLayer
    for record in [Recorded(1), air, Recorded(3)] { record.append(to: recorder) }
    let error = try #require(recorder.error)
    expect(error.message.contains("holds HCI packets, not those of a link layer, after "))
    let summary = recorder.close()
    expect(summary.records == 1 && summary.unrecorded == 2 && summary.leftOut == 0)
    expect(ReadBack(folder(name)).records, equals: [Recorded(1)])
  }

  @Test(arguments: names) func whatTheFormCannotSayIsCounted(name: String) throws {
    let recorder = try recorder(name)
    var fine = Recorded(1)
    fine.time.nanoseconds = 999
    var unknown = Recorded(2)
    (unknown.kind, unknown.code) = (.unknown, 9)
    var other = Recorded(4)
    (other.kind, other.code) = (.system, 0x0203)
    let records = [fine, unknown, other, Recorded(5)]
    for record in records { record.append(to: recorder) }
    let summary = recorder.close()
    expect(summary.records, equals: 2)
    expect(summary.leftOut, equals: 2)
    expect(summary.unrecorded, equals: 0)
    let form = name == "a.pcapng" ? "pcapng of the BlueZ monitor" : "btsnoop of the BlueZ monitor"
    expect(
      summary.losses,
      equals: [
        "1 record that is no packet is left out: \(form) has no place for them",
        "1 packet is left out: \(form) does not have their type",
        "1 time is rounded down to microseconds: \(form) has no finer ones",
      ])
    expect(
      ReadBack(folder(name)).records.map(\.bytes), equals: [records[0].bytes, records[3].bytes])
  }

  @Test(arguments: names) func dropsAreCountedWithinTheFile(name: String) throws {
    let recorder = try recorder(name)
    // The counter begins where the source has it, and falls where the source begins again.
    for (number, drops) in ([5, 5, 8, 2, 3] as [UInt32]).enumerated() {
      Recorded(number, drops: drops).append(to: recorder)
    }
    let summary = recorder.close()
    expect(summary.drops, equals: 9)
    let back = ReadBack(folder(name))
    expect(back.records.map(\.drops), equals: [5, 5, 8, 8, 9])
    expect(back.notes, equals: [CaptureNote(.dropped(9), file: folder(name))])
  }

  @Test(arguments: names) func behindItsEndNothingIsTaken(name: String) throws {
    let recorder = try recorder(name)
    Recorded(1).append(to: recorder)
    _ = recorder.close()
    let size = try folder.size(name)
    Recorded(2).append(to: recorder)
    recorder.flushIfDue()
    expect(recorder.millisecondsUntilFlush == nil)
    expect(recorder.close().unrecorded, equals: 1)
    try expect(folder.size(name), equals: size)
  }
}
