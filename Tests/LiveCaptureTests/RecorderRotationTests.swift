import BTSnoop
import Bytes
import Foundation
import TestSupport
import Testing

@testable import LiveCapture

@Suite struct RecorderRotationTests {
  static let endings = [".btsnoop", ".pcapng", ""]

  private let folder: RecordingTestFolder
  private let clock = TestClock()

  init() throws { folder = try RecordingTestFolder() }

  private func recorder(
    _ name: String, _ rotation: Rotation, keep: Int? = nil, replaces: Bool = false
  ) throws(RecordingError) -> Recorder {
    try Recorder(
      folder(name),
      options: Recorder.Options(clock, rotation: rotation, keep: keep, replaces: replaces))
  }

  @Test(arguments: endings) func everyFileIsACaptureAndTogetherTheyAreAll(ending: String) throws {
    let recorder = try recorder("walk" + ending, .bytes(2048))
    var drops: UInt32 = 0
    let records = (1...500).map { number in
      if number % 7 == 0 { drops += 2 }
      return Recorded(number, length: number * 37 % 190, drops: drops)
    }
    for record in records { record.append(to: recorder) }
    let summary = recorder.close()
    expect(summary.error == nil)
    let names = try folder.names
    expect(names.count > 20)
    expect(summary.fileCount, equals: names.count)
    // As a shell has them they are in order.
    var listed = try #require(try folder.shell("echo walk*")).split { " \n".contains($0) }
    // Without an ending the last is the first.
    if ending.isEmpty { listed.append(listed.removeFirst()) }
    let paths = listed.map { folder(String($0)) }
    expect(paths.last, equals: folder("walk" + ending))
    expect(paths.first, equals: folder("walk-00001" + ending))
    expect(summary.files, equals: [paths[0], paths[paths.count - 2], paths[paths.count - 1]])
    expect(RotatedSet.ordered(paths.shuffled()), equals: paths)

    let all = ReadBack(paths)
    expect(all.error == nil)
    expect(all.frames, equals: Array(1...500))
    expect(all.records.map(\.bytes), equals: records.map(\.bytes))
    expect(all.records.map(\.time), equals: records.map(\.time))
    expect(summary.records, equals: 500)
    expect(summary.bytes, equals: Int64(try names.map(folder.size).reduce(0, +)))

    // Each file counts for itself, and all together what the source has counted.
    var total: UInt32 = 0
    for (index, path) in paths.enumerated() {
      let alone = ReadBack(path)
      expect(alone.error == nil)
      expect(alone.notes.allSatisfy { if case .dropped = $0.kind { true } else { false } })
      expect(!alone.records.isEmpty)
      total += alone.records.last?.drops ?? 0
      let size = try folder.size(String(listed[index]))
      expect(size <= 2048)
      if index < paths.count - 1 { expect(size > 2048 - 300) }
    }
    expect(total, equals: drops)
    expect(summary.drops, equals: UInt64(drops))
  }

  @Test func aRecordLongerThanAFileHasOneForItself() throws {
    let recorder = try recorder("a", .bytes(1024))
    for number in 1...3 { Recorded(number, length: 3000).append(to: recorder) }
    _ = recorder.close()
    try expect(folder.names, equals: ["a", "a-00001", "a-00002"])
    for name in try folder.names { expect(ReadBack(folder(name)).records.count, equals: 1) }
  }

  @Test func timesCountFromTheFirstRecordOfAFile() throws {
    let recorder = try recorder("a", .seconds(30))
    // Nothing comes for a long time, which makes no empty files.
    clock.now += 3_600_000
    Recorded(1).append(to: recorder)
    clock.now += 29_999
    Recorded(2).append(to: recorder)
    try expect(folder.names, equals: ["a"])
    clock.now += 1
    Recorded(3).append(to: recorder)
    try expect(folder.names, equals: ["a", "a-00001"])
    clock.now += 90_000
    recorder.flushIfDue()
    try expect(folder.names, equals: ["a", "a-00001"])
    Recorded(4).append(to: recorder)
    clock.now += 29_999
    Recorded(5).append(to: recorder)
    _ = recorder.close()
    expect(ReadBack(folder("a-00001")).records, equals: [Recorded(1), Recorded(2)])
    expect(ReadBack(folder("a-00002")).records, equals: [Recorded(3)])
    expect(ReadBack(folder("a")).records, equals: [Recorded(4), Recorded(5)])
  }

  /// What is full is on disk at once, whatever waits.
  @Test func aFullFileIsWhole() throws {
    let recorder = try recorder("a", .seconds(1))
    for number in 1...5 {
      Recorded(number).append(to: recorder)
      clock.now += 500
    }
    expect(ReadBack(folder("a-00001")).records, equals: [Recorded(1), Recorded(2)])
    expect(ReadBack(folder("a-00002")).records, equals: [Recorded(3), Recorded(4)])
    expect(ReadBack(folder("a")).records.isEmpty)
    _ = recorder.close()
  }

  @Test(arguments: [1, 2, 3]) func onlyTheNewestStay(keep: Int) throws {
    try folder.write("mine", to: "walk-0000.log")
    try folder.write("mine", to: "walk-100000.log")
    let recorder = try recorder("walk.log", .bytes(1024), keep: keep, replaces: false)
    for number in 1...10 { Recorded(number, length: 900).append(to: recorder) }
    let summary = recorder.close()
    let numbered = (0..<(keep - 1)).map { "walk-0000\(9 - $0).log" }.reversed()
    try expect(
      folder.names, equals: ["walk-0000.log"] + numbered + ["walk-100000.log", "walk.log"])
    expect(summary.records, equals: 10)
    expect(summary.fileCount, equals: keep)
    expect(summary.files, equals: (numbered + ["walk.log"]).map { folder($0) })
    let back = ReadBack(summary.files)
    expect(back.records, equals: (11 - keep...10).map { Recorded($0, length: 900) })
  }

