import Foundation
import TestSupport
import Testing

/// What the program prints for the recorded captures, byte by byte as it was last read by a person.
///
/// `BLEINSPECT_RECORD=1 swift test --filter GoldenTests` writes the files again and fails, so that
/// nobody takes a recording for a test.
@Suite struct GoldenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")
  static let records = ProcessInfo.processInfo.environment["BLEINSPECT_RECORD"] != nil

  struct Page: CustomTestStringConvertible, Sendable {
    let file: String
    let arguments: [String]
    /// On standard error.
    let remark: String
    var testDescription: String { file }

    /// Whether it is a text report, and so has a width.
    var isReport: Bool {
      file.hasSuffix(".txt") && !arguments.contains("packets") && !arguments.contains("gatt")
    }

    /// A capture's page: `Captures/` goes before its name.
    init(_ capture: String, _ ending: String, _ arguments: [String] = []) {
      file = "\(capture.replacing("/", with: "-")).\(ending)"
      self.arguments = arguments + [Program.capture(capture)]
      remark = Program.remark(on: capture, in: Program.capture(capture))
    }
  }

  static let pages: [Page] =
    Program.captures.flatMap {
      [Page($0, "txt"), Page($0, "ndjson", ["--format", "ndjson"])]
    } + Program.formats.map { Page("formats/\($0)", "txt") } + [
      Page("att-kinds.btsnoop", "errors.txt", ["--errors"]),
      Page("att-kinds.btsnoop", "packets.txt", ["packets"]),
      Page("bonded-reconnect.btsnoop", "tree.txt", ["packets", "-v", "-x", "--frame", "37-60"]),
      Page("classic-att.btsnoop", "packets.txt", ["packets"]),
      Page("classic-att.btsnoop", "json", ["--format", "json"]),
      Page("classic-att.btsnoop", "tree.txt", ["packets", "-v", "--frame", "19-30"]),
      Page("enhanced-att.btsnoop", "packets.txt", ["packets"]),
      Page("enhanced-att.btsnoop", "packets.ndjson", ["packets", "--format", "ndjson"]),
      Page("enhanced-att.btsnoop", "tree.txt", ["packets", "-v", "--frame", "110-210"]),
      Page("polar-h7.btsnoop", "packets.ndjson", ["packets", "--format", "ndjson"]),
      Page("polar-h7.btsnoop", "csv", ["--format", "csv"]),
      Page(
        "polar-h7.btsnoop", "flat.ndjson",
        ["--format", "ndjson", "--flat", "--frame", "139-146"]),
      Page("polar-h7.btsnoop", "json", ["--format", "json"]),
      Page("peripheral-side.btsnoop", "json", ["--format", "json"]),
      Page("sensortag-cc2541.btsnoop", "csv", ["--format", "csv", "--event", "notification"]),
      Page("sensortag-cc2650.btsnoop", "all.txt", ["--all"]),
      Page("sensortag-cc2650.btsnoop", "gatt.txt", ["gatt"]),
      Page("sensortag-cc2650.btsnoop", "gatt.json", ["gatt", "--format", "json"]),
      Page("peripheral-side.btsnoop", "gatt.txt", ["gatt"]),
      Page("peripheral-side.btsnoop", "gatt.json", ["gatt", "--format", "json"]),
      Page("polar-h7-ll.pcap", "bad-crc.txt", ["--bad-crc"]),
      Page("polar-h7-ll.pcap", "packets.ndjson", ["packets", "--format", "ndjson"]),
      Page("polar-h7-ll.pcap", "tree.txt", ["packets", "-v", "--frame", "1-30"]),
      Page("vm-burst.btsnoop", "marks.txt", ["--mark", "1.18=lamp on", "--mark", "5.386=off"]),
      Page("polar-h7.btsnoop", "report.html", ["report"]),
      Page("two-straps.btsnoop", "c2.txt", ["--connection", "2", "--time", "utc"]),
    ]

  @Test(arguments: pages) func page(_ page: Page) throws {
    let outcome = try Program.run(page.arguments)
    expect(outcome.status, equals: 0)
    expect(outcome.errors, equals: page.remark)
    let file = Self.folder.appending(path: page.file)
    // The script and its data have tests of their own.
    let shown = page.file.hasSuffix(".html") ? try SafePage(outcome.output).still : outcome.bytes
    if Self.records {
      try shown.write(to: file)
      Issue.record("recorded \(page.file): read it, then run without BLEINSPECT_RECORD")
      return
    }
    let expected = try Data(contentsOf: file)
    guard shown != expected else { return }
    let before = String(decoding: expected, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let after = String(decoding: shown, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in after.enumerated() {
      let old = index < before.count ? String(before[index]) : "(end)"
      if line != old {
        Issue.record("\(page.file):\(index + 1)\n  was \(old)\n  is  \(line)")
        return
      }
    }
    Issue.record("\(page.file): ends after \(after.count) of \(before.count) lines")
  }

  @Test func noPageIsLeftOver() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    expect(Set(files), equals: Set(Self.pages.map(\.file)))
  }

  @Test(arguments: pages.filter { $0.isReport })
  func theReportIs80ColumnsWide(_ page: Page) throws {
    for (index, line) in try Program.run(page.arguments).lines.enumerated() {
      expect(line.count <= 80, "\(page.file):\(index + 1)")
      expect(line.last != " ", "\(page.file):\(index + 1) ends in a space")
    }
  }
}
