import Foundation
import TestSupport
import Testing

/// What the text report does when there is much.
@Suite struct ReportTests {
  private func report(_ capture: CaptureBuilder, _ options: [String] = []) throws -> [String] {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(options + [try folder.file("x.log", capture.bytes)])
    expect(outcome.status, equals: 0)
    for line in outcome.lines { expect(line.count <= 80, "\(line)") }
    return outcome.lines
  }

  private func timeline(_ lines: [String]) -> [String] {
    Array(lines.drop { !$0.hasPrefix("TIMELINE") }.dropFirst().dropLast())
  }

  /// A pairing and a discovery stand where they began, whatever else has happened by their end.
  @Test func rowsStandWhereTheyBegan() throws {
    var capture = CaptureBuilder()
    func security(_ pdu: [UInt8], sent: Bool) {
      let l2cap = [UInt8(pdu.count), 0, 6, 0] + pdu
      capture.wait(10)
      capture.record(
        [2, 1, sent ? 0 : 0x20, UInt8(l2cap.count), 0] + l2cap, flags: sent ? 0 : 1)
    }
    capture.connected(1)
    capture.connected(2, handle: 2)
    security([1, 4, 0, 0x0D, 16, 7, 7], sent: true)
    capture.att([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], sent: true, handle: 2)
    for value in 0..<5 { capture.notification(0x10, [UInt8(value)]) }
    capture.att([0x11, 6, 1, 0, 9, 0, 0, 0x18], sent: false, handle: 2)
    security([2, 4, 0, 0x0D, 16, 7, 7], sent: false)
    capture.notification(0x12, [1], handle: 2)
    security([5, 8], sent: false)
    let frames = timeline(try report(capture)).compactMap { line in
      line.firstMatch(of: #/^C\d +(\d+) +\d+\.\d+ /#).flatMap { Int($0.1) }
    }
    expect(frames, equals: [1, 2, 3, 4, 5, 6, 7, 8, 9, 12])
  }

  /// What somebody has chosen and saved has data only: nothing says when a connection began and ended.
  @Test func excerpts() throws {
    var capture = CaptureBuilder()
    capture.exchange([0x0A, 3, 0], [0x0B, 1])
    var text = try report(capture).joined(separator: "\n")
    expect(text.contains("start unseen, to the end"), "\(text)")
    expect(text.contains("not known: the capture has data only, no HCI events"), "\(text)")
    expect(text.contains("no pairing seen; its start was not recorded"), "\(text)")
    expect(!text.contains("open"), "\(text)")
    for handle in 2...5 { capture.exchange([0x0A, 3, 0], [0x0B, 1], handle: handle) }
    text = try report(capture).joined(separator: "\n")
    expect(text.contains(#/C5 .* unseen .* not known\n/#), "\(text)")
    let stats = try Program.run(["stats", "-"], input: Data(capture.bytes)).output
    expect(
      stats.contains("Not known: the capture has data only, no HCI events. [unknown]"), "\(stats)")
    capture.event(0x13, [0])
    text = try report(capture).joined(separator: "\n")
    expect(text.contains(#/C5 .* before .* open at the end\n/#), "\(text)")
  }

  @Test func folding() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    for index in 0..<60 {
      capture.wait(100)
      capture.notification(0x10, [UInt8(index)])
    }
    capture.disconnected()
    let lines = timeline(try report(capture))
    // Forty different values, where the rest begins, the last.
    expect(lines.count, equals: 1 + 40 + 2 + 1 + 1)
    expect(lines[40], equals: "   41    4.000 < notify  0010                   27")
    expect(
      lines.suffix(4),
      equals: [
        "           ... < notify  0010                   19 more to 5.900, 20 different,",
        "                                                100 ms apart, at most 100 ms",
        "   61    6.000 < notify  0010                   3b  (last)",
        "   62    6.000   disconnected #1                by the peer (13)",
      ])
    let all = timeline(try report(capture, ["--all"]))
    expect(all.count, equals: 62)
    expect(!all.contains { $0.contains("...") })
  }

  @Test func aJumpOfTheClockStartsASection() throws {
    var capture = CaptureBuilder()
    for index in 1...70 {
      capture.advertisement(1, name: "a\(index % 2)")
      capture.wait(index == 66 ? 99 * 86_400_000 + 3_661_000 : 10)
    }
    let lines = try report(capture)
    let head = "  S2: the clock jumps by 99 d 01:01:01 before frame 67, to 20"
    expect(lines.contains { $0.hasPrefix(head) })
    expect(lines.contains { $0.hasPrefix("-- S2: the clock jumps by 99 d 01:01:01 ---") })
    expect(!lines.contains { $0.contains(" -85") })
  }

  @Test func aCaptureOfTwoDaysHasItsEndOnALineOfItsOwn() throws {
    var capture = CaptureBuilder()
    for _ in 1...1000 {
      capture.advertisement(1, name: "a")
      capture.wait(72_000)
    }
    try expect(
      report(capture)[1...2],
      equals: [
        "  1,000 records in 19:58:48.000, 2026-03-01 09:00:00.000",
        "    to 2026-03-02 04:58:48.000 UTC",
      ])
  }

  @Test func namesLoseTheNULsAtTheirEnd() throws {
    var capture = CaptureBuilder()
    capture.advertisement(1, name: "Strap\0\0")
    let lines = try report(capture)
    expect(lines.contains { $0.contains("Strap   ") && !$0.contains("\\x00") })
    expect(!lines.joined().contains("x00"))
  }

  /// What a host says of itself, and of a connection that it asks for.
  @Test func theHostAndItsConnection() throws {
    var capture = SituationCapture(.h4)
    // Read Local Version Information: 5.2, of Texas Instruments; Read Local Name.
    capture.add(.event, [0x0E, 12, 1, 0x01, 0x10, 0, 11, 0, 0, 11, 0x0D, 0, 0, 0])
    let name = Array("Lab\u{1B}[2J\0\0".utf8)
    capture.add(.event, [0x0E, UInt8(4 + name.count), 1, 0x14, 0x0C, 0] + name)
    capture.add(
      .command,
      [0x0D, 0x20, 25, 0x60, 0, 0x30, 0, 0, 1, 1, 0x44, 0x33, 0x22, 0x11, 0xD0, 0]
        + [24, 0, 40, 0, 0, 0, 72, 0, 0, 0, 0, 0])
    capture.time += 113_000
    capture.connected(1)
    capture.exchange([0x0A, 3, 0], [0x0B, 1, 2, 3])
    capture.add(.event, [5, 4, 0, 1, 0, 0x13])
    // Nobody asked for this one.
    capture.connected(1)
    let outcome = try Program.run(["-"], input: Data(capture.bytes))
    let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(
      text.contains(
        "this host named Lab\\x1b[2J; Bluetooth 5.2 Texas Instruments Inc.; central in C1, C2"),
      "\(text)")
    expect(text.contains("connected 123 ms after the request (frame 3)"), "\(text)")
    expect(text.contains("data 7 octets sent, 8 received"), "\(text)")
    expect(text.matches(of: #/connected \d+ ms after/#).count, equals: 1)
    let document = try Program.run(["--format", "json", "-"], input: Data(capture.bytes))
    let object = try #require(
      try JSONSerialization.jsonObject(with: document.bytes) as? [String: Any])
    let connections = try #require(object["connections"] as? [[String: Any]])
    expect(connections.map { $0["setup_ms"] as? Double }, equals: [123, nil])
    expect(connections.map { $0["acl_sent_octets"] as? Int }, equals: [7, 0])
    expect(connections.map { $0["acl_received_octets"] as? Int }, equals: [8, 0])
  }

  /// The host's name may be written, too, or be cut.
  @Test func theNameOfTheHost() throws {
    var capture = SituationCapture(.h4)
    capture.add(.event, [0x0E, 6, 1, 0x14, 0x0C, 0, 0x41, 0])
    capture.add(
      .command, [0x13, 0x0C, 248] + Array("Bench".utf8) + [UInt8](repeating: 0, count: 243))
    capture.connected(1)
    let outcome = try Program.run(["-"], input: Data(capture.bytes))
    expect(outcome.output.contains("named Bench"))
  }

  @Test func equalValuesAreOneLine() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    for _ in 0..<20 { capture.notification(0x10, [7]) }
    expect(
      timeline(try report(capture)).suffix(1),
      equals: ["    2    0.000 < notify  0010                   07 x20 to 0.000"])
  }

  @Test func longValuesAreWholeOnRequest() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.notification(0x10, [UInt8](repeating: 0xAB, count: 40))
    expect(timeline(try report(capture)).joined().contains(".. (40)"))
    let rows = timeline(try report(capture, ["--full"])).suffix(3)
    expect(rows.joined().filter { $0 == "a" }.count, equals: 40)
  }

  /// Decoded bytes are as long as others.
  @Test func decodedBytes() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    let hash = (0..<16).map { UInt8($0) }
    capture.exchange([0x08, 1, 0, 0xFF, 0xFF, 0x2A, 0x2B], [0x09, 18, 3, 0] + hash)
    let digits = "000102030405060708090a0b0c0d0e0f"
    let lines = try report(capture)
    expect(lines.count { $0.contains(digits) }, equals: 1)
    let text = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    expect(!text.contains(".. (16)"), "\(lines)")
    for command in [["gatt"], ["gatt", "--full"], ["packets", "-v"]] {
      let outcome = try Program.run(command + ["-"], input: Data(capture.bytes))
      expect(!outcome.output.contains(".. (16)"), "\(command)")
    }
    // In files, the text is as it was.
    let line = try Program.run(["--format", "ndjson", "-"], input: Data(capture.bytes)).output
    expect(line.contains("\"text\":\"0001020304050607.. (16)\""))
  }

  @Test func aFindingIsSaidOnceForAllConnectionsOfADevice() throws {
    var capture = CaptureBuilder()
    for device: UInt8 in [1, 1, 2, 1] {
      capture.connected(device)
      capture.exchange([0x12, 0x10, 0, 1], [0x01, 0x12, 0x10, 0, 0x03])
      capture.disconnected()
    }
    let findings = try report(capture).drop { !$0.hasPrefix("FINDINGS") }.dropFirst()
      .prefix { !$0.isEmpty }
    expect(findings.first, equals: "  ! request-refused, 4 times in C1..C4")
    let text = findings.map { $0.drop { $0 == " " } }.joined(separator: " ")
    expect(text.contains("Write Not Permitted (03), frame 3; the same in C2, C4 C3 "), "\(text)")
  }

  /// By rule, the worst first; of many of a rule the first ones, and `--all` has each.
  @Test func findingsAreGroupedByRule() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    for handle: UInt8 in 0x10..<0x16 {
      capture.exchange([0x12, handle, 0, 1], [0x01, 0x12, handle, 0, 0x03])
    }
    // An answer that nobody asked for, which breaks the specification.
    capture.att([0x0B, 1], sent: false)
    capture.disconnected()
    func findings(_ options: [String]) throws -> [String] {
      Array(
        try report(capture, options).drop { !$0.hasPrefix("FINDINGS") }.dropFirst()
          .prefix { !$0.isEmpty })
    }
    let some = try findings([])
    let heads = some.filter { $0.hasPrefix("  ! ") || $0.hasPrefix("  . ") }
    expect(heads, equals: ["  ! answer-unasked", "  ! request-refused, 6 times in C1"])
    expect(some.count { $0.hasPrefix("    C1 ") }, equals: 1 + 3)
    expect(some.contains("    + 3 more (--all lists them)"), "\(some)")
    let all = try findings(["--all"])
    expect(all.count { $0.hasPrefix("    C1 ") }, equals: 1 + 6)
    expect(!all.joined().contains("more"), "\(all)")
  }

  /// A pairing stands where it began: a silence within it comes after that.
  @Test func aSilenceWithinAPairing() throws {
    var capture = CaptureBuilder()
    func pairing(_ pdu: [UInt8], isSent: Bool) {
      let l2cap = [UInt8(pdu.count), 0, 6, 0] + pdu
      let flags: UInt8 = isSent ? 0 : 0x20
      capture.record([2, 1, flags, UInt8(l2cap.count), 0] + l2cap, flags: isSent ? 0 : 1)
      capture.wait(20)
    }
    capture.connected(1)
    pairing([1, 4, 0, 5, 16, 0, 0], isSent: true)
    pairing([2, 0, 0, 5, 16, 0, 0], isSent: false)
    capture.wait(8_000)
    pairing([3] + [UInt8](repeating: 1, count: 16), isSent: true)
    pairing([5, 4], isSent: false)
    let lines = timeline(try report(capture))
    let pair = try #require(lines.firstIndex { $0.contains("pair  ") })
    let silence = try #require(lines.firstIndex { $0.contains("~ 8.0") })
    expect(pair < silence, "\(lines)")
  }

  /// What a discovery found has no line: `-n` does not count it.
  @Test func countsOnlyWhatHasALine() throws {
    let strap = Program.capture("polar-h7.btsnoop")
    let lines = timeline(try Program.run(["--uuid", "2A37", "-n", "3", strap]).lines)
    expect(lines.count, equals: 3, "\(lines)")
  }

  /// A link that never worked is another matter than one that was lost after half a minute.
  @Test func endsThatDiffer() throws {
    var capture = CaptureBuilder()
    for duration: Int64 in [700, 650, 40_000] {
      capture.connected(1)
      capture.wait(duration)
      capture.disconnected(reason: 8)
    }
    let findings = try report(capture).drop { !$0.hasPrefix("FINDINGS") }.dropFirst()
      .prefix { !$0.isEmpty }
    expect(
      findings.filter { $0.hasPrefix("  ! ") },
      equals: ["  ! link-lost, 3 times in C1..C3", "  ! disconnects-repeat"], "\(findings)")
    let text = findings.map { $0.drop { $0 == " " } }.joined(separator: " ")
    expect(text.contains(#/the same in C2 C3 /#), "\(text)")
  }

  @Test func scanResponsesWithoutDataAreNoEvents() throws {
    var capture = CaptureBuilder()
    capture.advertisement(1, name: "Strap")
    capture.event(0x3E, [2, 1, 4, 1, 1, 0x44, 0x33, 0x22, 0x11, 0xD0, 0, 0xC4])
    expect(!timeline(try report(capture)).joined().contains("SCAN_RSP"))
    expect(timeline(try report(capture, ["--adverts", "all"])).joined().contains("SCAN_RSP"))
  }

  @Test func settingsOfTheHostsAdvertisingAreShownOnce() throws {
    var capture = CaptureBuilder()
    for _ in 0..<3 {
      for isOn: UInt8 in [1, 0] {
        capture.record([1, 0x0A, 0x20, 1, isOn], flags: 2)
        capture.event(0x0E, [1, 0x0A, 0x20, 0])
        capture.wait(100)
      }
    }
    let lines = try report(capture)
    expect(timeline(lines).count { $0.contains("advertising") }, equals: 1)
    expect(lines.contains { $0.hasSuffix("advertised 3 times") })
    expect(timeline(try report(capture, ["--all"])).count, equals: 6)
  }

  /// Serial modules of all makers have TI's UUIDs; TI's keys do nothing but notify.
  @Test(arguments: [(0x10, true), (0x1E, false), (0x12, false)] as [(UInt8, Bool)])
  func simpleKeysAreKnownByTheirShape(properties: UInt8, isNamed: Bool) throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0xE0, 0xFF])
    capture.exchange([8, 1, 0, 9, 0, 3, 0x28], [9, 7, 2, 0, properties, 3, 0, 0xE1, 0xFF])
    capture.notification(3, [1])
    let text = try report(capture).joined(separator: "\n")
    expect(text.contains("Simple Keys FFE0"), equals: isNamed)
    expect(text.contains("key 1"), equals: isNamed)
    expect(text.contains("FFE1"))
  }

