import BTSnoop
import Foundation
import TestSupport
import Testing

@Suite struct InputNameTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func split(_ name: String) throws -> [String?] {
    let found = try InputName(name)
    return [found.path, found.member]
  }

  @Test func aColonSeparatesAMember() throws {
    let a = try folder.file("a", [1])
    try expect(split(a), equals: [a, nil])
    try expect(split(a + ":x/y"), equals: [a, "x/y"])
    try expect(split(a + ":x:y"), equals: [a, "x:y"])
    try expect(split(a + ":"), equals: [a, ""])
    try expect(split("-"), equals: [nil, nil])
    // A whole name comes first, then the shortest.
    let b = try folder.file("a:x", [1])
    try expect(split(b), equals: [b, nil])
    try expect(split(b + ":y"), equals: [a, "x:y"])
  }

  @Test func whatIsNotThereIsNamedAsItWasGiven() throws {
    for name in ["none", "none:x", ":", ":x"] {
      let path = folder.path + "/" + name
      #expect { try InputName(path) } throws: { error in
        (error as? CaptureError)?.description == "\(path): No such file or directory"
      }
    }
    #expect(throws: CaptureError.self) { try InputName(folder.path + ":x") }
    #expect(throws: CaptureError.self) { try InputName(folder.path) }
    #expect(throws: CaptureError.self) { try InputName("-:x") }
  }
}
