import Foundation
import TestSupport
import Testing

@testable import bleinspect

/// How far long work is: on a terminal, never in a pipe.
@Suite(.waitsForProcesses) struct ProgressTests {
  private func line(_ bytes: Int64, _ total: Int64?, seconds: Double) -> String {
    ProgressText(bytes: bytes, total: total, nanoseconds: Int64(seconds * 1e9)).line
  }

  @Test func words() {
    expect(line(12_500_000, 64_600_000, seconds: 2), equals: "12.5 of 64.6 MB, 6.3 MB/s, 8 s left")
    expect(line(0, 64_600_000, seconds: 1), equals: "0.0 of 64.6 MB, 0 bytes/s")
    expect(line(64_600_000, 64_600_000, seconds: 4), equals: "64.6 of 64.6 MB, 16.2 MB/s, 0 s left")
    expect(line(9_999, nil, seconds: 2), equals: "9999 bytes, 4999 bytes/s")
    expect(line(25_000_000_000, nil, seconds: 100), equals: "25.0 GB, 250.0 MB/s")
    expect(
      line(1_000_000, 400_000_000, seconds: 1), equals: "1.0 of 400.0 MB, 1.0 MB/s, 7 min left")
    expect(
      line(1_000_000, 90_000_000_000, seconds: 1), equals: "0.0 of 90.0 GB, 1.0 MB/s, 25 h left")
    // A file that grows meanwhile.
    expect(line(70_000, 60_000, seconds: 1), equals: "70.0 kB, 70.0 kB/s")
    expect(line(.max, .max, seconds: 0), equals: "9223372036.9 of 9223372036.9 GB, 0 bytes/s")
    expect(line(1, .max, seconds: 1e9).hasSuffix(" left"))
  }

  /// Runs a command on a terminal with a capture that comes slowly.
  private func slowly(_ command: String, then rest: String = "") throws -> String {
    let capture = Program.capture("polar-h7.btsnoop")
    let pause = Program.isSanitized ? 12 : 5
    let input = "(head -c 5000 '\(capture)'; sleep \(pause); tail -c +5001 '\(capture)')"
    return try Program.shell(
      "script -qec \"\(input) | '$B' \(command) - \(rest)\" /dev/null",
      environment: ["TERM": "xterm"]
    ).output
  }

  @Test(arguments: ["", "stats", "stats --format json", "gatt", "learn", "check", "baseline"])
  func isShownUntilThereIsOutput(command: String) throws {
    let text =
      command == "check"
      ? try slowly("check --max-severity warning") : try slowly(command)
    expect(text.contains("\r") && text.contains("/s\u{1B}[K"), "\(text.prefix(200))")
    // It is gone before anything else is written.
    let rest = try #require(text.components(separatedBy: "\r\u{1B}[K").last)
    expect(!rest.contains("\u{1B}[K") && rest.count > 20)
  }

  /// Two writers would garble one screen.
  @Test(arguments: ["packets", "--format ndjson", "exchange", "--quiet", "--follow"])
  func isNotShownBesideOutput(command: String) throws {
    expect(!(try slowly(command).contains("\u{1B}[K")))
  }

  @Test(arguments: ["packets", "trace", "report", "exchange", "convert --to pcap"])
  func isShownWhereOutputGoesElsewhere(command: String) throws {
    let text =
      command.hasPrefix("convert")
      ? try slowly(command, then: "- > /dev/null") : try slowly(command, then: "> /dev/null")
    expect(text.contains("/s\u{1B}[K"))
    expect(text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func wordsOfComparing() {
    expect(ProgressText.line(0, of: 0, nanoseconds: 0), equals: "comparing")
    expect(ProgressText.line(0, of: 1, nanoseconds: 9), equals: "comparing")
    expect(ProgressText.line(0, of: 5, nanoseconds: 9), equals: "comparing, 0 of 5 devices done")
    expect(
      ProgressText.line(2, of: 5, nanoseconds: 4_000_000_000),
      equals: "comparing, 2 of 5 devices done, 6 s left")
  }

  /// Also when both sides are read.
  @Test func isShownWhileSidesAreCompared() throws {
    let capture = Program.capture("polar-h7.btsnoop")
    let text = try slowly("diff '\(capture)'")
    expect(text.contains("/s\u{1B}[K") && text.contains("\rcomparing\u{1B}[K"), "\(text)")
    let rest = try #require(text.components(separatedBy: "\r\u{1B}[K").last)
    expect(!rest.contains("\u{1B}[K") && rest.contains("same"), "\(rest)")
    expect(!(try slowly("diff '\(capture)'", then: "2> /dev/null").contains("comparing")))
  }

  /// The capture that is to be played is read first.
  @Test func isShownBeforeMockPlays() throws {
    let text = try slowly("mock --controller tcp:127.0.0.1:1")
    expect(text.contains("/s\u{1B}[K"), "\(text)")
  }

  @Test func isNotShownInAPipeOrOnADumbTerminal() throws {
    expect(!(try slowly("stats", then: "2> /dev/null").contains("\u{1B}[K")))
    let capture = Program.capture("polar-h7.btsnoop")
    let dumb = try Program.shell(
      "script -qec \"(sleep 3; cat '\(capture)') | '$B' stats -\" /dev/null",
      environment: ["TERM": "dumb"])
    expect(dumb.output.contains("CONNECTIONS") || dumb.output.count > 100)
    expect(!dumb.output.contains("\u{1B}[K"))
  }
}
