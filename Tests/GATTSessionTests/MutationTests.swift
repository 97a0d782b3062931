import ATTDissector
import BTSnoop
import Bytes
import Foundation
import GATTSession
import GATTValues
import PacketList
import TestSupport
import Testing

/// Reads what every event lends, keeps nothing.
private final class CountingSink: EventSink {
  var count = 0
  var octets = 0

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    count += 1
    octets += value.byteCount
    for field in fields.own.fields.copied() + fields.decoded.fields.copied() {
      octets += field.key.description.utf8.count
    }
    octets += event.attribute?.path.instance ?? 0
  }
}

/// Plays records of random, but likely, forms.
struct RandomRecords {
  var random: SplitMix

  private static let atts: [UInt8] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 22, 23, 24, 25, 27, 29, 30,
    32, 33, 35, 0x52, 0xD2, 0x3F,
  ]
  private static let subevents: [UInt8] = [1, 2, 3, 4, 6, 7, 10, 11, 12, 13, 0x29]
  private static let events: [UInt8] = [3, 5, 8, 12, 14, 15, 0x30, 0x3E, 0x3E, 0x3E, 0x59]
  private static let commands: [Int] = [
    0x0406, 0x0C03, 0x1009, 0x2005, 0x2006, 0x2008, 0x2009, 0x200A, 0x200B, 0x200C, 0x200D, 0x200E,
    0x2019, 0x2036, 0x2037, 0x2038, 0x2039, 0x2041, 0x2042, 0x2043,
  ]

  mutating func next(_ frame: UInt64) -> (CaptureRecord, [UInt8]) {
    var packet: [UInt8]
    let kind: RecordKind
    switch random.next() % 10 {
    case 0:
      kind = .command
      let parameters = random.bytes(Int(random.next() % 40))
      packet =
        le16(Self.commands.randomElement(using: &random) ?? 0) + [UInt8(parameters.count)]
        + parameters
    case 1, 2:
      kind = .event
      packet = event()
    case 3:
      kind = RecordKind(rawValue: UInt8(random.next() % 8)) ?? .unknown
      packet = random.bytes(Int(random.next() % 60))
    default:
      kind = .acl
      packet = acl()
    }
    let original = packet.count
    if random.next() % 16 == 0 { packet = Array(packet.prefix(Int(random.next() % 16))) }
    if random.next() % 8 == 0, !packet.isEmpty {
      packet[Int(random.next() % UInt64(packet.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    let jump = random.next() % 200 == 0 ? Int64(bitPattern: random.next()) : 0
    let record = CaptureRecord(
      frame: frame,
      time: CaptureTime(
        seconds: 1_700_000_000 &+ Int64(frame) &+ jump, nanoseconds: UInt32(random.next() % 1000)),
      kind: kind, direction: random.next() % 2 == 0 ? .sent : .received,
      adapter: [nil, 0, 1][Int(random.next() % 3)], originalLength: original,
      code: UInt16(random.next() % 24))
    return (record, packet)
  }

  private mutating func event() -> [UInt8] {
    let code = Self.events.randomElement(using: &random) ?? 0x3E
    var parameters = random.bytes(Int(random.next() % 60))
    if code == 0x3E {
      parameters =
        [Self.subevents.randomElement(using: &random) ?? 1, UInt8(random.next() % 2)]
        + le16(Int(random.next() % 4)) + parameters
    } else if code == 14 {
      parameters = [1] + le16(Self.commands.randomElement(using: &random) ?? 0) + [0] + parameters
    } else {
      parameters = [0] + le16(Int(random.next() % 4)) + parameters
    }
    return [code, UInt8(parameters.count)] + parameters
  }

  private mutating func acl() -> [UInt8] {
    var body: [UInt8]
    if random.next() % 6 == 0 {
      body = random.bytes(Int(random.next() % 30))
    } else {
      let channel = [4, 4, 4, 4, 5, 6, 0x40][Int(random.next() % 7)]
      var pdu = random.bytes(Int(random.next() % 40))
      if channel == 4, !pdu.isEmpty {
        pdu[0] = Self.atts.randomElement(using: &random) ?? 0x1B
        // Handles that meet again.
        if pdu.count > 2 {
          pdu[1] = UInt8(random.next() % 12)
          pdu[2] = 0
        }
        if pdu[0] == 8 || pdu[0] == 16 {
          pdu = [pdu[0], 1, 0, 0xFF, 0xFF, UInt8(random.next() % 4), 0x28]
        }
      } else if channel == 6, !pdu.isEmpty {
        pdu[0] = UInt8(random.next() % 15)
      }
      let length = random.next() % 12 == 0 ? Int(random.next() % 0x10000) : pdu.count
      body = le16(length) + le16(channel) + pdu
    }
    let boundary = [0, 2, 2, 2, 1, 3][Int(random.next() % 6)]
    let length = random.next() % 12 == 0 ? Int(random.next() % 0x10000) : body.count
    return le16(Int(random.next() % 4) | boundary << 12) + le16(length) + body
  }
}

/// Bytes of memory in use.
private func resident() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
    let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
  else { return 0 }
  return pages * 4096
}

/// 5,500 records of about 200 bytes on one connection.
private func playManyRecords(_ scene: SessionScene) {
  let value = String(repeating: "5a", count: 200)
  scene.connect()
  scene.ask("02 0002", "03 0002")
  scene.discoverHeartRate()
  for _ in 0..<500 {
    scene.att(.received, "1b 0300" + value)
    scene.ask("0a 0900", "0b" + value)
    scene.ask("12 0400 0100", "13")
    scene.ask("16 0900 0000" + value, "17 0900 0000" + value)
    scene.ask("18 01", "19")
    scene.serve("1d 0900" + value, "1e")
    scene.ask("0a 0600", "01 0a 0600 05")
    scene.advertise(SessionScene.peerB, "020106 0509 41424344")
  }
  scene.disconnect()
}

struct MutationTests {
  static let seeds: [UInt64] = [1, 2, 3, 0xB1E]

  @Test(arguments: seeds) func randomRecordsNeverStopTheSession(seed: UInt64) {
    let sink = CountingSink()
    let session = GATTSession(
      sink: sink, observer: seed % 2 == 0 ? PacketDescription() : nil)
    var records = RandomRecords(random: SplitMix(seed: seed))
    for frame in 1...20_000 as ClosedRange<UInt64> {
      let (record, bytes) = records.next(frame)
      session.process(record, bytes: bytes.rawBytes)
    }
    session.finish()
    expect(sink.count > 10_000, "seed \(seed)")
    expect(session.counts.records, equals: 20_000)
  }

  /// Sanitizers keep what was freed, to know it again.
  private static let isSanitized = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  /// In a process of its own, since other tests run meanwhile.
  @Test(.disabled(if: isSanitized)) func memoryDoesNotGrowWithTheRecords() async {
    await #expect(processExitsWith: .success) {
      let scene = SessionScene(sink: CountingSink())
      for _ in 0..<2 { playManyRecords(scene) }
      let before = resident()
      for _ in 0..<6 { playManyRecords(scene) }
      exit(resident() - before < 1 << 20 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  /// The captures of the repository, each with random bytes changed.
  private struct Mutating: RecordSink {
    let session: GATTSession
    var random: SplitMix
    var rate: UInt64
    var records: UInt64 = 0

    mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
      var copy = bytes.copy()
      for index in copy.indices where random.next() % rate == 0 {
        copy[index] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 64 == 0 { copy.removeLast(min(copy.count, Int(random.next() % 8))) }
      records += 1
      session.process(copy_(record), bytes: copy.rawBytes)
      return true
    }

    private func copy_(_ record: borrowing CaptureRecord) -> CaptureRecord { copy record }
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Captures").path

  static let captures: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".btsnoop") }.sorted().map { folder + "/" + $0 }
  }()

  @Test func theCapturesAreThere() { expect(Self.captures.count >= 6) }

  @Test(arguments: captures) func changedCapturesNeverStopTheSession(path: String) throws {
    // A changed request for its only channel may hide all of a capture.
    var count = 0
    for seed in 1...12 as ClosedRange<UInt64> {
      let sink = CountingSink()
      let session = GATTSession(
        sink: sink, observer: seed % 3 == 0 ? PacketDescription() : nil)
      var mutating = Mutating(
        session: session, random: SplitMix(seed: seed), rate: seed < 7 ? 100 : 8)
      var reader = CaptureReader()
      try reader.read([path], into: &mutating)
      session.finish()
      expect(session.counts.records, equals: mutating.records)
      count += sink.count
    }
    // The smallest capture has nine events, and what is cut has none.
    expect(count > 50)
  }
}
