import BTSnoop
import Bytes
import Foundation
import System
import TestSupport
import Testing

@testable import LiveCapture

/// Disks that are full, and processes that end in the middle of everything.
@Suite struct RecorderFaultTests {
  static let names = ["a.btsnoop", "a.pcapng"]

  /// The thread sanitizer's own memory is a file, which such a limit holds for, too.
  static let canLimitFiles = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil

  private let folder: RecordingTestFolder

  init() throws { folder = try RecordingTestFolder() }

  /// How many frames Wireshark's tools count in files; `nil` where there are no such tools.
  private func framesOfWireshark(_ names: [String]) throws -> Int? {
    guard let last = names.last,
      try folder.shell("command -v tshark && command -v capinfos") != nil
    else { return nil }
    // capinfos reads any number of files at once. Of the last one, which may be cut, it says nothing.
    var count = 0
    if names.count > 1 {
      let files = names.dropLast().map { "'\($0)'" }.joined(separator: " ")
      let counts = try #require(try folder.shell("capinfos -c -T -r -M \(files)"))
        .split(separator: "\n").compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
      expect(counts.count, equals: names.count - 1)
      count = counts.reduce(0, +)
    }
    // tshark complains of what is cut, after the frames.
    let lines = try folder.shell(
      "tshark -r '\(last)' -T fields -e frame.number 2>/dev/null; true")
    return count + (lines?.split(separator: "\n").count ?? 0)
  }

  /// That the records are the first ones there were, whole, and readable by others.
  /// - Returns: how many.
  private func check(_ names: [String], length: Int) throws -> Int {
    let back = ReadBack(names.map { folder($0) })
    expect(back.error == nil)
    // The end of the file may cut one record, and tells that.
    let cut = back.notes.filter(\.isCut)
    expect(cut.count, equals: back.notes.count)
    expect(cut.count <= 1)
    var isLastCut = false
    if case .cutRecord = cut.first?.kind { isLastCut = true }
    let whole = back.records.dropLast(isLastCut ? 1 : 0)
    let expected = (1...max(whole.count, 1)).prefix(whole.count).map {
      Recorded($0, length: length)
    }
    expect(Array(whole), equals: expected)
    if let frames = try framesOfWireshark(names) { expect(frames, equals: whole.count) }
    return whole.count
  }

