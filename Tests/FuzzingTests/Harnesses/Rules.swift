import Bytes
import Timeline

@testable import Regression

extension Harness {
  /// A rule of `check`, and the same words as a condition of `live --until`: refused with a word that it
  /// has, or asked of a timeline, and told in each format.
  ///
  /// The rule, up to the first line feed; after it, more lines of the timeline.
  static let rules = Harness("rules", maximumLength: 1024) { input in
    let end = input.firstIndex(of: 0x0A) ?? input.count
    let text = String(decoding: input[..<end], as: UTF8.self)
    _ = try? EventCondition(text)
    let rule: Rule
    do throws(RuleError) { rule = try Rule(text) } catch {
      try require(error.text == text, "another text than that which was refused")
      try require(error.place.upperBound <= text.count, "a place that the text does not have")
      return
    }
    try require(try Rule(rule.text) == rule, "a rule whose text is another rule")
    guard let timeline = try? recorded(events + Array(input[end...])) else { return }
    let report = verdict(rule, timeline)
    let written = (
      text: bytes { report.writeText(to: &$0) }, json: bytes { report.writeJSON(to: &$0) },
      tests: bytes { JUnitDocument(report.testReport).write(to: &$0) }
    )
    try TextRules.checkLines(written.text, "check")
    try JSONRules.checkDocument(written.json, "check")
    try TextRules.checkLines(written.tests, "junit")
    try require(
      bytes { verdict(rule, timeline).writeJSON(to: &$0) } == written.json,
      "another result of the same rule")
    // A rule that sees the events one by one, which then are gone.
    let run = RuleRun([rule], events: 1)
    guard run.mayForget, let rest = try? recorded(events + Array(input[end...]), for: run)
    else { return }
    run.take(rest)
    try require(
      bytes { RuleReport(run, rest).writeJSON(to: &$0) } == written.json,
      "another result of a rule that does not see all events at once")
  }

  private static func verdict(_ rule: Rule, _ timeline: RecordedTimeline) -> RuleReport {
    let run = RuleRun([rule])
    run.take(timeline)
    return RuleReport(run, timeline)
  }

  private static func recorded(
    _ file: [UInt8], for run: RuleRun? = nil
  ) throws -> RecordedTimeline {
    var reader = TimelineReader(name: "x", for: run)
    _ = try reader.consume(file.rawBytes, atEnd: true)
    return try reader.finish()
  }

  private static func bytes(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var out = ByteWriter()
    write(&out)
    return out.bytes.copy()
  }

  /// What rules are about, of each sort.
  private static let events =
    Array(
      """
      {"event":"capture","schema":1}
      {"frame":1,"t":0.1,"event":"advertisement","address":"00:22:D0:00:06:07","rssi":-50,\
      "decoded":{"name":"H7","service_uuids":["180D","180F"],"tx_power_dbm":4}}
      {"frame":2,"t":1,"event":"connected","connection":1,"address":"00:22:D0:00:06:07","name":"H7",\
      "role":"central"}
      {"frame":3,"t":1.2,"event":"service","connection":1,"from":"peripheral","handle":10,\
      "end_handle":18,"service":"180D"}
      {"frame":4,"t":1.3,"event":"characteristic","connection":1,"from":"peripheral","handle":12,\
      "value_handle":13,"service":"180D","characteristic":"2A37","properties":["read","notify"]}
      {"frame":5,"t":1.4,"event":"read","connection":1,"from":"peripheral","handle":14,\
      "service":"180D","characteristic":"2A38","value":"02","response_ms":30.5}
      {"frame":6,"t":2,"event":"notification","connection":1,"from":"peripheral","handle":13,\
      "service":"180D","characteristic":"2A37","value":"1048b702",\
      "decoded":{"heart_rate_bpm":72,"sensor_contact":"not_supported","rr_intervals_s":[0.68]}}
      {"frame":7,"t":3.5,"event":"att_error","connection":1,"from":"peripheral","handle":15,\
      "opcode":10,"error":"Insufficient Authentication","error_code":5}
      {"frame":8,"t":4,"event":"disconnected","connection":1,"reason":"Connection Timeout",\
      "reason_code":8,"by":"unknown"}
      """.utf8) + [0x0A]
}
