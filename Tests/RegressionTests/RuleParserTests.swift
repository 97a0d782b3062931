import Regression
import GATTValues
import TestSupport
import Testing
import Timeline

/// Which texts are rules, and what is said of those that are none.
@Suite struct RuleParserTests {
  @Test(arguments: [
    "notification:2A37 count>=10 max_gap<=2.5 heart_rate_bpm=40..200",
    "no att_error",
    "no disconnected reason=0x08",
    "no disconnected reason='Connection Timeout'",
    "characteristic 180D/2A37 properties=notify",
    "characteristic 180D/2A37 properties=read,notify|indicate",
    "characteristic properties!=broadcast",
    "characteristic where properties=write count>0",
    "'Heart Rate'",
    "service 180D",
    "service:180D primary=true",
    "descriptor 180D/2A37/2902",
    "include 180D/1800",
    "read response_ms<=500",
    "connected before 5",
    "connected after 0.5 before 5",
    "no connected after 5",
    "notification:180D/2A37 within 3 of connected",
    "write within 0 of write_command:2A39",
    "heart_rate_bpm=40..200",
    "no heart_rate_bpm>200",
    "  mtu   mtu>=100 ",
    "indication count=0",
    "read count>=3 count<=3 max_gap<1 min_gap>0.5",
    "read max_gap<=2 min_gap>=2",
    "read count>0 max_gap>=0 count!=3",
    // There may be none.
    "notification count>=0 heart_rate_bpm=40..200",
    "no disconnected device='1'",
    "characteristic FFE0/2A37",
    "no service 1234",
    "descriptor 'Client Characteristic Configuration'",
    "characteristic:180D properties=notify",
    "mtu mtu<=23",
    "notification accelerometer_g.2<0 rr_intervals_s.0>0",
    "att_error error='Invalid Handle'|'time_out'",
    "notification:2A37 device='Polar H7' connection=1",
    "notification:\"Heart Rate\"/2A37 count>1",
    "characteristic 'Heart Rate'/\"Heart Rate Measurement\" properties=notify",
    "advertisement service_uuids=1809 service_uuids=1810",
    "no notification accelerometer_g<0 accelerometer_g>1",
    "notification accelerometer_g.x<0 accelerometer_g.z>1",
    "no disconnected reason=0xff",
    "no att_error error=255",
    "read handle=0x0012 handle=18..0x20",
    "advertisement rssi_dbm>=-128",
    "no security reason='Confirm Value Failed'",
    "no reason='Connection Timeout'",
    "notification heart_rate_bpm<=70000",
  ])
  func isRule(text: String) {
    // A word in quotes alone is no selector.
    guard text != "'Heart Rate'" else {
      #expect(throws: RuleError.self) { try Rule(text) }
      return
    }
    #expect(throws: Never.self) { try Rule(text) }
  }

