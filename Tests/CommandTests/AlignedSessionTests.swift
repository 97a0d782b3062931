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

  @Test(arguments: [
    (["stats", "--path", "a", "b"], "--path needs --align"),
    (["stats", "--align", "--path", "--why", "a", "b"], "does not work with other sections"),
    (["stats", "--align", "--path", "--shift", "1", "a", "b"], "does not work with --shift"),
    (["stats", "--align", "--path", "--format", "sarif", "a", "b"], "needs --format text or json"),
    (["stats", "--align", "--path", "--device", "1", "a", "b"], "does not work with --device"),
    (["stats", "--align", "a"], "two captures or more"),
    (["trace", "--align", "a"], "two captures or more"),
  ])
  func usage(arguments: [String], problem: String) throws {
    let outcome = try Program.run(arguments)
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains(problem), outcome.errors)
  }
}
