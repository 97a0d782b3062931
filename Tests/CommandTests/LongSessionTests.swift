import Foundation
import TestSupport
import Testing

/// Captures of more PDUs than are kept in memory.
@Suite struct LongSessionTests {
  private typealias Object = [String: Any]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let start: Int64 = 1_772_355_600_000_000
  /// Microseconds.
  private static let interval: Int64 = 7500

  /// In each connection event the central writes a number, and the peripheral notifies the next one.
  /// - jump: the number from which on the host's clock is 0.4 s ahead.
  /// - lost: numbers that the host's log does not have.
  private func files(
    events: Int, jump: Int = .max, lost: Range<Int> = 0..<0
  ) throws -> (host: String, air: String) {
    var host = BTSnoopBytes(datalink: 1002)
    var air = PcapBytes(linkType: 256)
    let central: [UInt8] = [7, 0x30, 0x21, 0x5E, 0x8A, 0xC4]
    let peripheral: [UInt8] = [7, 6, 0, 0xD0, 0x22, 0]
    let access: [UInt8] = [0xE7, 0xA9, 0xC2, 0x50]
    let parameters: [UInt8] = [6, 0, 0, 0, 72, 0]
    func log(_ packet: [UInt8], flags: UInt32, at time: Int64, number: Int) {
      let ahead: Int64 = number >= jump ? 400_000 : 0
      host.add(packet, flags: flags, time: Self.start + 3_000_000 + time + ahead)
    }
    func hear(_ packet: [UInt8], at time: Int64, channel: UInt8, flags: UInt16) {
      let header = [channel, 0xC4, 0, 0] + packet[..<4] + [UInt8(flags & 0xFF), UInt8(flags >> 8)]
      let stamp = Self.start + time
      air.add(
        header + packet + [0, 0, 0], seconds: UInt32(stamp / 1_000_000),
        fraction: UInt32(stamp % 1_000_000))
    }
    hear(
      [0xD6, 0xBE, 0x89, 0x8E, 5, 34] + central + peripheral + access
        + [0x31, 0x7D, 0x0B, 2, 0, 0] + parameters + [0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0xA7],
      at: 500, channel: 0, flags: 0x0C13)
    log(
      [4, 0x3E, 19, 1, 0, 0x40, 0, 0, 0] + peripheral + parameters + [0], flags: 3, at: 2000,
      number: 0)
    var random = SplitMix(seed: 91)
    for event in 1...events {
      let time = Int64(event) * Self.interval
      let toggle = UInt8(event & 1)
      for (side, opcode) in [0x52, 0x1B].enumerated() as EnumeratedSequence<[UInt8]> {
        let number = 2 * event - 1 + side
        let value = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        let body: [UInt8] = [7, 0, 4, 0, opcode, 0x12, 0] + value
        let expected = side == 0 ? toggle : 1 - toggle
        let own =
          time + (side == 0 ? -500 - Int64(random.next() % 5000) : 700 + Int64(random.next() % 300))
        if !lost.contains(number) {
          log(
            [2, 0x40, side == 0 ? 0 : 0x20, UInt8(body.count), 0] + body,
            flags: side == 0 ? 0 : 1, at: own, number: number)
        }
        hear(
          access + [2 | expected << 2 | toggle << 3, UInt8(body.count)] + body,
          at: time + (side == 0 ? 0 : 230), channel: 12, flags: side == 0 ? 0x0D13 : 0x0D93)
      }
    }
    return (
      try folder.file("host.log", host.bytes), try folder.file("air.pcap", air.bytes)
    )
  }

  /// The numbers of the events that are there, and of those that both have, with the sniffer's record and the distance of
  /// the host in milliseconds.
  private func numbers(
    _ output: String
  ) throws -> (all: Set<Int>, seen: [Int: (frame: Int, distance: Double)]) {
    var (all, seen): (Set<Int>, [Int: (frame: Int, distance: Double)]) = ([], [:])
    for line in output.split(separator: "\n") where line.contains("\"value\"") {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)
      guard let digits = event["value"] as? String, let value = UInt32(digits, radix: 16) else {
        continue
      }
      let number = Int(value.byteSwapped)
      all.insert(number)
      guard let records = event["seen"] as? [Object], records.count == 2,
        let frame = records[1]["frame"] as? Int, let own = records[0]["t"] as? Double,
        let its = records[1]["t"] as? Double
      else { continue }
      seen[number] = (frame, (own - its) * 1000)
    }
    return (all, seen)
  }

  /// Also beyond the 65,536th PDU each event has its partner, and the clock that is set there is found.
  @Test func everyPDU() throws {
    let events = 36_000
    let (host, air) = try files(events: events, jump: 68_001, lost: 70_000..<70_003)
    let align = try Program.run(["align", "--format", "json", host, air])
    expect(align.status, equals: 0, align.output + align.errors)
    let document = try #require(
      try JSONSerialization.jsonObject(with: align.bytes) as? Object)
    let pair = try #require((document["pairs"] as? [Object])?.first)
    let jumps = try #require(pair["jumps"] as? [Object])
    expect(jumps.count, equals: 1)
    let jump = try #require(jumps.first?["t"] as? Double)
    expect(abs(jump - 34_001 * 0.0075) < 0.3, "\(jump)")
    expect((jumps.first?["by_s"] as? Double).map { abs($0 - 0.4) < 0.003 } == true, "\(jumps)")
    let outcome = try Program.run(["--align", "--format", "ndjson", host, air])
    expect(outcome.status, equals: 0, outcome.errors)
    let (all, seen) = try numbers(outcome.output)
    expect(all.count, equals: 2 * events - 3)
    expect(seen.count > all.count * 998 / 1000, "\(seen.count) of \(all.count)")
    // The sniffer has the connect, and then all of them.
    let wrong = seen.filter { $0.value.frame != $0.key + 1 }
    expect(wrong.isEmpty, "\(wrong.count) wrong")
    let far = seen.filter { abs($0.value.distance) > 8 }
    expect(far.count < 60, "\(far.count) far")
    expect(!seen.keys.contains { (70_000..<70_003).contains($0) })
  }
}
