import Foundation
import TestSupport
import Testing

@testable import Timeline

/// What `trace` writes, read back.
@Suite struct TraceCommandTests {
  private func trace(_ capture: CaptureBuilder, _ arguments: String...) throws -> TraceDocument {
    let outcome = try Program.run(
      ["trace"] + arguments + ["-"], input: Data(capture.bytes))
    expect(outcome.status, equals: 0)
    expect(outcome.errors, equals: "")
    return try TraceDocument(outcome.bytes)
  }

  private static let start = UInt64(CaptureBuilder.start) * 1000
  private static let second: UInt64 = 1_000_000_000

  /// A strap: its characteristic is discovered, its battery read twice, its heart rate notified.
  private func strap() -> CaptureBuilder {
    var capture = CaptureBuilder()
    capture.advertisement(1, name: "Strap")
    capture.wait(100)
    capture.connected(1)
    capture.wait(100)
    capture.exchange(
      [8, 1, 0, 9, 0, 3, 0x28],
      [9, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A, 5, 0, 0x02, 6, 0, 0x19, 0x2A])
    capture.exchange([4, 4, 0, 4, 0], [5, 1, 4, 0, 0x02, 0x29])
    capture.exchange([0x0A, 6, 0], [0x0B, 80])
    capture.exchange([0x12, 4, 0, 1, 0], [0x13])
    capture.notification(3, [0, 60])
    capture.wait(1000)
    capture.notification(3, [0, 61])
    capture.exchange([0x0A, 6, 0], [0x0B, 80])
    capture.exchange([0x0A, 6, 0], [0x0B, 79])
    capture.exchange([0x0A, 9, 0], [1, 0x0A, 9, 0, 1])
    capture.wait(70)
    capture.disconnected()
    return capture
  }

  @Test func connectionsAreSlicesOfTheirDevice() throws {
    let trace = try trace(strap())
    let connection = try #require(trace.slices.first { $0.event.categories == ["connection"] })
    expect(
      trace.path(connection.event.track), equals: ["Strap D0:11:22:33:44:01", "connections"])
    expect(connection.event.name, equals: "connection 1")
    expect(connection.event.time, equals: Self.start + Self.second / 10)
    expect(connection.duration, equals: 1_380_000_000)
    expect(connection.event.arguments["interval_ms"], equals: "30.0")
    expect(connection.event.arguments["address"], equals: "D0:11:22:33:44:01")
    let end = try #require(trace.events.first { $0.categories == ["disconnected"] })
    expect(end.arguments["by"], equals: "remote")
    expect(end.arguments["reason_code"], equals: "19")
  }

  @Test func errorsAloneHaveNoOtherRequests() throws {
    let trace = try trace(strap(), "--errors")
    let slices = trace.slices.filter { $0.event.categories == ["request"] }
    expect(slices.isEmpty)
    // The error, its context, and nothing of what went well before.
    let instants = trace.events.filter { $0.type == 3 }
    expect(instants.contains { $0.categories.contains("problem") })
    expect(!instants.contains { $0.categories.first == "response" })
  }

  @Test func requestsLastAsLongAsTheirAnswers() throws {
    let trace = try trace(strap())
    let requests = trace.slices.filter { $0.event.categories == ["request"] }
    expect(
      requests.map(\.event.name),
      equals: [
        "Read By Type Request", "Find Information Request", "Read Request Battery Level",
        "Write Request Heart Rate Measurement CCCD", "Read Request Battery Level",
        "Read Request Battery Level", "Read Request",
      ])
    for request in requests {
      expect(request.duration, equals: 30_000_000)
      expect(request.depth, equals: 0)
      expect(request.event.arguments["response_ms"], equals: "30.0")
      expect(
        trace.path(request.event.track),
        equals: ["Strap D0:11:22:33:44:01", "from central"])
      expect(request.event.arguments["connection"], equals: "1")
      // To its answer, on the other track.
      let answers = trace.events.filter {
        $0.type == 3 && $0.flows == request.event.flows && $0.categories.first == "response"
      }
      expect(answers.count, equals: 1)
      expect(answers.first?.time, equals: request.event.time + 30_000_000)
      expect(
        answers.first.map { trace.path($0.track).last }, equals: "from peripheral")
      expect(answers.first?.arguments["request_frame"], equals: request.event.arguments["frame"])
    }
    expect(requests[3].event.arguments["value"], equals: "0100")
    let answers = trace.events.filter { $0.categories.contains("response") }
    expect(answers[2].name, equals: "Read Response")
    expect(answers[2].arguments["decoded.battery_level_percent"], equals: "80")
    expect(answers[2].arguments["value"], equals: "50")
    expect(answers[6].name, equals: "Error Response")
    expect(answers[6].categories, equals: ["response", "att_error", "problem"])
  }

