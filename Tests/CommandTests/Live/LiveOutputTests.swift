import Bytes
import Foundation
import System
import TestSupport
import Testing

/// Who reads what `live` writes, or does not.
@Suite(.serialized, .waitsForProcesses) struct LiveOutputTests {
  private let folder: TemporaryFolder
  private let capture: CaptureRecords

  init() throws {
    folder = try TemporaryFolder()
    capture = try CaptureRecords(file: "polar-h7-monitor.btsnoop")
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func events(_ text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.hasPrefix("{\"event\":\"capture\"") }.map(String.init)
  }

  @Test func aClosedPipeEndsItQuietly() throws {
    var pipe: (reader: Descriptor, writer: Descriptor)? = makePipe()
    let live = try LiveProcess(
      ["--format", "ndjson"], output: try #require(pipe?.writer))
    try live.send(capture.header + capture.records.prefix(20).joined())
    pipe = nil
    expect(live.wait(), equals: 0)
    expect(!live.errors.text.contains("pipe"))
  }

  /// The reader leaves while nothing comes.
  @Test func aClosedPipeIsSeenInASilence() throws {
    var pipe: (reader: Descriptor, writer: Descriptor)? = makePipe()
    let live = try LiveProcess(["--format", "csv"], output: try #require(pipe?.writer))
    usleep(200_000)
    expect(live.isRunning)
    pipe = nil
    expect(live.wait(), equals: 0)
  }

  @Test func aRecordingGoesOnAfterAClosedPipe() throws {
    let recording = path("walk.btsnoop")
    var pipe: (reader: Descriptor, writer: Descriptor)? = makePipe()
    let live = try LiveProcess(
      ["--format", "ndjson", "--write", recording], output: try #require(pipe?.writer))
    try live.send(capture.header + capture.records.prefix(20).joined())
    pipe = nil
    usleep(300_000)
    expect(live.isRunning)
    for record in capture.records.dropFirst(20) { try live.send(record) }
    live.server.close()
    expect(live.wait(), equals: 0)
    try expect(
      Data(contentsOf: URL(filePath: recording)),
      equals: Data(contentsOf: URL(filePath: Program.capture("polar-h7-monitor.btsnoop"))))
    expect(!live.errors.text.contains("pipe"))
  }

  /// Many values of one characteristic; the largest part of their lines is the value.
  private func stream(_ count: Int) -> CaptureBuilder {
    var builder = CaptureBuilder()
    builder.connected(1)
    for index in 0..<count {
      builder.wait(1)
      builder.notification(
        0x12, [UInt8(truncatingIfNeeded: index)] + [UInt8](repeating: 0xAB, count: 240))
    }
    return builder
  }

  @Test func aReaderThatSleepsStopsNoRecording() throws {
    let recording = path("walk.btsnoop")
    let (reader, writer) = makePipe()
    let live = try LiveProcess(["--format", "ndjson", "--write", recording], output: writer)
    // 20,000 lines of some 700 bytes are more than is kept.
    let stream = stream(20_000)
    try live.send(stream.bytes)
    live.server.close()
    // All is recorded while nobody reads.
    let end = MonotonicTime.now() + 20_000_000_000 * Int64(Program.patience)
    // Without the packets' H4 bytes.
    let wanted = stream.bytes.count - 20_001
    while MonotonicTime.now() < end, (FileStatus(path: recording)?.size ?? 0) < wanted {
      usleep(10_000)
    }
    expect((FileStatus(path: recording)?.size ?? 0) >= wanted)
    expect(live.isRunning)
    let output = Collector(reader)
    expect(live.wait(), equals: 0)
    expect(live.errors.waitForEnd())
    // What was not shown is reported.
    let remark = try #require(live.errors.text.split(separator: ";").last)
    let left = try #require(remark.split(separator: " ").first.flatMap { Int($0) })
    expect(remark.contains("lines were not shown"))
    _ = output.wait(5) { events($0).count + left >= 20_001 }
    let lines = events(output.text)
    expect(lines.count + left, equals: 20_001)
    expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    let read = try Program.run(["--format", "ndjson", recording])
    let all = events(read.output)
    expect(all.count, equals: 20_001)
    expect(Set(all).isSuperset(of: lines))
  }

  @Test func withoutARecordingTheSourceWaits() throws {
    let (reader, writer) = makePipe()
    let live = try LiveProcess(["--format", "ndjson"], output: writer)
    let stream = stream(80_000)
    // More than it keeps and than the kernel holds.
    var sent = 0
    var stalls = 0
    while sent < stream.bytes.count, stalls < 100 {
      let count = try live.server.sendWithoutWaiting(
        Array(stream.bytes[sent..<min(sent + 65_536, stream.bytes.count)]))
      sent += count
      stalls = count == 0 ? stalls + 1 : 0
      if count == 0 { usleep(20_000) }
    }
    expect(sent < stream.bytes.count)
    let output = Collector(reader)
    try live.send(Array(stream.bytes[sent...]))
    live.server.close()
    expect(live.wait(), equals: 0)
    expect(output.wait { $0.split(separator: "\n").count == 80_002 })
    expect(live.errors.text.hasSuffix(" 80001 records, none lost\n"))
  }

  @Test func aSecondSignalEndsTheWaitForAReader() throws {
    let (reader, writer) = makePipe()
    let live = try LiveProcess(["--format", "ndjson"], output: writer)
    try live.send(stream(2_000).bytes)
    usleep(500_000)
    live.signal(SIGINT)
    usleep(500_000)
    expect(live.isRunning)
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
    withExtendedLifetime(reader) {}
  }

  /// The same where nobody reads its remarks.
  @Test func aSecondSignalEndsTheWaitForAReaderOfRemarks() throws {
    let recording = path("walk.btsnoop")
    let (reader, errors) = makePipe()
    let full = [UInt8](repeating: 0x78, count: 1 << 20)
    _ = try ReadyOutput(errors).write(full.rawBytes)
    let (outputReader, output) = makePipe()
    let collector = Collector(outputReader)
    let live = try LiveProcess(
      ["--format", "ndjson", "--write", recording], output: output, errors: errors)
    try live.send(capture.header + capture.records.joined())
    expect(collector.wait { $0.contains("disconnected") })
    live.signal(SIGINT)
    usleep(500_000)
    expect(live.isRunning)
    live.signal(SIGTERM)
    expect(live.wait(), equals: 0)
    try expect(
      Data(contentsOf: URL(filePath: recording)),
      equals: Data(contentsOf: URL(filePath: Program.capture("polar-h7-monitor.btsnoop"))))
    withExtendedLifetime(reader) {}
  }

  @Test func theOutputsFlagsAreLeftAsTheyWere() throws {
    let (reader, writer) = makePipe()
    let before = fcntl(writer.raw, F_GETFL)
    let live = try LiveProcess(["--format", "ndjson"], output: writer)
    let output = Collector(reader)
    try live.send(capture.header + capture.records.joined())
    expect(output.wait { $0.contains("disconnected") })
    expect(fcntl(writer.raw, F_GETFL), equals: before)
    live.signal(SIGINT)
    expect(live.wait(), equals: 0)
  }

  @Test func aFullDeviceIsAFailure() throws {
    let full = try Descriptor.create("/dev/full")
    let live = try LiveProcess(["--format", "ndjson"], output: full)
    try live.send(capture.header + capture.records.joined())
    expect(live.wait(), equals: 1)
    expect(live.errors.text.contains("standard output: No space left on device"))
    // A recording is worth more than what is shown of it.
    let recording = path("walk.btsnoop")
    let other = try LiveProcess(["--format", "ndjson", "--write", recording], output: full)
    try other.send(capture.header + capture.records.joined())
    other.server.close()
    expect(other.wait(), equals: 1)
    try expect(
      Data(contentsOf: URL(filePath: recording)),
      equals: Data(contentsOf: URL(filePath: Program.capture("polar-h7-monitor.btsnoop"))))
  }

  /// A limit of the size of files: the kernel takes a part, then nothing.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil))
  func aRecordingThatCannotGoOnIsAFailure() throws {
    let recording = path("walk.btsnoop")
    let (reader, writer) = makePipe()
    let output = Collector(reader)
    let live = try LiveProcess(
      ["--format", "ndjson", "--write", recording], output: writer, kilobytes: 4)
    try live.send(capture.header + capture.records.joined())
    expect(live.wait(), equals: 1)
    expect(live.errors.waitForEnd())
    expect(live.errors.text.contains("\(recording): File too large, after "))
    // What is there can be read, and is what was shown.
    let read = try Program.run(["--format", "ndjson", "--strict", recording])
    expect(read.status, equals: 0)
    expect(events(read.output).count > 5)
    expect(Set(events(output.text)).isSuperset(of: events(read.output).dropLast(3)))
  }
}
