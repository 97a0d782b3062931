import BTSnoop
import Bytes
import Foundation
import GATTSession
import System
import TestSupport
import Testing
import Timeline

@testable import WebReport
@testable import bleinspect

/// `report`: the page for a browser.
@Suite struct PageCommandTests {
  private func page(_ arguments: [String]) throws -> SafePage {
    let outcome = try Program.run(["report"] + arguments)
    expect(outcome.status, equals: 0)
    expect(outcome.errors.isEmpty)
    return try SafePage(outcome.output, arguments.joined(separator: " "))
  }

  private func capture(notifications count: Int, isClosed: Bool = true) -> CaptureBuilder {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.wait(20)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 6, 1, 0, 9, 0, 0x0D, 0x18])
    capture.exchange([8, 1, 0, 9, 0, 3, 0x28], [9, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A])
    for index in 0..<count {
      capture.wait(10)
      capture.notification(3, [0, UInt8(60 + index % 40)])
    }
    if isClosed { capture.disconnected() }
    return capture
  }

  @Test(arguments: Program.captures) func isWhatItSays(capture: String) throws {
    let outcome = try Program.run(["report", Program.capture(capture)])
    expect(outcome.status, equals: 0)
    _ = try SafePage(outcome.output, capture)
  }

  @Test func loadsNothingAndRunsOnlyItsOwnScript() throws {
    let page = try page([Program.capture("polar-h7.btsnoop")])
    let policy = try #require(
      page.text.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/))
    expect(
      String(policy.output.1),
      equals: "default-src 'none'; style-src '\(SafePage.hash(page.style))'; "
        + "script-src '\(SafePage.hash(page.script))'; base-uri 'none'; form-action 'none'")
    for text in [page.text, page.style, page.script] {
      for word in ["://", "'//", "\"//", "url(", "@import", "src=", "innerHTML", "eval("] {
        expect(!text.contains(word), "\(word)")
      }
    }
  }

  @Test func hasWhatTheReportHas() throws {
    let page = try page([Program.capture("polar-h7.btsnoop")])
    for id in [
      "verdict", "timeline", "events", "findings", "devices", "connections", "attributes",
    ] {
      expect(page.text.contains("<h2 id=\"\(id)\">"))
    }
    expect(page.text.contains("<td>Polar H7 000607</td>"))
    expect(page.text.contains("<dt>values</dt><dd>19</dd>"))
    expect(page.text.contains("<h2 id=\"findings\">Findings</h2>\n<p>none</p>\n</section>"))
    expect(page.text.contains("<tr id=\"f142\"><th scope=\"row\">142</th><td>2.696</td>"))
    // Its 32 services, characteristics and descriptors are in the tree.
    let summed = " without a row: what a discovery found, and scanning and advertising"
    expect(page.text.contains(summed) && !page.text.contains("<p class=\"left-out\">"))
    try expect(!self.page([Program.capture("polar-h7.btsnoop"), "--all"]).text.contains(summed))
    // A picture without a script.
    expect(page.text.contains(">Heart rate</text>"))
    expect(page.text.contains("<rect class=\"end-host\""))
  }

  @Test func aRedactedCaptureSaysSo() throws {
    let folder = try TemporaryFolder()
    let redacted = folder.url.appending(path: "redacted.pcapng").path
    let made = try Program.run(["redact", Program.capture("polar-h7.pcapng"), redacted])
    expect(made.status, equals: 0)
    let page = try SafePage(Program.run(["report", redacted]).output, redacted)
    expect(page.text.contains("<p class=\"redacted\"><b>Redacted</b>: values masked."))
    let whole = try self.page([Program.capture("polar-h7.pcapng")])
    expect(!whole.text.contains("class=\"redacted\""))
  }

  /// Values that were stored say when they were measured.
  @Test func storedRecordsHaveTheirOwnTime() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 6, 1, 0, 9, 0, 0x08, 0x18])
    capture.exchange([8, 1, 0, 9, 0, 3, 0x28], [9, 7, 2, 0, 0x10, 3, 0, 0x18, 0x2A])
    // Glucose Measurement: of 2024-02-29 23:59:58 and the days after, 10 minutes later by its user.
    for day in 1...4 {
      capture.notification(
        3, [0x03, UInt8(day), 0, 0xE8, 0x07, 3, UInt8(day), 8, 30, 0, 10, 0, 100, 0xB0, 0x11])
      capture.wait(20)
    }
    // A time offset that is overrun, and a day that no month has: nobody knows when.
    for (day, offset) in [(UInt8(5), [0xFF, 0x7F]), (32, [10, 0])] as [(UInt8, [UInt8])] {
      capture.notification(
        3, [0x03, day, 0, 0xE8, 0x07, 3, day, 8, 30, 0] + offset + [100, 0xB0, 0x11])
      capture.wait(20)
    }
    capture.disconnected()
    let folder = try TemporaryFolder()
    let page = try page([try folder.file("glucose.log", capture.bytes)])
    let series = try #require(page.data.json["series"] as? [[String: Any]])
    let own = try #require(series.first { $0["time"] as? Bool == true })
    expect(own["dated"] as? Bool == true && own["lane"] as? Bool == false)
    let values = try #require(page.data.series.first { $0.name == own["name"] as? String }).values
    // 2024-03-01 08:40:00 UTC.
    expect(values, equals: (0...3).map { 1_709_282_400 + Double($0) * 86_400 })
    let glucose = page.data.series.first { $0.key.hasPrefix("glucose") }
    expect(glucose?.values.count, equals: 6)
  }

  @Test func theDataHasEveryRow() throws {
    let page = try page([Program.capture("polar-h7.btsnoop")])
    let row = try #require(page.data.rows.first { $0.frame == 142 })
    expect(row.attribute == "Heart Rate Measurement" && row.text == "97 bpm  contact")
    expect(row.value == [0x06, 0x61] && row.connection == 1 && row.word == "notify")
    expect(row.time, equals: 2_696_860)
    let read = try #require(page.data.rows.first { $0.attribute == "Battery Level" })
    expect(read.took > 15_000 && read.took < 16_000 && read.request > 0)
    let rate = try #require(page.data.series.first { $0.key == "heart_rate_bpm" })
    expect(rate.values, equals: [97, 92, 91, 93, 91, 86, 91])
    expect(rate.name == "Heart rate" && rate.isLane)
    expect(rate.rows.map { page.data.rows[$0].frame }, equals: Array(142...148))
    // Not the same numbers a second time, in milliseconds.
    expect(page.data.series.filter { $0.key.hasPrefix("rr_intervals") }.count, equals: 1)
    let ends = page.data.json["connections"] as? [[String: Any]]
    expect(ends?.first?["kind"] as? String, equals: "host")
  }

  /// The first rows are there without a script, all of them with it.
  @Test func manyRowsAreMadeWhenTheyAreNeeded() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("many.log", capture(notifications: 2500).bytes)
    let page = try page([file])
    let plain = page.text.matches(of: Self.row).count
    expect(plain, equals: PageEvents.plain)
    let few = try self.page([file, "--to", "3"])
    expect(!few.text.contains("need JavaScript"))
    expect(page.text.contains("The first 500 of "))
    let rows = page.data.rows
    expect(rows.last?.word, equals: "disconnected")
    let values = rows.filter { $0.attribute == "Heart Rate Measurement" }
    expect(values.count, equals: 2500)
    expect(values.last?.text.hasPrefix("79 bpm"), equals: true)
    // Forty different texts are there once.
    expect(
      (page.data.json["texts"] as? [String])?.filter { $0.hasSuffix(" bpm") }.count, equals: 40)
  }

  private static var row: some RegexComponent {
    /<tr[^>]*><th scope="row">[0-9]*<\/th><td>/
  }

  @Test func findingsLeadToTheirPlace() throws {
    var capture = capture(notifications: 2500)
    capture.wait(20)
    capture.connected(1)
    capture.wait(20)
    capture.exchange([0x12, 4, 0, 1, 0], [1, 0x12, 4, 0, 5])
    capture.wait(5000)
    capture.disconnected(reason: 0x08)
    let folder = try TemporaryFolder()
    let file = try folder.file("late.log", capture.bytes)
    let late = try page([file])
    let error = try #require(late.data.rows.first { $0.style == 4 })
    // Its row is not there without a script: it is no link then.
    expect(late.text.contains("frame <a data-frame=\"\(error.frame)\">\(error.frame)</a>"))
    expect(late.text.contains("<dt>connections lost</dt><dd>1</dd>"))
    let few = try self.page([file, "--connection", "2"])
    expect(few.text.contains("<tr id=\"f\(error.frame)\" class=\"p\">"))
    expect(few.text.contains("frame <a href=\"#f\(error.frame)\">\(error.frame)</a>"))
    expect(few.text.contains("A part of the capture"))
  }

  /// Of one rule together, the worst first.
  @Test func findingsAreByRule() throws {
    var capture = capture(notifications: 0, isClosed: false)
    for handle in 4..<9 {
      capture.exchange([0x12, UInt8(handle), 0, 1, 0], [1, 0x12, UInt8(handle), 0, 5])
    }
    let folder = try TemporaryFolder()
    let page = try page([try folder.file("refused.log", capture.bytes)])
    let rules = page.text.matches(of: /<\/b> <code>([a-z-]+)<\/code>/).map { String($0.output.1) }
    expect(Set(rules).count, equals: rules.count)
    let severities = page.text.matches(of: /<li class="(error|warning|note)">/).map {
      ["error", "warning", "note"].firstIndex(of: String($0.output.1)) ?? 3
    }
    expect(!severities.isEmpty && severities == severities.sorted())
  }

  /// A discovery is one row, where it began.
  @Test func discoveriesStandWhereTheyBegan() throws {
    let page = try page([Program.capture("two-straps.btsnoop")])
    let frames = page.text.matches(of: /<tr[^>]*><th scope="row">([0-9]+)<\/th>/)
      .compactMap { Int($0.output.1) }
    // Of two connections, before what followed in both.
    expect(page.text.contains("<td>&gt; discovery</td>"))
    expect(frames, equals: frames.sorted())
    expect(Array(frames.prefix(10)), equals: [2, 32, 41, 44, 49, 50, 51, 52, 130, 136])
    let discovery = try #require(page.data.rows.first { $0.word == "discovery" })
    // It takes as long as it says, from there.
    expect(discovery.style & 8 == 8 && discovery.took > 1000)
  }

  @Test func whatIsMissingHasRows() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    for index in 0..<30 {
      capture.wait(index == 20 ? 3500 : 1000)
      capture.notification(3, [0, UInt8(60 + index)])
    }
    capture.wait(3 * 86_400_000)
    capture.notification(3, [0, 99])
    let folder = try TemporaryFolder()
    let page = try page([try folder.file("gaps.log", capture.bytes)])
    let gap = "<tr class=\"g\"><th scope=\"row\"></th><td></td><td>"
    expect(
      page.text.contains(
        gap + "C1</td><td>silence</td><td></td><td>3500 ms without a value, 1000 ms expected</td>"))
    expect(page.text.contains(gap + "</td><td>clock</td><td></td><td>jumps by 3 d 00:00:00</td>"))
    let rows = page.data.rows
    let place = try #require(rows.firstIndex { $0.word == "silence" })
    expect(rows[place].style == 3 && rows[place].frame == rows[place + 1].frame)
  }

  /// What a sniffer did not hear is not what went wrong; what nobody answered is.
  @Test(arguments: [
    ("formats/ll-decrypted.pcap", false), ("rules/request-unanswered.btsnoop", true),
  ])
  func whatWasNotHeardIsNoProblem(capture: String, isProblem: Bool) throws {
    let page = try page([Program.capture(capture)])
    let unanswered = page.data.rows.filter { $0.style & 16 > 0 }
    expect(!unanswered.isEmpty)
    for row in unanswered { expect(row.style & 7 != 0, equals: isProblem) }
    expect(page.text.contains(/<tr[^>]* class="p">.*no answer/), equals: isProblem)
  }

  /// Data alone say neither with whom a connection was nor how it ended.
  @Test func anExcerptClaimsNoEnd() throws {
    func told(_ capture: CaptureBuilder) throws -> (tiles: String, kind: String?) {
      let outcome = try Program.run(["report", "-"], input: Data(capture.bytes))
      let page = try SafePage(outcome.output, "-")
      let connections = page.data.json["connections"] as? [[String: Any]]
      let tiles = try #require(page.text.firstMatch(of: /<dl class="tiles">\n(.*)/)).output.1
      return (String(tiles), connections?.first?["kind"] as? String)
    }
    var excerpt = CaptureBuilder()
    excerpt.exchange([0x0A, 3, 0], [0x0B, 1])
    let part = try told(excerpt)
    expect(part.kind == "unknown" && part.tiles.contains("<dd>unknown</dd>"), "\(part)")
    let whole = try told(capture(notifications: 1, isClosed: false))
    expect(whole.kind == "open" && whole.tiles.contains("<dd>1</dd>"), "\(whole)")
  }

  @Test func signalOverTime() throws {
    var capture = CaptureBuilder()
    for index in 0..<40 {
      capture.wait(100)
      // Every third is of another device.
      let device: UInt8 = index % 3 == 0 ? 2 : 1
      capture.event(
        0x3E,
        [
          2, 1, 0, 0, device, 0, 0, 0, 0, 0xC0, 3, 2, 0x01, 0x06,
          UInt8(bitPattern: Int8(-50 - index)),
        ])
    }
    func signals(_ page: SafePage) -> [[String: Any]] {
      page.data.json["signals"] as? [[String: Any]] ?? []
    }
    let folder = try TemporaryFolder()
    let alone = signals(try page([try folder.file("adverts.log", capture.bytes)]))
    expect(alone.compactMap { $0["count"] as? Int }, equals: [26, 14])
    expect((alone[0]["points"] as? [Int])?.count, equals: 52)
    expect((alone[0]["points"] as? [Int])?[1], equals: -51)
    capture.wait(100)
    capture.event(
      0x3E, [1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0xC0, 0x18, 0, 0, 0, 0x48, 0, 0])
    let connected = signals(try page([try folder.file("connected.log", capture.bytes)]))
    expect(connected.compactMap { $0["device"] as? Int }, equals: [1])
  }

  /// Text of a device beyond the first rows: as data, which the script reads.
  @Test func hostileTextInTheData() throws {
    var capture = capture(notifications: 0, isClosed: false)
    for _ in 0..<550 { capture.notification(6, [1]) }
    for (index, name) in HostileTextTests.names.enumerated() {
      capture.notification(100 + index, name)
    }
    let folder = try TemporaryFolder()
    let page = try page([try folder.file("evil.log", capture.bytes), "--full"])
    let rows = page.data.rows
    expect(rows.contains { $0.text == "\"</script><svg onload=x>\"" })
    // Every byte is there.
    for name in HostileTextTests.names { expect(rows.contains { $0.value == name }) }
  }

  @Test func longValuesAreWhole() throws {
    var capture = capture(notifications: 0, isClosed: false)
    capture.notification(6, Array(0..<40))
    // Of another attribute: where others of its are no text, no value is.
    capture.notification(8, Array(repeating: 0x3C, count: 30))
    let folder = try TemporaryFolder()
    let page = try page([try folder.file("long.log", capture.bytes)])
    let row = try #require(page.data.rows.first { $0.value.count == 40 })
    expect(row.value == Array(0..<40) && row.text.hasSuffix(".. (40)"))
    // In a tree.
    let tree = try self.page([Program.capture("att-kinds.btsnoop")])
    expect(
      tree.text.contains(
        "<td>r</td><td><details><summary>&quot;09 bottles; 08 b&quot;.. (108)</summary>&quot;09 "))
  }

  /// What a page has no room for is counted, and said.
  @Test func pagesAreLimited() throws {
    let events = PageEvents(PageFile())
    var cells = EventCells()
    let record = CaptureRecord(
      frame: 1, time: CaptureTime(seconds: 0, nanoseconds: 0), kind: .event, direction: .received,
      adapter: nil, originalLength: 0)
    var added = 0
    let none: [UInt8] = []
    let text = String(repeating: "<", count: 20_000)
    for index in 0..<1200 {
      cells.frame = UInt64(index + 1)
      cells.text.removeAll()
      cells.text.append(string: "\(index)" + text)
      let event = Event(kind: .note, record: record)
      if events.add(event, cells: cells, value: none.rawBytes, time: 0, startsThere: false) != nil {
        added += 1
      }
    }
    expect(added < 1200 && events.leftOut == UInt64(1200 - added))
    expect(events.shortened, equals: UInt64(added))
  }

  @Test func onlyForFiles() throws {
    let folder = try TemporaryFolder()
    func report(_ options: String) throws -> Outcome {
      try Program.shell(
        "cd '\(folder.url.path)' && script -qec \"'$B' report \(options)\" /dev/null < /dev/null")
    }
    let capture = "'\(Program.capture("polar-h7.btsnoop"))'"
    let first = try report(capture)
    expect(first.status == 0 && first.output.contains("wrote polar-h7.html"), "\(first.output)")
    let page = folder.url.appending(path: "polar-h7.html")
    let bytes = try Data(contentsOf: page)
    expect(bytes.starts(with: Data("<!".utf8)))
    // What is there stays, unless that is asked for.
    try Data("mine".utf8).write(to: page)
    let again = try report(capture)
    expect(again.status, equals: 2)
    expect(again.output.contains("polar-h7.html: ") && again.output.contains("--force replaces it"))
    expect(try Data(contentsOf: page), equals: Data("mine".utf8))
    try expect(report("--force \(capture)").status, equals: 0)
    expect(try Data(contentsOf: page), equals: bytes)
  }

  @Test func filtersSelectWhatIsShown() throws {
    let capture = Program.capture("two-straps.btsnoop")
    func findings(_ page: SafePage) -> String {
      // Where no row is, there is no link.
      page.text.split(separator: "<h2 id=\"devices\">")[0].drop { $0 != "<" }
        .split(separator: "<h2 id=\"findings\">").last.map {
          String($0).replacing(/<a [^>]*>/, with: "<a>")
        } ?? ""
    }
    let whole = try page([capture])
    let pushed = try page([capture, "--event", "notification"])
    expect(findings(pushed), equals: findings(whole))
    expect(!pushed.text.contains("<td>connect</td>"))
    expect(whole.text.contains("connect</td>"))
    let second = try page([capture, "--connection", "2"])
    expect(second.text.contains("<tr id=\"c2\">"))
    expect(!second.text.contains("<tr id=\"c1\">"))
  }

  @Test func writesAFile() throws {
    let folder = try TemporaryFolder()
    let out = folder.url.appending(path: "walk.html")
    let capture = Program.capture("polar-h7.btsnoop")
    let outcome = try Program.run(["report", "-o", out.path, capture])
    expect(outcome.status, equals: 0)
    expect(outcome.bytes.isEmpty)
    try expect(Data(contentsOf: out), equals: Program.run(["report", capture]).bytes)
  }

  /// What is needed to believe it, and no key.
  @Test func theFootIsEvidence() throws {
    let key = "0123456789ABCDEF0123456789ABCDEF"
    // It complains of keys that open nothing.
    let outcome = try Program.run([
      "report", "--ltk", key, "--device", "1", "--irk=\(key)", Program.capture("polar-h7.btsnoop"),
    ])
    let page = try SafePage(outcome.output)
    expect(
      page.text.contains(
        "<code>bleinspect report --ltk ... --device 1 --irk ... polar-h7.btsnoop</code>"))
    expect(page.text.contains("<p>2 keys were given</p>"))
    expect(!page.text.contains("0123456789") && !page.text.lowercased().contains(key.lowercased()))
    let bytes = try Data(contentsOf: URL(filePath: Program.capture("polar-h7.btsnoop")))
    var hash = SHA256()
    let all = Array(bytes)
    hash.update(all.rawBytes)
    let hex = hash.finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    expect(page.text.contains("polar-h7.btsnoop: SHA-256 \(hex)"))
  }

  @Test func commandLinesAreOneWordAWord() throws {
    let arguments = [
      "report", "--device", "it's mine", "--tk", "123456", "-o", "/tmp/a b.html", "/x/y z.log",
    ]
    expect(
      CommandLineText.shown(arguments, of: .page),
      equals: "bleinspect report --device 'it'\\''s mine' --tk ... 'y z.log'")
  }
}
