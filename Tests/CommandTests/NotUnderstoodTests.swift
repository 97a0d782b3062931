import Foundation
import TestSupport
import Testing

/// Records that are not understood are counted and reported, and a capture of nothing else is a
/// failure.
@Suite struct NotUnderstoodTests {
  /// An nRF Sniffer's record with another packet ID: a message to its computer.
  private static let message: [UInt8] =
    [1, 2, 0, 3, 0, 0, 0x0E, 1, 0] + Array(repeating: 0, count: 9)

  /// ADV_NONCONN_IND after the header of link type 272.
  private static let advertisement: [UInt8] =
    [1, 26, 0, 3, 0, 0, 2, 10, 1, 37, 60, 0, 0, 0, 0, 0, 0]
    + [0xD6, 0xBE, 0x89, 0x8E, 2, 9, 1, 2, 3, 4, 5, 6, 2, 1, 6, 0, 0, 0]

  private func file(
    _ records: [[UInt8]], linkType: UInt32, in folder: TemporaryFolder, _ name: String = "a.pcap"
  ) throws -> String {
    var capture = PcapBytes(linkType: linkType)
    for (index, record) in records.enumerated() {
      capture.add(record, seconds: 1_700_000_000 + UInt32(index))
    }
    return try folder.file(name, capture.bytes)
  }

  @Test func nothingOfACapture() throws {
    let folder = try TemporaryFolder()
    let file = try file([Self.message, Self.message], linkType: 272, in: folder)
    let words = "2 of 2 records not understood: nRF Sniffer packet ID 0E"
    for format in ["text", "ndjson", "json", "csv"] {
      let outcome = try Program.run(["--format", format, "--quiet", file])
      expect(outcome.status, equals: 1)
      expect(outcome.errors, equals: "bleinspect: \(file): \(words)\n")
      expect(outcome.output.contains(words), "\(format)")
    }
    for command in [["packets"], ["gatt"], ["replay", "--speed", "max"]] {
      try expect(Program.run(command + [file]).status, equals: 1, "\(command)")
    }
    let converted = folder.url.appending(path: "out.pcapng").path
    try expect(Program.run(["convert", file, converted]).status, equals: 1)

    for arguments in [
      ["check", file, "no att_error"], ["baseline", file], ["diff", file, file],
      ["diff", Program.capture("polar-h7.btsnoop"), file],
      ["check", "--format", "json", file, "no att_error"],
    ] {
      let outcome = try Program.run(arguments)
      expect(outcome.status, equals: 2, "\(arguments)")
      expect(outcome.errors.contains(words), "\(arguments)")
    }
  }

  @Test func aPartOfACapture() throws {
    let folder = try TemporaryFolder()
    let file = try file(
      [Self.message, Self.advertisement, Self.message, [1, 2]], linkType: 272, in: folder)
    let words = "3 of 4 records not understood: 2 of nRF Sniffer packet ID 0E, 1 of too short"
    let outcome = try Program.run([file])
    expect(outcome.status, equals: 0)
    expect(outcome.errors.contains(words))
    expect(outcome.output.contains("3 of 4 records not understood"))
    try expect(Program.run(["--quiet", file]).errors.isEmpty)
    for arguments in [
      ["check", file, "advertisement"], ["diff", file, file], ["baseline", file],
    ] {
      let outcome = try Program.run(arguments)
      expect(outcome.status, equals: 0, "\(arguments)")
      expect(outcome.errors.contains(words), "\(arguments)")
    }
  }

  /// A part that happens to hold nothing does not stand for the whole.
  @Test func theFirstRecordsOnly() throws {
    let folder = try TemporaryFolder()
    let file = try file([Self.message, Self.advertisement], linkType: 272, in: folder)
    try expect(Program.run(["packets", "-n", "1", file]).status, equals: 0)
  }

  @Test func oneOfTwoCaptures() throws {
    let folder = try TemporaryFolder()
    let file = try file([Self.message], linkType: 272, in: folder)
    let outcome = try Program.run([Program.capture("polar-h7-nrf.pcapng"), file])
    expect(outcome.status, equals: 1)
    let words = "1 of 1 record not understood: nRF Sniffer packet ID 0E"
    expect(outcome.errors, equals: "bleinspect: \(file): \(words)\n")
    expect(outcome.output.contains("Polar H7"))
  }

  @Test func unknownContentsOfEachFormat() throws {
    let folder = try TemporaryFolder()
    let cases: [(linkType: UInt32, record: [UInt8], why: String)] = [
      (187, [0x07, 1, 2], "H4 packet type 07 (diagnostics of a Broadcom controller)"),
      (201, [0, 0, 0, 0, 0xF9, 1, 2], "H4 packet type F9"),
      (201, [0, 0], "too short for the headers of a packet"),
      (254, [0, 0, 0x12, 0x34, 1], "monitor opcode 1234"),
      (192, [0, 0, 8, 0, 105, 0, 0, 0, 1, 2, 3], "PPI with link type 105"),
      (157, [1, 2, 3], "link type 157 without the nRF Sniffer's header"),
    ]
    for (linkType, record, why) in cases {
      let file = try file([record], linkType: linkType, in: folder, "\(linkType)-\(why.count).pcap")
      let outcome = try Program.run([file])
      expect(outcome.status, equals: 1)
      expect(outcome.errors.contains("1 of 1 record not understood: \(why)\n"))
    }
  }

