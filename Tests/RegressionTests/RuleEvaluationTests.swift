import Bytes
import Regression
import TestSupport
import Testing

/// What becomes of rules on a small timeline that is written down.
@Suite struct RuleEvaluationTests {
  private static let head =
    #"{"event":"capture","schema":1,"format":"btsnoop","link_type":"hci_h4"}"#
  private static let strap =
    #""address":"00:22:D0:00:06:07","address_type":"public","name":"Strap""#

  private static let lines: [String] = [
    #"{"frame":1,"t":0.5,"event":"advertisement",\#(strap),"rssi_dbm":-50,"value":"02010603030d18","decoded":{"flags":6,"service_uuids":["180D"]},"text":"Heart Rate"}"#,
    #"{"frame":2,"t":1,"event":"connected","connection":1,\#(strap),"role":"central","interval_ms":15,"peripheral_latency":0,"supervision_timeout_ms":720}"#,
    #"{"frame":3,"t":1.1,"event":"service","connection":1,\#(strap),"from":"peripheral","handle":16,"service":"180D","label":"Heart Rate","end_handle":22,"primary":true}"#,
    #"{"frame":4,"t":1.2,"event":"characteristic","connection":1,\#(strap),"from":"peripheral","handle":17,"service":"180D","characteristic":"2A37","label":"Heart Rate Measurement","value_handle":18,"properties":["notify"]}"#,
    #"{"frame":5,"t":1.3,"event":"characteristic","connection":1,\#(strap),"from":"peripheral","handle":20,"service":"180D","characteristic":"2A38","label":"Body Sensor Location","value_handle":21,"properties":["read","write"]}"#,
    #"{"frame":6,"t":1.4,"event":"descriptor","connection":1,\#(strap),"from":"peripheral","handle":19,"service":"180D","characteristic":"2A37","descriptor":"2902"}"#,
    #"{"frame":8,"t":1.5,"event":"read","connection":1,\#(strap),"from":"peripheral","handle":21,"service":"180D","characteristic":"2A38","label":"Body Sensor Location","request_frame":7,"response_ms":15.28,"value":"01","decoded":{"body_sensor_location":"Chest","body_sensor_location_code":1},"text":"Chest"}"#,
    #"{"frame":10,"t":1.6,"event":"read","connection":1,\#(strap),"from":"peripheral","handle":21,"service":"180D","characteristic":"2A38","request_frame":9,"note":"no answer"}"#,
    #"{"frame":12,"t":2,"event":"notification","connection":1,\#(strap),"from":"peripheral","handle":18,"service":"180D","characteristic":"2A37","label":"Heart Rate Measurement","value":"1648","decoded":{"heart_rate_bpm":72,"sensor_contact":"detected","rr_intervals_s":[0.5,0.75]},"text":"72 bpm"}"#,
    #"{"frame":13,"t":3,"event":"notification","connection":1,\#(strap),"from":"peripheral","handle":18,"service":"180D","characteristic":"2A37","label":"Heart Rate Measurement","value":"170148","decoded":{"heart_rate_bpm":18433,"sensor_contact":"not_detected"},"text":"18433 bpm"}"#,
    #"{"frame":14,"t":3.5,"event":"notification","connection":1,\#(strap),"from":"peripheral","handle":18,"service":"180D","characteristic":"2A37","value":"","truncated":true}"#,
    #"{"frame":15,"t":4,"event":"att_error","connection":1,\#(strap),"from":"peripheral","handle":21,"service":"180D","characteristic":"2A38","response_ms":7,"opcode":18,"error_code":3,"error":"Write Not Permitted"}"#,
    #"{"frame":16,"t":5,"event":"disconnected","connection":1,\#(strap),"reason":"Connection Timeout","reason_code":8,"by":"unknown"}"#,
    #"{"frame":17,"t":60,"event":"connected","connection":2,"address":"C0:00:00:00:00:01","address_type":"random","name":"Tag","role":"central","interval_ms":30,"peripheral_latency":0,"supervision_timeout_ms":720}"#,
    #"{"frame":18,"t":61,"event":"notification","connection":2,"address":"C0:00:00:00:00:01","address_type":"random","name":"Tag","from":"peripheral","handle":3,"service":"180D","characteristic":"2A37","value":"0048","decoded":{"heart_rate_bpm":72,"sensor_contact":"not_supported"},"text":"72 bpm"}"#,
  ]

