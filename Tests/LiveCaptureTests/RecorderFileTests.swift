import BTSnoop
import Bytes
import Foundation
import System
import TestSupport
import Testing

@testable import LiveCapture

/// Where a recording may be written, and what is left alone.
@Suite struct RecorderFileTests {
  private let folder: RecordingTestFolder
  private let forced = Recorder.Options(replaces: true)

  init() throws { folder = try RecordingTestFolder() }

  private func rights(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder(name))[.posixPermissions] as? Int
  }

  @Test func whatIsThereStaysUnlessItIsToGo() throws {
    try folder.write("precious", to: "a")
    expect(refusal(folder("a")), equals: "\(folder("a")): File exists; --force replaces it")
    try expect(folder.bytes("a"), equals: Array("precious".utf8))
    expect(refusal(folder("a"), forced) == nil)
    expect(ReadBack(folder("a")).error == nil)
    try expect(folder.names, equals: ["a"])
  }

  /// It is another file with the name: who has the old one open, or under another name, does not
  /// get the recording.
  @Test func anotherFileTakesTheName() throws {
    try folder.write("precious", to: "a")
    try FileManager.default.linkItem(atPath: folder("a"), toPath: folder("b"))
    let open = try #require(FileHandle(forReadingAtPath: folder("a")))
    let recorder = try Recorder(folder("a"), options: forced)
    Recorded(1).append(to: recorder)
    _ = recorder.close()
    try expect(folder.bytes("b"), equals: Array("precious".utf8))
    try expect(open.readToEnd(), equals: Data("precious".utf8))
    expect(ReadBack(folder("a")).records, equals: [Recorded(1)])
  }

  /// It holds keys, and what was measured of people.
  @Test func onlyItsOwnerReadsIt() throws {
    try folder.write("old", to: "open")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: folder("open"))
    for name in ["new", "open"] {
      _ = try Recorder(folder(name), options: forced)
      try expect(rights(name), equals: 0o600)
    }
  }

  @Test(arguments: [false, true]) func linksAreNotFollowed(replaces: Bool) throws {
    try folder.write("precious", to: "target")
    for (link, target) in [("link", "target"), ("dangling", "nothing"), ("folder", ".")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder(link), withDestinationPath: target)
      expect(
        refusal(folder(link), Recorder.Options(replaces: replaces)),
        equals: "\(folder(link)): is a symbolic link: name the file that it stands for")
    }
    try expect(folder.bytes("target"), equals: Array("precious".utf8))
    try expect(folder.names, equals: ["dangling", "folder", "link", "target"])
    // A folder may be reached by one.
    expect(refusal(folder("folder/new")) == nil)
  }

  @Test func whatIsNoPlaceForAFile() throws {
    try folder.write("", to: "file")
    for options in [Recorder.Options(), forced] {
      for (path, message) in [
        (folder.path, "Is a directory"), (folder(""), "Is a directory"),
        (folder("."), "Is a directory"), (folder("no/a"), "No such file or directory"),
        (folder("file/a"), "Not a directory"), ("", "Is a directory"),
        (folder(String(repeating: "x", count: 300)), "File name too long"),
      ] {
        expect(refusal(path, options), equals: "\(path): \(message)")
      }
    }
    try expect(folder.names, equals: ["file"])
  }

  @Test func aNameIsSafeToShow() {
    expect(refusal("/no/\u{1B}[31m\n")?.contains("\u{1B}"), equals: false)
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes devices"))
  func aBlockDeviceIsNoPlace() throws {
    // Nor may root in every container.
    guard try folder.shell("mknod loop b 7 250") != nil else { return }
    expect(
      refusal(folder("loop"), forced), equals: "\(folder("loop")): is neither a file nor a pipe")
  }

  /// Where the file system knows no files without a name, they have it a moment too early.
  @Test(arguments: [false, true]) func aFileIsMadeWithItsHeader(isNameless: Bool) throws {
    let place = try RecordingFolder(folder.path)
    place.usesNamelessFiles = isNameless
    let header: [UInt8] = [1, 2, 3]
    let made = try place.create("a", first: header.rawBytes)
    expect(made.file.size, equals: 3)
    try expect(place.entry("a"), equals: .file(made.identity, size: 3))
    expect(made.file.write(header.rawBytes).taken, equals: 3)
    try expect(folder.bytes("a"), equals: header + header)
    try expect(rights("a"), equals: 0o600)
    #expect(throws: PendingFile.exists) { try place.create("a", first: header.rawBytes) }
    try FileManager.default.createSymbolicLink(
      atPath: folder("link"), withDestinationPath: "target")
    #expect(throws: PendingFile.exists) { try place.create("link", first: header.rawBytes) }
    try expect(folder.names, equals: ["a", "link"])
    try expect(folder.bytes("a"), equals: header + header)
  }

  // MARK: What keeps nothing

  @Test func aDeviceTakesAll() throws {
    let recorder = try Recorder("/dev/null", options: Recorder.Options())
    for number in 1...5000 { Recorded(number).append(to: recorder) }
    let summary = recorder.close()
    expect(summary.error == nil)
    expect(summary.records, equals: 5000)
    expect(summary.bytes, equals: 16 + 5000 * 44)
    expect(summary.files, equals: ["/dev/null"])
    expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }

  @Test func aDeviceThatIsFull() {
    expect(
      refusal("/dev/full"), equals: "/dev/full: No space left on device, after 0 bytes, 0 records")
  }

  @Test func theNameOfAnOpenPipe() async throws {
    // As a shell has it for `>(cat)`.
    let pipe = Pipe()
    let path = "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"
    let recorder = try Recorder(path, options: Recorder.Options())
    try pipe.fileHandleForWriting.close()
    let records = (1...40).map { Recorded($0) }
    for record in records { record.append(to: recorder) }
    expect(recorder.close().error == nil)
    // Closed with the last that holds it.
    let bytes = try read(pipe, 16 + 40 * 44)
    try folder.write("", to: "copy")
    try Data(bytes).write(to: URL(filePath: folder("copy")))
    expect(ReadBack(folder("copy")).records, equals: records)
  }

  private func read(_ pipe: Pipe, _ count: Int) throws -> Data {
    var data = Data()
    while data.count < count {
      let more = try #require(try pipe.fileHandleForReading.read(upToCount: count - data.count))
      guard !more.isEmpty else { break }
      data += more
    }
    return data
  }

  @Test func aPipeThatNobodyReads() throws {
    _ = try NamedPipe(folder("fifo"))
    expect(refusal(folder("fifo")), equals: "\(folder("fifo")): no program reads from it")
  }

  @Test func whatIsNoFileIsNotRotated() throws {
    _ = try NamedPipe(folder("fifo"))
    for (path, name) in [
      (folder("fifo"), folder("fifo")), ("/dev/null", "/dev/null"), ("-", "standard output"),
    ] {
      expect(
        refusal(path, Recorder.Options(rotation: .seconds(1))),
        equals: "\(name): is not a file: there is nothing to rotate")
    }
  }

  /// Who reads slowly keeps nobody waiting, and is told what is missing.
  @Test func aReaderThatSleeps() throws {
    let pipe = try NamedPipe(folder("fifo"))
    pipe.start()
    let clock = TestClock()
    let recorder = try Recorder(folder("fifo"), options: Recorder.Options(clock))
    let length = 60_000
    let count = Recorder.maximumBacklog / length + 20
    for number in 1...count { Recorded(number, length: length).append(to: recorder) }
    expect(recorder.error == nil)
    expect(recorder.millisecondsUntilFlush, equals: Int(Recorder.stallInterval))
    // It wakes up.
    var data = Data()
    while recorder.millisecondsUntilFlush != nil {
      data += pipe.read()
      clock.now += Recorder.stallInterval
      recorder.flushIfDue()
    }
    Recorded(count + 1).append(to: recorder)
    let summary = recorder.close()
    data += pipe.read()
    expect(summary.error == nil)
    expect(summary.unrecorded > 10)
    expect(summary.records + summary.unrecorded, equals: UInt64(count + 1))
    expect(summary.bytes, equals: Int64(data.count))
    try data.write(to: URL(filePath: folder("copy")))
    let back = ReadBack(folder("copy"))
    expect(back.error == nil)
    expect(back.records.last?.drops, equals: UInt32(summary.unrecorded))
    let written = Int(summary.records) - 1
    expect(back.records.dropLast(), equals: (1...written).map { Recorded($0, length: length) }[...])
  }

  @Test func aReaderThatNeverWakesUp() throws {
    let pipe = try NamedPipe(folder("fifo"))
    pipe.start()
    // Its clock runs while the end waits.
    let recorder = try Recorder(folder("fifo"), options: Recorder.Options())
    for number in 1...10 { Recorded(number, length: 60_000).append(to: recorder) }
    let begin = bootMilliseconds()
    let summary = recorder.close()
    expect((2000..<10_000).contains(bootMilliseconds() - begin))
    expect(summary.error?.message.contains("its reader does not take the last "), equals: true)
    expect(summary.records, equals: 1)
    expect(summary.unrecorded, equals: 9)
  }

  @Test func aReaderThatLeaves() throws {
    _ = signal(SIGPIPE, SIG_IGN)
    let pipe = try NamedPipe(folder("fifo"))
    pipe.start()
    let recorder = try Recorder(folder("fifo"), options: Recorder.Options())
    pipe.stop()
    Recorded(1).append(to: recorder)
    let summary = recorder.close()
    expect(summary.error?.isClosedPipe, equals: true)
    expect(
      summary.error?.message, equals: "\(folder("fifo")): Broken pipe, after 16 bytes, 0 records")
    expect(summary.unrecorded, equals: 1)
  }

  @Test func standardOutput() async throws {
    let (file, fifo) = (folder("file"), folder("fifo"))
    await #expect(processExitsWith: .success) { [file = file as String, fifo = fifo as String] in
      TestProcess.redirectOutput(to: file)
      let recorder = try Recorder("-", options: Recorder.Options())
      Recorded(1).append(to: recorder)
      let summary = recorder.close()
      expect((summary.error, summary.records, summary.files) == (nil, 1, ["-"]))
      expect(ReadBack(file).records, equals: [Recorded(1)])

      // A reader who sleeps keeps nobody waiting here either.
      let pipe = try NamedPipe(fifo)
      pipe.start()
      TestProcess.redirectOutput(to: fifo)
      let other = try Recorder("-", options: Recorder.Options())
      for number in 1...10 { Recorded(number, length: 60_000).append(to: other) }
      expect(other.error == nil)
      pipe.stop()
      _ = signal(SIGPIPE, SIG_IGN)
      expect(other.close().error?.message.hasPrefix("standard output: Broken pipe"), equals: true)
    }
  }
}
