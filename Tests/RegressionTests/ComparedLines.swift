import Bytes
import Foundation
import GATTSession

@testable import Regression

/// A timeline as lines of NDJSON that tests change.
struct ComparedLines {
  var lines: [String]

  init(_ lines: [String]) { self.lines = lines }

  /// What `--format ndjson` writes of one of the project's captures.
  init(capture: String) throws {
    let folder = try Folder()
    _ = try folder.timeline(of: [Recordings.path(capture)], named: "x.ndjson")
    let text = String(decoding: try folder.contents("x.ndjson"), as: UTF8.self)
    lines = text.split(separator: "\n").map(String.init)
  }

  func read(_ name: String = "x.ndjson") throws -> RecordedTimeline {
    var reader = TimelineReader(name: name)
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    _ = try reader.consume(bytes.rawBytes, atEnd: true)
    return try reader.finish()
  }

  /// All matches of a pattern replaced, in the lines with a word.
  func replacing(
    _ pattern: String, _ replacement: String, where word: String = ""
  ) throws -> ComparedLines {
    let regex = try NSRegularExpression(pattern: pattern)
    return ComparedLines(
      lines.map { line in
        guard word.isEmpty || line.contains(word) else { return line }
        return regex.stringByReplacingMatches(
          in: line, range: NSRange(line.startIndex..., in: line), withTemplate: replacement)
      })
  }

  func without(_ isOut: (String) -> Bool) -> ComparedLines {
    ComparedLines(lines.filter { !isOut($0) })
  }

  func inserting(_ new: [String], before word: String) -> ComparedLines {
    let place = lines.firstIndex { $0.contains(word) } ?? lines.count
    var lines = lines
    lines.insert(contentsOf: new, at: place)
    return ComparedLines(lines)
  }

  func event(_ kind: String) -> [String] { lines.filter { $0.contains("\"event\":\"\(kind)\"") } }

  /// Everything that says nothing: times, frames, handles, addresses, labels.
  func moved() throws -> ComparedLines {
    var result = try replacing(#""frame":(\d+)"#, #""frame":7$1"#)
    result = try result.replacing(#""t":([0-9.]+)"#, #""t":1$1"#)
    result = try result.replacing(#""handle":(\d+)"#, #""handle":1$1"#)
    result = try result.replacing(#""(address)":"00:22"#, #""$1":"00:33"#)
    result = try result.replacing(#""rssi_dbm":-\d+"#, #""rssi_dbm":-3"#)
    result = try result.replacing(#""label":"(?:[^"\\]|\\.)*""#, #""label":"A label""#)
    return try result.replacing(#","text":"(?:[^"\\]|\\.)*""#, "")
  }
}

extension Comparison {
  /// What counts, in words.
  var told: [String] {
    differences.filter { $0.weight == .difference }.map {
      "\($0.kind.rawValue) \($0.subject): \($0.message)"
    }
  }

  /// All that is reported, with what it weighs.
  var all: [String] {
    differences.map { "\($0.weight.rawValue) \($0.kind.rawValue) \($0.subject): \($0.message)" }
  }
}

func compared(
  _ a: ComparedLines, _ b: ComparedLines, _ change: (inout ComparisonOptions) -> Void = { _ in }
) throws -> Comparison {
  var options = ComparisonOptions()
  change(&options)
  return compare(try a.read("a.ndjson"), with: try b.read("b.ndjson"), options: options)
}