  private func timeline(_ lines: [String] = Self.lines, head: String = Self.head) throws
    -> RecordedTimeline
  {
    var reader = TimelineReader(name: "walk.ndjson")
    let text = ([head] + lines).joined(separator: "\n")
    _ = try reader.consume(Array(text.utf8).rawBytes, atEnd: true)
    let timeline = try reader.finish()
    try #require(timeline.problems.isEmpty, "\(timeline.problems)")
    return timeline
  }

  private func outcome(_ rule: String) throws -> RuleOutcome {
    try Rule(rule).evaluated(on: timeline())
  }

  @Test(arguments: [
    ("notification count=4", 4),
    ("notification:2A37", 4),
    ("notification:180D", 4),
    ("notification:180D/2A37", 4),
    ("notification:'Heart Rate Measurement'", 4),
    ("notification connection=1 max_gap<=1", 3),
    ("notification connection=1 min_gap>=0.5", 3),
    ("notification connection=1 min_gap=0.5", 3),
    // The gap between connections is none.
    ("notification max_gap<=1", 4),
    ("notification device=strap count=3", 3),
    ("notification device=C0:00:00:00:00:01 heart_rate_bpm=72", 1),
    ("notification name=Tag heart_rate_bpm=40..72", 1),
    ("notification where heart_rate_bpm>0 heart_rate_bpm=72|18433", 3),
    ("notification where rr_intervals_s>0 rr_intervals_s=0.5..0.75 count=1", 1),
    ("notification where rr_intervals_s.1=0.75", 1),
    ("notification count=0..4", 4),
    ("indication count=0", 0),
    ("indication count<=3 value=00", 0),
    ("no indication", 0),
    ("no notification:2A38", 0),
    ("no notification heart_rate_bpm=100..200", 0),
    ("no disconnected reason=0x13", 0),
    ("no disconnected reason='Remote User Terminated Connection'", 0),
    ("disconnected reason=8", 1),
    ("disconnected reason=0x08|0x13", 1),
    ("disconnected reason='connection timeout'", 1),
    ("disconnected reason!=0x13", 1),
    ("att_error error=3 opcode=18", 1),
    ("service 180D primary=true", 1),
    ("characteristic 180D/2A37 properties=notify", 1),
    ("characteristic 2A38 properties=read,write", 1),
    ("characteristic 2A38 properties=notify|write", 1),
    ("characteristic 2A38 properties!=notify", 1),
    ("descriptor 180D/2A37/2902", 1),
    ("descriptor 2902", 1),
    ("descriptor:2A37", 1),
    ("advertisement:180D", 1),
    ("advertisement service_uuids=180D", 1),
    ("no advertisement:180F", 0),
    ("read where value=01 response_ms<=20", 1),
    ("read where response_ms>0 body_sensor_location=chest", 1),
    ("connected before 5", 2),
    ("connected before 1.5 after 1", 2),
    ("no connected before 1", 0),
    ("no connected after 61", 0),
    ("notification within 1 of connected", 4),
    ("interval_ms=15|30", 2),
    ("no interval_ms>30", 0),
    ("no text='73 bpm'", 0),
  ])
  func holds(rule: String, events: Int) throws {
    let outcome = try outcome(rule)
    expect(outcome.state, equals: .holds, "\(outcome.findings)")
    expect(outcome.events, equals: events)
  }