  /// The problem, and the word that is pointed at.
  @Test(arguments: [
    ("", RuleSyntaxError.condition(.empty), ""),
    ("no", .missingAfterNo, ""),
    ("notifcation", .condition(.unknownKind("notifcation")), "notifcation"),
    ("no notifcation", .condition(.unknownKind("notifcation")), "notifcation"),
    ("read respnse_ms<5", .condition(.unknownKey("respnse_ms")), "respnse_ms"),
    ("read respnse_ms", .condition(.unknownKind("respnse_ms")), "respnse_ms"),
    ("read response_ms", .condition(.unexpected("response_ms")), "response_ms"),
    ("read response_ms<", .condition(.missingAfter("response_ms<")), ""),
    (
      "read response_ms<soon", .condition(.notANumber("soon", comparison: "<")), "soon"
    ),
    ("read response_ms=soon", .wordForNumber("soon", key: "response_ms"), "response_ms=soon"),
    ("heart_rate_bpm=200..40", .condition(.emptyRange("200..40")), "200..40"),
    ("heart_rate_bpm=40..high", .condition(.badRange("40..high")), "40..high"),
    ("heart_rate_bpm=40..", .condition(.badRange("40..")), "40.."),
    ("read count>=many", .condition(.notANumber("many", comparison: ">=")), "many"),
    ("read count=many", .notANumber("count=many"), "count=many"),
    ("read count>=5 count<=3", .neverSo("count>=5 count<=3"), "count<=3"),
    (
      "read response_ms<5 response_ms>10", .neverSo("response_ms<5 response_ms>10"),
      "response_ms>10"
    ),
    ("read where handle=3 handle=4", .neverSo("handle=3 handle=4"), "handle=4"),
    ("no read handle=3 handle=4", .neverSo("handle=3 handle=4"), "handle=4"),
    (
      "no read response_ms<5 response_ms>9", .neverSo("response_ms<5 response_ms>9"),
      "response_ms>9"
    ),
    (
      "no disconnected reason=0x999",
      .outOfLimits("reason=0x999", key: "reason_code", 0...255), "reason=0x999"
    ),
    ("no reason>255", .outOfLimits("reason>255", key: "reason_code", 0...255), "reason>255"),
    (
      "att_error error=256..300", .outOfLimits("error=256..300", key: "error_code", 0...255),
      "error=256..300"
    ),
    ("mtu mtu!=65536", .outOfLimits("mtu!=65536", key: "mtu", 23...65535), "mtu!=65536"),
    ("mtu mtu<23", .outOfLimits("mtu<23", key: "mtu", 23...65535), "mtu<23"),
    ("read min_gap>=2 max_gap<=1", .neverSo("min_gap>=2 max_gap<=1"), "max_gap<=1"),
    ("read max_gap=1..2 min_gap>2", .neverSo("min_gap>2 max_gap=1..2"), "min_gap>2"),
    ("read count>=0", .alwaysSo("count>=0"), ""),
    ("read count>-1", .alwaysSo("count>-1"), ""),
    ("read:2A37 connection=1 count!=2.5", .alwaysSo("count!=2.5"), ""),
    ("no read device=1", .deviceNumber("device=1"), "device=1"),
    ("no service 2A37", .otherKind("2A37", is: "characteristic", not: "service"), "2A37"),
    ("service:2902", .otherKind("2902", is: "descriptor", not: "service"), "2902"),
    (
      "no characteristic 180D", .otherKind("180D", is: "service", not: "characteristic"), "180D"
    ),
    (
      "descriptor 2A37/180D/2902", .otherKind("180D", is: "service", not: "characteristic"),
      "2A37/180D/2902"
    ),
    (
      "include 'Heart Rate Measurement'",
      .otherKind("2A37", is: "characteristic", not: "service"), "'Heart Rate Measurement'"
    ),
    (
      "notification heart_rate_bpm.x>0", .condition(.elementOfNoList("heart_rate_bpm")),
      "heart_rate_bpm.x"
    ),
    ("read handle<1", .outOfLimits("handle<1", key: "handle", 1...65535), "handle<1"),
    ("read frame<=0", .outOfLimits("frame<=0", key: "frame", 1...(.infinity)), "frame<=0"),
    ("no read handle=0012", .condition(.ambiguousHandle("0012")), "0012"),
    ("no read handle=2f", .condition(.ambiguousHandle("2f")), "2f"),
    ("no read handle=0x10..0020", .condition(.ambiguousHandle("0020")), "0x10..0020"),
    ("service where end_handle>00ff", .condition(.ambiguousHandle("00ff")), "00ff"),
    ("no write:2A39 value=0x01", .notHex("0x01"), "value=0x01"),
    ("write value=1", .notHex("1"), "value=1"),
    ("no notification mtu>5", .keyNotOfKind("mtu", kind: "notification"), "mtu>5"),
    ("read count>5 count<=5", .neverSo("count>5 count<=5"), "count<=5"),
    ("read max_gap=1..2 min_gap>1 max_gap>3", .neverSo("max_gap=1..2 max_gap>3"), "max_gap>3"),
    ("read count<0", .neverSo("count<0"), "count<0"),
    ("read count=-1", .neverSo("count=-1"), "count=-1"),
    ("read count=2.5", .neverSo("count=2.5"), "count=2.5"),
    ("read count=2.1..2.9", .neverSo("count=2.1..2.9"), "count=2.1..2.9"),
    ("read max_gap<0", .neverSo("max_gap<0"), "max_gap<0"),
    ("no read count>2", .notWithNo("count>2"), "count>2"),
    ("no read within 5 of connected", .notWithNo("within"), "within"),
    ("connected before 0", .beforeStart("0"), "0"),
    ("connected before -5", .notSeconds("-5", after: "before"), "-5"),
    ("connected before soon", .notSeconds("soon", after: "before"), "soon"),
    ("connected before", .notSeconds("", after: "before"), ""),
    ("connected after 5 before 5", .noTimeBetween, "5"),
    ("read within 5", .expectedOf("within 5"), ""),
    ("read within 5 from connected", .expectedOf("within 5"), "from"),
    ("read within 5 of conected", .condition(.unknownKind("conected")), "conected"),
    (
      "disconnected heart_rate_bpm>5", .keyNotOfKind("heart_rate_bpm", kind: "disconnected"),
      "heart_rate_bpm>5"
    ),
    (
      "notification response_ms<5", .keyNotOfKind("response_ms", kind: "notification"),
      "response_ms<5"
    ),
    ("read direction=sent", .keyNotKept("direction"), "direction=sent"),
    ("read from<5", .notAnOrder("from"), "from<5"),
    ("read from=1..2", .notAnOrder("from"), "from=1..2"),
    ("advertisement local_name=1..2", .notAnOrder("local_name"), "local_name=1..2"),
    ("note lost=few", .wordForNumber("few", key: "lost"), "lost=few"),
    ("notification psm=3", .keyNotOfKind("psm", kind: "notification"), "psm=3"),
    ("connected:180D", .condition(.noAttribute(kind: "connected")), "connected"),
    ("service 180D/2A37", .condition(.tooDeep("180D/2A37", kind: "service")), "180D/2A37"),
    ("service 18OD", .condition(.unknownAttribute("18OD")), "18OD"),
    ("notification:", .condition(.missingAfter("notification:")), ""),
    ("read t<5", .timeAsKey("t"), "t"),
    ("read where", .condition(.missingAfter("where")), ""),
    ("read where value", .condition(.unexpected("value")), "value"),
    ("att_error error='Invalid", .condition(.openQuote("'Invalid")), "'Invalid"),
  ])
  func isNone(text: String, problem: RuleSyntaxError, word: String) throws {
    let error: RuleError = try #require(throws: RuleError.self) { try Rule(text) }
    expect(error.problem, equals: problem)
    let characters = Array(text)
    try #require(error.place.upperBound <= characters.count)
    expect(String(characters[error.place]), equals: word)
    expect(!error.problem.message.isEmpty)
  }

