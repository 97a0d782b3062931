import BTSnoop
import Bytes
import Foundation
import Glibc
import System
import TestSupport
import Testing

@Suite(.serialized) struct CaptureReaderTests {
  /// A folder for the files of one test, gone with it.
  private final class Folder {
    let path = NSTemporaryDirectory() + "bleinspect-" + UUID().uuidString
    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
      let file = path + "/" + name
      try Descriptor.create(file).write(bytes.rawBytes)
      return file
    }
  }

  private static var btsnoop: [UInt8] {
    var file = BTSnoopBytes(datalink: 1002)
    file.add([1, 0xAA], flags: 2)
    file.add([4, 0xBB], flags: 3)
    return file.bytes
  }

  private static var pcap: [UInt8] {
    var file = PcapBytes(linkType: 187)
    file.add([1, 0xCC])
    file.add([4, 0xDD])
    return file.bytes
  }

  private static var pcapng: [UInt8] {
    var file = PcapNGBytes(isBig: true)
    file.interface(187)
    file.packet([1, 0xEE])
    return file.bytes
  }

  private func read(_ inputs: [String], limit: Int = .max) -> Outcome {
    var reader = CaptureReader()
    var sink = RecordingSink(limit: limit)
    do throws(CaptureError) {
      try reader.read(inputs, into: &sink)
    } catch {
      return Outcome(sink, error)
    }
    return Outcome(sink, nil)
  }

  @Test func severalCapturesAreOneSequence() throws {
    let folder = try Folder()
    // Names that lie: the content counts.
    let inputs = [
      try folder.file("a.pcap", Self.btsnoop), try folder.file("b.log", Self.pcap),
      try folder.file("c", Self.pcapng), try folder.file("d", Self.btsnoop),
    ]
    let outcome = read(inputs)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.frame), equals: [1, 2, 3, 4, 5, 6, 7])
    expect(outcome.records.map(\.file), equals: [0, 0, 1, 1, 2, 3, 3])
    expect(
      outcome.records.map(\.bytes),
      equals: [[0xAA], [0xBB], [0xCC], [0xDD], [0xEE], [0xAA], [0xBB]])
    expect(outcome.infos.map(\.format), equals: [.btsnoop, .pcap, .pcapng, .btsnoop])
    expect(outcome.infos.map(\.name), equals: inputs)
    expect(read(inputs, limit: 3).records.count, equals: 3)
    expect(read(inputs, limit: 3).infos.count, equals: 2)
  }

  @Test func standardInputThroughAPipe() throws {
    for capture in [Self.btsnoop, Self.pcap, Self.pcapng] {
      let (source, target) = makePipe()
      try target.write(capture.rawBytes)
      let saved = dup(0)
      defer {
        dup2(saved, 0)
        close(saved)
      }
      dup2(source.raw, 0)
      // The test holds the end to write to: closed by its last use.
      _ = consume target
      let outcome = read(["-"])
      expect(outcome.error == nil)
      expect(outcome.infos.map(\.name), equals: ["-"])
      expect(!outcome.records.isEmpty)
    }
  }

  @Test func aFileThatCannotBeReadEndsTheSequence() throws {
    let folder = try Folder()
    let good = try folder.file("good", Self.btsnoop)
    func refused(_ path: String, _ words: String...) throws {
      let outcome = read([good, path, good])
      let error = try #require(outcome.error)
      expect(error.kind, equals: .unusable)
      expect(error.file, equals: path)
      for word in words { expect(error.message.contains(word), "\(error.message)") }
      expect(outcome.records.count, equals: 2)
    }
    try refused(folder.path + "/none", "No such file")
    try refused(folder.path, "directory")
    try refused(try folder.file("empty", []), "empty")
    try refused(try folder.file("cut", Array("btsno".utf8)), "5 bytes", "btsnoop")
    try refused(try folder.file("cut2", Array("btsnoop\0abc".utf8)), "11 of 16")
    try refused(
      try folder.file("text", Array("hello world\nand more".utf8)), "begins with \"hello world\"")
    try refused(try folder.file("short", Array("hi".utf8)), "\"hi\"")
    try refused(try folder.file("binary", [0, 1, 2, 0x1B, 0x5B]), "00 01 02 1b 5b")
    try refused(
      try folder.file("btmon", Array("Bluetooth monitor ver 5.66\n= Note: ".utf8)), "btmon", "-w")
    try refused(try folder.file("btmon2", Array("= Note: Linux version".utf8)), "btmon")
    try refused(
      try folder.file("btmon3", Array("> HCI Event: Command Complete (0x0e)".utf8)), "btmon")
    try refused(try folder.file("gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0]), "gzip")
    try refused(try folder.file("zip", [0x50, 0x4B, 3, 4, 0, 0, 0, 0, 0]), "zip")
  }

  @Test func whatAFileBeginsWithIsShownInWholeFromAPipe() throws {
    let error = try #require(BTSnoopTests.read(Array("not a capture at all".utf8), pieces: 3).error)
    expect(error.message, equals: "not a capture: begins with \"not a capture at all\"")
  }

  @Test(.enabled(if: geteuid() != 0, "root may read anything")) func rightsAreChecked() throws {
    let folder = try Folder()
    let file = try folder.file("secret", Self.btsnoop)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    expect(read([file]).error?.message, equals: "Permission denied")
  }

  @Test func damageKeepsWhatWasBefore() throws {
    let folder = try Folder()
    var bad = BTSnoopBytes(datalink: 1002)
    bad.add([1], flags: 2)
    bad.add([1], flags: 2, included: .max)
    let path = try folder.file("bad", bad.bytes)
    let outcome = read([path, path])
    let error = try #require(outcome.error)
    expect(error.kind, equals: .damaged)
    expect(outcome.records.count, equals: 1)
    expect(error.description.hasPrefix("\(path): offset 41: "))
  }

  @Test func everyMagicIsFound() {
    let magics: [([UInt8], CaptureInfo.Format)] = [
      (Array("btsnoop\0".utf8), .btsnoop), ([0xA1, 0xB2, 0xC3, 0xD4], .pcap),
      ([0xD4, 0xC3, 0xB2, 0xA1], .pcap), ([0xA1, 0xB2, 0x3C, 0x4D], .pcap),
      ([0x4D, 0x3C, 0xB2, 0xA1], .pcap), ([0xA1, 0xB2, 0xCD, 0x34], .pcap),
      ([0x34, 0xCD, 0xB2, 0xA1], .pcap), ([0x0A, 0x0D, 0x0D, 0x0A], .pcapng),
    ]
    for (magic, format) in magics {
      expect(CaptureInfo.Format.detect((magic + [0, 0]).rawBytes), equals: format)
      expect(CaptureInfo.Format.detect(Array(magic.dropLast()).rawBytes) == nil)
    }
  }
}
