import Bytes
import Foundation
import TestSupport
import Testing

@testable import System

/// With and without a name until it is whole: file systems differ in what they can do.
@Suite(.serialized) struct PendingFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "bleinspect-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: path(name), encoding: .utf8)
  }

  @Test(arguments: [false, true]) func hasItsNameWhenItIsPublished(isNamed: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try PendingFile(path("a"), replaces: false, isNamed: isNamed)
    try file.descriptor.write("text".rawBytes)
    expect(text("a") == nil)
    try expect(names.count, equals: (isNamed ? 1 : 0))
    try file.publish()
    expect(text("a"), equals: "text")
    _ = consume file
    try expect(names, equals: ["a"])
  }

  /// Whether it is new or replaces one that others may read.
  @Test(arguments: [false, true]) func isPrivateFromTheStart(isNamed: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let mask = umask(0)
    defer { umask(mask) }
    try Data("old".utf8).write(to: folder.appending(path: "old"))
    for name in ["new", "old"] {
      let file = try PendingFile(
        path(name), replaces: true, isPrivate: true, isNamed: isNamed)
      expect(permissions(of: file.descriptor.raw) == 0o600)
      try file.publish()
      let mode = try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions]
      expect(mode as? Int, equals: 0o600)
    }
  }

  @Test(arguments: [false, true]) func isGoneWhenItIsNotPublished(isNamed: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let file = try PendingFile(path("a"), replaces: false, isNamed: isNamed)
      try file.descriptor.write("text".rawBytes)
    }
    try expect(names.isEmpty)
  }

  @Test(arguments: [false, true]) func replacesAtOnce(isNamed: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("old".utf8).write(to: folder.appending(path: "a"))
    #expect(throws: PendingFile.exists) {
      _ = try PendingFile(path("a"), replaces: false, isNamed: isNamed)
    }
    do {
      let file = try PendingFile(path("a"), replaces: true, isNamed: isNamed)
      try file.descriptor.write("new".rawBytes)
      expect(text("a"), equals: "old")
      try file.publish()
      expect(text("a"), equals: "new")
    }
    try expect(names, equals: ["a"])
  }

  @Test(arguments: [false, true]) func whatComesMeanwhileIsKept(isNamed: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let file = try PendingFile(path("a"), replaces: false, isNamed: isNamed)
      try Data("other".utf8).write(to: folder.appending(path: "a"))
      #expect(throws: PendingFile.exists) { try file.publish() }
    }
    expect(text("a"), equals: "other")
    try expect(names, equals: ["a"])
  }

  /// Its target is made, and then replaced.
  @Test(arguments: [false, true]) func aSymbolicLinkStays(isNamed: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = FileManager.default
    try files.createSymbolicLink(atPath: path("link"), withDestinationPath: "next")
    try files.createSymbolicLink(atPath: path("next"), withDestinationPath: path("target"))
    #expect(throws: PendingFile.exists) {
      _ = try PendingFile(path("link"), replaces: false, isNamed: isNamed)
    }
    for content in ["made", "replaced"] {
      let file = try PendingFile(path("link"), replaces: true, isNamed: isNamed)
      try file.descriptor.write(content.rawBytes)
      try file.publish()
      expect(text("target"), equals: content)
    }
    try expect(names, equals: ["link", "next", "target"])
    try expect(files.destinationOfSymbolicLink(atPath: path("link")), equals: "next")
    try files.createSymbolicLink(atPath: path("astray"), withDestinationPath: "no/file")
    #expect(throws: SystemError.self) { try PendingFile(path("astray"), replaces: true) }
  }

  @Test func placesThatCannotBeWritten() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: SystemError.isFolder) { try PendingFile(folder.path, replaces: true) }
    #expect(throws: SystemError.self) { try PendingFile(path("no/file"), replaces: true) }
    #expect(throws: SystemError.self) { try PendingFile("", replaces: true) }
    try Data().write(to: folder.appending(path: "file"))
    #expect(throws: SystemError.self) { try PendingFile(path("file/a"), replaces: true) }
  }

  @Test func aDeviceIsWrittenAsItIs() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try PendingFile("/dev/null", replaces: false)
    try file.descriptor.write("text".rawBytes)
    try file.publish()
    expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }

  /// Where the file has a name from the start, a signal must take it away.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalLeavesNothing(ending: Int32) async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path: String = self.path("a")
    await #expect(processExitsWith: .signal(ending)) {
      [path = path as String, ending = ending as Int32] in
      _ = signal(ending, SIG_DFL)
      prepareProcess()
      let file = try PendingFile(path, replaces: true, isNamed: true)
      try file.descriptor.write("text".rawBytes)
      raise(ending)
      _ = consume file
    }
    try expect(names.isEmpty)
  }
}
