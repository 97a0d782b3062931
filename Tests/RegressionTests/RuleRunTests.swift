import BTSnoop
import Foundation
import GATTSession
import System
import TestSupport
import Testing
import Timeline

@testable import Regression

/// Rules that see the events of a recording while it is read say what they say of all of it.
@Suite struct RuleRunTests {
  private static let rules = [
    "notification count>=1", "notification count>=5 heart_rate_bpm=40..95", "no disconnected",
    "no notification", "no notification after 3", "no read response_ms>10",
    "characteristic 180D/2A37", "characteristic 180D/2A39", "service 1800", "descriptor 2902",
    "no att_error", "read response_ms<=1", "notification within 3 of connected",
    "notification within 0.5 of notification", "disconnected within 1 of connected",
    "indication within 1 of notification", "write within 1000 of read", "connected before 0.001",
    "notification max_gap<=0.5", "no malformed", "malformed count=0",
    "no note", "heart_rate_bpm=200..210", "no heart_rate_bpm>1", "no address=00:22:D0:00:06:07",
    "notification connection=1", "no frame=1..1000000", "advertisement:180D", "no value=01",
    "notification where from=central count=0", "mtu mtu>=100", "security where step=paired",
  ]

  private static func run(
    _ capture: String, _ events: Int, strict: Bool = false
  ) throws -> (outcomes: [RuleOutcome], kept: Int) {
    let run = RuleRun(try rules.map { try Rule($0) }, events: events)
    expect(run.mayForget)
    var timeline = try RecordedTimeline.read(
      [capture], look: EarlyLook(run, ofTimelines: true))
    if !strict { timeline.leaveOutCutRecord() }
    let kept = timeline.items.count
    run.take(timeline)
    return (run.outcomes(of: timeline), kept)
  }

  private static func whole(_ capture: String, strict: Bool = false) throws -> [RuleOutcome] {
    var timeline = try RecordedTimeline.read([capture])
    if !strict { timeline.leaveOutCutRecord() }
    return try rules.map { try Rule($0).evaluated(on: timeline) }
  }

  @Test(arguments: Recordings.all)
  func aCapture(_ capture: String) throws {
    let whole = try Self.whole(capture)
    for events in [1, 3, 1024] {
      let (outcomes, kept) = try Self.run(capture, events)
      expect(outcomes, equals: whole)
      if events == 1 { expect(kept < 100) }
    }
  }

  @Test(arguments: Recordings.all)
  func aTimeline(_ capture: String) throws {
    let folder = try Folder()
    let lines = try folder.timeline(of: [capture], named: "x.ndjson")
    try expect(Self.run(lines, 2).outcomes, equals: Self.whole(lines))
  }

  /// The end of the file makes the last record malformed, or not.
  @Test(arguments: 1...30)
  func aCutRecord(_ octets: Int) throws {
    let whole = try Data(contentsOf: URL(filePath: Recordings.path("polar-h7.btsnoop")))
    let folder = try Folder()
    let cut = try folder.write(whole.dropLast(octets), named: "cut.btsnoop")
    for strict in [false, true] {
      try expect(
        Self.run(cut, 1, strict: strict).outcomes, equals: Self.whole(cut, strict: strict))
    }
  }

  /// Of many connections that end unanswered, only those that can still be answered are kept.
  @Test func manyConnections() throws {
    var lines = [#"{"event":"capture","schema":1}"#]
    for number in 1...2000 {
      lines.append(
        #"{"frame":\#(2 * number),"t":\#(number),"event":"connected","connection":\#(number),"role":"central"}"#
      )
      guard number % 10 == 0 else { continue }
      // Of the one before: late for a rule of half a second, in time for two.
      lines.append(
        #"{"frame":\#(2 * number + 1),"t":\#(number),"event":"mtu","connection":\#(number - 1),"mtu":23}"#
      )
    }
    let folder = try Folder()
    let path = try folder.write(Data(lines.joined(separator: "\n").utf8), named: "x.ndjson")
    let rules = try ["mtu within 0.5 of connected", "mtu within 2 of connected"].map {
      try Rule($0)
    }
    let run = RuleRun(rules, events: 1)
    let timeline = try RecordedTimeline.read([path], look: EarlyLook(run, ofTimelines: true))
    run.take(timeline)
    // Late answers are known before that there are none, and shown in their place all the same.
    let findings = run.outcomes(of: timeline).map(\.findings)
    expect(findings.map { $0.map(\.count) }, equals: [[2000], [1800]])
    expect(findings.map { $0[0].examples.map(\.frame) }, equals: [[2, 4, 6], [2, 4, 6]])
  }

  /// Devices whose events nobody wants are forgotten as well: addresses can change without end.
  @Test func manyAddresses() throws {
    var capture = BTSnoopBytes(datalink: 1002)
    for number in 0..<9_000 {
      let address = [UInt8(number & 0xFF), UInt8(number >> 8), 1, 2, 3, 0x44]
      capture.add([4, 0x3E, 12, 2, 1, 0, 1] + address + [0, 0xC0], flags: 3, time: Int64(number))
    }
    let folder = try Folder()
    let path = try folder.write(Data(capture.bytes), named: "x.btsnoop")
    let run = RuleRun([try Rule("no att_error")])
    let timeline = try RecordedTimeline.read(
      [path], wanted: WantedEvents([.attError]), look: EarlyLook(run, ofTimelines: true))
    expect(timeline.hasRecords)
    expect(timeline.peers.count <= 4_096)
  }

  /// Names that come later are those of earlier events, too.
  @Test(arguments: [
    "notification device='Polar H7'", "no read name=x", "read where label=y",
    "notification within 3 of connected", "no notification device=00:22:D0:00:06:07",
  ])
  func names(_ rule: String) throws {
    expect(RuleRun([try Rule(rule)]).mayForget, equals: !rule.contains("="))
  }
}
