import Bytes
import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import BTSnoop

/// What a followed capture gives, as it comes: a step of the writer for each time that it waits.
private struct Script: RecordSink {
  var bytes: [[UInt8]] = []
  var frames: [UInt64] = []
  var notes: [CaptureNote.Kind] = []
  var captures = 0
  var limit = Int.max

  mutating func capture(_ info: CaptureInfo) { captures += 1 }
  mutating func note(_ note: CaptureNote) { notes.append(note.kind) }
  mutating func record(_ record: borrowing CaptureRecord, bytes span: RawSpan) -> Bool {
    bytes.append(span.copy())
    frames.append(record.frame)
    return bytes.count < limit
  }
}

@Suite(.serialized) struct FollowTests {
  private let folder: Folder
  private var path: String { folder.path + "/log" }

  init() throws { folder = try Folder() }

  private func append(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  /// Follows the file; the steps are taken one by one when it waits, then it is interrupted.
  private func follow(
    limit: Int = .max, _ steps: [() throws -> Void]
  ) throws -> Script {
    var rest = steps[...]
    let interruption = try Interruption()
    let following = Following(interruption: interruption) {
      if let step = rest.popFirst() {
        do { try step() } catch { Issue.record(error) }
      } else {
        interruption.raise()
      }
      return true
    }
    var sink = Script(limit: limit)
    var reader = CaptureReader()
    try reader.follow([path], with: following, into: &sink)
    return sink
  }

  @Test func growsInPieces() throws {
    let bytes = capture(records: 20)
    for size in [1, 7, 100] {
      _ = try folder.file("log", [])
      var steps: [() throws -> Void] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        steps.append { try append(Array(bytes[start..<min(start + size, bytes.count)]), to: path) }
      }
      let sink = try follow(steps)
      expect(sink.bytes, equals: (0..<20).map { [0xAA, $0] })
      expect(sink.frames, equals: Array(1...20))
      expect(sink.notes.isEmpty)
    }
  }

  @Test func everyFormatGrows() throws {
    var pcap = PcapBytes(linkType: 187)
    var pcapng = PcapNGBytes(isBig: false)
    pcapng.interface(187)
    for i in UInt8(0)..<5 {
      pcap.add([4, i])
      pcapng.packet([4, i])
    }
    for bytes in [pcap.bytes, pcapng.bytes] {
      _ = try folder.file("log", Array(bytes.prefix(30)))
      var steps: [() throws -> Void] = []
      for byte in bytes.dropFirst(30) { steps.append { try append([byte], to: path) } }
      try expect(follow(steps).bytes, equals: (0..<5).map { [$0] })
    }
  }

  @Test func anEmptiedFileBeginsAnew() throws {
    _ = try folder.file("log", capture(records: 3, mark: 1))
    let sink = try follow([
      { _ = try folder.file("log", capture(records: 2, mark: 2)) },
      { _ = try folder.file("log", []) },
      { try append(capture(records: 1, mark: 3), to: path) },
    ])
    expect(sink.bytes.map { $0[0] }, equals: [1, 1, 1, 2, 2, 3])
    expect(sink.frames, equals: Array(1...6))
    expect(sink.notes, equals: [.emptied, .emptied])
    expect(sink.captures, equals: 3)
  }

  @Test func aRenamedFileIsReadToItsEndAndTheNewOneFromItsBegin() throws {
    let first = capture(records: 4, mark: 1)
    _ = try folder.file("log", Array(first.dropLast(27)))
    let sink = try follow([
      { try FileManager.default.moveItem(atPath: path, toPath: path + ".0") },
      { try append(Array(first.suffix(27)), to: path + ".0") },
      { _ = try folder.file("log", capture(records: 2, mark: 2)) },
      { try append(Array(capture(records: 3, mark: 2).suffix(27)), to: path) },
    ])
    expect(sink.bytes.map { $0[0] }, equals: [1, 1, 1, 1, 2, 2, 2])
    expect(sink.frames, equals: Array(1...7))
    expect(sink.notes, equals: [.replaced])
  }

  @Test func whatIsReplacedInTheMiddleOfARecordIsCut() throws {
    _ = try folder.file("log", Array(capture(records: 2, mark: 1).dropLast(1)))
    let sink = try follow([
      {
        try FileManager.default.removeItem(atPath: path)
        _ = try folder.file("log", capture(records: 1, mark: 2))
      }
    ])
    expect(sink.bytes.map { $0[0] }, equals: [1, 1, 2])
    expect(sink.notes, equals: [.cutRecord(present: 2, needed: 3), .replaced])
  }

  @Test func endsWhenItHasEnough() throws {
    _ = try folder.file("log", capture(records: 2))
    let more = Array(capture(records: 2).dropFirst(16))
    let sink = try follow(
      limit: 3, [{ try append(more, to: path) }, { Issue.record("goes on") }])
    expect(sink.bytes.count, equals: 3)
  }

  @Test func anEmptyFileIsNoError() throws {
    _ = try folder.file("log", [])
    let sink = try follow([])
    expect(sink.captures, equals: 0)
  }

  @Test func whatCannotBeFollowedIsSaid() throws {
    for (bytes, words) in [
      ([0x1F, 0x8B, 8] + [UInt8](repeating: 0, count: 40), "only a plain capture"),
      (Array("hello, this is no capture at all".utf8), "begins with \"hello, this"),
    ] {
      _ = try folder.file("log", bytes)
      #expect { try follow([]) } throws: {
        ($0 as? CaptureError)?.message.contains(words) == true
      }
    }
  }

  @Test func aPipeIsReadToItsEnd() throws {
    let interruption = try Interruption()
    var sink = Script()
    var reader = CaptureReader()
    let following = Following(interruption: interruption) { true }
    let source = FollowSource(
      pieces(of: capture(records: 50), size: 7), path: nil, following)
    try reader.read(source, as: InputPlace(name: "-"), into: &sink)
    expect(sink.bytes.count, equals: 50)
  }

  /// The time from writing a record to having it.
  @Test func isQuick() throws {
    _ = try folder.file("log", capture(records: 1))
    let interruption = try Interruption()
    let path = self.path
    let record = Array(capture(records: 1).dropFirst(16))
    struct Clock: RecordSink {
      var times: [ContinuousClock.Instant] = []
      mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
        times.append(.now)
        return times.count < 21
      }
    }
    let written = Written()
    Thread.detachNewThread {
      for _ in 0..<20 {
        usleep(20_000)
        guard let file = FileHandle(forWritingAtPath: path) else { return }
        _ = try? file.seekToEnd()
        written.add(.now)
        try? file.write(contentsOf: Data(record))
        try? file.close()
      }
    }
    var sink = Clock()
    var reader = CaptureReader()
    try reader.follow([path], with: Following(interruption: interruption) { true }, into: &sink)
    let delays = zip(written.times, sink.times.dropFirst()).map { $1 - $0 }
    expect(delays.count, equals: 20)
    expect(delays.sorted()[10] < .milliseconds(100))
  }

  private final class Written: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [ContinuousClock.Instant] = []
    func add(_ time: ContinuousClock.Instant) { lock.withLock { all.append(time) } }
    var times: [ContinuousClock.Instant] { lock.withLock { all } }
  }
}