  /// Files that have come in the place of ours are not ours.
  @Test func othersAreNotRemoved() throws {
    let recorder = try recorder("a", .bytes(1024), keep: 2)
    for number in 1...3 { Recorded(number, length: 900).append(to: recorder) }
    try expect(folder.names, equals: ["a", "a-00002"])
    try FileManager.default.removeItem(atPath: folder("a-00002"))
    try folder.write("mine", to: "a-00002")
    for number in 4...5 { Recorded(number, length: 900).append(to: recorder) }
    expect(recorder.close().error == nil)
    try expect(folder.names, equals: ["a", "a-00002", "a-00004"])
    try expect(folder.bytes("a-00002"), equals: Array("mine".utf8))
  }

  @Test func aNumberThatIsTakenIsPassedOver() throws {
    let recorder = try recorder("a", .bytes(1024))
    try folder.write("mine", to: "a-00001")
    try FileManager.default.createSymbolicLink(
      atPath: folder("a-00002"), withDestinationPath: "victim")
    try FileManager.default.createDirectory(
      atPath: folder("a-00003"), withIntermediateDirectories: false)
    for number in 1...2 { Recorded(number, length: 900).append(to: recorder) }
    expect(recorder.close().files, equals: [folder("a-00004"), folder("a")])
    try expect(folder.names, equals: ["a", "a-00001", "a-00002", "a-00003", "a-00004"])
    try expect(folder.bytes("a-00001"), equals: Array("mine".utf8))
    expect(ReadBack([folder("a-00004"), folder("a")]).records.count, equals: 2)
  }

  @Test func whoeverMovesTheFileAwayHasIt() throws {
    let recorder = try recorder("a", .bytes(1024))
    Recorded(1, length: 900).append(to: recorder)
    try FileManager.default.moveItem(atPath: folder("a"), toPath: folder("mine"))
    Recorded(2, length: 900).append(to: recorder)
    let summary = recorder.close()
    expect(summary.error == nil)
    try expect(folder.names, equals: ["a", "mine"])
    expect(ReadBack([folder("mine"), folder("a")]).records.count, equals: 2)
  }

  @Test func anotherFileInItsPlaceEndsIt() throws {
    let recorder = try recorder("a", .bytes(1024))
    Recorded(1, length: 900).append(to: recorder)
    try FileManager.default.moveItem(atPath: folder("a"), toPath: folder("mine"))
    try folder.write("precious", to: "a")
    for number in 2...3 { Recorded(number, length: 900).append(to: recorder) }
    let message =
      "\(folder("a")): is no longer the file that was recorded into, after 940 bytes, 1 record"
    expect(recorder.error?.message, equals: message)
    let summary = recorder.close()
    expect(summary.error?.message, equals: message)
    expect((summary.records, summary.unrecorded) == (1, 2))
    try expect(folder.names, equals: ["a", "mine"])
    try expect(folder.bytes("a"), equals: Array("precious".utf8))
    expect(ReadBack(folder("mine")).records, equals: [Recorded(1, length: 900)])
  }

  @Test func theFolderMayBeMoved() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder("here"), withIntermediateDirectories: false)
    let recorder = try recorder("here/a", .bytes(1024))
    try manager.moveItem(atPath: folder("here"), toPath: folder("there"))
    for number in 1...2 { Recorded(number, length: 900).append(to: recorder) }
    expect(recorder.close().error == nil)
    expect(ReadBack([folder("there/a-00001"), folder("there/a")]).records.count, equals: 2)
  }

  // MARK: What is there before

  @Test func anEarlierSetStaysUnlessItIsToGo() throws {
    let others = ["a-0001.log", "a-20260301.log", "a-00001.pcapng", "b-00001.log", "a-00001.log~"]
    for name in others + ["a-00003.log", "a-00002.log"] { try folder.write("old", to: name) }
    let before = try folder.names
    expect(
      refusal(folder("a.log"), Recorder.Options(rotation: .bytes(1024))),
      equals: "\(folder("a-00002.log")): File exists and would be one of this recording's files; "
        + "--force replaces it")
    try expect(folder.names, equals: before)
    // Without a rotation they are nothing to it.
    expect(refusal(folder("a.log")) == nil)
    let recorder = try recorder("a.log", .bytes(1024), replaces: true)
    try expect(folder.names, equals: (others + ["a.log"]).sorted())
    for number in 1...2 { Recorded(number, length: 900).append(to: recorder) }
    _ = recorder.close()
    try expect(folder.names, equals: (others + ["a.log", "a-00001.log"]).sorted())
    for name in others { try expect(folder.bytes(name), equals: Array("old".utf8)) }
  }

  @Test func linksAndFoldersAreInTheWay() throws {
    try folder.write("precious", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: folder("a-00001"), withDestinationPath: "target")
    let options = Recorder.Options(rotation: .bytes(1024), replaces: true)
    expect(refusal(folder("a"), options), equals: "\(folder("a-00001")): File exists")
    try expect(folder.bytes("target"), equals: Array("precious".utf8))
    try FileManager.default.createDirectory(
      atPath: folder("b-00001"), withIntermediateDirectories: false)
    expect(refusal(folder("b"), options), equals: "\(folder("b-00001")): Is a directory")
    try expect(folder.names, equals: ["a-00001", "b-00001", "target"])
  }

  @Test func aNameThatHasNoRoomForANumber() throws {
    let name = String(repeating: "x", count: 250)
    expect(
      refusal(folder(name), Recorder.Options(rotation: .seconds(1))),
      equals: "\(folder(name)): File name too long")
    expect(refusal(folder(name)) == nil)
  }
}
