import Bytes
import Foundation
import System
import TestSupport
import Testing

/// `replay --records`: packets at their pace, into pipes and to clients.
@Suite(.serialized, .waitsForProcesses) struct ReplayRecordsTests {
  private let folder: TemporaryFolder
  private let strap = Program.capture("polar-h7.btsnoop")

  init() throws { folder = try TemporaryFolder() }

  private func run(_ line: String) throws -> Outcome {
    try Program.run(["replay"] + line.split(separator: " ").map(String.init))
  }

  private func makeFIFO() throws -> String {
    let path = folder.url.appending(path: "fifo").path
    try makeNamedPipe(path)
    return path
  }

  // MARK: What is written

  @Test(
    arguments: [
      ("polar-h7.btsnoop", "pcap"), ("polar-h7.btsnoop", "btsnoop"), ("polar-h7.btsnoop", "pklg"),
      ("polar-h7-ll.pcap", "pcap"), ("polar-h7-nrf.pcapng", "pcapng"),
      ("vm-adapters.btsnoop", "btsnoop-monitor"), ("sensortag-cc2650.btsnoop", "pcapng-monitor"),
    ])
  func writesWhatConvertWrites(capture: String, format: String) throws {
    let path = Program.capture(capture)
    let replay = try run("--speed max --records - --to \(format) \(path)")
    let converted = try Program.run(["convert", "--to", format, path, "-"])
    expect(replay.status == 0 && replay.bytes.count > 1000)
    expect(replay.bytes, equals: converted.bytes)
    expect(replay.errors, equals: converted.errors)
  }

  @Test(arguments: ["--connection 1", "--device 1", "--frame 10-20", "--from 1 --to 2", "-n 9"])
  func packetsAreChosenAsByConvert(filter: String) throws {
    let replay = try run("--speed max --records - \(filter) \(strap)")
    let converted = try Program.run(
      ["convert", "--to", "pcap"] + filter.split(separator: " ").map(String.init) + [strap, "-"])
    expect(replay.bytes == converted.bytes && replay.bytes.count > 100)
  }