  /// A battery's records come in several values, and what others send on the same UUID stays as it is.
  @Test func aMakersProtocolOnTheUUIDsOfSerialModules() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0xE0, 0xFF])
    capture.exchange([8, 1, 0, 9, 0, 3, 0x28], [9, 7, 2, 0, 0x1E, 3, 0, 0xE1, 0xFF])
    capture.notification(3, [0x51, 0x52, 0x07])
    var settings: [UInt8] = [0x55, 0xAA, 0xEB, 0x90, 1, 9] + Array(repeating: 0, count: 294)
    settings[10] = 0x28  // 2,600 mV
    settings[11] = 0x0A
    settings[114] = 8
    settings[299] = settings.reduce(0, &+)
    for start in stride(from: 0, to: 300, by: 150) {
      capture.notification(3, Array(settings[start..<start + 150]))
    }
    let text = try report(capture).joined(separator: "\n")
    expect(text.contains("settings, 8 cells; 2 values"))
    expect(text.contains("515207"))
    expect(!text.contains("message") && !text.contains("Simple Keys"))
  }

  /// Makers who invent the number of a service invent those in it: Tuya's 1910 has 2B10. What the SIG or a
  /// member has, a service newer than the tables, and one of 128 bits keep what they contain.
  @Test(
    arguments: [
      ([0x10, 0x19], false), ([0x00, 0x2C], false), ([0xF0, 0xFF], false), ([0xF0, 0x18], false),
      ([0x9F, 0xFE], true), ([0x0F, 0x18], true), ([0x7E, 0x18], true), (Array(0x40..<0x50), true),
    ] as [([UInt8], Bool)])
  func inventedServicesHaveInventedCharacteristics(service: [UInt8], isTheSIGs: Bool) throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28],
      [0x11, UInt8(4 + service.count), 1, 0, 9, 0] + service)
    capture.exchange([8, 1, 0, 9, 0, 3, 0x28], [9, 7, 2, 0, 0x10, 3, 0, 0x10, 0x2B])
    capture.notification(3, Array("AT+A".utf8))
    let text = try report(capture).joined(separator: "\n")
    expect(text.contains("Temperature Range"), equals: isTheSIGs)
    expect(text.contains("minimum"), equals: isTheSIGs)
    expect(text.contains("2B10"))
    expect(text.contains("AT+A") != isTheSIGs)
  }

  /// Who invents a service and puts a well-known number into it means what everybody knows.
  @Test func inventedServicesHaveWellKnownCharacteristics() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0x20, 0xFF])
    capture.exchange([8, 1, 0, 9, 0, 3, 0x28], [9, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A])
    capture.notification(3, [0, 61])
    let text = try report(capture).joined(separator: "\n")
    expect(text.contains("< notify  Heart Rate Measurement 61 bpm"))
  }

  // MARK: Filters

  @Test func aFilterThatMatchesNothingIsReported() throws {
    var capture = CaptureBuilder()
    capture.advertisement(1, name: "Strap")
    capture.connected(1)
    let folder = try TemporaryFolder()
    let file = try folder.file("x.log", capture.bytes)
    let misses = [
      (["--device", "Strab"], "nothing matches --device 'Strab'; did you mean 'Strap'?"),
      (["--device", "3"], "nothing matches --device 3: 1 device has a number"),
      (["--connection", "2"], "nothing matches --connection 2: there is 1 connection"),
      (["--device", "00:11:22:33:44:55"], "nothing matches --device '00:11:22:33:44:55'"),
    ]
    for (options, message) in misses {
      for command in [[], ["packets"], ["--format", "ndjson"]] {
        let outcome = try Program.run(command + options + [file])
        expect(outcome.status, equals: 0)
        expect(outcome.errors, equals: "bleinspect: \(message)\n")
      }
      let replay = try Program.run(["replay", "--speed", "max"] + options + [file])
      expect(replay.errors.hasSuffix("bleinspect: \(message)\n"))
      let convert = try Program.run(["convert", "--to", "btsnoop"] + options + [file, "-"])
      expect(convert.status, equals: 0)
      expect(convert.errors, equals: "bleinspect: \(message)\n")
      try expect(Program.run(["--quiet"] + options + [file]).errors.isEmpty)
      let quiet = ["convert", "--to", "btsnoop", "--quiet"] + options + [file, "-"]
      try expect(Program.run(quiet).errors.isEmpty)
    }
    for command in [["check", file, "connected"], ["diff", file, file], ["baseline", file]] {
      let outcome = try Program.run(command + ["--device", "Strab"])
      expect(outcome.status, equals: 2, "\(command)")
      expect(outcome.errors.contains("; did you mean"), "\(outcome.errors)")
      expect(outcome.errors.contains("Strap"), "\(outcome.errors)")
      let number = try Program.run(command + ["--device", "00:11:22:33:44:55"])
      expect(!number.errors.contains("did you mean"), "\(number.errors)")
    }
    for options in [["--device", "strap"], ["--device", "1"], ["--connection", "1"]] {
      try expect(Program.run(options + [file]).errors.isEmpty)
    }
  }

  @Test func aDeviceIsSelectedFromItsFirstEvent() throws {
    var capture = CaptureBuilder()
    capture.advertisement(1, type: 0x16, [0x0F, 0x18, 50])
    capture.advertisement(2, name: "Other")
    capture.wait(10)
    capture.advertisement(1, name: "Strap")
    capture.connected(1)
    let folder = try TemporaryFolder()
    let file = try folder.file("x.log", capture.bytes)
    for device in ["Strap", "1"] {
      let lines = try Program.run(["--format", "ndjson", "--device", device, file]).lines
      expect(lines.count { $0.contains("\"event\":\"advertisement\"") }, equals: 2, "\(device)")
      expect(!lines.joined().contains("Other"))
    }
    let converted = try Program.run(
      ["convert", "--to", "btsnoop", "--device", "Strap", file, "-"]
    ).bytes
    let packets = try Program.run(["--format", "ndjson", "-"], input: Data(converted)).lines
    expect(packets.count { $0.contains("\"event\":\"advertisement\"") }, equals: 2)
    expect(!packets.joined().contains("Other"))
    let rules = ["advertisement count=2", "--device", "Strap"]
    try expect(Program.run(["check", file] + rules).status, equals: 0)
    // Standard input that is a file is read twice, too.
    let piped = try Program.run(
      ["--format", "ndjson", "--device", "Strap", "-"], input: Data(capture.bytes)
    ).lines
    expect(piped.count { $0.contains("\"event\":\"advertisement\"") }, equals: 2)
  }

  @Test func aReportOfSelectedEventsHasAShortHead() throws {
    var capture = CaptureBuilder()
    capture.advertisement(1, name: "Strap")
    capture.connected(1)
    for index in 0..<5 { capture.notification(0x10, [UInt8(index)]) }
    let lines = try report(capture, ["--frame", "4-5"])
    expect(!lines.contains { $0.hasPrefix("DEVICES") || $0.hasPrefix("GATT") })
    expect(timeline(lines).count, equals: 2)
    try expect(report(capture, ["--connection", "1"]).contains { $0.hasPrefix("GATT") })
  }

  /// Numbers of two digits and long address types leave columns where they are.
  @Test func columns() throws {
    var capture = CaptureBuilder()
    for index in 1...12 {
      capture.connected(UInt8(index))
      capture.wait(100)
      capture.disconnected()
    }
    let rows = try report(capture).filter { $0.hasPrefix("  C") && $0.contains(" #") }
    expect(rows[8].hasPrefix("  C9  #9      0.800     0.900    0.100  30 "))
    expect(rows[9].hasPrefix("  C10 #10     0.900     1.000    0.100  30 "))
    var adverts = CaptureBuilder()
    for (index, last) in [0xC0, 0x40, 0x20].enumerated() {
      adverts.event(0x3E, [2, 1, 0, 1, UInt8(index), 2, 3, 4, 5, UInt8(last), 0, 0xC4])
    }
    let devices = try report(adverts).filter { $0.contains("(no name)") }
    expect(devices.count, equals: 3)
    expect(Set(devices.map(\.count)).count, equals: 1)
    expect(devices.allSatisfy { $0.hasSuffix("        1  -60") || $0.hasSuffix(" 1  -60") })
  }

  @Test func gaps() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    for _ in 0..<12 {
      capture.wait(1000)
      capture.notification(0x10, [1])
    }
    capture.wait(2100)
    capture.notification(0x10, [2])
    capture.wait(14_761)
    capture.notification(0x10, [3])
    let lines = timeline(try report(capture))
    expect(lines.contains("               ~ 2100 ms without a value, 1000 ms expected"))
    expect(lines.contains { $0.hasPrefix("               ~ 14.761 s") })
  }

  /// With two connections open there are fewer columns: a value goes on below, octet by octet.
  @Test func valuesAreWholeBehindTheirConnection() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.connected(2, handle: 2)
    let value = Array(UInt8(0xA0)...0xB3)
    capture.notification(0x10, value)
    capture.notification(0x12, Array("a quoted-text-of-fifty-columns-without-one-space".utf8))
    capture.notification(0x14, Array(value.prefix(16)), handle: 2)
    capture.notification(0x14, Array(value.prefix(16)), handle: 2)
    let lines = timeline(try report(capture, ["--full"]))
    let gap = String(repeating: " ", count: 51)
    let start = try #require(lines.firstIndex { $0.hasPrefix("C1     3") }, "\(lines)")
    expect(
      lines[start].dropFirst(3),
      equals: "    3    0.000 < notify  0010                   "
        + "a0a1a2a3a4a5a6a7a8a9aaabacad")
    expect(lines[start + 1], equals: gap + "aeafb0b1b2b3")
    expect(lines[start + 2].hasSuffix("\"a"))
    let text = lines.dropFirst(start + 3).prefix { $0.hasPrefix(gap) }
    expect(
      text.map { $0.dropFirst(51) }.joined(),
      equals: "quoted-text-of-fifty-columns-without-one-space\"")
    // What follows a value is no part of it.
    let second = try #require(lines.firstIndex { $0.hasPrefix("C2     5") }, "\(lines)")
    expect(lines[second].hasSuffix(" a0a1a2a3a4a5a6a7a8a9aaabacad"))
    expect(lines[second + 1], equals: gap + "aeaf x2 to 0.000")
  }

  /// Hex that begins with a digit, and how often it came, are no number with its unit.
  @Test func howOftenIsOneWord() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.connected(2, handle: 2)
    let value: [UInt8] = [0x20, 0, 0x3A, 0x26, 0xA2, 2, 0x62, 0xFA, 2, 6, 1, 10, 11]
    for _ in 0..<104 { capture.notification(0x10, value) }
    let lines = timeline(try report(capture))
    let start = try #require(lines.firstIndex { $0.contains("20003a26a20262fa") }, "\(lines)")
    expect(lines[start].hasSuffix(" 20003a26a20262fa0206010a0b"))
    expect(lines[start + 1].drop { $0 == " " }.hasPrefix("x104 to "))
  }

  @Test func aServiceWithALongNameIsTwoLines() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    let uuid: [UInt8] = [
      0x9E, 0xCA, 0xDC, 0x24, 0x0E, 0xE5, 0xA9, 0xE0, 0x93, 0xF3, 0xA3, 0xB5, 1, 0, 0x40, 0x6E,
    ]
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 20, 0x10, 0, 0xFF, 0xFF] + uuid)
    let lines = try report(capture)
    let first = try #require(lines.firstIndex { $0.hasPrefix("  0010-FFFF Nordic UART") })
    expect(lines[first].hasSuffix(" 6E400001-B5A3-F393-E0A9-E50E24DCCA9E"))
    expect(lines[first + 1], equals: "            (characteristics not asked for)")
  }

  /// A service may have characteristics as long as no answer has named all of them.
  @Test(arguments: [true, false]) func servicesWithoutCharacteristics(isAnswered: Bool) throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28],
      [0x11, 6, 1, 0, 5, 0, 0, 0x18, 6, 0, 6, 0, 1, 0x18, 7, 0, 9, 0, 0x0F, 0x18])
    capture.exchange([0x08, 1, 0, 5, 0, 3, 0x28], [0x09, 7, 2, 0, 2, 3, 0, 0, 0x2A])
    capture.att([0x08, 7, 0, 9, 0, 3, 0x28], sent: true)
    if isAnswered { capture.att([0x01, 8, 7, 0, 0x0A], sent: false) }
    let lines = try report(capture)
    let why = isAnswered ? "no characteristics" : "characteristics not seen"
    expect(lines.contains("  0007-0009 Battery 180F (\(why))"), "\(lines)")
    // There is no handle for one.
    expect(lines.contains("  0006-0006 Generic Attribute 1801 (no characteristics)"))
  }

  /// FFFF is nobody's controller: its assigned name is for device IDs.
  @Test func aVersionOfNobody() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.record([4, 0x0C, 8, 0, 1, 0, 9, 0xFF, 0xFF, 1, 0], flags: 3)
    let lines = try report(capture)
    expect(lines.contains("  version    #1 5.0"), "\(lines)")
    expect(lines.contains { $0.hasSuffix(" version                        #1 5.0") })
  }

  /// Lines end where their text ends, and are no longer than 80 columns, whatever the name.
  @Test func longNamesAndPropertiesTakeALineMore() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0xF0, 0xFF])
    capture.exchange([0x08, 1, 0, 9, 0, 3, 0x28], [0x09, 7, 2, 0, 0x1E, 3, 0, 0xF1, 0xFF])
    capture.exchange([0x04, 4, 0, 9, 0], [0x05, 1, 4, 0, 2, 0x29])
    capture.exchange([0x12, 4, 0, 1, 0], [0x13])
    capture.notification(3, Array(repeating: 0xAB, count: 12))
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 76) + ".log"
    let lines = try Program.run([try folder.file(name, capture.bytes)]).lines
    expect(lines.prefix(2), equals: [name, "    btsnoop, H4"])
    expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    let row = try #require(lines.firstIndex { $0.hasSuffix(" FFF1 rwcn*") })
    let value = lines[row + 1].trimmingCharacters(in: .whitespaces)
    expect(value, equals: String(repeating: "ab", count: 12) + "   1")
    capture.notification(3, [0xAB])
    try expect(report(capture).contains { $0.contains(" FFF1 rwcn* ab ") })
  }

  /// A mark is explained where a row has it.
  @Test func theLegendOfChanges() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28],
      [0x11, 6, 1, 0, 9, 0, 1, 0x18, 0x20, 0, 0x30, 0, 0xF0, 0xFF])
    capture.exchange([0x08, 1, 0, 9, 0, 3, 0x28], [0x09, 7, 2, 0, 0x20, 3, 0, 5, 0x2A])
    capture.exchange(
      [0x08, 0x20, 0, 0x30, 0, 3, 0x28], [0x09, 7, 0x21, 0, 2, 0x22, 0, 0xF7, 0xFF])
    capture.att([0x1D, 3, 0, 0x20, 0, 0xFF, 0xFF], sent: false)
    for (uuid, isMarked) in [("FFF7", true), ("1801", false)] {
      let lines = try report(capture, ["--uuid", uuid])
      expect(lines.contains { $0.hasPrefix("    0022 ") && $0.contains(" r?") }, equals: isMarked)
      expect(lines.contains { $0.hasPrefix("  ? the server has changed") }, equals: isMarked)
    }
  }

  @Test func fourConnectionsAreATable() throws {
    for count in 1...6 {
      var capture = CaptureBuilder()
      for index in 1...count {
        capture.connected(UInt8(index))
        capture.wait(100)
        capture.notification(0x10, [UInt8(index)])
        capture.disconnected(reason: index % 2 == 0 ? 0x13 : 0x08)
        capture.wait(50)
      }
      let lines = try report(capture)
      expect(lines.contains { $0.hasPrefix("CONNECTIONS") }, equals: (count >= 4))
      expect(lines.contains { $0.hasPrefix("C1  this host -> #1") }, equals: (count < 4))
      if count >= 4 {
        let rows = lines.filter { $0.hasPrefix("  C") && $0.contains("  #") }
        expect(rows.count, equals: count)
        expect(rows[1].hasPrefix("  C2  #2      0.150     0.250    0.100  30 "))
        expect(rows[1].hasSuffix("by the peer (13)"))
        expect(rows[0].contains("Connection Timeout") || rows[0].contains("(08)"))
      }
      let one = try report(capture, ["--connection", "\(count)"])
      expect(one.contains { $0.hasPrefix("C\(count)  this host -> #\(count)") })
      expect(one.contains { $0.hasPrefix("  ended      ") })
      expect(!one.contains { $0.hasPrefix("CONNECTIONS") })
      expect(
        timeline(one).filter { !$0.hasPrefix("--") }.count, equals: 3, "\(timeline(one))")
    }
  }

  /// The clock was set back by three hours while a device was connected.
  @Test(arguments: [1, 4]) func aDurationThatIsNotKnown(count: Int) throws {
    var capture = CaptureBuilder()
    for index in 1...count { capture.connected(UInt8(index), handle: index) }
    capture.wait(100)
    capture.notification(0x10, [1])
    capture.time -= 10_800_000_000
    capture.disconnected()
    let lines = try report(capture)
    if count == 1 {
      expect(lines.contains("C1  this host -> #1   0.000 to -2:59:59.900 (duration unknown)"))
    } else {
      let row = try #require(lines.first { $0.hasPrefix("  C1  #1 ") })
      expect(row.hasPrefix("  C1  #1         0.000 -2:59:59.900  unknown  30 "))
    }
    let stats = try Program.run(["stats", "--connection", "1", "-"], input: Data(capture.bytes))
    expect(stats.output.contains("1 received, in an unknown time;"))
    expect(stats.lines.contains { $0.contains("  0.000   unknown        1  connected") })
    expect(!stats.output.contains("+10799"))
  }

  /// Two UUIDs that would look alike when shortened stay whole.
  @Test func uuidsThatLookAlike() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    let first: [UInt8] = [
      0xEB, 0x9A, 0x93, 0xB9, 0xB5, 0x82, 0x4C, 0x5C, 0xA3, 0x63, 0xCB, 0x67, 0x62, 0x04, 0xC5,
      0x21,
    ]
    var second = first
    second[8] = 0x99
    capture.exchange([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 6, 1, 0, 9, 0, 0x00, 0x18])
    capture.exchange([8, 1, 0, 9, 0, 3, 0x28], [9, 21, 2, 0, 0x02, 3, 0] + first)
    capture.exchange([8, 3, 0, 9, 0, 3, 0x28], [9, 21, 4, 0, 0x02, 5, 0] + second)
    let lines = try report(capture)
    expect(lines.contains { $0.contains("21C50462-67CB-63A3-5C4C-82B5B9939AEB") })
    expect(lines.contains { $0.contains("21C50462-67CB-6399-5C4C-82B5B9939AEB") })
  }

  /// What the end of the file cuts is not the recorder's doing, and is said once.
  @Test(arguments: [1, 3, 9]) func theLastRecordIsCut(missing: Int) throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.notification(0x10, [1, 2])
    let folder = try TemporaryFolder()
    let file = try folder.file("x.log", Array(capture.bytes.dropLast(missing)))
    let outcome = try Program.run([file])
    expect(outcome.output.contains("the end of the file cuts the last record"))
    expect(!outcome.output.contains("cut by the recorder"))
    expect(!outcome.output.contains("malformed PDU"))
    try expect(Program.run(["check", file, "no malformed"]).status, equals: 0)
  }

  @Test func noRecords() throws {
    let capture = CaptureBuilder()
    let lines = try report(capture)
    expect(lines[1], equals: "  0 records")
    expect(lines.contains("DEVICES   none seen"))
    for format in ["ndjson", "csv"] {
      let folder = try TemporaryFolder()
      let file = try folder.file("none.log", capture.bytes)
      try expect(
        Program.run(["--format", format, file]).output.split(separator: "\n").count, equals: 1)
    }
  }

  @Test func longTextsOfConnectionsAtTheSameTime() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1, handle: 1)
    capture.connected(2, handle: 2)
    let signal = { (code: UInt8, isSent: Bool, data: [UInt8]) in
      capture.fragment(
        [UInt8(data.count + 4), 0, 5, 0, code, 1, UInt8(data.count), 0] + data, handle: 1,
        isSent: isSent, isStart: true)
    }
    signal(0x17, true, [0x27, 0, 100, 0, 64, 0, 5, 0, 0x40, 0])
    signal(0x18, false, [100, 0, 64, 0, 5, 0, 0, 0, 0x50, 0])
    capture.att([0x0A, 6, 0], isSent: true)
    capture.time += 29_000_000
    capture.att([0x0A, 3, 0], isSent: true)
    capture.att([0x01, 0x0A, 6, 0, 2], isSent: false)
    let outcome = try Program.run(["-"], input: Data(capture.bytes))
    let lines = outcome.output.split(separator: "\n")
    expect(lines.allSatisfy { $0.count <= 80 })
    let timeline = try #require(outcome.output.split(separator: "TIMELINE").last)
    let text = timeline.split(separator: "\n").map { $0.trimming { $0 == " " } }
      .joined(separator: "\n")
    expect(
      text.contains(
        """
        channel 1 opened: PSM
        0027 Enhanced ATT, CIDs
        0040 and 0050, MTU 100 and
        100, MPS 64 and 64
        """))
    // With ten connections their marks are wider.
    for handle in 3...12 { capture.connected(UInt8(handle), handle: handle) }
    let many = try Program.run(["-"], input: Data(capture.bytes)).output.split(separator: "\n")
    expect(many.contains { $0.hasPrefix("C10 ") })
    expect(many.allSatisfy { $0.count <= 80 })
    let columns = many.filter { $0.contains(" connect ") }.map { line -> Int in
      line.prefix { $0 != "#" }.count
    }
    expect(Set(columns).count, equals: 1)
    // The time that the answer took keeps to the right edge.
    let answer = try #require(lines.first { $0.contains("29.020 s") })
    expect(answer.count, equals: 80)
    expect(answer.contains("request  "))
  }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    let start = drop(while: isTrimmed)
    guard let last = start.lastIndex(where: { !isTrimmed($0) }) else { return "" }
    return start[...last]
  }

  /// What is not shown has no say in what is.
  @Test func theLegendIsOfTheConnectionsShown() throws {
    var capture = SituationCapture(.h4)
    capture.notification([6, 60], handle: 2)
    capture.connected(1)
    capture.notification([6, 61])
    func legend(_ arguments: String...) throws -> Bool {
      let outcome = try Program.run(arguments + ["-"], input: Data(capture.bytes))
      return outcome.output.contains("roles unknown: >")
    }
    try expect(legend())
    try expect(legend("--connection", "1"))
    expect(try !legend("--connection", "2"))
  }

  /// A sniffer that is too far, or a log that begins late, has answers without their requests.
  @Test func equalNotesAreOneLine() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    for _ in 0..<20 { capture.att([0x13], isSent: false) }
    capture.att([0x17, 3, 0, 0, 0, 1], isSent: false)
    // What differs has a line each.
    for length in 1...100 {
      capture.fragment(
        [200, 0, 4, 0] + [UInt8](repeating: 1, count: length), handle: 1,
        isSent: true, isStart: true)
    }
    capture.att([0x0A, 3, 0], isSent: true)
    let all = try Program.run(["-"], input: Data(capture.bytes)).output
    // Each as a note, and all of them as a finding and in the verdict.
    expect(all.split(separator: "never").count, equals: 103)
    func lines(_ arguments: String...) throws -> Int {
      let outcome = try Program.run(arguments + ["-"], input: Data(capture.bytes))
      return outcome.lines.count { $0.contains("Response without") }
    }
    try expect(lines(), equals: 2)
    try expect(lines("--all"), equals: 21)
  }

  /// A device has one tree, whatever it had in which connection.
  @Test func valuesAreOfAllConnections() throws {
    let said = "values, times and what is turned on are of all connections of a device"
    let bonded = Program.capture("bonded-reconnect.btsnoop")
    let only = Program.capture("polar-h7.btsnoop")
    for command in [[], ["gatt"]] as [[String]] {
      for (options, isSaid) in [(["--connection", "2"], true), (["--device", "1"], false)] {
        let outcome = try Program.run(command + options + [bonded])
        expect(
          outcome.lines.contains { $0.hasSuffix(said) }, equals: isSaid, "\(command) \(options)")
      }
      expect(try !Program.run(command + ["--connection", "1", only]).output.contains(said))
    }
  }

  /// Findings say what happened; what to do is said elsewhere.
  @Test func findingsLeadFurther() throws {
    let lost = try Program.run([Program.capture("rules/link-lost.btsnoop")])
    expect(
      lost.lines.contains(
        "FINDINGS   (bleinspect explain RULE says what to do)"))
  }
}