  @Test(arguments: [
    ("notification count>=10", "count>=10: there are 4"),
    (
      "notification heart_rate_bpm=40..200",
      "heart_rate_bpm=40..200: 2 of 4 do not hold, 1 of them without the key | "
        + "frame 13, 3.000 s: notification 180D/2A37 Heart Rate Measurement: 18433 bpm | "
        + "frame 14, 3.500 s: has no heart_rate_bpm: notification 180D/2A37 Heart Rate Measurement"
    ),
    (
      "notification:2A37 where heart_rate_bpm>0 heart_rate_bpm=40..200",
      "heart_rate_bpm=40..200: 1 of 3 does not hold | frame 13, 3.000 s: 18433 bpm"
    ),
    (
      "notification:2A37 max_gap<=0.9",
      "max_gap<=0.9: the largest gap is 1.000 s | frame 13, 3.000 s: "
        + "notification 180D/2A37 Heart Rate Measurement: 18433 bpm"
    ),
    (
      "read max_gap<=0.05 count>1",
      "max_gap<=0.05: the largest gap is 0.100 s | "
        + "frame 10, 1.600 s: read 180D/2A38 Body Sensor Location"
    ),
    ("att_error max_gap<5", "max_gap<5: there is no gap: no connection has two of these events"),
    (
      "no att_error",
      "1 event that must not be there | frame 15, 4.000 s: att_error 180D/2A38 Body Sensor Location: "
        + "opcode 18, error_code 3, error Write Not Permitted"
    ),
    ("indication", "there is no indication"),
    ("notification:2A38", "none of 4 notifications matches"),
    (
      "characteristic 180D/2A39",
      "was not discovered among 2 characteristics; there are 2A37, 2A38"
    ),
    (
      "characteristic 180F/2A19",
      "was not discovered among 2 characteristics, and nor was its service"
    ),
    ("service 180F", "was not discovered among 1 service"),
    ("include 180F", "not observed: no include was discovered"),
    ("characteristic 2A3A", "was not discovered among 2 characteristics"),
    (
      "characteristic 180D/2A37 properties=notify,read",
      "properties=notify,read: does not hold | frame 4, 1.200 s: properties notify"
    ),
    (
      "read response_ms<=500",
      "response_ms<=500: 1 of 2 does not hold | "
        + "frame 10, 1.600 s: no answer: read 180D/2A38 Body Sensor Location"
    ),
    (
      "connected before 1",
      "before 1: the first of 2 is at 1.000 s | frame 2, 1.000 s: connected: "
        + "role central, interval_ms 15, peripheral_latency 0, supervision_timeout_ms 720"
    ),
    (
      "no connected after 60",
      "1 event that must not be there | frame 17, 60.000 s: connected: "
        + "role central, interval_ms 30, peripheral_latency 0, supervision_timeout_ms 720"
    ),
    (
      "disconnected within 5 of connected",
      "within 5 of connected: "
        + "nothing follows in time after 1 of 2 | frame 17, 60.000 s: connected: "
        + "role central, interval_ms 30, peripheral_latency 0, supervision_timeout_ms 720"
    ),
    (
      "connected within 1000 of connected",
      "within 1000 of connected: "
        + "nothing follows in time after 2 of 2 | frame 2, 1.000 s: connected: "
        + "role central, interval_ms 15, peripheral_latency 0, supervision_timeout_ms 720 | "
        + "frame 17, 60.000 s: connected: "
        + "role central, interval_ms 30, peripheral_latency 0, supervision_timeout_ms 720"
    ),
    (
      "connected within 5 of indication",
      "within 5 of indication: there is nothing it could follow"
    ),
    (
      "notification rr_intervals_s<0.7 where rr_intervals_s>0",
      "rr_intervals_s<0.7: does not hold | "
        + "frame 12, 2.000 s: notification 180D/2A37 Heart Rate Measurement: 72 bpm"
    ),
    ("wheel_revolutions>0", "none of 15 events has it"),
  ])
  func fails(rule: String, words: String) throws {
    let outcome = try outcome(rule)
    expect(outcome.state, equals: .failed)
    let found = outcome.findings.map { finding in
      ([(finding.term.map { "\($0): " } ?? "") + finding.message]
        + finding.examples.map { example in
          "frame \(example.frame ?? 0), \(seconds(example.time)): \(example.text ?? "")"
        }).joined(separator: " | ")
    }
    expect(found.joined(separator: " || "), equals: words)
  }

