import ATTDissector
import Bytes
import GATTSession
import GATTValues
import JSONText
import Timeline
import TestSupport
import Testing

@testable import Regression

private let head =
  "{\"event\":\"capture\",\"schema\":1,\"format\":\"btsnoop\",\"link_type\":\"hci_h4\"}"

private func read(_ lines: String..., head: String = head) throws -> RecordedTimeline {
  try read(bytes: Array(([head] + lines).map { $0 + "\n" }.joined().utf8))
}

/// - piece: bytes that come at a time.
private func read(bytes: [UInt8], piece: Int = .max) throws -> RecordedTimeline {
  var reader = TimelineReader(name: "x.ndjson")
  var waiting: [UInt8] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    waiting += rest.prefix(piece)
    rest = rest.dropFirst(piece)
    let used = try reader.consume(waiting.rawBytes, atEnd: false)
    waiting.removeFirst(used)
  }
  _ = try reader.consume(waiting.rawBytes, atEnd: true)
  return try reader.finish()
}

private func json(_ timeline: RecordedTimeline, _ members: ByteSlice) -> String {
  timeline.words(of: .object(members))
}

private func event(_ members: String) -> String { "{\"frame\":7,\"t\":1.5,\(members)}" }

@Suite struct TimelineReaderTests {
  private let notification =
    #"""
    {"frame":144,"time":"2026-03-01T09:00:04.702580Z","t":4.700180,"event":"notification",\#
    "connection":1,"address":"00:22:D0:00:06:07","address_type":"public","name":"Polar H7",\#
    "direction":"received","from":"peripheral","handle":18,"service":"180D",\#
    "characteristic":"2A37","instance":2,"label":"Heart Rate \"M\"","l2cap_channel":3,\#
    "value":"165b9c02","decoded":{"heart_rate_bpm":91},"text":"91 \u00e9","truncated":true}
    """#

  /// They stand in their own tables, since lines are read without the vocabulary.
  @Test func commonKeysAreThoseOfTheVocabulary() {
    let rows = EventKeys.complete.rows.filter { $0.place == .common || $0.place == .frame }
    let declared = Set(rows.map(\.name))
    let read = Set(TimelineKey.allCases.map(\.name.description))
    // Only lines of a baseline have the one; no comparison asks for the others.
    expect(read, equals: declared.union(["unanswered"]).subtracting(["seen", "on_air"]))
    let asked = Set(CommonKey.allCases.map(\.rawValue))
    expect(asked.subtracting(declared), equals: ["device"])
  }

  @Test func everyKeyHasItsPlace() throws {
    let timeline = try read(notification)
    expect(timeline.form, equals: .timeline)
    expect(timeline.problems, equals: [])
    let item = try #require(timeline.items.first)
    expect(item.kind == .notification && item.line == 2 && item.frame == 144)
    expect(item.time == 4_700_180_000 && item.connection == 1 && item.handle == 18)
    expect(item.from == .peripheral && item.hasValue && item.isTruncated && !item.isUnanswered)
    expect(timeline.hex(item.value), equals: "165b9c02")
    expect(json(timeline, item.own), equals: "{\"l2cap_channel\":3}")
    expect(json(timeline, item.decoded), equals: "{\"heart_rate_bpm\":91}")
    expect(timeline.string(item.text), equals: "91 é")
    let address = BluetoothAddress(0x0022_D000_0607, kind: .public)
    expect(timeline.peers, equals: [RecordedPeer(address: address, name: "Polar H7")])
    expect(timeline.paths.count, equals: 1)
    expect(timeline.paths[0].service == 0x180D && timeline.paths[0].characteristic == 0x2A37)
    expect(timeline.paths[0].instance == 2 && timeline.paths[0].label == "Heart Rate \"M\"")
    expect(timeline.members(of: item.decoded).map(\.key.description), equals: ["heart_rate_bpm"])
  }

  @Test func theOrderOfKeysAndSpaceDoNotMatter() throws {
    let timeline = try read(
      #"""
       { "value" : "00" , "own" : [ 1 ] , "connection" : 3 , "t" : -0.5 , \#
      "event" : "write_command" , "frame" : 1 } 
      """#)
    expect(timeline.problems, equals: [])
    let item = try #require(timeline.items.first)
    expect(item.kind == .writeCommand && item.time == -500_000_000 && item.connection == 3)
    expect(json(timeline, item.own), equals: "{\"own\":[1]}")
  }

  @Test func valuesStayAsTheyAreWritten() throws {
    let own =
      #""x":1.50,"y":null,"z":[[1],[],"a"],"u":{"v":-0,"w":{}},"n":18446744073709551615,"#
      + #""e":1e-7,"m":-9007199254740993,"b":true,"s":"\u0001\"é""#
    let timeline = try read(event("\"event\":\"note\"," + own))
    expect(timeline.problems, equals: [])
    let item = try #require(timeline.items.first)
    expect(json(timeline, item.own), equals: "{\(own)}")
  }

  @Test func unknownKeysAreBounded() throws {
    let long = String(repeating: "k", count: JSONRecorder.longestKey)
    let many = (0...JSONRecorder.unknownKeys).map { "\"unknown_\($0)\":1" }
    let timeline = try read(
      event("\"event\":\"note\",\"\(long)\":1"), event("\"event\":\"note\",\"\(long)k\":1"),
      event("\"event\":\"note\"," + many.joined(separator: ",")),
      event("\"event\":\"note\",\"unknown_0\":1"))
    expect(timeline.items.map(\.line), equals: [2, 5])
    expect(timeline.problems.count, equals: 2)
    expect(timeline.problems[0].hasSuffix("column 36: an unknown key longer than 128 bytes"))
    expect(timeline.problems[1].hasSuffix("more than 4096 unknown keys"))
  }

  @Test func whatRepeatsIsThereOnce() throws {
    let timeline = try read(notification, notification)
    expect(timeline.items.count == 2 && timeline.peers.count == 1 && timeline.paths.count == 1)
    expect(timeline.items[0].decoded, equals: timeline.items[1].decoded)
    expect(timeline.items[0].value, equals: timeline.items[1].value)
  }

  @Test func anIdentityIsTheDeviceOfItsAddress() throws {
    func connected(_ type: String, _ name: String) -> String {
      event(
        "\"event\":\"note\",\"address\":\"C0:00:00:00:00:01\",\"address_type\":\"\(type)\"" + name)
    }
    let timeline = try read(
      connected("random", ""), connected("random_identity", ",\"name\":\"B\""),
      connected("public", ""), event("\"event\":\"note\",\"name\":\"B\""),
      event("\"event\":\"note\""))
    expect(timeline.items.map(\.peer), equals: [0, 0, 1, 2, -1])
    expect(timeline.peers[0].address?.kind, equals: .randomIdentity)
    expect(timeline.peers[0].name, equals: "B")
  }

  @Test func whatStaysUnansweredIsKnown() throws {
    let timeline = try read(
      event(#""event":"read","connection":1,"note":"no answer""#),
      event(#""event":"read","connection":1,"value":"","response_ms":15.28"#),
      event(#""event":"write","connection":1,"value":"","note":"no answer""#),
      event(#""event":"write","connection":1,"value":"","note":"queued","response_ms":1"#),
      event(#""event":"indication","connection":1,"value":"","note":"not confirmed""#))
    expect(timeline.items.map(\.isUnanswered), equals: [true, false, true, false, true])
    expect(timeline.items[1].responseTime, equals: 15_280_000)
  }

  @Test func aBaselineNeedsNeitherFramesNorTimes() throws {
    let head = #"{"event":"capture","schema":1,"baseline":1}"#
    let timeline = try read(
      #"{"event":"read","connection":1,"unanswered":true}"#,
      #"{"event":"write","connection":1,"value":""}"#, head: head)
    expect(timeline.form == .baseline && timeline.problems == [])
    expect(timeline.items.map(\.isUnanswered), equals: [true, false])
    expect(timeline.items[0].frame == nil && timeline.items[0].time == nil)
  }

  @Test func unknownKindsAreCountedAndUnknownKeysKept() throws {
    let timeline = try read(
      event(#""event":"later_kind","value":7"#), event(#""event":"note","later_key":[{}]"#))
    expect(timeline.unknownEvents == 1 && timeline.problems == [])
    expect(timeline.items.count, equals: 1)
  }

  @Test(arguments: [
    ("", "the key \"event\" is missing"),
    ("{\"t\":1,\"event\":\"note\"}", "the key \"frame\" is missing"),
    ("{\"frame\":1,\"event\":\"note\"}", "the key \"t\" is missing"),
    ("\"event\":\"notification\",\"connection\":1", "the key \"value\" is missing"),
    ("\"event\":\"read\"", "the key \"connection\" is missing"),
    ("\"event\":7", "column 28: \"event\" is a number, expected a string"),
    (
      "\"event\":\"note\",\"connection\":0",
      "column 48: \"connection\": expected a whole number from 1"
    ),
    (
      "\"event\":\"note\",\"connection\":1.5",
      "column 48: \"connection\": expected a whole number from 1"
    ),
    (
      "\"event\":\"note\",\"connection\":\"1\"",
      "column 48: \"connection\" is a string, expected a whole number from 1"
    ),
    (
      "\"event\":\"note\",\"service\":\"180\"",
      "column 45: \"service\": expected a UUID of 4, 8 or 36 characters"
    ),
    ("\"event\":\"note\",\"value\":\"0\"", "column 43: \"value\": expected bytes in hex"),
    ("\"event\":\"note\",\"value\":\"0g\"", "column 43: \"value\": expected bytes in hex"),
    ("\"event\":\"note\",\"value\":null", "column 43: \"value\" is null, expected bytes in hex"),
    ("\"event\":\"note\",\"decoded\":[]", "column 45: \"decoded\" is an array, expected an object"),
    ("\"event\":\"note\",\"from\":\"host\"", "column 42: \"from\": expected central or peripheral"),
    (
      "\"event\":\"note\",\"handle\":65536",
      "column 44: \"handle\": expected a whole number from 0 to 65535"
    ),
    (
      "\"event\":\"note\",\"address\":\"00:22:D0:00:06\"",
      "column 45: \"address\": expected an address as AA:BB:CC:DD:EE:FF"
    ),
    (
      "\"event\":\"note\",\"truncated\":1",
      "column 47: \"truncated\" is a number, expected a boolean"
    ),
    ("\"event\":\"note\",\"response_ms\":1e300", "column 49: \"response_ms\" is out of range"),
    (
      "\"event\":\"capture\"",
      "another \"capture\" line: the timeline of one recording is expected"
    ),
    ("\"event\":\"note\",", "column 35: expected a key"),
    ("no JSON", "column 1: expected an object"),
  ])
  func aLineThatIsWrongIsReportedAndPassedOver(_ line: String, _ reason: String) throws {
    let whole = line.hasPrefix("\"") || line.isEmpty ? event(line.isEmpty ? "\"a\":1" : line) : line
    let timeline = try read(notification, whole, notification)
    expect(timeline.items.map(\.line), equals: [2, 4])
    expect(
      timeline.problems,
      equals: [
        "x.ndjson: line 3" + (reason.hasPrefix("column") ? ", " : ": ") + reason
      ])
  }

  @Test(arguments: [
    ("", "x.ndjson: the file is empty: it has no timeline"),
    ("\n\n", "x.ndjson: the file is empty: it has no timeline"),
    (
      "{\n  \"devices\": []\n}\n",
      "x.ndjson: line 1: neither a capture nor a timeline, whose first line is "
        + "{\"event\":\"capture\",\"schema\":1,...}"
    ),
    (
      "{\"event\":\"note\"}\n",
      "x.ndjson: line 1: neither a capture nor a timeline, whose first line is "
        + "{\"event\":\"capture\",\"schema\":1,...}"
    ),
    ("{\"event\":\"capture\"}", "x.ndjson: line 1: the key \"schema\" is missing"),
    (
      "\n{\"event\":\"capture\",\"schema\":2}",
      "x.ndjson: line 2: schema 2 is newer than this version reads, which is 1"
    ),
    (
      "{\"event\":\"capture\",\"schema\":\"1\"}",
      "x.ndjson: line 1: \"schema\": expected a whole number from 1"
    ),
    (
      "{\"event\":\"capture\",\"schema\":1,\"baseline\":2}",
      "x.ndjson: line 1: baseline 2 is newer than this version reads, which is 1"
    ),
    (
      "{\"event\":\"cap",
      "x.ndjson: line 1, column 14: ends within a string (the end of the file cuts the line)"
    ),
  ])
  func aFileThatIsNoTimelineIsRefused(_ text: String, _ message: String) {
    #expect(throws: TimelineError(message)) { try read(bytes: Array(text.utf8)) }
  }

  @Test func theLastLineNeedsNoEnd() throws {
    let text = head + "\n" + notification
    try expect(read(bytes: Array(text.utf8)).problems, equals: [])
    let cut = try read(bytes: Array(text.utf8.dropLast()))
    expect(
      cut.problems,
      equals: [
        "x.ndjson: line 2, column \(notification.utf8.count): ends where ',' or '}' should be"
          + " (the end of the file cuts the line)"
      ])
  }

  @Test func manyProblemsAreCounted() throws {
    let text = head + "\n" + String(repeating: "{}\n", count: 25)
    let timeline = try read(bytes: Array(text.utf8))
    expect(timeline.problems.count, equals: 21)
    expect(timeline.problems.last, equals: "x.ndjson: 5 more lines that cannot be read")
  }

  @Test func aLineThatIsTooLongIsPassedOver() throws {
    let long = event(
      "\"event\":\"note\",\"text\":\"\(String(repeating: "x", count: TimelineReader.maximumLine))\""
    )
    let text = [head, long, notification].map { $0 + "\n" }.joined()
    let timeline = try read(bytes: Array(text.utf8), piece: 1 << 16)
    expect(timeline.problems, equals: ["x.ndjson: line 2: longer than 4 MiB"])
    expect(timeline.items.map(\.line), equals: [3])
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000])
  func piecesOfAnySizeGiveTheSame(_ piece: Int) throws {
    let text = "\u{FEFF}\n\(head)\r\n\r\n\(notification)\r\n{\"event\":1}\n\(notification)"
    let whole = try read(bytes: Array(text.utf8))
    let pieces = try read(bytes: Array(text.utf8), piece: piece)
    expect(whole.items.map(\.line), equals: [4, 6])
    expect(pieces.items.map(\.line), equals: [4, 6])
    expect(pieces.bytes == whole.bytes && pieces.problems == whole.problems)
    expect(pieces.problems.count, equals: 1)
  }

  @Test func aTimelineIsReportedByItsContent() {
    expect(TimelineReader.detects(Array(" \n{".utf8).rawBytes), equals: true)
    expect(TimelineReader.detects(Array("\u{FEFF}{".utf8).rawBytes), equals: true)
    expect(TimelineReader.detects(Array(" \n".utf8).rawBytes) == nil)
    expect(TimelineReader.detects(Array("btsnoop".utf8).rawBytes), equals: false)
  }
}
