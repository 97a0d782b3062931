import Answers
import Foundation
import GATTSession
import TestSupport
import Testing

/// What `stats` says, against what the other forms of the same capture say.
@Suite struct StatsCommandTests {
  private typealias Object = [String: Any]

  private static func objects(_ text: String) throws -> [Object] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
    }
  }

  private func document(_ arguments: String...) throws -> Object {
    let outcome = try Program.run(["stats", "--quiet", "--format", "json"] + arguments)
    expect(outcome.status, equals: 0)
    return try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
  }

  private static func list(_ object: Object, _ key: String) -> [Object] {
    object[key] as? [Object] ?? []
  }

  private static func number(_ object: Object, _ key: String) -> Double? {
    (object[key] as? NSNumber)?.doubleValue
  }

  /// The nearest rank.
  private static func rank(_ percent: Int, _ values: [Double]) -> Double? {
    let sorted = values.sorted()
    return sorted.isEmpty ? nil : sorted[(sorted.count * percent + 99) / 100 - 1]
  }

  private func expectFigure(
    _ object: Object, _ key: String, _ expected: Double?, _ context: String
  ) {
    switch (Self.number(object, key), expected) {
    case (nil, nil): break
    // `t` has microseconds, or nanoseconds as a binary fraction.
    case (let said?, let expected?):
      expect(abs(said - expected) < 0.0015, "\(context): \(key)")
    case (let said, let expected):
      Issue.record("\(context): \(key): \(said ?? .nan), not \(expected ?? .nan)")
    }
  }

  private static let pushed: Set = ["notification", "indication"]

  /// From one value to the next, in milliseconds, but not while it was off.
  private static func periods(_ row: Object, _ mine: [Object], _ events: [Object]) -> [Double] {
    let path = ["service", "characteristic"].map { row[$0] as? String }
    let offs = events.filter { event in
      event["event"] as? String == "write" && event["descriptor"] as? String == "2902"
        && event["response_ms"] != nil && (event["value"] as? String)?.hasPrefix("00") == true
        && ["service", "characteristic"].map { event[$0] as? String } == path
        && ["connection", "instance"].allSatisfy { event[$0] as? Int == row[$0] as? Int }
    }.compactMap { number($0, "t") }
    let times = mine.filter { pushed.contains($0["event"] as? String ?? "") }
      .compactMap { number($0, "t") }
    return zip(times, times.dropFirst()).filter { last, next in
      !offs.contains { last <= $0 && $0 <= next }
    }.map { ($1 - $0) * 1000 }
  }

  /// Every figure against a plain computation over the timeline.
  @Test(arguments: Program.captures) func figuresAreThoseOfTheTimeline(capture: String) throws {
    let path = Program.capture(capture)
    let answers = try document(path)
    let events = try Self.objects(
      try Program.run(["--quiet", "--format", "ndjson", "--adverts", "all", path]).output)
    var byAttribute: [String: [Object]] = [:]
    var byAddress: [String: [Object]] = [:]
    for event in events {
      let kind = event["event"] as? String ?? ""
      if kind == "advertisement", let address = event["address"] as? String {
        byAddress[address, default: []].append(event)
      }
      guard let connection = event["connection"] as? Int, let handle = event["handle"] as? Int,
        event["descriptor"] == nil
      else { continue }
      let isAnswered =
        ["read", "write"].contains(kind) && event["response_ms"] != nil || kind == "write_command"
        || Self.pushed.contains(kind)
      guard isAnswered else { continue }
      let isSent = event["direction"] as? String == "sent"
      let isWrite = ["write", "write_command"].contains(kind)
      let isHost = isSent != isWrite && event["direction"] != nil
      byAttribute["\(connection) \(handle) \(isHost)", default: []].append(event)
    }
    for row in Self.list(answers, "characteristics") {
      let isHost = row["is_host"] as? Bool ?? false
      func key(_ handle: Int) -> String { "\(row["connection"] as? Int ?? 0) \(handle) \(isHost)" }
      let handle = row["handle"] as? Int ?? 0
      // What turned it on may not have been known as that when it was written.
      if row["subscribed_at"] != nil, let early = byAttribute[key(handle + 1)],
        early.allSatisfy({ ["0000", "0100", "0200"].contains($0["value"] as? String) })
      {
        byAttribute[key(handle + 1)] = nil
      }
      let key = key(handle)
      let mine = byAttribute.removeValue(forKey: key) ?? []
      func count(_ kinds: String...) -> Double {
        Double(mine.count { kinds.contains($0["event"] as? String ?? "") })
      }
      expectFigure(row, "values", Double(mine.count), key)
      expectFigure(row, "reads", count("read"), key)
      expectFigure(row, "writes", count("write", "write_command"), key)
      expectFigure(row, "notifications", count("notification", "indication"), key)
      let waits = mine.filter { ["read", "write"].contains($0["event"] as? String ?? "") }
        .compactMap { Self.number($0, "response_ms") }
      expectFigure(row, "median_ms", Self.rank(50, waits), key)
      expectFigure(row, "p95_ms", Self.rank(95, waits), key)
      expectFigure(row, "max_ms", waits.max(), key)
      let periods = Self.periods(row, mine, events)
      expectFigure(row, "period_median_ms", Self.rank(50, periods), key)
      expectFigure(row, "period_max_ms", periods.max(), key)
    }
    expect(byAttribute.isEmpty, "\(byAttribute.keys)")
    for row in Self.list(answers, "devices") {
      let address = row["address"] as? String ?? ""
      let mine = byAddress.removeValue(forKey: address) ?? []
      expectFigure(row, "advertisements", Double(mine.count), address)
      let strengths = mine.compactMap { Self.number($0, "rssi_dbm") }
      expectFigure(row, "rssi_min_dbm", strengths.min(), address)
      expectFigure(row, "rssi_median_dbm", Self.rank(50, strengths), address)
      expectFigure(row, "rssi_max_dbm", strengths.max(), address)
      let times = mine.filter { ($0["advertising_type"] as? String)?.hasSuffix("SCAN_RSP") != true }
        .compactMap { Self.number($0, "t") }
      let gaps = zip(times.dropFirst(), times).map { ($0 - $1) * 1000 }
      expectFigure(row, "interval_median_ms", Self.rank(50, gaps), address)
    }
    expect(byAddress.isEmpty, "\(byAddress.keys)")
    for row in Self.list(answers, "connections") {
      let ordinal = row["connection"] as? Int ?? 0
      let mine = events.filter { $0["connection"] as? Int == ordinal }
      let ends = mine.filter { $0["event"] as? String == "disconnected" }
      let ended = row["ended"] as? Object
      expect(ends.count, equals: (ended == nil ? 0 : 1))
      expect(ended?["reason_code"] as? Int, equals: ends.first?["reason_code"] as? Int)
      expect(ended?["by"] as? String, equals: ends.first?["by"] as? String)
      let frames = ended.map { Self.list($0, "evidence").map { $0["frame"] as? Int ?? 0 } } ?? []
      expect(frames, equals: frames.sorted())
      let terms = mine.filter {
        ["connected", "connection_updated"].contains($0["event"] as? String ?? "")
          && $0["interval_ms"] != nil
      }
      expect(
        Self.list(row, "parameters").map { Self.number($0, "interval_ms") },
        equals: terms.map { Self.number($0, "interval_ms") })
      let throughput = try #require(row["throughput"] as? Object)
      for (key, direction, role) in [
        ("sent_octets", "sent", "central"), ("received_octets", "received", "peripheral"),
      ] {
        let octets = mine.filter { event in
          guard event["handle"] != nil, let kind = event["event"] as? String,
            ["read", "write", "write_command", "notification", "indication"].contains(kind)
          else { return false }
          guard let said = event["direction"] as? String else {
            return event["from"] as? String == role
          }
          return said == direction
        }.reduce(0) { $0 + (($1["value"] as? String)?.count ?? 0) / 2 }
        expectFigure(throughput, key, Double(octets), "C\(ordinal)")
      }
    }
  }

  /// The times of all answers, discovery included, against the requests and responses of `packets`.
  @Test(arguments: ["polar-h7.btsnoop", "vm-central.btsnoop", "sensortag-cc2541.btsnoop"])
  func latencyIsThatOfThePackets(capture: String) throws {
    let path = Program.capture(capture)
    var open: [String: Double] = [:]
    var waits: [Int: [Double]] = [:]
    for packet in try Self.objects(
      try Program.run(["packets", "--quiet", "--format", "ndjson", path]).output)
    {
      guard let connection = packet["connection"] as? Int, let t = Self.number(packet, "t"),
        let direction = packet["direction"] as? String
      else { continue }
      for pdu in Self.list(packet, "att") {
        let opcode = pdu["opcode"] as? Int ?? 0
        let isResponse = [1, 3, 5, 7, 9, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19].contains(opcode)
        let client = isResponse == (direction == "sent") ? "peer" : "host"
        let key = "\(connection) \(client)"
        if isResponse, let asked = open.removeValue(forKey: key) {
          waits[connection, default: []].append((t - asked) * 1000)
        } else if opcode % 2 == 0, opcode < 0x1B {
          open[key] = t
        }
      }
    }
    for row in Self.list(try document(path), "connections") {
      let ordinal = row["connection"] as? Int ?? 0
      let att = try #require(row["att"] as? Object)
      let mine = waits[ordinal] ?? []
      expectFigure(att, "answered", Double(mine.count), "C\(ordinal)")
      expectFigure(att, "min_ms", mine.min(), "C\(ordinal)")
      expectFigure(att, "median_ms", Self.rank(50, mine), "C\(ordinal)")
      expectFigure(att, "p95_ms", Self.rank(95, mine), "C\(ordinal)")
      expectFigure(att, "p99_ms", Self.rank(99, mine), "C\(ordinal)")
      expectFigure(att, "max_ms", mine.max(), "C\(ordinal)")
    }
  }

  // MARK: Text

  @Test(arguments: Program.captures) func textIs80ColumnsWide(capture: String) throws {
    let outcome = try Program.run(["stats", "--quiet", Program.capture(capture)])
    expect(outcome.status, equals: 0)
    for line in outcome.lines { expect(line.count <= 80, "\(line)") }
  }

  private func why(_ capture: String) throws -> String {
    try Program.run(["stats", "--why", Program.capture(capture)]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: [
    (
      "variations/ended-by-timeout.btsnoop",
      "but data of it came 200 ms before the end: Connection Timeout (08); a time-out of 720 ms is short, 2 to 6 s "
        + "are usual. [likely]"
    ),
    (
      "rules/link-lost.btsnoop",
      "nothing of #1 for its supervision time-out of 2 s: Connection Timeout (08); its last data came 5.000 s"
    ),
    (
      "variations/ended-by-peripheral.btsnoop",
      "(13), 208 ms after this host wrote Heart Rate Measurement CCCD (frame 139). [certain]"
    ),
    ("bonded-reconnect.btsnoop", "This host ended it: it asked for that 8 ms before"),
    ("polar-h7-ll.pcap", "#2 ended it with LL_TERMINATE_IND"),
    ("air/ends.pcap", "the last PDU is encrypted and as long as LL_TERMINATE_IND. [likely]"),
    ("air/ends.pcap", "the sniffer lost it. [unknown]"),
    ("variations/cut-early.btsnoop", "Still open when the capture stops. [certain]"),
  ])
  func reasons(capture: String, sentence: String) throws {
    try expect(why(capture).contains(sentence))
  }

  /// A request that the end left open, a change of the interval just before, and the return.
  @Test func circumstances() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.att([0x0A, 3, 0], isSent: true)
    // An interval of 15 ms.
    capture.add(.event, [0x3E, 10, 3, 0, 1, 0, 12, 0, 0, 0, 72, 0])
    capture.notification([1])
    capture.time += 720_000
    capture.add(.event, [5, 4, 0, 1, 0, 8])
    capture.time += 1_000_000
    capture.connected(1)
    let outcome = try Program.run(["stats", "--why", "-"], input: Data(capture.bytes))
    let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(text.contains("Timeout (08); read 0003 had waited for an answer for"), "\(text)")
    expect(text.contains("the interval had just become 15 ms"), "\(text)")
    expect(text.contains("read 0003: never answered"), "\(text)")
    expect(text.contains("connects again"), "\(text)")
  }

  /// A pairing that is refused before its features are known.
  @Test func aRefusedPairing() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    for (pdu, isSent) in [([1, 4, 0, 0x0D, 16, 7, 7] as [UInt8], true), ([5, 9], false)] {
      capture.fragment(
        [UInt8(pdu.count), 0, 6, 0] + pdu, handle: 1, isSent: isSent, isStart: true)
    }
    capture.add(.event, [5, 4, 0, 1, 0, 0x13])
    let text = try text(capture, "--why")
    expect(text.contains(" pairing failed: Repeated Attempts (09)"), "\(text)")
  }

  private func text(_ capture: SituationCapture, _ arguments: String...) throws -> String {
    try Program.run(["stats"] + arguments + ["-"], input: Data(capture.bytes)).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Who ended the only connection, in NDJSON.
  private func by(_ capture: SituationCapture) throws -> String? {
    let outcome = try Program.run(
      ["--quiet", "--format", "ndjson", "-"], input: Data(capture.bytes))
    return try Self.objects(outcome.output).first { $0["event"] as? String == "disconnected" }?[
      "by"] as? String
  }

  /// Codes with which the other side's host ends a connection.
  @Test func whoEndedIt() throws {
    for (reason, said) in [
      (0x3B, "#1 ended it: Unacceptable Connection Parameters (3B). [certain]"),
      (0x1A, "#1 probably ended it: Unsupported Remote Feature (1A). [likely]"),
      (0x05, "#1 probably ended it: Authentication Failure (05). [likely]"),
    ] as [(UInt8, String)] {
      var capture = SituationCapture(.h4)
      capture.connected(1)
      var asked = capture
      capture.add(.event, [5, 4, 0, 1, 0, reason])
      let text = try text(capture, "--why")
      expect(text.contains(said), "\(text)")
      try expect(by(capture), equals: "remote")
      asked.add(.command, [6, 4, 3, 1, 0, 0x13])
      asked.add(.event, [0x0F, 4, 0, 1, 6, 4])
      asked.add(.event, [5, 4, 0, 1, 0, reason])
      try expect(by(asked), equals: "unknown")
      let either = try self.text(asked, "--why")
      expect(either.contains("#1 or this host ended it"), "\(either)")
      expect(either.contains("; this host had asked for the end 20 ms before. [likely]"))
    }
    // Some controllers report the reason that their own host gave.
    for (reason, said) in [
      (0x13, "#1 or this host ended it: Remote User Terminated Connection (13). [likely]"),
      (0x15, "Device Terminated Connection due to Power Off (15). [certain]"),
    ] as [(UInt8, String)] {
      var capture = SituationCapture(.h4)
      capture.connected(1)
      capture.add(.command, [6, 4, 3, 1, 0, 0x13])
      capture.add(.event, [0x0F, 4, 0, 1, 6, 4])
      capture.add(.event, [5, 4, 0, 1, 0, reason])
      let text = try text(capture, "--why")
      expect(text.contains(said), "\(text)")
    }
    // This host asks for the end, and the peer is gone.
    for reason: UInt8 in [8, 0x22] {
      var capture = SituationCapture(.h4)
      capture.connected(1)
      capture.add(.command, [6, 4, 3, 1, 0, 0x13])
      capture.time += 890_000
      capture.add(.event, [5, 4, 0, 1, 0, reason])
      let said = "This host had asked for the end 900 ms before, and #1 no longer answered"
      try expect(text(capture, "--why").contains(said))
    }
  }

  /// Connections that ended in the same way are counted as one kind, whoever the centrals were.
  @Test func kindsOfEnds() throws {
    var air = RuleSceneTests.Air()
    for central: UInt8 in 10..<30 {
      air.read()
      // The sniffer loses two of them.
      if central % 10 != 0 { air.terminate() }
      air.time += 2_000_000
      air.connect(central: central)
    }
    air.read()
    let text = try Program.run(["stats", "-"], input: Data(air.capture.bytes)).output
    expect(text.contains("\n21 connections; the first 12 follow"), "\(text.prefix(2000))")
    expect(
      text.contains("\n    18  by the central: Remote User Terminated Connection (13)\n"),
      "\(text.prefix(2000))")
    expect(text.contains("\n     2  probably over: the sniffer lost it\n"), "\(text.prefix(2000))")
    expect(text.contains("\n     1  not ended\n"), "\(text.prefix(2000))")
  }

  /// What is written before the configuration is discovered counts as if it had been known.
  @Test(
    arguments: [[true], [true, false], [false, true], [true, false, true]], [[], [false], [true]])
  func writesBeforeTheDiscovery(early: [Bool], late: [Bool]) throws {
    func capture(_ first: Bool) throws -> String {
      var capture = SituationCapture(.h4)
      capture.connected(1)
      func discover() {
        capture.att([0x08, 1, 0, 0xFF, 0xFF, 3, 0x28], isSent: true)
        capture.att([0x09, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A], isSent: false)
        capture.att([0x04, 4, 0, 4, 0], isSent: true)
        capture.att([0x05, 1, 4, 0, 0x02, 0x29], isSent: false)
      }
      func write(_ isOn: Bool) {
        capture.att([0x12, 4, 0, isOn ? 1 : 0, 0], isSent: true)
        capture.att([0x13], isSent: false)
        if isOn { capture.notification([0, 60]) }
      }
      if first { discover() } else { capture.time += 40_000 }
      for isOn in early { write(isOn) }
      if first { capture.time += 40_000 } else { discover() }
      for isOn in late { write(isOn) }
      capture.add(.event, [5, 4, 0, 1, 0, 0x16])
      // Frames differ.
      return try text(capture, "--subscriptions")
        .replacing(#/ \(frame \d+\)/#, with: "")
    }
    let known = try capture(true)
    try expect(capture(false), equals: known)
    expect(known.contains("notifications on at"))
    expect(!known.contains("0004 "))
  }

  /// A sniffer heard a write that turns notifications on, and not its answer.
  @Test func anUnheardAnswerTurnsOn() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.att([0x08, 1, 0, 0xFF, 0xFF, 3, 0x28], isSent: true)
    capture.att([0x09, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A], isSent: false)
    capture.att([0x04, 4, 0, 4, 0], isSent: true)
    capture.att([0x05, 1, 4, 0, 0x02, 0x29], isSent: false)
    capture.att([0x12, 4, 0, 1, 0], isSent: true)
    capture.notification([0, 60])
    capture.add(.event, [5, 4, 0, 1, 0, 0x16])
    let text = try text(capture, "--subscriptions")
    expect(
      text.contains("probably turned on by frame 6, whose answer is not in the capture"), "\(text)")
    expect(!text.contains("never turned on"), "\(text)")
  }

  /// A request times out, and then the host gives up.
  @Test func timedOutBeforeTheEnd() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.att([0x0A, 3, 0], isSent: true)
    capture.time += 31_000_000
    capture.advertisement(2, [])
    capture.time += 4_000_000
    capture.add(.command, [6, 4, 3, 1, 0, 0x13])
    capture.add(.event, [5, 4, 0, 1, 0, 0x16])
    let text = try text(capture, "--why")
    expect(text.contains("; read 0003 was not answered within 30 s. [certain]"), "\(text)")
    expect(text.contains("read 0003: no answer in 30 s"), "\(text)")
  }

  /// A request about a range is named without what became of it.
  @Test func aSearchWithoutAnAnswer() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.att([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], isSent: true)
    capture.add(.event, [5, 4, 0, 1, 0, 8])
    let text = try text(capture, "--why")
    let name = "Read By Group Type 2800, 0001-FFFF"
    expect(text.contains("; \(name) had waited for an answer for 10 ms"), "\(text)")
    expect(text.contains("\(name): never answered"), "\(text)")
  }

  /// A change long before the end has not "just become".
  @Test func anOldChangeIsNoCircumstance() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.notification([1])
    capture.add(.event, [0x3E, 10, 3, 0, 1, 0, 12, 0, 0, 0, 72, 0])
    capture.time += 3_600_000_000
    capture.add(.event, [5, 4, 0, 1, 0, 8])
    expect(!(try text(capture, "--why")).contains("just become"))
    // The peer has missed the change: nothing was heard since just before it.
    var missed = SituationCapture(.h4)
    missed.connected(1)
    missed.notification([1])
    missed.add(.event, [0x3E, 10, 3, 0, 1, 0, 12, 0, 0, 0, 72, 0])
    missed.time += 690_000
    missed.add(.event, [5, 4, 0, 1, 0, 8])
    try expect(text(missed, "--why").contains("the interval had just become 15 ms"))
    // Only the time-out of the connection changed.
    var same = SituationCapture(.h4)
    same.connected(1)
    same.add(.event, [0x3E, 10, 3, 0, 1, 0, 24, 0, 0, 0, 100, 0])
    same.time += 990_000
    same.add(.event, [5, 4, 0, 1, 0, 8])
    expect(!(try text(same, "--why")).contains("just become"))
  }

  /// Interval, factor and latency may all be as large as their fields: their product is more than
  /// 64 bits hold.
  @Test func theLargestConnectionRate() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.add(
      .event,
      [0x3E, 14, 0x37, 0, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0x80, 0x0C])
    capture.time += 2_000_000
    capture.add(.event, [5, 4, 0, 1, 0, 8])
    let text = try text(capture, "--why")
    expect(text.contains("the interval had just become 8191.875 ms"), "\(text)")
  }

  @Test func turnedOffAndOn() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF7)
    capture.exchange([0x04, 4, 0, 9, 0], [0x05, 1, 4, 0, 0x02, 0x29])
    let off: [UInt8] = [0x12, 4, 0, 0, 0]
    let on: [UInt8] = [0x12, 4, 0, 1, 0]
    capture.exchange(off, [0x13])
    capture.exchange(on, [0x13])
    for _ in 0..<3 { capture.notification([1]) }
    var again = capture
    again.exchange(off, [0x13])
    try expect(text(again, "--subscriptions").contains("; off at"))
    again.time += 100_000_000
    again.exchange(on, [0x13])
    for _ in 0..<3 { again.notification([1]) }
    for capture in [capture, again] {
      let outcome = try Program.run(
        ["stats", "--format", "json", "-"], input: Data(capture.bytes))
      let answers = try #require(
        try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
      let row = try #require(
        Self.list(answers, "characteristics").first { $0["subscribed_at"] != nil })
      expect(row["unsubscribed_at"] == nil)
      expect(row["period_max_ms"] as? Double, equals: 10)
    }
    let said = "first value 10 ms later; turned on 2 times, the last at 100."
    try expect(text(again, "--subscriptions").contains(said))
    // The descriptor belongs to what is selected, and is itself not counted.
    let selected = try text(capture, "--handle", "3")
    expect(selected.contains("notifications on at"), "\(selected)")
    expect(selected.contains("THROUGHPUT 0 octets of values sent, 3 received"), "\(selected)")
    let descriptor = try text(capture, "--handle", "4")
    expect(descriptor.contains("notifications on at"), "\(descriptor)")
    expect(!descriptor.contains("no value since"), "\(descriptor)")
    try expect(text(capture, "--from", "0.105").contains("not turned on in the selected part"))
  }

  /// What is known of a capture, and of a device, only at the end.
  @Test func wholeCapture() throws {
    func stats(_ name: String, _ more: [String] = []) throws -> Object {
      let outcome = try Program.run(
        ["stats", "--format", "json"] + more + [Program.capture(name)])
      return try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    }
    let strap = try stats("polar-h7.btsnoop")
    let capture = try #require(strap["capture"] as? Object)
    let packets = try Program.run(
      ["packets", "--format", "ndjson", Program.capture("polar-h7.btsnoop")]
    ).lines.filter { !$0.isEmpty }
    let last = try #require(
      try JSONSerialization.jsonObject(with: Data(String(packets.last ?? "").utf8)) as? Object)
    expect(capture["records"] as? Int, equals: packets.count)
    expect(capture["end"] as? String, equals: last["time"] as? String)
    expect(capture["host"] as? String, equals: "C0:EE:FB:30:07:21")
    let device = try #require(Self.list(strap, "devices").first)
    let first = try #require(Self.number(device, "first_t"))
    let final = try #require(Self.number(device, "last_t"))
    expect(first < final && device["advertisements"] as? Int == 2)
    // A name rather than the address; and neither where no record says it.
    let central = try #require(try stats("vm-central.btsnoop")["capture"] as? Object)
    expect(central["host"] as? String, equals: "BlueZ 5.66")
    let air = try #require(try stats("polar-h7-ll.pcap")["capture"] as? Object)
    expect(air["host"] == nil && air["records"] as? Int == 380)
  }

  /// The answer to a read, and the next read, were not heard: the next answer may be that to either.
  @Test func anAnswerThatMayBeToAnotherRequest() throws {
    let capture = URL(fileURLWithPath: Program.capture("polar-h7-ll.pcap"))
    let whole = [UInt8](try Data(contentsOf: capture))
    var heard = Array(whole[..<24])
    var place = 24
    var frame = 1
    while place < whole.count {
      let length = 16 + whole[place + 8..<place + 12].reversed().reduce(0) { $0 << 8 | Int($1) }
      if !(138...143).contains(frame) { heard += whole[place..<place + length] }
      place += length
      frame += 1
    }
    let folder = try TemporaryFolder()
    let file = try folder.file("heard.pcap", heard)
    let connection = try #require(Self.list(try document("--latency", file), "connections").first)
    let requests = try #require(connection["att"] as? Object)
    expect(requests["requests"] as? Int == 35 && requests["answered"] as? Int == 33)
    expect(requests["perhaps_answered"] as? Int == 1 && requests["unanswered"] as? Int == 1)
    let text = try Program.run(["stats", "--latency", file]).output
    expect(text.contains("35 requests, 33 answered, 1 perhaps, 1 without an answer"))
  }

  /// Two intervals in turn, more often than changes are kept.
  @Test func manyChanges() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    for round in 0..<100 {
      let interval: UInt8 = round % 2 == 0 ? 12 : 80
      capture.add(.event, [0x3E, 10, 3, 0, 1, 0, interval, 0, 0, 0, 72, 0])
      capture.att([0x0A, 3, 0], isSent: true)
      capture.time += round % 2 == 0 ? 10_000 : 90_000
      capture.att([0x0B, 1], isSent: false)
    }
    capture.add(.event, [5, 4, 0, 1, 0, 0x13])
    let outcome = try Program.run(
      ["stats", "--format", "json", "-"], input: Data(capture.bytes))
    let answers = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let connection = try #require(Self.list(answers, "connections").first)
    let terms = Self.list(connection, "parameters")
    expect(terms.count, equals: 64)
    expect(terms.suffix(4).map { $0["interval_ms"] as? Double }, equals: [15, 100, 15, 100])
    let rows = try Program.run(["stats", "--latency", "-"], input: Data(capture.bytes)).lines
      .filter { $0.contains("at interval ") }
      .map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }
    expect(
      rows, equals: ["15 50 20.0 20.0 20.0 20.0 20.0", "100 50 100.0 100.0 100.0 100.0 100.0"])
  }

  /// What this host answers is told apart from what it asks for, and nothing is left out.
  @Test func answersOfBothSides() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    for isOwn in [false, false, true] {
      capture.att([0x0A, 3, 0], isSent: !isOwn)
      capture.time += isOwn ? 2_000 : 40_000
      capture.att([0x0B, 1], isSent: isOwn)
    }
    capture.add(.event, [5, 4, 0, 1, 0, 0x13])
    let rows = try Program.run(["stats", "--latency", "-"], input: Data(capture.bytes)).lines
      .map { $0.split(separator: " ").joined(separator: " ") }
    let asked = try #require(rows.first { $0.hasPrefix("at interval ") })
    let own = try #require(rows.first { $0.hasPrefix("by this host at") })
    expect(asked.split(separator: " ")[3] == "2" && own.split(separator: " ")[5] == "1")
    expect(rows.contains { $0.hasPrefix("all 3 ") })
  }

  /// Some controllers report each advertisement twice.
  @Test func reportsThatComeTwice() throws {
    var capture = SituationCapture(.h4)
    for _ in 0..<6 {
      // 1 ms apart; each record takes 10 ms.
      capture.advertisement(1, [2, 1, 6])
      capture.time -= 9_000
      capture.advertisement(1, [2, 1, 6])
      capture.time += 89_000
    }
    let lines = try Program.run(["stats", "--signal", "-"], input: Data(capture.bytes)).lines
    let row = try #require(lines.first { $0.contains("D0:11:22:33:44:01") })
    expect(row.split(separator: " ").dropFirst().prefix(2), equals: ["12", "100.0"], "\(row)")
  }

  /// The advertisements of its device are of a selected connection, too.
  @Test func aConnectionKeepsItsDevice() throws {
    let path = Program.capture("variations/ended-by-timeout.btsnoop")
    let all = Self.list(try document(path), "devices")
    let one = Self.list(try document("--connection", "1", path), "devices")
    let connected = try #require(one.first)
    expect((connected["advertisements"] as? Int ?? 0) > 0)
    expect(
      all.contains {
        $0["address"] as? String == connected["address"] as? String
          && $0["advertisements"] as? Int == connected["advertisements"] as? Int
      })
    // What comes after the end is another connection's, or none's.
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.add(.event, [5, 4, 0, 1, 0, 8])
    capture.advertisement(1, [2, 1, 6])
    capture.connected(1)
    let why = try text(capture, "--why", "--connection", "1")
    expect(
      why.contains(
        "it was seen advertising again 10 ms later: it was in reach, and has probably reset or given the link up."
      ), "\(why)")
    expect(why.contains("connects again") && !why.contains("C2"), "\(why)")
    var unheard = SituationCapture(.h4)
    unheard.connected(1)
    try expect(text(unheard, "--signal").contains("no advertisement was heard"))
  }

  /// Who does not scan hears nobody advertise.
  @Test func whenItIsHeardAgain() throws {
    var capture = SituationCapture(.h4)
    func scan(_ isOn: UInt8) {
      capture.add(.command, [0x0C, 0x20, 2, isOn, 0])
      capture.add(.event, [0x0E, 4, 1, 0x0C, 0x20, 0])
    }
    scan(1)
    capture.connected(1)
    scan(0)
    capture.add(.event, [5, 4, 0, 1, 0, 8])
    capture.time += 5_000_000
    scan(1)
    capture.advertisement(1, [2, 1, 6])
    let why = try text(capture, "--why")
    expect(
      why.contains("again 5.030 s later, 10 ms after this host began to scan."), "\(why)")
  }

  @Test func sectionsSelect() throws {
    let path = Program.capture("polar-h7.btsnoop")
    let sections = [
      "why": "WHY", "latency": "LATENCY", "throughput": "THROUGHPUT", "signal": "SIGNAL",
    ]
    for (option, heading) in sections {
      let text = try Program.run(["stats", "--\(option)", path]).output
      for other in sections.values {
        expect(text.contains(other), equals: (other == heading), "\(option)")
      }
    }
    let text = try Program.run(["stats", "--subscriptions", path]).output
    expect(text.contains("notifications on at"))
  }

  @Test func attributesSelect() throws {
    let path = Program.capture("polar-h7.btsnoop")
    let rows = Self.list(try document("--uuid", "2A37", path), "characteristics")
    expect(rows.map { $0["characteristic"] as? String }, equals: ["2A37"])
    let connection = try #require(
      Self.list(try document("--uuid", "2A19", path), "connections").first)
    expect((connection["att"] as? Object)?["answered"] as? Int, equals: 1)
    expect((connection["att"] as? Object)?["requests"] == nil)
  }

  @Test func nothingIsSilent() throws {
    let path = Program.capture("polar-h7.btsnoop")
    for (command, option, value) in [
      ("stats", "--uuid", "9999"), ("stats", "--from", "100"), ("packets", "--frame", "9999"),
      ("packets", "--handle", "0099"), ("trace", "--from", "100"),
    ] {
      let outcome = try Program.run([command, option, value, "-o", "/dev/null", path])
      expect(outcome.status, equals: 0)
      expect(outcome.errors, equals: "bleinspect: nothing in the capture matches \(option)\n")
    }
    for arguments in [["stats", "--uuid", "2A37"], ["gatt", "--uuid", "2A37"]] {
      try expect(Program.run(arguments + [path]).errors.isEmpty)
    }
    let outcome = try Program.run(["stats", "--connection", "9", path])
    expect(outcome.status == 0 && outcome.output.contains("no connection matches"))
    expect(outcome.errors.contains("nothing matches --connection 9"))
    let later = try Program.run(["stats", "--from", "100", path])
    expect(later.output.hasSuffix("\n\nnothing in this part of the capture\n"))
    let before = try Program.run(["stats", "--signal", "--from", "1.2", path])
    expect(before.output.contains("no advertisement was heard in this part\n"))
    let none = try Program.run(["stats", Program.capture("vm-rights.btsnoop")])
    expect(none.output.contains("no connection is in the capture"))
    expect(none.output.contains("no advertisement was heard"))
  }

  /// A host that reads after every four values, and sends none until it is answered.
  @Test func answersThatAreWaitedFor() throws {
    func limit(isWaited: Bool) throws -> Object? {
      var capture = SituationCapture(.h4)
      capture.connected(1)
      capture.discover(service: 0xFFF0, characteristic: 0xFFF1)
      capture.exchange([0x02, 23, 0], [0x03, 23, 0])
      let write = [UInt8]([0x52, 3, 0]) + [UInt8](repeating: 7, count: 20)
      for _ in 0..<40 {
        for _ in 0..<4 { capture.att(write, isSent: true) }
        capture.att([0x0A, 3, 0], isSent: true)
        if !isWaited { for _ in 0..<4 { capture.att(write, isSent: true) } }
        capture.time += 80_000
        capture.att([0x0B, 1], isSent: false)
      }
      let outcome = try Program.run(
        ["stats", "--format", "json", "-"], input: Data(capture.bytes))
      let answers = try #require(
        try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
      let connection = try #require(Self.list(answers, "connections").first)
      return (connection["throughput"] as? Object)?["limit"] as? Object
    }
    let waited = try #require(try limit(isWaited: true))
    expect(waited["cause"] as? String, equals: "answers")
    let text = try #require(waited["text"] as? String)
    expect(text.hasPrefix("answers, for which this host waits 6"), "\(text)")
    expect(text.contains(" % of the time, and sends nothing meanwhile: "), "\(text)")
    try expect(limit(isWaited: false)?["cause"] as? String != "answers")
  }

  /// Some devices notify at the handle of what their tree says is a descriptor.
  @Test func valuesOfADescriptor() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF1)
    capture.exchange([0x04, 4, 0, 9, 0], [0x05, 1, 4, 0, 0xF3, 0xFF])
    for _ in 0..<3 { capture.notification([1], of: 4) }
    let outcome = try Program.run(
      ["stats", "--format", "json", "-"], input: Data(capture.bytes))
    let answers = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let row = try #require(Self.list(answers, "characteristics").last)
    expect(row["notifications"] as? Int, equals: 3, "\(row)")
    let rules = Self.list(answers, "findings").map { $0["rule"] as? String }
    expect(rules, equals: ["values-without-subscription"])
  }

  /// What the link could carry, by hand: on LE 1M a PDU of 27 octets takes 296 us, an empty one 80 us,
  /// and each is followed by 150 us: 44 exchanges in 30 ms.
  @Test func theLimitOfTheLink() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    // 100 values of 20 octets a second: the recorder's clock goes on by 10 ms with each.
    for _ in 0..<250 { capture.notification([UInt8](repeating: 7, count: 20)) }
    let outcome = try Program.run(
      ["stats", "--format", "json", "-"], input: Data(capture.bytes))
    let answers = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let connection = try #require(Self.list(answers, "connections").first)
    let limit = try #require((connection["throughput"] as? Object)?["limit"] as? Object)
    expect(limit["interval_ms"] as? Double == 30 && limit["phy"] as? String == "1M")
    expect(limit["octets_per_event"] as? Int, equals: 44 * 20)
    expect(limit["possible_octets_per_s"] as? Int, equals: 29_333)
    let text = "not the link: 3.0 values an event of 30 ms, where 44 of 20 octets fit"
    expect(limit["text"] as? String, equals: text)
    // Few values meet no limit.
    let quiet = try #require(
      Self.list(try document(Program.capture("polar-h7.btsnoop")), "connections").first)
    expect((quiet["throughput"] as? Object)?["limit"] == nil)
  }

  /// Who limits what this host sends: the credits of its controller, the controllers, or itself.
  @Test func credits() throws {
    for (buffers, inFlight, cause) in [
      (2, 2, "credits"), (8, 8, "packets"), (8, 1, "sender"),
    ] as [(UInt8, Int, String)] {
      var capture = SituationCapture(.h4)
      // LE Read Buffer Size: packets of 27 octets.
      capture.add(.event, [0x0E, 7, 1, 0x02, 0x20, 0, 27, 0, buffers])
      capture.connected(1)
      func send() { capture.att([0x52, 3, 0] + [UInt8](repeating: 7, count: 20), isSent: true) }
      for _ in 0..<inFlight - 1 { send() }
      // With two buffers each event takes both packets; else it takes one.
      let sent = buffers == 2 ? 2 : 1
      if buffers == 2 { capture.add(.event, [0x13, 5, 1, 1, 0, 1, 0]) }
      for _ in 0..<60 {
        for _ in 0..<sent { send() }
        capture.add(.event, [0x13, 5, 1, 1, 0, UInt8(sent), 0])
        capture.time += Int64(2 - sent) * 10_000
      }
      let outcome = try Program.run(["stats", "--format", "json", "-"], input: Data(capture.bytes))
      let answers = try #require(
        try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
      let connection = try #require(Self.list(answers, "connections").first)
      let limit = try #require((connection["throughput"] as? Object)?["limit"] as? Object)
      expect(limit["cause"] as? String, equals: cause, "\(limit)")
    }
  }

  /// Strength by time and by channel, against what `packets` says of each.
  @Test func signal() throws {
    let path = Program.capture("polar-h7-ll.pcap")
    let answers = try document("--signal", path)
    let end = try #require(
      Self.list(answers, "connections").first.flatMap { Self.number($0, "end") })
    let packets = try Self.objects(
      try Program.run(["packets", "--quiet", "--format", "ndjson", path]).output
    ).filter { packet in
      // What acknowledges the end is no longer counted.
      guard let t = Self.number(packet, "t"), t <= end else { return false }
      let summary = packet["summary"] as? String ?? ""
      return packet["from"] as? String == "peripheral" && packet["connection"] as? Int == 1
        || ["ADV_IND", "SCAN_RSP"].contains { summary.hasPrefix("\($0) 00:22:D0:00:06:07") }
    }
    let device = try #require(
      Self.list(answers, "devices").first {
        $0["address"] as? String == "00:22:D0:00:06:07"
      })
    let good = packets.filter { $0["crc_ok"] as? Bool != false }
    expect(good.count == packets.count - 1 && good.count > 180)
    func mean(_ packets: [Object]) -> Double {
      let sum = packets.reduce(0) { $0 + (Self.number($1, "rssi_dbm") ?? 0) }
      return (sum / Double(packets.count) * 10).rounded() / 10
    }
    let rows = Self.list(device, "channels")
    expect(rows.count, equals: 40)
    for row in rows {
      let channel = row["channel"] as? Int
      let mine = packets.filter { $0["channel"] as? Int == channel }
      let whole = good.filter { $0["channel"] as? Int == channel }
      expect(row["packets"] as? Int, equals: mine.count)
      expect(row["bad_crc"] as? Int, equals: mine.count - whole.count)
      expect(Self.number(row, "rssi_mean_dbm"), equals: mean(whole))
    }
    let start = try #require(good.compactMap { Self.number($0, "t") }.min())
    for part in Self.list(device, "signal") {
      expect(part["seconds"] as? Int, equals: 1)
      let begin = try #require(Self.number(part, "t"))
      let mine = good.filter { packet in
        let t = Self.number(packet, "t") ?? 0
        return Int(t - start + 1e-7) == Int((begin - start).rounded())
      }
      expect(part["packets"] as? Int, equals: mine.count)
      expect(Self.number(part, "rssi_mean_dbm"), equals: mean(mine))
    }
    let why = try why("air/ends.pcap")
    expect(why.contains("last PDU of the peripheral, -62 dBm"))
  }

  // MARK: Rules

  /// The rules that find something in a capture.
  private func rules(_ capture: SituationCapture) throws -> [String] {
    let outcome = try Program.run(["stats", "--format", "json", "-"], input: Data(capture.bytes))
    let answers = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    return Self.list(answers, "findings").map { $0["rule"] as? String ?? "" }
  }

  /// A connection with 30 ms and a time-out of 720 ms, which is then changed.
  private func connection(interval: Int, latency: UInt8, timeout: UInt8) -> SituationCapture {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.add(
      .event,
      [
        0x3E, 10, 3, 0, 1, 0, UInt8(interval & 0xFF), UInt8(interval >> 8), latency, 0, timeout, 0,
      ])
    return capture
  }

  @Test func timeouts() throws {
    // 1 s; 1 s, 3 s and 2.55 s.
    try expect(
      rules(connection(interval: 800, latency: 0, timeout: 100)), equals: ["timeout-too-short"])
    try expect(
      rules(connection(interval: 400, latency: 0, timeout: 200)), equals: ["timeout-fragile"])
    try expect(rules(connection(interval: 24, latency: 0, timeout: 200)), equals: [])
    try expect(
      rules(connection(interval: 24, latency: 30, timeout: 100)), equals: ["timeout-too-short"])
  }

  @Test func ends() throws {
    for (reason, rule) in [
      (0x08, "link-lost"), (0x3E, "never-established"), (0x3D, "mic-failure"),
      (0x28, "instant-passed"), (0x06, "bonding-lost"), (0x22, "procedure-timeout"),
      (0x1F, "ended-by-error"),
    ] as [(UInt8, String)] {
      var capture = SituationCapture(.h4)
      for _ in 0..<3 {
        capture.connected(1)
        capture.add(.event, [5, 4, 0, 1, 0, reason])
      }
      try expect(rules(capture), equals: [rule, rule, rule, "disconnects-repeat"])
    }
    // By the peer at once, and by this host.
    for (reason, found) in [(0x13, ["ended-at-once"]), (0x16, [])] as [(UInt8, [String])] {
      var capture = SituationCapture(.h4)
      for _ in 0..<3 {
        capture.connected(1)
        capture.add(.event, [5, 4, 0, 1, 0, reason])
      }
      try expect(rules(capture), equals: found + found + found)
    }
  }

  @Test func subscriptions() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF7)
    capture.exchange([0x04, 4, 0, 9, 0], [0x05, 1, 4, 0, 0x02, 0x29])
    var silent = capture
    silent.exchange([0x12, 4, 0, 1, 0], [0x13])
    silent.time += 11_000_000
    silent.att([0x52, 9, 0, 1], isSent: true)
    try expect(rules(silent), equals: ["silent-subscription"])
    var answered = silent
    answered.notification([1])
    try expect(rules(answered), equals: [])
    capture.notification([1])
    try expect(rules(capture), equals: ["values-without-subscription"])
  }

  /// An app that gets no values may have forgotten to ask for them.
  @Test func neverTurnedOn() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF7)
    capture.exchange([0x04, 4, 0, 9, 0], [0x05, 1, 4, 0, 0x02, 0x29])
    capture.att([0x52, 3, 0, 1], isSent: true)
    let never = " never turned on: 0003 FFF7"
    try expect(text(capture, "--subscriptions").contains(never))
    expect(try !text(capture, "--latency").contains("never turned on"))
    expect(try !text(capture, "--from", "0").contains("never turned on"))
    var sent = capture
    sent.notification([1])
    expect(try !text(sent, "--subscriptions").contains(never))
    // Of the board's own log it is what the board offers.
    let board = try Program.run(
      ["stats", "--subscriptions", Program.capture("passkeys/strap-side.btsnoop")]
    ).output
    expect(board.contains("never turned on (this host's): "), "\(board)")
    var on = capture
    on.exchange([0x12, 4, 0, 1, 0], [0x13])
    expect(try !text(on, "--subscriptions").contains("never turned on"))
  }

  @Test func neverTurnedOnInJSON() throws {
    func silent(_ name: String) throws -> [(key: String, handle: Int?)] {
      let outcome = try Program.run(["stats", "--format", "json", Program.capture(name)])
      let answers = try #require(
        try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
      return Self.list(answers, "connections").flatMap { connection in
        ["never_turned_on", "not_heard_turned_on"].flatMap { key in
          Self.list(connection, key).map { (key, $0["handle"] as? Int) }
        }
      }
    }
    let board = try silent("passkeys/strap-side.btsnoop")
    expect(!board.isEmpty && board.allSatisfy { $0.key == "never_turned_on" && $0.handle != nil })
    try expect(silent("polar-h7.btsnoop").isEmpty)
  }

  /// What Android calls 133: no connection came of it, so it is in none.
  @Test func attemptsThatMadeNoConnection() throws {
    let cancelled = Program.capture("variations/cancelled.btsnoop")
    let why = try Program.run(["stats", "--why", cancelled]).output
    expect(
      why.hasSuffix(
        """

        ATTEMPTS TO CONNECT that made no connection
                   t    frame
               1.852       43  #1 Polar H7 000607: attempt cancelled; asked for 1500 ms
                               before, in frame 39

        """), "\(why)")
    let outcome = try Program.run(["stats", "--format", "json", cancelled])
    let answers = try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let attempts = Self.list(answers, "attempts")
    expect(attempts.count == 1 && attempts.first?["frame"] as? Int == 43)
    expect(attempts.first?["request_frame"] as? Int, equals: 39)
    expect(attempts.first?["by"] as? String, equals: "local")
    expect(try !Program.run(["stats", "--latency", cancelled]).output.contains("ATTEMPTS"))
    expect(
      try !Program.run(["stats", "--why", "--connection", "1", cancelled]).output
        .contains("ATTEMPTS"))
  }

  /// A sniffer that loses a connection hears no values, whatever the device does.
  @Test func noValuesOfALostConnection() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Program.capture("polar-h7-ll.pcap")))
    func length(_ place: Int) -> Int {
      16 + (0..<4).reduce(0) { $0 | Int(whole[place + 8 + $1]) << (8 * $1) }
    }
    var end = 24
    // The answer to what turns the heart rate on is record 174.
    for _ in 0..<175 { end += length(end) }
    // Only an advertisement, the first record, half a minute later.
    var late = whole[24..<24 + length(24)]
    late[late.startIndex] = whole[end] &+ 30
    let cut = whole[..<end] + late
    let outcome = try Program.run(["stats", "--format", "json", "-"], input: Data(cut))
    let answers = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    expect(Self.list(answers, "findings").map { $0["rule"] as? String }, equals: ["answer-damaged"])
    expect(Self.list(answers, "connections").count, equals: 1)
  }

  /// Values stop when a link is lost; only what stops while it is there is another fault.
  @Test func valuesStopWithTheLink() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF7)
    capture.exchange([0x04, 4, 0, 9, 0], [0x05, 1, 4, 0, 0x02, 0x29])
    capture.exchange([0x12, 4, 0, 1, 0], [0x13])
    for _ in 0..<30 {
      capture.time += 1_000_000
      capture.notification([1])
    }
    capture.time += 12_000_000
    var lost = capture
    lost.add(.event, [5, 4, 0, 1, 0, 0x08])
    try expect(rules(lost), equals: ["link-lost"])
    capture.exchange([0x0A, 3, 0], [0x0B, 1])
    capture.time += 2_000_000
    capture.add(.event, [5, 4, 0, 1, 0, 0x08])
    try expect(rules(capture).sorted(), equals: ["link-lost", "values-stop"])
  }

  @Test func answersAndLength() throws {
    var slow = SituationCapture(.h4)
    slow.connected(1)
    slow.att([0x0A, 3, 0], isSent: true)
    slow.time += 1_100_000
    slow.att([0x0B, 1], isSent: false)
    try expect(rules(slow), equals: ["slow-answers"])
    // The host is the server: its own time, which is long or short.
    for (time, expected) in [(1_100_000, ["slow-answers"]), (900_000, [])] as [(Int64, [String])] {
      var served = SituationCapture(.h4)
      served.connected(1)
      served.att([0x0A, 3, 0], isSent: false)
      served.time += time
      served.att([0x0B, 1], isSent: true)
      try expect(rules(served), equals: expected)
    }
    var long = SituationCapture(.h4)
    long.connected(1)
    for _ in 0..<10 { long.att([0x52, 3, 0] + [UInt8](repeating: 7, count: 20), isSent: true) }
    try expect(rules(long), equals: ["mtu-left-at-minimum"])
  }

  /// What this host serves does not hide what it waits for.
  @Test func oneServedAnswerHidesNothing() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.att([0x02, 0, 2], isSent: false)
    capture.att([0x03, 23, 0], isSent: true)
    capture.att([0x0A, 3, 0], isSent: true)
    capture.time += 1_100_000
    capture.att([0x0B, 1], isSent: false)
    try expect(rules(capture), equals: ["slow-answers"])
  }

  /// A Read Response has room for two octets more.
  @Test func whatIsReadIsLonger() throws {
    for (length, expected) in [(20, []), (22, ["mtu-left-at-minimum"])] as [(Int, [String])] {
      var capture = SituationCapture(.h4)
      capture.connected(1)
      for _ in 0..<12 {
        capture.exchange([0x0A, 3, 0], [0x0B] + [UInt8](repeating: 7, count: length))
      }
      try expect(rules(capture), equals: expected)
    }
  }

  /// A client that has the attributes from before writes to handles that the capture does not explain.
  @Test func aWriteMayHaveSubscribed() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.exchange([0x12, 5, 0, 1, 0], [0x13])
    capture.notification([1])
    try expect(rules(capture), equals: [])
  }

  /// 20 values in each of 20 events, and then silence: the link was full for a part of the second.
  @Test func aBurstIsLimitedByTheLink() throws {
    var capture = connection(interval: 12, latency: 0, timeout: 200)
    for index in 0..<400 {
      capture.notification([UInt8](repeating: 7, count: 20))
      capture.time += index % 20 == 19 ? 5_000 : -10_000
    }
    let text = try text(capture, "--throughput")
    expect(text.contains("Limit:") && !text.contains("not the link"), "\(text)")
  }

  /// An interval with two latencies: the larger one excuses the answers.
  @Test func aLatencyExcusesSlowAnswers() throws {
    var capture = connection(interval: 24, latency: 0, timeout: 200)
    func answers(_ count: Int, _ wait: Int64) {
      for _ in 0..<count {
        capture.att([0x0A, 3, 0], isSent: true)
        capture.time += wait
        capture.att([0x0B, 1], isSent: false)
      }
    }
    answers(10, 30_000)
    capture.add(.event, [0x3E, 10, 3, 0, 1, 0, 24, 0, 4, 0, 200, 0])
    answers(30, 90_000)
    try expect(rules(capture), equals: [])
    answers(10, 240_000)
    try expect(rules(capture), equals: ["slow-answers"])
  }

  /// What is slow for its interval is found where that begins, not at the slowest request of all.
  @Test func slowAnswersAreOfTheirInterval() throws {
    var capture = connection(interval: 80, latency: 0, timeout: 200)
    for (interval, wait) in [(80, 200_000), (6, 60_000)] as [(UInt8, Int64)] {
      capture.add(.event, [0x3E, 10, 3, 0, 1, 0, interval, 0, 0, 0, 200, 0])
      for _ in 0..<20 {
        capture.att([0x0A, 3, 0], isSent: true)
        capture.time += wait
        capture.att([0x0B, 1], isSent: false)
      }
    }
    let outcome = try Program.run(["stats", "--format", "json", "-"], input: Data(capture.bytes))
    let answers = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let finding = try #require(
      Self.list(answers, "findings").first { $0["rule"] as? String == "slow-answers" })
    expect((finding["text"] as? String)?.hasSuffix("at an interval of 7.5 ms"), equals: true)
    let terms = Self.list(try #require(Self.list(answers, "connections").first), "parameters")
    expect(finding["t"] as? Double, equals: terms.last?["t"] as? Double)
  }

  /// The peripheral asks for other parameters by L2CAP, and the central refuses, or accepts.
  @Test func refusedParameters() throws {
    for (result, expected) in [(1, ["interval-refused"]), (0, [])] as [(UInt8, [String])] {
      var capture = SituationCapture(.h4)
      capture.connected(1)
      let request: [UInt8] = [0x12, 1, 8, 0, 24, 0, 24, 0, 0, 0, 200, 0]
      capture.fragment([12, 0, 5, 0] + request, handle: 1, isSent: false, isStart: true)
      capture.fragment(
        [6, 0, 5, 0, 0x13, 1, 2, 0, result, 0], handle: 1, isSent: true, isStart: true)
      try expect(rules(capture), equals: expected)
    }
  }

  /// Its controller asks the host, which refuses, or accepts; a peripheral may refuse what the central asks for.
  @Test func refusedParametersOfTheController() throws {
    for (role, opcode, expected) in [
      (0, 0x21, ["interval-refused"]), (0, 0x20, []), (1, 0x21, []),
    ] as [(UInt8, UInt8, [String])] {
      var capture = SituationCapture(.h4)
      capture.add(
        .event,
        [0x3E, 19, 1, 0, 1, 0, role, 1, 1, 0x44, 0x33, 0x22, 0x11, 0xD0, 24, 0, 0, 0, 72, 0, 0])
      capture.add(.event, [0x3E, 11, 6, 1, 0, 24, 0, 24, 0, 0, 0, 200, 0])
      capture.add(.command, [opcode, 0x20, 3, 1, 0, 0x3B])
      try expect(rules(capture), equals: expected)
    }
  }

  @Test func intervals() throws {
    // 150 ms, and 40 answers that take 140 ms each.
    var long = connection(interval: 120, latency: 0, timeout: 200)
    for _ in 0..<40 {
      long.att([0x0A, 3, 0], isSent: true)
      long.time += 130_000
      long.att([0x0B, 1], isSent: false)
    }
    try expect(rules(long), equals: ["interval-too-long"])
    // The report has it, too, and says who has asked for that interval.
    var asked = SituationCapture(.h4)
    asked.connected(1)
    asked.signal([0x12, 1, 8, 0, 100, 0, 120, 0, 0, 0, 200, 0], isSent: false)
    asked.signal([0x13, 1, 2, 0, 0, 0], isSent: true)
    asked.add(.event, [0x3E, 10, 3, 0, 1, 0, 120, 0, 0, 0, 200, 0])
    for _ in 0..<40 {
      asked.att([0x0A, 3, 0], isSent: true)
      asked.time += 130_000
      asked.att([0x0B, 1], isSent: false)
    }
    let report = try Program.run(["-"], input: Data(asked.bytes)).lines.joined(separator: " ")
    expect(report.contains("waiting for answers takes 5.600 s in total, at an interval of"))
    expect(report.contains(" 150 ms, as the peer has asked (frame "))
    var short = connection(interval: 6, latency: 0, timeout: 200)
    short.notification([1])
    short.time += 61_000_000
    short.notification([2])
    try expect(rules(short).filter { $0.hasPrefix("interval") }, equals: ["interval-too-short"])
    // Nobody knows how long it was where the clock was set.
    var jumping = connection(interval: 6, latency: 0, timeout: 200)
    jumping.notification([1])
    jumping.time += 400_000_000_000
    jumping.notification([2])
    try expect(rules(jumping).filter { $0.hasPrefix("interval") }, equals: [])
    var used = connection(interval: 6, latency: 0, timeout: 200)
    for _ in 0..<500 {
      used.notification([1])
      used.time += 115_000
    }
    try expect(rules(used).filter { $0.hasPrefix("interval") }, equals: [])
  }

  @Test func whatTheControllerKept() throws {
    for (completed, expected) in [(3, []), (1, ["data-not-delivered"]), (0, [])]
      as [(UInt8, [String])]
    {
      var capture = SituationCapture(.h4)
      capture.connected(1)
      for _ in 0..<3 { capture.att([0x52, 3, 0, 1], isSent: true) }
      if completed > 0 { capture.add(.event, [0x13, 5, 1, 1, 0, completed, 0]) }
      capture.add(.event, [5, 4, 0, 1, 0, 0x13])
      try expect(rules(capture), equals: expected)
    }
  }

  /// A pairing of this host, the central, that ends in encryption.
  private func pair(
    _ capture: inout SituationCapture, abilities: UInt8, requirements: UInt8, keySize: UInt8 = 16
  ) {
    for (code, isSent) in [(1, true), (2, false)] as [(UInt8, Bool)] {
      let pdu: [UInt8] = [code, abilities, 0, requirements, keySize, 1, 1]
      capture.fragment(
        [UInt8(pdu.count), 0, 6, 0] + pdu, handle: 1, isSent: isSent, isStart: true)
    }
    capture.add(.event, [8, 4, 0, 1, 0, 1])
  }

  @Test func pairings() throws {
    for (abilities, requirements, keySize, expected) in [
      // Keyboard and display; bonding, protection, Secure Connections.
      (4, 0x0D, 16, []),
      (4, 0x09, 16, ["just-works-avoidable"]),
      (3, 0x09, 16, []),
      (4, 0x01, 16, ["just-works-avoidable", "legacy-pairing"]),
      (3, 0x09, 7, ["short-key"]),
    ] as [(UInt8, UInt8, UInt8, [String])] {
      var capture = SituationCapture(.h4)
      capture.connected(1)
      pair(&capture, abilities: abilities, requirements: requirements, keySize: keySize)
      try expect(rules(capture), equals: expected)
    }
    var again = SituationCapture(.h4)
    again.connected(1)
    for _ in 0..<3 { pair(&again, abilities: 4, requirements: 0x0D) }
    try expect(rules(again), equals: ["pairings-repeat"])
    var lost = SituationCapture(.h4)
    lost.connected(1)
    lost.add(.event, [8, 4, 6, 1, 0, 0])
    try expect(rules(lost), equals: ["bonding-lost"])
  }

  /// Each of the pairings of a connection is judged, not the last one alone.
  @Test func pairingsOfOneConnection() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    pair(&capture, abilities: 4, requirements: 0x09)
    pair(&capture, abilities: 3, requirements: 0x09, keySize: 7)
    pair(&capture, abilities: 3, requirements: 0x09, keySize: 7)
    pair(&capture, abilities: 4, requirements: 0x0D)
    let outcome = try Program.run(["stats", "--format", "json", "-"], input: Data(capture.bytes))
    let answers = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let findings = Self.list(answers, "findings").filter {
      $0["rule"] as? String != "pairings-repeat"
    }
    let frames = findings.map { "\($0["rule"] ?? "") \($0["frame"] ?? 0) \($0["count"] ?? 1)" }
    // Three records each, after the connection.
    expect(frames, equals: ["just-works-avoidable 2 1", "short-key 5 2"])
  }

  /// Pairings are judged where they are selected, as everything else is.
  @Test(
    arguments: [
      ("legacy-fresh", [], [32, 94]), ("legacy-fresh", ["--frame", "1-60"], [32]),
      ("legacy-fresh", ["--from", "6"], [94]), ("legacy-fresh", ["--to", "6"], [32]),
      ("legacy-fresh", ["--to", "1"], []), ("repeated", [], [214]),
      ("repeated", ["--from", "6"], []), ("repeated", ["--to", "6"], []),
    ] as [(String, [String], [Int])])
  func pairingsOfATime(_ capture: String, _ options: [String], _ frames: [Int]) throws {
    let outcome = try Program.run(
      ["stats", "--format", "json"] + options + [Program.capture("passkeys/\(capture).btsnoop")])
    let answers = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let rule = capture == "repeated" ? "passkey-repeated" : "legacy-pairing"
    let found = Self.list(answers, "findings").filter { $0["rule"] as? String == rule }
    expect(found.map { $0["frame"] as? Int }, equals: frames)
  }

  /// Of each rule so many are kept, and the rest is counted.
  @Test func manyFindings() throws {
    var capture = SituationCapture(.h4)
    for _ in 0..<203 {
      capture.connected(1)
      pair(&capture, abilities: 3, requirements: 0x01)
      capture.add(.event, [5, 4, 0, 1, 0, 0x13])
    }
    let outcome = try Program.run(["stats", "--format", "json", "-"], input: Data(capture.bytes))
    let answers = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let rules = Self.list(answers, "findings").map { $0["rule"] as? String }
    expect(rules.count { $0 == "legacy-pairing" }, equals: 200)
    expect(answers["findings_left_out"] as? Int, equals: 3)
  }

  /// A finding in text names its connection, time, frame and device; its frame once.
  @Test func findingsInText() throws {
    let lost = try Program.run(
      ["stats", Program.capture("variations/ended-by-timeout.btsnoop")])
    expect(
      lost.lines.contains("  ! C1   9.204     link-lost, frame 142, #1 Polar H7 000607"),
      "\(lost.output)")
    let refused = try Program.run(["stats", Program.capture("variations/error.btsnoop")]).output
    expect(refused.contains("request-refused, frame ") && !refused.contains("(80), frame"))
  }

  /// Which pairings of scenes use a passkey again.
  @Test(
    arguments: [
      ("repeated", "frame 214 of C2: the same passkey as in the pairing of C1, frame 32"),
      ("fresh", nil),
      ("legacy-repeated", "frame 94 of C2: the same passkey as in the pairing of C1, frame 32"),
      ("legacy-fresh", nil),
      ("strap-side", "frame 156 of C3: the same passkey as in the pairing of C1, frame 38"),
    ] as [(String, String?)])
  func passkeys(scene: String, expected: String?) throws {
    let answers = try document(Program.capture("passkeys/\(scene).btsnoop"))
    let found = Self.list(answers, "findings").filter {
      $0["rule"] as? String == "passkey-repeated"
    }.map { "frame \($0["frame"] ?? 0) of C\($0["connection"] ?? 0): \($0["text"] ?? "")" }
    expect(found, equals: [expected].compactMap { $0 })
    // The other connection alone has none.
    let part = try document("--connection", "1", Program.capture("passkeys/\(scene).btsnoop"))
    expect(!Self.list(part, "findings").contains { $0["rule"] as? String == "passkey-repeated" })
    let text = try Program.run(["stats", "--all", Program.capture("passkeys/\(scene).btsnoop")])
    for passkey in ["201607", "4711"] { expect(!text.output.contains(passkey)) }
  }

  @Test func addresses() throws {
    func capture(_ highest: UInt8, hours: Int64) -> SituationCapture {
      var capture = SituationCapture(.h4)
      for _ in 0...hours {
        capture.add(
          .event, [0x3E, 12, 2, 1, 0, 1, 1, 0x44, 0x33, 0x22, 0x11, highest, 0, 0xC4])
        capture.time += 3_600_000_000
      }
      return capture
    }
    try expect(rules(capture(0x70, hours: 1)), equals: ["address-kept"])
    try expect(rules(capture(0x70, hours: 0)), equals: [])
    // A static one stays.
    try expect(rules(capture(0xF0, hours: 2)), equals: [])
  }

  /// What the report finds, `stats` finds, too, by the same rule.
  @Test(arguments: Program.captures) func theReportsFindingsAreAmongThem(capture: String) throws {
    let path = Program.capture(capture)
    let report = try Program.run(["--quiet", "--format", "json", path])
    let object = try #require(
      try JSONSerialization.jsonObject(with: report.bytes) as? Object)
    func places(_ findings: [Object]) -> [String] {
      findings.map { "\($0["frame"] ?? "") \($0["rule"] ?? "") \($0["severity"] ?? "")" }
    }
    var mine = places(Self.list(try document(path), "findings"))
    for place in places(Self.list(object, "findings")) {
      let index = mine.firstIndex(of: place)
      expect(index != nil, "\(place)")
      if let index { mine.remove(at: index) }
    }
  }

  /// Nothing is wrong with these.
  @Test(arguments: [
    "polar-h7.btsnoop", "two-straps.btsnoop", "bonded-reconnect.btsnoop", "classic-att.btsnoop",
    "sensortag-cc2541.btsnoop", "sensortag-cc2650.btsnoop", "polar-h7-monitor.btsnoop",
  ])
  func cleanCaptures(capture: String) throws {
    let findings = Self.list(try document(Program.capture(capture)), "findings")
    expect(findings.map { $0["rule"] as? String }, equals: [])
  }

  @Test func explanations() throws {
    let list = try Program.run(["explain"])
    // A line each, in groups.
    let rules = list.lines.filter { $0.hasPrefix("  ") }
    expect(list.status == 0 && rules.count == FindingRule.all.count)
    expect(rules.allSatisfy { $0.count > 42 && $0.count <= 80 }, "\(rules)")
    expect(zip(rules, FindingRule.all).allSatisfy { $0.contains(" \($1.identifier) ") })
    expect(list.lines.contains("Subscriptions"))
    expect(Set(FindingRule.all.map(\.identifier)).count, equals: FindingRule.all.count)
    func joined(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let documentation = joined(
      try String(
        contentsOf: Program.root.appending(path: "docs/findings.md"), encoding: .utf8))
    for rule in FindingRule.all {
      let outcome = try Program.run(["explain", rule.identifier])
      expect(outcome.status == 0 && outcome.lines.allSatisfy { $0.count <= 80 })
      let text = joined(outcome.output)
      expect(text.contains(rule.condition) && text.contains(rule.advice))
      expect(
        documentation.contains(
          "### `\(rule.identifier)` (\(rule.severity.rawValue)) \(rule.condition) \(rule.advice)"),
        "docs/findings.md does not have '\(rule.identifier)' as its row has it")
    }
    let unknown = try Program.run(["explain", "slow-answer"])
    expect(unknown.status == 2 && unknown.errors.contains("did you mean 'slow-answers'"))
  }

  // MARK: A server that changes

  /// Handle 3 is a heart rate until Service Changed, and then a battery level, which nobody turns on.
  @Test(arguments: [false, true]) func oneHandleOfTwoCharacteristics(isUsed: Bool) throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    func declaration(_ properties: UInt8, _ uuid: [UInt8]) -> [UInt8] {
      [0x09, 7, 2, 0, properties, 3, 0] + uuid
    }
    capture.exchange([0x08, 1, 0, 0x1F, 0, 3, 0x28], declaration(0x10, [0x37, 0x2A]))
    capture.exchange(
      [0x08, 0x20, 0, 0xFF, 0xFF, 3, 0x28], [0x09, 7, 0x20, 0, 0x20, 0x21, 0, 5, 0x2A])
    capture.exchange([0x04, 4, 0, 4, 0], [0x05, 1, 4, 0, 0x02, 0x29])
    capture.exchange([0x12, 4, 0, 1, 0], [0x13])
    capture.att([0x1B, 3, 0, 0, 72], isSent: false)
    capture.att([0x1B, 3, 0, 0, 73], isSent: false)
    capture.att([0x1D, 0x21, 0, 1, 0, 0x1F, 0], isSent: false)
    capture.att([0x1E], isSent: true)
    capture.exchange([0x08, 1, 0, 0x1F, 0, 3, 0x28], declaration(0x12, [0x19, 0x2A]))
    if isUsed { capture.exchange([0x0A, 3, 0], [0x0B, 90]) }
    let outcome = try Program.run(
      ["stats", "--quiet", "--format", "json", "-"], input: Data(capture.bytes))
    let document = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let rows = Self.list(document, "characteristics").filter { $0["handle"] as? Int == 3 }
    expect(
      rows.map { $0["characteristic"] as? String }, equals: (isUsed ? ["2A37", "2A19"] : ["2A37"]))
    expect(rows.map { $0["notifications"] as? Int }, equals: (isUsed ? [2, 0] : [2]))
    expect(rows.map { $0["reads"] as? Int }, equals: (isUsed ? [0, 1] : [0]))
    expect(rows.map { $0["subscribed_at"] != nil }, equals: (isUsed ? [true, false] : [true]))
    let connection = try #require(Self.list(document, "connections").first)
    expect(
      Self.list(connection, "never_turned_on").map { $0["characteristic"] as? String },
      equals: ["2A19"])
  }

  @Test func aFailedUpdateSaysOfWhat() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.add(.event, [0x3E, 6, 0x0C, 0x1A, 1, 0, 1, 1])
    let text = try Program.run(["stats", "--why", "-"], input: Data(capture.bytes)).output
    expect(text.contains("PHY update failed: Unsupported Remote Feature"))
  }

  /// A controller that reports what cannot be: the peer was heard.
  @Test func aConnectionThatWasEstablished() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.exchange([0x0A, 3, 0], [0x0B, 7])
    capture.add(.event, [5, 4, 0, 1, 0, 0x3E])
    let text = try Program.run(["stats", "--why", "-"], input: Data(capture.bytes)).output
    expect(text.contains("The controller says that the connection was never established"))
    expect(text.contains("[likely]"), "\(text)")
  }

  /// What is refused twice, and what else is.
  @Test func refusedParametersAreToldApart() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    for (identifier, latency) in zip([1, 2, 3], [0, 0, 4] as [UInt8]) {
      let ask: [UInt8] = [0x12, UInt8(identifier), 8, 0, 6, 0, 12, 0, latency, 0, 200, 0]
      capture.signal(ask, isSent: false)
      capture.signal([0x13, UInt8(identifier), 2, 0, 1, 0], isSent: true)
    }
    let outcome = try Program.run(
      ["stats", "--quiet", "--format", "json", "-"], input: Data(capture.bytes))
    let document = try #require(
      try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let finding = try #require(Self.list(document, "findings").first)
    expect(
      finding["text"] as? String,
      equals:
        "the peripheral asks for 7.5-15 ms, latency 0, 2 s: refused, 2 times; other parameters: 1 refusal"
    )
  }

  // MARK: Percentiles

  /// More than fit into memory, in several streams, of both signs and all sizes.
  @Test(arguments: [1, 7, 64, 100_000]) func percentilesAreExact(runLength: Int) throws {
    var spool = DurationSpool(runLength: runLength)
    var generator = SystemRandomNumberGenerator()
    var plain: [[Int64]] = []
    for _ in 0..<9 {
      expect(spool.makeStream(), equals: plain.count)
      plain.append([])
    }
    for _ in 0..<(runLength == 1 ? 200 : 3000) {
      // The last stream stays empty.
      let stream = Int.random(in: 0..<8, using: &generator)
      let size = Int64(1) << Int64.random(in: 0...52, using: &generator)
      // Microseconds, beyond 4.8 hours.
      let value = Int64.random(in: -size...size, using: &generator)
      let exact = value.magnitude > 17_592_186_044_000 ? value / 1000 * 1000 : value
      spool.add(exact, to: stream)
      plain[stream].append(exact)
    }
    spool.add(1, to: nil)
    spool.add(1, to: 99)
    let found = spool.percentiles()
    expect(spool.error == nil && found.count == 9)
    for (percentiles, values) in zip(found, plain) {
      let sorted = values.sorted()
      func rank(_ percent: Int) -> Int64 { sorted[(sorted.count * percent + 99) / 100 - 1] }
      var expected = DurationSpool.Percentiles()
      if !sorted.isEmpty {
        expected.count = sorted.count
        expected.least = sorted[0]
        expected.median = rank(50)
        expected.p95 = rank(95)
        expected.p99 = rank(99)
        expected.most = sorted[sorted.count - 1]
      }
      expect(percentiles, equals: expected)
    }
  }

  /// Sizes beyond all limits keep their order.
  @Test func hugeDurationsAreBounded() {
    var spool = DurationSpool(runLength: 2)
    let stream = spool.makeStream()
    for value in [Int64.max, .min, 0, Int64.max - 1] { spool.add(value, to: stream) }
    let found = spool.percentiles()
    expect(found[0].least < -17_000_000_000_000_000 && found[0].most > 17_000_000_000_000_000)
    expect(found[0].median, equals: 0)
  }
}
