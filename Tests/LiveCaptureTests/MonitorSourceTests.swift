import BTSnoop
import Bytes
import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import LiveCapture

@Suite struct MonitorSourceTests {
  private let event: [UInt8] = [0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]

  /// Reads once from a socket that holds some datagrams.
  private func read(
    _ datagrams: [[UInt8]], adapters: Set<UInt16> = [], limit: Int = .max
  ) throws -> (RecordingSink, LiveState) {
    let pair = SocketPair.local()
    let source = MonitorSource(descriptor: pair.reader, adapters: adapters)
    for datagram in datagrams { try #require(pair.send(datagram)) }
    var sink = RecordingSink(limit: limit)
    let state = try source.read(into: &sink)
    return (sink, state)
  }

  /// What btmon recorded goes through a socket as the kernel gave it to btmon.
  @Test func givesTheRecordsOfABtsnoopFile() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "Captures")
    var compared = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where name.hasSuffix(".btsnoop") {
      let file = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      guard file.count > 40, file[14] == 0x07, file[15] == 0xD1 else { continue }
      var parser = BTSnoopParser(name: name)
      var expected = RecordingSink()
      _ = try parser.consume(file.rawBytes, atEnd: true, into: &expected)
      let pair = SocketPair.local()
      let source = MonitorSource(descriptor: pair.reader)
      var sink = RecordingSink()
      var at = 16
      while at + 24 <= file.count {
        func word(_ offset: Int) -> Int {
          file[at + offset..<at + offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let payload = Array(file[at + 24..<min(at + 24 + word(4), file.count)])
        let flags = word(8)
        let bytes = datagram(
          UInt16(flags & 0xFFFF), adapter: UInt16(flags >> 16), payload, length: word(0))
        if !pair.send(bytes) {
          while try source.read(into: &sink) == .busy {}
          try #require(pair.send(bytes))
        }
        at += 24 + payload.count
      }
      while try source.read(into: &sink) == .busy {}
      try #require(sink.records.count == expected.records.count)
      for (record, other) in zip(sink.records, expected.records) {
        var other = other
        other.drops = record.drops
        expect(record.isSame(as: other), "\(name): \(record.frame)")
      }
      compared += sink.records.count
    }
    expect(compared > 100)
  }

  @Test func tellsWhatItIs() throws {
    let (sink, state) = try read([])
    expect(state, equals: .waiting)
    expect(
      sink.infos,
      equals: [
        CaptureInfo(
          name: "monitor", format: .monitor, linkType: "hci_monitor",
          linkTypeDescription: "BlueZ monitor, live")
      ])
  }

  @Test func timesAreOfTheArrivalNotOfTheReading() throws {
    let pair = SocketPair.local()
    let source = MonitorSource(descriptor: pair.reader)
    let before = CaptureTime.now
    pair.send(datagram(3, event))
    let after = CaptureTime.now
    usleep(50_000)
    var sink = RecordingSink()
    try expect(source.read(into: &sink), equals: .waiting)
    let time = try #require(sink.records.first?.time)
    // Microseconds: what is below is cut off.
    expect(time.nanoseconds(since: before) >= -1000)
    expect(time <= after)
  }

  @Test func neitherLengthIsTrustedBlindly() throws {
    let (sink, _) = try read([
      datagram(3, event),
      datagram(3, event, length: 10),
      datagram(3, event, length: 4),
      datagram(3, event, length: 0),
      datagram(3, [], length: 0),
      datagram(3, [], length: 65_535),
    ])
    expect(sink.records.map(\.bytes.count), equals: [6, 6, 4, 0, 0, 0])
    expect(sink.records.map(\.originalLength), equals: [6, 10, 4, 0, 0, 65_535])
    expect(sink.notes.isEmpty)
  }

  /// An ACL packet of 65,535 bytes with its header is more than the monitor's length can say.
  @Test(arguments: [65_534, 65_535, 65_536, 65_539]) func theLongestPacketIsWhole(length: Int)
    throws
  {
    let packet = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let (sink, _) = try read([datagram(5, packet)])
    expect(sink.records.map(\.originalLength), equals: [length])
    expect(sink.records.first?.bytes, equals: packet)
  }

  @Test func aLongerOneIsCutAndSaysSo() throws {
    let packet = [UInt8](repeating: 7, count: 80_000)
    let (sink, _) = try read([datagram(5, packet), datagram(3, event)])
    expect(sink.records.map(\.originalLength), equals: [80_000, 6])
    expect(sink.records.map(\.bytes.count), equals: [65_539, 6])
  }

  @Test func whatHasNoHeaderIsSkippedAndTold() throws {
    let (sink, state) = try read([[1, 2, 3], datagram(3, event), [0]])
    expect(state, equals: .waiting)
    expect(sink.frames, equals: [1])
    expect(sink.notes.map(\.kind), equals: [.skipped(3), .skipped(1)])
    expect(sink.notes.map(\.frame), equals: [1, 2])
  }

  @Test func recordsOfOtherAdaptersAreNotCounted() throws {
    let (sink, _) = try read(
      [
        datagram(12, adapter: 0xFFFF, [0x41, 0]), datagram(3, adapter: 0, event),
        datagram(3, adapter: 1, event), datagram(3, adapter: 2, event),
        datagram(17, adapter: 0xFFFF, [1]), datagram(3, adapter: 1, event),
      ], adapters: [1])
    expect(sink.frames, equals: [1, 2, 3, 4])
    expect(sink.records.map(\.adapter), equals: [nil, 1, nil, 1])
  }

  @Test func theOtherSideClosing() throws {
    var pair: SocketPair? = .local()
    let reader = try #require(pair?.reader)
    let source = MonitorSource(descriptor: reader)
    pair?.send(datagram(3, event))
    pair = nil
    var sink = RecordingSink()
    try expect(source.read(into: &sink), equals: .ended)
    expect(sink.frames, equals: [1])
  }

  @Test func stopsWhenTheSinkHasEnough() throws {
    let (sink, state) = try read([[UInt8]](repeating: datagram(3, event), count: 5), limit: 3)
    expect(state, equals: .stopped)
    expect(sink.frames, equals: [1, 2, 3])
  }

  @Test func oneCallDoesNotTakeForever() throws {
    let pair = try SocketPair.datagrams(buffer: 4 << 20)
    let source = MonitorSource(descriptor: pair.reader)
    for _ in 0..<1500 { try #require(pair.send(datagram(3, event))) }
    var sink = RecordingSink()
    try expect(source.read(into: &sink), equals: .busy)
    expect(sink.records.count, equals: MonitorSource.recordsPerRead)
    try expect(source.read(into: &sink), equals: .waiting)
    expect(sink.records.count, equals: 1500)
  }

  @Test func aSocketThatIsNoneIsReportedOf() throws {
    let file = try Descriptor.open(reading: "/dev/null")
    let source = MonitorSource(descriptor: file)
    var sink = RecordingSink()
    let error = #expect(throws: CaptureError.self) { try source.read(into: &sink) }
    expect(error?.message, equals: SystemError(code: ENOTSOCK).message)
  }

  @Test func theBufferIsEnlarged() throws {
    let pair = try SocketPair.datagrams(buffer: 4096)
    _ = MonitorSource(descriptor: pair.reader)
    // As large as it is by now: it is never made smaller.
    let size = try #require(SocketOption.enlargeBuffer(pair.reader, to: 0))
    expect(size > 64 * 1024)
    if geteuid() == 0 { expect(size >= Int(SocketOption.wantedBuffer)) }
  }

  /// A kernel's own count, from a socket that loses what finds its buffer full.
  @Test func whatTheKernelLosesIsCounted() throws {
    let pair = try SocketPair.datagrams(buffer: 4096)
    let source = MonitorSource(descriptor: pair.reader)
    // It has asked for a large one.
    shrink(pair.reader, to: 4096)
    try waitForTimestamps(pair, source)
    let payload = [UInt8](repeating: 1, count: 512)
    var sent = 0
    for _ in 0..<500 where pair.send(datagram(3, payload)) { sent += 1 }
    try #require(sent == 500)
    // Times are cut to microseconds.
    usleep(10)
    var sink = RecordingSink()
    try expect(source.read(into: &sink), equals: .waiting)
    let arrived = sink.records.count
    expect(arrived < 500)
    expect(source.drops, equals: UInt64(500 - arrived))
    // What was read is older than the loss.
    expect(sink.records.allSatisfy { $0.drops == 0 })
    pair.send(datagram(3, event))
    try expect(source.read(into: &sink), equals: .waiting)
    expect(sink.records.last?.drops, equals: UInt32(500 - arrived))
  }

  /// The kernel begins to take the time of packets a moment after it was asked to; those before have
  /// that of their reading.
  private func waitForTimestamps(_ pair: SocketPair, _ source: MonitorSource) throws {
    for _ in 0..<1000 {
      pair.send(datagram(3, event))
      usleep(2000)
      let reading = CaptureTime.now
      var sink = RecordingSink()
      _ = try source.read(into: &sink)
      if let time = sink.records.last?.time, reading.nanoseconds(since: time) > 1_000_000 { return }
    }
    Issue.record("no time stamps")
  }

  /// Without Bluetooth, or without the right: words that help.
  @Test func theSystemsOwn() throws {
    do {
      let source = try MonitorSource()
      var sink = RecordingSink()
      _ = try source.read(into: &sink)
      expect(sink.infos.count, equals: 1)
    } catch {
      expect(error.kind, equals: .unusable)
      expect(error.file, equals: "monitor")
      expect(error.message.contains("no Bluetooth here") || error.message.contains("CAP_NET_RAW"))
    }
  }
}

@Suite struct DropWatchTests {
  private func time(_ milliseconds: Int64) -> CaptureTime {
    CaptureTime(unixMicroseconds: 1_000_000_000 + milliseconds * 1000)
  }

  @Test func toldAfterTheMomentAtWhichItWasSeen() {
    var watch = DropWatch()
    watch.look(5, now: time(100), isEmpty: false)
    expect(watch.total, equals: 5)
    watch.pass(time(90))
    expect(watch.reported, equals: 0)
    watch.pass(time(100))
    expect(watch.reported, equals: 0)
    watch.pass(time(101))
    expect(watch.reported, equals: 5)
  }

  @Test func toldWhenTheBufferWasSeenEmpty() {
    var watch = DropWatch()
    watch.look(5, now: time(100), isEmpty: false)
    watch.look(5, now: time(200), isEmpty: true)
    // The clock was set back.
    watch.pass(time(0))
    expect(watch.reported, equals: 5)
  }

  @Test func theCountWrapsAround() {
    var watch = DropWatch()
    watch.look(0xFFFF_FFFF, now: time(0), isEmpty: true)
    watch.look(2, now: time(1), isEmpty: true)
    expect(watch.total, equals: 0x1_0000_0002)
    expect(watch.reported, equals: 0x1_0000_0002)
  }
}
