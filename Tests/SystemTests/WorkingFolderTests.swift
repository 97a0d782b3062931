import TestSupport
import Testing

@testable import System

@Suite struct WorkingFolderTests {
  @Test(arguments: [
    ("/work/a/b.log", "/work", "a/b.log"), ("/work/a", "/work/a", "/work/a"),
    ("/workshop/a", "/work", "/workshop/a"), ("./a.log", "/work", "a.log"),
    ("././a", "/work", "a"), ("./", "/work", "./"), ("../a", "/work", "../a"),
    ("/work/./a", "/work", "a"), ("a", "/work", "a"), ("-", "/work", "-"), ("/a", "/", "/a"),
  ])
  func aPathInItIsRelative(path: String, folder: String, expected: String) {
    expect(WorkingFolder.relative(path, to: folder), equals: expected)
  }
}
