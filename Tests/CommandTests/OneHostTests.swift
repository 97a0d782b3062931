import BTSnoop
import Foundation
import TestSupport
import Testing

/// Two logs of one host, such as those of its Bluetooth stack and of its kernel: all that went between it and its
/// controller is there once.
@Suite struct OneHostTests {
  private typealias Object = [String: Any]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A session with a scan, advertisements and a connection.
  /// - datalink: 1002 has no adapters, 2001 has.
  /// - late: microseconds by which the clock is ahead.
  /// - further: advertisements that only this log has.
  private func log(
    _ name: String, datalink: UInt32 = 1002, late: Int64 = 0, further: Int = 0
  ) throws -> String {
    var file = BTSnoopBytes(datalink: datalink)
    var records: [(time: Int64, kind: UInt8, isReceived: Bool, bytes: [UInt8])] = [
      (0, 1, false, [0x03, 0x0C, 0]), (400, 4, true, [0x0E, 4, 1, 0x03, 0x0C, 0]),
      (90_000, 1, false, [0x0C, 0x20, 2, 1, 0]),
    ]
    func report(_ time: Int64, _ count: UInt8) {
      records.append(
        (
          time, 4, true,
          [0x3E, 15, 2, 1, 3, 0, 7, 6, 0, 0xD0, 0x22, 0, 3, 2, 0xFF, count, 0xC0]
        ))
    }
    // The same three times in 20 ms: they are three.
    for time in [100_000, 108_000, 120_000] as [Int64] { report(time, 1) }
    for number in 0..<further { report(500_000 + Int64(number) * 30_000, 9) }
    let pair = RecordedPair(seed: 51, seconds: 40)
    for (record, bytes) in pair.hostRecords(RecordedPair.Clock()) {
      let time = record.time.seconds * 1_000_000 + Int64(record.time.nanoseconds / 1000)
      records.append(
        (
          time - Self.start + 1_000_000, record.kind == .acl ? 2 : 4,
          record.direction == .received, bytes
        ))
    }
    for (time, kind, isReceived, bytes) in records.sorted(by: { $0.time < $1.time }) {
      // Not all stamps are as late as the others.
      let jitter = Int64(bytes.count * 37 % 150)
      let stamp = Self.start + time + (late > 0 ? late + jitter : 0)
      if datalink == 1002 {
        file.add(
          [kind] + bytes, flags: (isReceived ? 1 : 0) | (kind == 2 ? 0 : 2), time: stamp)
      } else {
        file.add(bytes, flags: kind == 1 ? 2 : kind == 4 ? 3 : isReceived ? 5 : 4, time: stamp)
      }
    }
    return try folder.file(name, file.bytes)
  }

  private static let start: Int64 = 1_772_355_600_000_000

  private func document(_ arguments: String...) throws -> Object {
    let outcome = try Program.run(arguments + ["--format", "json"])
    expect(outcome.status, equals: 0, outcome.errors)
    return try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
  }

  private func adverts(_ document: Object) -> [Int] {
    (document["devices"] as? [Object] ?? []).compactMap { $0["advertisements"] as? Int }
      .filter { $0 > 0 }
  }

  /// With and without numbers of adapters, whichever is first.
  @Test(arguments: [1002 as UInt32, 2001], [false, true])
  func eachRecordOnce(datalink: UInt32, isFirst: Bool) throws {
    let one = try log("stack.log")
    let other = try log("kernel.log", datalink: datalink, late: 2_500_000)
    let single = try document(one)
    let both =
      isFirst ? try document("--align", other, one) : try document("--align", one, other)
    expect(adverts(single), equals: [3])
    expect(adverts(both), equals: [3])
    let (own, merged) = (single["events"] as? [Object] ?? [], both["events"] as? [Object] ?? [])
    let kinds = { (events: [Object]) in
      events.compactMap { $0["event"] as? String }.filter { $0 != "note" }
    }
    expect(kinds(merged).sorted(), equals: kinds(own).sorted())
    expect(Set(merged.compactMap { $0["adapter"] as? Int }).count <= 1)
    let times = merged.compactMap { $0["t"] as? Double }
    expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times go backwards")
    let text = try Program.run(["--align", one, other])
    expect(!text.output.contains("hci1"), text.output)
    expect(!text.output.contains("at the times of the air"), text.output)
  }

