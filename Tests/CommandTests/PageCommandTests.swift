import BTSnoop
import Bytes
import Foundation
import System
import TestSupport
import Testing
import Timeline

@testable import WebReport

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
    for id in ["findings", "devices", "connections", "values", "attributes", "timeline"] {
      expect(page.text.contains("<h2 id=\"\(id)\">"))
    }
    expect(page.text.contains("<td>Polar H7 000607</td>"))
    expect(page.text.contains("heart_rate_bpm, Heart Rate Measurement, C1 #1 Polar H7 000607"))
    expect(page.text.contains(" data-unit=\"bpm\">"))
    expect(page.text.contains(" data-points=\"142 2.696 97,143 3.697 92,144 4.700 91,"))
    // Not the same numbers a second time, in milliseconds.
    expect(page.text.matches(of: /<figure class="chart"/).count, equals: 2)
    expect(page.text.contains("<h3 id=\"v2t\">rr_intervals_s, Heart Rate Measurement, "))
    expect(page.text.contains("<h2 id=\"findings\">Findings</h2>\n<p>none</p>\n</section>"))
    expect(page.text.contains("<tr id=\"f142\"><th scope=\"row\">142</th><td>2.696</td>"))
    expect(page.rows.isEmpty)
  }

  /// The first rows are there without a script, the others wait for it.
  @Test func manyRowsAreMadeWhenTheyAreNeeded() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("many.log", capture(notifications: 2500).bytes)
    let page = try page([file])
    let plain = page.text.matches(of: Self.row).count
    expect(plain, equals: PageRows.plain)
    let few = try self.page([file, "--to", "20"])
    expect(few.rows.isEmpty)
    expect(!few.text.contains("need JavaScript"))
    expect(page.text.contains("The first 2,000 of "))
    expect(page.rows.last?[3].hasSuffix("disconnected"), equals: true)
    let values = page.rows.filter { $0[4] == "Heart Rate Measurement" }
    expect(values.count > 480)
    expect(values.last?[5].hasPrefix("79 bpm"), equals: true)
  }

  private static var row: some RegexComponent {
    /<tr[^>]*><th scope="row">(<a id="f[0-9]+"><\/a>)*[0-9]*<\/th><td>/
  }

  /// Of all elements that a link leads to, the place in the page.
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
    let error = try #require(late.rows.first { $0[7] == "p" })
    let frame = error[0]
    expect(late.text.contains("frame <a href=\"#f\(frame)\">\(frame)</a>"))
    // Without a script, it says there why it is not.
    let rest = try #require(late.text.firstMatch(of: /<p class="plain">(.*?)<\/p>/)).output.1
    expect(rest.contains("<a id=\"f\(frame)\"></a>"))
    expect(rest.hasSuffix("rows; the others need JavaScript."))
    let few = try self.page([file, "--connection", "2"])
    expect(few.text.contains("<tr id=\"f\(frame)\" class=\"p\">"))
    // Its row is not shown: the link leads to what comes next.
    let none = try self.page([file, "--event", "disconnected"])
    expect(none.text.contains("<a id=\"f\(frame)\"></a>"))
  }

  /// A discovery is one row, where it began.
  @Test func discoveriesStandWhereTheyBegan() throws {
    let page = try page([Program.capture("two-straps.btsnoop")])
    let frames = page.text.matches(of: /<tr[^>]*><th scope="row">([0-9]+)<\/th>/)
      .compactMap { Int($0.output.1) }
    // Of two connections, before what followed in both.
    expect(page.text.contains("<td>&gt; discovery</td>"))
    expect(Array(frames.prefix(10)), equals: [2, 32, 41, 44, 49, 50, 51, 52, 130, 136])
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
    let folder = try TemporaryFolder()
    let alone = try page([try folder.file("adverts.log", capture.bytes)])
    expect(alone.text.matches(of: /<h3 id="v[0-9]+t">rssi_dbm, advertised,/).count, equals: 2)
    expect(alone.text.contains("<p>26 numbers, -88 dBm (frame 39) to -51 dBm (frame 2), at last "))
    capture.wait(100)
    capture.event(
      0x3E, [1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0xC0, 0x18, 0, 0, 0, 0x48, 0, 0])
    let connected = try page([try folder.file("connected.log", capture.bytes)])
    expect(connected.text.matches(of: /<h3 id="v[0-9]+t">rssi_dbm, advertised,/).count, equals: 1)
    expect(connected.text.contains("rssi_dbm, advertised, #1<"))
  }

  /// Text of a device beyond the first rows: as data, which the script reads.
  @Test func hostileTextInTheData() throws {
    var capture = capture(notifications: 0, isClosed: false)
    for _ in 0..<2050 { capture.notification(6, [1]) }
    for (index, name) in HostileTextTests.names.enumerated() {
      capture.notification(100 + index, name)
    }
    let folder = try TemporaryFolder()
    let page = try page([try folder.file("evil.log", capture.bytes), "--full"])
    expect(page.rows.count >= 50 + HostileTextTests.names.count)
    expect(page.rows.contains { $0[5] == "\"</script><svg onload=x>\"" })
  }

  /// All of a long value is in the page, with and without a script.
  @Test func longValuesCanBeOpened() throws {
    var capture = capture(notifications: 0, isClosed: false)
    capture.notification(6, Array(0..<40))
    for _ in 0..<2050 { capture.notification(6, [1]) }
    // Of another attribute: where others of its are no text, no value is.
    capture.notification(8, Array(repeating: 0x3C, count: 30))
    let folder = try TemporaryFolder()
    let file = try folder.file("long.log", capture.bytes)
    let page = try page([file])
    let bytes = (0..<40).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let opened = "<details><summary>\(bytes.prefix(32)).. (40)</summary>\(bytes)</details>"
    expect(page.text.contains("<td>\(opened)</td>"))
    let last = try #require(page.rows.last)
    let text = String(repeating: "<", count: 30)
    expect(
      last[5] == "\"\(text.prefix(16))\".. (30)" && last.count == 9 && last[8] == "\"\(text)\"")
    let full = try self.page([file, "--full"])
    expect(full.text.contains("<td>\(bytes)</td>") && full.rows.last?.count == 8)
    // In a tree.
    let tree = try self.page([Program.capture("att-kinds.btsnoop")])
    expect(
      tree.text.contains(
        "<td>r</td><td><details><summary>&quot;09 bottles; 08 b&quot;.. (108)</summary>&quot;09 "))
  }

  /// Rows are not left out for long values, and what cannot be opened is counted.
  @Test func longValuesAreLimited() throws {
    var rows = PageRows()
    var cells = EventCells()
    for _ in 0..<PageRows.longest { cells.whole.append("x") }
    let most = PageRows.wholeOctets / PageRows.longest
    for index in 0..<most + 7 {
      cells.frame = UInt64(index + 1)
      rows.add(cells, .plain, of: 1)
    }
    expect(rows.shortened, equals: 7)
    let out = OutputStream(try Descriptor.temporary())
    let written = rows.write(
      withAdvertisements: true, cured: [], linked: [], to: PageWriter(out: out)
    ) { _ in }
    expect(written, equals: 0)
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

  /// What a page has no room for is counted.
  @Test(arguments: [(100_300, 10, 300), (1200, 15_000, 0), (1100, 20_000, 0)])
  func pagesAreLimited(count: Int, length: Int, leftOut: Int) throws {
    var rows = PageRows()
    var cells = EventCells()
    for _ in 0..<length { cells.text.append("<") }
    for index in 0..<count {
      cells.frame = UInt64(index + 1)
      rows.add(cells, .plain, of: 1)
    }
    let descriptor = try Descriptor.temporary()
    let out = OutputStream(descriptor)
    let written = rows.write(
      withAdvertisements: true, cured: [], linked: [], to: PageWriter(out: out)
    ) { rest in expect(rest.isEmpty) }
    out.flush()
    expect(rows.error == nil)
    expect(written > 0)
    if leftOut > 0 { expect(written, equals: UInt64(leftOut)) }
    let size = try #require(descriptor.status?.size)
    expect(size < PageRows.octets + 8 * PageRows.longest)
  }

  @Test func filtersSelectWhatIsShown() throws {
    let capture = Program.capture("two-straps.btsnoop")
    func findings(_ page: SafePage) -> Substring {
      page.text.split(separator: "<h2 id=\"devices\">")[0].drop { $0 != "<" }
        .split(separator: "<h2 id=\"findings\">").last ?? ""
    }
    let whole = try page([capture])
    let pushed = try page([capture, "--event", "notification"])
    expect(findings(pushed), equals: findings(whole))
    expect(!pushed.text.contains("<td>connect</td>"))
    expect(whole.text.contains("connect</td>"))
    let second = try page([capture, "--connection", "2"])
    expect(second.text.contains("<h3 id=\"c2\">"))
    expect(!second.text.contains("<h3 id=\"c1\">"))
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

  // MARK: Parts

  @Test func curvesKeepWhatStandsOut() {
    var generator = SplitMix(seed: 7)
    for count in [1, 299, 300, 301, 600, 601, 5000, 40_000] {
      let curve = ValueCurve()
      var values: [Double] = []
      for index in 0..<count {
        let value = Double(generator.next() % 1000)
        values.append(value)
        curve.add(CurvePoint(frame: UInt64(index), time: Int64(index), value: value))
      }
      let points = curve.points
      expect(points.count <= 2 * ValueCurve.parts)
      expect(curve.isWhole, equals: (count <= ValueCurve.parts))
      expect(curve.count, equals: UInt64(count))
      expect(points.map(\.value).min(), equals: values.min())
      expect(points.map(\.value).max(), equals: values.max())
      expect(points.map(\.time), equals: points.map(\.time).sorted())
      for point in points { expect(values[Int(point.frame)], equals: point.value) }
      if curve.isWhole { expect(points.map(\.value), equals: values) }
    }
  }

  @Test(
    arguments: [
      (0, 1), (72, 87), (-40, 85.5), (0.001, 0.002), (5, 5), (0, 0), (1e9, 1e9 + 1), (-1e12, 1e12),
    ] as [(Double, Double)])
  func marksAreAroundTheNumbers(low: Double, high: Double) throws {
    let scale = try #require(Scale(low, high))
    expect(scale.from <= low)
    expect(scale.to >= high)
    expect((2...7).contains(scale.marks.count))
    var text = ByteWriter()
    for mark in scale.marks {
      text.removeAll()
      text.append(number: mark, decimals: scale.decimals)
      let shown = try #require(Double(String(decoding: text.bytes.copy(), as: UTF8.self)))
      expect((shown - mark).magnitude <= scale.step / 1000)
    }
  }

  @Test(
    arguments: [
      (0, Double.infinity), (-Double.greatestFiniteMagnitude, Double.greatestFiniteMagnitude),
      (0, 1e-300), (1e15, 1e15 + 1), (1e300, 1e300),
    ] as [(Double, Double)])
  func somethingIsNoScale(low: Double, high: Double) {
    expect(Scale(low, high) == nil)
  }

  @Test func base64() {
    var generator = SplitMix(seed: 3)
    for count in 0..<40 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      var out = ByteWriter()
      out.append(base64: bytes)
      let text = String(decoding: out.bytes.copy(), as: UTF8.self)
      expect(text, equals: Data(bytes).base64EncodedString())
    }
  }
}
