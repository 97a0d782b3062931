import Foundation
import TestSupport
import Testing

/// Situations in which readers of captures are known to go wrong, the whole way from the bytes of a
/// file to NDJSON. Each name says what must not happen.
@Suite struct OtherToolsTests {
  private func strings(_ events: [[String: Any]], _ key: String) -> [String?] {
    events.map { $0[key] as? String }
  }
  private func numbers(_ events: [[String: Any]], _ key: String) -> [Int?] {
    events.map { $0[key] as? Int }
  }
  private func decoded(_ events: [[String: Any]], _ key: String) -> [Int?] {
    events.map { ($0["decoded"] as? [String: Any])?[key] as? Int }
  }

  @Test func fragmentsOfTwoConnectionsInterleavedAreNotMixed() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1, handle: 1)
    capture.connected(2, handle: 2)
    let values = [UInt8(0xA1), 0xB2].map { Array(repeating: $0, count: 60) }
    let pdus = values.map { SituationCapture.l2cap([0x1B, 3, 0] + $0) }
    for start in stride(from: 0, to: 67, by: 27) {
      for connection in 0...1 {
        capture.fragment(
          Array(pdus[connection][start..<min(start + 27, 67)]), handle: connection + 1,
          isSent: false, isStart: start == 0)
        // What the host sends on the same handle meanwhile is another stream of fragments.
        capture.fragment(
          Array(pdus[1 - connection][start..<min(start + 27, 67)]), handle: connection + 1,
          isSent: true, isStart: start == 0)
      }
    }
    let told = try capture.events("notification", "malformed", "note")
    expect(strings(told, "event"), equals: Array(repeating: "notification", count: 4))
    expect(numbers(told, "connection"), equals: [1, 1, 2, 2])
    expect(strings(told, "direction"), equals: ["received", "sent", "received", "sent"])
    let hex = values.map { $0.map { String($0, radix: 16) }.joined() }
    expect(strings(told, "value"), equals: [hex[0], hex[1], hex[1], hex[0]])
  }

  @Test func oneHandleOnTwoAdaptersIsNotOneConnection() throws {
    var capture = SituationCapture(.monitor)
    for adapter in UInt32(0)...1 {
      capture.adapter = adapter
      capture.connected(UInt8(adapter) + 1)
    }
    capture.adapter = 0
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    capture.adapter = 1
    capture.discover(service: 0x180F, characteristic: 0x2A19)
    for adapter: UInt32 in [0, 1, 0, 1] {
      capture.adapter = adapter
      capture.notification(adapter == 0 ? [0, 72] : [55])
    }
    // The adapter that goes takes its own connection with it, not that of the other.
    capture.adapter = 0
    capture.monitor(opcode: 1, [])
    capture.adapter = 1
    capture.notification([54])
    let told = try capture.events("notification")
    expect(numbers(told, "adapter"), equals: [0, 1, 0, 1, 1])
    expect(numbers(told, "connection"), equals: [1, 2, 1, 2, 2])
    expect(strings(told, "address").prefix(2), equals: ["D0:11:22:33:44:01", "D0:11:22:33:44:02"])
    expect(decoded(told, "heart_rate_bpm"), equals: [72, nil, 72, nil, nil])
    expect(decoded(told, "battery_level_percent"), equals: [nil, 55, nil, 55, 54])
    let ended = try capture.events("disconnected")
    expect(numbers(ended, "connection"), equals: [1])
    expect(strings(ended, "by"), equals: ["unknown"])
    expect(strings(ended, "note"), equals: ["the adapter was removed"])
    expect(numbers(ended, "reason_code"), equals: [nil])
  }

  @Test func attributeHandlesOfOnePeripheralAreNotThoseOfAnother() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1, handle: 1)
    capture.connected(2, handle: 2)
    capture.discover(service: 0x180D, characteristic: 0x2A37, handle: 1)
    capture.discover(service: 0x180F, characteristic: 0x2A19, handle: 2)
    capture.notification([0, 0x48], handle: 1)
    capture.notification([0x48], handle: 2)
    let told = try capture.events("notification")
    expect(strings(told, "characteristic"), equals: ["2A37", "2A19"])
    expect(decoded(told, "heart_rate_bpm"), equals: [72, nil])
    expect(decoded(told, "battery_level_percent"), equals: [nil, 72])
  }

  @Test func aLogThatKeepsOnlyHeadersLosesNoNotification() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    // 14 octets of each first fragment with the type byte: two of the value.
    let pdu = SituationCapture.l2cap([0x1B, 3, 0, 0x10, 0x48] + Array(repeating: 4, count: 40))
    capture.fragment(Array(pdu.prefix(27)), handle: 1, isSent: false, isStart: true, kept: 14)
    capture.fragment(Array(pdu.dropFirst(27)), handle: 1, isSent: false, isStart: false)
    capture.notification([0x00, 0x49, 1, 2, 3, 4, 5])
    let told = try capture.events("notification", "malformed", "note")
    expect(
      told.filter { $0["event"] as? String != "note" || $0["requests"] == nil }
        .compactMap { $0["event"] as? String }, equals: ["notification", "notification"])
    let first = try #require(told.first { $0["event"] as? String == "notification" })
    expect(first["truncated"] as? Bool, equals: true)
    expect(first["value"] as? String, equals: "1048")
    expect(decoded([first], "heart_rate_bpm"), equals: [72])
  }

  @Test func aLastRecordThatIsCutIsNeitherLostNorAnError() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.notification([0x00, 0x48])
    let whole = capture.bytes.count
    capture.notification([0x00, 0x49])
    for cut in whole + 1..<capture.bytes.count {
      let input = Data(capture.bytes.prefix(cut))
      let outcome = try Program.run(["--format", "ndjson", "-"], input: input)
      expect(outcome.status, equals: 0)
      expect(outcome.errors.contains("last record"))
      let told = outcome.lines.filter { $0.contains("\"event\":\"notification\"") }
      expect(told.filter { !$0.contains("\"truncated\":true") }.count, equals: 1)
      // As much of the last value as there is: its last octet, its handle, or nothing.
      expect(told.count, equals: (cut >= capture.bytes.count - 2 ? 2 : 1))
      expect(outcome.lines.filter { $0.contains("\"event\":\"note\"") }.count, equals: 1)
      guard cut == whole + 1 else { continue }
      try expect(Program.run(["--strict", "-"], input: input).status, equals: 1)
    }
  }

  @Test func unusualFlagsOfCommandsAndEventsDoNotMatter() throws {
    var capture = SituationCapture(.h4)
    // As some stacks write it: 0x10 for commands and events; only bit 0 is the direction.
    capture.flags = { packet in
      switch packet {
      case .command: 0x10
      case .event: 0x11
      default: SituationCapture.androidFlags(packet)
      }
    }
    capture.connected(1)
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    capture.notification([0, 72])
    expect(numbers(try capture.events("connected"), "connection"), equals: [1])
    expect(decoded(try capture.events("notification"), "heart_rate_bpm"), equals: [72])
  }

  @Test func aFileWithoutTypeBytesIsReadByItsFlags() throws {
    var capture = SituationCapture(.h1)
    capture.connected(1)
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    capture.notification([0, 72])
    let told = try capture.events("notification")
    expect(decoded(told, "heart_rate_bpm"), equals: [72])
    expect(strings(told, "from"), equals: ["peripheral"])
    expect(numbers(try capture.events("malformed"), "frame").isEmpty)
  }

  @Test func valuesWithLengthsAreNotTakenForValuesWithHandles() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    // Read Multiple Variable: lengths and values, the handles stand in the request.
    capture.exchange([0x20, 3, 0, 5, 0, 7, 0], [0x21, 2, 0, 0xAA, 0xBB, 0, 0, 1, 0, 0xCC])
    // Multiple Handle Value Notification: handles, lengths, values.
    capture.att([0x23, 3, 0, 2, 0, 0xAA, 0xBB, 5, 0, 1, 0, 0xCC], isSent: false)
    let reads = try capture.events("read")
    expect(numbers(reads, "handle"), equals: [3, 5, 7])
    expect(strings(reads, "value"), equals: ["aabb", "", "cc"])
    let pushed = try capture.events("notification")
    expect(numbers(pushed, "handle"), equals: [3, 5])
    expect(strings(pushed, "value"), equals: ["aabb", "cc"])
    try expect(capture.events("malformed").isEmpty)
  }

  @Test func aLogOfPacketLoggerThatBeginsWithAudioIsKnownForWhatItIs() throws {
    var capture = SituationCapture(.packetLogger)
    for _ in 0..<3 { capture.add(.isoReceived, [0x60, 0, 4, 0, 0, 0, 0, 0]) }
    capture.connected(1)
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    capture.notification([0, 72])
    expect(decoded(try capture.events("notification"), "heart_rate_bpm"), equals: [72])
    let packets = try Program.run(
      ["packets", "--format", "ndjson", "-n", "1", "-"], input: Data(capture.bytes))
    expect(packets.output.contains("\"type\":\"iso\""))
    expect(packets.output.contains("\"connection_handle\":96"))
    let report = try Program.run(["-"], input: Data(capture.bytes))
    expect(report.output.contains("3 ISO packets counted, not dissected"))
  }

  @Test(arguments: [
    (UInt8(0x00), "not_supported"), (0x02, "not_supported"), (0x04, "not_detected"),
    (0x06, "detected"),
  ]) func sensorContactIsTwoBits(flags: UInt8, contact: String) throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    capture.notification([flags, 72])
    let told = try #require(try capture.events("notification").first?["decoded"] as? [String: Any])
    expect(told["sensor_contact"] as? String, equals: contact)
    expect(told["heart_rate_bpm"] as? Int, equals: 72)
  }

  @Test func opcodesOfNewerKernelsArePassedOver() throws {
    var capture = SituationCapture(.monitor)
    capture.monitor(opcode: 20, [0xF1, 1, 2, 3])
    capture.monitor(opcode: 21, [0xF1, 4])
    capture.connected(1)
    capture.monitor(opcode: 200, [])
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    capture.notification([0, 72])
    let told = try capture.events()
    expect(numbers(told, "frame").first, equals: 3)
    expect(decoded(try capture.events("notification"), "heart_rate_bpm"), equals: [72])
    let packets = try Program.run(["packets", "-"], input: Data(capture.bytes))
    expect(packets.status, equals: 0)
    expect(packets.lines.filter { !$0.isEmpty }.count >= 9)
  }

  @Test func anEmptyManufacturerStructureIsNoReasonToFail() throws {
    var capture = SituationCapture(.h4)
    capture.advertisement(1, [1, 0xFF, 2, 0x09, 0x41])
    capture.advertisement(2, [2, 0xFF, 0x4C, 3, 0x03, 0x0D, 0x18])
    capture.advertisement(3, [0, 3, 0x03, 0x0D, 0x18])
    let told = try capture.events("advertisement")
    let fields = told.map { $0["decoded"] as? [String: Any] ?? [:] }
    expect(fields.count, equals: 3)
    expect(fields[0]["local_name"] as? String, equals: "A")
    expect(fields[0]["manufacturer_data"] as? [String], equals: [""])
    expect(fields[1]["service_uuids"] as? [String], equals: ["180D"])
    expect(fields[1]["company_code"] == nil)
    expect(told.allSatisfy { $0["event"] as? String == "advertisement" })
  }

  @Test func theMTUIsTheSmallerOfBoth() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.exchange([0x02, 0xA7, 0x02], [0x03, 0x67, 0])
    // 102 octets fill such a PDU: the value goes on.
    let value = (0..<150).map { UInt8($0) }
    capture.exchange([0x0A, 3, 0], [0x0B] + value.prefix(102))
    capture.exchange([0x0C, 3, 0, 102, 0], [0x0D] + value.dropFirst(102))
    let mtu = try #require(try capture.events("mtu").first)
    expect(mtu["mtu"] as? Int, equals: 103)
    expect(mtu["client_mtu"] as? Int, equals: 679)
    expect(mtu["server_mtu"] as? Int, equals: 103)
    let reads = try capture.events("read")
    expect(
      strings(reads, "value"),
      equals: [
        value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      ])
  }

  @Test func notEverythingIsSent() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.notification([1])
    capture.att([0x52, 5, 0, 1], isSent: true)
    capture.att([0x52, 5, 0, 2], isSent: false)
    let told = try capture.events("notification", "write_command")
    expect(strings(told, "direction"), equals: ["received", "sent", "received"])
    expect(strings(told, "from"), equals: ["peripheral", "central", "peripheral"])
  }

  @Test func timeZoneWidthAndLanguageChangeNothing() throws {
    var capture = SituationCapture(.h4)
    capture.advertisement(1, [5, 0x09] + Array("Pol€".utf8.prefix(4)))
    capture.connected(1)
    capture.discover(service: 0x180D, characteristic: 0x2A37)
    for _ in 0..<20 { capture.notification([0x16, 72, 0x00, 0x04]) }
    for arguments in [
      [], ["--format", "ndjson"], ["--format", "csv"], ["--format", "json"], ["packets"], ["gatt"],
      ["--time", "utc"],
    ] {
      let plain = try Program.run(arguments + ["-"], input: Data(capture.bytes))
      let elsewhere = try Program.run(
        arguments + ["-"], input: Data(capture.bytes),
        environment: [
          "TZ": "Asia/Kolkata", "COLUMNS": "40", "LINES": "10", "LANG": "de_DE.UTF-8",
          "LC_ALL": "tr_TR.UTF-8", "TERM": "xterm-256color",
        ])
      expect(plain.status, equals: 0)
      expect(plain.bytes, equals: elsewhere.bytes)
    }
    let local = ["--time", "local", "-"]
    try expect(
      Program.run(local, input: Data(capture.bytes), environment: ["TZ": "UTC"]).bytes
        != (try Program.run(
          local, input: Data(capture.bytes), environment: ["TZ": "Asia/Kolkata"])).bytes)
  }
}
