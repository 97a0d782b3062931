import Foundation
import TestSupport
import Testing

/// Times as text shows them, and as `--from` and `--to` take them.
@Suite struct TextTimesTests {
  /// A capture with a pause of two hours, and a jump of the clock by two days.
  private func capture() -> CaptureBuilder {
    var capture = CaptureBuilder()
    capture.connected(1)
    for index in 0..<80 {
      capture.wait(1000)
      capture.notification(0x10, [UInt8(index), 0])
    }
    capture.wait(7_200_000)
    capture.notification(0x10, [1, 1])
    capture.wait(2 * 86_400_000)
    capture.notification(0x10, [2, 2])
    capture.wait(12_500)
    capture.notification(0x10, [3, 3])
    capture.wait(3_600_000)
    capture.disconnected(reason: 0x08)
    return capture
  }

  private func run(_ arguments: [String]) throws -> Outcome {
    try Program.run(arguments + ["-"], input: Data(capture().bytes))
  }

  @Test func hoursAndSections() throws {
    let lines = try run(["--all"]).lines
    let ends = [
      "   82 2:01:20.000 < notify  0010                   0101",
      "   83    S2+0.000 < notify  0010                   0202",
      "   84   S2+12.500 < notify  0010                   0303",
    ]
    for end in ends { expect(lines.contains(end), "\(lines.suffix(8).joined(separator: "\n"))") }
    expect(lines.contains { $0.hasPrefix("-- S2: the clock jumps by 2 d 00:00:00 --") })
    expect(lines.contains { $0.hasPrefix("  S2: the clock jumps by 2 d 00:00:00 before frame 83") })
    // All that tells a time tells the same one.
    let end = "S2+1:00:12.500"
    expect(lines.count { $0.contains(end) } >= 3, "\(lines.joined(separator: "\n"))")
    try expect(run(["stats", "--why"]).output.contains(end))
    expect(lines.allSatisfy { $0.count <= 80 })
  }

  /// JSON counts on.
  @Test func programsGetSeconds() throws {
    let lines = try run(["--format", "ndjson"]).lines
    expect(lines.contains { $0.contains("\"t\":7280.000000") })
    expect(lines.contains { $0.contains("\"t\":180092.500000") })
  }

  @Test(arguments: [
    ("2:01:20", "S2+0", 2), ("S2+12.5", "S2+0:59:59", 1), ("S2+0", "S2+1:00:12.5", 3),
    ("s2+0.001", "S2+13", 1), ("S1+7280", "S1+7280", 1), ("S2+12.501", "S2+13", 0),
    ("S3+0", "S4+1", 0),
  ])
  func spansAsShown(from: String, to: String, count: Int) throws {
    let outcome = try run(["--format", "ndjson", "--from", from, "--to", to])
    expect(outcome.status, equals: 0)
    expect(outcome.lines.count { $0.contains("\"frame\":") }, equals: count, "\(outcome.output)")
    expect(outcome.errors.contains("nothing") == (count == 0), "\(outcome.errors)")
  }

  @Test(arguments: [
    ["--from=S0+1"], ["--from=S2"], ["--from=S2+"], ["--from=S2+-1"], ["--from=S+1"],
    ["--from=S2+1000000000"], ["--from=S2+2", "--to=S2+1"], ["--mark=S2+1=x"],
  ])
  func refusesOthers(options: [String]) throws {
    try expect(run(options).status, equals: 2)
  }

  /// What a device advertises again and again with other numbers.
  @Test func advertisementsWithOtherNumbers() throws {
    var capture = CaptureBuilder()
    for index in 0..<100 {
      capture.advertisement(1, type: 0x0A, [UInt8(bitPattern: Int8(index % 21 - 10))])
      capture.wait(100)
      if index % 10 == 0 { capture.advertisement(2, name: "Lamp \(index)") }
    }
    func lines(_ arguments: [String]) throws -> [String] {
      try Program.run(arguments + ["-"], input: Data(capture.bytes)).lines.filter {
        $0.contains(" advert ")
      }
    }
    let folded = try lines([])
    expect(folded.count { $0.contains("D0:11:22:33:44:01") }, equals: 1)
    expect(
      folded.first,
      equals: "    1    0.000   advert  D0:11:22:33:44:01      TX -10..10 dBm x100 to 9.900")
    // A name is none of its numbers.
    expect(folded.count, equals: 11)
    for option in ["--all", "--adverts=all"] {
      try expect(lines([option]).count { $0.contains("44:01") } >= 100, option)
    }
  }

  /// Raw data that the text does not show are no difference; those that it shows are.
  @Test func advertisementsOfOneKindOfData() throws {
    var capture = CaptureBuilder()
    for index in UInt8(0)..<4 {
      // BTHome v2, a temperature of 1 degree.
      capture.advertisement(1, type: 0x16, [0xD2, 0xFC, 0x40, 0x57, 20 + index])
      capture.advertisement(2, type: 0xFF, [0x59, 0x00, 0x12, 0x34, 0x10 + index])
    }
    let lines = try Program.run(["-"], input: Data(capture.bytes)).lines
    expect(lines.contains { $0.contains("20..23 C x4") }, "\(lines)")
    expect(lines.count { $0.contains("Nordic Semiconductor ASA: 1234") }, equals: 4)
  }
}
