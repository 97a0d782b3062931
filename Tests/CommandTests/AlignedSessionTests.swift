import Foundation
import TestSupport
import Testing

/// One session of a phone's log and a sniffer's capture, whose truth is known.
@Suite struct AlignedSessionTests {
  private typealias Object = [String: Any]
  private typealias Clock = RecordedPair.Clock

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func phone(_ pair: RecordedPair, hasConnect: Bool = true) throws -> String {
    try folder.file(
      "phone.log",
      RecordedPair.btsnoop(
        pair.hostRecords(Clock(offset: 12.5, ppm: 30), hasConnect: hasConnect)))
  }

  private func strap(_ pair: RecordedPair) throws -> String {
    try folder.file(
      "strap.log",
      RecordedPair.btsnoop(pair.hostRecords(Clock(offset: -3, ppm: -10), isCentral: false)))
  }

  private func air(_ pair: RecordedPair, loss: Double = 0.1, seed: UInt64 = 1) throws -> String {
    try folder.file(
      "air\(seed).pcap",
      RecordedPair.pcap(pair.airRecords(Clock(offset: 0.25 * Double(seed)), loss: loss, seed: seed))
    )
  }

  private func events(_ arguments: String...) throws -> [Object] {
    let outcome = try Program.run(arguments + ["--format", "ndjson"])
    expect(outcome.status, equals: 0, outcome.errors)
    return try outcome.output.split(separator: "\n").dropFirst().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
    }
  }

  private func count(_ events: [Object], _ kinds: String...) -> Int {
    events.count { kinds.contains($0["event"] as? String ?? "") }
  }

  @Test func eachEventOnce() throws {
    let pair = RecordedPair(seed: 31, seconds: 40)
    let (phone, air) = (try phone(pair), try air(pair))
    let events = try events("--align", phone, air)
    expect(count(events, "connected"), equals: 1)
    expect(count(events, "notification"), equals: pair.values.received)
    expect(count(events, "write_command"), equals: pair.values.sent)
    let times = events.compactMap { $0["t"] as? Double }
    expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times go backwards")
    let seen = events.filter { $0["seen"] != nil }
    expect(seen.count > (pair.values.received + pair.values.sent) * 8 / 10)
    for event in seen {
      let records = try #require(event["seen"] as? [Object])
      expect(records.compactMap { $0["capture"] as? String }, equals: [phone, air])
      // The event stands where the sniffer has it.
      expect(event["t"] as? Double, equals: records.last?["t"] as? Double)
      let own = try #require(records.first?["t"] as? Double)
      let time = try #require(event["t"] as? Double)
      guard let direction = event["direction"] as? String else { continue }
      expect(direction == "sent" ? own <= time + 0.001 : own >= time - 0.001, "\(event)")
    }
    // Whoever is first: the same events at the same distances.
    let other = try self.events("--align", air, phone)
    expect(other.map { $0["event"] as? String }, equals: events.map { $0["event"] as? String })
    expect(other.map { $0["value"] as? String }, equals: events.map { $0["value"] as? String })
  }

  /// A central and a peripheral: the central's log tells, and who received it says when it was on the air.
  @Test func bothHosts() throws {
    let pair = RecordedPair(seed: 32, seconds: 40)
    let events = try events("--align", try phone(pair), try strap(pair))
    expect(count(events, "connected"), equals: 1)
    expect(count(events, "notification"), equals: pair.values.received)
    expect(count(events, "write_command"), equals: pair.values.sent)
    let times = events.compactMap { $0["t"] as? Double }
    expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times go backwards")
    // It was on the air between its sender and its receiver.
    let data = events.filter {
      ["notification", "write_command"].contains($0["event"] as? String ?? "")
    }
    let bounded = data.filter { $0["on_air"] != nil }
    expect(bounded.count, equals: pair.values.received + pair.values.sent)
    for event in bounded {
      let bounds = try #require(event["on_air"] as? [String: Double])
      let (begin, end) = (bounds["not_before"] ?? .infinity, bounds["not_after"] ?? -.infinity)
      expect(begin <= end && end - begin < 0.06, "\(bounds)")
      expect((event["t"] as? Double).map { begin...end ~= $0 } == true, "\(event)")
    }
  }

  /// What only one of two sniffers heard is there, and what both heard once.
  @Test func twoSniffers() throws {
    let pair = RecordedPair(seed: 33, seconds: 40)
    let (one, other) = (try air(pair, loss: 0.3), try air(pair, loss: 0.3, seed: 2))
    let (alone, both) = (try events(one), try events("--align", one, other))
    expect(count(both, "connected"), equals: 1)
    expect(count(both, "notification") > count(alone, "notification"))
    expect(count(both, "notification") <= pair.values.received)
  }

  @Test func everyForm() throws {
    let pair = RecordedPair(seed: 34, seconds: 40)
    let (phone, air) = (try phone(pair), try air(pair))
    let text = try Program.run(["--align", phone, air])
    expect(text.status, equals: 0, text.errors)
    expect(text.output.contains("on the clock of A: B +12.2"), text.output)
    expect(text.output.contains("C1 of B is told by A"))
    expect(text.output.contains("; A +"), text.output)
    let stats = try Program.run(["stats", "--align", "--format", "json", phone, air])
    let answers = try #require(try JSONSerialization.jsonObject(with: stats.bytes) as? Object)
    expect((answers["connections"] as? [Object])?.count, equals: 1)
    for command in ["exchange", "trace", "report"] {
      let out = folder.url.appending(path: "out.\(command)").path
      let outcome = try Program.run([command, "--align", "-o", out, phone, air])
      expect(outcome.status, equals: 0, outcome.errors)
      expect(try Data(contentsOf: URL(filePath: out)).count > 500)
    }
    let turns = try Program.run(["exchange", "--align", "--format", "ndjson", phone, air])
    expect(turns.output.contains("\"seen\":[{\"capture\":\"\(phone)\",\"frame\":"), turns.output)
    let named = try Program.run(
      ["--align", "--device", "00:22:D0:00:06:07", "--format", "ndjson", phone, air])
    expect(named.status, equals: 0, named.errors)
    expect(named.output.contains("\"notification\""))
  }

  // MARK: Paths

  private func path(_ files: String...) throws -> Object {
    let outcome = try Program.run(["stats", "--align", "--path", "--format", "json"] + files)
    expect(outcome.status, equals: 0, outcome.errors)
    return try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
  }

  private func rules(_ document: Object) -> [String] {
    (document["findings"] as? [Object] ?? []).compactMap { $0["rule"] as? String }
  }

  @Test func delays() throws {
    let pair = RecordedPair(seed: 35, seconds: 40)
    let document = try path(try phone(pair), try air(pair, loss: 0))
    expect(rules(document), equals: [])
    let paths = try #require(document["paths"] as? [Object])
    expect(paths.compactMap { $0["direction"] as? String }, equals: ["sent", "received"])
    let sent = try #require(paths.first?["delay_ms"] as? [String: Double])
    // A value waits for the next connection event.
    expect(sent["median"].map { 5..<30 ~= $0 } == true, "\(sent)")
    expect(sent["max"].map { $0 < 33 } == true, "\(sent)")
    let received = try #require(paths.last?["delay_ms"] as? [String: Double])
    expect(received["max"].map { $0 < 6 } == true, "\(received)")
    expect((paths.first?["slowest"] as? [Object])?.count, equals: 5)
    let text = try Program.run(["stats", "--align", "--path", try phone(pair), try air(pair)])
    expect(text.output.contains("A sent on C1 (C1 of B)"), text.output)
    expect(text.output.contains("as heard"))
  }

  @Test func betweenHosts() throws {
    let pair = RecordedPair(seed: 36, seconds: 40)
    let document = try path(try phone(pair), try strap(pair))
    expect(rules(document), equals: [])
    let paths = try #require(document["paths"] as? [Object])
    expect(paths.allSatisfy { $0["between_hosts"] as? Bool == true })
    expect(paths.first?["on_air_ms"] == nil)
    let slowest = try #require(paths.first?["slowest"] as? [Object])
    for step in slowest {
      let bounds = try #require(step["on_air"] as? [String: Double])
      let (begin, end) = (bounds["not_before"] ?? .infinity, bounds["not_after"] ?? -.infinity)
      let length = try #require(step["delay_ms"] as? Double)
      expect(abs((end - begin) * 1000 - length) < 0.01, "\(step)")
    }
    let text = try Program.run(["stats", "--align", "--path", try phone(pair), try strap(pair)])
    expect(text.output.contains(": on the air between "), text.output)
  }

  /// A log that lost its end: `--strict` says that it is none.
  @Test func strict() throws {
    let pair = RecordedPair(seed: 37, seconds: 40)
    let whole = RecordedPair.btsnoop(pair.hostRecords(Clock(offset: 12.5)))
    let cut = try folder.file("cut.log", Array(whole.dropLast(5)))
    let air = try air(pair)
    for command in [["stats", "--align"], ["stats", "--align", "--path"]] {
      expect(try Program.run(command + [cut, air]).status, equals: 0, "\(command)")
      expect(try Program.run(command + ["--strict", cut, air]).status, equals: 1, "\(command)")
      let other = try folder.file("whole.log", whole)
      expect(try Program.run(command + ["--strict", other, air]).status, equals: 0, "\(command)")
    }
  }

  /// Two logs of one host have each PDU once: nothing lies between them.
  @Test func oneHost() throws {
    let pair = RecordedPair(seed: 38, seconds: 40)
    let phone = try phone(pair)
    let other = try folder.file(
      "btmon.log", RecordedPair.btsnoop(pair.hostRecords(Clock(offset: 12.501, ppm: 30))))
    let document = try path(phone, other)
    expect((document["paths"] as? [Object])?.count, equals: 0)
    expect(rules(document), equals: [])
    let text = try Program.run(["stats", "--align", "--path", phone, other])
    expect(text.output.contains("B is another log of A's host"), text.output)
    let align = try Program.run(["align", phone, other])
    expect(align.output.contains("B is aligned with A: two logs of one host"), align.output)
    let json = try Program.run(["align", "--format", "json", phone, other])
    expect(json.output.contains("\"same_host\":true"), json.output)
    let both = try Program.run(["align", "--format", "json", phone, try strap(pair)])
    expect(!both.output.contains("same_host"), both.output)
    let events = try events("--align", phone, other)
    expect(count(events, "notification"), equals: pair.values.received)
  }

  /// Of two hosts and a sniffer, also the second host and the sniffer are compared; and each fault is told once.
  @Test func allThree() throws {
    var pair = RecordedPair(seed: 39, seconds: 60)
    let air = try air(pair, loss: 0)
    let phone = try folder.file(
      "phone.log", RecordedPair.btsnoop(pair.hostRecords(Clock(offset: 12.5), reports: true)))
    pair.lose(isSent: true)
    let strap = try strap(pair)
    for files in [[phone, air, strap], [air, strap, phone], [strap, phone, air]] {
      let document = try path(files[0], files[1], files[2])
      let paths = try #require(document["paths"] as? [Object])
      let between = Set(
        paths.map { [$0["host"] as? String ?? "", $0["other"] as? String ?? ""].sorted() })
      expect(between.count, equals: 3, "\(between)")
      expect(rules(document), equals: ["lost-before-host"], "\(document)")
    }
    // Values of which only two recorders have a record are there, too.
    let events = try events("--align", phone, air, strap)
    let seen = events.compactMap { ($0["seen"] as? [Object])?.count }
    expect(seen.count { $0 == 3 } > pair.values.received / 2, "\(seen)")
    expect(count(events, "write_command"), equals: pair.values.sent)
  }

  /// Nothing that is found is dropped in silence.
  @Test func moreFindings() throws {
    var pair = RecordedPair(seed: 40, seconds: 400)
    let air = try air(pair, loss: 0)
    pair.lose(25)
    let phone = try phone(pair)
    let document = try path(phone, air)
    let listed = rules(document).count { $0 == "lost-before-host" }
    let more = try #require((document["more"] as? [Object])?.first)
    expect(listed, equals: 20)
    expect(more["rule"] as? String, equals: "lost-before-host")
    expect(more["findings"] as? Int, equals: 5)
    let text = try Program.run(["stats", "--align", "--path", phone, air])
    expect(text.output.contains("and 5 more: lost-before-host"), text.output)
  }

  /// A line that stands for many values says how far their times are apart.
  @Test func foldedLines() throws {
    let pair = RecordedPair(seed: 41, seconds: 60, isDull: true)
    let (phone, air) = (try phone(pair), try air(pair, loss: 0))
    let text = try Program.run(["--align", "--width", "160", phone, air])
    expect(text.status, equals: 0, text.errors)
    let lines = text.output.split(separator: "\n")
    let joined = try #require(lines.first { $0.contains(" x") && $0.contains("; A ") })
    expect(joined.contains(".."), String(joined))
    let folded = lines.filter { $0.contains(" more to ") }
    expect(!folded.isEmpty, text.output)
    expect(folded.allSatisfy { $0.contains("; A ") && $0.hasSuffix(" ms") }, "\(folded)")
  }

  /// Logs of machines with more adapters than a session follows, and as many connections.
  @Test(arguments: [60, 300, 70_000])
  func manyAdapters(count: Int) throws {
    func log(_ name: String, _ offset: Int) throws -> String {
      var file = BTSnoopBytes(datalink: 2001)
      for number in 0..<count {
        let adapter = UInt32((number + offset) % 65_536)
        let handle = UInt8(number % 200)
        let connect: [UInt8] =
          [0x3E, 19, 1, 0, handle, 0, 0, 0, UInt8(number % 256), UInt8(number / 256 % 256)]
          + [0, 0xD0, 0x22, 0, 24, 0, 0, 0, 72, 0, 0]
        file.add(
          connect, flags: adapter << 16 | 3, time: Int64(number) * 1000 + 1_772_355_600_000_000)
        file.add(
          [handle, 0x20, 9, 0, 5, 0, 4, 0, 0x1B, 0x12, 0, 1, 2], flags: adapter << 16 | 5,
          time: Int64(number) * 1000 + 1_772_355_600_000_500)
      }
      return try folder.file(name, file.bytes)
    }
    let (one, other) = (try log("one.log", 0), try log("other.log", 7))
    let outcome = try Program.run(["--align", "--shift", "0", "--format", "ndjson", one, other])
    expect(outcome.status, equals: 0, outcome.errors)
    let connects = outcome.output.split(separator: "\n").count { $0.contains("\"connected\"") }
    // The first 64 are followed, and no other adapter is taken for one of them; adapters come again after 65,536.
    expect(connects, equals: count > 65_536 ? 128 : 64)
    let adapters = Set(outcome.output.matches(of: #/"adapter":(\d+)/#).map { String($0.output.1) })
    expect(adapters.count, equals: 64)
  }

  @Test(arguments: [
    (["stats", "--path", "a", "b"], "--path needs --align"),
    (["stats", "--align", "--path", "--why", "a", "b"], "does not work with other sections"),
    (["stats", "--align", "--path", "--shift", "1", "a", "b"], "does not work with --shift"),
    (["stats", "--align", "--path", "--format", "sarif", "a", "b"], "needs --format text or json"),
    (["stats", "--align", "--path", "--device", "1", "a", "b"], "does not work with --device"),
    (["stats", "--align", "--path", "--all", "a", "b"], "does not work with --all"),
    (["stats", "--align", "--path", "--width", "90", "a", "b"], "does not work with --width"),
    (["stats", "--align", "a"], "two captures or more"),
    (["trace", "--align", "a"], "two captures or more"),
  ])
  func usage(arguments: [String], problem: String) throws {
    let outcome = try Program.run(arguments)
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains(problem), outcome.errors)
  }
}
