import Bytes
import Foundation
import TestSupport
import Testing

@testable import LiveCapture

/// What is root's, and what is the user's who called the program by sudo.
@Suite(.enabled(if: geteuid() == 0, "only root can give up its rights"))
struct RecorderSudoTests {
  private static let user: uid_t = 12_345
  private static let group: gid_t = 12_346

  private let folder: RecordingTestFolder

  init() throws { folder = try RecordingTestFolder() }

  /// - Returns: a folder of the user's.
  private func home() throws -> String {
    let home = folder("home")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
    try FileManager.default.setAttributes(
      [.ownerAccountID: Int(Self.user), .groupOwnerAccountID: Int(Self.group)],
      ofItemAtPath: home)
    return home
  }

  @Test(arguments: [false, true]) func itBelongsToTheUser(isRotated: Bool) async throws {
    let path = try home() + "/a"
    await #expect(processExitsWith: .success) {
      [path = path as String, isRotated = isRotated as Bool] in
      TestProcess.beCalled(by: Self.user, Self.group)
      let recorder = try Recorder(
        path, options: Recorder.Options(rotation: isRotated ? .bytes(1024) : nil))
      // The rights of root are back: there may be more to open.
      expect((geteuid(), getegid()) == (0, 0))
      Recorded(1, length: 900).append(to: recorder)
      // A file is full before, and another after they are given up.
      if isRotated { Recorded(2, length: 900).append(to: recorder) }
      expect(TestProcess.become(Self.user, Self.group))
      Recorded(3, length: 900).append(to: recorder)
      let summary = recorder.close()
      expect(summary.error == nil)
      expect(summary.fileCount, equals: (isRotated ? 3 : 1))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder("home"))
    expect(names.count, equals: (isRotated ? 3 : 1))
    for name in names {
      let owner = try #require(TestProcess.owner(folder("home/\(name)")))
      expect(owner == (Self.user, Self.group))
    }
  }

  /// Who may call the program by sudo, and nothing else, must not become root by it.
  @Test func whatIsNotTheUsersStaysAsItIs() async throws {
    try folder.write("precious", to: "file")
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      TestProcess.beCalled(by: Self.user, Self.group)
      let suffix =
        "Permission denied for user \(Self.user), to whom a recording under sudo belongs"
      for options in [
        Recorder.Options(), Recorder.Options(replaces: true),
        Recorder.Options(rotation: .seconds(1), replaces: true),
      ] {
        expect(refusal(path + "/new", options), equals: "\(path)/new: \(suffix)")
      }
      expect(
        refusal(path + "/file", Recorder.Options(replaces: true)), equals: "\(path)/file: \(suffix)"
      )
      expect((geteuid(), getegid()) == (0, 0))
    }
    try expect(folder.names, equals: ["file"])
    try expect(folder.bytes("file"), equals: Array("precious".utf8))
  }

  /// A folder of root's is no place for the later files: it is said before anything is recorded.
  @Test func whereRightsAreGivenUpBefore() async throws {
    let (path, home) = (folder.path, try home())
    await #expect(processExitsWith: .success) { [path = path as String, home = home as String] in
      TestProcess.beCalled(by: Self.user, Self.group)
      expect(TestProcess.become(Self.user, Self.group))
      let message = refusal(path + "/new", Recorder.Options(rotation: .seconds(1)))
      expect(message?.hasSuffix("to whom a recording under sudo belongs"), equals: true)
      expect(refusal(home + "/new", Recorder.Options(rotation: .seconds(1))) == nil)
    }
    try expect(folder.names, equals: ["home"])
  }

  @Test func rootItself() async throws {
    let path = folder("a")
    await #expect(processExitsWith: .success) { [path = path as String] in
      TestProcess.beCalled(by: 0, 0)
      expect(refusal(path) == nil)
    }
    let owner = try #require(TestProcess.owner(path))
    expect(owner == (0, 0))
  }
}
