import BTSnoop
import Bytes
import Foundation
import TestSupport
import Testing

/// Logs as people paste them, and what is none.
@Suite struct TextLogInputTests {
  private static let lines = [
    "CMD => 03 0c 00 ", "EVT <= 0e 04 01 03 0c 00 ", "ACL => 40 00 07 00 03 00 04 00 02 05 02 ",
  ]

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let packets: [[UInt8]] = [
    [3, 0x0C, 0], [0x0E, 4, 1, 3, 0x0C, 0], [0x40, 0, 7, 0, 3, 0, 4, 0, 2, 5, 2],
  ]

  @Test(arguments: [
    ("\r\n", ""), ("\n", "> "), ("\n", ">> "), ("\n", "| "), ("\n", "\u{1B}[32m"),
    ("\n", "2026-05-01T10:00:00.1234567Z "), ("\n", "app_1  | "), ("\n", "\u{A0}"),
  ])
  func asTheyArePasted(end: String, start: String) {
    let text = Self.lines.map { start + $0 + end }.joined()
    expect(read(bytes(text)).records.map(\.bytes), equals: Self.packets)
    expect(read(bytes("```\n" + text + "```\n")).notes, equals: [])
  }

  @Test func utf16() {
    let text = Self.lines.joined(separator: "\r\n")
    let units = Array(text.utf16)
    var little: [UInt8] = [0xFF, 0xFE]
    var big: [UInt8] = [0xFE, 0xFF]
    for unit in units {
      little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    expect(read(little).records.map(\.bytes), equals: Self.packets)
    expect(read(big).records.map(\.bytes), equals: Self.packets)
  }

  @Test func aMailProgramHasWrappedIt() {
    let text = """
      > CMD => 03 0c
      > 00
      > EVT <= 0e 04 01 03
      > 0c 00
      > ACL => 40 00 07 00 03 00 04
      > 00 02 05 02
      """
    expect(read(bytes(text)).records.map(\.bytes), equals: Self.packets)
    let btmon = """
      > HCI Event: Command Complete (0x0e) plen 4
      #2 0.002480
            Reset (0x03|0x0003) ncmd 1
              Status: Success (0x00)
      """
    let log = read(bytes(btmon))
    expect(log.records.map(\.bytes), equals: [[0x0E, 4, 1, 3, 0x0C, 0]])
    expect(log.records.first?.time.nanoseconds, equals: 2_480_000)
  }

  /// A log of a build server, which begins and ends within a record.
  @Test func otherLinesBetween() {
    var text = "07 00 03 00 04 00 02\nrunning tests\n"
    for line in Self.lines { text += line + "\nsome other line\n\n" }
    text += "ACL => 40 00 07 00"
    let log = read(bytes(text))
    expect(log.error == nil)
    expect(log.records.map(\.bytes), equals: Self.packets)
    expect(log.records.map(\.frame), equals: [1, 2, 3])
    expect(
      log.notes.map(\.kind),
      equals: [.damagedRecords(1, firstLine: 12), .otherLines(5)])
    expect(
      log.notes.map(\.message),
      equals: [
        "1 record of the log, in line 12, is cut or damaged: left out",
        "5 lines of the log are no records",
      ])
  }

  @Test func severalForms() {
    var text = Self.lines.joined(separator: "\n") + "\n"
    text += "HCI EVENT RX <- 040E0401030C00\n> 04 0E 04 01 03 0C 00\n"
    text += Self.lines.joined(separator: "\n")
    let log = read(bytes(text))
    expect(log.records.count, equals: 7)
    // A single line of numbers is none for sure.
    expect(
      log.notes.map(\.kind), equals: [.mixedLog("6 of BTstack, 1 of ArduinoBLE"), .otherLines(1)])
  }

  @Test func tooFewToBeSure() throws {
    let text = "a\nb\nc\n\(Self.lines[0])\n\(Self.lines[1])\nd\n"
    let error = try #require(read(bytes(text)).error)
    expect(error.kind, equals: .unusable)
    expect(
      error.message,
      equals:
        "not a capture: line 4 looks like one of BTstack, but too few lines do: 2 of at least 3")
    // Alone they are.
    expect(read(bytes(Self.lines[0] + "\n")).records.count, equals: 1)
    let damaged = try #require(read(bytes("x\nCMD => 03 0c 01\n")).error)
    expect(
      damaged.message,
      equals:
        "not a capture: line 2 looks like one of BTstack, but it holds no HCI packet as a whole, "
        + "and no other line does")
  }

  @Test func midnightAndMissingTimes() {
    let text = """
      23:59:59.900 -> HCI COMMAND TX -> 01030C00
      00:00:00.100 -> HCI EVENT RX <- 040E0401030C00
      HCI COMMAND TX -> 01030C00
      00:00:00.200 -> HCI EVENT RX <- 040E0401030C00
      """
    let log = read(bytes(text))
    let start = log.records.first?.time ?? CaptureTime(seconds: 0, nanoseconds: 0)
    expect(
      log.records.map { $0.time.nanoseconds(since: start) / 1_000_000 }, equals: [0, 200, 200, 300])
    expect(log.notes.map(\.kind), equals: [.missingTimes])
    expect(log.infos.first?.clock, equals: .undated)
  }

  @Test(arguments: [
    ("2026-03-01 09:00:00.002", CaptureInfo.Clock.recorder, Int64(1_772_355_600)),
    ("2026-03-01T09:00:00.002Z", .universal, 1_772_355_600),
    ("2026-03-01T10:00:00.002+01:00", .universal, 1_772_355_600),
    ("2026/03/01 09:00:00,002", .recorder, 1_772_355_600),
    ("Feb 29 00:00:01.002", .undated, 68_169_601),
    ("09:00:00.002", .undated, 32_400), ("1772355600.002", .universal, 1_772_355_600),
  ])
  func times(stamp: String, clock: CaptureInfo.Clock, seconds: Int64) {
    let log = read(bytes("\(stamp) > 04 0E 04 01 03 0C 00\n"))
    expect(log.infos.first?.clock, equals: clock)
    expect(
      log.records.first?.time, equals: CaptureTime(seconds: seconds, nanoseconds: 2_000_000))
  }

  @Test(arguments: [
    "2026-13-01 09:00:00", "2026-03-00 09:00:00", "25:61:00", "99999999999999999999.1",
  ])
  func whatIsNoTime(stamp: String) {
    expect(read(bytes("\(stamp) > 04 0E 04 01 03 0C 00\n")).records.isEmpty)
  }

  // MARK: What is no log

  /// The documents of the project, and what it prints.
  @Test func noOtherTextIsALog() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let files = FileManager.default
    var texts: [URL] = []
    for folder in ["", "docs", "Captures", "Tests/CommandTests/Golden", "scripts"] {
      let names = try files.contentsOfDirectory(atPath: root.appending(path: folder).path)
      texts += names.filter { name in
        ["md", "json", "txt", "ndjson", "html", "swift"].contains { name.hasSuffix("." + $0) }
      }.map { root.appending(path: folder + "/" + $0) }
    }
    expect(texts.count > 40)
    for text in texts where text.lastPathComponent != "text-logs.md" {
      let bytes = [UInt8](try Data(contentsOf: text)).prefix(20_000)
      let outcome = push(Array(bytes), TextLogParser.self)
      expect(outcome.infos.isEmpty || outcome.infos[0].format == .btsnooz, text.path)
    }
  }

