import TestSupport
import Testing

@testable import System

@Suite struct WorkingFolderTests {
  @Test(arguments: [
    ("/srv/a/b.log", "/srv", "a/b.log"), ("/srv/a", "/srv/a", "/srv/a"),
    ("/srvshop/a", "/srv", "/srvshop/a"), ("./a.log", "/srv", "a.log"),
    ("././a", "/srv", "a"), ("./", "/srv", "./"), ("../a", "/srv", "../a"),
    ("/srv/./a", "/srv", "a"), ("a", "/srv", "a"), ("-", "/srv", "-"), ("/a", "/", "/a"),
  ])
  func aPathInItIsRelative(path: String, folder: String, expected: String) {
    expect(WorkingFolder.relative(path, to: folder), equals: expected)
  }
}
