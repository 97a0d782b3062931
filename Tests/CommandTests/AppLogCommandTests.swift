import Foundation
import TestSupport
import Testing

/// Logs of nRF Connect, which have values but no packets.
@Suite struct AppLogCommandTests {
  private static func log(_ name: String) -> String {
    Program.root.appending(path: "Tests/BTSnoopTests/TextLogs/nrf-connect-\(name).txt").path
  }

  private func objects(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try Program.run(["--format", "ndjson"] + arguments)
    expect(outcome.status == 0 && outcome.errors.isEmpty, outcome.errors)
    return try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func events(_ name: String, _ kind: String) throws -> [[String: Any]] {
    try objects(Self.log(name)).filter { $0["event"] as? String == kind }
  }

  @Test func theTimelineHasTheValuesAndWhereTheyAreFrom() throws {
    let all = try objects(Self.log("android"))
    expect(all[0]["from"] as? String, equals: "app log")
    expect(all[0]["link_type"] as? String, equals: "app_log")
    expect(all[0]["clock"] as? String, equals: "recorder")
    expect(all.allSatisfy { $0["handle"] == nil && $0["value_handle"] == nil })
    let connected = try #require(all.first { $0["event"] as? String == "connected" })
    expect(connected["address"] as? String, equals: "C0:FF:EE:00:00:01")
    expect(connected["name"] as? String, equals: "Thermo")
    expect(connected["time"] as? String, equals: "2026-03-01T23:59:50.608000Z")
    let rates = all.filter { $0["event"] as? String == "notification" }
    expect(
      rates.map { ($0["decoded"] as? [String: Any])?["heart_rate_bpm"] as? Int }, equals: [72, 73])
    expect(rates.map { $0["service"] as? String }, equals: ["180D", "180D"])
    expect(rates[1]["time"] as? String, equals: "2026-03-02T00:00:00.431000Z")
    let errors = all.filter { $0["event"] as? String == "att_error" }
    expect(errors.map { $0["error_code"] as? Int }, equals: [14])
    expect(errors[0]["characteristic"] as? String, equals: "2A39")
    expect(errors[0]["request_value"] as? String, equals: "07")
    let ended = try #require(all.first { $0["event"] as? String == "disconnected" })
    expect(ended["reason_code"] as? Int, equals: 8)
    let written = all.filter { ($0["event"] as? String ?? "").hasPrefix("write") }
    expect(written.map { $0["event"] as? String }, equals: ["write", "write_command"])
    expect(written[0]["descriptor"] as? String, equals: "2902")
    expect(written[0]["characteristic"] as? String, equals: "2A37")
  }

  @Test func whatTheLogDoesNotSayIsNotSaid() throws {
    let read = try events("ios", "read")
    expect(read.map { $0["characteristic"] as? String }, equals: ["2A23", "2A24"])
    expect(read.map { $0["note"] != nil }, equals: [true, false])
    expect(read[0]["service"] as? String, equals: "180A")
    let sent = try events("ios", "notification")
    expect(sent.map { $0["note"] != nil }, equals: [true])
    // Handles are there where the app shows them.
    let desktop = try events("desktop", "notification")
    expect(desktop.map { $0["handle"] as? Int }, equals: [0x25, 0x2A])
    expect(try events("desktop", "write").map { $0["handle"] as? Int }, equals: [0x26, 0x2A])
    let plain = try objects(Self.log("ios-plain"))
    expect(plain[0]["clock"] as? String, equals: "none")
    expect(plain.count { $0["value"] != nil }, equals: 3)
  }

  @Test(arguments: ["android", "ios", "ios-plain", "desktop"])
  func reportStatsAndPageReadIt(name: String) throws {
    let report = try Program.run([Self.log(name)])
    expect(report.status == 0 && report.errors.isEmpty, report.errors)
    expect(report.output.contains("nRF Connect for"))
    expect(report.output.contains("the log of an app"))
    expect(!report.output.contains("not encrypted"))
    expect(!report.output.contains("without a subscription"))
    for arguments in [
      ["stats"], ["stats", "--format", "json"], ["--format", "json"], ["--format", "csv"],
      ["--format", "markdown"], ["report", "-o", "-"], ["--chart", "list"], ["learn"],
    ] {
      let outcome = try Program.run(arguments + [Self.log(name)])
      expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }
  }

  /// The reason is what the system says, not what a controller has told.
  @Test func theReasonOfAnEndIsHearsay() throws {
    for arguments in [[], ["stats"], ["--format", "markdown"]] {
      let text = try Program.run(arguments + [Self.log("android")]).output
        .replacing("\n  ", with: " ").replacing("`", with: "").replacing("*", with: "")
        .replacing("[", with: "").replacing("]", with: "")
      expect(
        text.contains(
          "The system of the app says that nothing was heard of #1 for the supervision time-out of 5 s: "
            + "Connection Timeout (08). likely"), text)
      expect(!text.contains("The controller"))
    }
  }

  @Test func aTraceHasItsConnectionAndValues() throws {
    let folder = try TemporaryFolder()
    for name in ["android", "ios", "desktop"] {
      let file = folder.url.appending(path: "\(name).pftrace").path
      let outcome = try Program.run(["trace", "-o", file, Self.log(name)])
      expect(outcome.status == 0 && outcome.errors.isEmpty, outcome.errors)
      let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
      expect(text.contains("Connection") || text.contains("connection 1"), name)
      if name == "android" {
        for words in ["Heart Rate Measurement heart_rate_bpm", "from peripheral", "link-lost"] {
          expect(text.contains(words), words)
        }
        expect(!text.contains("RSSI"))
      }
    }
  }

  @Test func theReportHasTheTreeWithValues() throws {
    let report = try Program.run([Self.log("android")]).output
    expect(report.contains("Heart Rate Measurement"))
    expect(report.contains("73 bpm"))
    expect(report.contains("#1 Thermo"))
    expect(!report.contains("FE00") && !report.contains("0200-03FF"))
  }

  @Test(arguments: [
    ["packets"], ["packets", "--format", "ndjson"], ["gatt"], ["exchange"],
  ])
  func whatNeedsPacketsRefusesIt(arguments: [String]) throws {
    let outcome = try Program.run(arguments + [Self.log("android")])
    expect(outcome.status, equals: 2, "\(arguments)")
    expect(outcome.output, equals: "")
    expect(outcome.errors.contains("no packets"), "\(arguments): \(outcome.errors)")
  }

  @Test(arguments: ["convert", "redact"])
  func whatWritesPacketsRefusesIt(command: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "x.pcapng").path
    let outcome = try Program.run([command, Self.log("android"), file])
    expect(outcome.status == 2 && outcome.errors.contains("no packets"), outcome.errors)
    expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func diffCheckAndBaselineReadIt() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: Self.log("android"), encoding: .utf8)
    let other = try folder.file(
      "other.txt", Array(text.replacing("16-49-9C-02", with: "16-F0-9C-02").utf8))
    let base = try Program.run(["baseline", Self.log("android")])
    expect(base.status == 0 && base.output.contains("2A37"), base.errors)
    let expected = try folder.file("expected.ndjson", Array(base.bytes))
    expect(try Program.run(["diff", expected, Self.log("android")]).status, equals: 0)
    expect(try Program.run(["diff", Self.log("android"), Self.log("android")]).status, equals: 0)
    let rule = "notification:2A37 count=2 heart_rate_bpm=40..100"
    expect(try Program.run(["check", Self.log("android"), rule]).status, equals: 0)
    expect(try Program.run(["check", other, rule]).status, equals: 1)
    expect(try Program.run(["check", Self.log("android"), "no att_error"]).status, equals: 1)
  }

  /// A log may leave out ends; no phone has so many connections at once.
  @Test func connectionsWithoutAnEndAreEnded() throws {
    var lines = ["nRF Connect, 2026-03-01", "Thermo (C0:FF:EE:00:00:01)"]
    for number in 10..<80 { lines.append("I\t10:22:31.124\tConnected to C0:FF:EE:00:01:\(number)") }
    let outcome = try Program.run(
      ["--format", "ndjson", "-"], input: Data((lines.joined(separator: "\n") + "\n").utf8))
    expect(outcome.status, equals: 0, outcome.errors)
    expect(outcome.lines.count { $0.contains("\"event\":\"connected\"") }, equals: 70)
    expect(outcome.lines.count { $0.contains("\"event\":\"disconnected\"") }, equals: 6)
  }
}