  @Test func noiseIsNoLog() {
    var random = SplitMix(seed: 53)
    for _ in 0..<200 {
      let noise = random.bytes(Int.random(in: 1...600, using: &random))
      expect(read(noise).infos.isEmpty)
      // As digits, with offsets and arrows.
      let words = noise.map { String(upperHex: $0, digits: 2) }
      let text = stride(from: 0, to: words.count, by: 16).map { start in
        "0000  " + words[start..<min(start + 16, words.count)].joined(separator: " ")
      }.joined(separator: "\n")
      expect(push(bytes(text), TextLogParser.self).infos.isEmpty, text)
    }
  }

  /// Parts of all forms in any order.
  @Test func anyLinesGiveOneResultInAllPieces() {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix(seed: seed)
    let parts = [
      "> ", "< ", "04 0E 04 01 03 0C 00 ", "  ", "CMD => ", "EVT <= ", "ACL => ", "0000  ",
      "0010: ",
      "hci onSocketData: ", "040e0401030c00", " +5ms", "HCI EVENT RX <- ", "ble_hs_hci_acl_tx(): ",
      "0x40 0x00 0x01 0x00 0x05", "HCI Event: Command Complete (0x0e) plen 4",
      "      ATT: X (0x1b) len 3",
      "        Handle: 0x0010", "          Data[1]: 62", "\"frame_raw\": [", "\"040e0401030c00\",",
      "}",
      "ACL Data RX: Handle 1 flags 0x02 dlen 8", " #1 [hci0] 1.5", "12:00:00.1 ", "2026-01-01 ",
      "[", "]",
      "e6 C:", "Dump(Rx):", "\r", "\u{1B}[1m", "Frame 1: ", "Frame (7 bytes):", "@ MGMT",
      "= Note: ",
      "99999999999999999999", "0xffffffffffffffffff", "(0x", ")", "Num reports: 1",
      "LE Meta Event (0x3e)",
    ]
    for _ in 0..<60 {
      var text = ""
      for _ in 0..<40 {
        text += parts.randomElement(using: &random) ?? ""
        if Bool.random(using: &random) { text += "\n" }
      }
      let whole = push(bytes(text), TextLogParser.self)
      expect(
        push(bytes(text), TextLogParser.self, pieces: 5), equals: whole, "seed \(seed): \(text)")
      for record in whole.records { expect(record.originalLength >= record.bytes.count) }
    }
  }