  @Test func whatTheFormDoesNotHoldIsRefused() throws {
    let outcome = try run(
      "--speed max --records - \(Program.capture("vm-adapters.btsnoop"))")
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("standard output: frame "))
    expect(outcome.errors.contains("is from another adapter"))
    expect(outcome.errors.contains("--to btsnoop-monitor"))
  }

  // MARK: Pipes

  @Test func aNamedPipeWaitsForItsReader() throws {
    let path = try makeFIFO()
    let replay = try ReplayProcess(["--records", path, "--speed", "20", strap])
    usleep(300_000)
    expect(replay.isRunning)
    let reader = Collector(try Descriptor.open(reading: path))
    expect(replay.wait(), equals: 0)
    expect(reader.waitForEnd())
    expect(
      reader.bytes, equals: Array(try Program.run(["convert", "--to", "pcap", strap, "-"]).bytes))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func waitingForAReaderCanBeEnded(signal: Int32) throws {
    let path = try makeFIFO()
    for place in [path, "tcp:0"] {
      let replay = try ReplayProcess(["--records", place, strap])
      usleep(400_000)
      expect(replay.isRunning)
      replay.signal(signal)
      expect(replay.wait(), equals: 0)
    }
  }

  @Test func aReaderThatGoesAwayEndsItQuietly() throws {
    let outcome = try Program.shell(
      "{ \"$B\" replay --records - \(strap); echo \"$?\" >&2; } | head -c 100 | wc -c")
    expect(outcome.lines.first, equals: "100")
    expect(outcome.errors, equals: "0\n")
    // One that goes in the midst of a silence is noticed in it.
    let path = try makeFIFO()
    let replay = try ReplayProcess(["--records", path, "--speed", "0.1", strap])
    var reader: Descriptor? = try Descriptor.open(reading: path)
    usleep(500_000)
    expect(replay.isRunning)
    withExtendedLifetime(reader) {}
    reader = nil
    expect(replay.wait(), equals: 0)
    expect(replay.errors.waitForEnd() && replay.errors.text.isEmpty)
  }

  @Test func placesThatAreNoneAreRefused() throws {
    try expect(run("--records \(folder.url.path) \(strap)").status, equals: 2)
    let file = try folder.file("file", [1, 2, 3])
    let outcome = try run("--records \(file) \(strap)")
    expect(outcome.status == 2 && outcome.errors.contains("not a named pipe"))
    try expect(Data(contentsOf: URL(filePath: file)), equals: Data([1, 2, 3]))
    let missing = try run("--records /nowhere/pipe \(strap)")
    expect(missing.status == 2 && missing.errors.contains("mkfifo"))
    let server = try StreamServer()
    let taken = try run("--records tcp:\(server.port) \(strap)")
    expect(taken.status, equals: 2)
    expect(taken.errors, equals: "bleinspect: tcp:\(server.port): Address already in use\n")
    // A capture that is none is reported before anybody has come.
    let none = try run("--records tcp:0 \(file)")
    expect(none.status == 2 && none.errors.contains("file"))
  }

  /// Notifications a second apart reach it one by one. It takes its time to begin, on a busy machine as
  /// long as most of the capture lasts.
  @Test func tsharkReadsWhileItPlays() throws {
    let speed = Program.isSanitized ? 1 : 2
    let replay = try ReplayProcess(
      shell: "\"$B\" replay --speed \(speed) --records - \(strap) | tshark -l -r - 2>/dev/null")
    expect(replay.wait(), equals: 0)
    expect(replay.output.waitForEnd())
    let lines = replay.lines
    try #require(lines.count == 157)
    let (one, next) = (lines[146], lines[147])
    expect(one.text.contains("Heart Rate Measurement"))
    expect(next.text.contains("Heart Rate Measurement"))
    expect(Double(next.time - one.time) / 1e9 > 0.2)
  }

  // MARK: TCP

  /// A run that says where it waits.
  private func serve(_ options: [String]) throws -> (replay: ReplayProcess, port: UInt16) {
    let replay = try ReplayProcess(["--records", "tcp:0"] + options)
    expect(replay.errors.wait { $0.contains("\n") })
    let prefix = "bleinspect: waiting for a client at 127.0.0.1:"
    let line = try #require(replay.errors.text.split(separator: "\n").first)
    try #require(line.hasPrefix(prefix))
    return (replay, try #require(UInt16(line.dropFirst(prefix.count))))
  }

  @Test(arguments: ["btsnoop", "pcapng"])
  func liveTellsWhatTheCaptureTells(format: String) throws {
    let (replay, port) = try serve(["--to", format, "--speed", "4", strap])
    let live = try Program.run(
      ["live", "--source", "tcp:localhost:\(port)", "--format", "ndjson", "--quiet"])
    expect(live.status, equals: 0)
    expect(replay.wait(), equals: 0)
    let report = try Program.run(["--format", "ndjson", strap])
    expect(live.lines.dropFirst(), equals: report.lines.dropFirst())
  }

  @Test func onlyThisMachineAndOneClient() throws {
    let (replay, port) = try serve(["--quiet", "--speed", "2", strap])
    // The addresses that are listened to, in hex: 127.0.0.1 and no other.
    let digits = String(port, radix: 16, uppercase: true)
    let suffix = ":" + String(repeating: "0", count: 4 - digits.count) + digits
    let sockets = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ") }
    let listening = sockets.filter { $0.count > 3 && $0[3] == "0A" }.map { String($0[1]) }
    expect(listening.filter { $0.hasSuffix(suffix) }, equals: ["0100007F" + suffix])
    let first = try TestClient(port: port)
    let collector = Collector(first.socket)
    expect(collector.wait { _ in collector.bytes.count > 24 })
    #expect(throws: (any Error).self) { try TestClient(port: port) }
    // What a client says is nobody's business, and is in nobody's way.
    try first.socket.write([UInt8](repeating: 0x41, count: 100_000).rawBytes)
    first.endSending()
    expect(replay.wait(), equals: 0)
    expect(collector.waitForEnd())
    expect(
      collector.bytes,
      equals: Array(try Program.run(["convert", "--to", "pcap", strap, "-"]).bytes))
  }

  @Test func aClientThatGoesAwayEndsItQuietly() throws {
    let (replay, port) = try serve(["--speed", "3", strap])
    var client: TestClient? = try TestClient(port: port)
    usleep(200_000)
    withExtendedLifetime(client) {}
    client = nil
    expect(replay.wait(), equals: 0)
    expect(replay.errors.waitForEnd())
    expect(replay.errors.text.split(separator: "\n").count, equals: 1)
  }

  @Test func packetsComeAtTheirTime() throws {
    var medians: [Double] = []
    for _ in 0..<5 {
      let (replay, port) = try serve(["--to", "btsnoop", strap])
      let client = try TestClient(port: port)
      let collector = Collector(client.socket)
      expect(replay.wait(), equals: 0)
      expect(collector.waitForEnd())
      let found = try deviations(collector).map(abs).sorted()
      expect(found.count, equals: 157)
      medians.append(found[found.count / 2])
      if found[found.count / 2] <= 5 { break }
    }
    try expect(#require(medians.min()) <= 5, "\(medians) ms")
  }

  /// Milliseconds by which records came later or earlier than their time says, after the first.
  private func deviations(_ collector: Collector) throws -> [Double] {
    var ends: [(end: Int, time: Int64)] = []
    for piece in collector.pieces {
      ends.append(((ends.last?.end ?? 0) + piece.bytes.count, piece.time))
    }
    let capture = CaptureRecords(collector.bytes)
    var offset = capture.header.count
    var records: [(microseconds: Int64, time: Int64)] = []
    for record in capture.records {
      offset += record.count
      let time = record[16..<24].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      records.append((time, try #require(ends.first { $0.end >= offset }).time))
    }
    let first = try #require(records.first)
    return records.map {
      Double($0.time - first.time) / 1e6 - Double($0.microseconds - first.microseconds) / 1000
    }
  }
}
