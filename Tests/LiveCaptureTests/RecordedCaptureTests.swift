import BTSnoop
import Bytes
import Foundation
import System
import TestSupport
import Testing

@testable import LiveCapture

/// Every capture of HCI, as if it came from a live source: what is recorded is the same.
@Suite struct RecordedCaptureTests {
  static let captures: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    var folders = [root + "/Captures", root + "/Captures/formats"]
    if let more = environment("BLEINSPECT_CAPTURES") { folders.append(more) }
    return folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map {
        folder + "/" + $0
      }
    }.filter { path in
      let read = ReadBack(path)
      return read.error == nil && !read.records.isEmpty
        && !read.records.contains { $0.kind == .linkLayer }
    }
  }()

  private struct Feeding: RecordSink {
    let recorder: Recorder
    mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
      recorder.append(record, bytes: bytes)
      return true
    }
  }

  @Test func theyAreThere() { expect(Self.captures.count > 12) }

  @Test(arguments: captures, ["btsnoop", "pcapng"])
  func whatIsRecordedIsTheSame(path: String, ending: String) throws {
    let folder = try RecordingTestFolder()
    let copy = folder("copy." + ending)
    let recorder = try Recorder(copy, options: Recorder.Options())
    var feeding = Feeding(recorder: recorder)
    var reader = CaptureReader()
    try reader.read([path], into: &feeding)
    let summary = recorder.close()
    expect(summary.error == nil)
    expect(summary.bytes, equals: FileStatus(path: copy)?.size)

    let original = ReadBack(path)
    var expected: [Recorded] = []
    for var record in original.records {
      // What others than the BlueZ monitor write beside packets.
      if record.kind == .unknown || record.kind == .system && record.code >= 0x100 { continue }
      record.time.nanoseconds -= record.time.nanoseconds % 1000
      expected.append(record)
    }
    expect(summary.records, equals: UInt64(expected.count))
    expect(summary.leftOut, equals: UInt64(original.records.count - expected.count))
    let back = ReadBack(copy)
    expect(back.error == nil)
    expect(back.records, equals: expected)
    expect(back.notes.allSatisfy { if case .dropped = $0.kind { true } else { false } })
  }
}