  /// A process that records as fast as it can, and is killed whenever.
  @Test(arguments: names, [1, 2, 3, 4, 5]) func killedAtAnyTime(name: String, run: Int) async throws
  {
    let length = 700 * run
    let path = folder(name)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, length = length as Int] in
      let recorder = try Recorder(path, options: Recorder.Options())
      for number in 1... {
        Recorded(number, length: length).append(to: recorder)
        recorder.flushIfDue()
        // After what is written at first.
        if number == Recorder.flushSize / length + 1 {
          TestProcess.killLater(UInt32.random(in: 1...80_000))
        }
      }
    }
    try expect(check([name], length: length) > 0)
  }

  @Test(arguments: names) func killedWhileFilesRotate(name: String) async throws {
    let path = folder(name)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let recorder = try Recorder(path, options: Recorder.Options(rotation: .bytes(4096)))
      for number in 1... {
        Recorded(number, length: 900).append(to: recorder)
        if number == 20 { TestProcess.killLater(UInt32.random(in: 1...80_000)) }
      }
    }
    let names = try folder.names
    expect(names.count > 2)
    let paths = try #require(RotatedSet.ordered(names))
    try expect(check(paths, length: 900) > 0)
  }

  /// What came more than a second before is there, though it is little.
  @Test func killedAfterASecond() async throws {
    let path = folder("a")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let recorder = try Recorder(path, options: Recorder.Options())
      for number in 1...3 {
        Recorded(number).append(to: recorder)
        usleep(100_000)
      }
      TestProcess.killLater(1_050_000)
      // As the loop of the program waits.
      while true {
        usleep(UInt32(recorder.millisecondsUntilFlush ?? 5000) * 1000)
        recorder.flushIfDue()
      }
    }
    try expect(check(["a"], length: 20), equals: 3)
  }

  // MARK: No room

  /// The kernel takes a part of what is written, then nothing: the part of a record is taken back.
  @Test(.enabled(if: canLimitFiles), arguments: names)
  func aLimitOfTheSizeOfFiles(name: String) async throws {
    let path = folder(name)
    await #expect(processExitsWith: .success) { [path = path as String] in
      let recorder = try Recorder(path, options: Recorder.Options())
      TestProcess.limitFiles(to: 100_000)
      var count: UInt64 = 0
      while recorder.error == nil, count < 1000 {
        count += 1
        Recorded(Int(count), length: 900).append(to: recorder)
      }
      expect(count < 1000)
      Recorded(0).append(to: recorder)
      expect(recorder.millisecondsUntilFlush == nil)
      recorder.flushIfDue()
      let summary = recorder.close()
      expect(summary.records + summary.unrecorded, equals: count + 1)
      expect(summary.bytes, equals: FileStatus(path: path)?.size)
      expect(
        summary.error?.message,
        equals: "\(path): File too large, after \(summary.bytes) bytes, \(summary.records) records")
      expect(summary.records > 100)
    }
    let back = ReadBack(folder(name))
    expect(back.notes.isEmpty)
    try expect(check([name], length: 900) > 100)
    expect((99_000...100_000).contains(try folder.size(name)))
  }

  static let canMount = geteuid() == 0 && canLimitFiles

  /// Three in the morning.
  @Test(.enabled(if: canMount), arguments: names) func aDiskThatIsFull(name: String) async throws {
    let place = folder.path
    await #expect(processExitsWith: .success) { [place = place as String, name = name as String] in
      guard TestProcess.mount(place, kilobytes: 256) else { exit(9) }
      let path = place + "/" + name
      let recorder = try Recorder(path, options: Recorder.Options())
      for number in 1...1000 { Recorded(number, length: 900).append(to: recorder) }
      let summary = recorder.close()
      expect(
        summary.error?.message,
        equals: "\(path): No space left on device, after \(summary.bytes) bytes, "
          + "\(summary.records) records")
      expect((200...290).contains(summary.records))
      expect(summary.records + summary.unrecorded, equals: 1000)
      let back = ReadBack(path)
      expect((back.error, back.notes.isEmpty) == (nil, true))
      expect(back.records, equals: (1...Int(summary.records)).map { Recorded($0, length: 900) })
      // Another one finds no room to begin, and leaves nothing.
      let other = refusal(place + "/b")
      expect(other, equals: "\(place)/b: No space left on device")
      try expect(FileManager.default.contentsOfDirectory(atPath: place), equals: [name])
    }
  }

  @Test(.enabled(if: canMount), arguments: names)
  func aDiskThatIsFullOfRotatedFiles(name: String) async throws {
    let place = folder.path
    await #expect(processExitsWith: .success) { [place = place as String, name = name as String] in
      guard TestProcess.mount(place, kilobytes: 64) else { exit(9) }
      let path = place + "/" + name
      let recorder = try Recorder(path, options: Recorder.Options(rotation: .bytes(10_000)))
      for number in 1...1000 { Recorded(number, length: 900).append(to: recorder) }
      let summary = recorder.close()
      expect(summary.error?.message.contains("No space left on device, after "), equals: true)
      expect(summary.records + summary.unrecorded, equals: 1000)
      let names = try FileManager.default.contentsOfDirectory(atPath: place)
      expect(summary.fileCount, equals: names.count)
      let paths = try #require(RotatedSet.ordered(names.map { place + "/" + $0 }))
      expect(paths.last, equals: summary.files.last)
      let back = ReadBack(paths)
      expect((back.error, back.notes.isEmpty) == (nil, true))
      expect(back.records, equals: (1...Int(summary.records)).map { Recorded($0, length: 900) })
      expect(summary.bytes, equals: paths.reduce(0) { $0 + (FileStatus(path: $1)?.size ?? 0) })
    }
  }

  /// With old files removed there is always room.
  @Test(.enabled(if: canMount)) func aSmallDiskIsEnoughForTheNewest() async throws {
    let place = folder.path
    await #expect(processExitsWith: .success) { [place = place as String] in
      guard TestProcess.mount(place, kilobytes: 64) else { exit(9) }
      let recorder = try Recorder(
        place + "/a", options: Recorder.Options(rotation: .bytes(10_000), keep: 3))
      for number in 1...1000 { Recorded(number, length: 900).append(to: recorder) }
      let summary = recorder.close()
      expect(summary.error == nil)
      expect((summary.records, summary.fileCount) == (1000, 3))
      expect(ReadBack(summary.files).records.last, equals: Recorded(1000, length: 900))
    }
  }
}
