import BTSnoop
import Bytes
import Foundation
import System
import TestSupport
import Testing

private let realCaptures = environment("BLEINSPECT_CAPTURES")

/// Reads the captures of a folder, if the environment names one with a table of them in README.md.
@Suite(.enabled(if: realCaptures != nil, "BLEINSPECT_CAPTURES names no folder"))
struct RealCaptureTests {
  struct Entry: Sendable {
    var name: String
    var format: String
    var count: Int
  }

  /// Rows of `| file | source | format | packets | ...`.
  static let entries: [Entry] = {
    guard let folder = realCaptures,
      let text = try? String(contentsOfFile: folder + "/README.md", encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 4, cells[0].hasPrefix("`"), let count = Int(cells[3]) else { return nil }
      return Entry(
        name: cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`")), format: cells[2],
        count: count)
    }
  }()

  @Test func theTableIsFound() {
    expect(!Self.entries.isEmpty)
  }

  @Test(arguments: entries) func readsAsManyRecordsAsTheTableSays(entry: Entry) throws {
    let folder = try #require(realCaptures)
    var reader = CaptureReader()
    var sink = RecordingSink()
    try reader.read([folder + "/" + entry.name], into: &sink)
    expect(
      sink.records.allSatisfy { ($0.kind == .linkLayer) == entry.format.contains("LE LL") })
    expect(sink.records.count, equals: entry.count)
    expect(sink.infos.count, equals: 1)
    expect(sink.notes.isEmpty)
    expect(entry.format.hasPrefix(try #require(sink.infos.first).format.rawValue))
  }
}
