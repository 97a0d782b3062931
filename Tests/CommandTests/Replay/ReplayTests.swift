import Bytes
import Foundation
import System
import TestSupport
import Testing

@testable import bleinspect

/// `replay` of timelines, from its beginning to its end.
@Suite(.serialized, .waitsForProcesses) struct ReplayTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ line: String, input: Data = Data()) throws -> Outcome {
    try Program.run(["replay"] + line.split(separator: " ").map(String.init), input: input)
  }

  private let strap = Program.capture("polar-h7.btsnoop")

  // MARK: What is reported

  @Test(arguments: Program.captures, ["ndjson", "csv", "json"])
  func tellsWhatTheReportTells(name: String, format: String) throws {
    let capture = Program.capture(name)
    let replay = try run("--speed max --format \(format) \(capture)")
    let report = try Program.run(["--format", format, capture])
    expect(replay.status, equals: 0)
    // What is found with all of a capture before it stands in a document that is written at its end.
    expect(replay.asItComes == report.asItComes, "\(name) \(format)")
    expect(replay.errors, equals: report.errors)
    expect(replay.lines.count > 5)
  }

  @Test(
    arguments: [
      "--device 1", "--uuid 2A37", "--connection 1", "--event read,notification", "--frame 40-120",
      "--from 2 --to 7.5", "--from 2026-03-01T09:00:05Z", "-n 7", "--errors", "--adverts none",
    ])
  func filtersAreThoseOfTheReport(filter: String) throws {
    let replay = try run("--speed max --format ndjson \(filter) \(strap)")
    let report = try Program.run(
      ["--format", "ndjson"] + filter.split(separator: " ").map(String.init) + [strap])
    expect(replay.status == 0 && replay.bytes == report.bytes)
  }

  @Test func textComesLineByLineAndTheSummaryAfter() throws {
    let replay = try run("--speed max \(strap)")
    expect(replay.lines.first?.hasPrefix("TIMELINE"), equals: true)
    expect(replay.output.contains("  148    8.697 < notify  Heart Rate Measurement 91 bpm"))
    expect(!replay.output.contains("DEVICES"))
    expect(replay.errors.contains("DEVICES") && replay.errors.contains("FINDINGS   none"))
    let quiet = try run("--speed max --quiet \(strap)")
    expect(quiet.bytes == replay.bytes && quiet.errors.isEmpty)
  }

  @Test func jumpsOfTheClockAreReportedAndNotWaitedFor() throws {
    var builder = CaptureBuilder()
    builder.advertisement(1, name: "before")
    builder.wait(100)
    builder.connected(1)
    let day: Int64 = 86_400_000
    for _ in 0..<10 {
      builder.wait(3 * day + 61_000)
      builder.notification(3, [0, 72])
      builder.wait(20)
      builder.notification(3, [0, 73])
    }
    let data = Data(builder.bytes)
    let report = try Program.run(["--format", "ndjson", "-"], input: data)
    let begin = MonotonicTime.now()
    let replay = try run("--format ndjson -", input: data)
    // 300 ms, and the program's start.
    expect(MonotonicTime.now() - begin < 10_000_000_000 * Int64(Program.patience))
    expect(replay.status == 0 && replay.bytes == report.bytes)
    let lines = (0..<8).map {
      "bleinspect: the clock jumps by 3 d 00:01:01 before frame \(3 + 2 * $0): "
        + "not waited for\n"
    }
    expect(
      replay.errors,
      equals: lines.joined() + "bleinspect: 2 more jumps of the clock not waited for\n",
      "\(replay.errors)")
    try expect(run("--quiet --format ndjson -", input: data).errors, equals: "")
    try expect(run("--speed max --format ndjson -", input: data).errors, equals: "")
    let records = try run("--records - --frame 1-4 -", input: data)
    expect(records.errors, equals: lines[0])
  }

  @Test func severalCapturesAndStandardInputPlay() throws {
    let data = try Data(contentsOf: URL(filePath: strap))
    let replay = try run("--speed max --format ndjson \(strap) -", input: data)
    expect(replay.output.contains("\"captures\":2") || replay.lines.count > 100)
    expect(replay.output.contains("\"connection\":2"))
    try expect(
      run("--speed max --format ndjson -", input: data).bytes,
      equals: Program.run(["--format", "ndjson", strap]).bytes)
  }

  @Test func theOutputMayBeAFile() throws {
    let path = folder.url.appending(path: "out.ndjson").path
    let replay = try run("--speed max --format ndjson --output \(path) \(strap)")
    expect(replay.status == 0 && replay.bytes.isEmpty)
    try expect(
      Data(contentsOf: URL(filePath: path)),
      equals: Program.run(["--format", "ndjson", strap]).bytes)
  }

  // MARK: Pace

  /// Milliseconds by which lines came later or earlier than their `t` says, after the first.
  private func deviations(_ options: [String], speed: Double) throws -> [Double] {
    let replay = try ReplayProcess(["--format", "ndjson"] + options + [strap])
    expect(replay.wait(), equals: 0)
    expect(replay.output.waitForEnd())
    let lines = replay.lines.compactMap { line in seconds(of: line.text).map { ($0, line.time) } }
    let first = try #require(lines.first)
    return lines.map { t, time in
      Double(time - first.1) / 1e6 - (t - first.0) * 1000 / speed
    }
  }

  /// Within 5 ms on an idle machine. Here others work at the same time: half of the lines have to be so
  /// in one of some runs, and in none of them a line may be far off.
  @Test(.enabled(if: !Program.isThreadSanitized, "the sanitizer makes lines late"))
  func eachLineComesAtItsTime() throws {
    var medians: [Double] = []
    for _ in 0..<5 {
      let found = try deviations([], speed: 1).map(abs).sorted()
      expect(found.count > 50)
      try expect(#require(found.last) < 2000)
      medians.append(found[found.count / 2])
      if found[found.count / 2] <= 5 { break }
    }
    try expect(#require(medians.min()) <= 5, "\(medians) ms")
  }

  @Test(.enabled(if: !Program.isThreadSanitized, "the sanitizer makes lines late"))
  func otherSpeedsHaveTheirPace() throws {
    var medians: [Double] = []
    for _ in 0..<5 {
      let found = try deviations(["--speed", "4"], speed: 4).map(abs).sorted()
      medians.append(found[found.count / 2])
      if found[found.count / 2] <= 5 { break }
    }
    try expect(#require(medians.min()) <= 5, "\(medians) ms")
  }

  /// Seconds that a run took at least.
  private func duration(_ options: String) throws -> Double {
    let start = MonotonicTime.now()
    let outcome = try run(options)
    expect(outcome.status, equals: 0)
    return Double(MonotonicTime.now() - start) / 1e9
  }

  @Test func silencesAreShortenedAndWhatIsOutsideIsNotWaitedFor() throws {
    // Seven silences of about a second, a few shorter ones.
    try expect(duration("--max-gap 0.1 \(strap)") > 0.8)
    try expect(duration("--max-gap 0 \(strap)") < 5)
    // 0.6 s of 9.3.
    let window = try duration("--from 5.5 --to 6 \(strap)")
    expect(window < 5)
    let frames = try duration("--frame 144-145 \(strap)")
    expect(frames > 0.9 && frames < 7)
  }

  @Test func whatIsNotConfirmedIsReportedWhenItsTimeIsOver() throws {
    var builder = CaptureBuilder()
    builder.connected(1)
    builder.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 0xFF, 0xFF, 0x0D, 0x18])
    // A discovery is summed up 2 s after its last answer, whatever comes later.
    builder.wait(5000)
    builder.advertisement(2, name: "Behind")
    let capture = try folder.file("held.btsnoop", builder.bytes)
    let replay = try ReplayProcess(["--adverts", "all", capture])
    expect(replay.wait() == 0 && replay.output.waitForEnd())
    let sum = try #require(replay.lines.first { $0.text.contains("discovery") })
    let late = try #require(replay.lines.first { $0.text.contains("Behind") })
    let apart = Double(late.time - sum.time) / 1e9
    expect(apart > 2 && apart < 4, "\(apart) s")
  }

  // MARK: Ends

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalsEndItWithEverythingWritten(signal: Int32) throws {
    let replay = try ReplayProcess(["--format", "json", strap])
    expect(replay.output.wait { $0.contains("\"mtu\"") })
    replay.signal(signal)
    expect(replay.wait(), equals: 0)
    expect(replay.output.waitForEnd())
    let document = try JSONSerialization.jsonObject(with: Data(replay.output.bytes))
    expect((document as? [String: Any])?["devices"] != nil)
    expect(replay.errors.waitForEnd() && replay.errors.text.isEmpty)
  }

  @Test func aPipeThatGivesNothingIsNoTrap() throws {
    let (reader, writer) = makePipe()
    let replay = try ReplayProcess(["--format", "ndjson", "-"], input: reader)
    let bytes = Array(try Data(contentsOf: URL(filePath: strap)))
    try writer.write(Array(bytes.prefix(6000)).rawBytes)
    expect(replay.output.wait { $0.contains("\"connected\"") })
    replay.signal(SIGINT)
    expect(replay.wait(), equals: 0)
    expect(replay.errors.waitForEnd() && replay.errors.text.isEmpty)
    // Nor is a named one that nobody writes to.
    let path = folder.url.appending(path: "fifo").path
    try makeNamedPipe(path)
    let other = try ReplayProcess([path])
    usleep(300_000)
    expect(other.isRunning)
    other.signal(SIGINT)
    expect(other.wait(), equals: 0)
    withExtendedLifetime(writer) {}
  }

  @Test func aClosedPipeEndsItQuietly() throws {
    let outcome = try Program.shell(
      "{ \"$B\" replay --format ndjson \(strap); echo \"$?\" >&2; } | head -n 3")
    expect(outcome.lines.count { !$0.isEmpty }, equals: 3)
    expect(outcome.errors, equals: "0\n")
  }

  @Test func aReaderThatDoesNotReadDelaysPlayAndKeepsNothing() throws {
    var builder = CaptureBuilder()
    builder.connected(1)
    for index in 0..<20_000 {
      builder.wait(1)
      builder.notification(3, [0, UInt8(60 + index % 60)])
    }
    let capture = try folder.file("much.btsnoop", builder.bytes)
    let (reader, writer) = makePipe()
    let replay = try ReplayProcess(
      ["--format", "ndjson", "--speed", "max", capture], output: writer)
    usleep(1_500_000)
    expect(replay.isRunning)
    let status = try String(contentsOfFile: "/proc/\(replay.identifier)/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = try #require(
      peak?.split(separator: " ").compactMap { Int($0) }.first)
    expect(kilobytes < 200_000)
    let rest = Collector(reader)
    expect(rest.wait { $0.contains("\"frame\":20001,") })
    expect(replay.wait(), equals: 0)
    withExtendedLifetime(writer) {}
  }

  // MARK: Damage

  @Test func whatIsBeforeTheDamageIsPlayed() throws {
    var builder = CaptureBuilder()
    for device in 1...9 {
      builder.wait(50)
      builder.advertisement(UInt8(device), name: "d\(device)")
    }
    var bytes = builder.bytes
    // A length that no record has.
    bytes.replaceSubrange(
      builder.lastRecord..<builder.lastRecord + 8, with: [0x7F, 0, 0, 0, 0x7F, 0, 0, 0])
    let capture = try folder.file("damaged.btsnoop", bytes)
    for options in ["", "--speed max "] {
      let outcome = try run("\(options)--format ndjson \(capture)")
      expect(outcome.status, equals: 1)
      expect(outcome.lines.count { $0.contains("\"advertisement\"") }, equals: 8)
      expect(outcome.errors.contains("damaged.btsnoop: offset"))
    }
    let cut = try folder.file("cut.btsnoop", Array(builder.bytes.dropLast(3)))
    try expect(run("--speed max \(cut)").status, equals: 0)
    try expect(run("--speed max \(cut)").errors.contains("cut"))
    try expect(run("--speed max --strict \(cut)").status, equals: 1)
    let none = try folder.file("none.btsnoop", Array("no capture at all".utf8))
    let outcome = try run(none)
    expect(outcome.status == 2 && outcome.bytes.isEmpty)
    try expect(run("/nowhere").status, equals: 2)
  }

  @Test func namesFromTheAirDoNothing() throws {
    var builder = CaptureBuilder()
    builder.advertisement(1, name: Array("a\u{1B}[2J\u{7}\r\nb".utf8))
    let capture = try folder.file("hostile\u{1B}[2J.btsnoop", builder.bytes)
    for format in ["text", "ndjson", "csv", "json"] {
      let outcome = try Program.run(["replay", "--format", format, capture])
      expect(outcome.status, equals: 0)
      for text in [outcome.output, outcome.errors] {
        expect(
          text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F) })
      }
    }
  }
}
