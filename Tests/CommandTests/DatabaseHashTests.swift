import Foundation
import TestSupport
import Testing

/// Devices with one Database Hash, which have the same attributes.
@Suite struct DatabaseHashTests {
  private static let hash: [UInt8] = (1...16).map { $0 }
  private static let other: [UInt8] = (17...32).map { $0 }

  /// Reads of the hash, and a value; the services are discovered or not.
  private func capture(
    _ device: UInt8, _ hash: [UInt8], isDiscovered: Bool, level: UInt8, in folder: TemporaryFolder
  ) throws -> String {
    var capture = SituationCapture(.h4)
    capture.connected(device)
    func exchange(_ request: [UInt8], _ response: [UInt8]) {
      capture.att(request, isSent: true)
      capture.att(response, isSent: false)
    }
    exchange([0x08, 1, 0, 0xFF, 0xFF, 0x2A, 0x2B], [0x09, 18, 0x20, 0] + hash)
    if isDiscovered {
      exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 0x10, 0, 0x20, 0, 0x0F, 0x18])
      exchange(
        [0x08, 0x10, 0, 0x20, 0, 3, 0x28], [0x09, 7, 0x11, 0, 0x02, 0x12, 0, 0x19, 0x2A])
    }
    exchange([0x0A, 0x12, 0], [0x0B, level])
    return try folder.file("\(device)-\(level).log", capture.bytes)
  }

  @Test func oneTree() throws {
    let folder = try TemporaryFolder()
    let files = [
      try capture(1, Self.hash, isDiscovered: true, level: 90, in: folder),
      try capture(2, Self.hash, isDiscovered: false, level: 80, in: folder),
      try capture(3, Self.other, isDiscovered: false, level: 70, in: folder),
    ]
    let outcome = try Program.run(["gatt"] + files)
    expect(outcome.status, equals: 0)
    let trees = outcome.output.components(separatedBy: "\n\n")
    expect(trees.count, equals: 2, "\(outcome.output)")
    let titles = trees[0].split(separator: "\n").prefix(3)
    expect(titles.count == 3 && titles[0].hasPrefix("#1 ") && titles[1].hasPrefix("#2 "))
    expect(titles.last, equals: "  one Database Hash: all have the same attributes")
    expect(trees[0].contains("0012 Battery Level 2A19  [read]\n"))
    expect(trees[0].contains("         #1 = 90 %\n         #2 = 80 %\n"))
    expect(!trees[0].contains("(given)"))
    expect(trees[1].hasPrefix("#3 ") && trees[1].contains("0012 (type unknown)"))
    let values = try Program.run(["--format", "ndjson", "--event", "read"] + files).lines.filter {
      $0.contains("\"handle\":18,")
    }
    expect(values.map { $0.contains("\"battery_level_percent\"") }, equals: [true, true, false])
    expect(values.map { $0.contains("\"database_hash\"") }, equals: [false, true, false])
    // Each in its own: --gatt takes them back.
    let json = try Program.run(["gatt", "--format", "json"] + files)
    expect(json.output.components(separatedBy: "\"uuid\": \"2A19\"").count, equals: 3)
  }

  /// `--gatt` finds the tree of another address.
  @Test func aGivenTree() throws {
    let folder = try TemporaryFolder()
    let first = try capture(1, Self.hash, isDiscovered: true, level: 90, in: folder)
    let second = try capture(2, Self.hash, isDiscovered: false, level: 80, in: folder)
    let tree = try Program.run(["gatt", "--format", "json", first])
    let file = try folder.file("tree.json", Array(tree.bytes))
    let outcome = try Program.run(["--gatt", file, "--format", "ndjson", second])
    expect(outcome.errors, equals: "")
    expect(outcome.output.contains("\"attribute_source\":\"file\""))
    expect(outcome.output.contains("are used: the Database Hash is the same"))
  }
}