  @Test func interfacesOfOtherLinkTypes() throws {
    var capture = PcapNGBytes(isBig: false)
    capture.interface(1)
    capture.interface(272)
    capture.packet([1, 2, 3], ticks: 1)
    capture.packet([1, 2, 3], ticks: 2)
    let folder = try TemporaryFolder()
    let none = try folder.file("none.pcapng", capture.bytes)
    let words = "2 of 2 records not understood: link type 1 (Ethernet)"
    let outcome = try Program.run([none])
    expect(outcome.status == 1 && outcome.errors.contains(words))
    expect(outcome.output.contains(words))
    capture.packet(Self.advertisement, interface: 1, ticks: 3)
    let some = try folder.file("some.pcapng", capture.bytes)
    let other = try Program.run([some])
    expect(other.status, equals: 0)
    expect(other.errors.contains("2 of 3 records not understood: link type 1 (Ethernet)"))
  }

  @Test func manyContentsAreNotListed() throws {
    let folder = try TemporaryFolder()
    let records = (0..<40).map { [UInt8(0x40 + $0), 0, 0] }
    let file = try file(records, linkType: 187, in: folder)
    let outcome = try Program.run([file])
    expect(outcome.errors.contains("40 of 40 records not understood: 1 of H4 packet type 40"))
    expect(outcome.errors.contains("1 of H4 packet type 47, 32 of other contents\n"))
  }

  // MARK: Known kinds that nobody can read

  /// A data PDU of a connection whose start is not there, of link type 251.
  private static let stranger: [UInt8] =
    [0x44, 0x33, 0x22, 0x11, 0x02, 3, 0xA1, 0xB2, 0xC3, 0x12, 0x34, 0x56]

  @Test func nothingReadable() throws {
    let folder = try TemporaryFolder()
    var bad = Self.advertisement
    bad[8] = 0
    let cases: [(linkType: UInt32, records: [[UInt8]], words: String)] = [
      (
        187, [[4, 0x3E, 9, 1], [4, 0x0E], [2, 1]],
        "3 of 3 records not understood: malformed packets"
      ),
      (251, [[1, 2, 3]], "1 of 1 record not understood: malformed packets"),
      (
        251, [Self.stranger, Self.stranger],
        "2 of 2 records not understood: unknown access addresses"
      ),
      (272, [bad], "1 of 1 record not understood: bad CRC"),
      (
        251, [Self.stranger, [1, 2, 3]],
        "2 of 2 records not understood: 1 of malformed packets, 1 of unknown access addresses"
      ),
    ]
    for (index, (linkType, records, words)) in cases.enumerated() {
      let file = try file(records, linkType: linkType, in: folder, "\(index).pcap")
      for arguments in [
        [file], ["--format", "ndjson", "--quiet", file], ["--format", "json", file],
        ["packets", file], ["replay", "--speed", "max", file],
      ] {
        let outcome = try Program.run(arguments)
        expect(outcome.status, equals: 1, "\(arguments)")
        expect(outcome.errors.contains("bleinspect: \(file): \(words)\n"), "\(arguments)")
      }
      let report = try Program.run([file]).output
      expect(report.replacing("\n  ", with: " ").contains(words))
      for arguments in [
        ["check", file, "no att_error"], ["baseline", file], ["diff", file, file],
      ] {
        let outcome = try Program.run(arguments)
        expect(outcome.status, equals: 2, "\(arguments)")
        expect(outcome.errors.contains(words), "\(arguments)")
      }
    }
  }

  @Test func oneReadableRecordIsEnough() throws {
    let folder = try TemporaryFolder()
    var bad = Self.advertisement
    bad[8] = 0
    let file = try file([bad, Self.advertisement, bad], linkType: 272, in: folder)
    let outcome = try Program.run([file])
    expect(outcome.status == 0 && outcome.errors.isEmpty)
    // Whoever asks for damaged packets reads them.
    let damaged = try self.file([bad], linkType: 272, in: folder, "bad.pcap")
    try expect(Program.run(["--bad-crc", damaged]).status, equals: 0)
    // The second of two captures is one by itself.
    let both = try Program.run([file, damaged])
    expect(both.status, equals: 1)
    expect(both.errors, equals: "bleinspect: \(damaged): 1 of 1 record not understood: bad CRC\n")
    // A part that was read does not stand for the whole.
    let two = try self.file([bad, Self.advertisement], linkType: 272, in: folder, "two.pcap")
    try expect(Program.run(["packets", "-n", "1", two]).status, equals: 0)
  }

  // MARK: Packet ID 0

  /// The nRF Sniffer's capture with the header that Scapy writes: the timeline is the same.
  @Test(arguments: [1, 2, 3] as [UInt8]) func nordicRecordsWithoutAnID(version: UInt8) throws {
    let name = Program.capture("polar-h7-nrf.pcapng")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: name)))
    var offset = 0
    var changed = 0
    while offset + 12 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
      if bytes[offset] == 6 {
        let packet = offset + 28
        let payload = bytes[packet + 1]
        expect(bytes[packet + 3] == 3 && bytes[packet + 7] == 10)
        if version == 1 { (bytes[packet + 1], bytes[packet + 2]) = (6, payload) }
        bytes[packet + 3] = version
        bytes[packet + 6] = 0
        changed += 1
      }
      offset += length
    }
    expect(changed > 300)
    let folder = try TemporaryFolder()
    let file = try folder.file("polar-h7-nrf.pcapng", bytes)
    for command in [["--format", "ndjson"], ["packets", "--format", "ndjson"], []] {
      let before = try Program.run(command + [name])
      let after = try Program.run(command + [file])
      expect(after.status == 0 && after.errors.isEmpty)
      expect(after.output, equals: before.output)
    }
  }
}
