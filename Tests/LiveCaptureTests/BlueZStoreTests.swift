import Bytes
import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import LiveCapture

/// The files of BlueZ that are read, as they are.
@Suite struct BlueZStoreTests {
  private let adapter: UInt64 = 0x00AA_0100_0000
  private let strap: UInt64 = 0xA09E_1A12_3456
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "bleinspect-\(UUID())")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  private func write(_ path: String, _ text: String) throws {
    let url = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func read(
    _ connected: [UInt64] = [], adapters: [UInt64]? = nil
  ) -> BlueZStore.Contents {
    defer { try? FileManager.default.removeItem(at: root) }
    return BlueZStore(root: root.path).read(
      adapters: adapters ?? [adapter], connected: connected.map { (adapter, $0) })
  }

  private func texts(_ contents: BlueZStore.Contents) -> [[String]] {
    contents.devices.map { $0.files.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func whatIsRead() throws {
    try write("00:AA:01:00:00:00/cache/A0:9E:1A:12:34:56", "strap's cache")
    try write("00:AA:01:00:00:00/cache/11:11:11:11:11:11", "seen once")
    try write("00:AA:01:00:00:00/22:22:22:22:22:22/info", "bond's info")
    try write("00:AA:01:00:00:00/22:22:22:22:22:22/attributes", "bond's attributes")
    try write("00:AA:01:00:00:00/cache/22:22:22:22:22:22", "bond's cache")
    try write("00:AA:01:00:00:00/settings", "no device")
    try write("00:AA:01:00:00:00/attributes", "own")
    try write("00:AA:01:00:00:00/aa:bb:cc:dd:ee:ff/info", "not BlueZ's")
    try write("00:AA:01:00:00:01/33:33:33:33:33:33/info", "another adapter's")
    let contents = read([strap])
    expect(
      texts(contents),
      equals: [
        ["strap's cache"], ["bond's info", "bond's cache", "bond's attributes"], ["own"],
      ])
    expect(contents.devices.map(\.address), equals: [strap, 0x2222_2222_2222, adapter])
    expect(contents.devices.map(\.isHost), equals: [false, false, true])
    expect(contents.remark == nil)
  }

  @Test func nothingIsThere() throws {
    let contents = read([strap])
    expect(contents.devices.isEmpty)
    expect(contents.remark == nil)
    expect(BlueZStore(root: "/nowhere").read(adapters: [adapter], connected: []).remark == nil)
    expect(BlueZStore(root: "/nowhere").read(adapters: [0], connected: []).remark == nil)
  }

  /// Links lead elsewhere, pipes wait, folders are no files.
  @Test(.timeLimit(.minutes(10))) func onlyOrdinaryFiles() throws {
    try write("secret", "secret")
    let folder = root.appending(path: "00:AA:01:00:00:00/A0:9E:1A:12:34:56")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let info = folder.appending(path: "info").path
    let cache = root.appending(path: "00:AA:01:00:00:00/cache")
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: info, withDestinationPath: root.appending(path: "secret").path)
    let pipe = try Process.run(
      URL(filePath: "/usr/bin/mkfifo"),
      arguments: [cache.appending(path: "A0:9E:1A:12:34:56").path])
    pipe.waitUntilExit()
    try #require(pipe.terminationStatus == 0)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "attributes"), withIntermediateDirectories: true)
    expect(read([strap]).devices.isEmpty)
  }

  @Test func longFiles() throws {
    let long = String(repeating: "x", count: BlueZStore.fileOctets + 100)
    for number in 10..<40 { try write("00:AA:01:00:00:00/00:00:00:00:00:\(number)/info", long) }
    let contents = read()
    expect(contents.devices.allSatisfy { $0.files.map(\.count) == [BlueZStore.fileOctets] })
    expect(contents.devices.count, equals: BlueZStore.allOctets / BlueZStore.fileOctets)
  }

  @Test func manyDevices() throws {
    for number in 0..<BlueZStore.devices + 10 {
      let name = BlueZStore.name(of: UInt64(number) + 1)
      try write("00:AA:01:00:00:00/\(name)/info", "\(number)")
    }
    let contents = read([0xFFFF, 5])
    expect(contents.devices.count, equals: BlueZStore.devices - 1)
    expect(contents.devices.first?.address, equals: 5)
    expect(Set(contents.devices.map(\.address)).count, equals: contents.devices.count)
  }

  @Test func withoutTheRight() throws {
    try write("00:AA:01:00:00:00/A0:9E:1A:12:34:56/info", "x")
    let locked = root.appending(path: "00:AA:01:00:00:00").path
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0], ofItemAtPath: locked)
    defer { try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: locked) }
    // Root may read everything.
    guard geteuid() != 0 else {
      let words = BlueZStore.Contents(problem: SystemError(code: EACCES), folder: "/x").remark
      expect(
        words,
        equals: "attribute names need root: /x cannot be read (Permission denied); without it, only"
          + " what is discovered from now on has names")
      return
    }
    let contents = read([strap])
    expect(contents.devices.isEmpty)
    expect(contents.problem, equals: SystemError(code: EACCES))
  }

  @Test func aFolderThatIsNone() throws {
    try write("00:AA:01:00:00:00", "x")
    let contents = read([strap])
    expect(contents.devices.isEmpty)
    expect(contents.problem, equals: SystemError(code: ENOTDIR))
  }

  @Test func names() {
    expect(BlueZStore.name(of: strap), equals: "A0:9E:1A:12:34:56")
    expect(BlueZStore.address("A0:9E:1A:12:34:56"), equals: strap)
    for name in [
      "a0:9e:1a:12:34:56", "A0:9E:1A:12:34", "A0-9E-1A-12-34-56", "+0:9E:1A:12:34:56", "",
    ] {
      expect(BlueZStore.address(name) == nil, "\(name)")
    }
  }
}