  /// A sniffer hears each data packet of a connection with a strength of its own.
  @Test func signalOfDataPackets() throws {
    let capture = Program.capture("polar-h7-ll.pcap")
    func trace(_ arguments: String...) throws -> TraceDocument {
      try TraceDocument(Program.run(["trace"] + arguments + [capture]).bytes)
    }
    struct Packet: Decodable {
      let type: String
      let from: String?
      let rssi_dbm: Double?
      let crc_ok: Bool?
      let connection: Int?
    }
    let lines = try Program.run(["packets", "--format", "ndjson", capture]).lines
    let packets = lines.compactMap { try? JSONDecoder().decode(Packet.self, from: Data($0.utf8)) }
    let whole = try trace()
    for side in ["central", "peripheral"] {
      let expected = packets.filter { $0.connection == 1 && $0.from == side && $0.crc_ok == true }
        .compactMap(\.rssi_dbm)
      // Not CONNECT_IND, which is the central's first, nor what comes after LL_TERMINATE_IND.
      let heard = try #require(whole.counter("RSSI of the \(side)"))
      expect(heard.count > 170 && expected.count - heard.count <= 2, "\(heard.count)")
      expect((0...1).contains { expected.dropFirst($0).starts(with: heard) }, "\(side)")
      let track = try #require(whole.tracks.first { $0.value.name == "RSSI of the \(side)" })
      expect(
        whole.path(track.key).dropLast(),
        equals: ["Polar H7 000607 00:22:D0:00:06:07"])
      expect(track.value.unit, equals: "dBm")
    }
    try expect(trace("--event", "read").counter("RSSI of the central") == nil)
    try expect(trace("--errors").counter("RSSI of the central") == nil)
  }

  @Test func numbersAreCounters() throws {
    let trace = try trace(strap())
    expect(trace.counter("RSSI"), equals: [-60])
    expect(trace.counter("Heart Rate Measurement heart_rate_bpm"), equals: [60, 61])
    // From the first value to the one that differs.
    expect(trace.counter("Battery Level battery_level_percent"), equals: [80, 79])
    // Settings, and what never changes, are none.
    expect(trace.counters.count, equals: 3)
    let units = Set(trace.tracks.values.filter(\.isCounter).map(\.unit))
    expect(units, equals: ["dBm", "bpm", "%"])
    let values = trace.events.filter { $0.categories == ["notification"] }
    expect(values.map(\.name), equals: ["Heart Rate Measurement", "Heart Rate Measurement"])
    expect(values.map { $0.arguments["text"]?.hasPrefix("6") }, equals: [true, true])
  }

  @Test func connectionsOfADeviceShareTheirTracks() throws {
    var capture = CaptureBuilder()
    for _ in 0..<2 {
      capture.connected(1)
      capture.exchange([0x0A, 6, 0], [0x0B, 80])
      capture.disconnected()
      capture.wait(500)
    }
    capture.connected(1)
    capture.connected(1, handle: 2)
    let trace = try trace(capture)
    let slices = trace.slices.filter { $0.event.categories == ["connection"] }
    expect(
      slices.map(\.event.name),
      equals: ["connection 1", "connection 2", "connection 3", "connection 4"])
    expect(Set(slices.map { trace.path($0.event.track) }).count, equals: 1)
    expect(slices.map(\.depth), equals: [0, 0, 0, 0])
    // Two that are open at a time need two tracks.
    expect(slices[0].event.track == slices[2].event.track)
    expect(slices[3].event.track != slices[2].event.track)
    let requests = trace.slices.filter { $0.event.categories == ["request"] }
    expect(Set(requests.map(\.event.track)).count, equals: 1)
    expect(requests.map { $0.event.arguments["connection"] }, equals: ["1", "2"])
  }

  @Test func findingsHaveATrack() throws {
    let capture = Program.capture("rules/link-lost.btsnoop")
    let trace = try TraceDocument(Program.run(["trace", capture]).bytes)
    let found = trace.events.filter { trace.path($0.track) == ["findings"] }
    let lost = try #require(found.first { $0.name?.hasPrefix("link-lost: ") == true })
    expect(lost.categories, equals: ["warning"])
    expect(lost.arguments["frame"] != nil && lost.arguments["connection"] == "1")
  }

  @Test(arguments: ["outcome_code", "sphero_device_id", "id"]) func namesAreNoNumbers(key: String) {
    expect(TraceRenderer.isName(key))
  }

