import BTSnoop
import Bytes
import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import LiveCapture

@Suite struct SerialSourceTests {
  private let event = frame(3, MonitorStreamTests.event, ticks: 5)

  @Test func readsALine() throws {
    let terminal = PseudoTerminal()
    let source = try SerialSource(path: terminal.path)
    expect(source.name, equals: "tty:\(terminal.path)")
    expect(source.retryInterval == nil)
    try terminal.write(event + MonitorStreamTests.text + event)
    var sink = RecordingSink()
    try drain(source, &sink) { $0.records.count == 2 }
    expect(sink.frames, equals: [1, 2])
    expect(sink.notes.map(\.kind), equals: [.skipped(MonitorStreamTests.text.count)])
    expect(sink.notes.map(\.file), equals: ["tty:\(terminal.path)"])
    expect(abs(CaptureTime.now.nanoseconds(since: sink.records[0].time)) < 10_000_000_000)
  }

  /// Every byte as it is: none has a meaning to the terminal.
  @Test(arguments: [9600, 115_200, 1_000_000, 1_234_567, 4_000_000] as [UInt32])
  func theLineIsRawAndOfAnySpeed(speed: UInt32) throws {
    let terminal = PseudoTerminal()
    let source = try SerialSource(path: terminal.path, speed: speed)
    let settings = terminal.settings
    expect(settings[9], equals: speed)
    expect(settings[10], equals: speed)
    // No translation, no echo, no signals; the speed may stand in the control flags.
    expect(settings[0] == 0 && settings[1] == 0 && settings[3] == 0)
    let payload = [UInt8](0...255)
    try terminal.write(frame(12, payload, ticks: 1))
    var sink = RecordingSink()
    try drain(source, &sink) { $0.records.count == 1 }
    expect(sink.records.first?.bytes, equals: payload)
  }

  @Test func textAloneIsReportedWhenTheLineIsSilent() throws {
    let terminal = PseudoTerminal()
    let source = try SerialSource(path: terminal.path)
    try terminal.write(MonitorStreamTests.text)
    var sink = RecordingSink()
    try expect(source.read(into: &sink), equals: .waiting)
    expect(source.retryInterval != nil)
    let state = try drain(source, &sink) { !$0.notes.isEmpty }
    expect(state, equals: .waiting)
    expect(sink.notes.map(\.kind), equals: [.skipped(MonitorStreamTests.text.count)])
    expect(source.retryInterval == nil)
  }

  /// A board that is reset in the middle of a record.
  @Test func theRestOfARecordDoesNotCome() throws {
    let terminal = PseudoTerminal()
    let source = try SerialSource(path: terminal.path)
    let long = frame(5, [0x40, 0x20, 0x60, 0] + [UInt8](repeating: 1, count: 96), ticks: 1)
    try terminal.write(Array(long.prefix(50)))
    var sink = RecordingSink()
    try drain(source, &sink) { !$0.notes.isEmpty }
    expect(sink.notes.map(\.kind), equals: [.skipped(50)])
    try terminal.write(event)
    try drain(source, &sink) { !$0.records.isEmpty }
    expect(sink.records.map(\.bytes), equals: [MonitorStreamTests.event])
  }

  @Test func theWrongSpeedIsSuspected() throws {
    let terminal = PseudoTerminal()
    let source = try SerialSource(path: terminal.path)
    try terminal.write([UInt8](repeating: 0xE3, count: 600))
    var sink = RecordingSink()
    try drain(source, &sink) { $0.notes.count == 2 }
    expect(sink.notes.map(\.kind), equals: [.noMonitorProtocol, .skipped(600)])
  }

  @Test func aBoardIsUnpluggedAndComesBack() throws {
    let link = Link()
    let first = PseudoTerminal()
    link.point(to: first.path)
    let source = try SerialSource(path: link.path)
    try first.write(event + event.prefix(4))
    var sink = RecordingSink()
    try drain(source, &sink) { $0.records.count == 1 }
    link.remove()
    first.unplug()
    try expect(drain(source, &sink) { $0.notes.count == 2 }, equals: .waiting)
    expect(sink.notes.map(\.kind), equals: [.skipped(4), .sourceLost])
    expect(source.descriptor == nil)
    expect(source.retryInterval, equals: SerialSource.reopenInterval)
    try expect(source.read(into: &sink), equals: .waiting)
    let second = PseudoTerminal()
    link.point(to: second.path)
    try expect(source.read(into: &sink), equals: .waiting)
    expect(source.descriptor != nil)
    try second.write(event)
    try drain(source, &sink) { $0.records.count == 2 }
    expect(sink.frames, equals: [1, 2])
    expect(sink.notes.map(\.kind), equals: [.skipped(4), .sourceLost, .sourceBack])
    expect(sink.infos.count, equals: 1)
  }

  @Test func stopsWhenTheSinkHasEnough() throws {
    let terminal = PseudoTerminal()
    let source = try SerialSource(path: terminal.path)
    try terminal.write(event + event + event)
    var sink = RecordingSink(limit: 2)
    try expect(drain(source, &sink), equals: .stopped)
    expect(sink.frames, equals: [1, 2])
  }

  @Test func manyRecords() throws {
    let terminal = PseudoTerminal()
    let source = try SerialSource(path: terminal.path)
    let board = try #require(terminal.board)
    let bytes = (0..<5000).flatMap { frame(5, MonitorStreamTests.acl, ticks: $0) }
    Thread.detachNewThread { try? board.write(bytes.rawBytes) }
    var sink = RecordingSink()
    try drain(source, &sink) { $0.records.count == 5000 }
    expect(sink.records.count, equals: 5000)
    expect(sink.notes.isEmpty)
  }

  @Test(arguments: [
    ("/dev/no-such-board", "No such file or directory: is the board plugged in?"),
    ("/dev/null", "not a serial line"), ("/tmp", "Is a directory"),
  ])
  func cannotBeOpened(path: String, message: String) throws {
    let error = #expect(throws: CaptureError.self) { _ = try SerialSource(path: path) }
    expect(error, equals: CaptureError(.unusable, file: "tty:\(path)", message))
  }

  @Test func wordsForWhatHelps() {
    func words(_ code: Int32) -> String {
      SerialSource.words(for: .system(SystemError(code: code)), path: "/dev/null", speed: 9600)
    }
    expect(words(EACCES).contains("`sudo usermod -aG root $USER`"))
    expect(words(EBUSY), equals: "another program has it open for itself")
    expect(
      SerialSource.words(for: .speed(9600), path: "/dev/null", speed: 12_345),
      equals: "no speed of 12345 bits a second: it runs at 9600")
  }
}
