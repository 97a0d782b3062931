import Foundation
import TestSupport
import Testing

/// What of a capture is written when a part of it is chosen.
@Suite struct ConvertFilterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Each record as the packet list tells it, without its number and its time since the first.
  private func records(_ arguments: [String], _ capture: String) throws -> [String] {
    let outcome = try Program.run(["packets", "--format", "ndjson"] + arguments + [capture])
    expect(outcome.status, equals: 0)
    return outcome.output.split(separator: "\n").map { line in
      String(line).replacing(/"frame":\d+,/, with: "").replacing(/"t":[-.\d]+,/, with: "")
    }
  }

  /// What a filter leaves of a capture.
  private func converted(
    _ arguments: [String], _ capture: String, remark: String = ""
  ) throws -> String {
    let path = folder.url.appending(path: "\(UUID()).log").path
    let outcome = try Program.run(["convert"] + arguments + [Program.capture(capture), path])
    expect(outcome.status, equals: 0)
    expect(outcome.errors, equals: remark)
    return path
  }

  @Test(arguments: [
    ["--frame", "10-20"], ["--frame", "150-"], ["--from", "0.5"], ["--to", "0.1"],
    ["--from", "0.2", "--to", "0.4"], ["-n", "7"], ["--frame", "5-", "-n", "3"],
    ["--from", "2026-03-01T09:00:00.5Z"], ["--frame", "900-"], ["--hci", "0"],
  ])
  func isThatOfTheSameFilterElsewhere(filter: [String]) throws {
    let capture = "polar-h7.btsnoop"
    let count = try records(filter, Program.capture(capture)).count
    let names = filter.filter { $0.hasPrefix("--") }.joined(separator: " with ")
    let part = try records(
      [],
      converted(
        filter, capture,
        remark: count == 0 ? "bleinspect: nothing in the capture matches \(names)\n" : ""))
    let all = try records([], Program.capture(capture))
    expect(part.count, equals: count)
    // What a record says may depend on those before it, but its bytes do not.
    let lengths = { (lines: [String]) in lines.map { $0.firstMatch(of: /"length":\d+/)?.0 ?? "" } }
    expect(part.isEmpty || lengths(all).joined().contains(lengths(part).joined()))
  }

  /// On the air a connection belongs to both devices.
  @Test(arguments: ["1", "2", "C4:8A:5E:21:30:07"])
  func aDeviceOfTheLinkLayer(device: String) throws {
    let capture = "polar-h7-ll.pcap"
    let part = try records([], converted(["--to", "pcap", "--device", device], capture))
    expect(part.count > 300)
    try expect(part.count, equals: records(["--device", device], Program.capture(capture)).count)
  }

  @Test func anAdapter() throws {
    let monitor = Program.capture("polar-h7-monitor.btsnoop")
    let path = folder.url.appending(path: "a").path
    let base = ["convert", "--to", "btsnoop-monitor"]
    try expect(Program.run(base + ["--hci", "0", monitor, path]).status, equals: 0)
    try expect(records([], path), equals: records([], monitor))
    let other = try Program.run(base + ["--force", "--hci", "1", monitor, path])
    expect(other.status, equals: 0)
    try expect(records([], path).isEmpty)
  }

  /// Events of one connection, without what depends on records that are left out: a discovery is
  /// summed up where something else happens, also on another connection.
  private func timeline(_ arguments: [String], _ capture: String) throws -> [String] {
    let outcome = try Program.run(["--format", "ndjson"] + arguments + [capture])
    let lines = outcome.output.split(separator: "\n").dropFirst()
    return lines.filter { !$0.contains("\"requests\"") }.map { line in
      String(line).replacing(/"(frame|request_frame|connection)":\d+,?/, with: "").replacing(
        /"t":[-.\d]+,/, with: ""
      ).replacing(/"name":"[^"]*",/, with: "").replacing(/connected in frame \d+/, with: "")
    }
  }

  @Test(arguments: [
    ("two-straps.btsnoop", 1), ("two-straps.btsnoop", 2), ("polar-h7.btsnoop", 1),
    ("bonded-reconnect.btsnoop", 1), ("peripheral-side.btsnoop", 1), ("att-kinds.btsnoop", 1),
    ("classic-att.btsnoop", 1),
  ])
  func aConnectionReadsTheSame(capture: String, connection: Int) throws {
    let filter = ["--connection", "\(connection)"]
    let path = try converted(filter, capture)
    let expected = try timeline(filter, Program.capture(capture))
    expect(expected.count > 10)
    try expect(timeline(["--connection", "1"], path), equals: expected)
    // Nothing of other connections.
    try expect(timeline(["--connection", "2"], path).isEmpty)
  }

  /// The advertisements of a connection's device are kept, those before the connection, too: else its
  /// name is lost.
  @Test(arguments: [(1, "D3:11:22:33:44:01"), (2, "E7:11:22:33:44:02")])
  func advertisementsOfTheConnectionsDevice(connection: Int, address: String) throws {
    let capture = "two-straps.btsnoop"
    let adverts = ["--event", "advertisement", "--adverts", "all"]
    let path = try converted(["--connection", "\(connection)"], capture)
    let expected = try timeline(adverts + ["--device", address], Program.capture(capture))
    expect(!expected.isEmpty)
    try expect(timeline(adverts, path), equals: expected)
    let names = { (arguments: [String]) in
      let output = try Program.run(["--format", "ndjson"] + arguments).output
      return Set(output.matches(of: /"name":"([^"]*)"/).map { String($0.1) })
    }
    try expect(names([path]), equals: names(["--device", address, Program.capture(capture)]))
    // Records are in their order, and as many as are asked for.
    let part = try records([], converted(["--connection", "\(connection)", "-n", "3"], capture))
    expect(part, equals: (try Array(records([], path).prefix(3))))
  }

  @Test func aDeviceReadsTheSame() throws {
    let capture = "two-straps.btsnoop"
    for device in ["D3:11:22:33:44:01", "e7:11:22:33:44:02"] {
      let filter = ["--device", device, "--adverts", "all"]
      let expected = try timeline(filter, Program.capture(capture))
      expect(expected.contains { $0.contains("\"advertisement\"") })
      let path = try converted(["--device", device], capture)
      try expect(timeline(filter, path), equals: expected)
    }
    let named = try converted(["--device", "bike two"], capture)
    let events = try timeline([], named)
    expect(events.contains { $0.contains("\"connected\"") })
    expect(!events.contains { $0.contains("D3:11:22:33:44:01") && $0.contains("\"read\"") })
    let nobody = try converted(
      ["--device", "nobody"], capture,
      remark: "bleinspect: nothing matches --device 'nobody'\n")
    try expect(records([], nobody).count < 20)
  }

  /// An empty capture is what was asked for, but hardly what was meant.
  @Test func whatSelectsNothingIsTold() throws {
    let remark = "bleinspect: nothing in the capture matches --frame\n"
    let path = try converted(["--frame", "99999"], "two-straps.btsnoop", remark: remark)
    try expect(records([], path).isEmpty)
    let capture = Program.capture("two-straps.btsnoop")
    for arguments in [["--speed", "max"], ["--records", "-"]] {
      let outcome = try Program.run(["replay", "--frame", "99999"] + arguments + [capture])
      expect(outcome.status == 0 && outcome.errors.hasSuffix(remark), "\(arguments)")
    }
  }

  /// A connection's commands come with their answers, and what the controller says of its packets.
  @Test func commandsHaveTheirAnswers() throws {
    for connection in ["1", "2"] {
      let path = try converted(["--connection", connection], "two-straps.btsnoop")
      let lines = try records([], path)
      let summaries = lines.map { line in
        String(line.firstMatch(of: /"summary":"([^"]*)"/)?.1 ?? "")
      }
      for beginning in [
        "Disconnect", "Command Status: Disconnect", "Disconnection Complete",
        "Number Of Completed Packets",
      ] {
        expect(summaries.contains { $0.hasPrefix(beginning) }, "\(connection): \(beginning)")
      }
      let commands = lines.count { $0.contains("\"type\":\"command\"") }
      let answers = summaries.count { $0.hasPrefix("Command ") }
      expect(commands, equals: answers)
    }
  }

  /// What a capture is made of, and what `convert` leaves of it.
  private func converted(
    _ arguments: [String], _ make: (inout SituationCapture) -> Void
  ) throws -> (whole: [String], part: [String]) {
    var capture = SituationCapture(.h4)
    make(&capture)
    let whole = folder.url.appending(path: "\(UUID())").path
    try Data(capture.bytes).write(to: URL(filePath: whole))
    let path = folder.url.appending(path: "\(UUID()).log").path
    try expect(Program.run(["convert"] + arguments + [whole, path]).status, equals: 0)
    return (try records([], whole), try records([], path))
  }

  private static func connectionComplete(_ handle: UInt8, _ device: UInt8) -> [UInt8] {
    [0x3E, 19, 0x01, 0, handle, 0, 0, 1, device, 0x44, 0x33, 0x22, 0x11, 0xD0]
      + [24, 0, 0, 0, 72, 0, 0] as [UInt8]
  }

  /// LE Request Peer SCA and LE Read All Remote Features.
  @Test(arguments: [
    ([0x6D, 0x20, 2] as [UInt8], [0x1F] as [UInt8], [0x03] as [UInt8]),
    ([0x88, 0x20, 3], [0x2B], [0x00, 0x00] + [UInt8](repeating: 0, count: 248)),
  ])
  func commandsWithTheirCompletions(command: [UInt8], subevent: [UInt8], rest: [UInt8]) throws {
    let (whole, part) = try converted(["--connection", "2"]) { capture in
      for handle in [1, 2] as [UInt8] {
        capture.add(.event, Self.connectionComplete(handle, handle))
      }
      for handle in [1, 2] as [UInt8] {
        capture.add(.command, command + [handle, 0] + (command[2] == 3 ? [1] : []))
        capture.add(.event, [0x0F, 4, 0, 1, command[0], command[1]])
        let parameters = subevent + [0, handle, 0] + rest
        capture.add(.event, [0x3E, UInt8(parameters.count)] + parameters)
      }
    }
    expect(whole.count, equals: 8)
    // Of the two that name the connection and of its answer, each.
    expect(part.count, equals: 4)
    let named = whole.filter { $0.contains("\"connection\":2,\"connection_handle\":2") }
    expect(named.count, equals: 3)
  }

  /// A connection that is never seen to begin has no advertisements; what says which adapters there
  /// are is kept, and the order of everything.
  @Test func advertisementsWithoutTheirConnection() throws {
    let report: [UInt8] = [0x3E, 12, 0x02, 1, 0, 1, 1, 0x44, 0x33, 0x22, 0x11, 0xD0, 0, 0xC4]
    let (_, part) = try converted(["--connection", "2"]) { capture in
      capture.add(.event, report)
      capture.add(.command, [0x03, 0x0C, 0])
      capture.add(.event, [0x0E, 4, 1, 0x03, 0x0C, 0])
      capture.add(.event, report)
      capture.add(.event, Self.connectionComplete(1, 1))
      capture.add(.event, report)
    }
    expect(part.count, equals: 2)
    let (_, whole) = try converted(["--connection", "1"]) { capture in
      // More than are held at a time.
      for _ in 0..<33_000 { capture.add(.event, report) }
      capture.add(.event, Self.connectionComplete(1, 1))
      capture.add(.event, report)
    }
    expect((16_384..<33_000).contains(whole.count))
  }

  @Test func everyRecordThatHoldsTheAddress() throws {
    let address = SituationCapture.address(1)
    let (_, part) = try converted(["--device", address]) { capture in
      for device in [1, 2] as [UInt8] {
        let bytes: [UInt8] = [1, device, 0x44, 0x33, 0x22, 0x11, 0xD0]
        // LE Add Device To Filter Accept List and its answer, LE Scan Request Received.
        capture.add(.command, [0x11, 0x20, 7] + bytes)
        capture.add(.event, [0x0E, 4, 1, 0x11, 0x20, 0])
        capture.add(.event, [0x3E, 9, 0x13, 0] + bytes)
      }
    }
    expect(part.count, equals: 3)
  }

  @Test func periodicAdvertisingOfADevice() throws {
    var capture = SituationCapture(.h4)
    let sync = { (handle: UInt8, device: UInt8) in
      [0x3E, 16, 0x0E, 0, handle, 0, 1, 1, device, 0x44, 0x33, 0x22, 0x11, 0xD0, 1, 80, 0, 0]
        as [UInt8]
    }
    let report = { (handle: UInt8) in
      [0x3E, 10, 0x0F, handle, 0, 0x7F, 0xC4, 0xFF, 0, 2, 1, 0x0A] as [UInt8]
    }
    for device in [1, 2] as [UInt8] { capture.add(.event, sync(device, device)) }
    for handle in [1, 2, 1] as [UInt8] { capture.add(.event, report(handle)) }
    // Ended by the host, and lost.
    capture.add(.command, [0x46, 0x20, 2, 1, 0])
    capture.add(.event, [0x0E, 4, 1, 0x46, 0x20, 0])
    capture.add(.event, [0x3E, 3, 0x10, 2, 0])
    capture.add(.event, report(1))
    let whole = folder.url.appending(path: "whole").path
    try Data(capture.bytes).write(to: URL(filePath: whole))
    for (device, count) in [(1 as UInt8, 5), (2, 3)] {
      let path = folder.url.appending(path: "\(device).log").path
      let address = SituationCapture.address(device)
      let outcome = try Program.run(["convert", "--device", address, whole, path])
      expect(outcome.status, equals: 0)
      try expect(records([], path).count, equals: count)
      let reports = { try Program.run(["--format", "ndjson", "--adverts", "all"] + $0).output }
      let told = try reports([path]).split(separator: "\n").filter {
        $0.contains("\"advertisement\"")
      }
      expect(told.count, equals: 3 - Int(device))
      expect(told.allSatisfy { $0.contains(address) })
    }
  }
}
