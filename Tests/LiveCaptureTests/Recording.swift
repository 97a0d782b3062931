import BTSnoop
import Bytes
import Foundation
import TestSupport

@testable import LiveCapture

/// A folder for the files of one test, gone with it.
final class RecordingTestFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "bleinspect-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func size(_ name: String) throws -> Int { try bytes(name).count }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: self(name))))
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: self(name)))
  }

  /// What a shell in the folder says; `nil` where it fails.
  func shell(_ line: String) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: path)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}

typealias Recorded = RecordingSink.Record

extension Recorded {
  /// A record whose bytes tell its number.
  /// - length: of its bytes.
  init(_ number: Int, length: Int = 20, drops: UInt32 = 0) {
    // The text over and over; doubled, since a test may want a great many of these.
    var bytes = Array("\(number).".utf8)
    while bytes.count < length { bytes += bytes }
    bytes.removeLast(bytes.count - length)
    self.init(
      time: CaptureTime(unixMicroseconds: 1_772_355_600_000_000 + Int64(number) * 1000),
      kind: number % 2 == 0 ? .event : .acl, direction: number % 2 == 0 ? .received : .sent,
      adapter: UInt16(number % 3), originalLength: length, drops: drops, bytes: bytes)
  }

  func append(to recorder: Recorder) {
    let record = CaptureRecord(
      frame: 1, time: time, kind: kind, direction: direction, adapter: adapter,
      originalLength: originalLength, code: code, cumulativeDrops: drops)
    recorder.append(record, bytes: bytes.rawBytes)
  }
}

/// What a reader says of one or several files.
struct ReadBack {
  let infos: [CaptureInfo]
  let notes: [CaptureNote]
  let frames: [UInt64]
  /// As if each were the first of the first file.
  let records: [Recorded]
  let error: CaptureError?

  init(_ paths: [String]) {
    var reader = CaptureReader()
    var sink = RecordingSink()
    var failure: CaptureError?
    do { try reader.read(paths, into: &sink) } catch { failure = error }
    (infos, notes, frames, error) = (sink.infos, sink.notes, sink.frames, failure)
    records = sink.records.map { record in
      var record = record
      (record.frame, record.file) = (1, 0)
      return record
    }
  }

  init(_ path: String) { self.init([path]) }
}

/// A clock that goes when it is told to.
final class TestClock: @unchecked Sendable {
  var now: Int64 = 1_000_000
}

extension Recorder.Options {
  init(
    _ clock: TestClock, rotation: Rotation? = nil, keep: Int? = nil, replaces: Bool = false
  ) {
    self.init(rotation: rotation, keep: keep, replaces: replaces)
    self.clock = { clock.now }
  }
}

/// The message of what is refused; `nil` where it is not.
func refusal(_ path: String, _ options: Recorder.Options = Recorder.Options()) -> String? {
  do {
    _ = try Recorder(path, options: options)
    return nil
  } catch {
    return error.message
  }
}