  // MARK: Bounds

  /// A line without an end is never held as a whole.
  @Test func anEndlessLine() throws {
    var parser = TextLogParser(name: "test")
    var sink = RecordingSink()
    let first = bytes(Self.lines.joined(separator: "\n") + "\n")
    expect(try parser.consume(first.rawBytes, atEnd: false, into: &sink), equals: first.count)
    let piece = [UInt8](repeating: UInt8(ascii: "0"), count: 100_000)
    for _ in 0..<20 {
      expect(try parser.consume(piece.rawBytes, atEnd: false, into: &sink), equals: piece.count)
    }
    let rest = bytes("\n" + Self.lines[1] + "\n")
    _ = try parser.consume(rest.rawBytes, atEnd: true, into: &sink)
    expect(sink.records.count, equals: 4)
    expect(sink.notes.map(\.kind), equals: [.otherLines(1)])
  }

  @Test func manyLinesAndDeepBrackets() {
    let short = read(bytes(String(repeating: "x\n", count: 20_000)))
    expect(short.error?.kind == .unusable && short.records.isEmpty)
    let deep = read(bytes(String(repeating: "{\"a\":[\n", count: 5000)))
    expect(deep.error?.kind == .unusable && deep.records.isEmpty)
    // A packet whose lines do not end.
    let details = String(repeating: "        Handle: 0x0001 and more\n", count: 5000)
    let packet =
      "< ACL Data TX: Handle 1 flags 0x00 dlen 9   #1 [hci0] 1.000000\n      ATT: Read Multiple (0x0e) len 4\n"
    let endless = read(bytes(packet + details))
    expect(endless.records.count == 1 && endless.records[0].bytes.count <= 13)
  }

  /// Fragments that never end are not held for ever.
  @Test func fragmentsWithoutAnEnd() {
    var text = ""
    for number in 0..<300 {
      text += "< ACL Data TX: Handle 1 flags 0x00 dlen 27      #\(number) [hci0] 1.000000\n"
    }
    let log = read(bytes(text))
    expect(log.records.count, equals: 300)
    expect(log.records.allSatisfy { $0.bytes.count == 4 && $0.originalLength == 31 })
  }
}