  /// What only one of them has is there, too.
  @Test func whatOneHas() throws {
    let (one, other) = (
      try log("stack.log"), try log("kernel.log", late: 2_500_000, further: 4)
    )
    expect(adverts(try document("--align", one, other)), equals: [7])
    expect(adverts(try document("--align", other, one)), equals: [7])
  }

  /// A monitor's log with what it tells of an adapter when it begins.
  /// - begin: microseconds after the beginning of the session.
  /// - plugs: the adapter goes and comes again at the end, so often.
  private func monitor(
    _ name: String, begin: Int64, late: Int64 = 0, plugs: Int = 0, isCentral: Bool = true
  ) throws -> String {
    var file = BTSnoopBytes(datalink: 2001)
    let address: [UInt8] = [isCentral ? 7 : 9, 0x30, 0x21, 0x5E, 0x8A, 0xC4]
    func report(_ time: Int64) {
      let stamp = Self.start + time + late
      file.add([0, 1] + address + Array("hci0".utf8) + [0, 0, 0, 0], flags: 0, time: stamp)
      file.add([], flags: 8, time: stamp + 1)
      file.add(address + [2, 0], flags: 10, time: stamp + 2)
    }
    report(begin)
    let pair = RecordedPair(seed: 51, seconds: 40)
    for (record, bytes) in pair.hostRecords(RecordedPair.Clock(), isCentral: isCentral) {
      let time = record.time.seconds * 1_000_000 + Int64(record.time.nanoseconds / 1000)
      guard time - Self.start > begin else { continue }
      let isReceived = record.direction == .received
      file.add(
        bytes, flags: record.kind == .event ? 3 : isReceived ? 5 : 4, time: time + late)
    }
    for number in 0..<plugs {
      let time = 41_000_000 + Int64(number) * 30_000
      file.add([], flags: 9, time: Self.start + time + late)
      file.add([], flags: 1, time: Self.start + time + late + 10)
      report(time + 2000)
    }
    return try folder.file(name, file.bytes)
  }

  private func adapters(_ document: Object) -> [String] {
    (document["events"] as? [Object] ?? []).filter { $0["event"] as? String == "adapter" }
      .compactMap { $0["action"] as? String }
  }

  /// The recorder that begins later is told anew which adapters there are, and each is there once.
  @Test(arguments: [0, 3], [0, 1])
  func adaptersOnce(plugs: Int, first: Int) throws {
    let files = [
      try monitor("live.log", begin: 0, plugs: plugs),
      try monitor("btmon.log", begin: 5_000_000, late: 30, plugs: plugs),
    ]
    let single = adapters(try document(files[0]))
    expect(single.count { $0 == "present" }, equals: 1 + plugs)
    expect(adapters(try document("--align", files[first], files[1 - first])), equals: single)
  }

  /// What only the one that begins later has is there, and the adapter of another host is another one.
  @Test func adaptersOfEach() throws {
    let live = try monitor("live.log", begin: 0)
    let longer = try monitor("btmon.log", begin: 5_000_000, late: 30, plugs: 2)
    let merged = adapters(try document("--align", live, longer))
    expect(merged.count { $0 == "present" }, equals: 3)
    expect(merged.count { $0 == "gone" }, equals: 2)
    let strap = try monitor("strap.log", begin: 0, isCentral: false)
    let both = adapters(try document("--align", live, strap))
    expect(both.count { $0 == "present" }, equals: 2)
    expect(both.count { $0 == "powered" }, equals: 2)
  }

  /// Of two hosts, each has its own adapter and its own records.
  @Test func twoHosts() throws {
    let pair = RecordedPair(seed: 52, seconds: 40)
    let phone = try folder.file("phone.log", RecordedPair.btsnoop(pair.hostRecords(.init())))
    let strap = try folder.file(
      "strap.log", RecordedPair.btsnoop(pair.hostRecords(.init(), isCentral: false)))
    let text = try Program.run(["--align", phone, strap])
    expect(text.output.contains("C1 of B is told by A, at the times of the air"), text.output)
  }
}

