import BTSnoop
import Bytes
import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import LiveCapture

/// Polls and reads as a command would, until there is no more, or for so many milliseconds.
@discardableResult
func drain(
  _ source: some LiveSource, _ sink: inout RecordingSink,
  until done: (RecordingSink) -> Bool = { _ in false },
  limit: Int = 10_000
) throws -> LiveState {
  let end = MonotonicTime.milliseconds + limit
  while true {
    let state = try source.read(into: &sink)
    if state == .ended || state == .stopped || done(sink) { return state }
    let rest = end - MonotonicTime.milliseconds
    if rest <= 0 { return state }
    if state == .busy { continue }
    let interval = Int32(min(rest, source.retryInterval ?? rest))
    if let descriptor = source.descriptor {
      _ = waitForInput(descriptor, interval)
    } else {
      usleep(UInt32(interval) * 1000)
    }
  }
}

@Suite struct TCPSourceTests {
  /// A file of Android's kind.
  static func file(_ records: Int, drops: UInt32 = 0) -> [UInt8] {
    var file = BTSnoopBytes(datalink: 1002)
    for record in 0..<records {
      let packet: [UInt8] = [4, 0x0E, 4, 1, 3, 0x0C, UInt8(truncatingIfNeeded: record)]
      file.add(packet, flags: 3, time: 1_700_000_000_000_000 + Int64(record), drops: drops)
    }
    return file.bytes
  }

  private let server = LocalServer()

  private func connect() throws -> (TCPSource, Descriptor) {
    let source = try TCPSource(host: "127.0.0.1", port: server.port)
    return (source, server.accept())
  }

  @Test func readsWhatIsSentInPiecesOfAnySize() throws {
    let file = Self.file(50, drops: 9)
    let (source, phone) = try connect()
    expect(source.name, equals: "tcp:127.0.0.1:\(server.port)")
    var sink = RecordingSink()
    var rest = file[...]
    for size in [1, 3, 4, 8, 15, 24, 25, 100, 1000, 5000] {
      try phone.write(Array(rest.prefix(size)).rawBytes)
      rest = rest.dropFirst(size)
      let whole = max(0, (file.count - rest.count - 16) / 31)
      try drain(source, &sink) { $0.records.count >= whole }
      expect(sink.records.count, equals: whole)
    }
    expect(rest.isEmpty)
    expect(sink.infos.map(\.format), equals: [.btsnoop])
    expect(sink.infos.map(\.linkType), equals: ["hci_h4"])
    expect(sink.frames, equals: Array(1...50))
    expect(sink.records.allSatisfy { $0.kind == .event && $0.adapter == nil && $0.drops == 9 })
    expect(source.drops, equals: 9)
    expect(source.retryInterval == nil)
  }

  @Test func theOtherSideClosesBetweenRecords() throws {
    let (source, phone) = try connect()
    try phone.write(Self.file(3).rawBytes)
    shutdown(phone.raw, Int32(SHUT_WR))
    var sink = RecordingSink()
    try expect(drain(source, &sink), equals: .ended)
    expect(sink.frames, equals: [1, 2, 3])
    expect(sink.notes.isEmpty)
    expect(source.descriptor == nil)
    try expect(source.read(into: &sink), equals: .ended)
  }

  @Test(arguments: [
    (16 + 31 + 30, [1, 2] as [UInt64], CaptureNote.Kind.cutRecord(present: 6, needed: 7)),
    (16 + 31 + 10, [1], .cutHeader(present: 10, needed: 24)),
  ])
  func theOtherSideClosesWithinARecord(
    count: Int, frames: [UInt64], note: CaptureNote.Kind
  ) throws {
    let (source, phone) = try connect()
    try phone.write(Array(Self.file(2).prefix(count)).rawBytes)
    shutdown(phone.raw, Int32(SHUT_WR))
    var sink = RecordingSink()
    try expect(drain(source, &sink), equals: .ended)
    expect(sink.frames, equals: frames)
    expect(sink.notes.map(\.kind), equals: [note])
  }

  /// As `adb forward` does when nothing listens on the phone.
  @Test func theOtherSideClosesAtOnce() throws {
    let (source, phone) = try connect()
    shutdown(phone.raw, Int32(SHUT_WR))
    var sink = RecordingSink()
    let error = #expect(throws: CaptureError.self) { try drain(source, &sink) }
    expect(error?.kind, equals: .unusable)
    expect(error?.message.contains("adb forward"), equals: true)
    expect(sink.infos.isEmpty)
  }

  @Test func theHeaderIsCut() throws {
    let (source, phone) = try connect()
    try phone.write(Array(Self.file(0).prefix(5)).rawBytes)
    shutdown(phone.raw, Int32(SHUT_WR))
    var sink = RecordingSink()
    let error = #expect(throws: CaptureError.self) { try drain(source, &sink) }
    expect(error?.message.contains("cuts the file header"), equals: true)
  }