  private func seconds(_ time: Int64?) -> String {
    let thousandths = (time ?? -1) / 1_000_000
    let rest = "\(1000 + thousandths % 1000)".dropFirst()
    return "\(thousandths / 1000).\(rest) s"
  }

  @Test func whereNothingWasDiscoveredATreeIsNotObserved() throws {
    let lines = Self.lines.filter { !$0.contains("\"value_handle\"") && !$0.contains("2902") }
    let none = lines.filter { !$0.contains("\"event\":\"service\"") }
    let outcome = try Rule("characteristic 180D/2A37").evaluated(on: timeline(none))
    expect(
      outcome.findings.map(\.message),
      equals: ["not observed: nothing was discovered in walk.ndjson"])
    let partly = try Rule("characteristic 180D/2A37").evaluated(on: timeline(lines))
    expect(
      partly.findings.map(\.message), equals: ["not observed: no characteristic was discovered"])
  }

  /// A baseline does not tell times, frames and handles: that is no failure of what was recorded.
  @Test(arguments: [
    ("read response_ms<=500", RuleOutcome.State.untestable), ("connected before 5", .untestable),
    ("notification max_gap<=5", .untestable), ("no connected before 5", .untestable),
    ("notification handle=3", .untestable), ("no att_error", .holds), ("connected", .holds),
    ("no mtu l2cap_channel=1", .untestable), ("no initiator_address=x", .untestable),
    ("no advertising advertising_handle=1", .untestable),
    ("no service end_handle=3", .untestable), ("no notification:2A05 end_handle=3", .holds),
    ("no adapter", .untestable), ("no note", .untestable), ("no malformed", .untestable),
    ("no note lost>0", .holds), ("service", .failed),
    ("no disconnected reason=0x3e", .untestable), ("disconnected reason=0x3e", .untestable),
    ("no disconnected reason='Unknown Connection Identifier'", .untestable),
    ("no disconnected reason=0x08|0x3e", .untestable), ("no reason=0x3e", .untestable),
    ("no disconnected reason=0x08", .holds), ("disconnected reason=0x13|0x3e", .failed),
  ])
  func aBaselineDoesNotTellAll(rule: String, state: RuleOutcome.State) throws {
    let baseline = try timeline(
      [
        #"{"event":"connected","connection":1,"name":"Strap","role":"central"}"#,
        #"{"event":"notification","connection":1,"service":"180D","characteristic":"2A37","value":"00"}"#,
        #"{"event":"read","connection":1,"service":"180D","characteristic":"2A38","value":"00"}"#,
      ], head: #"{"event":"capture","schema":1,"baseline":1}"#)
    try expect(Rule(rule).evaluated(on: baseline).state, equals: state)
  }

  /// A connection that never stood is in a baseline if it has events.
  @Test func anAttemptThatABaselineHas() throws {
    let baseline = try timeline(
      [#"{"event":"disconnected","connection":1,"reason_code":62,"by":"unknown"}"#],
      head: #"{"event":"capture","schema":1,"baseline":1}"#)
    try expect(Rule("no disconnected reason=0x3e").evaluated(on: baseline).state, equals: .failed)
  }

  /// A key counts wherever it is in a value, as it does for `live --until`.
  @Test(arguments: [
    ("no notification:2AA7 glucose_mg_per_dl>400", RuleOutcome.State.failed, 1),
    ("no glucose_mg_per_dl>400", .failed, 1), ("no glucose_mg_per_dl>600", .holds, 0),
    ("notification:2AA7 glucose_mg_per_dl<400", .failed, 2),
    ("notification:2AA7 glucose_mg_per_dl=100..600", .holds, 2),
    // Each of several groups counts.
    ("notification:2AA7 glucose_mg_per_dl=100|600", .failed, 2),
    ("notification where glucose_mg_per_dl=101 count=1", .holds, 1),
    ("advertisement major=1", .holds, 1), ("no advertisement major=1", .failed, 1),
    ("advertisement major=2", .failed, 1),
  ])
  func keysInGroupsCount(rule: String, state: RuleOutcome.State, events: Int) throws {
    let outcome = try Rule(rule).evaluated(
      on: timeline([
        #"{"frame":1,"t":0,"event":"advertisement",\#(Self.strap),"value":"02","decoded":{"ibeacon":{"major":1,"minor":2}}}"#,
        #"{"frame":2,"t":1,"event":"notification","connection":1,\#(Self.strap),"service":"181F","characteristic":"2AA7","value":"00","decoded":{"records":[{"glucose_mg_per_dl":100},{"glucose_mg_per_dl":101}]}}"#,
        #"{"frame":3,"t":2,"event":"notification","connection":1,\#(Self.strap),"service":"181F","characteristic":"2AA7","value":"01","decoded":{"records":[{"glucose_mg_per_dl":600}]}}"#,
      ]))
    expect(outcome.state, equals: state, "\(outcome.findings)")
    expect(outcome.events, equals: events)
  }

  @Test func onlyTheFirstExamplesAreKept() throws {
    let lines = (1...5000).map {
      #"{"frame":\#($0),"t":\#($0),"event":"notification","connection":1,"service":"180D","characteristic":"2A37","value":"00","text":"\#($0)"}"#
    }
    let timeline = try timeline(lines)
    let outcome = try Rule("notification:2A37 heart_rate_bpm>0").evaluated(on: timeline)
    expect(outcome.findings.first?.count, equals: 5000)
    expect(outcome.findings.first?.examples.count, equals: RuleOutcome.examples)
    try expect(
      Rule("no notification").evaluated(on: timeline).findings.first?.examples.count, equals: 3)
  }

  /// Against the plain definition: an event of the same connection follows in time.
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64]) func answersInTime(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var tenths = 0
    let events = (1...1500).map { frame in
      tenths += Int.random(in: 0...2, using: &random)
      return (
        frame: frame, tenths: tenths, connection: Int.random(in: 1...2, using: &random),
        isAnswer: Int.random(in: 0..<40, using: &random) == 0
      )
    }
    let lines = events.map { event in
      let (kind, uuid) = event.isAnswer ? ("read", "2A38") : ("notification", "2A37")
      let time = "\(event.tenths / 10).\(event.tenths % 10)"
      return
        #"{"frame":\#(event.frame),"t":\#(time),"event":"\#(kind)","connection":\#(event.connection),"service":"180D","characteristic":"\#(uuid)","value":"00"}"#
    }
    let triggers = events.filter { !$0.isAnswer }
    let late = triggers.filter { trigger in
      !events.contains {
        $0.isAnswer && $0.connection == trigger.connection && $0.frame > trigger.frame
          && $0.tenths - trigger.tenths <= 30
      }
    }
    try #require(late.count > 100 && late.count < triggers.count)
    let outcome = try Rule("read within 3 of notification").evaluated(on: timeline(lines))
    let finding = try #require(outcome.findings.first)
    expect(
      finding.message, equals: "nothing follows in time after \(late.count) of \(triggers.count)")
    // Whichever is known first to be late, the earliest are shown.
    let first = late.prefix(RuleOutcome.examples).map { UInt64($0.frame) }
    expect(finding.examples.map { $0.frame ?? 0 }, equals: first)
  }

  @Test func aScopeLeavesOutWhatIsNotInIt() throws {
    var scope = TimelineScope()
    scope.device = "strap"
    try expect(timeline().restricted(to: scope).items.count, equals: 13)
    scope.device = "C0:00:00:00:00:01"
    try expect(timeline().restricted(to: scope).items.count, equals: 2)
    scope = TimelineScope()
    scope.connection = 2
    try expect(timeline().restricted(to: scope).items.count, equals: 2)
    scope = TimelineScope()
    scope.from = 4_000_000_000
    scope.to = 5_000_000_000
    try expect(timeline().restricted(to: scope).items.count, equals: 2)
  }
}
