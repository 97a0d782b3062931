import Bytes
import Dispatch
import Foundation
import System
import TestSupport
import Testing

@testable import bleinspect

/// The program itself, followed capture and all.
@Suite(.serialized, .waitsForProcesses) struct FollowCommandTests {
  private static let capture = URL(filePath: Program.capture("polar-h7.btsnoop"))

  private let file = NSTemporaryDirectory() + "bleinspect-" + UUID().uuidString

  /// `adb exec-out ... | bleinspect --follow -`, and adb only complains.
  @Test(arguments: [
    ("", "the file is empty"), ("error: no devices", "not a capture"),
    ("btsnoop", "the end of the file cuts the file header"),
  ])
  func aPipeWithoutACapture(_ content: String, _ error: String) throws {
    let outcome = try Program.run(["--follow", "-"], input: Data(content.utf8))
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains(error), "\(outcome.errors)")
  }

  /// Follows a file that is written in pieces, and interrupts once enough came out.
  private func follow(
    _ options: [String], signal: Int32, until isEnough: (Data) -> Bool
  ) throws -> (status: Int32, output: Data, beforeSignal: Data) {
    let capture = try Data(contentsOf: Self.capture)
    try Data().write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = options + ["--follow", file]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let writer = try #require(FileHandle(forWritingAtPath: file))
    for start in stride(from: 0, to: capture.count, by: 501) {
      try writer.write(contentsOf: capture[start..<min(start + 501, capture.count)])
      usleep(2000)
    }
    // What never comes must not be waited for.
    let identifier = process.processIdentifier
    let watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .seconds(30 * Program.patience), execute: watchdog)
    defer { watchdog.cancel() }
    var output = Data()
    while !isEnough(output) {
      let piece = pipe.fileHandleForReading.availableData
      if piece.isEmpty { break }
      output += piece
    }
    let before = output
    kill(process.processIdentifier, signal)
    output += try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      process.terminationReason == .exit ? process.terminationStatus : -1, output, before
    )
  }

  /// Nobody has to interrupt it.
  @Test(arguments: [[], ["--format", "ndjson"], ["packets"]])
  func endsAfterItsCount(options: [String]) throws {
    let outcome = try Program.shell(
      "timeout 20 $B \(options.joined(separator: " ")) --all --follow -n 5 '\(Self.capture.path)'")
    expect(outcome.status, equals: 0)
    if options.isEmpty {
      expect(outcome.output.contains("DEVICES"))
    } else {
      expect(outcome.lines.count { !$0.isEmpty }, equals: (options == ["packets"] ? 5 : 6))
    }
  }

  @Test(arguments: [
    ["--format", "ndjson"], ["--format", "csv"], ["packets"], ["packets", "--format", "ndjson"],
    ["packets", "-v", "-x"],
  ]) func givesAllLinesBeforeItEnds(options: [String]) throws {
    let whole = try Program.run(options + [Self.capture.path])
    expect(whole.status, equals: 0)
    for signal in [SIGINT, SIGTERM] {
      let followed = try follow(options, signal: signal) { $0.count >= whole.bytes.count }
      expect(followed.status, equals: 0)
      expect(followed.beforeSignal, equals: whole.bytes)
      expect(followed.output, equals: whole.bytes)
    }
  }

  @Test func theReportHasItsSummaryAtTheEnd() throws {
    let followed = try follow([], signal: SIGINT) {
      String(decoding: $0, as: UTF8.self).contains("notifications off")
    }
    expect(followed.status, equals: 0)
    let before = String(decoding: followed.beforeSignal, as: UTF8.self)
    let text = String(decoding: followed.output, as: UTF8.self)
    expect(text.hasPrefix("TIMELINE   frame, seconds; "))
    expect(before.contains("< notify  Heart Rate Measurement"))
    expect(!before.contains("FINDINGS"))
    let summary = text.dropFirst(before.count)
    expect(summary.contains("\n\n") && summary.contains("FINDINGS"))
    for heading in ["DEVICES", "GATT of #1", "C1  this host"] { expect(text.contains(heading)) }
    expect(text.ranges(of: "TIMELINE").count, equals: 1)
    // Line by line as in the report of the finished file, where nothing is folded.
    let whole = try Program.run(["--all", Self.capture.path])
    let timeline = whole.output.split(separator: "TIMELINE")[1]
    let lines = Set(text.split(separator: "\n"))
    for line in timeline.split(separator: "\n").dropFirst() where line.contains(" notify ") {
      expect(lines.contains(line), "\(line)")
    }
  }

  @Test func aChartOnATerminalIsDrawnInItsPlace() throws {
    let capture = try Data(contentsOf: Self.capture)
    try Data().write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let (master, terminal) = try makeTerminal(columns: 80)
    let screen = Collector(master)
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["--follow", "--chart", "heart_rate_bpm", file]
    var variables = ["TERM": "xterm", "LANG": "C.UTF-8"]
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    process.environment = variables
    process.standardOutput = FileHandle(fileDescriptor: terminal.raw)
    let complaints = Pipe()
    process.standardError = complaints
    try process.run()
    let writer = try #require(FileHandle(forWritingAtPath: file))
    // Up to the first value, and the others once that is drawn: else it may be drawn only once.
    let first = 5350
    try writer.write(contentsOf: capture[..<first])
    expect(screen.wait { $0.contains("1 value\u{1B}") })
    try writer.write(contentsOf: capture[first...])
    expect(screen.wait { $0.contains("7 values, 86 to 97") })
    kill(process.processIdentifier, SIGINT)
    // To its end: who complains at length would wait for a reader.
    let said = String(
      decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    expect(process.terminationReason, equals: .exit)
    expect(process.terminationStatus == 0 && said.isEmpty, "\(said)")
    let end = screen.screenAtTheEnd()
    expect(screen.text.contains("\u{1B}[12A"))
    expect(end.strange.isEmpty && end.last.isEmpty)
    expect(end.lines.count == 13 && end.lines[1].hasPrefix("7 values, 86 to 97"))
    // In a pipe it comes once.
    let piped = try Program.shell(
      "cat '\(Self.capture.path)' | \"$B\" --follow --chart heart_rate_bpm -")
    expect(piped.output, equals: (try Program.run(["--chart", "heart_rate_bpm", file]).output))
  }

  @Test func endsWithItsReader() throws {
    try FileManager.default.copyItem(atPath: Self.capture.path, toPath: file)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["packets", "-f", file]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    _ = pipe.fileHandleForReading.availableData
    try pipe.fileHandleForReading.close()
    process.waitUntilExit()
    expect(process.terminationReason, equals: .exit)
    expect(process.terminationStatus, equals: 0)
  }

  @Test func stopsAfterCount() throws {
    let outcome = try Program.run(["packets", "-n", "3", "-f", Self.capture.path])
    expect(outcome.status, equals: 0)
    expect(outcome.output.split(separator: "\n").count, equals: 3)
  }

  @Test func whatCannotBeFollowedIsAUsageError() throws {
    for words in [["--format", "json", "-f", "x"], ["gatt", "-f", "x"]] {
      let outcome = try Program.run(words)
      expect(outcome.status, equals: 2)
      expect(outcome.errors.contains("--follow"))
    }
  }

  @Test func aRotatedSetIsPutInOrderAndTold() throws {
    let capture = try Data(contentsOf: Self.capture)
    // The first half of the records, and the second with a header of its own.
    var cut = 16
    while cut < capture.count / 2 {
      cut += 24 + capture[cut + 4..<cut + 8].reduce(0) { $0 << 8 | Int($1) }
    }
    let (first, second) = (file + ".0", file + ".1")
    try capture[..<cut].write(to: URL(filePath: first))
    try (capture[..<16] + capture[cut...]).write(to: URL(filePath: second))
    defer { for path in [first, second] { try? FileManager.default.removeItem(atPath: path) } }
    let words = ["packets"]
    let whole = try Program.run(words + [Self.capture.path])
    let given = try Program.run(words + [second, first])
    expect(given.output, equals: whole.output)
    expect(
      given.errors, equals: "bleinspect: reading one recording in order: \(first), \(second)\n")
    try expect(Program.run(words + ["--quiet", second, first]).errors.isEmpty)
    try expect(Program.run(words + [first, second]).errors.isEmpty)
  }
}