  @Test func theConnectionBreaks() throws {
    var sink = RecordingSink()
    let source = try { () throws -> TCPSource in
      let (source, phone) = try connect()
      try phone.write(Array(Self.file(2).dropLast(2)).rawBytes)
      try drain(source, &sink) { $0.records.count == 1 }
      LocalServer.reset(phone)
      return source
    }()
    let error = #expect(throws: CaptureError.self) { try drain(source, &sink) }
    expect(error?.kind, equals: .damaged)
    expect(error?.message, equals: "the connection broke: Connection reset by peer")
    // What there was of the last record is not lost.
    expect(sink.frames, equals: [1, 2])
    expect(sink.notes.map(\.kind), equals: [.cutRecord(present: 5, needed: 7)])
  }

  @Test func refused() throws {
    let free = LocalServer().port
    let error = #expect(throws: CaptureError.self) {
      let source = try TCPSource(host: "127.0.0.1", port: free)
      var sink = RecordingSink()
      try drain(source, &sink)
    }
    expect(error?.kind, equals: .unusable)
    expect(error?.file, equals: "tcp:127.0.0.1:\(free)")
    expect(error?.message.hasPrefix("connection refused"), equals: true)
  }

  /// The name has two addresses, and the server listens at one.
  @Test func aNameWithMoreThanOneAddress() throws {
    let source = try TCPSource(host: "localhost", port: server.port)
    var sink = RecordingSink()
    // The first of them may refuse.
    try drain(source, &sink, until: { _ in source.retryInterval == nil })
    let phone = server.accept()
    try phone.write(Self.file(1).rawBytes)
    try drain(source, &sink) { $0.records.count == 1 }
    expect(sink.frames, equals: [1])
  }

  @Test func noSuchName() throws {
    let error = #expect(throws: CaptureError.self) {
      _ = try TCPSource(host: "no such name", port: 1)
    }
    expect(error?.message.hasPrefix("no address of that name: "), equals: true)
    expect(error?.file, equals: "tcp:no such name:1")
  }

  /// A server whose queue is full drops what comes, as a wall does.
  @Test func nobodyAnswers() throws {
    let server = LocalServer(queue: 0)
    // What waits in the queue.
    let before = try (0..<4).map { _ in try TCPSource(host: "127.0.0.1", port: server.port) }
    let source = try TCPSource(host: "127.0.0.1", port: server.port, limit: 200)
    expect(source.retryInterval != nil)
    let begin = MonotonicTime.milliseconds
    var sink = RecordingSink()
    let error = #expect(throws: CaptureError.self) { try drain(source, &sink) }
    expect(error?.kind, equals: .unusable)
    expect(error?.message.hasPrefix("no answer"), equals: true)
    expect((150...5000).contains(MonotonicTime.milliseconds - begin))
    expect(before.count, equals: 4)
  }

  @Test func anAddressWithColonsHasBracketsInItsName() throws {
    let error = #expect(throws: CaptureError.self) {
      let source = try TCPSource(host: "::1", port: LocalServer().port)
      var sink = RecordingSink()
      try drain(source, &sink)
    }
    expect(error?.file.hasPrefix("tcp:[::1]:"), equals: true)
  }

  @Test func somethingElseAnswers() throws {
    let (source, phone) = try connect()
    try phone.write("HTTP/1.1 400 Bad Request\r\n\r\n".rawBytes)
    var sink = RecordingSink()
    let error = #expect(throws: CaptureError.self) { try drain(source, &sink) }
    expect(error?.kind, equals: .unusable)
    expect(error?.message, equals: "not a capture: begins with \"HTTP/1.1 400 Bad Request\"")
  }

  @Test func pcapIsRefused() throws {
    let (source, phone) = try connect()
    try phone.write([0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0].rawBytes)
    var sink = RecordingSink()
    let error = #expect(throws: CaptureError.self) { try drain(source, &sink) }
    expect(error?.message, equals: "a stream of pcap is not read: btsnoop and pcapng are")
  }

  @Test func pcapngIsRead() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = root.appending(path: "Captures/polar-h7.pcapng")
    let file = [UInt8](try Data(contentsOf: path))
    var reader = CaptureReader()
    var expected = RecordingSink()
    try reader.read([path.path], into: &expected)
    let (source, phone) = try connect()
    Thread.detachNewThread {
      try? phone.write(file.rawBytes)
      shutdown(phone.raw, Int32(SHUT_WR))
    }
    var sink = RecordingSink()
    try expect(drain(source, &sink), equals: .ended)
    expect(sink.records, equals: expected.records)
    expect(!sink.records.isEmpty)
  }

  @Test func stopsWhenTheSinkHasEnough() throws {
    let (source, phone) = try connect()
    try phone.write(Self.file(9).rawBytes)
    var sink = RecordingSink(limit: 4)
    try expect(drain(source, &sink), equals: .stopped)
    expect(sink.frames, equals: [1, 2, 3, 4])
  }

  @Test func oneCallDoesNotTakeForever() throws {
    let (source, phone) = try connect()
    let file = Self.file(20_000)
    Thread.detachNewThread {
      try? phone.write(file.rawBytes)
      shutdown(phone.raw, Int32(SHUT_WR))
    }
    var sink = RecordingSink()
    var last = 0
    while true {
      let state = try source.read(into: &sink)
      expect(sink.records.count - last <= 1100)
      last = sink.records.count
      if state == .ended { break }
      if state == .waiting, let descriptor = source.descriptor { _ = waitForInput(descriptor, 20) }
    }
    expect(last, equals: 20_000)
  }
}