  @Test(arguments: ["heart_rate_bpm", "humidity", "void"]) func numbersAreNoNames(key: String) {
    expect(!TraceRenderer.isName(key))
  }

  @Test func filtersSelect() throws {
    let values = try trace(strap(), "--uuid", "2A37")
    expect(
      values.slices.map(\.event.name),
      equals: ["connection 1", "Write Request Heart Rate Measurement CCCD"])
    expect(values.counters.count, equals: 1)
    let kinds = try trace(strap(), "--event", "notification")
    // Also where nothing that is selected says that it ended.
    expect(kinds.slices.map(\.duration), equals: [1_380_000_000])
    expect(
      kinds.events.count { $0.type == 3 && kinds.path($0.track) != ["findings"] }, equals: 2)
    try expect(trace(strap(), "--adverts", "none").counter("RSSI") == nil)
    try expect(trace(strap(), "-n", "1").slices.isEmpty)
  }

  /// Slices of one track nest, also where the clock is set back while a request is open.
  @Test func aClockThatIsSetBack() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    for step in [-500, -20, 10_000, -9_999, -40] as [Int64] {
      capture.exchange([0x0A, 6, 0], [0x0B, 80])
      capture.wait(step)
      capture.att([0x0A, 6, 0], sent: true)
      capture.wait(-step / 2)
      capture.att([0x0B, 81], sent: false)
    }
    let trace = try trace(capture)
    let requests = trace.slices.filter { $0.event.categories == ["request"] }
    expect(requests.count, equals: 10)
    for request in requests {
      expect(request.depth, equals: 0)
      expect(request.duration != nil)
      let said = Double(request.event.arguments["response_ms"] ?? "") ?? .nan
      expect(Double(request.duration ?? 0), equals: max(said, 0) * 1e6)
    }
  }

  @Test func whatIsNotAnswered() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.att([0x0A, 6, 0], sent: true)
    capture.wait(2000)
    capture.disconnected()
    let trace = try trace(capture)
    let slice = try #require(trace.slices.first { $0.event.categories.first == "read" })
    expect(slice.duration, equals: 2 * Self.second)
    expect(slice.event.categories.contains("problem"))
  }

  /// Still open at the end: no slice ends then.
  @Test func whatIsOpenAtTheEnd() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.wait(500)
    capture.notification(3, [0, 60])
    let slices = try trace(capture).slices
    expect(slices.map(\.event.name), equals: ["connection 1"])
    expect(slices.map(\.duration), equals: [nil])
  }

  @Test(arguments: HostileTextTests.names) func hostileNames(name: [UInt8]) throws {
    var capture = CaptureBuilder()
    capture.advertisement(1, name: name)
    capture.connected(1)
    capture.exchange([0x0A, 3, 0], [0x0B] + name)
    let trace = try trace(capture, "--mark", "0=\u{1B}[2J\u{202E}")
    for text in trace.texts { SafeOutput.checkCharacters(text, "\(name)") }
  }

  @Test func marks() throws {
    let trace = try trace(strap(), "--mark", "0.5=lamp on")
    let mark = try #require(trace.events.first { $0.categories == ["mark"] })
    expect(mark.name, equals: "lamp on")
    expect(mark.time, equals: Self.start + Self.second / 2)
    expect(trace.path(mark.track), equals: ["marks"])
  }

  /// Many connections, and more numbers than there is room for.
  @Test func limits() throws {
    var capture = CaptureBuilder()
    for number in 0..<600 {
      capture.connected(UInt8(number % 3))
      capture.wait(1)
      capture.notification(3, [0, UInt8(number % 200)])
      capture.wait(1)
      capture.disconnected()
    }
    let trace = try trace(capture)
    let connections = trace.slices.filter { $0.event.categories == ["connection"] }
    expect(connections.count, equals: 600)
    expect(connections.allSatisfy { $0.duration == 2_000_000 })
  }

  @Test func writesFiles() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "walk.pftrace").path
    let outcome = try Program.run(["trace", "-o", path, "-"], input: Data(strap().bytes))
    expect(outcome.status, equals: 0)
    expect(outcome.bytes.isEmpty)
    let whole = try Data(contentsOf: URL(filePath: path))
    expect(!(try TraceDocument(whole).slices.isEmpty))
    // The same bytes each time.
    try expect(
      Program.run(["trace", "-"], input: Data(strap().bytes)).bytes, equals: whole)
    let refused = try Program.shell(
      "script -qec \"'$B' trace '\(Program.capture("polar-h7.btsnoop"))'\" /dev/null")
    expect(refused.output.contains("refusing to write a trace to a terminal: name a file"))
    expect(refused.status, equals: 2)
  }
}
