import ATTDissector
import Bytes

/// A sink of dissections that keeps nothing but what is wrong with them.
struct CheckingTree: DissectionSink {
  private(set) var depth = 0
  private(set) var lines = 0
  private(set) var problem: String?

  mutating func open(_ label: String, detail: String) {
    if label.isEmpty { problem = "a branch without a label" }
    look(label)
    look(detail)
    depth += 1
  }

  mutating func close() {
    depth -= 1
    if depth < 0 { problem = "closed more often than opened" }
  }

  mutating func field(_ name: StaticString, _ value: String) {
    if depth < 1 { problem = "a field outside of a branch" }
    look(value)
  }

  private mutating func look(_ text: String) {
    lines += 1
    // What holds for a line of text holds for its parts.
    do {
      try TextRules.check(Array(text.utf8), "tree")
      try require(!text.utf8.contains(0x0A), "a newline within a line")
    } catch { problem = "\(error): \(text)" }
  }

  /// - octets: bytes that were dissected.
  func check(_ name: String, octets: Int) throws {
    if let problem { throw Broken(description: "\(name): \(problem)") }
    try require(depth == 0, "\(name): \(depth) branches left open")
    try require(lines <= 200 + 40 * octets, "\(name): \(lines) lines for \(octets) bytes")
  }
}