  @Test func aWordThatAKeyNeverHasIsRefused() throws {
    let error: RuleError = try #require(throws: RuleError.self) {
      try Rule("no disconnected reason=Conection")
    }
    guard case .unknownWord("conection", "reason", let known) = error.problem else {
      Issue.record("\(error.problem)")
      return
    }
    expect(known.contains("Connection Timeout"))
    #expect(throws: RuleError.self) { try Rule("characteristic properties=notfy") }
    #expect(throws: RuleError.self) { try Rule("characteristic properties=read,notfy") }
    #expect(throws: RuleError.self) { try Rule("service primary=yes") }
    #expect(throws: RuleError.self) { try Rule("security step=paird") }
    #expect(throws: RuleError.self) { try Rule("no reason='Conection Timeout'") }
    #expect(throws: RuleError.self) { try Rule("no security reason='Conection Timeout'") }
  }

  /// Every key that is true or false is so, whatever kind of event has it.
  @Test(
    arguments: EventKeys.lexicon.rows.filter { $0.type.words == ["true", "false"] }.map(\.name))
  func aBooleanIsTrueOrFalse(key: String) throws {
    guard EventKeys.all.contains(key) else { return }
    _ = try Rule("no \(key)=true")
    let error: RuleError = try #require(throws: RuleError.self) { try Rule("no \(key)=ture") }
    expect(error.problem, equals: .unknownWord("ture", key: key, known: ["true", "false"]))
  }

  @Test func aMisspeltBooleanIsRefused() {
    #expect(throws: RuleError.self) { try Rule("no scan enabled=ture") }
  }

  @Test func longTextIsNoRule() throws {
    let error: RuleError = try #require(throws: RuleError.self) {
      try Rule("no " + String(repeating: "x", count: 5000))
    }
    expect(error.problem, equals: .tooLong(4096))
    expect(error.text.utf8.count < 100)
  }

  /// Each term is checked against those before it, once.
  @Test func rulesOfManyTerms() throws {
    let terms = (1...379).map { "frame>\($0)" }.joined(separator: " ")
    try expect(processorSeconds: 60) {
      for kind in ["read", "write", "write_command", "notification", "indication", "mtu"] {
        _ = try Rule("\(kind) \(terms)")
        _ = try Rule("no \(kind) \(terms)")
      }
    }
    let error: RuleError = try #require(throws: RuleError.self) {
      try Rule("read \(terms) frame=3")
    }
    expect(error.problem, equals: .neverSo("frame>3 frame=3"))
  }

  @Test func aFileHasARuleALine() {
    let text = "\u{FEFF}# of the strap\r\n\r\n  no att_error  \r\n\tnotifcation\nservice 180D"
    let (rules, errors) = RuleFile.rules(Array(text.utf8), file: "strap.rules")
    expect(rules.map(\.text), equals: ["no att_error", "service 180D"])
    expect(rules.map(\.origin?.line), equals: [3, 5])
    expect(errors.map(\.origin), equals: [Rule.Origin(file: "strap.rules", line: 4)])
  }

  /// Bytes that are no UTF-8 make no rule, and no crash.
  @Test func whatIsNoTextIsNoRule() {
    let (rules, errors) = RuleFile.rules([0xFF, 0x00, 0x0A, 0xC3], file: "x")
    expect(rules.isEmpty)
    expect(errors.count, equals: 2)
  }
}
