import Foundation
import TestSupport
import Testing

/// Whole captures of encrypted connections on the air.
@Suite struct EncryptedCaptureTests {
  /// Packets of link type 256, a connection event every 30 ms.
  private struct Air {
    private(set) var capture = PcapBytes(linkType: 256)
    private var time: UInt32 = 0
    private var numbers: [2 of Bool] = [false, false]
    static let advertiser: [UInt8] = [1, 2, 3, 4, 5, 6]

    var bytes: [UInt8] { capture.bytes }

    private mutating func add(_ address: [UInt8], _ pdu: [UInt8], channel: UInt8, flags: UInt16) {
      time += 30_000
      let header: [UInt8] =
        [channel, 0xC4, 0, 0] + address + [UInt8(flags & 0xFF), UInt8(flags >> 8)]
      capture.add(
        header + address + pdu + [1, 2, 3], seconds: 1_700_000_000 + time / 1_000_000,
        fraction: time % 1_000_000)
    }

    mutating func wait(milliseconds: UInt32) { time += milliseconds * 1000 }

    /// ADV_IND.
    mutating func advertise() {
      add(
        [0xD6, 0xBE, 0x89, 0x8E], [0, 9] + Self.advertiser + [2, 1, 6], channel: 0, flags: 0x0C13)
    }

    /// CONNECT_IND: 30 ms, 720 ms.
    mutating func connect(_ address: [UInt8]) {
      add(
        [0xD6, 0xBE, 0x89, 0x8E],
        [5, 34, 9, 8, 7, 6, 5, 4] + Self.advertiser + address
          + [1, 2, 3, 2, 0, 0, 24, 0, 0, 0, 72, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x27],
        channel: 0, flags: 0x0C13)
      numbers = [false, false]
    }

    /// - side: 0 the central, 1 the peripheral.
    mutating func data(_ address: [UInt8], _ side: Int, _ kind: UInt8, _ payload: [UInt8]) {
      let head = kind | (numbers[side] ? 8 : 0) | (numbers[1 - side] ? 0 : 4)
      numbers[side].toggle()
      add(
        address, [head, UInt8(payload.count)] + payload, channel: 10,
        flags: side == 0 ? 0x0D13 : 0x0D93)
    }

    /// A request of the central or a response to it.
    mutating func att(_ address: [UInt8], _ side: Int, _ pdu: [UInt8]) {
      data(address, side, 2, [UInt8(pdu.count), 0, 4, 0] + pdu)
    }

    mutating func encrypt(_ address: [UInt8]) {
      data(address, 0, 3, [3] + [UInt8](repeating: 7, count: 22))
      data(address, 1, 3, [4] + [UInt8](repeating: 7, count: 12))
      data(address, 1, 3, [5])
      data(address, 0, 3, [0x61, 0x22, 0x33, 0x44, 0x55])
      data(address, 1, 3, [0x71, 0x22, 0x33, 0x44, 0x55])
    }
  }

  private static let first: [UInt8] = [0x11, 0x22, 0x33, 0x44]
  private static let second: [UInt8] = [0x55, 0x66, 0x77, 0x88]

  /// The battery level is read, in the clear or encrypted, twice; it ends as `end` says.
  private func session(
    isEncrypted: Bool, end: (inout Air) -> Void = { _ in }
  ) -> [UInt8] {
    var air = Air()
    air.advertise()
    air.connect(Self.first)
    air.data(Self.first, 0, 3, [0x0C, 9, 1, 0, 2, 0])
    if isEncrypted { air.encrypt(Self.first) }
    for _ in 0..<2 {
      if isEncrypted {
        air.data(Self.first, 0, 2, [0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6, 1, 2, 3, 4, 5])
        air.data(Self.first, 1, 2, [0xA2, 0xB3, 0xC4, 0xD5, 0xE6, 0xF7, 1, 2, 3, 4])
      } else {
        air.att(Self.first, 0, [0x0A, 3, 0])
        air.att(Self.first, 1, [0x0B, 0x61])
      }
    }
    // LL_TERMINATE_IND.
    air.data(Self.first, 0, 3, isEncrypted ? [0x91, 0x82, 0x73, 0x64, 0x55, 0x46] : [2, 0x13])
    end(&air)
    return air.bytes
  }

  private func events(_ file: String) throws -> [[String: Any]] {
    try Program.run(["--format", "ndjson", file]).output.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test func theEndIsInferred() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "a.pcap",
      session(isEncrypted: true) {
        $0.wait(milliseconds: 100)
        $0.advertise()
        $0.connect(Self.second)
        $0.data(Self.second, 0, 3, [0x0C, 9, 1, 0, 2, 0])
      })
    let events = try events(file).filter { $0["connection"] != nil }
    expect(
      events.compactMap { $0["event"] as? String },
      equals: [
        "connected", "note", "security", "note", "disconnected", "connected", "note",
      ])
    let end = try #require(events.first { $0["event"] as? String == "disconnected" })
    expect(end["inferred"] as? Bool == true && end["from"] as? String == "central")
    expect((end["text"] as? String)?.hasPrefix("probably"), equals: true)
    expect((end["note"] as? String)?.contains("frame 13"), equals: true)
    let hidden = try #require(events.first { $0["unreadable_from_central"] != nil })
    expect(hidden["unreadable_from_central"] as? Int, equals: 4)
    expect(hidden["unreadable_from_peripheral"] as? Int, equals: 3)
    let report = try Program.run([file]).output
    expect(report.contains("probably by #2: frame 13"))
    expect(report.contains("7 encrypted PDUs not readable"))
    expect(report.contains("FINDINGS   none"))
  }

  @Test func whatIsHiddenIsNotObserved() throws {
    let folder = try TemporaryFolder()
    let plain = try folder.file("plain.pcap", session(isEncrypted: false))
    let encrypted = try folder.file(
      "encrypted.pcap",
      session(isEncrypted: true) {
        $0.wait(milliseconds: 100)
        $0.advertise()
      })
    let words = "7 encrypted PDUs not readable: what they hold is not observed"
    for sides in [[plain, encrypted], [encrypted, plain]] {
      let outcome = try Program.run(["diff"] + sides)
      expect(outcome.output.contains("not observed"), "\(outcome.output)")
      expect(!outcome.output.contains("- read") && !outcome.output.contains("+ read"))
      expect(outcome.errors.contains(words))
      expect(outcome.status, equals: 0, "\(outcome.output)")
    }
    let check = try Program.run(["check", encrypted, "read", "no att_error"])
    expect(check.status == 1 && check.errors.contains(words))
    expect(check.output.contains("not observed: no such read is there, but"))
    try expect(Program.run(["check", plain, "read count>=2"]).status, equals: 0)

    // Its baseline says the same.
    let baseline = try Program.run(["baseline", encrypted])
    expect(baseline.output.contains("\"unreadable_from_central\":4"))
    let expected = try folder.file("expected.ndjson", [UInt8](baseline.output.utf8))
    try expect(Program.run(["diff", expected, plain]).status, equals: 0)
    try expect(Program.run(["diff", expected, encrypted]).status, equals: 0)
  }
}
