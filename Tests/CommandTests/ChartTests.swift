import Foundation
import TestSupport
import Testing

/// `--chart`: numbers over time, drawn with characters.
@Suite struct ChartTests {
  /// Heart rates from 60 to 67, one a second.
  private func capture(name: [UInt8] = Array("Strap".utf8)) -> Data {
    var capture = CaptureBuilder()
    capture.advertisement(1, name: name)
    capture.connected(1)
    capture.exchange(
      [8, 1, 0, 9, 0, 3, 0x28], [9, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A])
    for second in 0..<8 {
      capture.notification(3, [0, 60 + UInt8(second)])
      capture.wait(1000)
    }
    return Data(capture.bytes)
  }

  private func chart(_ arguments: String...) throws -> Outcome {
    try Program.run(arguments + ["-"], input: capture())
  }

  @Test func drawsBars() throws {
    let outcome = try chart("--chart", "heart_rate_bpm", "--ascii")
    expect(outcome.status, equals: 0)
    let lines = outcome.lines
    try #require(lines.count == 13)
    expect(lines[0], equals: "Strap  D0:11:22:33:44:01  Heart Rate Measurement  heart_rate_bpm")
    // An element of a list, as its chart is called.
    let tag = Program.capture("sensortag-cc2650.btsnoop")
    let element = try Program.run(["--chart", "accelerometer_g.x", tag])
    expect(element.output.contains("accelerometer_g.x\n"))
    expect(!element.output.contains("accelerometer_g.y"))
    // With the object that has the key, as a chart names it.
    try expect(chart("--chart", "strap.heart_rate_bpm", "--ascii").output, equals: outcome.output)
    expect(lines[1], equals: "8 values, 60 to 67, mean 63.50")
    expect(lines[2].hasPrefix("67 |") && lines[2].hasSuffix(" #"))
    expect(lines[9].hasPrefix("60 |."))
    // Each value is in a column of its own, the greatest in all rows.
    let widths = lines[2...9].map { $0.filter { $0 == "#" || $0 == "." }.count }
    expect(widths, equals: [1, 2, 3, 4, 5, 6, 7, 8])
    expect(lines[10], equals: "   +" + String(repeating: "-", count: 75))
    expect(lines[11].hasPrefix("    0.030 s ") && lines[11].hasSuffix(" 7.030 s"))
    expect(lines.allSatisfy { $0.utf8.count <= 80 })
  }

  @Test func drawsBlocks() throws {
    let text = try chart("--chart", "heart_rate_bpm").output
    expect(text.contains("60 |\u{2581}"))
    expect(text.contains("\u{2588}"))
    try expect(chart("--chart", "rssi_dbm").output.contains("1 value\n"))
    let none = try chart("--chart", "battery_level_percent")
    expect(none.status, equals: 0)
    expect(none.output.hasPrefix("no values of battery_level_percent\nthere are "))
    expect(none.output.contains("heart_rate_bpm"))
    // The keys of the capture, one a line; and how to get them where no capture can have the key.
    let keys = try chart("--chart", "list").lines
    expect(keys.contains("heart_rate_bpm") && keys.contains("rssi_dbm"), "\(keys)")
    expect(!keys.contains("battery_level_percent"))
    try expect(chart("--chart", "bpm").errors.contains("--chart list"))
  }

  /// A single value that stands out of thousands, up or down.
  @Test func spikesShow() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange(
      [8, 1, 0, 9, 0, 3, 0x28], [9, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A])
    for index in 0..<8000 {
      capture.notification(3, [0, index == 2500 ? 180 : index == 6000 ? 20 : 100])
      capture.wait(100)
    }
    let outcome = try Program.run(
      ["--chart", "heart_rate_bpm", "--ascii", "-"], input: Data(capture.bytes))
    let bars = outcome.lines[2...9].map { Array($0.dropFirst(5)) }
    expect(outcome.lines[2].hasPrefix("180 |") && outcome.lines[9].hasPrefix(" 20 |"))
    let up = try #require(bars[0].firstIndex(of: ":"))
    expect((20...26).contains(up) && bars[0].count { $0 == ":" } == 1)
    let down = try #require(bars[7].firstIndex(of: "."))
    expect((53...59).contains(down) && bars[7].count { $0 == "." } == 1)
    // What is between is light there, and solid elsewhere.
    expect(bars[5][down] == ":" && bars[5][up] == "#" && bars[5][0] == "#")
    let blocks = try Program.run(
      ["--chart", "heart_rate_bpm", "-"], input: Data(capture.bytes)
    ).output
    expect(blocks.contains("\u{2591}") && blocks.contains("\u{2588}"))
  }

  @Test(arguments: [
    (["--chart", "hart_rate_bpm"], "did you mean heart_rate_bpm?"),
    (["--chart", "sensor_contact"], "no event has a number with this key"),
    (["--chart", "heart_rate_bpm", "--format", "csv"], "--chart needs --format text"),
    (["--ascii"], "--ascii needs --chart"),
    (["replay", "--chart", "heart_rate_bpm", "--format", "ndjson"], "--chart needs --format text"),
    (["replay", "--chart", "heart_rate_bpm", "--records", "-"], "is about the timeline"),
    (["--chart", "heart_rate_bpm", "-n", "20"], "--count does not work with --chart"),
    (["--time", "utc", "--chart", "heart_rate_bpm"], "--time does not work with --chart"),
  ])
  func refuses(arguments: [String], because problem: String) throws {
    let outcome = try Program.run(arguments + ["-"])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains(problem), "\(outcome.errors)")
  }

  @Test(arguments: HostileTextTests.names) func hostileNames(name: [UInt8]) throws {
    let outcome = try Program.run(
      ["--chart", "heart_rate_bpm", "-"], input: capture(name: name))
    try SafeOutput.check(outcome, ["--chart"])
  }
}
