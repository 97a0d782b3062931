import Bytes
import Foundation
import GATTSession
import TestSupport
import Testing
import Timeline

/// Names and values that a device chose to do harm.
@Suite struct HostileTextTests {
  static let names: [[UInt8]] = [
    Array("\u{1B}[31mred\u{1B}]0;title\u{07}".utf8),
    Array("\u{9B}31m\u{85}".utf8),
    Array("a\nb\rc\td\0e\u{7F}".utf8),
    Array("\u{202E}gpj.exe\u{2066}\u{2028}".utf8),
    Array("\"quoted\", \\back\\".utf8),
    Array("=HYPERLINK(\"x\")".utf8),
    Array("+1".utf8), Array("-1".utf8), Array("@SUM(A1)".utf8), Array("\t=1".utf8),
    Array("<script>&amp;'".utf8), Array("</script><svg onload=x>".utf8),
    Array("\"><img src=x onerror=x>".utf8), Array("<!--<script>\n]]>".utf8),
    [0xFF, 0xFE, 0x41, 0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
    Array("Größe 测试 שלום".utf8),
    // Marks that join what stands before them: a quote, the end of a tag.
    Array("\u{301}\u{20DD}a".utf8), Array("\u{200D}\u{FE0F}".utf8), Array("\u{E0020}".utf8),
  ]

  /// The name in an advertisement, as the Device Name and as a description.
  private func capture(_ name: [UInt8]) -> CaptureBuilder {
    var capture = CaptureBuilder()
    capture.advertisement(1, name: name)
    capture.connected(1)
    capture.wait(20)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 6, 1, 0, 9, 0, 0x00, 0x18])
    capture.exchange(
      [8, 1, 0, 9, 0, 3, 0x28],
      [9, 7, 2, 0, 0x02, 3, 0, 0x00, 0x2A, 4, 0, 0x02, 5, 0, 0x34, 0x12])
    capture.exchange([4, 6, 0, 9, 0], [5, 1, 6, 0, 0x01, 0x29])
    capture.exchange([0x0A, 3, 0], [0x0B] + name)
    capture.exchange([0x0A, 6, 0], [0x0B] + name)
    capture.exchange([0x0A, 5, 0], [0x0B, 1])
    capture.disconnected()
    return capture
  }

  private let commands: [[String]] = [
    [], ["--all", "--adverts", "all"], ["--format", "ndjson"], ["--format", "csv"],
    ["--format", "json"], ["packets"], ["packets", "-v", "-x"],
    ["packets", "--format", "ndjson"], ["gatt"], ["gatt", "--format", "json"],
    ["stats"], ["stats", "--format", "json"], ["stats", "--format", "sarif"],
    ["stats", "--format", "codequality"], ["--format", "markdown"],
    ["--format", "ndjson", "--flat", "--capture-key"], ["report", "--adverts", "all"],
  ]

  @Test(arguments: names) func everyForm(name: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("evil.log", capture(name).bytes)
    for command in commands {
      try SafeOutput.check(try Program.run(command + [file]), command)
    }
  }

  @Test func aFileNameToo() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("\u{1B}[31mx\n.log", capture([0x41]).bytes)
    expect(!(try Program.run([file])).bytes.contains(0x1B))
    for command in [["--capture-key"], ["--capture-key", "--flat"]] {
      try SafeOutput.check(
        try Program.run(["--format", "ndjson"] + command + [file]), ["--format", "ndjson"])
    }
    let missing = try Program.run([file + "\u{1B}]0;y"])
    expect(missing.status, equals: 2)
    expect(!missing.errors.contains("\u{1B}"))
  }

  @Test func randomBytes() throws {
    let folder = try TemporaryFolder()
    var generator = SystemRandomNumberGenerator()
    for round in 0..<12 {
      let name = (0..<Int.random(in: 1...28, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let file = try folder.file("random.log", capture(name).bytes)
      for command in commands where command.count > 1 {
        try SafeOutput.check(
          try Program.run(command + [file]), command, "round \(round), \(name)")
      }
    }
  }

  /// What `gatt` writes reads back as the same document, and is written as the same bytes.
  @Test(arguments: Program.captures) func treesReadBack(capture: String) throws {
    let outcome = try Program.run(["gatt", "--format", "json", Program.capture(capture)])
    try checkRoundTrip(outcome)
  }

  @Test(arguments: names) func treesOfHostileNamesReadBack(name: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("evil.log", capture(name).bytes)
    try checkRoundTrip(try Program.run(["gatt", "--format", "json", file]))
  }

  /// More than is written at once.
  @Test func aLargeTreeReadsBack() throws {
    let folder = try TemporaryFolder()
    var capture = CaptureBuilder()
    for handle in 1...300 {
      let handle = [UInt8(handle & 0xFF), UInt8(handle >> 8)]
      let pdu = [0x1B] + handle + [UInt8](repeating: handle[0] | 0x80, count: 400)
      let count = UInt16(pdu.count)
      capture.record(
        [2, 1, 0x20] + little(count + 4) + little(count) + [4, 0] + pdu, flags: 1)
    }
    let file = try folder.file("large.log", capture.bytes)
    let outcome = try Program.run(["gatt", "--format", "json", file])
    expect(outcome.bytes.count > 3 * 64 * 1024)
    try checkRoundTrip(outcome)
    let text = try Program.run(["gatt", file]).lines
    expect(text.filter { $0.hasSuffix(String(repeating: "ac", count: 400)) }.count, equals: 3)
    let report = try Program.run([file]).lines
    let rows = report.filter { $0.contains("(unknown)") }
    expect(rows.count, equals: 300)
    expect(rows.first?.contains("0001") == true && rows.last?.contains("012C") == true)
  }

  private func little(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }

  private func checkRoundTrip(_ outcome: Outcome) throws {
    let document = try GATTDocument(json: Array(outcome.bytes))
    var out = ByteWriter(capacity: 1024)
    document.write(to: &out)
    expect(Data(out.bytes.copy()), equals: outcome.bytes)
    try expect(GATTDocument(json: out.bytes.copy()), equals: document)
  }

  @Test func aNewerTreeIsRefused() {
    #expect(throws: (any Error).self) {
      try GATTDocument(json: Array("{\"schema\":2,\"devices\":[]}".utf8))
    }
    #expect(throws: (any Error).self) { try GATTDocument(json: Array("[]".utf8)) }
    #expect(throws: (any Error).self) { try GATTDocument(json: []) }
  }
}