/// What stands at a record without being about it, and lines that stand for several records.
@Suite struct SeenLineTests {
  private typealias Object = [String: Any]
  private typealias Clock = RecordedPair.Clock

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func events(_ arguments: String...) throws -> [Object] {
    let outcome = try Program.run(arguments + ["--format", "ndjson"])
    expect(outcome.status, equals: 0, outcome.errors)
    return try outcome.output.split(separator: "\n").dropFirst().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
    }
  }

  /// A remark on the clocks is of no record, so nobody has seen it: it stands at the beginning.
  @Test func remarks() throws {
    let pair = RecordedPair(seed: 53, seconds: 40)
    let phone = try folder.file(
      "phone.log", RecordedPair.btsnoop(pair.hostRecords(Clock(offset: 3))))
    let air = try folder.file("air.pcap", RecordedPair.pcap(pair.airRecords(Clock())))
    for files in [[phone, air], [air, phone]] {
      let events = try events("--align", files[0], files[1])
      let remarks = events.filter {
        ($0["text"] as? String)?.contains("on the clock of A") == true
      }
      expect(remarks.count, equals: 1)
      expect(remarks.allSatisfy { $0["seen"] == nil }, "\(remarks)")
      expect(remarks.first?["t"] as? Double, equals: events.compactMap { $0["t"] as? Double }.min())
      // What a record has keeps it.
      expect(events.first { $0["event"] as? String == "connected" }?["seen"] != nil)
    }
    // A mark stands where the tester set it.
    let marked = try events("--align", phone, air, "--mark", "20=here")
    let mark = try #require(marked.first { $0["event"] as? String == "mark" })
    expect(mark["seen"] == nil, "\(mark)")
  }

  /// A sniffer that misses some of many values says how far the others are.
  @Test func foldedWithLosses() throws {
    let pair = RecordedPair(seed: 54, seconds: 60, isDull: true)
    let phone = try folder.file(
      "phone.log", RecordedPair.btsnoop(pair.hostRecords(Clock(offset: 3))))
    let air = try folder.file(
      "air.pcap", RecordedPair.pcap(pair.airRecords(Clock(), loss: 0.2)))
    let text = try Program.run(["--align", "--width", "160", phone, air])
    let folded = text.output.split(separator: "\n").filter { $0.contains(" more to ") }
    expect(!folded.isEmpty, text.output)
    expect(folded.allSatisfy { $0.contains("; A ") && $0.hasSuffix(" ms") }, "\(folded)")
  }

  /// Advertisements that differ only in numbers are one line, with the distances of all of them.
  @Test func advertisements() throws {
    var air = PcapBytes(linkType: 256)
    var host = BTSnoopBytes(datalink: 1002)
    var random = SplitMix(seed: 55)
    let address: [UInt8] = [7, 6, 0, 0xD0, 0x22, 0xC0]
    for number in 0..<80 {
      let time = Int64(number) * 1_000_000 + Int64(random.next() % 10_000)
      // A strap of Polar, whose heart rate rises.
      let data: [UInt8] = [2, 1, 6, 7, 0xFF, 0x6B, 0, 0, UInt8(number), 0, UInt8(60 + number / 2)]
      let pdu: [UInt8] = [0x42, UInt8(6 + data.count)] + address + data + [0, 0, 0]
      air.add(
        [0, 0xC4, 0, 0, 0xD6, 0xBE, 0x89, 0x8E, 0x13, 0x0C, 0xD6, 0xBE, 0x89, 0x8E] + pdu,
        seconds: UInt32(1_772_355_600 + time / 1_000_000), fraction: UInt32(time % 1_000_000))
      let report: [UInt8] =
        [0x3E, UInt8(12 + data.count), 2, 1, 3, 1] + address + [UInt8(data.count)] + data + [0xC4]
      host.add(
        [4] + report, flags: 3,
        time: 1_772_355_600_000_000 + time + 600 + Int64(random.next() % 5000))
    }
    let files = [
      try folder.file("phone.log", host.bytes), try folder.file("air.pcap", air.bytes),
    ]
    let align = try Program.run(["align"] + files)
    expect(align.output.contains("B is aligned with A"), align.output)
    let text = try Program.run(["--align", "--width", "200"] + files)
    let lines = text.output.split(separator: "\n").filter {
      $0.contains("advert ") && $0.contains(" x80 ")
    }
    expect(lines.contains { $0.contains("; A +") && $0.contains("..+") }, text.output)
  }
}
