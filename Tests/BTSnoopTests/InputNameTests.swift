import BTSnoop
import Foundation
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
    #expect(try split(a) == [a, nil])
    #expect(try split(a + ":x/y") == [a, "x/y"])
    #expect(try split(a + ":x:y") == [a, "x:y"])
    #expect(try split(a + ":") == [a, ""])
    #expect(try split("-") == [nil, nil])
    // A whole name comes first, then the shortest.
    let b = try folder.file("a:x", [1])
    #expect(try split(b) == [b, nil])
    #expect(try split(b + ":y") == [a, "x:y"])
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
