import Foundation
import TestSupport
import Testing

/// Captures of one name are told apart by their folders.
@Suite struct CaptureNameTests {
  @Test func theFoldersThatDifferAreNamed() throws {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for place in ["phone/log", "tablet/log"] {
      let parent = folder.url.appending(path: place)
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      let path = parent.appending(path: "btsnoop_hci.log").path
      try FileManager.default.copyItem(atPath: Program.capture("polar-h7.btsnoop"), toPath: path)
      paths.append(path)
    }
    let heads = try Program.run(paths).lines.prefix(2)
    expect(
      heads.map { String($0.prefix { $0 != " " }) },
      equals: ["phone/log/btsnoop_hci.log", "tablet/log/btsnoop_hci.log"])
    let other = Program.capture("sensortag-cc2650.btsnoop")
    let lines = try Program.run([paths[0], other]).lines.prefix(2)
    expect(lines.first?.hasPrefix("btsnoop_hci.log   ") == true, "\(lines)")
  }
}
