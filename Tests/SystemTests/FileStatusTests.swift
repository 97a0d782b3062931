import Foundation
import TestSupport
import Testing

@testable import System

/// An output must never be an input, by whichever path.
@Suite struct FileStatusTests {
  /// The file need not be there yet: a link that leads nowhere leads to what will be made.
  @Test(arguments: [false, true]) func aLinkAndWhatItLeadsToAreOneFile(isThere: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bleinspect-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    let link = path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "file")
    if isThere { try Data([1]).write(to: folder.appending(path: "file")) }
    expect(FileStatus.isOneFile(link, path("file")))
    expect(FileStatus.isOneFile(path("file"), link))
    expect(!FileStatus.isOneFile(link, path("other")))
  }
}
